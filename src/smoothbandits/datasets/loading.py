"""From a name to data."""

from smoothbandits.datasets.bng import BNG_SETS, load_bng
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.errors import InvalidParameter

__all__ = ["load"]


def load(name: str, *, rows: int | None = None, seed: int = 1) -> Dataset:
    """A table by its name.

    Parameters
    ----------
    name
        "bng-cpu", "bng-price" or "bng-wisconsin".
    rows
        How many, from the beginning; as published if left out.
    seed
        Of generated data; 1 is the published set.

    Examples
    --------
    >>> load("bng-wisconsin", rows=10)
    <Dataset bng-wisconsin: 10 rows, 32 columns>
    """
    if name not in BNG_SETS:
        raise InvalidParameter(f"no dataset is called {name!r}; give one of {', '.join(BNG_SETS)}")
    return load_bng(name, rows=rows, seed=seed)
