"""The paper's adaptive algorithm as its theorem states it."""

from __future__ import annotations  # help shows types by their names

from collections.abc import Callable
from typing import Any

from smoothbandits.bandit.choices import EngineChoice
from smoothbandits.bandit.facade import Bandit
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import StableCorral
from smoothbandits.scale import Scale
from smoothbandits.spaces import Space

__all__ = ["CorralBandit"]


def CorralBandit(  # noqa: N802 - called as `Bandit` is
    space: Space,
    *,
    oracle: Any,
    rounds: int,
    eta: float | None = None,
    beta: float | None = None,
    context: Any = None,
    context_size: int = 0,
    scale: Scale | None = None,
    within: Callable[[Any], Any] | None = None,
    seed: int = 0,
    pending: int = 100_000,
    atoms: bool = True,
    engine: EngineChoice = "auto",
    journal: Any = None,
) -> Bandit:
    """Make a `Bandit` that competes at every smoothness h at once (Theorem 2).

    Parameters
    ----------
    space, oracle
        As for `Bandit`; the oracle must state a regret bound.
    rounds, eta, beta
        Horizon, and learning rate or its exponent, of `StableCorral`, its explorer.
    context, context_size, scale, within, seed, pending, atoms, engine, journal
        As for `Bandit`.

    Examples
    --------
    >>> from smoothbandits.oracles import TableOracle
    >>> from smoothbandits.spaces import Catalog
    >>> bandit = CorralBandit(Catalog(100), oracle=TableOracle(), rounds=1000)
    >>> bandit.explorer.bases
    10
    """
    explorer = StableCorral(rounds=rounds, eta=eta, beta=beta)
    if oracle is None:
        raise InvalidParameter("oracle is None; CorralBandit needs one with a regret bound")
    return Bandit(
        space,
        oracle=oracle,
        explorer=explorer,
        context=context,
        context_size=context_size,
        scale=scale,
        within=within,
        seed=seed,
        pending=pending,
        atoms=atoms,
        engine=engine,
        journal=journal,
    )
