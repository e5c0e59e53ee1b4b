"""What smooth regret compares with, and what the theory promises about it.

Smooth_h is the benchmark of the paper: the least expected loss of any distribution over actions
whose density relative to the reference measure mu is at most 1/h. Here are its value on finite
sets and intervals, its closed forms, the easier and harder benchmarks beside it, and the
certificates that SmoothIGW's regret rests on. Only numpy is needed.
"""

from smoothbandits.regret.benchmarks import best_value, kernel_value, quantile_value
from smoothbandits.regret.certificate import exact_dec, igw_certificate
from smoothbandits.regret.closed_forms import (
    absolute_igw_mass,
    absolute_smooth_value,
    holder_smooth_value,
    linear_smooth_value,
    squared_smooth_value,
    two_level_smooth_value,
)
from smoothbandits.regret.curves import (
    kernel_regret,
    quantile_regret,
    smooth_regret,
    standard_regret,
)
from smoothbandits.regret.igw_law import smooth_igw_law
from smoothbandits.regret.interval import smooth_value_interval
from smoothbandits.regret.run_certificate import RunCertificate, run_certificate
from smoothbandits.regret.smooth_value import smooth_value
from smoothbandits.regret.theorem import theorem_gamma, theorem_regret
from smoothbandits.regret.vertices import smooth_vertices

__all__ = [
    "RunCertificate",
    "absolute_igw_mass",
    "absolute_smooth_value",
    "best_value",
    "exact_dec",
    "holder_smooth_value",
    "igw_certificate",
    "kernel_regret",
    "kernel_value",
    "linear_smooth_value",
    "quantile_regret",
    "quantile_value",
    "run_certificate",
    "smooth_igw_law",
    "smooth_regret",
    "smooth_value",
    "smooth_value_interval",
    "smooth_vertices",
    "squared_smooth_value",
    "standard_regret",
    "theorem_gamma",
    "theorem_regret",
    "two_level_smooth_value",
]
