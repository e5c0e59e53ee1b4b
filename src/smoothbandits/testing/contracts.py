"""How a broken contract is told."""

from collections.abc import Iterator
from contextlib import contextmanager

from smoothbandits.errors import SmoothBanditsError

__all__ = ["ConformanceError", "calling", "require"]


class ConformanceError(SmoothBanditsError, AssertionError):
    """An object breaks a contract of its kind; the message says which, with what value.

    Examples
    --------
    >>> try:
    ...     require(1.2 <= 1.0, "predict returned 1.2, outside [0, 1]")
    ... except AssertionError as error:
    ...     print(error)
    predict returned 1.2, outside [0, 1]
    """


def require(condition: object, message: str) -> None:
    """Raise ConformanceError unless the condition holds."""
    if not condition:
        raise ConformanceError(message)


@contextmanager
def calling(verb: str) -> Iterator[None]:
    """Tell an exception of the object under test as a broken contract of this verb."""
    try:
        yield
    except ConformanceError:
        raise
    except Exception as error:
        raise ConformanceError(f"{verb} raised {type(error).__name__}: {error}") from error
