"""Instances on which the certificate is put to the test."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.theory import exact_dec, igw_certificate, smooth_vertices
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.certificate.sampler import acceptances, finite_law
from smoothbandits_lab.claims.certificate.steps import Steps, random_kernels, random_steps

__all__ = ["BINS", "ROUNDING", "interval_dec", "try_even", "try_interval", "try_random"]

# sums of up to eight probabilities and a few products: rounding is far below this
ROUNDING = 1e-9
BINS = np.linspace(0.0, 1.0, 41)  # of shares of the certificate


@dataclass(frozen=True)
class Instance:
    """Predictions on a finite set with its measure, and how SmoothIGW explores there."""

    predictions: Floats
    weights: Floats
    h: float
    gamma: float


def random_instance(generator: np.random.Generator) -> Instance:
    """Two to eight actions; ties, rare actions and both ends of h and gamma occur."""
    n = int(generator.integers(2, 9))
    predictions = generator.random(n)
    if generator.random() < 0.2:
        predictions = np.round(3.0 * predictions) / 3.0
    even = generator.random() < 0.3
    weights = np.full(n, 1.0 / n) if even else generator.dirichlet(np.full(n, 0.5)) + 1e-6
    h = float(np.exp(generator.uniform(np.log(0.02), 0.0)))
    gamma = float(10.0 ** generator.uniform(0.0, 4.0))
    return Instance(predictions, weights / weights.sum(), h, gamma)


def even_instance(generator: np.random.Generator) -> Instance:
    """Uniform mu and h = 1/K, where SmoothIGW is SquareCB and point masses are smooth enough."""
    n = int(generator.integers(2, 9))
    gamma = float(10.0 ** generator.uniform(0.0, 4.0))
    return Instance(generator.random(n), np.full(n, 1.0 / n), 1.0 / n, gamma)


def worst(instance: Instance, *, bounded: bool = False) -> tuple[float, float]:
    """Supremum over f and over Q in Q_h, and the certificate, of the law that is sampled."""
    law, mass = finite_law(instance.predictions, instance.h, instance.gamma, instance.weights)
    kernels = smooth_vertices(instance.weights, instance.h)
    values = exact_dec(instance.predictions, law, kernels, instance.gamma, bounded=bounded)
    return float(np.max(values)), float(igw_certificate(mass, instance.h, instance.gamma))


def try_random(cell: Cell) -> Result:
    """Random finite sets: the exact supremum beside the certificate."""
    generator = np.random.default_rng([1, cell.seed])
    above, excess, tight, bounded, coarse = 0, -np.inf, [], [], []
    for _ in range(cell.settings["instances"]):
        instance = random_instance(generator)
        supremum, certificate = worst(instance)
        unit = 2.0 / (instance.h * instance.gamma)
        above += supremum > certificate + ROUNDING * unit
        excess = max(excess, (supremum - certificate) / unit)
        coarse.append(supremum / unit)
        if certificate > ROUNDING * unit:  # else there is nothing to explore, nor to lose
            tight.append(supremum / certificate)
            bounded.append(worst(instance, bounded=True)[0] / certificate)
    return {
        "above": int(above),
        "excess": float(excess),
        "largest": max(tight),
        "largest of 2/(h gamma)": max(coarse),
        "histogram": counts(tight),
        "bounded histogram": counts(bounded),
        "instances": cell.settings["instances"],
    }


def counts(shares: list[float]) -> list[int]:
    """Histogram; below 0, where greed beats every smooth kernel, and 1 plus rounding go in too."""
    return [int(n) for n in np.histogram(np.clip(shares, 0.0, 1.0), BINS)[0]]


def try_even(cell: Cell) -> Result:
    """Every point mass away from the greedy action must attain the certificate."""
    generator = np.random.default_rng([2, cell.seed])
    off = 0.0
    for _ in range(cell.settings["instances"]):
        instance = even_instance(generator)
        fhat = instance.predictions
        law, mass = finite_law(fhat, instance.h, instance.gamma, instance.weights)
        points = np.delete(np.eye(fhat.size), int(fhat.argmin()), axis=0)
        values = np.asarray(exact_dec(fhat, law, points, instance.gamma))
        certificate = float(igw_certificate(mass, instance.h, instance.gamma))
        off = max(off, float(np.max(np.abs(values / certificate - 1.0))))
    return {"off": off, "instances": cell.settings["instances"]}


def interval_dec(steps: Steps, played: Floats, kernel: Floats, gamma: float) -> Floats:
    """The worst case over f on an interval, for kernels with one density per piece.

    With P = m mu plus an atom of 1 - M at the argmin, which no kernel sees, the supremum is
    E_P[fhat] - E_Q[fhat] + (integral of q^2/m dmu - 1)/gamma.
    """
    mass = steps.integrate(played)
    own = steps.integrate(played * steps.values) + (1.0 - mass) * steps.least
    means = steps.piece_means(steps.values)
    inverse = steps.piece_means(1.0 / played)
    other = kernel @ means / len(means)
    squares = kernel**2 @ inverse / len(means)
    found: Floats = own - other + (squares - 1.0) / gamma
    return found


def try_interval(cell: Cell) -> Result:
    """Random curves on an interval, and kernels of density 0 or 1/h and between."""
    generator = np.random.default_rng([3, cell.seed])
    off, above, between = 0.0, -np.inf, -np.inf
    for _ in range(cell.settings["instances"]):
        steps = random_steps(generator)
        extreme, mixed, h = random_kernels(generator)
        gamma = float(10.0 ** generator.uniform(-1.0, 2.0)) / h
        played = acceptances(steps.values - steps.least, h, gamma)
        certificate = float(igw_certificate(steps.integrate(played), h, gamma))
        attained = interval_dec(steps, played, extreme, gamma) / certificate
        rest = interval_dec(steps, played, mixed, gamma) / certificate
        off = max(off, float(np.abs(attained - 1.0).max()))
        above = max(above, float(attained.max()) - 1.0, float(rest.max()) - 1.0)
        between = max(between, float(rest.max()))
    return {
        "off": off,
        "above": above,
        "between": between,
        "instances": cell.settings["instances"],
    }
