"""The framework, with claims about squares."""

import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.theory.run import run_theory
from tests.experiments.theory import dummy
from tests.experiments.theory.dummy import Squares, registered


def test_each_claim_judges_its_own_cells(tmp_path):
    with registered(Squares(), Squares("wrong", bound=4.0)):
        found = run_theory(["wrong", "dummy"], tmp_path, size="quick")
    wrong, right = found.judged
    assert (wrong.claim.name, wrong.finding.verdict) == ("wrong", "fails")
    assert (right.claim.name, right.finding.verdict) == ("dummy", "holds")
    assert right.finding.numbers["squares"] == [1.0, 4.0, 9.0]
    assert found.verdict == "fails"


def test_finished_cells_are_not_run_again(tmp_path):
    with registered(Squares()):
        dummy.COMPUTED.clear()
        first = run_theory(["dummy"], tmp_path, size="tiny")
        assert dummy.COMPUTED == [1.0, 2.0]
        kept = []
        again = run_theory(
            ["dummy"], tmp_path, size="quick", progress=lambda c, r, k: kept.append(k)
        )
        assert dummy.COMPUTED == [1.0, 2.0, 3.0]
    assert kept == [True, True, False]
    assert again.judged[0].seconds >= first.judged[0].seconds >= 0.0


def test_a_verdict_can_turn_without_running_again(tmp_path):
    with registered(Squares()):
        assert run_theory(["dummy"], tmp_path, size="tiny").verdict == "holds"
    with registered(Squares(bound=2.0)):
        assert run_theory(["dummy"], tmp_path, size="tiny").verdict == "fails"


def test_what_does_not_exist_is_named(tmp_path):
    with registered(Squares()), pytest.raises(InvalidParameter, match="no claim 'dumy'.*dummy"):
        run_theory(["dumy"], tmp_path / "cells")
    assert not (tmp_path / "cells").exists()
