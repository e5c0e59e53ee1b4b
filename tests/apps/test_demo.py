import dataclasses

import numpy as np
import pytest

from smoothbandits.apps.demo import DEMO_POLICIES, demo_problem, run_demo
from smoothbandits.apps.demo.report import demo_cards, demo_markdown, demo_numbers, demo_report

ROWS = 400


@pytest.fixture(scope="module")
def demo():
    return run_demo(demo_problem(ROWS), seeds=2, seed=3)


def test_the_run_in_detail_is_the_first_of_the_comparison(demo):
    assert demo.run.played.policy == "fast" and demo.run.played.seed == 3
    assert demo.run.loss.mean == pytest.approx(demo.comparison.contestants["fast"].losses[0])
    assert demo.run.surface is not None and len(demo.run.surface.shown) == 3


def test_every_policy_plays_the_same_rows(demo):
    assert set(demo.comparison.contestants) == set(DEMO_POLICIES)
    assert demo.comparison.problem.rounds == ROWS
    assert demo.comparison.contestants["random"].exploration == pytest.approx(1.0)


def test_progress_reports_every_round():
    told = dict.fromkeys(DEMO_POLICIES, 0)

    def count(policy, played, seconds, loss):
        assert 0.0 <= loss <= 1.0
        told[policy] += played

    run_demo(demo_problem(100), seeds=2, progress=count)
    assert told.pop("constant") == 100
    assert set(told.values()) == {200}


def test_an_interruption_ends_all_runs():
    def stop(policy, played, seconds, loss):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_demo(demo_problem(100), seeds=1, threads=1, progress=stop)


def test_the_picture_holds_nothing_that_changes(demo, tmp_path):
    again = run_demo(demo_problem(ROWS), seeds=2, seed=3, threads=1)
    for i, found in enumerate((demo, again)):
        demo_report(found).write(tmp_path / str(i))
    pictures = [(tmp_path / str(i) / "demo.png").read_bytes() for i in range(2)]
    assert pictures[0].startswith(b"\x89PNG") and pictures[0] == pictures[1]
    assert len(pictures[0]) < 200_000


def test_numbers_and_markdown_agree(demo):
    numbers = demo_numbers(demo)
    assert numbers["verdict"] in demo_markdown(demo)
    first = np.array(numbers["first_run"]["exploration"])
    assert np.array_equal(first, demo.run.played.exploration)


@pytest.mark.slow
def test_ours_win_at_the_demo_s_size():
    found = run_demo(demo_problem()).comparison
    assert found.best == "best"
    behind = {name: c.difference for name, c in found.contestants.items() if name != "best"}
    assert all(difference.low > 0.0 for difference in behind.values())
    assert min(behind, key=lambda name: behind[name].mean) == "fast"


def test_the_cards_speak_of_the_policy_that_won(demo):
    found = demo.comparison.contestants
    winner = next(name for name in found if name != "constant")
    shown = demo_cards(demo)
    assert f"off per car with {winner}," in shown and f"core with {winner}" in shown
    one = dataclasses.replace(demo.comparison, contestants={"cats": found["cats"], **found})
    shown = demo_cards(dataclasses.replace(demo, comparison=one))
    assert "off per car with cats" in shown and "than CATS" not in shown
