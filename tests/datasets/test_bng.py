import gzip
import hashlib

import numpy as np
import pytest

from smoothbandits.datasets.bng import BNG_SETS, kept_name, load_bng, origin_hash, read_network
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidParameter
from tests.datasets.shared import shared_file

# median and mean absolute deviation of the scaled target, as the paper's notebook prints them
CONSTANTS = {
    "bng-cpu": (0.6102601, 0.0416515),
    "bng-price": (0.2253900, 0.0939228),
    "bng-wisconsin": (0.2937488, 0.1627898),
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_the_target_is_the_published_one(name: str) -> None:
    y = load_bng(name).scaled().y
    assert len(y) == 1_000_000
    best = np.median(y)
    assert (best, np.abs(y - best).mean()) == pytest.approx(CONSTANTS[name], abs=5e-7)


@pytest.mark.parametrize("name", CONSTANTS)
def test_the_first_rows_are_those_that_weka_drew(name: str) -> None:
    path = shared_file(f"bng/{BNG_SETS[name][0]}_first2000.csv.gz")
    with gzip.open(path, "rt") as file:
        header = file.readline().strip().split(",")
        expected = np.loadtxt(file, delimiter=",")
    table = load_bng(name, rows=2000)
    assert [*table.columns, table.target] == header
    np.testing.assert_allclose(np.column_stack([table.X, table.y]), expected, rtol=1e-6, atol=1e-6)


# the same without the file: how it begins
BEGINNINGS = {
    "bng-cpu": ("usr", [92.0074, 77.527336, 63.641228]),
    "bng-price": ("price", [12310.084, 22060.441, 9816.312]),
    "bng-wisconsin": ("time", [63.240303, 89.77372, 43.913036]),
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_the_first_targets_are_those_that_weka_drew(name: str) -> None:
    table, (target, expected) = load_bng(name, rows=3), BEGINNINGS[name]
    assert table.target == target
    np.testing.assert_allclose(table.y, expected, rtol=1e-6)


def test_rows_do_not_depend_on_how_many_follow() -> None:
    few, many = load_bng("bng-cpu", rows=50), load_bng("bng-cpu", rows=500)
    np.testing.assert_array_equal(few.X, many.X[:50])
    np.testing.assert_array_equal(few.y, many.y[:50])


def test_other_seeds_draw_other_rows_of_the_same_law() -> None:
    """Means of 20,000 rows differ by less than 5 standard errors: false alarms below 1e-5."""
    first, second = (load_bng("bng-wisconsin", rows=20_000, seed=seed) for seed in (1, 2))
    assert not np.isin(first.y, second.y).any()
    error = np.sqrt((first.X.var(axis=0) + second.X.var(axis=0)) / 20_000)
    assert (np.abs(first.X.mean(axis=0) - second.X.mean(axis=0)) < 5.0 * error).all()
    assert "reconstructed" in first.note and "seed 2" in second.note


def test_both_engines_draw_the_same_bits() -> None:
    columns, network = read_network("BNG_auto_price")
    compiled, interpreted = np.empty((40, len(columns))), np.empty((40, len(columns)))
    entries_of("compiled").sample_network(network, 3, compiled)
    entries_of("python").sample_network(network, 3, interpreted)
    np.testing.assert_array_equal(compiled, interpreted)


def test_a_kept_set_is_the_same_and_a_damaged_one_is_made_again(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smoothbandits.datasets.cache.cache_folder", lambda: tmp_path)
    drawn = load_bng("bng-price", rows=100_000)
    (kept,) = tmp_path.iterdir()
    np.testing.assert_array_equal(load_bng("bng-price", rows=100_000).X, drawn.X)
    kept.write_bytes(kept.read_bytes()[:1000])
    np.testing.assert_array_equal(load_bng("bng-price", rows=100_000).y, drawn.y)
    assert kept.stat().st_size > 1000


def test_what_another_network_or_sampler_drew_is_not_found(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smoothbandits.datasets.bng.origin_hash", origin_hash.__wrapped__)
    before = kept_name("bng-price", 100_000, 1)
    assert kept_name("bng-price", 100_000, 1) == before
    columns, network = read_network("BNG_auto_price")
    other = network._replace(means=network.means + 1.0)
    with monkeypatch.context() as patch:
        patch.setattr("smoothbandits.datasets.bng.read_network", lambda _: (columns, other))
        assert kept_name("bng-price", 100_000, 1) != before
    (tmp_path / "sampler.py").write_text("# another\n")
    monkeypatch.setattr("smoothbandits.datasets.bng.SAMPLER", tmp_path / "sampler.py")
    assert kept_name("bng-price", 100_000, 1) != before


@pytest.mark.parametrize("options", [{"rows": 0}, {"rows": 2.5}, {"seed": -1}, {"seed": 2**48}])
def test_bad_numbers_are_refused(options: dict) -> None:
    with pytest.raises(InvalidParameter, match=next(iter(options))):
        load_bng("bng-cpu", **options)


# of the text that Weka writes: six decimals at most, no header
DIGESTS = {
    "bng-cpu": "f04e55be1cfc0f4605ca975db9c9251358d8b70791819ef4bcca9cff3b0b8feb",
    "bng-price": "a8028de70d66e63aab5af91b52a744c817359f88186cd77a23212d34df574aac",
    "bng-wisconsin": "985a774b4b5c9de91d6975c99c0f28ea83c9161ce4460f963246c44640b670bf",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", DIGESTS)
def test_every_digit_is_the_one_that_weka_writes(name: str) -> None:
    table = load_bng(name)
    digest = hashlib.sha256()
    for row in np.column_stack([table.X, table.y]):
        words = [f"{value:.6f}".rstrip("0").rstrip(".") for value in row.tolist()]
        digest.update((",".join(words) + "\n").encode())
    assert digest.hexdigest() == DIGESTS[name]
