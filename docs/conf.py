"""How Sphinx makes the documentation: ``make docs``.  Nothing is loaded from elsewhere."""

import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from numpy.typing import ArrayLike
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import stringify_annotation

import smoothbandits
from smoothbandits.spaces import Action

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import gallery  # noqa: E402  (beside this file)

project = "smoothbandits"
author = "the smoothbandits authors"
version = release = smoothbandits.__version__
copyright = "the smoothbandits authors, MIT licence"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "cells"]
exclude_patterns = ["_build"]

# ------------------------------------------------------------------------------- pages

html_theme = "furo"
html_title = "smoothbandits"
html_copy_source = False
html_show_sourcelink = False
myst_heading_anchors = 4  # links to sections work as they do on other sites
myst_enable_extensions = ["colon_fence"]

# --------------------------------------------------------------------------- reference

default_role = "py:obj"  # `Interval` in a docstring leads to its entry
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # attributes stand in the text of their class, as parameters do
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"


#: types that Python spells out, by the names that the source gives them
SPELLED_OUT = {
    stringify_annotation(alias, "smart"): name
    for name, alias in {"ArrayLike": ArrayLike, "Action": Action}.items()
}
ARRAY = re.compile(r"~?numpy\.ndarray\[tuple\[[^]]*\], ~?numpy\.dtype\[([^]]*)\]\]")


def shorten(text: str | None) -> str | None:
    """Types of a signature by their names."""
    for long, name in SPELLED_OUT.items():
        text = text and text.replace(long, name)
    return text and ARRAY.sub(r"NDArray[\1]", text)


def shorten_signature(
    app: Sphinx,
    kind: str,
    name: str,
    value: object,
    options: object,
    arguments: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Signatures as one would write them."""
    return shorten(arguments), shorten(returned)


def public_names() -> dict[str, str]:
    """Where each public name stands in the reference, by the name alone."""
    homes = ["bandit", "spaces", "scale", *smoothbandits._MODULES]
    found: dict[str, str] = {}
    for home in homes:
        module = __import__(f"smoothbandits.{home}", fromlist=["__all__"])
        for name in module.__all__:
            found.setdefault(name, f"smoothbandits.{home}.{name}")
    return found


def lead_to_entry(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: nodes.TextElement
) -> nodes.Node | None:
    """Resolve `Interval`, `sb.Interval` and the modules in which classes really are."""
    if node.get("refdomain") != "py":
        return None
    *home, name = node["reftarget"].split(".")
    member = ""
    if home and home[-1] in NAMES:  # `Trace.to_frame`
        name, member = home[-1], f".{name}"
    if name not in NAMES:
        return None
    domain: Any = env.domains.python_domain
    return domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", NAMES[name] + member, node, text
    )


def skip_fields(
    app: Sphinx, kind: str, name: str, value: object, skip: bool, options: object
) -> bool | None:
    """Fields of a named tuple are told under Attributes."""
    return True if (getattr(value, "__doc__", "") or "").startswith("Alias for field") else None


def end_with_the_last_line(app: Sphinx, page: nodes.document) -> None:
    """A piece of a program ends where its code does, not with the blank lines below."""
    for block in page.findall(nodes.literal_block):
        if block.rawsource == block.astext():
            block.rawsource = block.rawsource.rstrip("\n")
            block[:] = [nodes.Text(block.rawsource)]


NAMES = public_names()


def setup(app: Sphinx) -> None:
    """Sphinx calls this once."""
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("missing-reference", lead_to_entry)
    app.connect("doctree-read", end_with_the_last_line)
    app.connect("builder-inited", lambda app: gallery.write_page(HERE / "gallery.md"))
