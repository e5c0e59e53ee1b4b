"""The certificate: what a round of SmoothIGW can cost beyond the oracle's error."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme, percent
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.certificate.runs import (
    BINS,
    ROUNDING,
    try_even,
    try_interval,
    try_random,
)
from smoothbandits_lab.claims.claim import Check, Finding, Size

__all__ = ["CLAIM", "CertificateClaim"]

# Gauss-Legendre on pieces where the integrand has no kink: checked against closed forms in tests
QUADRATURE = 1e-8
#: instances of (random finite sets, sets where equality must hold, intervals)
INSTANCES: dict[Size, tuple[int, int, int]] = {
    "tiny": (200, 50, 20),
    "quick": (2_000, 300, 100),
    "full": (10_000, 1_000, 500),
}
BATCH = 500  # instances in one cell


@dataclass(frozen=True)
class CertificateClaim:
    """SmoothIGW's bound on the decision-estimation coefficient."""

    name: str = "certificate"
    title: str = "The price of one round: the certificate"
    source: str = "Section 3 and appendix A of the paper: the decision-estimation coefficient"
    words: str = (
        "Whatever the true losses are, and whichever h-smoothed kernel one compares with, a "
        "round of SmoothIGW loses at most (2 - M - h)/(h gamma) more than that kernel, beyond "
        "gamma/4 times the squared error of its predictions. M is the share of draws that are "
        "explored. The paper states 2/(h gamma); this is the sharp form. Theorem 1 is its sum "
        "over rounds."
    )
    formula: str = (
        "sup_f sup_{Q in Q_h}  E_P[f] - E_Q[f] - (gamma/4) E_P[(fhat - f)^2]"
        "  <=  (2 - M(A) - h)/(h gamma)  <=  2/(h gamma)"
    )

    def cells(self, size: Size) -> list[Cell]:
        """Batches of instances."""
        tries = (try_random, try_even, try_interval)
        return [
            Cell(
                compute,
                "theory",
                self.name,
                compute.__name__.removeprefix("try_"),
                batch,
                {"instances": min(BATCH, total - BATCH * batch)},
            )
            for compute, total in zip(tries, INSTANCES[size], strict=True)
            for batch in range(-(-total // BATCH))
        ]

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Nothing above, and equality where it must hold."""
        found: dict[str, list[Result]] = {"random": [], "even": [], "interval": []}
        for cell, result in zip(self.cells(size), results, strict=True):
            found[cell.policy].append(result)
        random, even, interval = found["random"], found["even"], found["interval"]
        n_random, n_even, n_interval = (
            sum(result["instances"] for result in group) for group in (random, even, interval)
        )
        above = sum(result["above"] for result in random)
        largest = max(result["largest"] for result in random)
        coarse = max(result["largest of 2/(h gamma)"] for result in random)
        off = max(result["off"] for result in even)
        interval_off = max(result["off"] for result in interval)
        interval_above = max(result["above"] for result in interval)
        between = max(result["between"] for result in interval)
        checks = [
            Check(
                f"none of {n_random:,} random finite instances above the certificate",
                above == 0,
                f"{above} above; the largest supremum is {largest:.6f} of the certificate and "
                f"{coarse:.3f} of 2/(h gamma)",
            ),
            Check(
                "equality for uniform mu, h = 1/K and any point mass away from the greedy action",
                off <= ROUNDING,
                f"{n_even:,} instances, largest relative difference {off:.1e}",
            ),
            Check(
                "no kernel on an interval above the certificate",
                interval_above <= QUADRATURE,
                f"{n_interval:,} instances by quadrature, largest relative excess "
                f"{interval_above:.1e}",
            ),
            Check(
                "equality on an interval for every kernel of density 0 or 1/h",
                interval_off <= QUADRATURE,
                f"largest relative difference {interval_off:.1e}",
            ),
        ]
        histogram = np.sum([result["histogram"] for result in random], axis=0)
        bounded = np.sum([result["bounded histogram"] for result in random], axis=0)
        centres = (BINS[:-1] + BINS[1:]) / 2.0
        typical = float(centres @ histogram / histogram.sum())
        typical_bounded = float(centres @ bounded / bounded.sum())
        numbers = {
            "instances": {"random": n_random, "even": n_even, "interval": n_interval},
            "above": above,
            "largest": largest,
            "largest_of_two": coarse,
            "even_off": off,
            "interval_off": interval_off,
            "interval_above": interval_above,
            "between": between,
            "bins": BINS.tolist(),
            "histogram": histogram.tolist(),
            "bounded_histogram": bounded.tolist(),
            "mean": typical,
            "bounded_mean": typical_bounded,
        }
        rows = [
            ["random finite sets", f"{n_random:,}", f"{typical:.2f}", f"{largest:.6f}"],
            ["uniform mu, h = 1/K", f"{n_even:,}", "1", f"1 ± {off:.0e}"],
            ["interval, density 0 or 1/h", f"{n_interval:,}", "1", f"1 ± {interval_off:.0e}"],
        ]
        table = Table(["instances", "number", "mean share", "largest share"], rows)
        return Finding(
            checks,
            numbers,
            table,
            f"{n_random:,} finite sets of 2 to 8 actions with random predictions, measure, h and "
            "gamma. The supremum over f is a closed form, the one over Q is taken over all "
            f"vertices of Q_h, so both are exact. On {n_interval:,} random curves on an interval "
            "the integrals are taken by quadrature. The law that is judged is made of the "
            "acceptance probabilities of the sampler itself.",
            [
                "No constant below the certificate would do: it is attained on every interval.",
                f"With losses held to [0, 1] the supremum is smaller: {typical_bounded:.2f} of "
                f"the certificate on average, against {typical:.2f} for losses of any size.",
            ],
        )

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """How tight the certificate is."""
        axes = figure.subplots()
        numbers = finding.numbers
        edges = np.array(numbers["bins"])
        for name, label, colour in (
            ("histogram", "losses of any size", theme.cycle[0]),
            ("bounded_histogram", "losses in [0, 1]", theme.cycle[1]),
        ):
            number = np.array(numbers[name])
            axes.stairs(
                number / number.sum(), edges, label=label, color=colour, fill=True, alpha=0.45
            )
        axes.axvline(1.0, color=theme.ink, linewidth=1.5, label="certificate (2 - M - h)/(hγ)")
        axes.set(
            xlabel="supremum over f and Q, as a share of the certificate",
            ylabel="share of the random finite instances",
            xlim=(0.0, 1.03),
        )
        axes.xaxis.set_major_formatter(percent())
        axes.yaxis.set_major_formatter(percent())
        axes.legend(loc="upper center")


CLAIM = CertificateClaim()
