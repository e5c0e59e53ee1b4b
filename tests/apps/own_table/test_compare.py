import json

import numpy as np
import pytest

from smoothbandits.apps.own_table import TableSettings, compare_policies, load_problem
from smoothbandits.apps.own_table.compare_report import (
    compare_numbers,
    compare_report,
    compare_table,
    compare_verdict,
    thinned,
)
from smoothbandits.apps.own_table.contest import check_contest
from smoothbandits.errors import InvalidParameter
from tests.apps.own_table.tables import ROWS, write_cars

POLICIES = ("random", "fast", "constant")


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    path = write_cars(tmp_path_factory.mktemp("tables"))
    return load_problem(TableSettings(data=str(path), target="price", ignore=("cost",)))


@pytest.fixture(scope="module")
def comparison(problem):
    return compare_policies(problem, policies=POLICIES, seeds=3, seed=5)


def test_sorted_by_loss_with_paired_differences(comparison) -> None:
    found = comparison.contestants
    losses = [c.loss.mean for c in found.values()]
    assert set(found) == set(POLICIES) and losses == sorted(losses)
    assert comparison.best == next(iter(found)) and comparison.seeds == [5, 6, 7]
    for name, contestant in found.items():
        gap = contestant.loss.mean - found[comparison.best].loss.mean
        assert contestant.difference.mean == pytest.approx(gap)
        assert contestant.loss.low <= contestant.loss.mean <= contestant.loss.high
        assert len(contestant.losses) == (1 if name == "constant" else 3)
        assert contestant.loss.mean == pytest.approx(contestant.losses.mean())
        assert contestant.curve.rounds[-1] == ROWS
        assert contestant.curve.mean[-1] == pytest.approx(contestant.loss.mean)
        regret = ROWS * (contestant.loss.mean - found["constant"].loss.mean)
        assert contestant.regret.mean[-1] == pytest.approx(regret)
    assert found["random"].difference.low > 0.0  # far behind, beyond any noise
    assert found["random"].exploration == pytest.approx(1.0)


def test_threads_change_nothing(problem, comparison) -> None:
    again = compare_policies(problem, policies=POLICIES, seeds=3, seed=5, threads=1)
    for name, contestant in again.contestants.items():
        assert (contestant.losses == comparison.contestants[name].losses).all()


def test_the_verdict_names_the_first(comparison) -> None:
    rows = compare_table(comparison).rows
    assert [row[0] for row in rows] == list(comparison.contestants)
    assert rows[0][4] == "–" and rows[-1][4].startswith("+0.")
    first = comparison.best
    assert ("single action" if first == "constant" else first) in compare_verdict(comparison)


def test_files(comparison, tmp_path) -> None:
    names = sorted(path.name for path in compare_report(comparison).write(tmp_path))
    assert names == ["compare.json", "compare.md", "compare.png", "report.html"]
    numbers = json.loads((tmp_path / "compare.json").read_text())
    assert numbers == json.loads(json.dumps(compare_numbers(comparison)))
    assert list(numbers["policies"]) == list(comparison.contestants)
    page = (tmp_path / "report.html").read_text()
    assert page.count("<img ") == page.count('alt="') == 4


def test_curves_are_thinned_and_keep_their_end() -> None:
    curve = thinned({"rounds": np.arange(1000.0)})
    assert len(curve["rounds"]) == 200 and curve["rounds"][-1] == 999.0
    assert thinned({"rounds": np.arange(3.0)}) == {"rounds": [0.0, 1.0, 2.0]}


@pytest.mark.parametrize(
    ("policies", "seeds", "says"),
    [
        ([], 1, "no policy is given"),
        (["fast", "worst"], 1, "no policy is called 'worst'"),
        (["fast", "fast"], 1, "policy 'fast' is given twice"),
        (["fast"], 0, "seeds is 0"),
    ],
)
def test_bad_contests(policies: list, seeds: int, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        check_contest(policies, seeds=seeds, seed=0)
