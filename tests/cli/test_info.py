import json

import pytest
from typer.testing import CliRunner

from smoothbandits import __version__
from smoothbandits.cli import app
from smoothbandits.cli.info import folder_size


def test_it_shows_versions_cache_and_cores():
    out = CliRunner().invoke(app, ["info"]).stdout
    for word in ("python", "numba", "cache folder", "cores", __version__):
        assert word in out


def test_as_json():
    result = CliRunner().invoke(app, ["info", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["versions"]["smoothbandits"] == __version__
    assert report["cores"] >= 1
    assert report["cache"]["bytes"] >= 0


def test_size_counts_every_file_below(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "a").write_bytes(b"123")
    (tmp_path / "deep" / "b").write_bytes(b"4567")
    assert folder_size(tmp_path) == (7, 2)


def test_no_cache_folder_is_no_error(monkeypatch, tmp_path):
    from smoothbandits.cli.info import cache_report
    from smoothbandits.interpreted import jit

    monkeypatch.delitem(__import__("sys").modules, "smoothbandits.kernels.jit", raising=False)
    monkeypatch.setattr(jit, "cache_folder", lambda: None)
    assert cache_report() == pytest.approx(
        {"folder": None, "bytes": 0, "files": 0, "outdated_bytes": 0}
    )
