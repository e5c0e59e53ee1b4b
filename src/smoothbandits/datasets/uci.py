"""Ten real tables of the UCI repository, to choose settings on; read from the user's folder."""

from pathlib import Path

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.folders import find_file, need_file
from smoothbandits.datasets.sizes import first_rows
from smoothbandits.errors import InvalidTable
from smoothbandits.extras import require_extra

__all__ = ["UCI_SETS", "card", "load_uci", "where_uci"]

#: rows, columns with the target, and what they are about
UCI_SETS: dict[str, tuple[int, int, str]] = {
    "uci-airfoil": (1_503, 6, "noise of airfoils in a wind tunnel"),
    "uci-concrete": (1_030, 9, "strength of concrete by its mixture and age"),
    "uci-elevators": (16_599, 19, "elevators of an aircraft"),
    "uci-kin40k": (40_000, 9, "a robot arm of eight links"),
    "uci-parkinsons": (5_875, 21, "voices of people with Parkinson's disease"),
    "uci-protein": (45_730, 10, "structure of proteins"),
    "uci-pumadyn32nm": (8_192, 33, "dynamics of a robot arm, with noise"),
    "uci-skillcraft": (3_338, 20, "players of a game of strategy"),
    "uci-sml": (4_137, 27, "temperature in a house"),
    "uci-tamielectric": (45_781, 4, "use of electricity; the columns say next to nothing"),
}


def card(name: str) -> Card:
    """What a table is."""
    rows, columns, summary = UCI_SETS[name]
    return Card(
        name=name,
        summary=f"{rows:,} rows, {columns - 1} columns; {summary}",
        licence="CC BY 4.0",
        source="UCI Machine Learning Repository, by github.com/treforevans/uci_datasets (MIT)",
    )


def file_names(name: str) -> list[str]:
    """Where the file is looked for, below a folder."""
    file = f"{name.removeprefix('uci-')}.csv.gz"
    return [f"uci/{file}", file]


def where_uci(name: str, data_dir: str | Path | None) -> Path | None:
    """The file, if it is there."""
    return find_file(file_names(name), data_dir)


def load_uci(
    name: str, *, rows: int | None, seed: int | None, data_dir: str | Path | None
) -> Dataset:
    """Read a table: numbers without a header, the target in the last column."""
    path = need_file(name, file_names(name), data_dir, source=card(name).source)
    table = numbers(path)
    expected = UCI_SETS[name][:2]
    if table.shape != expected or not np.isfinite(table).all():
        raise InvalidTable(
            f"{str(path)!r} has shape {table.shape} or gaps; {name} has {expected[0]} rows of "
            f"{expected[1]} numbers, get the file again"
        )
    columns = [f"x{i}" for i in range(table.shape[1] - 1)]
    X, y = np.ascontiguousarray(table[:, :-1]), table[:, -1].copy()
    return first_rows(Dataset.of(card(name), X, y, columns, "y"), rows)


def numbers(path: Path) -> Floats:
    """A CSV file without a header."""
    require_extra("datasets", "polars")
    import polars

    try:
        frame = polars.read_csv(path, has_header=False, infer_schema_length=None)
        return frame.cast(polars.Float64).to_numpy()
    except (polars.exceptions.PolarsError, OSError) as error:
        raise InvalidTable(f"{str(path)!r} cannot be read ({error}); get it again") from None
