"""Theorem 1 of the paper: the exploration it asks for and the regret it promises."""

from math import sqrt

from smoothbandits.checks import check_flag, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.theorem import balancing_gamma

__all__ = ["theorem_gamma", "theorem_regret"]


def theorem_gamma(rounds: int, h: float, bound: float) -> float:
    """The gamma of Theorem 1, sqrt(8 T/(h Reg_Sq)).

    It balances the two parts of smooth regret, 2 T/(h gamma) for exploring and
    gamma Reg_Sq/4 for the oracle's mistakes.

    Parameters
    ----------
    rounds
        Horizon T.
    h
        Smoothness level in (0, 1].
    bound
        Reg_Sq(T), the oracle's bound on its square-loss regret.

    Examples
    --------
    >>> theorem_gamma(10_000, h=0.125, bound=4.0)
    400.0
    """
    T, reg = _horizon(rounds), check_positive("bound", bound)
    return balancing_gamma(check_fraction("h", h), 1.0, T, reg)


def theorem_regret(rounds: int, h: float, bound: float, *, sharp: bool = False) -> float:
    """The smooth regret that Theorem 1 promises, sqrt(4 T Reg_Sq/h).

    Parameters
    ----------
    rounds
        Horizon T.
    h
        Smoothness level in (0, 1].
    bound
        Reg_Sq(T), the oracle's bound on its square-loss regret.
    sharp
        Whether to return sqrt(2 T Reg_Sq/h), what `theorem_gamma` in fact gives; the paper's
        constant leaves room for the O(1) between expected and realised square error.

    Examples
    --------
    >>> theorem_regret(10_000, h=0.125, bound=4.0)
    1131.3708499
    >>> theorem_regret(10_000, h=0.125, bound=4.0, sharp=True)
    800.0
    """
    constant = 2.0 if check_flag("sharp", sharp) else 4.0
    scale = _horizon(rounds) * check_positive("bound", bound) / check_fraction("h", h)
    return sqrt(constant * scale)


def _horizon(rounds: float) -> float:
    horizon = check_positive("rounds", rounds)
    if horizon < 1.0:
        raise InvalidParameter(f"rounds is {rounds}; a horizon has at least 1")
    return horizon
