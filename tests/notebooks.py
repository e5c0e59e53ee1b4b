"""Notebooks whose cells run: code from top to bottom, the last value of a cell is shown.

``python -m tests.notebooks examples/look.ipynb`` runs one and keeps what it shows.  No kernel is
needed: what Jupyter would show of a value is its ``_repr_html_``, a picture of a figure, or text.
"""

import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

__all__ = ["cells_of", "run"]


def cells_of(path: Path) -> list[dict[str, Any]]:
    """The cells of code."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(path: Path) -> list[list[dict[str, Any]]]:
    """What each cell of code shows, as a notebook keeps it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [shown(cell, names, str(path)) for cell in cells_of(path)]


def shown(cell: dict[str, Any], names: dict[str, Any], where: str) -> list[dict[str, Any]]:
    """Run one cell."""
    tree, last = ast.parse("".join(cell["source"])), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, where, "exec"), names)
        if last is not None:
            value = eval(compile(last, where, "eval"), names)
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        text = said.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": text})
    if value is not None:
        outputs.append({"output_type": "display_data", "metadata": {}, "data": data_of(value)})
    return outputs


def data_of(value: Any) -> dict[str, Any]:
    """A value as a notebook shows it."""
    data: dict[str, Any] = {"text/plain": [repr(value)]}
    if hasattr(value, "savefig"):
        picture = io.BytesIO()
        value.savefig(picture, format="png", dpi=60)
        data["image/png"] = base64.b64encode(picture.getvalue()).decode()
        data["text/plain"] = ["<Figure>"]
    elif hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    return data


def renew(path: Path) -> None:
    """Keep what the cells show in the notebook."""
    notebook, found = json.loads(path.read_text(encoding="utf-8")), iter(run(path))
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["outputs"], cell["execution_count"] = next(found), number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        renew(Path(name))
