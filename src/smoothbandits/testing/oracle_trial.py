"""What the checks of an oracle share: things to ask, examples, and the oracle made anew."""

import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats
from smoothbandits.engines import Engine
from smoothbandits.oracles.base import Model, Oracle, bind
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import calling, require

__all__ = ["Trial", "learn", "predict"]


class Trial:
    """Contexts and actions to ask with, and a way to make the oracle anew."""

    def __init__(
        self,
        oracle: Any,
        space: Space,
        context_size: int,
        contexts: ArrayLike | None,
        rounds: int,
        seed: int,
        engine: Engine | None,
    ) -> None:
        self.space, self.context_size = space, context_size
        self.rounds, self.seed, self.engine = rounds, seed, engine
        self._oracle = oracle
        rows = np.random.default_rng([seed, 1]).standard_normal((8, context_size))
        if contexts is not None:
            rows = as_floats("contexts", contexts, ndim=2)
            context_size = self.context_size = rows.shape[1]
        self.contexts: list[Floats | None] = [row if context_size else None for row in rows]
        self.probes = space.sample(seed + 1, 20)
        grid = space.candidates()[0]
        self.grid = space.to_user_many(np.ascontiguousarray(grid[:: max(1, len(grid) // 4000)]))

    def model(self) -> Model:
        """The oracle as it was given."""
        with calling("bind"):
            own = self._oracle if isinstance(self._oracle, Oracle) else copy.deepcopy(self._oracle)
            return bind(
                own,
                self.space,
                context_size=self.context_size,
                seed=self.seed,
                engine=self.engine,
            )

    def examples(self) -> list[tuple[Floats | None, Any, float]]:
        """Contexts, actions and losses that have nothing to do with each other."""
        generator = np.random.default_rng([self.seed, 2])
        actions = self.space.sample(self.seed + 2, self.rounds)
        rows = generator.integers(len(self.contexts), size=self.rounds)
        losses = generator.random(self.rounds)
        return [
            (self.contexts[row], action, float(loss))
            for row, action, loss in zip(rows, actions, losses, strict=True)
        ]

    def teach(self, model: Model) -> None:
        """Teach all examples, each once."""
        for context, action, loss in self.examples():
            learn(model, context, action, loss)

    def predictions(self, model: Model) -> Floats:
        """Predictions of every probe in every context."""
        return np.array([predict(model, context, self.probes) for context in self.contexts])


def predict(model: Model, context: Any, actions: Any, weight: float = 1.0) -> Floats:
    """Predicted losses, which must be losses."""
    with calling("predict(context, actions, weight)"):
        values = np.asarray(model.predict(context, actions, weight))
    bad = ~((values >= 0.0) & (values <= 1.0))
    if bad.any():
        first = int(np.argmax(bad))
        require(False, f"predict gives {values[first]} to {actions[first]}, outside [0, 1]")
    return values


def learn(model: Model, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
    """Teach one example."""
    with calling("learn(context, action, loss, weight)"):
        model.learn(context, action, loss, weight)
