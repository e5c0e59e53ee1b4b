from pathlib import Path

import numpy as np
import pytest

from smoothbandits import datasets
from smoothbandits.datasets.entries import ARMS, TABLES
from smoothbandits.errors import InvalidParameter


def test_every_dataset_says_where_it_comes_from() -> None:
    for name, entry in (TABLES | ARMS).items():
        card = entry.card
        assert card.name == name and card.summary and card.licence and card.source
    for name in ("bng-cpu", "bng-price", "bng-wisconsin"):
        assert TABLES[name].card.note == "reconstructed"


@pytest.mark.parametrize("name", [name for name, entry in TABLES.items() if entry.generated])
def test_generated_tables_are_always_at_hand(name: str) -> None:
    assert datasets.at_hand(name)
    first, again, other = (datasets.load(name, rows=300, seed=seed) for seed in (None, 1, 2))
    assert len(first) == 300 and first.X.shape == (300, len(first.columns))
    np.testing.assert_array_equal(first.y, again.y)
    assert (first.y != other.y).any()
    scaled = first.scaled()
    assert scaled.y.min() == 0.0 and scaled.y.max() == 1.0
    assert scaled.X.min() == 0.0 and scaled.X.max() == 1.0
    assert np.isfinite(scaled.X).all() and scaled.note == first.note


def test_the_synthetic_linear_set_is_nearly_a_linear_score() -> None:
    table = datasets.load("synthetic-linear", rows=20_000)
    y = np.clip(table.y, 1e-3, 1 - 1e-3)
    design = np.column_stack([table.X, np.ones(len(y))])
    score = np.log(y / (1.0 - y))
    fit = design @ np.linalg.lstsq(design, score, rcond=None)[0]
    assert np.corrcoef(fit, score)[0, 1] > 0.95


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: datasets.load("bng"), "no dataset is called 'bng'"),
        (lambda: datasets.load_arms("bng"), "no dataset is called 'bng'"),
        (lambda: datasets.load("caption-synthetic"), "load_arms"),
        (lambda: datasets.load_arms("bng-cpu"), "use load"),
        (lambda: datasets.load("flights", seed=1), "not generated"),
        (lambda: datasets.load("black-friday", data_dir="nowhere"), "no folder"),
        (lambda: datasets.load("synthetic-cats", rows=0), "rows is 0"),
        (lambda: datasets.load("synthetic-cats", rows=2, seed=-1), "seed is -1"),
    ],
)
def test_bad_requests_are_refused(call, match: str) -> None:
    with pytest.raises(InvalidParameter, match=match):
        call()


def test_more_rows_than_there_are_is_refused(tmp_path: Path) -> None:
    (tmp_path / "black_friday.csv").write_text("Gender,Purchase\nF,1\nM,2\n")
    with pytest.raises(InvalidParameter, match="has 2, give at most that"):
        datasets.load("black-friday", rows=3, data_dir=tmp_path)


def test_the_variable_names_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "black_friday.csv").write_text("Gender,Purchase\nF,1\nM,2\n")
    monkeypatch.setenv("SMOOTHBANDITS_DATA", str(tmp_path))
    assert len(datasets.load("black-friday")) == 2
