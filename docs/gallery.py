"""The gallery: a page of all programs in ``examples/``, with what they print.

``python docs/gallery.py`` runs them and keeps what they printed in ``examples/output/``; names of
examples run those only.  ``make docs`` writes the page from both;
a new example needs nothing else.
"""

import ast
import contextlib
import io
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
OUTPUT = EXAMPLES / "output"

HEAD = """# Gallery

Whole programs from `examples/`. The suite runs them and checks what they print.
"""

ENTRY = """
## {title}

{purpose}

```{{literalinclude}} ../examples/{name}.py
:language: python
:lines: {first}-
```

`python examples/{name}.py` prints

```{{literalinclude}} ../examples/output/{name}.txt
:language: text
```
"""


def names() -> list[str]:
    """All examples, by name."""
    return sorted(path.stem for path in EXAMPLES.glob("*.py"))


def run(name: str) -> str:
    """What an example prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    return said.getvalue()


def entry(name: str) -> str:
    """The part of the page about one example: its docstring, its code, what it prints."""
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    first = tree.body[1].lineno  # below the docstring
    title = name.replace("_", " ").capitalize()
    purpose = ast.get_docstring(tree) or ""
    return ENTRY.format(title=title, purpose=purpose, name=name, first=first)


def page() -> str:
    """The page in Markdown."""
    return HEAD + "".join(map(entry, names()))


def write_page(path: Path) -> None:
    """Write the page where it is not up to date."""
    text = page()
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or names():
        (OUTPUT / f"{name}.txt").write_text(run(name), encoding="utf-8")
        print(name)
