import numpy as np
import pytest
from scipy.stats import chi2

from smoothbandits.testing import goodness
from smoothbandits.testing.contracts import ConformanceError
from smoothbandits.testing.goodness import group_starts, require_frequencies, require_uniform


def test_uniform_values_pass_and_others_do_not() -> None:
    values = np.random.default_rng(0).random(2000)
    require_uniform(values, "draws")
    with pytest.raises(ConformanceError, match="draws: the Kolmogorov-Smirnov distance of 2000"):
        require_uniform(values**1.3, "draws")


def test_several_tests_together_keep_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goodness, "FALSE_ALARM", 0.5)
    values = np.linspace(0.0, 1.0, 100) ** 1.4  # a distance of 0.12
    require_uniform(values, "draws", tests=1000)
    with pytest.raises(ConformanceError, match=r"above 0\.0833"):
        require_uniform(values, "draws")


def test_the_distance_sees_both_ends_of_a_step() -> None:
    # all mass at 1: the distance is 1 just below it
    with pytest.raises(ConformanceError, match="1.0000"):
        require_uniform(np.ones(50), "draws")


def test_frequencies_pass_and_others_do_not() -> None:
    law = np.array([0.5, 0.3, 0.15, 0.05])
    counts = np.random.default_rng(1).multinomial(4000, law).astype(float)
    require_frequencies(counts, 4000 * law, "plays")
    with pytest.raises(ConformanceError, match="plays: chi-square"):
        require_frequencies(counts, 4000 * law[::-1], "plays")


def test_an_impossible_cell_is_refused_however_rare() -> None:
    expected = np.array([4000.0, 0.0])
    with pytest.raises(ConformanceError, match="cell 1 has probability 0 and occurred 1 times"):
        require_frequencies(np.array([3999.0, 1.0]), expected, "plays")


def test_the_threshold_is_the_stated_false_alarm_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goodness, "FALSE_ALARM", 0.01)
    edge = np.sqrt(chi2.isf(0.01, 1) * 50.0)  # two cells of 100: 2 d^2 / 100
    expected = np.full(2, 100.0)
    require_frequencies(expected + [edge - 0.01, 0.01 - edge], expected, "plays")
    with pytest.raises(ConformanceError):
        require_frequencies(expected + [edge + 0.01, -0.01 - edge], expected, "plays")


@pytest.mark.parametrize("expected", [[1.0] * 100, [0.0, 1.0, 30.0, 500.0], [3.0, 4.0], [40.0]])
def test_groups_expect_enough(expected: list[float]) -> None:
    array = np.array(expected)
    groups = np.add.reduceat(array, group_starts(array))
    assert groups.sum() == array.sum()
    assert groups.min() >= min(goodness.LEAST_EXPECTED, array.sum())
