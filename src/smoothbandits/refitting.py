"""When an oracle is fitted anew, and what becomes of the fits: at once, or beside the bandit."""

import warnings
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from smoothbandits.fitter import Flight, attempt, hand_over
from smoothbandits.oracles.refitted import RefittedOracle

__all__ = ["Moment", "Refits", "Swap"]

#: what the bandit is about to do or has just done; simulations wait for fits
Moment = Literal["deciding", "learning", "learned", "waiting"]

NEAR = 200  # examples before a bandit's first fit at which the process that fits is started


class Swap(NamedTuple):
    """The end of a fit: decisions from number ``decided`` on were made with what it gave.

    Attributes
    ----------
    decided, learned
        How many decisions had been made and learned.
    failed
        Whether there was nothing to swap in.
    """

    decided: int
    learned: int
    failed: bool = False


class Refits:
    """When an oracle is fitted anew, and what becomes of the fits.

    Attributes
    ----------
    background
        Whether fits go beside the bandit.
    swaps
        All fits that ended.
    script
        The swaps of another run: fits end where those did, and nowhere else.
    flight
        The fit that runs beside the bandit.
    owed
        Whether a fit is to begin as soon as none is in flight: it became due meanwhile, or was
        lost by an interruption or with a process.
    """

    def __init__(self, oracle: RefittedOracle, seed: int) -> None:
        self.oracle, self.seed, self.background = oracle, seed, oracle.background
        self.swaps: list[Swap] = []
        self.script: list[Swap] | None = None
        self.flight: Flight | None = None
        self.owed = False
        self._warming: Flight | None = None

    @property
    def busy(self) -> bool:
        """Whether a fit has begun and not ended, or is to begin."""
        return self.flight is not None or self.owed

    def go_on(self, state: Any, decided: int, learned: int, moment: Moment) -> Any:
        """End a fit and begin the next one where it is time; the state to go on with.

        A decision begins nothing that has to copy examples first.
        """
        if self.flight is not None and self.flight.lost:
            self.flight, self.owed = None, True
        left = self.oracle.until_refit(state)
        full, beside = left == 0, self.background and moment != "waiting"
        if beside and left <= NEAR and self._warming is None:
            self._warming = hand_over(self.oracle.prepared, self.oracle.handed_over(state))
        ends = self.flight is not None and self._ends(self.flight, decided, learned, moment)
        copies = full and beside and moment == "deciding"
        begins = (full or self.owed) and (self.flight is None or ends) and not copies
        # first, so that nothing has changed where memory ends
        makes_room = full and (begins or moment in ("learning", "waiting"))
        roomy = self.oracle.with_room(state) if makes_room else state
        if self.flight is not None and ends:
            outcome, self.flight = self.flight.outcome, None
            changed = self._ended(outcome, decided, learned)
            state, roomy = state._replace(**changed), roomy._replace(**changed)
        self.owed = self.owed or makes_room
        if begins:
            seed = self.seed + learned
            if beside:
                task = (self.oracle.handed_over(state), seed, 1)
                self.flight = hand_over(self.oracle.fitted, *task)
            else:
                outcome = attempt(self.oracle.fitted, state, seed)
                roomy = roomy._replace(**self._ended(outcome, decided, learned))
            self.owed = False
        return roomy

    def late(self, state: Any) -> Flight | None:
        """The fit in flight where the next one is due already and learning should wait for it."""
        impatient = self.script is not None or self.oracle.patience == 0.0
        due = not impatient and self.oracle.until_refit(state) == 0
        return self.flight if due else None

    def _ends(self, flight: Flight, decided: int, learned: int, moment: Moment) -> bool:
        wait = moment == "waiting"
        if self.script is not None:
            if not self.script or self.script[0][:2] != (decided, learned):
                return False
            wait = True
        if wait:
            flight.ended.wait()
        return flight.ended.is_set()

    def _ended(self, outcome: Any, decided: int, learned: int) -> dict[str, Any]:
        """Note the end of a fit; what it changes of the state."""
        if self.script:
            outcome = "as in the run that is replayed" if self.script.pop(0).failed else outcome
        self.swaps.append(Swap(decided, learned, isinstance(outcome, str)))
        if isinstance(outcome, str):
            warnings.warn(
                f"a fit failed ({outcome}); the bandit goes on with the model it has and all its "
                "examples, and fits again when the next fit is due",
                RuntimeWarning,
                stacklevel=5,
            )
            return {}
        changed: dict[str, Any] = outcome
        return changed

    # ------------------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; a fit that has not ended is owed by the bandit that is loaded."""
        return {"owed": self.busy, "swaps": self.swaps}

    def restore(self, owed: bool, swaps: Iterable[Any]) -> None:
        """Take over what `to_dict` gave."""
        self.owed, self.swaps = owed, [Swap(*swap) for swap in swaps]
