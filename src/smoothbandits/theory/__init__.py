"""What smooth regret compares with, and what the theory promises about it.

Smooth_h is the benchmark of the paper: the least expected loss of any distribution over actions
whose density relative to the reference measure mu is at most 1/h. Here are its value on finite
sets and intervals, its closed forms, the easier and harder benchmarks beside it, and the
certificates that the regret of SmoothIGW and CappedIGW rests on. Only numpy is needed.
"""

from smoothbandits.theory.benchmarks import best_value, kernel_value, quantile_value
from smoothbandits.theory.capped_law import (
    capped_certificate,
    capped_gamma,
    capped_igw_law,
    capped_regret,
)
from smoothbandits.theory.certificate import exact_dec, igw_certificate
from smoothbandits.theory.closed_forms import (
    absolute_igw_mass,
    absolute_smooth_value,
    holder_smooth_value,
    linear_smooth_value,
    squared_smooth_value,
    two_level_smooth_value,
)
from smoothbandits.theory.igw_law import smooth_igw_law
from smoothbandits.theory.run_certificate import RunCertificate, run_certificate
from smoothbandits.theory.smooth_on_interval import smooth_value_interval
from smoothbandits.theory.smooth_value import smooth_value
from smoothbandits.theory.theorem import (
    adaptive_eta,
    adaptive_regret,
    theorem_gamma,
    theorem_regret,
)
from smoothbandits.theory.vertices import smooth_vertices

__all__ = [
    "RunCertificate",
    "absolute_igw_mass",
    "absolute_smooth_value",
    "adaptive_eta",
    "adaptive_regret",
    "best_value",
    "capped_certificate",
    "capped_gamma",
    "capped_igw_law",
    "capped_regret",
    "exact_dec",
    "holder_smooth_value",
    "igw_certificate",
    "kernel_value",
    "linear_smooth_value",
    "quantile_value",
    "run_certificate",
    "smooth_igw_law",
    "smooth_value",
    "smooth_value_interval",
    "smooth_vertices",
    "squared_smooth_value",
    "theorem_gamma",
    "theorem_regret",
    "two_level_smooth_value",
]
