"""From words of a command line to an evaluation."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smoothbandits.bandit import load
from smoothbandits.bandit.facade import Bandit
from smoothbandits.errors import InvalidParameter
from smoothbandits.evaluation import Evaluation, evaluate
from smoothbandits.scale import Scale
from smoothbandits.spaces import Catalog, Interval, Space

__all__ = ["LogQuestion", "answer", "parse_policy"]


@dataclass(frozen=True)
class LogQuestion:
    """What is asked of a log.

    Attributes
    ----------
    log
        A Parquet or CSV file.
    policies
        Words for policies: an action, "greedy", or the file of a saved bandit.
    bandit
        The file of the bandit whose log it is; or else
    low, high, items
        the range of its numbers, or how many items there are,
    worst, best
        and what a loss of 0 and of 1 are in rewards of the user's.
    method, interval, level, bandwidth, seed
        As for `evaluate`.
    """

    log: Path
    policies: Sequence[str]
    bandit: Path | None = None
    low: float | None = None
    high: float | None = None
    items: int | None = None
    worst: float | None = None
    best: float | None = None
    method: str = "auto"
    interval: str = "auto"
    level: float = 0.95
    bandwidth: float | None = None
    seed: int = 0


def answer(asked: LogQuestion) -> Evaluation:
    """Value the policies."""
    if not asked.policies:
        raise InvalidParameter("no policy given; give --policy 19.99, greedy or a saved bandit")
    bandit = None if asked.bandit is None else load(asked.bandit)
    space = space_of(asked, bandit)
    policies = {word: parse_policy(word, space) for word in asked.policies}
    reward = None if asked.worst is None and asked.best is None else True
    return evaluate(
        asked.log,
        policies,
        bandit=bandit,
        space=space,
        scale=scale_of(asked),
        reward=reward,
        method=asked.method,  # type: ignore[arg-type]
        interval=asked.interval,  # type: ignore[arg-type]
        level=asked.level,
        bandwidth=asked.bandwidth,
        seed=asked.seed,
    )


def space_of(asked: LogQuestion, bandit: Bandit | None) -> Space:
    """The space of the bandit, or of the bounds or items that were given."""
    bounds = asked.low is not None and asked.high is not None
    if (bandit is not None) + bounds + (asked.items is not None) != 1:
        raise InvalidParameter(
            "what the actions are is not clear; give --bandit FILE, whose log it is, or --low and "
            "--high, or --items"
        )
    if bandit is not None:
        return bandit.space
    if asked.items is not None:
        return Catalog(asked.items)
    return Interval(asked.low, asked.high)  # type: ignore[arg-type]


def scale_of(asked: LogQuestion) -> Scale | None:
    """The range of rewards, where one was given."""
    if asked.worst is None and asked.best is None:
        return None
    return Scale(asked.worst or 0.0, 1.0 if asked.best is None else asked.best)


def parse_policy(word: str, space: Space) -> Any:
    """An action, "greedy" or a saved bandit.

    Examples
    --------
    >>> parse_policy("19.99", Interval(5.0, 50.0)), parse_policy("red", Catalog(["red", "blue"]))
    (19.99, 'red')
    """
    if word == "greedy" or space.contains(word):
        return word
    try:
        action = json.loads(word)
    except ValueError:
        if Path(word).is_file():
            return load(word)
        raise InvalidParameter(
            f"policy {word!r} is no action, and there is no file of this name; give an action of "
            f"{space!r}, 'greedy' or a saved bandit"
        ) from None
    return tuple(action) if isinstance(action, list) and space.parts.category else action
