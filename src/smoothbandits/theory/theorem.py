"""Theorems 1 and 2 of the paper: the exploration they ask for and the regret they promise."""

from math import log, sqrt

from smoothbandits.checks import check_count, check_flag, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.theorem import balancing_gamma

__all__ = ["adaptive_eta", "adaptive_regret", "horizon", "theorem_gamma", "theorem_regret"]


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
    T, reg = horizon(rounds), check_positive("bound", bound)
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
    scale = horizon(rounds) * check_positive("bound", bound) / check_fraction("h", h)
    return sqrt(constant * scale)


def adaptive_eta(rounds: int, bound: float, beta: float) -> float:
    """CORRAL's learning rate for the promise T^(1/(1+beta)) h^-beta, known neither h.

    eta = T^(-1/(1+beta)) Reg_Sq^(-beta/(1+beta)), at most 1; where the paper writes ``log(|F| T)``
    it is the order of Reg_Sq.  At beta = 1 the promise is T^(1/2)/h; the smaller beta, the more
    is paid where h is large and the less where it is small.

    Parameters
    ----------
    rounds
        Horizon T.
    bound
        Reg_Sq(T), the oracle's bound on its square-loss regret.
    beta
        In (0, 1].

    Examples
    --------
    >>> adaptive_eta(10_000, bound=4.0, beta=1.0)
    0.005
    >>> adaptive_eta(10_000, bound=4.0, beta=0.5)
    0.0013572
    """
    share = 1.0 / (1.0 + check_fraction("beta", beta))
    reg = check_positive("bound", bound)
    return float(min(1.0, horizon(rounds) ** -share * reg ** (share - 1.0)))


def adaptive_regret(
    rounds: int, h: float, bound: float, *, bases: int, eta: float, beta: float = 1.0
) -> float:
    """What CORRAL over stable bases promises at h, one of theirs (Theorem 2, and its appendix).

    A base that is (alpha, R)-stable leaves

        B ln(T)/eta + eta T + max over rho of (rho^alpha R - rho/(40 eta ln T)).

    Algorithm 3 is stable with alpha = 1/2 and R = sqrt(2 T Reg_Sq/h).  No regret is above T, and
    min(T, x) <= T^((1-beta)/(1+beta)) x^(2 beta/(1+beta)), so it is also stable with alpha =
    beta/(1+beta) and R^(1+beta) = T (2 Reg_Sq/h)^beta for every beta in (0, 1].  The last part is
    then T (80 eta ln(T) Reg_Sq/h)^beta times alpha^beta (1 - alpha).

    Parameters
    ----------
    rounds, h, bound
        As for `theorem_regret`.
    bases, eta
        Number B of bases and learning rate of the master.
    beta
        Which stability of the bases is used; with beta = 1, Theorem 2.

    Examples
    --------
    >>> promised = {"rounds": 10**12, "bound": 1.0, "bases": 40}
    >>> eta = adaptive_eta(10**12, bound=1.0, beta=1.0)
    >>> adaptive_regret(h=0.5, eta=eta, **promised) / 10**12
    0.0022115
    >>> eta = adaptive_eta(10**12, bound=1.0, beta=0.5)
    >>> adaptive_regret(h=0.5, eta=eta, beta=0.5, **promised) / 10**12
    0.1130833
    """
    T, alpha = horizon(rounds), check_fraction("beta", beta) / (1.0 + beta)
    spread = check_positive("bound", bound) / check_fraction("h", h)
    bases, eta = check_count("bases", bases), check_fraction("eta", eta)
    logarithm = log(max(T, 2.0))
    master = bases * logarithm / eta + eta * T
    return float(
        master + alpha**beta * (1.0 - alpha) * T * (80.0 * eta * logarithm * spread) ** beta
    )


def horizon(rounds: float) -> float:
    """Refuse a number of rounds below 1."""
    found = check_positive("rounds", rounds)
    if found < 1.0:
        raise InvalidParameter(f"rounds is {rounds}; a horizon has at least 1")
    return found
