import gzip
import shutil

import numpy as np
import pytest

from smoothbandits import BernoulliEnvironment, Catalog, datasets
from smoothbandits.datasets.caption import mean_rewards
from smoothbandits.errors import InvalidTable, MissingData
from tests.datasets.shared import shared_file

VOTES = "rank,votes,not_funny,somewhat_funny,funny\n0,10,2,4,4\n1,8,4,2,2\n2,100,35,60,5\n"


def test_the_derivation_by_hand(tmp_path) -> None:
    """Shares 0.8, 0.5 and 0.65 become 1, 0.625 and 0.8125, which counts as 1."""
    path = tmp_path / "votes.csv"
    path.write_text(VOTES)
    means = mean_rewards(path)
    np.testing.assert_allclose(means, [1.0, 0.625, 1.0], rtol=1e-15)


@pytest.mark.parametrize("name", ["652_contest.npy", "652_lil-KLUCB.csv.gz", "652_lil-KLUCB.csv"])
def test_each_layout_gives_the_published_arms(tmp_path, name: str) -> None:
    given = shared_file(f"caption652/{name if name.endswith('npy') else '652_lil-KLUCB.csv.gz'}")
    (tmp_path / "caption652").mkdir()
    target = tmp_path / "caption652" / name
    if name.endswith(".csv"):
        target.write_bytes(gzip.decompress(given.read_bytes()))
    else:
        shutil.copyfile(given, target)
    means = datasets.load_arms("caption-652", data_dir=tmp_path).means
    expected = np.load(shared_file("caption652/652_contest.npy"))
    np.testing.assert_array_equal(means, expected)


def test_a_file_with_other_arms_is_refused(tmp_path) -> None:
    np.save(tmp_path / "652_contest.npy", np.linspace(0.0, 1.0, 7))
    with pytest.raises(InvalidTable, match="10025 arms"):
        datasets.load_arms("caption-652", data_dir=tmp_path)


def test_the_missing_contest_says_how_to_get_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SMOOTHBANDITS_CACHE", str(tmp_path))
    with pytest.raises(MissingData, match="datasets fetch caption-652"):
        datasets.load_arms("caption-652", data_dir=tmp_path)


def test_the_synthetic_twin_has_the_contest_s_shape() -> None:
    twin = datasets.load_arms("caption-synthetic")
    means = np.sort(twin.means)
    assert len(twin) == 10_025 and (means == 1.0).sum() == 54
    assert means[-55] == pytest.approx(0.796, abs=5e-4)
    assert means.mean() == pytest.approx(0.422, abs=5e-4)
    assert means[0] == pytest.approx(0.094, abs=5e-4)
    assert BernoulliEnvironment(twin.means).state(Catalog(10_025))
    other = datasets.load_arms("caption-synthetic", seed=2)
    assert (other.means != twin.means).any()
    np.testing.assert_array_equal(np.sort(other.means), means)


def test_the_twin_is_close_to_the_contest() -> None:
    real = np.load(shared_file("caption652/652_contest.npy"))
    twin = datasets.load_arms("caption-synthetic").means
    levels = np.linspace(0.01, 0.99, 99)
    assert np.abs(np.quantile(real, levels) - np.quantile(twin, levels)).max() < 0.05
