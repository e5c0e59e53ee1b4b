import functools
import hashlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from smoothbandits import datasets
from smoothbandits.datasets.download import Remote, download
from smoothbandits.errors import DownloadFailed

CONTENT = b"a,b\n1,2\n" * 100_000


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "served").mkdir()
    (tmp_path / "served" / "table.csv").write_bytes(CONTENT)
    handler = functools.partial(QuietHandler, directory=str(tmp_path / "served"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMOOTHBANDITS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "datasets" / "downloads"


def remote(server: str, digest: str = hashlib.sha256(CONTENT).hexdigest()) -> Remote:
    return Remote(f"{server}/table.csv", f"sha256:{digest}", "table.csv")


def test_a_checked_file_is_kept(server: str, cache: Path) -> None:
    steps: list[tuple[int, int]] = []
    path = download(remote(server), lambda done, size: steps.append((done, size)))
    assert path == cache / "table.csv" and path.read_bytes() == CONTENT
    assert steps[-1] == (len(CONTENT), len(CONTENT))
    steps.clear()
    assert download(remote("http://127.0.0.1:9"), lambda *step: steps.append(step)) == path
    assert not steps


def test_another_file_is_not_kept(server: str, cache: Path) -> None:
    with pytest.raises(DownloadFailed, match="nothing was kept"):
        download(remote(server, "0" * 64))
    assert not list(cache.iterdir())


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://127.0.0.1:9/sub"])
def test_without_a_network_the_error_says_what_to_do(url: str, cache: Path) -> None:
    with pytest.raises(DownloadFailed, match="--data-dir or SMOOTHBANDITS_DATA"):
        download(remote(url))
    assert not list(cache.iterdir())


def test_a_missing_page_is_an_error(server: str) -> None:
    with pytest.raises(DownloadFailed, match="(?i)not found"):
        download(Remote(f"{server}/other.csv", f"sha256:{'0' * 64}", "other.csv"))


def test_fetch_takes_what_is_there_or_downloads(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "black_friday.csv").write_text("Purchase\n1\n")
    found = datasets.fetch("black-friday", data_dir=tmp_path)
    assert found == tmp_path / "black_friday.csv"
    monkeypatch.setattr("smoothbandits.datasets.caption.REMOTE", remote(server))
    assert datasets.fetch("caption-652").read_bytes() == CONTENT
    assert datasets.fetch("synthetic-linear") is None
