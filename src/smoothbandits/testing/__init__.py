"""Conformance checks to run on a space, an oracle, an explorer or a bandit of your own.

Each one raises `ConformanceError`, an AssertionError, with one sentence that says which
contract is broken and with what value; a sound object passes in silence.  The checks that
are statistical use fixed seeds and alarm falsely with a probability of about 1e-6 each.
"""

from smoothbandits.testing.check_bandit import check_bandit
from smoothbandits.testing.check_explorer import check_explorer
from smoothbandits.testing.check_oracle import check_oracle
from smoothbandits.testing.check_rule import check_rule
from smoothbandits.testing.check_space import check_space
from smoothbandits.testing.contracts import ConformanceError

__all__ = [
    "ConformanceError",
    "check_bandit",
    "check_explorer",
    "check_oracle",
    "check_rule",
    "check_space",
]
