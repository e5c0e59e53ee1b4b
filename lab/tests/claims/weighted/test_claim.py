"""Weighted oracles, and how the verdict turns."""

import numpy as np

import smoothbandits.interpreted.oracles.weighted as kernels
from lab.tests.claims.judging import failed, results_of
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.oracles import WeightedOracle
from smoothbandits_lab.claims.weighted import games
from smoothbandits_lab.claims.weighted.claim import CLAIM


def test_it_holds(size, results):
    found = CLAIM.judge(size, results)
    assert found.verdict == "holds"
    assert len(found.numbers["games"]["A"]) == 15
    # the bounds are not loose by themselves: A and native weights come near theirs
    assert max(game["share"] for game in found.numbers["games"]["A"]) > 0.8
    assert max(game["worst"] for game in found.numbers["games"]["native"]) > 0.8
    assert render(lambda f, t: CLAIM.draw(f, found, t), theme=DARK)[1:4] == b"PNG"


def test_no_restart_turns_it(monkeypatch, size):
    monkeypatch.setattr(kernels, "restore", lambda oracle, pristine: None)
    wrong = CLAIM.judge(size, results_of(CLAIM.cells(size)))
    assert wrong.verdict == "fails"
    assert failed(wrong) == [0, 4]  # the game that is the counterexample, and its growth
    assert wrong.numbers["counterexample"]["B"]["regrets"][-1] > 20.0


def test_weights_that_are_ignored_turn_it(monkeypatch, size):
    class Deaf(WeightedOracle):
        """Claims to take weights, and shows everything."""

        def build(self, space, width, seed):
            state = super().build(space, width, seed)
            state.memory[1] = 0.0  # W: every example is shown
            return state

    monkeypatch.setitem(games.REDUCTIONS, "A", lambda inner: Deaf(inner, "A", bound=1.0))
    assert 4 in failed(CLAIM.judge(size, results_of(CLAIM.cells(size))))


def test_a_c_that_survives_the_counterexample_turns_it(size, results):
    again = [dict(result) for result in results]
    place = next(i for i, r in enumerate(again) if i >= 4 and r["reduction"] == "C")
    again[place]["regrets"] = np.full(np.shape(again[place]["regrets"]), 1.5).tolist()
    assert failed(CLAIM.judge(size, again)) == [3]


def test_single_runs_above_turn_native_weights_and_c(size, results):
    again = [dict(result) for result in results]
    again[2] = {**again[2], "games": [{**game, "worst": 1.01} for game in again[2]["games"]]}
    assert failed(CLAIM.judge(size, again)) == [1]
    again[3] = {**again[3], "games": [{**game, "above": 1} for game in again[3]["games"]]}
    assert failed(CLAIM.judge(size, again)) == [1, 2]
