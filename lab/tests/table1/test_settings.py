import sys

import pytest

from smoothbandits.apps.reports.figures import LIGHT
from smoothbandits.errors import MissingData, MissingExtra
from smoothbandits_lab.table1.candidates import (
    DEFAULT_POLICIES,
    OPTIONAL_POLICIES,
    candidates,
    origin,
)
from smoothbandits_lab.table1.figures import colour_of
from smoothbandits_lab.table1.policies import POLICIES
from smoothbandits_lab.table1.published import LINEAR, RFF, published_loss
from smoothbandits_lab.table1.settings import Table1Settings
from smoothbandits_lab.table1.study import STUDY
from smoothbandits_lab.table1.words import MEANINGS


def test_every_policy_is_named_once_and_explained() -> None:
    assert {*DEFAULT_POLICIES, *OPTIONAL_POLICIES} == set(POLICIES) == set(MEANINGS)


def test_best_is_a_row_after_fast_and_in_its_colour() -> None:
    assert Table1Settings().used_policies[-2:] == ["fast", "best"]
    assert colour_of("best", LIGHT) == colour_of("fast", LIGHT) != colour_of("rff", LIGHT)


def test_published_losses_beside_the_printed_table() -> None:
    """Intervals of the paper's Table 1, times 1000; Wis / Linear is set right."""
    printed = {
        ("bng-cpu", "linear"): (40.6, 40.75),
        ("bng-cpu", "rff"): (38.6, 38.75),
        ("black-friday", "linear"): (161, 163),
        ("black-friday", "rff"): (156, 157),
        ("bng-price", "linear"): (70.2, 70.5),
        ("bng-price", "rff"): (66.1, 66.4),
        ("bng-wisconsin", "linear"): (140.9, 141.3),
        ("bng-wisconsin", "rff"): (136.2, 136.6),
        ("zurich", "linear"): (24.3, 24.4),
        ("zurich", "rff"): (25.4, 25.5),
        ("bng-cpu", "cats"): (55, 57),
        ("black-friday", "vw-cats"): (183, 187),
        ("bng-price", "cats"): (108, 110),
        ("bng-wisconsin", "vw-cats"): (172, 174),
        ("zurich", "cats"): (24, 26),
    }
    for (dataset, policy), (low, high) in printed.items():
        assert low <= 1000.0 * published_loss(dataset, policy) <= high


def test_published_settings_are_used_where_there_are_any() -> None:
    (given,) = candidates("bng-wisconsin", "rff")
    assert given["bandwidth"] == RFF["bng-wisconsin"].bandwidth and given["bases"] == 15
    assert "loss" not in given and candidates("zurich", "linear")[0]["batch"] == 64
    assert LINEAR["bng-cpu"].bandwidth == 0.0
    assert origin("bng-wisconsin", "rff") == "published, tuned in hindsight"
    assert origin("flights", "rff") == "shared, not tuned"
    for own in ("fast", "best"):
        assert origin("flights", own) == "none" and candidates("flights", own) == [{}]
        assert published_loss("bng-cpu", own) is None


def test_draws_are_the_paper_s_ranges_and_differ() -> None:
    drawn = candidates("bng-cpu", "rff-tuned", tune=59)
    assert len({str(given) for given in drawn}) == 59
    for given in drawn:
        assert 0.01 <= given["learning_rate"] <= 0.1 and 10.0 <= given["tzero"] <= 110.0
        assert 0.1 <= given["eta"] <= 1.0 and 8 <= given["bases"] <= 16
        assert given["lowest"] in [2.0**k for k in range(6)]
        assert given["highest"] in [2.0**k for k in range(6, 13)]
        assert 0.1 <= given["bandwidth"] <= 1.0
    assert candidates("bng-cpu", "linear-tuned", tune=2)[1]["bandwidth"] == 0.0
    assert candidates("bng-cpu", "rff-tuned", tune=3) == drawn[:3]


def test_the_plan_has_each_cell_once_and_the_constant_one_seed() -> None:
    asked = Table1Settings(
        datasets=["bng-cpu", "synthetic-cats"], policies=["constant", "cats", "fast"], seeds=3
    )
    cells = STUDY.cells(asked)
    assert len(cells) == 2 * (1 + 3 + 3) and not asked.skipped
    assert len({cell.file_name for cell in cells}) == len(cells)
    full = STUDY.cells(Table1Settings(datasets=["bng-cpu"], policies=["cats"], full=True))
    assert len(full) == 78


def test_what_is_not_at_hand_is_skipped_unless_asked_for(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SMOOTHBANDITS_CACHE", str(tmp_path))
    asked = Table1Settings(data_dir=tmp_path)
    cells, skipped = STUDY.cells(asked), asked.skipped
    assert {"zurich", "black-friday"} <= set(skipped)
    assert {"bng-cpu", "bng-price", "bng-wisconsin"} <= {cell.dataset for cell in cells}
    with pytest.raises(MissingData, match="zurich"):
        STUDY.cells(Table1Settings(datasets=["zurich"], data_dir=tmp_path))


def test_missing_packages_are_skipped_unless_asked_for(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "vowpalwabbit", None)
    asked = Table1Settings(datasets=["bng-cpu"])
    cells, skipped = STUDY.cells(asked), asked.skipped
    assert "vw-cats" in skipped and "peers" in skipped["vw-discrete"]
    assert not any(cell.policy.startswith("vw") for cell in cells)
    with pytest.raises(MissingExtra, match="peers"):
        STUDY.cells(Table1Settings(datasets=["bng-cpu"], policies=["vw-cats"]))
