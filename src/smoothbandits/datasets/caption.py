"""The New Yorker's caption contest 652: the arms of the paper's Figure 1.

Captions were rated "not funny", "somewhat funny" or "funny".  The mean reward of a caption is its
share of the latter two, divided by the greatest; from 0.8 on it counts as 1, which 54 reach.
"""

from pathlib import Path

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.arms import Arms
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.download import Remote
from smoothbandits.datasets.folders import find_file, need_file
from smoothbandits.errors import InvalidTable
from smoothbandits.extras import require_extra

__all__ = ["CAPTION", "REMOTE", "load_caption", "mean_rewards", "where_caption"]

CAPTION = Card(
    name="caption-652",
    summary="10,025 captions of a cartoon and how funny each is (Figure 1)",
    licence="not stated by its source",
    source="github.com/nextml/caption-contest-data, summaries/652_lil-KLUCB.csv",
)
ARMS, ENOUGH = 10_025, 0.8
SUMMARY = "652_lil-KLUCB.csv"
REMOTE = Remote(
    url=(
        "https://raw.githubusercontent.com/nextml/caption-contest-data/"
        f"320082e422ce9aa50f4b9ded7c78f486113572b4/summaries/{SUMMARY}"
    ),
    checksum="sha256:c76e4e251fbb8e9fc0b5f384bdfcaa9b8db9bff584458df023c45e1e56c4f7bd",
    name=SUMMARY,
)
NAMES = [
    f"{folder}{name}"
    for folder in ("caption652/", "")
    for name in (SUMMARY, f"{SUMMARY}.gz", "652_contest.npy")
]


def where_caption(data_dir: str | Path | None) -> Path | None:
    """The file, if it is there."""
    return find_file(NAMES, data_dir)


def load_caption(*, seed: int | None, data_dir: str | Path | None) -> Arms:
    """Mean rewards, from the public summary or from an array of them."""
    path = need_file(CAPTION.name, NAMES, data_dir)
    means = np.load(path, allow_pickle=False) if path.suffix == ".npy" else mean_rewards(path)
    if means.shape != (ARMS,) or not ((means >= 0.0) & (means <= 1.0)).all():
        raise InvalidTable(
            f"{str(path)!r} has shape {means.shape}; the contest has {ARMS} arms with means in "
            "[0, 1], get the file again"
        )
    return Arms(CAPTION.name, means, CAPTION.licence, CAPTION.source, CAPTION.note)


def mean_rewards(path: Path) -> Floats:
    """Mean rewards from a summary of votes."""
    require_extra("datasets", "polars")
    import polars

    try:
        votes = polars.read_csv(path, columns=["votes", "somewhat_funny", "funny"])
    except (polars.exceptions.PolarsError, OSError) as error:
        raise InvalidTable(f"{str(path)!r} cannot be read ({error}); get it again") from None
    share = ((votes["somewhat_funny"] + votes["funny"]) / votes["votes"]).to_numpy()
    share = share / share.max()
    means: Floats = np.where(share >= ENOUGH, 1.0, share)
    return means
