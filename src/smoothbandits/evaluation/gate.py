"""The way from what decides today to what is to decide tomorrow."""

import math
import threading
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import check_count, check_fraction, check_seed
from smoothbandits.drawing.html import facts
from smoothbandits.errors import (
    AlreadyLearned,
    InvalidLoss,
    InvalidParameter,
    UnknownDecision,
)
from smoothbandits.evaluation.difference import Difference
from smoothbandits.scale import Scale

__all__ = ["Gate", "Passage", "Step"]

Stage = Literal["shadow", "trial", "promoted", "stopped"]
Player = Bandit | Callable[[Any], Any]


class Passage(NamedTuple):
    """What `Gate.act` returns and `Gate.learn` takes.

    Attributes
    ----------
    number
        Count of the round.
    action
        What to do.
    who
        "incumbent" or "candidate".
    stage
        Where the gate was.
    context
        What was known.
    decision
        The decision of the bandit that acted; None where a function did.
    """

    number: int
    action: Any
    who: str
    stage: str
    context: Any
    decision: Decision | None


class Step(NamedTuple):
    """A change of stage: after how many rounds, to which, and why."""

    rounds: int
    stage: str
    reason: str


class Gate:
    """Lets a candidate take over from an incumbent once it has been shown to be better.

    First a shadow: the incumbent acts, and the candidate is taught what came of it.  Then a trial:
    a coin gives the candidate its share of the rounds.  After every outcome a sequence looks at
    the mean difference so far.  The candidate is promoted once it is better beyond doubt and
    stopped once it is worse beyond doubt, or when the trial has no more rounds.  Of candidates
    that are no better at most ``1 - level`` are ever promoted, however often one looks and
    although both learn on the way.

    Parameters
    ----------
    incumbent
        What decides today: a `Bandit`, or a function from a context to an action.
    candidate
        What is to decide: another bandit or function.
    shadow
        Rounds before the trial.
    share
        Probability that the candidate acts in a round of the trial.
    rounds
        After how many rounds of the trial it is over, if nothing was shown until then; None never
        ends it.
    level
        How sure a promotion is to be.
    scale
        Units of losses and rewards; by default those of the bandit.
    seed
        Of the coin.

    Notes
    -----
    Outcomes may come in any order.  A round counts once those before it have come, since outcomes
    that come early may be the better ones; so tell the gate when one is known not to come, as
    ``reward=0``, say.

    Examples
    --------
    >>> gate = Gate(lambda context: 0.9, lambda context: 0.2, share=0.5, seed=1)
    >>> while gate.stage == "trial":
    ...     passage = gate.act()
    ...     gate.learn(passage, loss=passage.action)
    >>> gate.stage, gate.record[-1].reason
    ('promoted', 'the candidate gained 0.704 a round over 20 rounds, at least 0.012 at 95%')
    """

    def __init__(
        self,
        incumbent: Player,
        candidate: Player,
        *,
        shadow: int = 0,
        share: float = 0.5,
        rounds: int | None = None,
        level: float = 0.95,
        scale: Scale | None = None,
        seed: int = 0,
    ) -> None:
        for name, player in (("incumbent", incumbent), ("candidate", candidate)):
            if not (isinstance(player, Bandit) or callable(player)):
                raise InvalidParameter(
                    f"{name} is {player!r}; give a Bandit, or a function of the context"
                )
        if incumbent is candidate:
            raise InvalidParameter("incumbent and candidate are the same; give two")
        self.incumbent, self.candidate = incumbent, candidate
        self.shadow = check_count("shadow", shadow, least=0)
        self.share = check_fraction("share", share)
        self.level = check_fraction("level", level)
        for name, value in (("share", self.share), ("level", self.level)):
            if value == 1.0:
                raise InvalidParameter(f"{name} is {value!r}; give a number below 1")
        self.rounds = None if rounds is None else check_count("rounds", rounds)
        self.scale = scale_of((candidate, incumbent), scale)
        self.seed = check_seed(seed)
        self.stage: Stage = "shadow" if shadow else "trial"
        self.record: list[Step] = [Step(0, self.stage, "the beginning")]
        self.decided = 0
        self._difference = Difference(self.share)
        self._waiting: dict[int, Passage] = {}
        self._early: dict[int, tuple[Passage, float]] = {}  # until those before it have come
        self._counted = 0  # rounds before this number have all come
        self._lock = threading.RLock()

    def act(self, context: Any = None, **options: Any) -> Passage:
        """Choose an action, by whoever's turn it is.

        Parameters
        ----------
        context
            As for `Bandit.act`.
        options
            Further arguments of `Bandit.act`, such as ``within``; functions are not given them.
        """
        with self._lock:
            number = self.decided
            who = "candidate" if self._is_candidates(number) else "incumbent"
            player = self.candidate if who == "candidate" else self.incumbent
            if isinstance(player, Bandit):
                decision = player.act(context, **options)
                passage = Passage(number, decision.action, who, self.stage, context, decision)
            else:
                passage = Passage(number, player(context), who, self.stage, context, None)
            self._waiting[number] = passage
            self.decided = number + 1
            return passage

    def _is_candidates(self, number: int) -> bool:
        if self.stage == "trial":
            return bool(np.random.default_rng([self.seed, number]).random() < self.share)
        return self.stage == "promoted"

    def learn(
        self,
        passage: Passage | int,
        *,
        loss: float | None = None,
        reward: float | None = None,
        outcome: float | None = None,
    ) -> None:
        """Learn what came of a round; changes the stage where that is now shown.

        Parameters
        ----------
        passage
            The passage or its number.
        loss, reward, outcome
            Exactly one of them, as for `Bandit.learn`.
        """
        with self._lock:
            known = self._find(passage)
            unit = self._unit_loss(known, loss=loss, reward=reward, outcome=outcome)
            given = {"loss": loss, "reward": reward, "outcome": outcome}
            self._teach(known, {name: one for name, one in given.items() if one is not None})
            del self._waiting[known.number]
            self._early[known.number] = known, unit
            while self._counted in self._early:
                self._count(*self._early.pop(self._counted))

    def _find(self, passage: Passage | int) -> Passage:
        number = passage.number if isinstance(passage, Passage) else passage
        try:
            return self._waiting[number]
        except (KeyError, TypeError):
            pass
        if isinstance(number, int) and 0 <= number < self.decided:
            raise AlreadyLearned(f"round {number} was learned before; each one counts once")
        raise UnknownDecision(f"round {number!r} was never decided; learn what act returned")

    def _unit_loss(self, passage: Passage, **given: Any) -> float:
        player = self.candidate if passage.who == "candidate" else self.incumbent
        if given["outcome"] is None:
            return self.scale.loss(loss=given["loss"], reward=given["reward"])
        if not isinstance(player, Bandit) or passage.decision is None:
            raise InvalidLoss("outcome is given and a function decided; give loss or reward")
        return player._feedback.loss(passage.decision, player._feedback.value(**given))

    def _teach(self, passage: Passage, given: dict[str, Any]) -> None:
        """Tell the one that acted, and teach the candidate what came of the incumbent's."""
        player = self.candidate if passage.who == "candidate" else self.incumbent
        if isinstance(player, Bandit) and passage.decision is not None:
            player.learn(passage.decision, **given)
        if passage.who == "incumbent" and isinstance(self.candidate, Bandit):
            context = None if passage.context is None else [passage.context]
            name, value = next(iter(given.items()))
            many = {f"{name}s" if name != "loss" else "losses": [value]}
            self.candidate.teach(context, [passage.action], **many)

    def _count(self, passage: Passage, loss: float) -> None:
        """Count a round whose predecessors have all come."""
        self._counted += 1
        if self.stage == "shadow" and self._counted >= self.shadow:
            self._turn("trial", f"the candidate has seen {self._counted:,} rounds")
        if self.stage != "trial" or passage.stage != "trial":
            return
        found = self._difference
        found.add(passage.who == "candidate", loss)
        needed = math.log(1.0 / (1.0 - self.level))
        if found.proof(gain=True) >= needed:
            self._turn("promoted", f"the candidate gained {self._words(0)}")
        elif found.proof(gain=False) >= needed:
            self._turn("stopped", f"the candidate lost {self._words(1)}")
        elif self.rounds is not None and found.rounds >= self.rounds:
            low, high = self.gain[1:]
            self._turn(
                "stopped",
                f"{found.rounds:,} rounds have not shown a gain; it is between {low:.3g} and "
                f"{high:.3g} a round",
            )

    def _words(self, end: int) -> str:
        # one end of an interval of twice the error is what was shown
        ends = self._difference.interval(2.0 * (1.0 - self.level))
        span = self.scale.high - self.scale.low
        return (
            f"{abs(self._difference.mean) * span:.3g} a round over {self._difference.rounds:,} "
            f"rounds, at least {abs(ends[end]) * span:.3g} at {self.level:.0%}"
        )

    def _turn(self, stage: Stage, reason: str) -> None:
        self.stage = stage
        self.record.append(Step(self._counted, stage, reason))

    @property
    def gain(self) -> tuple[float, float, float]:
        """What the candidate gains a round, and the interval of it that holds at every look.

        In the units of ``scale``; the mean over the rounds of the trial so far.
        """
        span = self.scale.high - self.scale.low
        ends = self._difference.interval(1.0 - self.level)
        return self._difference.mean * span, ends.low * span, ends.high * span

    @property
    def outstanding(self) -> tuple[Passage, ...]:
        """Rounds whose outcome has not come; the oldest holds up those after it."""
        with self._lock:
            return tuple(self._waiting.values())

    def __repr__(self) -> str:
        return f"<Gate: {self.stage}, {self.decided:,} rounds; {self.record[-1].reason}>"

    def _repr_html_(self) -> str:
        gain, low, high = self.gain
        rows = {
            "stage": self.stage,
            "rounds": f"{self.decided:,}, of the trial {self._difference.rounds:,}",
            "gain a round": f"{gain:.4g}, {low:.4g} to {high:.4g} at {self.level:.0%}",
            "why": self.record[-1].reason,
        }
        return facts("Gate", rows)


def scale_of(players: tuple[Player, Player], scale: Scale | None) -> Scale:
    """The scale that was given, or that the bandits agree on."""
    scales = [player.scale for player in players if isinstance(player, Bandit)]
    if scale is not None:
        scales.append(scale)
    if any(one != scales[0] for one in scales):
        raise InvalidParameter(
            f"scales are {', '.join(map(repr, scales))}; make incumbent and candidate with one"
        )
    return scales[0] if scales else Scale()
