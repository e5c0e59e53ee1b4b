"""Files from the network, checked before they are kept."""

import hashlib
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from smoothbandits.datasets.cache import write_atomically
from smoothbandits.datasets.folders import downloads
from smoothbandits.errors import DownloadFailed

__all__ = ["Remote", "download", "openml"]

SECONDS = 30.0  # without an answer
CHUNK = 1 << 18

#: bytes so far, bytes in all or 0 if unknown
Progress = Callable[[int, int], None]


class Remote(NamedTuple):
    """A file: where it is, what it must be, and its name among the downloads."""

    url: str
    algorithm: Literal["sha256", "md5"]
    digest: str
    name: str


def download(remote: Remote, progress: Progress | None = None) -> Path:
    """Fetch a file unless it is there; one with another checksum is not kept."""
    path = downloads() / remote.name
    if path.is_file():
        return path
    digest = hashlib.new(remote.algorithm, usedforsecurity=False)

    def write(file: Any) -> None:
        with opened(remote.url) as answer:
            size = int(answer.headers.get("Content-Length") or 0)
            done = 0
            while chunk := answer.read(CHUNK):
                digest.update(chunk)
                file.write(chunk)
                done += len(chunk)
                if progress is not None:
                    progress(done, size)
        if digest.hexdigest() != remote.digest:
            raise DownloadFailed(
                f"{remote.url} has {remote.algorithm} {digest.hexdigest()}, not {remote.digest}: "
                "it has changed or was damaged on the way; nothing was kept, try again later"
            )

    try:
        write_atomically(path, write)
    except (TimeoutError, ConnectionError, urllib.error.URLError) as error:
        if isinstance(error, DownloadFailed):
            raise
        raise unreachable(remote.url, error) from None
    return path


def openml(dataset: int, file: int, name: str) -> Remote:
    """A file of OpenML; its checksum is the one that OpenML states for the dataset."""
    url = f"https://www.openml.org/api/v1/json/data/{dataset}"
    try:
        with opened(url) as answer:
            stated = json.load(answer)["data_set_description"]["md5_checksum"]
    except (TimeoutError, ConnectionError, urllib.error.URLError) as error:
        raise unreachable(url, error) from None
    except (ValueError, KeyError, TypeError):
        raise DownloadFailed(f"{url} states no checksum; try again later") from None
    return Remote(f"https://www.openml.org/data/download/{file}/{name}", "md5", stated, name)


def opened(url: str) -> Any:
    """The answer to a request, to be used as a context."""
    request = urllib.request.Request(url, headers={"User-Agent": "smoothbandits"})
    return urllib.request.urlopen(request, timeout=SECONDS)


def unreachable(url: str, error: Exception) -> DownloadFailed:
    """One sentence for all that networks do."""
    reason = getattr(error, "reason", None) or error
    return DownloadFailed(
        f"{url} cannot be reached ({reason}); without a network, put the file into a folder and "
        "name that with --data-dir or SMOOTHBANDITS_DATA"
    )
