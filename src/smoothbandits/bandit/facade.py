"""The thing a user holds: a space, an oracle, an explorer; act and learn."""

from __future__ import annotations  # help shows types by their names

import math
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, get_args, overload

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.bandit import storage
from smoothbandits.bandit.certifying import certified
from smoothbandits.bandit.chances import chances
from smoothbandits.bandit.choices import EngineChoice, choose
from smoothbandits.bandit.deciding_many import decide_rows
from smoothbandits.bandit.decision import Decision, Decisions, Propensity, as_many
from smoothbandits.bandit.feedback import Feedback
from smoothbandits.bandit.learner import Learner
from smoothbandits.bandit.ledger import Ledger
from smoothbandits.bandit.lineage import fresh_name
from smoothbandits.bandit.live_states import LiveStates
from smoothbandits.bandit.looking.units import predicted
from smoothbandits.bandit.reading import reader_of
from smoothbandits.bandit.record import decisions_of
from smoothbandits.bandit.refitting import Swap
from smoothbandits.bandit.rules import Rules
from smoothbandits.bandit.teaching import Teaching, examples_of
from smoothbandits.bandit.witness import check_journal
from smoothbandits.checks import (
    Floats,
    check_choice,
    check_count,
    check_flag,
    check_seed,
)
from smoothbandits.drawing.html import facts
from smoothbandits.engines import Engine
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.explorers import Explorer
from smoothbandits.features import identity
from smoothbandits.fields import Schema
from smoothbandits.files import Print
from smoothbandits.kernels.states import EXPLORE, OK, PROPENSITY, WITH_ATOM
from smoothbandits.oracles import Change, Model, Oracle
from smoothbandits.oracles.base import bind
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.scale import Scale
from smoothbandits.spaces import Action, Space
from smoothbandits.spaces.base import check_space

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from smoothbandits.bandit.looking.explanation import Explanation
    from smoothbandits.bandit.looking.replaying import Draws, Replay

__all__ = ["Bandit"]


class Bandit:
    """A contextual bandit over a continuous or very large set of actions.

    Safe to call from several threads.  A decision depends on the seed, its number and what was
    learned before it, and on nothing else but where fits in the background ended (`swaps`).

    Parameters
    ----------
    space
        `Interval`, `Box`, `Catalog` or `Product`.
    oracle
        A built-in oracle or any object with ``predict``, ``learn`` and perhaps ``best``.  By
        default that of ``policy``.
    explorer
        How to explore; by default the explorer of ``policy``.
    policy
        What fills in for an oracle or explorer left out.  "best", the default, earns most:
        `BoostedOracle` on an interval or a product, which keeps examples and is refitted as
        they accumulate, in a process beside this one.  "fast", the default beside another
        oracle, decides and learns in microseconds and keeps no examples: `AdditiveOracle` on
        an interval, `HarmonicOracle` in a `ScaledOracle` on a product, and `AdaptiveIGW`,
        which finds the amount of exploration by itself.  Elsewhere the oracle of both is the
        same: `CurveOracle` on an interval without contexts, `HarmonicOracle` on a box, in a
        `ScaledOracle` where there are contexts, `TableOracle` on a catalogue.
    context
        What is known before acting, where it has names: the kind of each field, "number",
        "category", "date" or "text", a `smoothbandits.fields.Schema`, or an example from which
        it is found, a frame of polars or pandas or a list of dicts.  `act` then takes a dict, a
        dataclass, a named tuple or a row of pandas, and a missing value may be left out, None
        or nan.
    context_size
        Instead, the number of entries where a context is a row of numbers; 0 where there is
        none.  The oracles that are used by default take any units, and nan for a missing entry;
        for others bring each entry to about [-1, 1] first.
    scale
        Units of losses and rewards; [0, 1] by default.
    within
        A rule for all decisions: a function of the context that says what `act` may use, as for
        its ``within``, or a table of such rules (`ByField`).  Whatever `act` is given beside it,
        both hold.
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
    reusable
        Explore such that every round tells later what another rule would have earned: with
        `CappedIGW` at h = 1/64, whose actions all have a density, instead of the explorer of
        ``policy``, which plays its best action for certain in most rounds.
    engine
        "compiled", "python" (the same source, slow, for debugging and short tests), or "auto":
        compiled unless oracle, features or measure are your own objects.  Both give the same
        bits, so a file does not keep it: `load` takes it too.
    journal
        A `Journal` that keeps every decision and outcome.  One that is empty begins with this
        bandit; one that holds a bandit of the same parameters goes on where it ended.

    Examples
    --------
    >>> from smoothbandits import Interval
    >>> bandit = Bandit(Interval(5.0, 50.0), context_size=2, seed=7)
    >>> decision = bandit.act([0.3, 0.9])
    >>> 5.0 <= decision.action <= 50.0
    True
    >>> bandit.learn(decision, reward=0.31)

    Contexts whose fields have names; what is missing may be left out:

    >>> fields = {"temperature": "number", "country": "category", "sold_at": "date"}
    >>> bandit = Bandit(Interval(5.0, 50.0), context=fields, policy="fast", seed=7)
    >>> decision = bandit.act({"temperature": 3.5, "country": "PT"})
    >>> decision.context
    {'temperature': 3.5, 'country': 'PT'}
    >>> bandit.learn(decision, reward=0.31)

    Prices in a market that drifts:

    >>> from smoothbandits.payoffs import Sale
    >>> Bandit(Interval(5.0, 50.0), payoff=Sale(), policy="fast", forget=500).oracle.oracle
    ForgettingOracle(oracle=OutcomeOracle(monotone=-1, knots=None, prior=4.0), rounds=500)

    A log in which every round counts:

    >>> bandit = Bandit(Interval(5.0, 50.0), context_size=2, policy="fast", reusable=True, seed=7)
    >>> decision = bandit.act([0.3, 0.9])
    >>> decision.explored, decision.propensity.atom
    (True, 0.0)
    """

    def __init__(
        self,
        space: Space,
        *,
        oracle: Any = None,
        explorer: Explorer | None = None,
        policy: Literal["best", "fast"] | None = None,
        context: Any = None,
        context_size: int = 0,
        scale: Scale | None = None,
        payoff: KnownPayoff | None = None,
        within: Callable[[Any], Any] | None = None,
        seed: int = 0,
        pending: int = 100_000,
        atoms: bool = True,
        forget: int | None = None,
        drift: Literal["auto", "watch"] | None = "auto",
        reusable: bool = False,
        engine: EngineChoice = "auto",
        journal: Any = None,
    ) -> None:
        self.space = check_space(space)
        self._contexts = reader_of(context, context_size)
        self.context_size = self._contexts.size
        self._feedback = Feedback(self.space, self._contexts, scale, payoff)
        self._rules = Rules(self.space, within, self._contexts.schema)
        self.seed = check_seed(seed)
        used, self.explorer = choose(
            self.space,
            oracle=oracle,
            explorer=explorer,
            policy=policy,
            contexts=self.context_size > 0,
            present=self._contexts.present,
            payoff=self.payoff,
            forget=forget,
            drift=drift,
            reusable=check_flag("reusable", reusable),
        )
        check_choice("engine", engine, get_args(EngineChoice))
        self.oracle: Model = bind(
            used,
            self.space,
            context_size=self.context_size,
            seed=self.seed,
            engine=None if engine == "auto" else engine,
        )
        self._contexts.serve(self.oracle)
        self._feedback.pay(self.oracle)
        if within is not None:
            self.oracle.rule = lambda context, one: self._rules.of(
                self._contexts.named(context), one
            )
        self._states = LiveStates(self.oracle, self.explorer, self.seed)
        ledger = Ledger(fresh_name(), check_count("pending", pending, least=0))
        self._learner = Learner(self._states, ledger, self._feedback, self._contexts)
        self._lock = self._learner.lock
        self._intake: Any = self._learner  # or whoever lets outcomes wait for their window
        self._teaching = Teaching(self._learner, self.seed)
        self._replica: int | None = None
        self._draws = self.seed  # where the keys of decisions come from
        self.atoms = check_flag("atoms", atoms)
        self._flags = PROPENSITY | WITH_ATOM if self.atoms else PROPENSITY
        self._files: dict[Path, Print] = {}  # files read or written, as this bandit last saw them
        self._linear = self.oracle.transform is identity
        self.journal: Any = None
        if journal is not None:
            check_journal(journal).keep(self)

    # ------------------------------------------------------------------------------ acting

    def act(
        self,
        context: Any = None,
        *,
        within: Any = None,
        explore: bool = True,
        id: Any = None,
        person: str | None = None,
        durable: bool = False,
    ) -> Decision:
        """Choose an action in a context.

        Parameters
        ----------
        context
            Fields by their names, or ``context_size`` numbers; None where there is none.
        within
            What this decision may use: (low, high) on an `Interval`, None for no bound; a list of
            such pairs, or a mapping by names, on a `Box`; a list or mask of items on a `Catalog`;
            a pair of both on a `Product`.  mu is conditioned on it: the draw, the best action
            and the propensity are relative to that, and so are h and the certificate.  An only
            action is played with atom 1.
        explore
            False plays the oracle's best action.  It counts as a decision all the same;
            ``bandit.oracle.best(context)`` only looks.
        id
            An id of your own for `learn`; otherwise one is made up.
        person
            Whom the decision is about, where a journal is kept: what is known of a person can be
            deleted (`Journal.delete`).
        durable
            Whether to return only when the journal has the decision on the disk.
        """
        if explore is not True:
            explore = check_flag("explore", explore)
        states, learner = self._states, self._learner
        if learner.witness.keeps or person is not None or durable is not False:
            person = learner.witness.prepare(person, durable)
        counts, after, decision = learner.counts, None, None
        try:
            with self._lock:
                learner.settle()
                if states.refits is not None and states.refits.wanted(states.oracle):
                    learner.refit_if_due("deciding")
                if id is not None:
                    id = learner.ledger.check_id(id)
                counts, in_use, record = learner.counts, states.in_use, states.record
                given, row = self._contexts.read(context)
                features = row if self._linear else self.oracle.transform(row[None])[0]
                allowed = None
                if within is not None or self._rules.always is not None:
                    seen = self._contexts.seen(row) if given is None else given
                    allowed = self._rules.of(seen, within)
                handle = in_use.handle if allowed is None else in_use.on(allowed)
                decide = in_use.decide if allowed is None else in_use.decide_on
                status, key = decide(
                    handle,
                    features,
                    counts.decided,
                    self._draws,
                    self._flags | EXPLORE if explore else PROPENSITY,
                    record.filled,
                )
                if status != OK:
                    raise states.refusal(status, row, numbers=record.numbers)
                decision = record.decision(
                    counts.decided,
                    learner.name,
                    id,
                    row,
                    counts.learned,
                    key,
                    given,
                    None if allowed is None else allowed.within,
                )
                after = counts.decide(1, decision.explored, self._contexts.levels)
                learner.ledger.open(decision)
                learner.counts = after
                if learner.witness.keeps:
                    given = (decision, id, record.filled, row, after.levels, person)
                    learner.witness.decided(*given)
            if durable:
                learner.witness.confirm()
            return decision
        except BaseException:
            learner.take_back(counts, after, decision)
            raise

    def act_many(self, contexts: Any, *, within: Any = None, explore: bool = True) -> Decisions:
        """Decide a block with one model: rows of contexts, or how many where there are none.

        Contexts with names are a frame of polars or pandas, or a list of dicts.  ``within`` has
        one rule for each, or None.

        The decisions are the same as those of a loop of `act`.  They are learned with
        `learn_many` or one by one; they do not enter the table of ids.
        """
        explore = check_flag("explore", explore)
        learner = self._learner
        learner.witness.ready()
        counts, after = learner.counts, None
        try:
            with self._lock:
                learner.settle()
                learner.refit_if_due("deciding")
                counts = learner.counts
                given, rows = self._contexts.read_many(contexts)
                features = self.oracle.transform(rows)
                parts = None
                if within is not None or self._rules.always is not None:
                    look = self._contexts.seen
                    seen = [look(row) for row in rows] if given is None else given
                    parts = self._rules.of_many(seen, within)
                flags = self._flags | EXPLORE if explore else PROPENSITY
                made = decide_rows(
                    self._states, features, counts.decided, self._draws, flags, parts
                )
                if made.status != OK:
                    row = made.row
                    raise self._states.refusal(made.status, rows[row], row, made.records[row])
                decisions = decisions_of(
                    self.space,
                    made.records,
                    made.actions,
                    contexts=rows,
                    points=made.points,
                    keys=made.keys,
                    version=counts.learned,
                    first=counts.decided,
                    bandit=learner.name,
                    given=given,
                    within=parts and [None if one is None else one.within for one in parts],
                )
                explored = int(decisions.explored.sum())
                after = counts.decide(len(rows), explored, self._contexts.levels)
                learner.counts = after
                if learner.witness.keeps:
                    learner.witness.decided_many(decisions, made.numbers, after.levels)
                return decisions
        except BaseException:
            learner.take_back(counts, after)
            raise

    # ---------------------------------------------------------------------------- learning

    def learn(
        self,
        decision: Decision | Any,
        *,
        loss: float | None = None,
        reward: float | None = None,
        outcome: float | None = None,
        durable: bool = False,
    ) -> None:
        """Learn what came of a decision: in any order, after any delay, once each.

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
        durable
            Whether to return only when the journal has it on the disk.
        """
        value = self._feedback.value(loss=loss, reward=reward, outcome=outcome)
        witness = self._learner.witness
        if witness.keeps or durable is not False:
            witness.prepare(None, durable)
        self._intake.learn(decision, value)
        if durable:
            witness.confirm()

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
        values = self._feedback.values(losses=losses, rewards=rewards, outcomes=outcomes)
        given = as_many(decisions)
        if values.size != len(given):
            raise InvalidLoss(f"{values.size} values for {len(given)} decisions; give one each")
        self._learner.witness.ready()
        self._intake.learn_many(given, values)

    def teach(
        self,
        contexts: Any,
        actions: Iterable[Action],
        *,
        losses: ArrayLike | None = None,
        rewards: ArrayLike | None = None,
        outcomes: ArrayLike | None = None,
        propensities: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        ids: Iterable[Any] | None = None,
    ) -> None:
        """Learn examples that the bandit did not decide: all of them, or none.

        Last year's log, what the incumbent did while the bandit was in shadow, a decision that a
        person overruled, the log of another bandit.  The oracle learns them and is fitted to them
        where that is due; it returns when that is done.  Nothing else counts them: explorers
        explore as if they had not been, CORRAL is told nothing, and `learned` and `mean_loss`
        stay those of decisions.  With `StableCorral` the oracles of all bases learn them, since
        none of the bases has.

        Parameters
        ----------
        contexts
            One row per example, as for `act_many`, frames among them; None where there are none.
        actions
            What was done, in the user's units, within the space.
        losses, rewards, outcomes
            What came of it, one per example: exactly one of them, as for `learn_many`.
        propensities
            The density relative to mu with which each action was drawn, as a decision states it,
            where the log knows: actions between 10 and 30 of 0 to 100, each as likely, have 5.
            ``inf`` where an action had a probability of its own.  Then nothing is guessed:
            instead of the variance below, an example counts min(1, 1 / density), the part of it
            that could have been a draw from mu.
        weights
            How often each example counts.  By default that is found from the log: where actions
            are numbers, it is the variance of the latest 2,000 actions given the context over that
            of random ones, and 0 below a tenth, since nobody can tell what an action did that
            followed from the context.  Each of the first 30 counts a tenth.  Without contexts, on
            a catalogue and beside a payoff all count in full.  Oracles with trees take no weights
            but 1; they are shown a random part of a log that counts less.
        ids
            Your own names of the examples, by which `forget` finds them.

        Examples
        --------
        A year at one of two prices:

        >>> from smoothbandits import Interval
        >>> bandit = Bandit(Interval(0.0, 1.0), policy="fast", engine="python")
        >>> bandit.teach(None, [0.2, 0.8, 0.2, 0.8], rewards=[0.1, 0.9, 0.2, 0.8])
        >>> bandit.taught, bandit.learned, bandit.oracle.best()[0] > 0.5
        (4, 0, True)
        """
        given: dict[str, Any] = {
            **{"losses": losses, "rewards": rewards, "outcomes": outcomes},
            **{"propensities": propensities, "weights": weights, "ids": ids},
        }
        self._learner.witness.ready()
        parts = (self._contexts, self.oracle, self._feedback)
        self._teaching.teach(lambda: examples_of(*parts, contexts, actions, **given))

    def forget(self, ids: Iterable[Any]) -> None:
        """Make the oracle what it would be without some taught examples: all of them, or none.

        For oracles that keep their examples, which are those with trees (policy "best" with
        contexts): all that they learned is made anew from the examples that are kept, up to the
        oracle's ``memory``, and decisions wait for the fit.  What remains are counts, CORRAL's
        probabilities, decisions that were logged and the times of `changes`.  Other oracles
        refuse: load a file from before, and teach and learn again what is to stay.

        Parameters
        ----------
        ids
            Of those given to `teach`; forgotten ones can be taught again.
        """
        self._learner.witness.ready()
        self._teaching.forget(ids)

    # --------------------------------------------------------------------------- questions

    @property
    def schema(self) -> Schema | None:
        """The fields of a context; None where contexts are rows of numbers.

        ``bandit.schema.entries`` names the entries of a decision's ``row``.
        """
        return self._contexts.schema

    @property
    def scale(self) -> Scale:
        """Units of losses and rewards."""
        return self._feedback.scale

    @property
    def payoff(self) -> KnownPayoff | None:
        """What is known of the reward beforehand."""
        return self._feedback.payoff

    @property
    def within(self) -> Callable[[Any], Any] | None:
        """The rule for all decisions; None where there is none."""
        return self._rules.always

    @property
    def engine(self) -> Engine:
        """Which engine runs: "compiled" or "python"."""
        return self.oracle.engine

    def propensity(
        self, context: Any, action: Action, *, within: Any = None, base: int | None = None
    ) -> Propensity:
        """Density and atom that an action would have if `act` were called now.

        Parameters
        ----------
        context, action
            In the user's units.
        within
            What `act` would be allowed; no action outside has any probability.
        base
            Only for `StableCorral`: given this base instead of marginal over all.
        """
        features = self.oracle.features_of(self._contexts.look(context))
        point = self.space.to_unit(self.space.check(action))
        allowed = self._rules.of(self._contexts.named(context), within)
        with self._lock:
            self._learner.settle()
            self._learner.refit_if_due("deciding")  # as `act` would
            return self._states.propensity(features, point, self.rounds, base, allowed)

    def probability(self, context: Any = None, *, of: Any, within: Any = None) -> float:
        """How likely `act` would be to play an action of a part of the space, if called now.

        `propensity` speaks of one action and ``within`` of what a decision may use; this is the
        integral of the density over the part, and the atom where the best action lies in it.

        Parameters
        ----------
        context
            As for `act`.
        of
            The part, written as a rule is: (low, high) on an `Interval`, pairs for each knob of a
            `Box`, items of a `Catalog`, a pair of both on a `Product`.
        within
            What `act` would be allowed.

        Raises
        ------
        InvalidParameter
            Where it is an integral that is not known to 1e-6: beside a few oracles of several
            knobs it is a formula, a sum, or quadrature that good.

        Examples
        --------
        >>> from smoothbandits import Interval, RandomPlay
        >>> bandit = Bandit(Interval(5.0, 50.0), explorer=RandomPlay(), engine="python")
        >>> round(bandit.probability(of=(5.0, 14.0)), 6)
        0.2
        """
        rows = self._contexts.look(context)[None]
        return float(self._chances(rows, [self._contexts.named(context)], of, [within])[0])

    def probabilities(self, contexts: Any, *, of: Any, within: Any = None) -> Floats:
        """`probability` for many contexts, by one model, on all cores.

        Parameters
        ----------
        contexts
            As for `act_many`.
        of
            One part for all; or on an `Interval` an array with a row (low, high) for each.
        within
            One rule for each, or None, as for `act_many`.

        Examples
        --------
        >>> from smoothbandits import Interval, RandomPlay
        >>> options = {"context_size": 1, "policy": "fast", "engine": "python"}
        >>> bandit = Bandit(Interval(0.0, 1.0), explorer=RandomPlay(), **options)
        >>> bandit.probabilities([[0.1], [0.2]], of=[[0.0, 0.25], [0.5, 1.0]])
        array([0.25, 0.5 ])
        """
        with self._lock:
            given, rows = self._contexts.look_many(contexts)
        seen = [self._contexts.seen(row) for row in rows] if given is None else given
        return self._chances(rows, seen, of, within)

    def _chances(self, rows: Floats, seen: Any, of: Any, within: Any) -> Floats:
        """Probabilities of a part, or of one for each row."""
        features = np.ascontiguousarray(self.oracle.transform(rows))
        rules = self._rules.of_many(seen, within)
        with self._lock:
            self._learner.settle()
            self._learner.refit_if_due("deciding")  # as `act` would
            return chances(self._states, features, self.rounds, of, rules)

    def certificate(self, context: Any = None, *, within: Any = None) -> float:
        """What `SmoothIGW` or `CappedIGW` certifies for the next round.

        Whatever the true losses are, the round's smooth regret exceeds gamma/4 times the
        oracle's squared error by no more than this: (2 - M(A) - h)/(h gamma), to which an inexact
        argmin adds its error bound (nan where that is unknown); for `CappedIGW`
        (kappa/h - 1)/gamma with kappa = 1/Z, to which a curve adds how much it may vary within one
        of the cells (nan where that is unknown).  Under a rule both are relative to mu conditioned
        on what it leaves: the benchmark is the best smoothed kernel there.
        """
        row = self._contexts.look(context)
        allowed = self._rules.of(self._contexts.named(context), within)
        with self._lock:
            self._learner.settle()
            self._learner.refit_if_due("deciding")  # as `act` would
            return certified(self, row, allowed)

    @property
    def name(self) -> str:
        """The name under which the bandit decides; a loaded copy goes on under another."""
        return self._learner.name

    @property
    def rounds(self) -> int:
        """How many decisions were made."""
        return self._learner.counts.decided

    @property
    def learned(self) -> int:
        """How many decisions were learned."""
        return self._learner.counts.learned

    @property
    def taught(self) -> int:
        """How many examples from elsewhere were taught and not forgotten."""
        counts = self._learner.counts
        return counts.taught - counts.forgotten

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """The decisions that can be learned by id, oldest first; at most ``pending``."""
        with self._lock:
            self._learner.settle()
            return tuple(self._learner.ledger.waiting())

    @property
    def mean_loss(self) -> float:
        """Average loss learned so far, in the units of ``scale``; nan before the first."""
        counts = self._learner.counts
        return self.scale.to_user(counts.loss_sum / counts.learned) if counts.learned else math.nan

    @property
    def mean_reward(self) -> float:
        """Average reward learned so far, in the units of ``scale``; nan before the first."""
        return self.scale.low + self.scale.high - self.mean_loss

    @property
    def exploration_rate(self) -> float:
        """Share of decisions that explored; nan before the first."""
        counts = self._learner.counts
        return counts.explored / counts.decided if counts.decided else math.nan

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """After how many decisions and losses each fit of a refitted oracle ended.

        A decision used the result of the last fit whose ``decided`` is at most its number.
        """
        refits = self._states.refits
        return () if refits is None else refits.progress.swaps

    @property
    def changes(self) -> tuple[Change, ...]:
        """When the world was found changed, where ``drift`` is watched; the last 64 times."""
        oracle = self.oracle.oracle
        with self._lock:
            return oracle.changes(self._states.oracle) if isinstance(oracle, Oracle) else ()

    def follow(self, swaps: Iterable[Swap]) -> None:
        """Replay a run whose fits were in the background: end each fit where that run did.

        An untaught bandit of the same parameters then makes the same decisions, given the same
        contexts and losses in the same order; `act` and `learn` wait for the fits.
        """
        refits = self._states.refits
        if refits is None or not refits.oracle.background:
            raise InvalidParameter(
                f"oracle is {self.oracle.oracle!r}; only fits in the background need a script"
            )
        with self._lock:
            script = tuple(Swap(*swap) for swap in swaps)
            refits.progress = refits.progress._replace(script=script)

    def state_arrays(self) -> dict[str, Floats]:
        """Copies of all arrays that explorer and oracle learn, by dotted names.

        For debugging, comparing and tests: the names are those of the kernels' states and may
        change.  An oracle of your own is not in it.

        Examples
        --------
        >>> from smoothbandits import Catalog
        >>> bandit = Bandit(Catalog(3), engine="python")
        >>> bandit.learn(bandit.act(), loss=0.5)
        >>> float(bandit.state_arrays()["oracle.totals"].sum())
        0.5
        """
        with self._lock:
            self._learner.settle()
            arrays = storage.flatten(self._states.explorer, "explorer")
            arrays |= storage.flatten(self._states.oracle, "oracle")
            return {name: array.copy() for name, array in arrays.items()}

    def __reduce__(self) -> Any:
        raise TypeError("a bandit cannot be pickled or copied; use save(path) and load(path)")

    def __repr__(self) -> str:
        doing = "no decisions yet"
        if self.rounds:
            doing = f"{self.rounds:,} decisions, {self.exploration_rate:.1%} explored"
        if self.learned:
            mean = f"mean loss {self.mean_loss:.4g}"
            if self.payoff is not None:
                mean = f"mean reward {self.mean_reward:.4g}"
            doing += f", {self.learned:,} learned, {mean}"
        if self.taught:
            doing += f", {self.taught:,} taught"
        return (
            f"<{type(self).__name__} on {self.space!r}: {self.oracle.oracle!r}, "
            f"{self.explorer!r}, {self._contexts!r}; {doing}>"
        )

    def _repr_html_(self) -> str:
        rows: dict[str, Any] = {
            "space": self.space,
            "oracle": self.oracle.oracle,
            "explorer": self.explorer,
            "context": f"{self.context_size} entries" if self.context_size else "none",
            "decisions": f"{self.rounds:,}",
            "learned": f"{self.learned:,}",
        }
        if self.rounds:
            rows["explored"] = f"{self.exploration_rate:.1%}"
        if self.learned:
            name = "mean loss" if self.payoff is None else "mean reward"
            rows[name] = f"{self.mean_loss if self.payoff is None else self.mean_reward:.4g}"
        return facts(type(self).__name__, rows)

    # ----------------------------------------------------------------------------- looking

    def predicted_loss(self, context: Any, action: Action) -> float:
        """What is predicted of an action if `act` were called now, in the units of ``scale``.

        With a payoff that is the lack of the greatest reward that there is; `predicted_reward`
        says money.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> Bandit(Interval(5.0, 50.0), scale=Scale(0.0, 40.0)).predicted_loss(None, 20.0)
        20.0
        """
        return predicted(self, context, action, reward=False)

    def predicted_reward(self, context: Any, action: Action) -> float:
        """The reward that is predicted of an action, in the units of ``scale`` or the payoff."""
        return predicted(self, context, action, reward=True)

    @overload
    def replay(
        self, decision: Decision, *, within: Any = ..., draws_only: Literal[False] = ...
    ) -> Replay: ...
    @overload
    def replay(
        self, decision: Decision, *, within: Any = ..., draws_only: Literal[True]
    ) -> Draws: ...
    def replay(
        self, decision: Decision, *, within: Any = None, draws_only: bool = False
    ) -> Replay | Draws:
        """Make a decision again: the same draws from its key, and what the model makes of them.

        Nothing changes, and no decision is counted.

        Parameters
        ----------
        decision
            One of this bandit or of a copy of it, also from a log.
        within
            The rule of the call again, where it allowed more than 100 items: of so many the
            record keeps a digest, which the rule must match.  A rule of the bandit is asked
            without being given.
        draws_only
            Only the draws, which follow from the key: that of the base, the proposal from mu and
            the coin that accepts it.  For this the model may have learned since.

        Raises
        ------
        ModelMovedOn
            If the model has learned since, or a fit has ended.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> bandit = Bandit(Interval(5.0, 50.0), seed=7, engine="python")
        >>> decision = bandit.act()
        >>> bandit.replay(decision).action == decision.action
        True
        """
        from smoothbandits.bandit.looking import replaying

        if not check_flag("draws_only", draws_only):
            return replaying.replay(self, decision, within)
        return replaying.draws_of(self, replaying.checked(self, decision), within)

    def explain(
        self,
        decision: Decision,
        *,
        at: str | os.PathLike[str] | Bandit | None = None,
        within: Any = None,
        contexts: Any = None,
        reward: bool | None = None,
    ) -> Explanation:
        """Say why a decision was made.

        As long as nothing was learned since and no fit has ended, the model itself is asked: what
        it predicts over the actions and the law, whether and why it explored, what each field of
        the context added to the prediction, which kept examples are most like it.

        Once it has moved on, the record alone is left, and what follows from its key.  A
        `Decision` keeps context, action, density and atom, greedy action, what was predicted of
        the action, base, gamma, version and key; it keeps no curve and no examples.  So the draw
        from mu and the coin are known, the probability that the draw was played is known to lie
        on one side of the coin, and exactly where the explorer has one rate.  For the rest give
        the bandit as it was.

        Parameters
        ----------
        decision
            One of this bandit or of a copy of it, also from a log.
        at
            The bandit as it was at the decision, or a file that it saved then.
        within
            As for `replay`.  Without it a decision among more than 100 items is explained from
            the record, unless the bandit's own rule gives these items.
        contexts
            Contexts to compare with; by default those that the oracle keeps.
        reward
            Whether to speak of rewards instead of losses; by default with a payoff.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> bandit = Bandit(Interval(5.0, 50.0), seed=7, engine="python")
        >>> decision = bandit.act()
        >>> explained = bandit.explain(decision)
        >>> explained.source, explained.replay.action == decision.action
        ('model', True)
        >>> bandit.learn(decision, loss=0.2)
        >>> bandit.explain(decision).source
        'record'
        """
        from smoothbandits.bandit.looking.explaining import explain

        return explain(self, decision, at=at, within=within, contexts=contexts, reward=reward)

    def plot(
        self,
        context: Any = None,
        *,
        within: Any = None,
        reward: bool | None = None,
        dark: bool = False,
    ) -> Figure:
        """Draw what is predicted over the actions and the law of the next one.

        Above the predicted losses with the greedy action, below the density relative to mu with
        the probability of exactly that action.  A `Box` has a panel per knob, through the greedy
        action, a `Catalog` bars for its best items, a `Product` a curve for each of its best
        categories; a payoff adds the predicted outcome.

        Parameters
        ----------
        context, within
            As for `act`.
        reward
            Whether to draw rewards instead of losses; by default with a payoff.
        dark
            For dark pages.

        Returns
        -------
        A matplotlib figure that pyplot does not know: a notebook shows it once.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> figure = Bandit(Interval(5.0, 50.0), engine="python").plot()
        >>> [axes.get_ylabel() for axes in figure.axes]
        ['predicted loss', 'density']
        """
        from smoothbandits.bandit.looking import pictures

        return pictures.plot(self, context, within=within, reward=reward, dark=dark)

    def plot_effects(
        self,
        contexts: ArrayLike | None = None,
        *,
        reward: bool | None = None,
        dark: bool = False,
    ) -> Figure:
        """Draw what each field of a context does to the best action and what is predicted of it.

        Partial dependence: a field is set to several of its values in up to 32 contexts, the
        other fields being as they are, and the best action and its predicted loss are averaged;
        the band holds the middle four fifths of the contexts.  Of more than six fields those
        that do most are drawn.  Under a rule of the bandit the best action is the best one that
        the rule allows in the context with that value.

        Parameters
        ----------
        contexts
            Rows to set the fields in.  If left out, those that the oracle keeps: `AdditiveOracle`,
            `ScaledOracle` and `OutcomeOracle` keep a sample of those seen, the oracles of trees
            their examples; the others keep none, and need this argument.
            A rule sees given contexts as they are; kept ones lack texts, and have levels of
            categories as text and dates as days.
        reward, dark
            As for `plot`.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> bandit = Bandit(Interval(5.0, 50.0), context_size=2, policy="fast", engine="python")
        >>> len(bandit.plot_effects([[0.0, 1.0], [1.0, 3.0]]).axes)
        4
        """
        from smoothbandits.bandit.looking import pictures

        return pictures.plot_effects(self, contexts, reward=reward, dark=dark)

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
        from smoothbandits.bandit import persistence  # it makes bandits

        persistence.save(self, path, overwrite=overwrite)

    def to_bytes(self) -> bytes:
        """What `save` writes; `from_bytes` is the inverse.

        Examples
        --------
        >>> from smoothbandits import Interval, from_bytes
        >>> from_bytes(Bandit(Interval(5.0, 50.0), seed=7).to_bytes()).seed
        7
        """
        from smoothbandits.bandit import persistence  # it makes bandits

        return persistence.to_bytes(self)
