"""Policies as weights of logged rounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats, check_callable
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidLog, InvalidParameter
from smoothbandits.evaluation.bandwidths import EXACT, halves_of
from smoothbandits.evaluation.coordinates import exact_coordinates, places_of, point_masses
from smoothbandits.evaluation.rows import Rows
from smoothbandits.evaluation.weights import Block, Weighed, near
from smoothbandits.spaces import Space

__all__ = ["Density", "Target", "named_targets"]

MOST_SUMMED = 64  # actions that are summed over one by one
DRAWS = 8  # from mu, for what a model expects of a policy with a density


class Target(Protocol):
    """What evaluation asks of a policy.

    Attributes
    ----------
    halves
        Half widths of the kernels it is smoothed by; a single one where it is not.
    contexts, greedy
        Whether it looks at the contexts, and at the logged greedy actions.
    """

    halves: Floats
    contexts: bool
    greedy: bool

    def weigh(self, block: Block, halves: Floats) -> list[Weighed]:
        """Weights of the rounds under each kernel."""

    def expected(self, block: Block, half: float, model: Callable[[Floats], Floats]) -> Floats:
        """Unbiased estimates of what the model expects of the policy, one for each round."""


@dataclass(frozen=True)
class Density:
    """A policy with a density of its own, relative to mu.

    Parameters
    ----------
    density
        A function of context and action, in the user's units; over mu its mean is 1.

    Examples
    --------
    Prices of the upper half, each as likely as mu makes it:

    >>> upper = Density(lambda context, price: 2.0 if price > 20.0 else 0.0)
    >>> upper.density(None, 30.0)
    2.0
    """

    density: Callable[[Any, Any], float]

    def __post_init__(self) -> None:
        check_callable("density", self.density)


class Player:
    """Plays one action in each context: a number, a function, or what the log calls greedy."""

    def __init__(
        self, space: Space, bandwidth: float | None, centres: Callable[[Any, Any], Floats],
        *, contexts: bool = False, greedy: bool = False,
    ) -> None:  # fmt: skip
        self._exact = exact_coordinates(space)
        self.halves = EXACT if self._exact.all() else halves_of(bandwidth)
        self._centres, self.contexts, self.greedy = centres, contexts, greedy

    def weigh(self, block: Block, halves: Floats) -> list[Weighed]:
        """Rounds near the policy's action."""
        return near(block, self._centres(block, block.live), halves)

    def expected(self, block: Block, half: float, model: Callable[[Floats], Floats]) -> Floats:
        """At a random point of the kernel."""
        rows, everything = block.rows, np.arange(len(block.rows))
        centres = self._centres(block, everything)
        points = np.array(np.broadcast_to(centres, (len(rows), centres.shape[1])))
        for j in np.flatnonzero(~self._exact):
            centre = np.clip(points[:, j], rows.lows[:, j], rows.highs[:, j])
            low = np.maximum(centre - half, rows.lows[:, j])
            high = np.minimum(centre + half, rows.highs[:, j])
            points[:, j] = low + uniform(rows, int(j)) * (high - low)
        return model(points)


class Rejected:
    """The logged greedy action where the law has an atom there: rounds that did not explore."""

    halves, contexts, greedy = EXACT, False, True

    def __init__(self, space: Space) -> None:
        self._exact = bool(exact_coordinates(space).all())

    def weigh(self, block: Block, halves: Floats) -> list[Weighed]:
        """Rounds in which the greedy action was played, over its probability."""
        rows = block.rows
        if np.isnan(rows.atom).any():
            row = int(rows.numbers[np.argmax(np.isnan(rows.atom))])
            raise InvalidLog(
                f"the atom of row {row} is nan; make the bandit with atoms=True, or evaluate a "
                "function of the context"
            )
        greedy = (rows.atom > 0.0) | ~rows.explored
        if self._exact and rows.greedy is not None:  # it may be the greedy one without an atom
            greedy = np.asarray((rows.points == rows.greedy).all(axis=1))
        places = np.flatnonzero(greedy)
        chance = rows.atom[places]
        if self._exact:  # then every round is live, and mu/(P inverse) is 1
            mu_over_p = block.inverse[places]
            mu = block.masses[places].prod(axis=1) / (
                block.share if len(block.share) == 1 else block.share[places]
            )
            chance = mu / mu_over_p
        return [Weighed(places, 1.0 / chance)]

    def expected(self, block: Block, half: float, model: Callable[[Floats], Floats]) -> Floats:
        """At the greedy action; where the log does not name it, what was played stands for it.

        Any function of the context would do, but that of the action must not be used: without
        the greedy actions the model is not asked.
        """
        if block.rows.greedy is None:
            raise InvalidLog("the log has no greedy_action; give method='ips' or 'cressie-read'")
        return model(block.rows.greedy)


class WithDensity:
    """A policy with a density relative to mu."""

    greedy = False
    contexts = True
    halves = EXACT

    def __init__(self, space: Space, policy: Density) -> None:
        self._space, self._density = space, policy.density

    def _ratios(self, block: Block, places: Any, points: Floats) -> Floats:
        actions = self._space.to_user_many(np.ascontiguousarray(points))
        given = block.rows.given
        ratios = np.array(
            [self._density(given(int(i)), a) for i, a in zip(places, actions, strict=True)], float
        )
        bad = ~(np.isfinite(ratios) & (ratios >= 0.0))
        if bad.any():
            row = int(np.argmax(bad))
            raise InvalidParameter(
                f"density is {ratios[row]!r} for action {actions[row]!r}; give a function whose "
                "values are finite and not negative"
            )
        return ratios

    def weigh(self, block: Block, halves: Floats) -> list[Weighed]:
        """The ratio of the two densities."""
        ratios = self._ratios(block, block.live, block.points)
        return [Weighed(block.live, ratios * block.inverse)]

    def expected(self, block: Block, half: float, model: Callable[[Floats], Floats]) -> Floats:
        """Over mu, weighed by the density."""
        everything, total = np.arange(len(block.rows)), np.zeros(len(block.rows))
        for share, points in mean_over_mu(block, DRAWS):
            total += share * self._ratios(block, everything, points) * model(points)
        return total


def mean_over_mu(block: Block, draws: int) -> Iterator[tuple[float, Floats]]:
    """Shares of mu with an action for each round: all actions of few, else draws from mu."""
    rows, space = block.rows, block.space
    if len(rows.lows) > 1:
        raise InvalidLog("rounds were made under rules; give method='ips' or 'cressie-read'")
    shape = (len(rows), space.dimension)
    if space.finite is not None and space.finite <= MOST_SUMMED:
        columns = space.every()
        assert columns is not None
        every = places_of(space, space.from_columns(columns))
        for share, point in zip(point_masses(space, every).prod(axis=1), every, strict=True):
            yield float(share), np.array(np.broadcast_to(point, shape))
        return
    kernels = entries_of("compiled" if space.compilable and len(rows) > 256 else "python")
    for draw in range(draws):
        points = np.empty(shape)
        kernels.sample_many(space.state, int(rows.numbers[0]) * draws + draw + 1, points)
        yield 1.0 / draws, points


def uniform(rows: Rows, coordinate: int) -> Floats:
    """Numbers of [0, 1) that depend on the rows and the coordinate alone."""
    return np.random.default_rng([int(rows.numbers[0]), coordinate]).random(len(rows))


def named_targets(
    policy: Any, space: Space, bandwidth: float | None, *, atoms: bool
) -> dict[str, Target]:
    """The policies that were asked for, by their names."""
    if isinstance(policy, Mapping) and not looks_like_action(policy, space):
        given = {str(name): one for name, one in policy.items()}
    elif isinstance(policy, list) and not looks_like_action(policy, space):
        given = {}
        for one in policy:
            name = name_of(one)
            given[name if name not in given else f"{name} ({len(given) + 1})"] = one
    else:
        given = {name_of(policy): policy}
    if not given:
        raise InvalidParameter("policy is empty; give at least one policy")
    return {name: target_of(one, space, bandwidth, atoms=atoms) for name, one in given.items()}


def looks_like_action(policy: Any, space: Space) -> bool:
    """Whether a list or mapping is one action of the space."""
    try:
        return space.contains(policy)
    except (TypeError, ValueError, KeyError):
        return False


def name_of(policy: Any) -> str:
    """What a result calls a policy."""
    if isinstance(policy, Bandit):
        return f"bandit {policy.name}"
    if callable(policy):
        return str(getattr(policy, "__name__", type(policy).__name__))
    if isinstance(policy, Density):
        return "density"
    return policy if isinstance(policy, str) else f"{policy}"


def target_of(policy: Any, space: Space, bandwidth: float | None, *, atoms: bool) -> Target:
    """A policy as weights."""
    if isinstance(policy, Density):
        return WithDensity(space, policy)
    if isinstance(policy, Bandit):
        from smoothbandits.evaluation.other_bandit import OtherBandit

        return OtherBandit(space, policy, bandwidth)
    if isinstance(policy, str) and policy == "greedy" and not space.contains(policy):
        if atoms:
            return Rejected(space)
        return Player(space, bandwidth, logged_greedy, greedy=True)
    if callable(policy):
        return Player(space, bandwidth, asked(space, policy), contexts=True)
    try:
        centre = space.to_unit(space.check(policy))[None]
    except InvalidAction as error:
        raise InvalidParameter(
            f"policy is {policy!r}, which is no action ({error}); give an action, a function of "
            "the context, a Density, a Bandit, 'greedy', or several of them by their names"
        ) from None
    return Player(space, bandwidth, lambda block, places: centre)


def logged_greedy(block: Block, places: Any) -> Floats:
    """The greedy actions that the log names."""
    if block.rows.greedy is None:
        raise InvalidLog("the log has no greedy_action; give a log with it")
    greedy: Floats = block.rows.greedy[places]
    return greedy


def asked(space: Space, function: Callable[[Any], Any]) -> Callable[[Any, Any], Floats]:
    """The actions of a function of the context."""

    def centres(block: Block, places: Sequence[int]) -> Floats:
        given, found = block.rows.given, np.empty((len(places), space.dimension))
        for k, i in enumerate(places):
            context = given(int(i))
            try:
                found[k] = space.to_unit(space.check(function(context)))
            except InvalidAction as error:
                raise InvalidAction(f"the policy's answer to {context!r}: {error}") from None
        return found

    return centres
