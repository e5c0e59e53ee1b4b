"""One context as a bandit sees it: what it predicts, and the law of its action."""

from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.bandit.decision import Propensity
from smoothbandits.bandit.looking.asking import best_of, losses_of
from smoothbandits.bandit.looking.verbs import verbs
from smoothbandits.checks import Floats
from smoothbandits.kernels.states import MIXED, PREDICTED_LOSS, RECORD_SIZE, WatchedState
from smoothbandits.spaces import Action
from smoothbandits.spaces.allowed import Allowed

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["Sight"]


class Sight:
    """What a bandit predicts in one context and how it would choose there; losses in [0, 1].

    Made and asked while the bandit's lock is held.

    Attributes
    ----------
    row
        The context as entries.
    base, probability
        The base whose oracle is looked at, and how likely that base is.
    gamma, weight, rate
        Exploration parameter, regression weight, and h*gamma.
    allowed, where
        What the decision may use, None for the whole space, and what kernels see of it.
    greedy, least
        The best action in unit coordinates, and its predicted loss.
    """

    def __init__(
        self,
        bandit: "Bandit",
        row: Floats,
        number: int,
        base: int | None = None,
        probability: float | None = None,
        allowed: Allowed | None = None,
    ) -> None:
        self.bandit, self.space = bandit, bandit.space
        self.allowed = allowed
        self.where = self.space.state if allowed is None else allowed.state
        self.row, self.features = row, bandit.oracle.features_of(row)
        self._states, self._verbs = bandit._states, verbs()
        self._banked = type(self._states.oracle) is tuple  # each base has its own
        chances = self._chances()
        self.base = int(np.argmax(chances)) if base is None else base
        self.probability = float(chances[self.base]) if probability is None else probability
        self.number, self._since = number, int(self._verbs.round_of(self._states.oracle, number))
        self.gamma, self.weight, self.rate = self._turn(self.base, self.probability)
        self.greedy, self.least = self._best(self.base, self.weight)

    @property
    def oracle(self) -> Any:
        """State of the oracle that is looked at."""
        return self._oracle_of(self.base)

    def _oracle_of(self, base: int) -> Any:
        """State of the oracle that a base uses."""
        return self._verbs.select(self._states.oracle, base)

    def _chances(self) -> Floats:
        """How likely each base is; without a master there is one."""
        corral = getattr(self._states.explorer, "corral", None)
        return np.ones(1) if corral is None else np.asarray(corral.rows[MIXED])

    def _turn(self, base: int, probability: float) -> tuple[float, float, float]:
        """Gamma, regression weight and h*gamma."""
        turned = self._verbs.turn(self._states.explorer, self._since, base, probability)
        gamma, weight, rate = turned
        return float(gamma), float(weight), float(rate)

    def _best(self, base: int, weight: float) -> tuple[Floats, float]:
        """The argmin of a base's oracle, in unit coordinates, and its value."""
        return best_of(self.bandit, self._oracle_of(base), self.features, weight, self.where)

    def _predicted(self, base: int, weight: float, points: Floats) -> Floats:
        return losses_of(self.bandit, self._oracle_of(base), self.features, points, weight)

    def losses(self, points: Floats) -> Floats:
        """Predicted losses of actions in unit coordinates."""
        return self._predicted(self.base, self.weight, points)

    def loss(self, point: Floats) -> float:
        """Predicted loss of one action, to the bit as a decision sees it."""
        c = self._verbs.curve(self.oracle, self.features, self.weight)
        return float(self._verbs.evaluate(self.oracle, c, point))

    def densities(self, points: Floats) -> Floats:
        """Density of the law relative to mu, over all bases, but for the greedy action's atom."""
        if self._verbs.is_single(self.where):
            return np.zeros(len(points))
        inside = np.ones(len(points))
        if self.allowed is not None:
            inside = np.array([float(self.allowed.holds(point)) for point in points])
        if not self.bandit.explorer.has_atom:
            found = self._states.densities(self.features, points, self.number, self.allowed)
            return np.asarray(inside * found)
        if not self._banked:
            return inside * self._given(self.base, self.rate, self.least, self.losses(points))
        total = np.zeros(len(points))
        for base, chance in enumerate(self._chances().tolist()):
            _, weight, rate = self._turn(base, chance)
            _, least = self._best(base, weight)
            predicted = self._predicted(base, weight, points)
            total += chance * self._given(base, rate, least, predicted)
        return np.asarray(inside * total)

    def _given(self, base: int, rate: float, least: float, losses: Floats) -> Floats:
        """Sum over the rates that may be in force of their probability times 1/(1 + rate gap)."""
        ask = self._verbs.spread
        probabilities, rates = ask(self._states.explorer, self._since, rate, least)
        gaps = np.maximum(0.0, losses - least)
        return np.asarray(probabilities @ (1.0 / (1.0 + np.outer(rates, gaps))))

    def acceptance(self, gap: float) -> float:
        """Probability that a draw from mu with this gap is played."""
        ask = self._verbs.acceptance
        return float(ask(self._states.explorer, self.rate, gap, self.least))

    def drawn(self, key: int, uniform: float) -> tuple[Floats, float]:
        """What an explorer without an atom draws with this key, and what is predicted of it."""
        point, record = np.empty(self.space.dimension), np.zeros(RECORD_SIZE)
        c = self._verbs.curve(self.oracle, self.features, self.weight)
        turned = (self._since, self.rate, self.least, uniform)
        self._verbs.settle(
            self._states.explorer, self.where, self.oracle, c, turned, True, key, 0, self.greedy,
            point, record,
        )  # fmt: skip
        return point, float(record[PREDICTED_LOSS])

    @property
    def greedy_action(self) -> Action:
        """The best action in the user's units."""
        return self.space.action_in(self.allowed, self.greedy)

    def propensity(self, point: Floats) -> Propensity:
        """Density and atom of an action; without the atom where the bandit leaves atoms out."""
        if self.bandit.atoms or not self.bandit.explorer.has_atom:
            return self._states.propensity(self.features, point, self.number, None, self.allowed)
        is_greedy = np.array_equal(point, self.greedy)
        unknown = float("nan") if is_greedy else 0.0
        return Propensity(float(self.densities(point[None])[0]), unknown, unknown)

    def outcomes(self) -> Floats | None:
        """Predicted outcomes of equal cells, where a payoff says what they pay."""
        payoff = self.bandit.payoff
        if payoff is None:
            return None
        out, decides = np.empty(payoff.state(self.space).base.size), self.oracle
        if isinstance(decides, WatchedState):
            decides = decides.inner
        self._verbs.outcomes(decides, self.features, out)
        return out
