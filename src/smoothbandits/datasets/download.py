"""Files from the network, checked before they are kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smoothbandits.datasets.folders import downloads
from smoothbandits.errors import DownloadFailed
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import requests

__all__ = ["Progress", "Remote", "download", "openml"]

SECONDS = 30.0  # without an answer
CHUNK = 1 << 18

#: bytes so far, bytes in all or 0 if unknown
Progress = Callable[[int, int], None]


class Remote(NamedTuple):
    """A file: where it is, its checksum as "sha256:..." or "md5:...", its name when downloaded."""

    url: str
    checksum: str
    name: str


class ProgressBar:
    """Takes the place of pooch's progress bar, and tells a function instead."""

    total = 0  # pooch sets it

    def __init__(self, tell: Progress) -> None:
        self.tell, self.done = tell, 0

    def update(self, size: int) -> None:
        """Count bytes that have come, and tell."""
        self.done += size
        self.tell(self.done, self.total)

    def reset(self) -> None:
        """Count from nothing: pooch then tells of the whole file at once."""
        self.done = 0

    def close(self) -> None:
        """Nothing is left open."""


def download(remote: Remote, progress: Progress | None = None) -> Path:
    """Fetch a file unless it is there; one with another checksum is not kept."""
    require_extra("datasets", "pooch", "requests")
    import pooch
    import requests

    pooch.get_logger().setLevel("WARNING")  # that it downloads is for `progress` to say
    bar: Any = False if progress is None else ProgressBar(progress)
    try:
        return Path(
            pooch.retrieve(
                remote.url,
                known_hash=remote.checksum,
                fname=remote.name,
                path=downloads(),
                downloader=pooch.HTTPDownloader(bar, chunk_size=CHUNK, timeout=SECONDS),
            )
        )
    except requests.RequestException as error:
        raise unreachable(remote.url, error) from None
    except ValueError:
        raise DownloadFailed(
            f"{remote.url} has another checksum than {remote.checksum}: it has changed or was "
            "damaged on the way; nothing was kept, try again later"
        ) from None


def openml(dataset: int, file: int, name: str) -> Remote:
    """A file of OpenML; its checksum is the one that OpenML states for the dataset."""
    require_extra("datasets", "requests")
    import requests

    url = f"https://www.openml.org/api/v1/json/data/{dataset}"
    try:
        answer = requests.get(url, timeout=SECONDS)
        answer.raise_for_status()
        stated = json.loads(answer.text)["data_set_description"]["md5_checksum"]
    except requests.RequestException as error:
        raise unreachable(url, error) from None
    except (ValueError, KeyError, TypeError):
        raise DownloadFailed(f"{url} states no checksum; try again later") from None
    return Remote(f"https://www.openml.org/data/download/{file}/{name}", f"md5:{stated}", name)


def unreachable(url: str, error: "requests.RequestException") -> DownloadFailed:
    """The error of a download that failed, in one sentence, whatever the network did."""
    reason = type(error).__name__ if error.response is None else error.response.reason
    return DownloadFailed(
        f"{url} cannot be reached ({reason}); without a network, put the file into a folder and "
        "name that with --data-dir or SMOOTHBANDITS_DATA"
    )
