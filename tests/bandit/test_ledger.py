import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from smoothbandits.bandit import bits as module
from smoothbandits.bandit.bits import Bits
from smoothbandits.bandit.decision import Decision, Propensity, decision_id
from smoothbandits.bandit.ledger import Ledger
from smoothbandits.errors import (
    AlreadyLearned,
    CorruptSave,
    ExpiredDecision,
    ForeignDecision,
    InvalidParameter,
    UnknownDecision,
)

BANDIT = "b0"


def decision(number: int, id: object = None) -> Decision:
    return Decision(
        decision_id(BANDIT, number) if id is None else id,
        None, 0.5, Propensity(1.0, 0.0), True, 0.5, 0.5, 0, 1.0, 1.0, 1.0, 0, 7, number, BANDIT,
        (0.5,),
    )  # fmt: skip


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    """Single closings in any order, and ranges that follow all numbers so far."""
    steps, made = [], 0
    for _ in range(draw(st.integers(1, 40))):
        if draw(st.booleans()):
            fresh = draw(st.integers(0, 30))
            made += fresh
            if made:
                steps.append(("one", draw(st.integers(0, made - 1)), 1))
        else:
            n = draw(st.integers(0, 70))
            steps.append(("range", made, n))
            made += n
    return steps


@given(histories(), st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_agrees_with_a_plain_set(history: list[tuple[str, int, int]], trim_at: int) -> None:
    previous, module.TRIM_AT = module.TRIM_AT, trim_at  # so small that trimming happens
    try:
        book, learned = Bits(), set()
        for kind, first, n in history:
            if kind == "range":
                book.close_range(first, n)
            elif first not in learned:
                book.close(first)
            learned.update(range(first, first + n))
            top = max(learned, default=0) + 20
            assert {number for number in range(top) if book.learned(number)} == learned
            for start in (0, first, top - 10):
                found = [number for number in range(start, start + 9) if number in learned]
                assert book.first_learned(start, 9) == (found[0] if found else None)
            assert book.first_learned(first, 0) is None
            end = max(learned, default=-1) + 1
            copy = Bits.restored(book.window.start, book.to_array(), end)
            assert copy.count() == book.count() == len(learned)
            assert {number for number in range(top) if copy.learned(number)} == learned
    finally:
        module.TRIM_AT = previous


def test_bits_of_a_learned_prefix_are_dropped() -> None:
    book = Bits()
    for number in range(200_000):
        book.close(number)
    assert len(book.window.bits) <= module.TRIM_AT + 64
    assert book.learned(0) and book.learned(199_999) and not book.learned(200_000)
    book.close_range(200_000, 10_000_000)
    assert len(book.window.bits) <= module.TRIM_AT + 64
    assert book.learned(10_199_999) and not book.learned(10_200_000)


def test_the_first_learned_is_found_wherever_a_search_begins_and_ends() -> None:
    for number in range(26):
        book = Bits()
        book.close(number)
        for first in range(number + 1):
            for n in range(1, 27 - first):
                wanted = number if number < first + n else None
                assert book.first_learned(first, n) == wanted


@pytest.mark.parametrize("end", [10, 11, 16])
def test_learned_bits_of_decisions_to_come_are_refused(end: int) -> None:
    """In whichever bit of the last byte they are."""
    book = Bits()
    book.close(end - 1)
    assert Bits.restored(0, book.to_array(), end).learned(end - 1)
    with pytest.raises(CorruptSave, match="damaged"):
        Bits.restored(0, book.to_array(), end - 1)


def test_a_lost_loss_does_not_make_closing_slow() -> None:
    """Number 8 is never learned: every later closing must still touch a few bytes only."""
    book = Bits()
    book.close_range(0, 8)
    book.close_range(9, 8 * 10**6)
    looked = 0

    class Counting(bytearray):
        def lstrip(self, *args: object) -> bytearray:
            nonlocal looked
            looked += 1
            return super().lstrip(*args)

    book.window = book.window._replace(bits=Counting(book.window.bits))
    for number in range(8 * 10**6 + 9, 8 * 10**6 + 1009):
        book.close(number)
    assert looked == 0 and book.window.full == 1


def test_the_oldest_of_limit_expires() -> None:
    book = Ledger(BANDIT, 3)
    for number in range(4):
        book.open(decision(number))
        book.tidy()
    assert [d.number for d in book.pending.values()] == [1, 2, 3]
    assert book.find(f"{BANDIT}-1", 4).number == 1
    with pytest.raises(ExpiredDecision, match="b0-0.*last 3"):
        book.find(f"{BANDIT}-0", 4)
    book.close(decision(0))
    with pytest.raises(AlreadyLearned, match="b0-0"):
        book.find(f"{BANDIT}-0", 4)


def test_own_ids_leave_with_a_reason() -> None:
    book = Ledger(BANDIT, 2)
    for number, id in enumerate(["a", "b", "c"]):
        book.open(decision(number, id))
        book.tidy()
    book.close(decision(1, "b"))
    with pytest.raises(ExpiredDecision, match="'a'"):
        book.find("a", 3)
    with pytest.raises(AlreadyLearned, match="'b'"):
        book.find("b", 3)
    with pytest.raises(UnknownDecision, match="'z'") as caught:
        book.find("z", 3)
    assert not isinstance(caught.value, ExpiredDecision)
    # the memory of what left is bounded too: the oldest entry goes
    book.close(decision(2, "c"))
    assert list(book.gone) == ["b", "c"]


def test_an_id_that_left_can_be_used_again() -> None:
    book = Ledger(BANDIT, 1)
    first, second = decision(0, "x"), decision(1, "x")
    book.open(first)
    book.open(decision(5, "other"))
    book.tidy()  # "x" expires
    book.open(second)
    book.tidy()
    book.close(first)  # the first decision, learned late by its object
    assert book.find("x", 9) is second


DAYS = np.timedelta64(3, "D")


@pytest.mark.parametrize("id", [1.5, True, None, ("a", 1), b"a", ["a"], object(), DAYS])
def test_ids_of_other_types_are_refused(id: object) -> None:
    with pytest.raises(InvalidParameter, match="id is"):
        Ledger(BANDIT, 3).check_id(id)


def test_ids_that_are_taken_or_reserved_are_refused() -> None:
    book = Ledger(BANDIT, 3)
    book.open(decision(0, "a"))
    with pytest.raises(InvalidParameter, match="'a'"):
        book.check_id("a")
    with pytest.raises(InvalidParameter, match="b0-7"):
        book.check_id("b0-7")
    assert book.check_id(12) == 12 and book.check_id("b") == "b"


@pytest.mark.parametrize("id", [["list"], {"a": 1}, None, 3, "b0-x", "b0-9", "b1-0", ""])
def test_unknown_ids(id: object) -> None:
    with pytest.raises(UnknownDecision):
        Ledger(BANDIT, 3).find(id, 9)


def test_an_id_of_another_copy_is_refused_by_name() -> None:
    with pytest.raises(ForeignDecision, match="another copy of this bandit .b0.0f0f0f0f."):
        Ledger(BANDIT, 3).find("b0.0f0f0f0f-0", 9)


def test_a_decision_that_is_cancelled_pushes_nobody_out() -> None:
    book = Ledger(BANDIT, 2)
    for number in range(3):
        book.open(decision(number))
    book.cancel(book.pending[f"{BANDIT}-2"])
    book.tidy()
    assert [d.number for d in book.pending.values()] == [0, 1]


def test_without_a_table_only_objects_can_be_learned() -> None:
    book = Ledger(BANDIT, 0)
    book.open(decision(0))
    assert not book.pending
    with pytest.raises(ExpiredDecision):
        book.find(f"{BANDIT}-0", 1)
