"""Trees that begin anew where the world has changed."""

from typing import Any

import numpy as np

from smoothbandits.kernels.states import WatchState
from smoothbandits.oracles.changes import Change, changes_of
from smoothbandits.oracles.refitted import RefittedOracle, moved

__all__ = ["RenewedOracle"]

LOOK = 250  # examples between two looks whether old ones are to be dropped
USED, OWED = 1, 6  # places in the clock of a watch, as in the kernels


class RenewedOracle(RefittedOracle):
    """Examples and trees of a world that is no more are dropped at the next look.

    Looks come at fixed examples, so that simulations and live bandits begin anew at the same
    ones.
    """

    #: examples before the first fit
    first: int
    #: whether it looks for changes
    watch: bool

    def until_refit(self, state: Any) -> int:
        """Examples left before the next fit, or the next look whether all begins anew."""
        left = int(len(state.actions) - state.kept[0])
        if not self.watch:
            return left
        since_look = int(state.kept[1]) % LOOK
        return 0 if self.outdated(state) and since_look == 0 else min(left, LOOK - since_look)

    def outdated(self, state: Any) -> bool:
        """Whether it keeps examples of a world that is no more."""
        return isinstance(state.watch, WatchState) and bool(state.watch.clock[OWED])

    def renewed(self, state: Any) -> Any:
        """As if it had begun when the world changed; what it learned since then stays."""
        kept, clock = int(state.kept[0]), state.watch.clock.copy()
        stay, clock[OWED] = min(kept, int(clock[USED])), 0
        room = max(self.first, self.room_after(stay))
        old = slice(kept - stay, kept)
        return state._replace(
            **{name: moved(getattr(state, name), old, room) for name in self.rows},
            active=np.zeros_like(state.active),
            evidence=np.zeros_like(state.evidence),
            kept=np.array([stay, state.kept[1]]),
            since=np.zeros_like(state.since),
            watch=state.watch._replace(clock=clock),
        )

    def changes(self, state: Any) -> tuple[Change, ...]:
        """When all began anew."""
        return changes_of(state.watch)
