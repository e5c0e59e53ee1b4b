"""CORRAL (Agarwal, Luo, Neyshabur & Schapire 2017): log-barrier mirror descent over bases."""

import math

from smoothbandits.kernels.states import (
    ESTIMATE,
    MIXED,
    PROBABILITY,
    RATE,
    RUNNING,
    THRESHOLD,
    AdaptiveIGWState,
    StableCorralState,
)

from ..generics import credit, pick, rebalance
from ..jit import entry, kernel

NEWTON_STEPS = 100


@entry
def corral_choose(corral, uniform):
    """Draw a base from the mixed probabilities."""
    mixed = corral.rows[MIXED]
    last = mixed.shape[0] - 1
    total = 0.0
    for b in range(last):
        total += mixed[b]
        if uniform < total:
            return b
    return last


@entry
def corral_credit(corral, base, probability, loss):
    """Add the importance-weighted loss of the invoked base."""
    corral.rows[ESTIMATE, base] += (loss - corral.shift) / probability


@kernel
def barrier_slope(x, eta, root, out):
    """g(root) and its derivative; fills ``out`` with the probabilities at this root."""
    for i in range(x.shape[0]):
        out[i] = 1.0 / (x[i] - eta[i] * root)
    g, slope = -1.0, 0.0
    for i in range(x.shape[0]):
        g += out[i]
        slope += eta[i] * out[i] * out[i]
    return g, slope


@kernel
def log_barrier_step(p, loss, eta):
    """Solve 1/p'_i = 1/p_i + eta_i (loss_i - lambda), sum p' = 1, in place.

    g(lambda) = sum 1/(x_i - eta_i lambda) - 1 is increasing and convex; Newton from the
    right of the root is monotone, so neither bracket nor safeguard is needed.  The losses are
    forgotten: their room is used for x.
    """
    n = p.shape[0]
    numerator, denominator = 0.0, 0.0
    for i in range(n):
        share = eta[i] * p[i] * p[i]
        numerator += share * loss[i]
        denominator += share
    x = loss
    for i in range(n):
        x[i] = 1.0 / p[i] + eta[i] * loss[i]
    right = math.inf  # every denominator is at least 1 there, so it is no further than the pole
    for i in range(n):
        right = min(right, (x[i] - 1.0) / eta[i])
    # one Newton step from the first-order solution lands right of the root, and near it
    root = min(right, numerator / denominator)
    g, slope = barrier_slope(x, eta, root, p)
    root = min(right, root - g / slope)
    for _ in range(NEWTON_STEPS):
        g, slope = barrier_slope(x, eta, root, p)
        updated = root - g / slope
        if abs(g) <= 1e-14 or updated >= root:
            break
        root = updated
    total = 0.0
    for i in range(n):
        total += p[i]
    for i in range(n):
        p[i] /= total


@entry
def corral_rebalance(corral):
    """Mirror step, mixing, then thresholds and rates of bases that became unlikely."""
    rows = corral.rows
    mixing, beta = corral.mixing, corral.beta
    n = rows.shape[1]
    log_barrier_step(rows[PROBABILITY], rows[ESTIMATE], rows[RATE])
    for b in range(n):
        rows[ESTIMATE, b] = 0.0
        rows[MIXED, b] = (1.0 - mixing) * rows[PROBABILITY, b] + mixing / n
        inverse = 1.0 / rows[MIXED, b]
        if inverse > rows[THRESHOLD, b]:
            rows[THRESHOLD, b] = 2.0 * inverse
            rows[RATE, b] *= beta
        rows[RUNNING, b] = max(rows[RUNNING, b], inverse)


@kernel
def likeliest(corral):
    """The base that CORRAL trusts most."""
    mixed = corral.rows[MIXED]
    winner = 0
    for b in range(1, mixed.shape[0]):
        if mixed[b] > mixed[winner]:
            winner = b
    return winner


@pick.register(AdaptiveIGWState, StableCorralState)
def pick_by_corral(explorer, uniform, explore):
    """CORRAL draws; where nothing is to be explored, its favourite acts."""
    if not explore:
        return likeliest(explorer.corral), 1.0
    base = corral_choose(explorer.corral, uniform)
    return base, explorer.corral.rows[MIXED, base]


@credit.register(AdaptiveIGWState, StableCorralState)
def corral_credits(explorer, base, probability, loss):
    """Importance-weighted loss of the invoked base."""
    corral_credit(explorer.corral, base, probability, loss)


@rebalance.register(AdaptiveIGWState, StableCorralState)
def corral_rebalances(explorer):
    """One mirror step."""
    corral_rebalance(explorer.corral)
