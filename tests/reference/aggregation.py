"""Vovk's aggregating algorithm for the square loss, straight from its definition."""

import numpy as np


def predict(values, losses, weight=1.0, heaviest=1.0):
    """The substitution 1/2 + (g(0) - g(1))/2 for one action.

    values: f_i(x, a) of every function; losses: their cumulative weighted square losses.
    With weights the rate is 2/heaviest, and the mixed loss has the rate 2 weight/heaviest.
    """
    values = np.asarray(values, dtype=np.longdouble)
    prior = np.exp(-2.0 / heaviest * (np.asarray(losses) - np.min(losses)).astype(np.longdouble))
    prior /= prior.sum()
    rate = 2.0 * weight / heaviest

    def mixed(label):
        return -np.log(np.sum(prior * np.exp(-rate * (values - label) ** 2))) / rate

    return float(0.5 + (mixed(0.0) - mixed(1.0)) / 2.0)
