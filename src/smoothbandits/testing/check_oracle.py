"""The contracts of an oracle."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import MOST_ENTRIES, check_callable, check_count, check_seed
from smoothbandits.contexts import check_context_size
from smoothbandits.engines import Engine
from smoothbandits.oracles.base import Model
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import calling, require
from smoothbandits.testing.oracle_mass import check_mass
from smoothbandits.testing.oracle_trial import Trial, learn, predict

__all__ = ["check_oracle"]

TOLERANCE = 1e-9
REPETITIONS = 200
WEIGHTS = (0.5, 2.0, 100.0)
HORIZONS = (1, 2, 10, 100, 1_000, 10_000, 100_000, 1_000_000)

Comparator = Callable[[Any, Any], float]


def check_oracle(
    oracle: Any,
    space: Space,
    *,
    context_size: int = 0,
    contexts: ArrayLike | None = None,
    comparator: Comparator | None = None,
    rounds: int = 60,
    seed: int = 0,
    engine: Engine | None = None,
) -> None:
    """Check that an oracle predicts losses, minimises what it predicts, and learns.

    Predictions lie in [0, 1], for many actions as for one, and change nothing; ``best``
    minimises them up to the argmin error that is stated, and reports its own prediction;
    M(A) is what the predictions say; the same calls give the same oracle; a repeated
    example draws its prediction nearer; weights are taken; a regret bound is positive,
    finite, non-decreasing, and kept.

    Parameters
    ----------
    oracle
        Parameters of a built-in oracle, or an object of your own with ``predict``, ``learn``
        and perhaps ``best``, untaught.  It is copied and left as it is.
    space
        Where its actions live.
    context_size, contexts
        Length of a context; rows to ask with, standard normal if left out.
    comparator
        ``comparator(context, action)``, a function that the oracle's regret bound speaks of.
        Taught its values, the oracle's square loss must stay below the bound; without one
        that is not checked.
    rounds, seed, engine
        Examples taught, source of randomness, engine to run on.

    Raises
    ------
    ConformanceError
        Which contract is broken, with what value.

    Examples
    --------
    >>> from smoothbandits import Catalog, TableOracle
    >>> check_oracle(TableOracle(), Catalog(5), engine="python")
    """
    require(
        isinstance(space, Space), f"{space!r} is no Space; subclass smoothbandits.spaces.Space"
    )
    context_size = check_context_size(context_size)
    rounds, seed = check_count("rounds", rounds, most=MOST_ENTRIES), check_seed(seed)
    if comparator is not None:
        check_callable("comparator", comparator)
    trial = Trial(oracle, space, context_size, contexts, rounds, seed, engine)
    untaught = trial.model()
    check_predictions(trial, untaught, weight=1.0)
    taught = trial.model()
    trial.teach(taught)
    for weight in (1.0, *WEIGHTS):
        check_predictions(trial, taught, weight)
    check_mass(taught, trial.contexts[0], trial.probes)
    check_repeatable(trial, taught)
    check_pure(trial, taught)
    check_learning(trial)
    check_weights(trial)
    check_bound(untaught)
    if comparator is not None:
        check_regret(trial, comparator)


def check_predictions(trial: Trial, model: Model, weight: float) -> None:
    """Predictions are losses, one by one the same as in a batch, and ``best`` is the least."""
    for context in trial.contexts[:2]:
        batch = predict(model, context, trial.probes, weight)
        for action, value in zip(trial.probes, batch, strict=True):
            single = predict(model, context, [action], weight)[0]
            require(
                abs(single - value) <= TOLERANCE,
                f"predict gives {single} to {action} alone and {value} in a batch",
            )
        check_best(trial, model, context, weight)


def check_best(trial: Trial, model: Model, context: Any, weight: float) -> None:
    """``best`` is in the space, reports its prediction, and no probe is better."""
    with calling("best(context, weight)"):
        action, loss = model.best(context, weight)
        error = model.argmin_error(context, weight)
    require(trial.space.contains(action), f"best returned {action}, outside the space")
    predicted = predict(model, context, [action], weight)[0]
    require(
        abs(predicted - loss) <= TOLERANCE,
        f"best reports the loss {loss} for {action}, where predict gives {predicted}",
    )
    require(not error < 0.0, f"the stated argmin error is {error}, below 0")
    # an argmin without a bound has at least searched the candidates
    rivals = [trial.grid] if math.isnan(error) else [trial.grid, trial.probes]
    for actions in rivals:
        values = predict(model, context, actions, weight)
        least = int(np.argmin(values))
        slack = TOLERANCE + (0.0 if math.isnan(error) else error)
        require(
            predicted <= values[least] + slack,
            f"best returned {action} with predicted loss {predicted}, and predict gives "
            f"{values[least]} to {actions[least]} (stated argmin error {error})",
        )


def check_repeatable(trial: Trial, taught: Model) -> None:
    """The same examples give the same oracle."""
    twin = trial.model()
    trial.teach(twin)
    apart = float(np.abs(trial.predictions(twin) - trial.predictions(taught)).max())
    require(apart == 0.0, f"two oracles taught the same predict losses {apart:.3g} apart")


def check_pure(trial: Trial, taught: Model) -> None:
    """Asking changes nothing."""
    asked = trial.model()
    for context, action, loss in trial.examples():
        predict(asked, context, trial.probes[:3], weight=2.0)
        with calling("best(context, weight)"):
            asked.best(context, 2.0)
        learn(asked, context, action, loss)
    apart = float(np.abs(trial.predictions(asked) - trial.predictions(taught)).max())
    require(
        apart == 0.0,
        f"predict or best changes the oracle: predictions {apart:.3g} apart after asking",
    )


def check_learning(trial: Trial) -> None:
    """A repeated example draws its prediction nearer, and none farther away."""
    context, nearer = trial.contexts[0], 0
    for action in trial.probes[:3]:
        for loss in (0.0, 1.0):
            model = trial.model()
            before = abs(predict(model, context, [action])[0] - loss)
            for _ in range(REPETITIONS):
                learn(model, context, action, loss)
            after = abs(predict(model, context, [action])[0] - loss)
            require(
                after <= before + TOLERANCE,
                f"taught {loss} at {action} {REPETITIONS} times, the prediction moved away "
                f"from it, from {before} to {after}",
            )
            nearer += after < before - TOLERANCE
    require(nearer, f"{REPETITIONS} repetitions of an example moved no prediction towards it")


def check_weights(trial: Trial) -> None:
    """Examples of several weights leave predictions that are losses."""
    model = trial.model()
    for i, (context, action, loss) in enumerate(trial.examples()):
        learn(model, context, action, loss, WEIGHTS[i % len(WEIGHTS)])
    for weight in WEIGHTS:
        predict(model, trial.contexts[0], trial.probes, weight)


def check_bound(model: Model) -> None:
    """Where a regret bound is stated, it is positive, finite and non-decreasing."""
    with calling("regret_bound(rounds)"):
        bounds = [model.regret_bound(rounds) for rounds in HORIZONS]
    stated = [bound for bound in bounds if bound is not None]
    if not stated:
        return
    require(len(stated) == len(bounds), f"regret_bound is None for some horizons: {bounds}")
    good = all(math.isfinite(bound) and bound > 0.0 for bound in stated)
    require(good, f"regret_bound must be positive and finite, and is {stated} at {HORIZONS}")
    require(stated == sorted(stated), f"regret_bound decreases: {stated} at {HORIZONS}")


def check_regret(trial: Trial, comparator: Comparator) -> None:
    """On losses of the comparator, the square loss is the regret; it keeps the bound."""
    model, regret = trial.model(), 0.0
    bound = model.regret_bound(trial.rounds)
    if bound is None:
        return
    for context, action, _ in trial.examples():
        loss = float(comparator(context, action))
        regret += (predict(model, context, [action])[0] - loss) ** 2
        learn(model, context, action, loss)
    require(
        regret <= bound + TOLERANCE,
        f"the square-loss regret after {trial.rounds} rounds is {regret:.6g}, above the stated "
        f"bound {bound:.6g}",
    )
