"""What happened in a simulation."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.framing import columns_of_actions
from smoothbandits.drawing.html import facts
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import SmoothIGW
from smoothbandits.extras import require_extra
from smoothbandits.kernels.states import CONSTANT
from smoothbandits.theory import RunCertificate, run_certificate

if TYPE_CHECKING:
    import polars
    from matplotlib.figure import Figure

__all__ = ["Propensities", "Trace"]


class Propensities(NamedTuple):
    """How likely each played action was: `smoothbandits.Propensity` as columns.

    Attributes
    ----------
    density
        Density relative to mu.
    atom
        Point mass exactly on this action; nan where the bandit leaves atoms out.
    error
        Estimated error of ``atom``.
    """

    density: NDArray[np.float64]
    atom: NDArray[np.float64]
    error: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Trace:
    """Losses, actions and bases of a simulation, one entry per round.

    Attributes
    ----------
    losses
        Realised losses in [0, 1].
    expected_losses
        Expected losses of the played actions where the environment knows them, else the
        realised ones.
    best_losses
        Least (expected) loss of each round; nan where unknown.
    actions
        The actions that were played, in the user's units.
    bases
        Which base the master invoked.
    explored
        Whether the draw from mu was played.
    benchmark
        What the regret is measured against.
    engine
        "compiled", "stepped" (compiled steps around a Python environment) or "python".
    seconds
        Time of the loop, with fits and without compiling.
    first
        Number of the environment's round that the trace begins with.
    batch
        How many rounds were decided before any of them was learned.
    propensities
        How likely the actions were, where `simulate` was asked for it, else None.
    ruled
        Whether the bandit had a rule that left it parts of the space only.
    """

    losses: NDArray[np.float64]
    expected_losses: NDArray[np.float64]
    best_losses: NDArray[np.float64]
    actions: NDArray[Any]
    bases: NDArray[np.int64]
    explored: NDArray[np.bool_]
    benchmark: str
    engine: str
    seconds: float
    first: int = 0
    batch: int = 1
    propensities: Propensities | None = None
    ruled: bool = False

    def __len__(self) -> int:
        return len(self.losses)

    @property
    def mean_loss(self) -> float:
        """Progressive loss: average over all rounds."""
        return float(self.losses.mean())

    @property
    def exploration_rate(self) -> float:
        """Share of rounds that explored."""
        return float(self.explored.mean())

    @property
    def progressive_losses(self) -> NDArray[np.float64]:
        """Average loss up to each round."""
        return np.cumsum(self.losses) / np.arange(1, len(self) + 1)

    @property
    def regrets(self) -> NDArray[np.float64]:
        """Cumulative regret against `benchmark`; nan where the best loss is unknown."""
        return np.cumsum(self.expected_losses - self.best_losses)

    def regret_certificate(
        self, bandit: Bandit, *, argmin_error: float | None = None
    ) -> RunCertificate:
        """What this run has proved about its smooth regret, without knowing the true losses.

        It assumes what Theorem 1 does, that the oracle's class holds the true expected losses,
        and uses what the theorem cannot know: how much was explored.

        Parameters
        ----------
        bandit
            What played: a bandit with `SmoothIGW` and an oracle that states a regret bound.
        argmin_error
            How far above the least prediction the greedy action's may be, in every round; to be
            given where the oracle only searches its argmin.

        Raises
        ------
        InvalidParameter
            If the bandit did not play this trace one round at a time with SmoothIGW, or its
            argmin is not exact.
        NoRegretBound
            If its oracle states no bound.

        Examples
        --------
        >>> import smoothbandits as sb
        >>> oracle = sb.FiniteClassOracle([[0.2, 0.8], [0.9, 0.4]])
        >>> explorer = sb.SmoothIGW(h=0.5, gamma=sb.Theorem(1000))
        >>> bandit = sb.Bandit(sb.Catalog(2), oracle=oracle, explorer=explorer)
        >>> trace = sb.simulate(bandit, sb.BernoulliEnvironment([0.8, 0.2]), rounds=1000)
        >>> found = trace.regret_certificate(bandit)
        >>> bool(found.expected < found.promised < 1000)
        True
        """
        if not isinstance(bandit, Bandit):
            raise InvalidParameter(f"bandit is {bandit!r}; give the Bandit that played")
        explorer, last = bandit.explorer, self.first + len(self)
        if not isinstance(explorer, SmoothIGW):
            raise InvalidParameter(
                f"explorer is {explorer!r}; only SmoothIGW, at one smoothness, certifies"
            )
        if last > bandit.rounds:
            raise InvalidParameter(
                f"the trace ends with round {last} and the bandit has decided {bandit.rounds}; "
                "give the bandit that played it"
            )
        if self.batch > 1:
            raise InvalidParameter(
                f"batch is {self.batch}; an oracle's bound is for examples learned one at a time, "
                "simulate with batch=1"
            )
        if self.ruled:
            raise InvalidParameter(
                "the trace was played under rules; Bandit.certificate(context, within=) certifies "
                "one round relative to what a rule leaves"
            )
        if argmin_error is None:
            argmin_error = bandit.oracle.argmin_error(np.zeros(bandit.context_size))
            if argmin_error != 0.0:
                raise InvalidParameter(
                    f"{bandit.oracle.oracle!r} only searches its argmin; give argmin_error, a "
                    "bound that held in every round"
                )
        return run_certificate(
            self.explored,
            self._gammas(bandit),
            h=explorer.h,
            oracle_bound=bandit.oracle.require_bound(last),
            argmin_error=argmin_error,
        )

    def _gammas(self, bandit: Bandit) -> NDArray[np.float64]:
        """Exploration parameter of each round."""
        handle, gamma_of = bandit._states.interpreted_handle(), entries_of("python").gamma_of
        if handle.explorer.kind == CONSTANT:
            return np.full(len(self), gamma_of(handle, 0))
        return np.array([gamma_of(handle, self.first + t) for t in range(len(self))])

    def to_frame(self) -> "polars.DataFrame":
        """A table with one row per round; each part of an action has a column of its own."""
        require_extra("tables", "polars")
        import polars

        columns: dict[str, Any] = {"round": self.first + np.arange(len(self))}
        columns |= columns_of_actions("action", self.actions)
        columns |= {
            "loss": self.losses,
            "expected_loss": self.expected_losses,
            "best_loss": self.best_losses,
            "base": self.bases,
            "explored": self.explored,
        }
        if self.propensities is not None:
            columns |= {"density": self.propensities.density, "atom": self.propensities.atom}
        return polars.DataFrame(columns)

    def plot(self, *, dark: bool = False) -> "Figure":
        """Draw mean loss, regret where the best losses are known, and exploration.

        A matplotlib figure that pyplot does not know: a notebook shows it once.
        `simulation.compare_plot` draws several traces.

        Parameters
        ----------
        dark
            For dark pages.

        Examples
        --------
        >>> import smoothbandits as sb
        >>> bandit = sb.Bandit(sb.Catalog(2), engine="python")
        >>> figure = sb.simulate(bandit, sb.BernoulliEnvironment([0.1, 0.9]), rounds=50).plot()
        >>> len(figure.axes)
        3
        """
        from smoothbandits.simulation.pictures import compare_plot  # it draws traces

        return compare_plot({"trace": self}, dark=dark)

    def _repr_html_(self) -> str:
        rows = {
            "rounds": f"{len(self):,}",
            "mean loss": f"{self.mean_loss:.4g}",
            "explored": f"{self.exploration_rate:.1%}",
        }
        if not np.isnan(self.best_losses).any():
            rows["regret"] = f"{self.regrets[-1]:.4g}, against {self.benchmark}"
        rows["engine"] = f"{self.engine}, {len(self) / max(self.seconds, 1e-9):,.0f} rounds/s"
        return facts("Trace", rows)

    def __repr__(self) -> str:
        return (
            f"<Trace of {len(self):,} rounds ({self.engine}): mean loss {self.mean_loss:.4f}, "
            f"{self.exploration_rate:.1%} explored, {len(self) / max(self.seconds, 1e-9):,.0f} "
            "rounds/s>"
        )
