"""The law of a bandit's actions: what it states, what it plays, what it should be."""

import numpy as np
from scipy import stats

from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import InterpretedBandit
from tests.reference.certificate import smooth_igw_law

# Chance of a false alarm in each statistical test below; seeds are fixed.
ALARM = 1e-5
DRAWS = 5000

# three levels, a tie, one hopeless action; mu that does not follow the losses
PREDICTIONS = np.array([0.30, 0.10, 0.55, 0.10, 0.90, 0.12])
WEIGHTS = np.array([4.0, 0.5, 2.0, 1.0, 1.5, 3.0])


def fixed_bandit(predictions, weights, explorer, seed=0):
    """A bandit whose oracle knows one function, so that it predicts exactly that."""
    space = Catalog(len(predictions), weights)
    oracle = FiniteClassOracle(np.reshape(predictions, (1, -1)))
    return InterpretedBandit(space, oracle=oracle, explorer=explorer, seed=seed)


def stated_law(bandit, **given):
    """P(a) = mu(a) density(a) + atom(a) for every item, by `Bandit.propensity`."""
    found = []
    for action, mu in enumerate(bandit.space.masses):
        propensity = bandit.propensity(None, action, **given)
        assert propensity.error == 0.0
        found.append(mu * propensity.density + propensity.atom)
    return np.array(found)


def algorithm_2(bandit, rate):
    """The law of one draw and one coin at h*gamma = rate, by enumeration."""
    predictions = bandit.oracle.predict(None, range(bandit.space.n))
    greedy = bandit.oracle.best()[0]
    return smooth_igw_law(predictions, 1.0, rate, bandit.space.masses, greedy)


def assert_frequencies(counts, law):
    """Chi-square test of counts against a law; rare cells are pooled."""
    counts, law = np.ravel(counts).astype(float), np.ravel(law)
    total = counts.sum()
    assert counts[law == 0.0].sum() == 0.0
    order = np.argsort(law)
    counts, expected = counts[order], law[order] * total
    rare = np.cumsum(expected) < 8.0
    first = int(rare.sum()) + 1 if rare.any() else 1
    counts = np.append(counts[:first].sum(), counts[first:])
    expected = np.append(expected[:first].sum(), expected[first:])
    if len(counts) > 1:
        assert stats.chisquare(counts, expected * (total / expected.sum())).pvalue > ALARM
