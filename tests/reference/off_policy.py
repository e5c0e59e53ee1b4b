"""Slow twins of off-policy evaluation: formulas and definitions, one round at a time."""

import math

import numpy as np
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.stats import f


def ips(weights: list[float], losses: list[float]) -> float:
    """As `estimators.ips` of VowpalWabbit: the sum of w r over the number of rows."""
    total = 0.0
    for w, r in zip(weights, losses, strict=True):
        total += w * r
    return total / len(losses)


def snips(weights: list[float], losses: list[float]) -> float:
    """As `estimators.snips` of VowpalWabbit: the sum of w r over the sum of w."""
    total, weight = 0.0, 0.0
    for w, r in zip(weights, losses, strict=True):
        total, weight = total + w * r, weight + w
    return total / weight


def cressie_read_end(
    weights: np.ndarray, losses: np.ndarray, largest: float, level: float, *, lower: bool
) -> float:
    """An end of the interval by a general solver: the least or greatest mean within a distance."""
    n, loss, sign = len(weights), 0.0 if lower else 1.0, 1.0 if lower else -1.0

    def distance_to_one(w: np.ndarray) -> float:
        variance = float(np.var(w))
        return (1.0 - w.mean()) ** 2 / variance if variance else 0.0

    unseen = largest if weights.sum() < n else 0.0
    nearest = distance_to_one(np.append(weights, unseen))
    allowed = nearest + f.isf(1.0 - level, 1, n) / (n + 1)
    ends = []
    for one in (0.0, largest):
        w, u = np.append(weights, one), sign * np.append(weights * losses, one * loss)
        start = (1.0 - w.mean()) * (w - w.mean()) / np.var(w)
        if float(np.mean(start**2)) > allowed:
            continue
        found = minimize(
            lambda d, u=u: float(np.mean((1.0 + d) * u)),
            start,
            jac=lambda d, u=u: u / len(u),
            constraints=[
                {
                    "type": "eq",
                    "fun": lambda d: np.mean(d),
                    "jac": lambda d: np.full(len(d), 1 / len(d)),
                },
                {
                    "type": "eq",
                    "fun": lambda d, w=w: np.mean((1.0 + d) * w) - 1.0,
                    "jac": lambda d, w=w: w / len(w),
                },
                {
                    "type": "ineq",
                    "fun": lambda d: allowed - np.mean(d**2),
                    "jac": lambda d: -2.0 * d / len(d),
                },
            ],
            method="SLSQP",
            options={"maxiter": 500, "ftol": 1e-12},
        )
        ends.append(found.fun)
    return float(np.clip(sign * min(ends), 0.0, 1.0))


def log_wealth(surplus: float, spread: float, rho: float = 1.0) -> float:
    """The mixture over bets by quadrature."""

    def prior(bet: float) -> float:
        return math.exp(-rho * (1.0 - bet)) * (1.0 - bet) ** (rho - 1.0)

    def won(bet: float) -> float:
        return prior(bet) * math.exp(bet * surplus + spread * (math.log1p(-bet) + bet))

    mass = quad(prior, 0.0, 1.0)[0]
    return math.log(quad(won, 0.0, 1.0, limit=500, epsabs=0.0)[0] / mass)


def sequence_ends(
    weights: list[float],
    losses: list[float],
    expectations: list[tuple[float, float]],
    alpha: float,
) -> tuple[float, float]:
    """The interval that holds at all times, from the definition; by bisection."""

    def lower(values: list[float], expected: list[float]) -> float:
        spread = sum((x - e) ** 2 for x, e in zip(values, expected, strict=True))
        low, high = 0.0, sum(values) / len(values)
        if log_wealth(sum(values), spread) < math.log(2.0 / alpha):
            return 0.0
        for _ in range(50):
            middle = 0.5 * (low + high)
            surplus = sum(values) - len(values) * middle
            if log_wealth(surplus, spread) >= math.log(2.0 / alpha):
                low = middle
            else:
                high = middle
        return low

    lost = [w * r for w, r in zip(weights, losses, strict=True)]
    kept = [w * (1.0 - r) for w, r in zip(weights, losses, strict=True)]
    return (
        lower(lost, [one for one, _ in expectations]),
        1.0 - lower(kept, [other for _, other in expectations]),
    )
