"""Open Bandit Pipeline's dictionaries of continuous actions, as arrays in a file of numpy."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits import files
from smoothbandits.errors import InvalidTable
from smoothbandits.journal.formats.dense import Dense
from smoothbandits.journal.formats.forms import Exported, Imported, gather
from smoothbandits.journal.formats.vw_text import checked, columns
from smoothbandits.journal.log import About

if TYPE_CHECKING:
    import polars

__all__ = ["feedback_of", "read", "write"]

NO_ARCHIVE = (AttributeError, EOFError, TypeError, zipfile.BadZipFile)
ARRAYS = ("context", "action", "reward", "pscore")


def feedback_of(path: Path) -> dict[str, Any]:
    """The dictionary that OBP's estimators take: ``position`` and ``expected_reward`` are None."""
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in ARRAYS}
    except (OSError, ValueError, LookupError, *NO_ARCHIVE) as error:
        raise InvalidTable(
            f"{path.name!r} has no arrays {', '.join(ARRAYS)} as numpy writes them ({error})"
        ) from None
    n = len(arrays["action"]) if arrays["action"].ndim == 1 else -1
    shapes = {name: array.shape for name, array in arrays.items()}
    if arrays["context"].ndim != 2 or any(shape[:1] != (n,) for shape in shapes.values()):
        raise InvalidTable(f"arrays of {path.name!r} have other lengths than each other: {shapes}")
    return {"n_rounds": n, **arrays, "position": None, "expected_reward": None}


def write(frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
    """All rounds that have a density, in memory."""
    dense = Dense(about, "OBP")
    parts: dict[str, list[Any]] = {name: [] for name in ARRAYS}
    for frame in frames:
        kept = dense.of(frame)
        rows = np.array(kept["row"].to_list(), dtype=float).reshape(len(kept), about.context_size)
        parts["context"].append(rows)
        for name, column in (("action", "action"), ("reward", "reward"), ("pscore", "pdf")):
            parts[name].append(kept[column].to_numpy())
    dense.refuse_empty("OBP")
    arrays = {name: np.concatenate(some) for name, some in parts.items()}
    content: Any = {"n_rounds": dense.rows, **arrays}
    files.replace(path, lambda file: np.savez(file, **content))
    note = "position and expected_reward are None"
    return Exported(path, "obp", dense.rows, dense.left_out, f"{note}; {dense.note}".rstrip("; "))


def read(path: Path) -> Imported:
    """The rounds of a file, contexts as entries f0, f1, ..."""
    import json

    import polars

    found = feedback_of(path)
    rows = zip(*(found[name].tolist() for name in ARRAYS), strict=True)

    def row_of(row: Any) -> dict[str, Any]:
        context, action, reward, pscore = row
        if not all(np.isfinite([action, reward, pscore])):
            raise ValueError(f"action, reward and pscore are {[action, reward, pscore]!r}")
        entries = {f"f{i}": entry for i, entry in enumerate(context)}
        return {**checked(action, -reward, pscore), "context": json.dumps(entries)}

    good, problems, refused = gather(enumerate(rows, 1), row_of)
    frame = polars.DataFrame(good, schema=columns(), orient="row")
    return Imported(frame, {}, problems, refused)
