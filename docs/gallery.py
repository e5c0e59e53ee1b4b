"""The gallery: a page of all programs in ``examples/``, with a link to the tutorial about each.

``python docs/gallery.py`` runs them and keeps what they printed in ``examples/output/``; names of
examples run those only.  ``make docs`` writes the page from both;
a new example needs nothing else.
"""

import ast
import contextlib
import io
import json
import re
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
OUTPUT = EXAMPLES / "output"
TUTORIALS = ROOT / "docs" / "tutorials"

HEAD = """# Gallery

Whole programs from `examples/`, each at most 40 lines. The suite runs them and checks what they
print. A tutorial walks through most of them; the others stand below the table.

| program | what it does | tutorial |
|---|---|---|
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

#: where a page shows a piece of a program, or a cell of a notebook
SHOWN = re.compile(r"^```\{(?:literalinclude|cell)\} \.\./\.\./examples/([^/\s]+)\s", re.MULTILINE)


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


def purpose(path: Path) -> str:
    """What a program is for: the first line of its docstring, or the heading of a notebook."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return str(json.loads(text)["cells"][0]["source"][0]).strip("# \n") + "."
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def walks() -> dict[str, Path]:
    """The tutorial that walks through a program, by the name of the program's file."""
    return {
        shown: path
        for path in sorted(TUTORIALS.glob("*.md"))
        for shown in SHOWN.findall(path.read_text(encoding="utf-8"))
    }


def page() -> str:
    """The page in Markdown."""
    rows, walked = [], walks()
    for path in sorted([*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")]):
        link = "below"
        if path.name in walked:
            tutorial = walked[path.name]
            title = tutorial.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            link = f"[{title}](tutorials/{tutorial.name})"
        rows.append(f"| `{path.name}` | {purpose(path)} | {link} |\n")
    return HEAD + "".join(rows) + "".join(entry(n) for n in names() if f"{n}.py" not in walked)


def write_page(path: Path) -> None:
    """Write the page where it is not up to date."""
    text = page()
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or names():
        (OUTPUT / f"{name}.txt").write_text(run(name), encoding="utf-8")
        print(name)
