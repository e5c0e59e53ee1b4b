import subprocess
import sys

import pytest

from smoothbandits.errors import SmoothBanditsError
from smoothbandits.testing.contracts import ConformanceError, calling, require


def test_a_broken_contract_is_an_assertion_error_of_this_package() -> None:
    for caught in (AssertionError, SmoothBanditsError):
        with pytest.raises(caught, match="predict returned 2"):
            require(False, "predict returned 2")


def test_a_kept_contract_is_silent() -> None:
    require(True, "never said")


def test_exceptions_of_the_object_are_told_with_the_verb_and_kept_as_cause() -> None:
    with (
        pytest.raises(ConformanceError, match="best raised KeyError: 'a'") as told,
        calling("best"),
    ):
        raise KeyError("a")
    assert isinstance(told.value.__cause__, KeyError)


def test_a_broken_contract_is_told_once() -> None:
    with pytest.raises(ConformanceError, match="^inner$"), calling("outer"):
        require(False, "inner")


def test_importing_the_checks_needs_no_pytest_scipy_or_numba() -> None:
    script = (
        "import sys, smoothbandits.testing\n"
        "print(sorted({'pytest', 'scipy', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
