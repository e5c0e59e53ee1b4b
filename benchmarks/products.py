"""Boosted trees on a product: decisions by the number of categories.

``python benchmarks/products.py`` prints these figures alone.
"""

from collections.abc import Iterator

import numpy as np
from figure import Figure
from timing import times_of

import smoothbandits as sb
from smoothbandits.environments import OffersEnvironment
from smoothbandits.kernels.states import SURFACE

ROUNDS, DECISIONS = 20_000, 2_000


def figures() -> Iterator[Figure]:
    for channels in (1, 4, 16):
        shop = OffersEnvironment(ROUNDS, channels=channels, seed=1)
        bandit = sb.Bandit(shop.space, context_size=6, policy="best", seed=1, pending=0)
        sb.simulate(bandit, shop)
        assert bandit.oracle.state.active[0] == SURFACE
        times = times_of(bandit.act, shop.features[:DECISIONS])
        name = f"boosted trees on a product, categories: {channels}, act, median"
        yield Figure(name, float(np.median(times)), "us")


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit} ({figure.bar_shown}) {figure.holds}")
