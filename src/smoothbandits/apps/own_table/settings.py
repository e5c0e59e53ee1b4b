"""Which table to play, and as which problem."""

from dataclasses import dataclass
from pathlib import Path

from smoothbandits.checks import check_count, check_finite, check_seed
from smoothbandits.errors import InvalidParameter
from smoothbandits.tables.target import LEAST_ROWS

__all__ = ["TableSettings"]

ABSOLUTE = "absolute"


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """Which table to play, and as which problem.

    Parameters
    ----------
    data
        A CSV or Parquet file, or the name of a dataset.
    target
        Column whose value the action should meet; a dataset knows its own.
    loss
        See `parse_loss`.
    payoff
        See `parse_payoff`: the target is then what each customer would have paid, the action a
        price, and there is no loss to choose.
    low, high
        Range of the action; that of the targets if left out.
    clip
        Clip targets to the range of the action.
    shuffle
        Seed of a random order; in file order if left out.
    rows
        Number of rows to play, after shuffling; all if left out.
    fit_rows
        The encoder sees only the first so many rows; all if left out.
    ignore
        Columns that are not known before acting.
    drop_missing
        Leave out rows without a target.
    max_categories
        Levels of a category with an entry of their own.
    data_dir
        Folder with the files of datasets, else that of the variable SMOOTHBANDITS_DATA.
    """

    data: str
    target: str | None = None
    loss: str = ABSOLUTE
    payoff: str | None = None
    low: float | None = None
    high: float | None = None
    clip: bool = False
    shuffle: int | None = None
    rows: int | None = None
    fit_rows: int | None = None
    ignore: tuple[str, ...] = ()
    drop_missing: bool = False
    max_categories: int = 30
    data_dir: Path | None = None

    def __post_init__(self) -> None:
        if self.payoff is not None and self.loss != ABSOLUTE:
            raise InvalidParameter(
                f"loss is {self.loss!r} and payoff {self.payoff!r}; give one of the two"
            )
        for name in ("low", "high"):
            value = getattr(self, name)
            if value is not None:
                check_finite(name, value)
        if self.rows is not None:
            check_count("rows", self.rows, least=LEAST_ROWS)
        if self.fit_rows is not None:
            check_count("fit_rows", self.fit_rows, least=2)
        if self.shuffle is not None:
            check_seed(self.shuffle, "shuffle")
        check_count("max_categories", self.max_categories)
