"""The contracts of an explorer."""

import copy
from typing import Any

from numpy.typing import ArrayLike

from smoothbandits.bandit.facade import Bandit
from smoothbandits.contexts import check_context_size
from smoothbandits.engines import Engine
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import Explorer
from smoothbandits.spaces import Catalog, Interval, Space
from smoothbandits.testing.check_bandit import check_bandit
from smoothbandits.testing.contracts import calling, require

__all__ = ["check_explorer"]

SPACES: tuple[Space, ...] = (Catalog(6, [0.3, 0.3, 0.2, 0.1, 0.05, 0.05]), Interval(-1.0, 3.0))


def check_explorer(
    explorer: Explorer,
    *,
    space: Space | None = None,
    oracle: Any = None,
    context_size: int = 0,
    contexts: ArrayLike | None = None,
    decisions: int = 4_000,
    rounds: int = 40,
    seed: int = 0,
    engine: Engine | None = None,
) -> None:
    """Check that an explorer plays the distribution that it states.

    Makes bandits with it and runs `check_bandit` on them: propensities that sum to 1 (on a
    catalogue to 1e-9, on an interval to 1e-6), decisions that follow them, greedy play
    without exploration, and the same decisions from the same seed.

    Parameters
    ----------
    explorer
        What is checked.
    space, oracle
        Where to explore, and with which predictions; by default a weighted catalogue and an
        interval, each with the oracle that `Bandit` takes there.
    context_size, contexts
        As for `check_oracle`.
    decisions, rounds
        Decisions whose frequencies are counted; rounds taught before.
    seed, engine
        Source of randomness, engine to run on.

    Raises
    ------
    ConformanceError
        Which contract is broken, with what value.

    Examples
    --------
    >>> from smoothbandits import EpsilonGreedy
    >>> check_explorer(EpsilonGreedy(0.2), decisions=500, engine="python")
    """
    require(
        isinstance(explorer, Explorer),
        f"{explorer!r} is no Explorer; subclass smoothbandits.explorers.Explorer",
    )
    context_size = check_context_size(context_size)
    if oracle is not None and space is None:
        raise InvalidParameter(f"oracle is {oracle!r} without a space; give the space it is for")

    for place in SPACES if space is None else (space,):

        def make(place: Space = place) -> Bandit:
            with calling("build"):
                return Bandit(
                    place,
                    oracle=copy.deepcopy(oracle),
                    explorer=explorer,
                    context_size=context_size,
                    seed=seed,
                    engine=engine or "auto",
                )

        check_bandit(make, contexts=contexts, decisions=decisions, rounds=rounds, seed=seed)
