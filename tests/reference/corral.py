"""CORRAL's mirror step in exact-enough arithmetic, and the master around it."""

import math
from decimal import Decimal, localcontext

import numpy as np


def mirror_step(p, losses, eta):
    """Solve 1/p' = 1/p + eta (loss - lambda), sum p' = 1, by bisection with 60 digits.

    Returns p' and lambda as Decimals.
    """
    with localcontext() as context:
        context.prec = 60
        eta = [Decimal(float(e)) for e in eta]
        x = [
            1 / Decimal(float(q)) + e * Decimal(float(loss))
            for q, e, loss in zip(p, eta, losses, strict=True)
        ]

        def total(root):
            return sum(1 / (a - e * root) for a, e in zip(x, eta, strict=True))

        # at the right end one denominator is 1; at the left end all are at least M
        right = min((a - 1) / e for a, e in zip(x, eta, strict=True))
        left = min((a - len(x)) / e for a, e in zip(x, eta, strict=True))
        for _ in range(220):
            middle = (left + right) / 2
            if total(middle) > 1:
                right = middle
            else:
                left = middle
        root = (left + right) / 2
        return [1 / (a - e * root) for a, e in zip(x, eta, strict=True)], root


def two_bases(p, losses, eta):
    """Closed form for two bases with one rate: a quadratic in p'_0.

    1/p' - 1/(1 - p') = d with d = 1/p_0 - 1/p_1 + eta (loss_0 - loss_1).
    """
    d = 1.0 / p[0] - 1.0 / p[1] + eta * (losses[0] - losses[1])
    # d p'^2 - (2 + d) p' + 1 = 0; for d >= 0 the root inside (0, 1) without cancellation
    smaller = 2.0 / (2.0 + abs(d) + math.sqrt(4.0 + d * d))
    return np.array([smaller, 1.0 - smaller] if d >= 0.0 else [1.0 - smaller, smaller])


class Corral:
    """Agarwal, Luo, Neyshabur and Schapire, line by line."""

    def __init__(self, n_bases, rounds, eta):
        self.n_bases, self.rounds = n_bases, rounds
        self.p = np.full(n_bases, 1.0 / n_bases)
        self.mixed = self.p.copy()
        self.eta = np.full(n_bases, eta)
        self.threshold = np.full(n_bases, 2.0 * n_bases)
        self.invocations = [self.mixed.copy()]

    def update(self, base, loss):
        estimate = np.zeros(self.n_bases)
        estimate[base] = loss / self.mixed[base]
        self.p = np.array([float(q) for q in mirror_step(self.p, estimate, self.eta)[0]])
        self.mixed = (1.0 - 1.0 / self.rounds) * self.p + 1.0 / (self.rounds * self.n_bases)
        for i in range(self.n_bases):
            if 1.0 / self.mixed[i] > self.threshold[i]:
                self.threshold[i] = 2.0 / self.mixed[i]
                self.eta[i] *= math.exp(1.0 / math.log(self.rounds))
        self.invocations.append(self.mixed.copy())

    @property
    def rho(self):
        """The bases' running maximum of 1/q."""
        return 1.0 / np.min(self.invocations, axis=0)
