"""The thing a user holds: a space, an oracle, an explorer; act and learn."""

from __future__ import annotations  # help shows types by their names

import math
import os
import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits import saving
from smoothbandits.blocks import as_contexts, decide_block
from smoothbandits.checks import MOST_ENTRIES, check_count, check_flag, check_seed
from smoothbandits.core import NO_CONTEXT, Core
from smoothbandits.decision import (
    Decision,
    Decisions,
    Propensity,
    decision_id,
    fixed,
    make_decision,
    make_propensity,
)
from smoothbandits.defaults import (
    explorer_for,
    forgetting,
    movable,
    oracle_for,
    outcome_explorer,
    outcome_oracle,
    policy_for,
    watched,
    watches,
)
from smoothbandits.errors import (
    AlreadyLearned,
    InvalidLoss,
    InvalidParameter,
    InvalidPrediction,
    SmoothBanditsError,
)
from smoothbandits.explorers import Explorer, SmoothIGW
from smoothbandits.features import identity
from smoothbandits.files import Print
from smoothbandits.kernels.states import (
    BAD_CONTEXT,
    DENSITY,
    EXPLORE,
    GREEDY_LOSS,
    OK,
    PREDICTED_LOSS,
    PROPENSITY,
    RECORD_SIZE,
    WITH_ATOM,
)
from smoothbandits.ledger import Ledger
from smoothbandits.lesson import Counts, Lesson
from smoothbandits.lineage import fresh_name
from smoothbandits.oracles import Change, Model, Oracle
from smoothbandits.oracles.base import as_context, bind, unreadable
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.refitting import Moment, Swap
from smoothbandits.regret import igw_certificate
from smoothbandits.scale import Scale
from smoothbandits.spaces import Action, Interval, Space
from smoothbandits.spaces.base import check_space

__all__ = ["Bandit"]


class Bandit:
    """A contextual bandit over a continuous or very large set of actions.

    Safe to call from several threads.  Every decision depends on the seed, its number and
    what was learned before it, on nothing else but where fits in the background ended (`swaps`).

    Parameters
    ----------
    space
        `Interval`, `Box`, `Catalog` or `Product`.
    oracle
        A built-in oracle or any object with ``predict``, ``learn`` and perhaps ``best``.  By
        default that of ``policy``.
    explorer
        How much is explored; by default that of ``policy``.
    policy
        Where oracle or explorer are left out.  "best", the default, earns most: `BoostedOracle` on
        an interval or a product, which keeps examples and is refitted as they grow, in a process
        beside this one.  "fast", the default beside another oracle, decides and learns in
        microseconds and keeps no examples: `AdditiveOracle` on an interval, `KernelOracle` in a
        `ScaledOracle` on a product, and `AdaptiveIGW`, which finds the amount of exploration by
        itself.  Elsewhere the oracle of both is the same: `CurveOracle` on an interval without
        contexts, `KernelOracle` on a box, `TableOracle` on a catalogue.
    context_size
        Number of entries of a context; 0 where there is none.  `AdditiveOracle`, `BoostedOracle`
        and `ScaledOracle` take any units, the latter two also nan for a missing entry; for other
        oracles bring each entry to about [-1, 1] first.
    scale
        Units of losses and rewards; [0, 1] by default.
    payoff
        One of `smoothbandits.payoffs` where part of the reward is known, as a price is: `learn`
        then takes ``outcome=``, and the range of rewards follows.  On an `Interval`.
    seed
        Source of all randomness.
    pending
        How many decisions that wait for their loss can be learned by id.
    atoms
        Whether decisions carry the point mass of the greedy action.  It is an integral over the
        space: a formula for `AdditiveOracle` and `DispersionOracle`, a sum over the items seen
        for `TableOracle` and over pieces for `BoostedOracle` and `CurveOracle`, quadrature for
        others, which takes about a millisecond, and more on a product of many categories or with
        an oracle of your own.  Densities are exact either way; without atoms greedy decisions log
        nan there.
    forget
        Rounds after which an example counts half as much (`ForgettingOracle`), for worlds that
        drift, also beside a payoff; None never forgets.
    drift
        "watch" compares what the oracle has learned with a challenger that knows recent rounds
        only; where that is clearly better beyond doubt, the world has changed, and oracle and
        exploration begin anew (`WatchedOracle`, `changes`).  None never looks.  "auto" watches on
        an interval with contexts, where that costs no loss while nothing changes, unless oracle,
        explorer, payoff or ``forget`` are given.

    Examples
    --------
    >>> from smoothbandits import Interval
    >>> bandit = Bandit(Interval(5.0, 50.0), context_size=2, seed=7)
    >>> decision = bandit.act([0.3, 0.9])
    >>> 5.0 <= decision.action <= 50.0
    True
    >>> bandit.learn(decision, reward=0.31)

    Prices in a market that drifts:

    >>> from smoothbandits.payoffs import Sale
    >>> Bandit(Interval(5.0, 50.0), payoff=Sale(), policy="fast", forget=500).oracle.oracle
    ForgettingOracle(oracle=OutcomeOracle(monotone=-1, knots=None, prior=4.0), rounds=500)
    """

    def __init__(
        self,
        space: Space,
        *,
        oracle: Any = None,
        explorer: Explorer | None = None,
        policy: Literal["best", "fast"] | None = None,
        context_size: int = 0,
        scale: Scale | None = None,
        payoff: KnownPayoff | None = None,
        seed: int = 0,
        pending: int = 100_000,
        atoms: bool = True,
        forget: int | None = None,
        drift: Literal["auto", "watch"] | None = "auto",
    ) -> None:
        self.space = check_space(space)
        self.context_size = check_count("context_size", context_size, least=0, most=MOST_ENTRIES)
        self.payoff = self._check_payoff(payoff, scale)
        if self.payoff is not None:
            scale = self.payoff.scale(self.space)
        self.scale = scale if scale is not None else Scale()
        if not isinstance(self.scale, Scale):
            raise InvalidParameter(f"scale is {scale!r}; give a Scale(low, high)")
        self.seed = check_seed(seed)
        chosen = policy_for(policy, oracle)
        self.explorer = explorer if explorer is not None else self._default_explorer(chosen)
        if not isinstance(self.explorer, Explorer):
            raise InvalidParameter(
                f"explorer is {explorer!r}; give SmoothIGW, AdaptiveIGW, EpsilonGreedy, Greedy "
                "or RandomPlay"
            )
        used = oracle if oracle is not None else self._default_oracle(chosen)
        if forget is not None:
            used = forgetting(used, forget)
            self.explorer = self.explorer if explorer is not None else movable(self.explorer)
        own = any(given is not None for given in (oracle, explorer, payoff, forget))
        if watches(drift, self.space, own=own, contexts=self.context_size > 0):
            used = watched(used)
        self.oracle: Model = self._pay(self._bind(used))
        explorer_state = self.explorer.build(self.oracle)
        oracle_state = self._build_oracles(explorer_state)
        self._core = Core(space, self.oracle, oracle_state, explorer_state, self.seed)
        self._linear = self.oracle.transform is identity
        self._lock = self.oracle.guard = threading.RLock()
        self._ledger = Ledger(fresh_name(), check_count("pending", pending, least=0))
        self._id = self._ledger.name
        self._replica: int | None = None
        self._draws = self.seed  # where the keys of decisions come from
        self.atoms = check_flag("atoms", atoms)
        self._flags = PROPENSITY | WITH_ATOM if self.atoms else PROPENSITY
        self._counts = Counts()
        self._lesson: Lesson | None = None
        self._files: dict[Path, Print] = {}  # those that were read or written, as they were
        self._dimension = space.dimension
        self._numbers = isinstance(space, Interval)

    # ------------------------------------------------------------- what subclasses change

    def _default_oracle(self, policy: str) -> Any:
        contexts = self.context_size > 0
        if self.payoff is not None:
            return outcome_oracle(policy, self.payoff.monotone, contexts=contexts)
        return oracle_for(policy, self.space, contexts=contexts)

    def _default_explorer(self, policy: str) -> Explorer:
        if self.payoff is not None:
            return outcome_explorer(policy)
        return explorer_for(policy, self.space, contexts=self.context_size > 0)

    def _bind(self, oracle: Any) -> Model:
        return bind(oracle, self.space, context_size=self.context_size, seed=self.seed)

    def _pay(self, model: Model) -> Model:
        """Tell an oracle of outcomes what they pay; refuse one that does not fit."""
        oracle = model.oracle
        learns_outcomes = isinstance(oracle, Oracle) and oracle.learns_outcomes
        if learns_outcomes and self.payoff is None:
            raise InvalidParameter(f"oracle is {oracle!r}, which learns outcomes; give payoff=")
        if self.payoff is not None:
            if not learns_outcomes:
                raise InvalidParameter(
                    f"oracle is {oracle!r}, which learns losses; with a payoff give OutcomeOracle "
                    "or BoostedOutcomeOracle, or leave payoff= out"
                )
            model.state = oracle.paid(model.state, self.payoff.state(self.space))
        return model

    def _check_payoff(self, payoff: Any, scale: Any) -> KnownPayoff | None:
        """Refuse what is no payoff, or does not fit the rest."""
        if payoff is None:
            return None
        if not isinstance(payoff, KnownPayoff):
            raise InvalidParameter(
                f"payoff is {payoff!r}; give one of smoothbandits.payoffs, as in Sale()"
            )
        if scale is not None:
            raise InvalidParameter(
                f"scale is {scale!r} beside a payoff; leave it out, it follows from the payoff"
            )
        if payoff.entry is not None and payoff.entry >= self.context_size:
            raise InvalidParameter(
                f"payoff reads entry {payoff.entry} of contexts of {self.context_size}; "
                "give a place that there is"
            )
        return payoff

    def _build_oracles(self, explorer_state: Any) -> Any:
        """The state that the kernels see: one oracle, or a tuple with one per base."""
        return self.oracle.state

    # ------------------------------------------------------------------- steps, made whole

    @property
    def _decided(self) -> int:
        """How many decisions were made; the number of the next one."""
        return self._counts.decided

    @property
    def _learned(self) -> int:
        """How many of them were learned."""
        return self._counts.learned

    def _settle(self) -> None:
        """Finish the step that an interruption left between oracle and ledger, or undo it."""
        if self._lesson is not None:
            self._finish(self._lesson)
        if self._core.landing is not None:
            self._core.land()
        ledger = self._ledger
        if len(ledger.pending) > ledger.limit:
            ledger.tidy()

    def _finish(self, lesson: Lesson) -> None:
        """Note what was learned; it can be done again."""
        if lesson.taught:
            lesson.close()
            self._counts = lesson.counts
        else:
            lesson.take_back()
        self._lesson = None

    def _take_back(
        self, before: Counts, after: Counts | None, decision: Decision | None = None
    ) -> None:
        """Forget decisions that an interruption kept from whoever asked for them."""
        with self._lock:
            if decision is not None:
                self._ledger.cancel(decision)
            if self._counts is after:  # else another thread went on
                self._counts = before

    def _refit_if_due(self, moment: Moment) -> None:
        """Fit the oracle anew, where it is one that is fitted and has all its examples."""
        self._core.refit_if_due(self._decided, self._learned, moment)

    def _wait_for_late_fit(self) -> None:
        """Where losses come faster than fits, give one its time: not under the lock."""
        flight = self._core.late_fit()
        if flight is not None:
            flight.ended.wait(min(self.oracle.oracle.patience, threading.TIMEOUT_MAX))
            with self._lock:
                self._refit_if_due("learned")

    # ------------------------------------------------------------------------------ acting

    def act(
        self, context: ArrayLike | None = None, *, explore: bool = True, id: Any = None
    ) -> Decision:
        """Decide.

        Parameters
        ----------
        context
            ``context_size`` numbers; None where there is none.
        explore
            False plays the oracle's best action.  It counts as a decision all the same;
            ``bandit.oracle.best(context)`` only looks.
        id
            Own id for `learn`; one is made up otherwise.
        """
        if explore is not True:
            explore = check_flag("explore", explore)
        row = as_context(context, self.context_size)
        features = row if self._linear else self._features(row)
        core, counts, after, decision = self._core, self._counts, None, None
        try:
            with self._lock:
                self._settle()
                if core.refits is not None and core.refits.wanted(core.oracle):
                    self._refit_if_due("deciding")
                if id is not None:
                    id = self._ledger.check_id(id)
                counts, live = self._counts, core.live
                number = counts.decided
                status, key = live.decide(
                    live.handle,
                    features,
                    number,
                    self._draws,
                    self._flags | EXPLORE if explore else PROPENSITY,
                    core.unit,
                    core.greedy,
                    core.record,
                    core.units,
                )
                if status != OK:
                    raise self._refusal(status, row, record=core.record)
                values = core.room.tolist()
                head, places = values[:RECORD_SIZE], values[RECORD_SIZE:]
                explored, _, predicted, base, probability, gamma, weight = head[:DENSITY]
                if self._numbers:  # the usual case, kept short
                    place, _, played, greedy = places
                    point: tuple[float, ...] = (place,)
                else:
                    point, played, greedy = self._in_types(places)
                decision = make_decision(
                    (
                        decision_id(self._id, number) if id is None else id,
                        fixed(row) if self.context_size else None,
                        played,
                        make_propensity(head[DENSITY:]),
                        explored > 0.0,
                        greedy,
                        predicted,
                        int(base),
                        probability,
                        gamma,
                        weight,
                        counts.learned,
                        key,
                        number,
                        self._id,
                        point,
                    )
                )
                after = counts.decide(1, explored > 0.0)
                self._ledger.open(decision)
                self._counts = after
                return decision
        except BaseException:
            self._take_back(counts, after, decision)
            raise

    def act_many(self, contexts: ArrayLike | int, *, explore: bool = True) -> Decisions:
        """Decide a block with one model: rows of contexts, or how many where there are none.

        The decisions are the same as those of a loop of `act`.  They are learned with
        `learn_many` or one by one; they do not enter the table of ids.
        """
        explore = check_flag("explore", explore)
        rows = as_contexts(contexts, self.context_size)
        features = self.oracle.transform(rows)
        counts, after = self._counts, None
        try:
            with self._lock:
                self._settle()
                self._refit_if_due("deciding")
                counts = self._counts
                flags = self._flags | EXPLORE if explore else PROPENSITY
                block = decide_block(self._core, features, counts.decided, self._draws, flags)
                if block.status != OK:
                    row = block.row
                    raise self._refusal(block.status, rows[row], row, record=block.records[row])
                decisions = Decisions.from_records(
                    self.space,
                    block.records,
                    contexts=rows,
                    units=block.units,
                    points=block.points,
                    keys=block.keys,
                    version=counts.learned,
                    first=counts.decided,
                    bandit=self._id,
                )
                after = counts.decide(len(rows), int(decisions.explored.sum()))
                self._counts = after
                return decisions
        except BaseException:
            self._take_back(counts, after)
            raise

    def _features(self, context: NDArray[np.float64]) -> NDArray[np.float64]:
        """Features of one context."""
        return context if self._linear else self.oracle.transform(context[None])[0]

    def _in_types(self, places: list[float]) -> tuple[tuple[float, ...], Action, Action]:
        """Point of a decision, played and greedy action in the user's types; see `Core.room`."""
        d = self._dimension
        point, actions = tuple(places[:d]), places[2 * d :]
        return point, self.space.from_row(actions[:d]), self.space.from_row(actions[d:])

    def _refusal(
        self,
        status: int,
        context: NDArray[np.float64],
        row: int | None = None,
        record: NDArray[np.float64] | None = None,
    ) -> Exception:
        """The error behind a status code of a decision."""
        where = "context" if row is None else f"context in row {row}"
        if status == BAD_CONTEXT:
            return unreadable(context, self.oracle.entries, where)
        values = "" if record is None else f" ({record[GREEDY_LOSS]}, {record[PREDICTED_LOSS]})"
        return InvalidPrediction(
            f"the oracle's prediction is NaN or outside [0, 1]{values} "
            f"({where}: {context.tolist()}); check what it was taught"
        )

    # ---------------------------------------------------------------------------- learning

    def learn(
        self,
        decision: Decision | Any,
        *,
        loss: float | None = None,
        reward: float | None = None,
        outcome: float | None = None,
    ) -> None:
        """Learn the outcome of a decision: any order, any delay, once each.

        Where losses come faster than an oracle's fits in the background, it waits for a fit that
        is late, at most the oracle's ``patience``.

        Parameters
        ----------
        decision
            The decision or its id.
        loss, reward
            Exactly one of them, in the units of ``scale``.
        outcome
            Instead of them where the bandit has a ``payoff``: True, False or a number of [0, 1],
            and units for `Units`.
        """
        if self.payoff is None and outcome is None:
            value = self.scale.loss(loss=loss, reward=reward)
        else:
            value = self._payoff_for(outcome, loss=loss, reward=reward).outcome(outcome)
        refits = self._core.refits
        try:
            with self._lock:
                self._settle()
                admitted = self._admit(decision)
                if refits is not None:
                    self._refit_if_due("learning")
                self._learn(admitted, value)
        except BaseException:
            with self._lock:
                self._settle()
            raise
        if refits is not None and refits.flight is not None:
            self._wait_for_late_fit()

    def _payoff_for(self, outcome: Any, **others: Any) -> KnownPayoff:
        """The payoff that an outcome is given for; refuses what does not go with it."""
        if self.payoff is None:
            raise InvalidLoss(
                f"outcome is {outcome!r} and the bandit has no payoff; give loss or reward, or "
                "make it with payoff="
            )
        for name, value in others.items():
            if value is not None:
                raise InvalidLoss(
                    f"{name} is {value!r} and the bandit has the payoff {self.payoff!r}; give "
                    "the outcome, what it pays is known"
                )
        if outcome is None:
            raise InvalidLoss("no outcome given; this bandit has a payoff, give outcome=")
        return self.payoff

    def _paid(self, decision: Decision, outcome: float) -> float:
        """The loss of a decision with this outcome; without a payoff the outcome is the loss."""
        if self.payoff is None:
            return outcome
        row = None if decision.context is None else np.array([decision.context])
        given = np.array([decision.action]), np.array([outcome]), row
        return float(self.payoff.losses(self.scale, *given)[0])

    def _learn(self, decision: Decision, outcome: float) -> None:
        """Learn a decision that was checked."""
        loss = self._paid(decision, outcome)
        context = decision.context if decision.context is not None else NO_CONTEXT
        core, counts, ledger = self._core, self._counts, self._ledger
        after = counts.learn(1, counts.loss_sum + loss)
        close = partial(ledger.close, decision)
        if decision.bandit != self._id and ledger.by_replica(decision.bandit):
            close = partial(ledger.close_replica, decision, counts.decided)
            after = after.decide(1, decision.explored)
        self._lesson = lesson = Lesson.of(close, after, core)
        lesson.teach(
            core.live.learn,
            core.live.handle,
            context if self._linear else self._features(np.array(context)),
            self._as_point(decision.point),
            outcome,
            loss,
            decision.base,
            decision.base_probability,
            decision.weight,
            decision.key,
            decision.propensity.density > 0.0,  # a master learns nothing from greedy play
        )
        self._finish(lesson)
        if core.refits is not None:
            self._refit_if_due("learned")

    def _as_point(self, point: tuple[float, ...]) -> NDArray[np.float64]:
        """A point of the unit cube in the array that decisions are made in: it is free now."""
        unit: NDArray[np.float64] = self._core.unit
        if self._dimension == 1:
            unit[0] = point[0]
        else:
            unit[:] = point
        return unit

    def learn_many(
        self,
        decisions: Decisions | Iterable[Decision | Any],
        *,
        losses: ArrayLike | None = None,
        rewards: ArrayLike | None = None,
        outcomes: ArrayLike | None = None,
    ) -> None:
        """Learn many outcomes in order, as a loop of `learn` would; refused as a whole.

        Parameters
        ----------
        decisions
            What `act_many` returned, or decisions or ids one by one.
        losses, rewards
            Exactly one of them, one value per decision, in the units of ``scale``.
        outcomes
            Instead of them where the bandit has a ``payoff``.
        """
        if self.payoff is None and outcomes is None:
            values = self.scale.losses(losses=losses, rewards=rewards)
        else:
            payoff = self._payoff_for(outcomes, losses=losses, rewards=rewards)
            values = payoff.outcomes(outcomes)
        if isinstance(decisions, Decision):
            raise InvalidParameter(f"decisions is one decision ({decisions.id!r}); use learn")
        given: Decisions | list[Any]
        if isinstance(decisions, Decisions):
            decisions.check_columns()
            given = decisions
        else:
            try:
                given = list(decisions)
            except TypeError:
                raise InvalidParameter(
                    f"decisions is {decisions!r}; give many, or use learn for one"
                ) from None
        if values.size != len(given):
            raise InvalidLoss(f"{values.size} values for {len(given)} decisions; give one each")
        with self._lock:
            self._settle()
            if isinstance(given, Decisions) and self.oracle.engine == "compiled":
                lessons = self._columns(given, values)
            else:
                lessons = self._one_by_one(list(given), values.tolist())
        self._teach_all(lessons)

    def _teach_all(self, lessons: Lessons) -> None:
        """Learn a block: what was begun is ended, also where control-C comes in between."""
        done, interruption = 0, None
        while done < lessons.n:
            try:
                with self._lock:
                    self._settle()
                    done = lessons.go_on(done)
                if interruption is None:
                    self._wait_for_late_fit()
            except BaseException as error:
                final = isinstance(error, SmoothBanditsError) or interruption is not None
                own_error = isinstance(error, Exception) and self.oracle.engine == "python"
                with self._lock:
                    self._settle()
                    while done < lessons.n and lessons.learned(done):
                        done += 1
                if final or own_error or done == 0:
                    raise
                interruption = error
        if interruption is not None:
            raise interruption

    def _one_by_one(self, decisions: list[Any], losses: list[float]) -> Lessons:
        """Check all, and learn them until a fit is late, since the lock should then be free."""
        admitted = [self._admit(decision) for decision in decisions]
        seen: set[tuple[str, int]] = set()
        for decision in admitted:
            if (decision.bandit, decision.number) in seen:
                raise AlreadyLearned(f"decision {decision.id!r} is given twice; learn it once")
            seen.add((decision.bandit, decision.number))

        def go_on(done: int) -> int:
            late = False
            while done < len(admitted) and not late:
                decision = admitted[done]
                self._refuse_learned(decision.bandit, decision.number, 1)  # by others meanwhile
                self._refit_if_due("learning")
                self._learn(decision, losses[done])
                done += 1
                late = self._core.late_fit() is not None
            return done

        def learned(place: int) -> bool:
            return self._ledger.learned(admitted[place].bandit, admitted[place].number)

        return Lessons(len(admitted), go_on, learned)

    def _columns(self, decisions: Decisions, outcomes: NDArray[np.float64]) -> Lessons:
        """The same for a block of `act_many`, in one call from fit to fit."""
        first, n, name = decisions.first, len(decisions), decisions.bandit
        if n:
            self._ledger.refuse_foreign(name, first, first, self._decided)
            self._ledger.refuse_foreign(name, first + n - 1, first, self._decided)
        self._refuse_learned(name, first, n)
        decisions.check(self.space, self.context_size, self._bases, self.oracle.entries)
        losses = outcomes
        if self.payoff is not None:
            given = decisions._played(self.space), outcomes, decisions.contexts
            losses = self.payoff.losses(self.scale, *given)
        columns = (
            self.oracle.transform(decisions.contexts),
            decisions.points,
            outcomes,
            losses,
            decisions.bases,
            np.ascontiguousarray(decisions.base_probabilities),
            np.ascontiguousarray(decisions.weights),
            decisions.keys,
            decisions.densities > 0.0,
        )
        core, ledger = self._core, self._ledger

        def go_on(done: int) -> int:
            self._refuse_learned(name, first + done, n - done)  # by others meanwhile
            late = False
            while done < n and not late:
                self._refit_if_due("learning")
                part = slice(done, min(n, done + (core.until_refit() or n)))
                counts, many = self._counts, part.stop - done
                after = counts.learn(many, running_sum(counts.loss_sum, losses[part]))
                if ledger.by_replica(name):
                    after = after.decide(many, int(decisions.explored[part].sum()))
                close = partial(ledger.close_range, name, first + done, many, counts.decided)
                self._lesson = lesson = Lesson.of(close, after, core)
                lesson.teach(
                    core.kernels.learn_many, core.handle, *(column[part] for column in columns)
                )
                self._finish(lesson)
                done = part.stop
                self._refit_if_due("learned")
                late = core.late_fit() is not None
            return done

        return Lessons(n, go_on, lambda place: ledger.learned(name, first + place))

    def _refuse_learned(self, name: str, first: int, n: int) -> None:
        """Raise if one of ``n`` decisions was learned."""
        learned = self._ledger.first_learned(name, first, n)
        if learned is not None:
            id = decision_id(name, learned)
            raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")

    def _admit(self, decision: Decision | Any) -> Decision:
        """The decision, or the waiting one of this id; raise if it cannot be learned."""
        if isinstance(decision, Decision):
            if self._ledger.holds(decision):  # made here and not learned: the usual case
                return decision
            number = check_count("number", decision.number, least=0)
            self._ledger.refuse_foreign(decision.bandit, number, decision.id, self._decided)
            if self._ledger.learned(decision.bandit, number):
                raise AlreadyLearned(
                    f"decision {decision.id!r} was learned before; each learns once"
                )
            # from a log, or no longer in the table
            given = (self.space, self.context_size, self._bases)
            checked = decision.checked(*given, self.oracle.entries)
            self.oracle.features_of(checked.context)
            self._ledger.refuse_double(checked)
            return checked
        return self._ledger.find(decision, self._decided)

    @property
    def _bases(self) -> int:
        """How many bases a master chooses among."""
        corral = getattr(self._core.explorer, "corral", None)
        return 1 if corral is None else int(corral.rows.shape[1])

    # --------------------------------------------------------------------------- questions

    def propensity(
        self, context: ArrayLike | None, action: Action, *, base: int | None = None
    ) -> Propensity:
        """Density and atom that an action would have if `act` were called now.

        Parameters
        ----------
        context, action
            In the user's units.
        base
            Only for `CorralBandit`: given this base instead of marginal over all.
        """
        features = self.oracle.features_of(context)
        point = self.space.to_unit(self.space.check(action))
        with self._lock:
            self._settle()
            self._refit_if_due("deciding")  # as `act` would
            return self._propensity(features, point, base)

    def _propensity(
        self, features: NDArray[np.float64], point: NDArray[np.float64], base: int | None
    ) -> Propensity:
        if base is not None:
            raise InvalidParameter(f"base is {base!r}; only a CorralBandit has bases to ask for")
        return self._core.propensity(features, point, self._decided, 0, 1.0)

    def certificate(self, context: ArrayLike | None = None) -> float:
        """What SmoothIGW certifies for the next round, (2 - M(A) - h)/(h gamma).

        Whatever the true losses are, the round's smooth regret exceeds gamma/4 times the
        oracle's squared error by no more than this; an inexact argmin adds its error bound (nan
        where that is unknown).
        """
        if not isinstance(self.explorer, SmoothIGW):
            raise InvalidParameter(
                f"explorer is {self.explorer!r}; only SmoothIGW, at one smoothness, certifies"
            )
        with self._lock:
            self._settle()
            self._refit_if_due("deciding")  # as `act` would
            h, gamma = self.explorer.h, self._core.gamma(self._decided)
            mass, error = self.oracle.mass(context, h * gamma)
            least = max(mass - error, 1.0 / (1.0 + h * gamma))
            return float(igw_certificate(least, h, gamma)) + self.oracle.argmin_error(context)

    @property
    def rounds(self) -> int:
        """How many decisions were made."""
        return self._decided

    @property
    def mean_loss(self) -> float:
        """Average loss learned so far, in the units of ``scale``; nan before the first."""
        if not self._learned:
            return math.nan
        return self.scale.to_user(self._counts.loss_sum / self._learned)

    @property
    def mean_reward(self) -> float:
        """Average reward learned so far, in the units of ``scale``; nan before the first."""
        return self.scale.low + self.scale.high - self.mean_loss

    @property
    def exploration_rate(self) -> float:
        """Share of decisions that explored; nan before the first."""
        return self._counts.explored / self._decided if self._decided else math.nan

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Where fits of an oracle that is refitted ended.

        A decision was made with what the last fit gave whose ``decided`` is at most its number.
        """
        refits = self._core.refits
        return () if refits is None else refits.progress.swaps

    @property
    def changes(self) -> tuple[Change, ...]:
        """When the world was found changed, where ``drift`` is watched; the last 64 times."""
        oracle = self.oracle.oracle
        with self._lock:
            return oracle.changes(self._core.oracle) if isinstance(oracle, Oracle) else ()

    def follow(self, swaps: Iterable[Swap]) -> None:
        """Replay a run whose fits were in the background: end each fit where that run did.

        An untaught bandit of the same parameters then makes the same decisions, given the same
        contexts and losses in the same order; `act` and `learn` wait for the fits.
        """
        refits = self._core.refits
        if refits is None or not refits.oracle.background:
            raise InvalidParameter(
                f"oracle is {self.oracle.oracle!r}; only fits in the background need a script"
            )
        with self._lock:
            script = tuple(Swap(*swap) for swap in swaps)
            refits.progress = refits.progress._replace(script=script)

    def __reduce__(self) -> Any:
        raise TypeError("a bandit cannot be pickled or copied; use save(path) and load(path)")

    def __repr__(self) -> str:
        doing = "no decisions yet"
        if self._decided:
            doing = f"{self._decided:,} decisions, {self.exploration_rate:.1%} explored"
        if self._learned:
            mean = f"mean loss {self.mean_loss:.4g}"
            if self.payoff is not None:
                mean = f"mean reward {self.mean_reward:.4g}"
            doing += f", {self._learned:,} learned, {mean}"
        return (
            f"<{type(self).__name__} on {self.space!r}: {self.oracle.oracle!r}, "
            f"{self.explorer!r}, {self.context_size} context features; {doing}>"
        )

    # ------------------------------------------------------------------------------ saving

    def save(self, path: str | os.PathLike[str] | BinaryIO, *, overwrite: bool = False) -> None:
        """Write everything to one file, atomically; `load` continues bit for bit.

        A new file can be read and written by its owner only; a file that is replaced keeps its
        mode and owner.

        Parameters
        ----------
        path
            The file, or a binary file that is open for writing.
        overwrite
            Whether to replace a file that another process has changed since this bandit read or
            wrote it.
        """
        saving.save(self, path, overwrite=overwrite)

    def to_bytes(self) -> bytes:
        """What `save` writes; `from_bytes` is the inverse.

        Examples
        --------
        >>> from smoothbandits import Interval, from_bytes
        >>> from_bytes(Bandit(Interval(5.0, 50.0), seed=7).to_bytes()).seed
        7
        """
        return saving.to_bytes(self)

    def _parameters(self) -> dict[str, Any]:
        """What makes a bandit like this one, untaught."""
        return {
            "space": self.space,
            "oracle": self.oracle.oracle,
            "explorer": self.explorer,
            "context_size": self.context_size,
            "scale": self.scale if self.payoff is None else None,
            "payoff": self.payoff,
            "seed": self.seed,
            "pending": self._ledger.limit,
            "atoms": self.atoms,
        }


class Lessons(NamedTuple):
    """A block to learn: how many; learns from a place on and says how far it got; what is done."""

    n: int
    go_on: Callable[[int], int]
    learned: Callable[[int], bool]


def running_sum(start: float, values: NDArray[np.float64]) -> float:
    """``start`` plus the values one after the other: the same however they are split."""
    return float(np.add.accumulate(np.concatenate([[start], values]))[-1])
