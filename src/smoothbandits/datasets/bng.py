"""The three BNG sets of the paper's Table 1, drawn again from their Bayesian networks.

OpenML made them from small tables: five equal-frequency bins per attribute, a network learned by
Weka's K2, and a million rows drawn from it with ``java.util.Random(1)``.  The networks are here;
seed 1 gives the published target column, any other seed fresh data of the same law.
"""

import functools
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_count
from smoothbandits.datasets.cache import cached_array
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import NetworkState

__all__ = ["BNG_SETS", "PUBLISHED_ROWS", "load_bng", "read_network"]

PUBLISHED_ROWS = 1_000_000
KEPT_FROM = 100_000  # rows; fewer are drawn faster than they are looked up
BNG_SETS = {
    "bng-cpu": ("BNG_cpu_act", 1190),
    "bng-price": ("BNG_auto_price", 1189),
    "bng-wisconsin": ("BNG_wisconsin", 1187),
}


def load_bng(name: str, *, rows: int | None = None, seed: int = 1) -> Dataset:
    """Draw rows of one of `BNG_SETS`; the first rows are the same however many are asked for.

    Examples
    --------
    >>> table = load_bng("bng-price", rows=2)
    >>> table.target, table.y.round(2)
    ('price', array([12310.08, 22060.44]))
    """
    rows = PUBLISHED_ROWS if rows is None else check_count("rows", rows)
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**48:
        raise InvalidParameter(f"seed is {seed!r}; give a whole number from 0 to 2**48 - 1")
    file, number = BNG_SETS[name]
    columns, network = read_network(file)

    def draw() -> Floats:
        from smoothbandits.engines import load

        table = np.empty((rows, len(columns)))
        load("compiled").sample_network(network, int(seed), table)
        return table

    table = cached_array(f"{name}-{seed}-{rows}", draw) if rows >= KEPT_FROM else draw()
    return Dataset(
        name=name,
        X=np.ascontiguousarray(table[:, :-1]),
        y=table[:, -1].copy(),
        columns=tuple(columns[:-1]),
        target=columns[-1],
        licence="public domain",
        source=f"OpenML {number} ({file})",
        note="reconstructed" if seed == 1 else f"reconstructed, fresh rows of seed {seed}",
    )


@functools.cache
def read_network(file: str) -> tuple[list[str], NetworkState]:
    """Names of the attributes, the target last, and the network in arrays."""
    path = Path(__file__).parent / "networks" / f"{file}.network.json.gz"
    attributes = json.loads(gzip.decompress(path.read_bytes()))["attributes"]
    parents = [attribute["parents"] for attribute in attributes]
    tables = [np.ravel(attribute["cpt"]) for attribute in attributes]
    return [attribute["name"] for attribute in attributes], NetworkState(
        order=parents_first(parents),
        numeric=np.array([attribute["numeric"] for attribute in attributes]),
        bin_counts=np.array([len(attribute["cpt"][0]) for attribute in attributes]),
        cuts=padded([attribute.get("cut_points", []) for attribute in attributes]),
        means=padded(
            [attribute.get("bin_means") or labels(attribute) for attribute in attributes]
        ),
        deviations=padded([attribute.get("bin_sds", []) for attribute in attributes]),
        parents=np.concatenate(parents).astype(np.int64),
        parent_starts=starts(parents),
        probabilities=np.concatenate(tables),
        table_starts=starts(tables),
    )


def labels(attribute: dict[str, Any]) -> list[float]:
    """Values of a nominal attribute, which are numbers in all three sets."""
    return [float(value) for value in attribute["values"]]


def parents_first(parents: list[list[int]]) -> NDArray[np.int64]:
    """Order of drawing: again and again through the file, each one whose parents are drawn."""
    order: list[int] = []
    while len(order) < len(parents):
        for attribute, needed in enumerate(parents):
            if attribute not in order and all(parent in order for parent in needed):
                order.append(attribute)
    return np.array(order)


def padded(rows: list[list[float]]) -> Floats:
    """Rows of different lengths as one array, filled up with zeros."""
    array = np.zeros((len(rows), max(map(len, rows))))
    for values, row in zip(array, rows, strict=True):
        values[: len(row)] = row
    return array


def starts(parts: Any) -> NDArray[np.int64]:
    """Where each part begins when all lie end to end, and where the last one ends."""
    return np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
