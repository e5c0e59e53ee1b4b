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

from smoothbandits.checks import Floats, check_count, check_seed
from smoothbandits.datasets.cache import cached_array
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.errors import InvalidParameter
from smoothbandits.files import digest
from smoothbandits.kernels.states import NetworkState

__all__ = ["BNG_SETS", "PUBLISHED_ROWS", "card", "kept_name", "load_bng", "read_network"]

PUBLISHED_ROWS = 1_000_000
KEPT_FROM = 100_000  # rows; fewer are drawn faster than they are looked up
SEEDS = 2**48  # of java.util.Random
SAMPLER = Path(__file__).parents[1] / "kernels" / "environments" / "bayes_network.py"
BNG_SETS = {
    "bng-cpu": ("BNG_cpu_act", 1190, "load of a computer; guess the share of user time (Cpu"),
    "bng-price": ("BNG_auto_price", 1189, "cars; guess the price (Price"),
    "bng-wisconsin": ("BNG_wisconsin", 1187, "patients; guess the months until relapse (Wis"),
}


def card(name: str) -> Card:
    """What a set is."""
    file, number, summary = BNG_SETS[name]
    return Card(
        name=name,
        summary=f"1,000,000 rows: {summary} of Table 1)",
        licence="public domain",
        source=f"OpenML {number} ({file}), drawn again from its network",
        note="reconstructed",
    )


def load_bng(
    name: str,
    *,
    rows: int | None = None,
    seed: int | None = None,
    data_dir: str | Path | None = None,
) -> Dataset:
    """Draw rows of one of `BNG_SETS`; the first rows are the same however many are asked for.

    Examples
    --------
    >>> table = load_bng("bng-price", rows=2)
    >>> table.target, table.y.round(2)
    ('price', array([12310.08, 22060.44]))
    """
    rows = PUBLISHED_ROWS if rows is None else check_count("rows", rows)
    seed = 1 if seed is None else check_seed(seed)
    if seed >= SEEDS:
        raise InvalidParameter(f"seed is {seed}; give a number below 2**48")
    columns, network = read_network(BNG_SETS[name][0])

    def draw() -> Floats:
        from smoothbandits.engines import entries_of

        table = np.empty((rows, len(columns)))
        entries_of("compiled").sample_network(network, seed, table)
        return table

    table = cached_array(kept_name(name, rows, seed), draw) if rows >= KEPT_FROM else draw()
    found = Dataset.of(
        card(name),
        np.ascontiguousarray(table[:, :-1]),
        table[:, -1].copy(),
        columns[:-1],
        columns[-1],
    )
    return found if seed == 1 else found.noted(f"fresh rows of seed {seed}")


def kept_name(name: str, rows: int, seed: int) -> str:
    """Under what a drawn set is kept; what was drawn by other code is not found again."""
    return f"{name}-{seed}-{rows}-{origin_hash(BNG_SETS[name][0])}"


@functools.cache
def origin_hash(file: str) -> str:
    """Hash of all that the numbers follow from: the network as read, and the sampler's source."""
    return digest(SAMPLER, *(array.tobytes() for array in read_network(file)[1]))


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
