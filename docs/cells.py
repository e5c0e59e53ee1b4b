"""Cells of a notebook in a page, with what they show: ``{cell} ../../examples/look.ipynb 2``.

Cells of code are counted from 1.  What they show is what the notebook keeps; nothing is run.
"""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

__all__ = ["Cell", "setup"]


class Cell(SphinxDirective):
    """One cell of code, by the notebook's path and the cell's number."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """The code, then each output as what a notebook would show of it."""
        _, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(path)
        cells = [
            cell
            for cell in json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
            if cell["cell_type"] == "code"
        ]
        number = int(self.arguments[1])
        if not 1 <= number <= len(cells):
            raise self.error(f"cell {number} of {len(cells)} in {self.arguments[0]}")
        cell = cells[number - 1]
        code = "".join(cell["source"])
        return [
            nodes.literal_block(code, code, language="python"),
            *(shown(output) for output in cell["outputs"]),
        ]


def shown(output: dict[str, Any]) -> nodes.Node:
    """A picture, a table or text, in this order of preference."""
    data = output.get("data", {})
    if "image/png" in data:
        picture = "".join(data["image/png"].split())
        html = f'<img src="data:image/png;base64,{picture}" alt="the figure of this cell">'
        return nodes.raw("", html, format="html")
    if "text/html" in data:
        return nodes.raw("", "".join(data["text/html"]), format="html")
    text = "".join(output.get("text") or data["text/plain"])
    return nodes.literal_block(text, text, language="text")


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx calls this once."""
    app.add_directive("cell", Cell)
    return {"parallel_read_safe": True}
