"""Learning decided rounds in blocks is learning them in the loop."""

import numpy as np

import smoothbandits as sb
from smoothbandits.engines import entries_of
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.explorers import EpsilonGreedy
from smoothbandits.kernels.states import OK
from smoothbandits.oracles import DispersionOracle, bind

SPACE, ROUNDS, BATCH, SEED = sb.Interval(0.0, 1.0), 29, 8, 4
KERNELS = entries_of("python")


def untaught():
    """An oracle that gathers gradients until a batch is over."""
    model = bind(DispersionOracle(), SPACE, context_size=2, engine="python")
    return KERNELS.make_handle(SPACE.state, model.state, EpsilonGreedy(0.5).build(model))


def test_gradients_are_averaged_over_batches():
    contexts = np.random.default_rng(1).uniform(-1.0, 1.0, (ROUNDS, 2))
    environment = RegressionEnvironment(contexts, 0.5 + 0.4 * contexts[:, 0]).state(SPACE)
    losses, expected, bases = np.empty(ROUNDS), np.empty(ROUNDS), np.empty(ROUNDS, dtype=np.int64)
    actions, propensities = np.empty((ROUNDS, 1)), np.empty((ROUNDS, 3))
    trace = (losses, expected, actions, bases, np.empty(ROUNDS, dtype=np.bool_), propensities)
    looped, blocked = untaught(), untaught()
    done = KERNELS.run(looped, environment, contexts, 0, 0, SEED, BATCH, 1, *trace)
    assert done == (OK, ROUNDS)
    keys = np.array([KERNELS.decision_key(SEED, number) for number in range(ROUNDS)])
    KERNELS.learn_rounds(blocked, contexts, actions, losses, losses, keys, bases, BATCH)
    assert (blocked.oracle.parameters == looped.oracle.parameters).all()
    assert blocked.oracle.optimiser.clock[0] == 4  # three batches of 8, and one of 5
