"""Estimates and intervals of a mean loss from sums of weights."""

import math
from typing import NamedTuple

from smoothbandits.checks import Floats
from smoothbandits.evaluation.sums import WL, WW, WWL, WWLL, Moment, W

__all__ = [
    "Range",
    "cressie_read",
    "cressie_read_interval",
    "effective_size",
    "ips",
    "ips_error",
    "normal_interval",
    "snips",
    "snips_error",
]


class Range(NamedTuple):
    """An interval of [0, 1]."""

    low: float
    high: float

    def cut(self) -> "Range":
        """What of it lies in [0, 1]."""
        return Range(min(1.0, max(0.0, self.low)), min(1.0, max(0.0, self.high)))


def ips(moment: Moment) -> float:
    """Importance sampling: the sum of w l over the number of all rounds."""
    return float(moment.totals[WL]) / moment.rounds


def ips_error(moment: Moment) -> float:
    """Standard error of `ips`."""
    mean = ips(moment)
    return math.sqrt(max(0.0, float(moment.totals[WWLL]) / moment.rounds - mean**2)) / math.sqrt(
        moment.rounds
    )


def snips(moment: Moment) -> float:
    """The same, over the sum of the weights."""
    return float(moment.totals[WL] / moment.totals[W]) if moment.totals[W] > 0.0 else math.nan


def snips_error(moment: Moment) -> float:
    """Standard error of `snips`, by the delta method."""
    value, totals = snips(moment), moment.totals
    square = totals[WWLL] - 2.0 * value * totals[WWL] + value**2 * totals[WW]
    return math.sqrt(max(0.0, float(square))) / float(totals[W]) if totals[W] > 0.0 else math.nan


def effective_size(moment: Moment) -> float:
    """How many rounds of equal weight would tell as much: (sum w)^2 / sum w^2."""
    square = float(moment.totals[WW])
    return float(moment.totals[W]) ** 2 / square if square > 0.0 else 0.0


def normal_interval(value: float, error: float, level: float) -> Range:
    """A normal law around the estimate."""
    from scipy.special import ndtri

    half = float(ndtri(0.5 + 0.5 * level)) * error
    return Range(value - half, value + half).cut()


class Moments(NamedTuple):
    """Means over all rounds and one more, which stands for what was not seen."""

    w: float
    ww: float
    u: float
    wu: float
    uu: float

    @property
    def variance(self) -> float:
        """Of the weights."""
        return self.ww - self.w**2

    @property
    def covariance(self) -> float:
        """Of the weights and u."""
        return self.wu - self.w * self.u


def with_one_more(moment: Moment, weight: float, loss: float) -> Moments:
    """Means of w, w^2, u = w l, w u and u^2 with one more round."""
    n = moment.rounds + 1
    totals: Floats = moment.totals
    u = weight * loss
    return Moments(
        (float(totals[W]) + weight) / n,
        (float(totals[WW]) + weight**2) / n,
        (float(totals[WL]) + u) / n,
        (float(totals[WWL]) + weight * u) / n,
        (float(totals[WWLL]) + u**2) / n,
    )


def unseen_weight(moment: Moment, largest: float) -> float:
    """The weight of a round that would bring the mean weight nearer to 1."""
    return largest if float(moment.totals[W]) < moment.rounds else 0.0


def cressie_read(moment: Moment, largest: float) -> float:
    """The most likely value, where likelihood is Cressie and Read's with power -2 (8.3).

    Rounds get probabilities q under which the mean weight is 1, as near to equal ones as can be;
    one round more, of weight 0 or ``largest``, makes that possible.  What falls on it is taken
    to have lost 1/2.
    """
    n, totals = moment.rounds, moment.totals
    weight = unseen_weight(moment, largest)
    if math.isinf(weight):  # any small probability will do: the seen rounds stay as they are
        return ips(moment) + 0.5 * max(0.0, 1.0 - float(totals[W]) / n)
    means = with_one_more(moment, weight, 0.0)
    slope = (1.0 - means.w) / means.variance if means.variance > 0.0 else 0.0
    of_losses = totals[WL] + slope * (totals[WWL] - means.w * totals[WL])
    of_weights = totals[W] + slope * (totals[WW] - means.w * totals[W])
    return float(of_losses + 0.5 * max(0.0, n + 1 - float(of_weights))) / (n + 1)


def cressie_read_interval(moment: Moment, largest: float, level: float) -> Range:
    """All values whose likelihood is not much less than the greatest (Owen's profile).

    q_i = (1 + d_i)/(n + 1) with mean d_i w_i = 1 - mean w; the mean of d_i^2 is a quadratic
    measure of distance, whose profile has the law F(1, n) (to the first order).  The least mean of
    u = w l within that distance has a closed form: the part of u that the weights do not explain
    times what distance is left after the weights are set right.
    """
    from scipy.stats import f

    n = moment.rounds
    quantile = float(f.isf(1.0 - level, 1, n))
    weight = unseen_weight(moment, largest)
    if math.isinf(weight):
        nearest = 1.0 / n
    else:
        means = with_one_more(moment, weight, 0.0)
        nearest = (1.0 - means.w) ** 2 / means.variance if means.variance > 0.0 else 0.0
    distance = nearest + quantile / (n + 1)
    ends = []
    for loss, sign in ((0.0, 1.0), (1.0, -1.0)):
        found = [
            end
            for unseen in (0.0, largest)
            if (end := least_mean(moment, unseen, loss, sign, distance)) is not None
        ]
        ends.append(sign * min(found) if found else loss)
    return Range(*ends).cut()


def least_mean(
    moment: Moment, unseen: float, loss: float, sign: float, distance: float
) -> float | None:
    """The least mean of sign w l within a distance; None if the weights are further from 1."""
    n, totals = moment.rounds, moment.totals
    if math.isinf(unseen):
        # beyond all bounds the one more round weighs so much that it needs no probability: it
        # brings what the mean weight lacks, and the others keep theirs, u = w (l - loss)
        mean = float(totals[WL] - loss * totals[W]) / n
        square = float(totals[WWLL] - 2.0 * loss * totals[WWL] + loss**2 * totals[WW])
        scatter, left = square / (n + 1) - n * mean**2 / (n + 1), distance - 1.0 / n
        centre = sign * (loss + mean)
    else:
        means = with_one_more(moment, unseen, loss)
        if means.variance <= 0.0:
            return None
        lack = 1.0 - means.w
        slope = means.covariance / means.variance
        scatter = means.uu - means.u**2 - means.covariance * slope
        left = distance - lack**2 / means.variance
        centre = sign * (means.u + slope * lack)
    if left < 0.0:
        return None
    return centre - math.sqrt(max(0.0, scatter) * left)
