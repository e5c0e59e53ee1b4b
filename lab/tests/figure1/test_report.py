import json
from dataclasses import replace

import pytest

from lab.tests.figure1.outcomes import made_up
from smoothbandits_lab.figure1.figures import low_ones, spread
from smoothbandits_lab.figure1.study import STUDY, Figure1Settings, numbers
from smoothbandits_lab.figure1.words import comparisons, problem, table, verdict
from smoothbandits_lab.study import Done, Report


def report(result, **settings) -> Report:
    return STUDY.report(Done("figure1", Figure1Settings(**settings), result, 12.0))


def page(result) -> str:
    return report(result).files["report.html"].decode()


def markdown(result) -> str:
    return report(result).files["figure1.md"].decode()


def test_the_numbers_have_what_was_promised():
    found = numbers(made_up())
    assert found["dataset"] == "caption-652" and found["rounds"] == 100_000
    assert {"reference", "fast", "empmoss++", "moss++", "moss", "moss-oracle", "parallel"} <= set(
        found["policies"]
    )
    for policy in found["policies"].values():
        assert {"mean", "median", "sd", "se", "runs"} <= set(policy)
        assert policy["se"] == pytest.approx(policy["sd"] / 6**0.5)
        assert len(policy["curve_mean"]) == len(policy["curve_sd"]) == len(found["checkpoints"])
        assert policy["curve_mean"][-1] == pytest.approx(policy["mean"])
    assert found["policies"]["moss"]["published"]["mean"] == 19_730.4
    assert found["policies"]["fast"]["published"] is None
    json.dumps(found, allow_nan=False)


def test_published_figures_stand_beside_the_same_problem_only():
    assert "19,730" in table(made_up()).to_markdown()
    for other in (made_up("caption-synthetic"), made_up(rounds=10_000)):
        assert "19,730" not in table(other).to_markdown()
        assert all(policy["published"] is None for policy in numbers(other)["policies"].values())


def test_the_twin_is_called_one():
    assert "synthetic" in problem(made_up("caption-synthetic"))
    assert "synthetic" not in problem(made_up())


def test_the_text_says_what_regret_and_bands_are():
    text = markdown(made_up())
    assert "pseudo-regret" in text and "half a standard deviation" in text
    assert "a quarter" in text and verdict(made_up()) in text
    assert "may be chance" in text  # the published difference
    assert "1,069 arms, which hold no best one with probability 0.0022" in text


def test_seeds_are_named_and_their_sharing_is_said():
    assert "seeds 45 to 76 as in the paper" in problem(made_up(runs=32))
    assert "seeds 45 to 50 (the paper: 45 to 76)" in problem(made_up())
    assert "seed 45 (" in problem(made_up(runs=1))
    said = "policies share seeds"
    assert said in markdown(made_up()) and said in page(made_up())


def test_rows_are_ranked_and_fit_a_terminal():
    shown = table(made_up())
    means = [float(row[1].replace(",", "")) for row in shown.rows]
    assert means == sorted(means) and shown.rows[shown.strong][0] == "fast"
    lines = table(made_up(), wide=False)
    widths = [max(len(line[i]) for line in [lines.headers, *lines.rows]) for i in range(8)]
    assert sum(widths) + 3 * len(widths) <= 80 - 8  # and room for figures of more digits
    assert lines.rows[0] == shown.rows[0][:8]


def test_one_run_has_no_deviation():
    found = numbers(made_up(runs=1))
    assert all(policy["sd"] == 0.0 for policy in found["policies"].values())
    assert page(made_up(runs=1)).count("<section>") == 4


def test_the_panel_of_the_lowest():
    assert set(low_ones(made_up())) == {"fast", "reference", "empmoss++", "moss-oracle"}
    placed = spread({"a": 1.0, "b": 1.0, "c": 1.2}, 0.5)
    assert placed == {"a": 1.0, "b": 1.5, "c": 2.0}


def test_page_and_picture():
    found = report(made_up(), seeds=6, quick=True)
    shown, picture = found.files["report.html"].decode(), found.files["figure1.png"]
    assert shown.count("data:image/png;base64,") == 4 and "<script" not in shown
    assert "As good as empMOSS++?" in shown and "Who plays" in shown
    assert "reproduce figure1 --seeds 6 --quick." in shown
    assert picture.startswith(b"\x89PNG") and len(picture) < 200_000


def test_the_published_difference():
    """-475 with standard error sqrt(603.6^2/32 + 2336.8^2/100) = 257: z = -1.85."""
    found = comparisons(made_up())[0].found
    assert found.difference == pytest.approx(-475.4)
    assert (found.high - found.low) / 2.0 == pytest.approx(1.98 * 257.0, rel=0.01)
    assert 0.06 < found.p_value < 0.07


def test_what_is_compared():
    names = [(found.name, found.first) for found in comparisons(made_up())]
    assert names == [
        ("as published", "reference"),
        ("as run here", "reference"),
        ("as run here", "fast"),
    ]
    twin = comparisons(made_up("caption-synthetic"))
    assert [found.name for found in twin] == ["as run here", "as run here"]
    assert len(comparisons(made_up(rounds=10_000))) == 2
    one = made_up(runs=1)
    assert [found.name for found in comparisons(one)] == ["as published"]
    few = replace(one, outcomes={"moss": one.outcomes["moss"]})
    assert len(comparisons(few)) == 1
