"""The study of claims, with claims about squares."""

from pathlib import Path

import pytest

from lab.tests.claims import dummy
from lab.tests.claims.dummy import Squares, registered
from smoothbandits.errors import InvalidParameter
from smoothbandits_lab.claims.claim import Judged
from smoothbandits_lab.claims.study import TheorySettings, TheoryStudy, verdict_of
from smoothbandits_lab.study import run_study


def run_theory(names: list[str], folder: Path, **more) -> list[Judged]:
    settings = TheorySettings(quick=True, claims=names)
    return run_study(TheoryStudy(), settings, folder, **more).finding


def test_each_claim_judges_its_own_cells(tmp_path):
    with registered(Squares(), Squares("wrong", bound=4.0)):
        found = run_theory(["wrong", "dummy"], tmp_path)
    wrong, right = found
    assert (wrong.claim.name, wrong.finding.verdict) == ("wrong", "fails")
    assert (right.claim.name, right.finding.verdict) == ("dummy", "holds")
    assert right.finding.numbers["squares"] == [1.0, 4.0, 9.0]
    assert verdict_of(found) == "fails"


def test_the_seconds_of_a_claim_are_those_of_its_cells(tmp_path):
    with registered(Squares()):
        dummy.COMPUTED.clear()
        (first,) = run_theory(["dummy"], tmp_path)
        kept: list[bool] = []
        (again,) = run_theory(["dummy"], tmp_path, progress=lambda c, r, k: kept.append(k))
        assert dummy.COMPUTED == [1.0, 2.0, 3.0]
    assert kept == [True] * 3
    assert again.seconds == first.seconds >= 0.0


def test_a_verdict_can_turn_without_running_again(tmp_path):
    with registered(Squares()):
        assert verdict_of(run_theory(["dummy"], tmp_path)) == "holds"
    with registered(Squares(bound=2.0)):
        assert verdict_of(run_theory(["dummy"], tmp_path)) == "fails"


def test_what_does_not_exist_is_named(tmp_path):
    with registered(Squares()), pytest.raises(InvalidParameter, match="called 'dumy'.*dummy"):
        run_theory(["dumy"], tmp_path / "cells")
    assert not (tmp_path / "cells").exists()
