"""What the oracles of boosted trees share: parameters of the fits, and examples for them."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.checks import check_count, check_finite, check_flag, check_fraction
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.changes import ALPHA, no_watch, watch_beside
from smoothbandits.oracles.kept import Kept
from smoothbandits.oracles.trees.renewal import RenewedOracle

__all__ = ["How", "TreesOracle"]

MADE_UP = 30  # examples to try out a fit with
TAUGHT_GROWTH = 0.02  # share of all examples that is worth a fit, however many were taught


class How(NamedTuple):
    """How LightGBM carries a fit out: the seed of its draws, and its threads."""

    seed: int
    threads: int


class TreesOracle(RenewedOracle):
    """Trees that are fitted anew, beside an oracle that learns online."""

    growth: float
    trees: int
    leaves: int
    learning_rate: float
    categories: tuple[int, ...]
    patience: float
    forget: int | None

    rows = ("contexts", "actions", "losses", "taught")

    def __post_init__(self) -> None:
        check_count("first", self.first, least=10)
        if not check_finite("growth", self.growth) > 1.0:
            raise InvalidParameter(f"growth is {self.growth!r}; give a factor above 1")
        check_count("trees", self.trees)
        check_count("leaves", self.leaves, least=2)
        check_fraction("learning_rate", self.learning_rate)
        check_count("memory", self.memory, least=1_000_000)
        if self.forget is not None:
            check_count("forget", self.forget)
        check_flag("watch", self.watch)
        if not check_finite("patience", self.patience) >= 0.0:
            raise InvalidParameter(f"patience is {self.patience!r}; give seconds, 0 or more")
        if not isinstance(self.categories, Sequence):
            raise InvalidParameter(f"categories is {self.categories!r}; give places, as in (0, 3)")
        places = tuple(check_count("categories", place, least=0) for place in self.categories)
        object.__setattr__(self, "categories", places)  # saved files give a list

    def check_fits(self, width: int) -> None:
        """Refuse places that contexts do not have."""
        outside = [place for place in self.categories if place >= width]
        if outside:
            raise InvalidParameter(
                f"categories holds {outside[0]}; contexts have places 0 to {width - 1}"
            )

    def untaught(self, online: Any, width: int, dimension: int) -> dict[str, Any]:
        """Fields of a state that has seen no example, beside its oracle that learns online."""
        return {
            "online": online,
            "lifted": np.zeros(1, dtype=np.bool_),
            "contexts": np.zeros((self.first, width), dtype=np.float32),
            "actions": np.zeros((self.first, dimension), dtype=np.float32),
            "losses": np.zeros(self.first, dtype=np.float32),
            "taught": np.zeros(self.first, dtype=np.int64),
            "kept": np.zeros(2, dtype=np.int64),
            "since": np.zeros(1, dtype=np.int64),
            "watch": watch_beside(online, ALPHA) if self.watch else no_watch(),
        }

    def filled(self, state: Any) -> int:
        """Examples that are kept."""
        return int(state.kept[0])

    def kept(self, state: Any) -> Kept:
        """The examples of the next fit, in seven digits."""
        rows = self.filled_rows(state)
        named = ("contexts", "actions", "losses")
        contexts, actions, losses = (np.asarray(rows[n], dtype=np.float64) for n in named)
        return Kept(contexts, actions, losses)

    def room_until_next(self, state: Any) -> int:
        """What the bandit decided counts as if nothing had been taught beside it.

        Else a bandit that was taught much would wait long for the first fit to what it tried.
        """
        kept = self.filled(state)
        decided = int(np.count_nonzero(state.taught[:kept] == 0))
        if decided == kept:
            return self.room_after(kept)
        soon = max(self.first, self.room_after(decided)) - decided
        return min(self.room_after(kept), kept + max(soon, int(TAUGHT_GROWTH * kept)))

    def relearned(self, state: Any, untaught: Any, numbers: Collection[int], seed: int) -> Any:
        """The oracle beside the trees knows no more than the examples that are kept say.

        Those from before a change are dropped first, if they are still to be.
        """
        if self.outdated(state):
            state = self.renewed(state)
        kept = self.filled(state)
        stays = ~np.isin(state.taught[:kept], np.fromiter(numbers, dtype=np.int64))
        columns = {name: getattr(state, name)[:kept][stays] for name in self.rows}
        n = int(stays.sum())
        new = self.with_room_for(untaught, n)
        new = new._replace(watch=state.watch)
        entries_of("compiled").relearn(new, *columns.values(), seed)
        return self.refitted(new, seed)

    def filled_rows(self, state: Any) -> dict[str, Any]:
        """Fields of a state that a fit reads: rows that are filled never change."""
        rows = slice(self.filled(state))
        columns = {name: getattr(state, name)[rows] for name in self.rows}
        return {**columns, "kept": state.kept.copy(), "watch": no_watch()}

    def usual_setting(self, rows: int, how: How) -> dict[str, Any]:
        """LightGBM's parameters for all trees; leaves may be small while there are few rows."""
        return {
            "learning_rate": self.learning_rate,
            "min_data_in_leaf": int(np.clip(rows // 80, 5, 40)),
            "verbose": -1,
            "seed": how.seed & 0x7FFFFFFF,
            "deterministic": True,
            "force_col_wise": True,
            "num_threads": how.threads,
        }

    def made_up(self, state: Any) -> Any:
        """The state with random examples: a fit to it imports and compiles all that fits need."""
        rng, n, columns = np.random.default_rng(0), MADE_UP, {}
        for name in self.rows:
            column = getattr(state, name)
            columns[name] = rng.integers(0, 2, (n, *column.shape[1:])).astype(column.dtype)
        columns["actions"][:, 1:] = 0.0  # a category that there is
        columns["taught"][:] = 0  # the judge is to look at them
        return state._replace(**columns, kept=np.array([n, n]), since=np.array([n // 2]))

    def columns_fit(self, state: Any, width: int) -> bool:
        """Whether columns have one length, and no more rows are in use than there are."""
        rows = len(state.actions)
        return bool(
            state.contexts.shape == (rows, width)
            and len(state.losses) == len(state.taught) == rows
            and (state.taught >= 0).all()
            and 0 <= state.kept[0] <= min(rows, state.kept[1])
            and 0 <= state.since[0] <= state.kept[1] < 2**53
            and not np.isinf(state.contexts).any()
        )
