"""Theorem 1's exploration, and that of Algorithm 3: a plain function, as neither engine owns it.

Imported absolutely, like the states; it needs no compiler.
"""

import math

#: how far below 1 the normaliser of CappedIGW may stay, as the factor that its certificate pays
KAPPA = 1.05


def balancing_gamma(h: float, rho: float, rounds: float, bound: float) -> float:
    """gamma_t = sqrt(8 T / (h rho_t Reg_Sq(T))); Theorem 1 has rho = 1."""
    return math.sqrt(8.0 * rounds / (h * rho * bound))
