"""What is accepted as a context."""

import numpy as np
import pytest

from smoothbandits.contexts import (
    Entries,
    as_context,
    as_contexts,
    check_context_size,
    check_entries,
    finite_contexts,
    readable,
)
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.kernels.states import ANY_ENTRY


def test_a_row_is_a_copy() -> None:
    given = np.array([1.0, 2.0])
    row = as_context(given, 2)
    row[0] = 9.0
    assert given[0] == 1.0
    assert as_context([1, 2], 2).dtype == np.float64
    assert as_context(3, 1).tolist() == [3.0] and as_context(None, 0).size == 0


def test_rows_or_their_number() -> None:
    assert as_contexts([[1, 2], [3, 4]], 2).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert as_contexts(3, 0).shape == (3, 0)


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (lambda: as_context(None, 2), "no context given; this bandit expects 2"),
        (lambda: as_context([1.0], 2), "shape \\(1,\\)"),
        (lambda: as_context("ab", 2), "give 2 numbers"),
        (lambda: as_contexts(3, 2), "give 2 columns"),
        (lambda: as_contexts(10**9, 0), "at most 10000000"),
        (lambda: as_contexts([1.0, 2.0], 2), "give rows of 2 numbers"),
        (lambda: finite_contexts([[1.0]], 2), "give rows of 2 numbers"),
    ],
)
def test_what_is_no_context_is_refused(read: object, words: str) -> None:
    with pytest.raises(InvalidContext, match=words):
        read()


def test_finite_rows_and_sizes() -> None:
    assert finite_contexts([[1.0, 2.0]], 2).shape == (1, 2)
    with pytest.raises(InvalidParameter, match="give finite numbers"):
        finite_contexts([[np.nan, 2.0]], 2)
    assert check_context_size(0) == 0
    with pytest.raises(InvalidParameter, match="context_size is -1"):
        check_context_size(-1)


def test_entries_may_be_missing_or_large_where_the_reader_takes_them() -> None:
    row = np.array([1.0, np.nan, 1e40, np.inf])
    assert readable(row, Entries()).tolist() == [True, False, False, False]
    assert readable(row, Entries(missing=True)).tolist() == [True, True, False, False]
    assert readable(row, Entries(largest=ANY_ENTRY)).tolist() == [True, False, True, False]
    check_entries(row[:2], Entries(missing=True))
    with pytest.raises(InvalidContext, match="or nan where it is missing"):
        check_entries(row, Entries(missing=True))
    with pytest.raises(InvalidContext, match="at most 1e\\+30 in size"):
        check_entries(row, Entries())
