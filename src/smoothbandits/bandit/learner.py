"""What was decided and learned; every step is made whole, even if it is interrupted."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.decision import Decision, Decisions, decision_id
from smoothbandits.bandit.feedback import Feedback
from smoothbandits.bandit.ledger import Ledger
from smoothbandits.bandit.lesson import Counts, Lesson
from smoothbandits.bandit.live_states import NO_CONTEXT, LiveStates
from smoothbandits.bandit.own_oracles import before
from smoothbandits.bandit.reading import NumberedContexts
from smoothbandits.bandit.refitting import Moment
from smoothbandits.bandit.witness import NOBODY, Witness
from smoothbandits.checks import Floats, check_count
from smoothbandits.errors import AlreadyLearned, SmoothBanditsError
from smoothbandits.features import identity

__all__ = ["Learner"]


class Learner:
    """Takes losses in, once each, and keeps count of decisions.

    Attributes
    ----------
    contexts
        How contexts are read.
    lock
        Held while anything of this changes.
    counts
        How much was decided and learned.
    name
        The name under which decisions are made now.
    witness
        Hears of every step.
    """

    def __init__(
        self,
        states: LiveStates,
        ledger: Ledger,
        feedback: Feedback,
        contexts: NumberedContexts,
    ) -> None:
        self.contexts = contexts
        self.states, self.ledger, self.model = states, ledger, states.model
        self.name, self.counts = ledger.name, Counts()
        self.lock = self.model.guard = threading.RLock()
        self.witness: Witness = NOBODY
        self._lesson: Lesson | None = None
        self._feedback = feedback
        self._linear = self.model.transform is identity

    # ------------------------------------------------------------------- steps, made whole

    def settle(self) -> None:
        """Finish the step that an interruption left between oracle and ledger, or undo it."""
        if self._lesson is not None:
            self._finish(self._lesson)
        if self.states.takeover is not None:
            self.states.finish_takeover()
        if self.contexts.levels > self.counts.levels:
            self.contexts.forget(self.counts.levels)
            self.witness.forgot_places(self.counts.levels)
        ledger = self.ledger
        if len(ledger.pending) > ledger.limit:
            ledger.tidy()

    def _finish(self, lesson: Lesson) -> None:
        """Note what was learned; it can be done again."""
        if lesson.taught:
            lesson.close()
            self.counts = lesson.counts
            if lesson.told is not None and not lesson.kept:
                lesson.kept.extend(map(self.witness.keep, (lesson.told,)))
        else:
            lesson.take_back()
        self._lesson = None

    def follow(self, lesson: Lesson, step: Any, *example: Any) -> None:
        """Make a step whose lesson is written down; what comes next finishes or undoes it.

        Users' oracles learn all examples of the step or none, where they can be copied.
        """
        own = before(self.states.oracle)
        lesson.undo.extend(each.put_back for each in own)
        self._lesson = lesson
        try:
            lesson.teach(step, *example)
        except Exception as error:
            for note in filter(None, (each.note for each in own)):
                error.add_note(note)
            raise
        self._finish(lesson)

    def take_back(
        self, before: Counts, after: Counts | None, decision: Decision | None = None
    ) -> None:
        """Forget decisions that an interruption kept from whoever asked for them."""
        with self.lock:
            if decision is not None:
                self.ledger.cancel(decision)
            if self.counts is after:  # else another thread went on
                self.counts = before
                self.witness.taken_back(before)
            self.contexts.forget(self.counts.levels)

    def refit_if_due(self, moment: Moment) -> None:
        """Refit the oracle, if it is one that is refitted and its next fit is due."""
        self.states.refit_if_due(self.counts.decided, self.counts.learned, moment)

    def wait_for_fits(self) -> None:
        """Wait until no fit is due or in flight; the lock is free meanwhile."""
        refits, last = self.states.refits, None
        while refits is not None:
            with self.lock:
                self.settle()
                self.refit_if_due("learned")
                flight, scripted = refits.flight, refits.progress.script is not None
            if flight is None or flight is last:
                return
            last = flight
            if not scripted:
                flight.ended.wait()

    def untaught(self) -> Any:
        """A state of the oracle as it was before anything was learned."""
        return self._feedback.paid(self.model, self.model._untaught())

    def wait_for_late_fit(self) -> None:
        """Wait for a fit that is late, because losses come faster, without holding the lock."""
        flight = self.states.late_fit()
        if flight is not None:
            flight.ended.wait(min(self.model.oracle.patience, threading.TIMEOUT_MAX))
            with self.lock:
                self.refit_if_due("learned")

    def note_played(self, losses: Floats, explored: NDArray[np.bool_]) -> None:
        """Count rounds that a simulation has decided and learned."""
        n, counts = len(losses), self.counts
        self.ledger.own.close_range(counts.decided, n)
        counts = counts.learn(n, running_sum(counts.loss_sum, losses))
        self.counts = counts.decide(n, int(explored.sum()))
        self.refit_if_due("waiting")

    # ------------------------------------------------------------------------- which ones

    def admit(self, decision: Decision | Any) -> Decision:
        """The decision, or the waiting one of this id; raise if it cannot be learned."""
        ledger, decided = self.ledger, self.counts.decided
        if not isinstance(decision, Decision):
            return ledger.find(decision, decided)
        if ledger.holds(decision):  # made here and not learned: the usual case
            return decision
        number = check_count("number", decision.number, least=0)
        ledger.refuse_foreign(decision.bandit, number, decision.id, decided)
        if ledger.learned(decision.bandit, number):
            raise AlreadyLearned(f"decision {decision.id!r} was learned before; each learns once")
        # from a log, or no longer in the table
        model = self.model
        given = (model.space, model.context_size, self.states.bases)
        checked = decision.checked(*given, model.entries)
        self.contexts.check_logged(checked.context, checked.row)
        model.features_of(checked.encoded)
        ledger.refuse_double(checked)
        return checked

    def _refuse_learned(self, name: str, first: int, n: int) -> None:
        """Raise if one of ``n`` decisions was learned."""
        learned = self.ledger.first_learned(name, first, n)
        if learned is not None:
            id = decision_id(name, learned)
            raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")

    # --------------------------------------------------------------------------- learning

    def learn(self, decision: Decision | Any, value: float) -> None:
        """Learn what was told of one decision."""
        refits = self.states.refits
        try:
            with self.lock:
                self.settle()
                admitted = self.admit(decision)
                if refits is not None:
                    self.refit_if_due("learning")
                self._learn(admitted, value)
        except BaseException:
            with self.lock:
                self.settle()
            raise
        if refits is not None and refits.flight is not None:
            self.wait_for_late_fit()

    def _learn(self, decision: Decision, value: float) -> None:
        """Learn a decision that was checked."""
        loss = self._feedback.loss(decision, value)
        row = decision.encoded
        context = row if row is not None else NO_CONTEXT
        states, counts, ledger = self.states, self.counts, self.ledger
        after = counts.learn(1, counts.loss_sum + loss)
        close, taken = partial(ledger.close, decision), None
        if decision.bandit != self.name and ledger.by_replica(decision.bandit):
            taken = counts.decided
            close = partial(ledger.close_replica, decision, taken)
            after = after.decide(1, decision.explored, self.contexts.meet([decision.context]))
        point = states.record.point  # free now, and of the type that the compiled step expects
        if len(point) == 1:  # the usual case, kept short
            point[0] = decision.point[0]
        else:
            point[:] = decision.point
        told = self.witness.learned(decision, value, taken)
        self._lesson = lesson = Lesson.of(close, after, states, told)
        lesson.teach(
            states.in_use.learn,
            states.in_use.handle,
            context if self._linear else self.model.transform(np.array(context)[None])[0],
            point,
            value,
            loss,
            decision.base,
            decision.base_probability,
            decision.weight,
            decision.key,
            decision.propensity.density > 0.0,  # a master learns nothing from greedy play
        )
        self._finish(lesson)
        if states.refits is not None:
            self.refit_if_due("learned")

    def learn_many(self, decisions: Decisions | list[Any], values: Floats) -> None:
        """Learn a block: what was begun is ended, also where control-C comes in between."""
        with self.lock:
            self.settle()
            if isinstance(decisions, Decisions) and self._in_one_call(decisions):
                block = self._columns(decisions, values)
            else:
                block = self._one_by_one(list(decisions), values.tolist())
        self._learn_block(block)

    def _learn_block(self, block: "Block") -> None:
        """Learn a block that was checked, to its end."""
        done, interruption = 0, None
        while done < block.n:
            try:
                with self.lock:
                    self.settle()
                    done = block.go_on(done)
                if interruption is None:
                    self.wait_for_late_fit()
            except BaseException as error:
                final = isinstance(error, SmoothBanditsError) or interruption is not None
                own_error = isinstance(error, Exception) and self.model.engine == "python"
                with self.lock:
                    self.settle()
                    while done < block.n and block.learned(done):
                        done += 1
                if final or own_error or done == 0:
                    raise
                interruption = error
        if interruption is not None:
            raise interruption

    def _in_one_call(self, decisions: Decisions) -> bool:
        """Whether a block is learned in one call; a witness hears of replicas one by one."""
        heard = self.witness.keeps and self.ledger.by_replica(decisions.bandit)
        return self.model.engine == "compiled" and not heard

    def _one_by_one(self, decisions: list[Any], values: list[float]) -> "Block":
        """Check all, and learn them until a fit is late, since the lock should then be free."""
        admitted = [self.admit(decision) for decision in decisions]
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
                self.refit_if_due("learning")
                self._learn(decision, values[done])
                done += 1
                late = self.states.late_fit() is not None
            return done

        def learned(place: int) -> bool:
            return self.ledger.learned(admitted[place].bandit, admitted[place].number)

        return Block(len(admitted), go_on, learned)

    def _columns(self, decisions: Decisions, values: Floats) -> "Block":
        """Check a block of `act_many`, and learn it in one call from fit to fit."""
        first, n, name = decisions.first, len(decisions), decisions.bandit
        ledger, model = self.ledger, self.model
        if n:
            ledger.refuse_foreign(name, first, first, self.counts.decided)
            ledger.refuse_foreign(name, first + n - 1, first, self.counts.decided)
        self._refuse_learned(name, first, n)
        decisions.check(model.space, model.context_size, self.states.bases, model.entries)
        self.contexts.check_block(decisions.given, decisions.contexts)
        self.witness.check_block(decisions)
        losses = self._feedback.losses(decisions, values)

        def refuse(done: int) -> None:  # what others learned meanwhile
            self._refuse_learned(name, first + done, n - done)

        def note(part: slice, counts: Counts, after: Counts) -> Note:
            many = part.stop - part.start
            if ledger.by_replica(name):
                explored = int(decisions.explored[part].sum())
                met = [] if decisions.given is None else decisions.given[part]
                after = after.decide(many, explored, self.contexts.meet(met))
            place = first + part.start
            close = partial(ledger.close_range, name, place, many, counts.decided)
            return Note(close, after, self.witness.learned_many(place, values[part]))

        go_on = self._in_parts(self.columns_of(decisions, values, losses), losses, refuse, note)
        return Block(n, go_on, lambda place: ledger.learned(name, first + place))

    def columns_of(
        self, decisions: Decisions, values: Floats, losses: Floats, *, again: bool = False
    ) -> tuple[Any, ...]:
        """A block as compiled steps learn it; ``again`` where it may have been of another size."""
        return (
            self._features_of(decisions.contexts, again or self.witness.keeps),
            decisions.points,
            values,
            losses,
            decisions.bases,
            np.ascontiguousarray(decisions.base_probabilities),
            np.ascontiguousarray(decisions.weights),
            decisions.keys,
            decisions.densities > 0.0,
        )

    def _features_of(self, contexts: Floats, one_by_one: bool) -> Floats:
        """Features of rows; the last bits of a product of matrices depend on how many there are.

        So they are made one by one where the same is learned again in blocks of other sizes.
        """
        transform = self.model.transform
        if self._linear or not one_by_one or not len(contexts):
            return transform(contexts)
        return np.concatenate([transform(row[None]) for row in contexts])

    def _in_parts(
        self,
        columns: tuple[Any, ...],
        losses: Floats,
        refuse: Callable[[int], None],
        note: Callable[[slice, Counts, Counts], "Note"],
    ) -> Callable[[int], int]:
        """Learns columns from a place on, in one call from fit to fit; returns how far it got."""
        states, n = self.states, len(losses)

        def go_on(done: int) -> int:
            refuse(done)
            late = False
            while done < n and not late:
                self.refit_if_due("learning")
                part = slice(done, min(n, done + (states.until_refit() or n)))
                counts = self.counts
                after = counts.learn(part.stop - done, running_sum(counts.loss_sum, losses[part]))
                close, after, told = note(part, counts, after)
                self._lesson = lesson = Lesson.of(close, after, states, told)
                rows = (column[part] for column in columns)
                lesson.teach(states.kernels.learn_many, states.handle, *rows)
                self._finish(lesson)
                done = part.stop
                self.refit_if_due("learned")
                late = states.late_fit() is not None
            return done

        return go_on

    def learn_released(self, numbers: list[int], decisions: Decisions, values: Floats) -> None:
        """Learn decisions of this bandit, whose numbers are these, together."""
        ledger, losses = self.ledger, self._feedback.losses(decisions, values)

        def note(part: slice, counts: Counts, after: Counts) -> Note:
            close = partial(ledger.close_numbers, numbers[part])
            return Note(close, after, self.witness.released(numbers[part], values[part]))

        columns = self.columns_of(decisions, values, losses)
        go_on = self._in_parts(columns, losses, lambda done: None, note)
        block = Block(len(numbers), go_on, lambda place: ledger.own.learned(numbers[place]))
        self._learn_block(block)

    def learn_again(self, decisions: Decisions, values: Floats, close: Callable[[], None]) -> None:
        """Learn what was learned before, when nobody else holds this bandit yet."""
        losses, counts = self._feedback.losses(decisions, values), self.counts
        columns = self.columns_of(decisions, values, losses, again=True)
        self.states.kernels.learn_many(self.states.handle, *columns)
        close()
        self.counts = counts.learn(len(losses), running_sum(counts.loss_sum, losses))


class Note(NamedTuple):
    """How a part is closed, the counts after it, and what a witness hears of it."""

    close: Callable[[], None]
    counts: Counts
    told: Any


class Block(NamedTuple):
    """A block of ``n`` decisions to learn.

    ``go_on`` learns from a place on and returns how far it got; ``learned`` says whether the
    decision at a place is done.
    """

    n: int
    go_on: Callable[[int], int]
    learned: Callable[[int], bool]


def running_sum(start: float, values: Floats) -> float:
    """``start`` plus the values one after the other: the same however they are split."""
    return float(np.add.accumulate(np.concatenate([[start], values]))[-1])
