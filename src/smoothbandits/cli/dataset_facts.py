"""What the commands about datasets say, and the files that they write."""

from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.datasets import Arms, Dataset, at_hand, load, load_arms
from smoothbandits.datasets.dataset import unit_range
from smoothbandits.datasets.entries import ARMS, TABLES
from smoothbandits.datasets.loading import entry_of
from smoothbandits.errors import InvalidParameter

__all__ = ["described", "load_any", "measured", "shown", "write_table"]


def described(name: str, data_dir: Path | None) -> dict[str, Any]:
    """What is known without loading."""
    card = entry_of(name).card
    return {
        "name": name,
        "kind": "table" if name in TABLES else "arms",
        "at_hand": at_hand(name, data_dir=data_dir),
        "summary": card.summary,
        "licence": card.licence,
        "source": card.source,
        "note": card.note,
    }


def load_any(
    name: str, rows: int | None, seed: int | None, data_dir: Path | None
) -> Dataset | Arms:
    """A table or arms."""
    if name not in ARMS:
        return load(name, rows=rows, seed=seed, data_dir=data_dir)
    if rows is not None:
        raise InvalidParameter(f"{name} has arms and no rows; leave --rows out")
    return load_arms(name, seed=seed, data_dir=data_dir)


def measured(data: Dataset | Arms) -> dict[str, Any]:
    """Sizes, and how well the best constant or the best arm does."""
    if isinstance(data, Arms):
        return {
            "note": data.note,
            "arms": len(data),
            "best_mean": float(data.means.max()),
            "best_arms": int((data.means == data.means.max()).sum()),
            "mean": float(data.means.mean()),
        }
    y = unit_range(data.y)
    best = float(np.median(y))
    return {
        "note": data.note,
        "rows": len(data),
        "columns": list(data.columns),
        "target": data.target,
        "target_range": [float(data.y.min()), float(data.y.max())],
        "best_constant": best,
        "best_constant_loss": float(np.abs(y - best).mean()),
    }


def shown(value: Any) -> str:
    """A fact in one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.7g}"
    if isinstance(value, list):
        return ", ".join(item if isinstance(item, str) else f"{item:g}" for item in value)
    return str(value)


def write_table(data: Dataset | Arms, out: Path) -> None:
    """The data as a file that `smoothbandits run` reads."""
    import polars

    if isinstance(data, Arms):
        frame = polars.DataFrame({"mean_reward": data.means})
    else:
        columns = {name: data.X[:, i] for i, name in enumerate(data.columns)}
        frame = polars.DataFrame({**columns, data.target: data.y})
    writers: dict[str, Any] = {".csv": frame.write_csv, ".parquet": frame.write_parquet}
    if out.suffix not in writers:
        raise InvalidParameter(
            f"{str(out)!r} ends in {out.suffix!r}; give a .csv or .parquet file"
        )
    try:
        writers[out.suffix](out)
    except OSError as error:
        raise InvalidParameter(
            f"{str(out)!r} cannot be written ({error.strerror}); give another file"
        ) from None
