"""The real Vowpal Wabbit on a table, through its own C++ simulation (extra ``peers``).

``--cbify_reg`` reads a regression table, plays, and reports the progressive loss: no Python in
the loop.  Import this module by name, ``from smoothbandits.baselines import vw``.
"""

import math
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.baselines.cats import check_leaves
from smoothbandits.checks import (
    Floats,
    as_floats,
    check_count,
    check_finite,
    check_fraction,
    check_seed,
)
from smoothbandits.errors import InvalidParameter, PeerFailed
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Table", "VWRun", "available", "check_installed"]

# Python is started, the package imported, and only then the clock: the run itself is all C++
DRIVER = """
import sys, time, vowpalwabbit
began = time.perf_counter()
workspace = vowpalwabbit.Workspace(arg_list=sys.argv[1:])
print("seconds", time.perf_counter() - began)
workspace.finish()
"""
NUMBER = r"([-+0-9.eEinfa]+)"
LAST_WORDS = 600  # characters of a failed run's output that an error repeats


class VWRun(NamedTuple):
    """Result of one simulation.

    Attributes
    ----------
    loss
        Progressive average of |y - a| over the range of y.
    rounds
        Rows that were played.
    seconds
        Reading and learning; neither writing the file nor starting Python counts.
    command
        To repeat it by hand, with DATA for the file.
    """

    loss: float
    rounds: int
    seconds: float
    command: str


def available() -> bool:
    """Whether the package vowpalwabbit is installed."""
    return find_spec("vowpalwabbit") is not None


def check_installed() -> None:
    """Raise MissingExtra unless the package vowpalwabbit is installed."""
    require_extra("peers", "vowpalwabbit")


class Table:
    """A table in Vowpal Wabbit's text format, for as many runs as one likes.

    Parameters
    ----------
    X, y
        Features and targets; y is scaled to [0, 1].
    low, high
        Range of the actions in units of y; that of y if left out.
    tokens
        "named" writes ``f0:0.31 f1:12``, numbers that a linear model can use.  "bare" writes
        ``0.31 12``, as the CATS authors' preprocessing did: Vowpal Wabbit then reads each value
        as the *name* of a feature of value 1, whatever its column.

    Examples
    --------
    >>> table = Table([[0.31, 12.0]], [5.0], low=0.0, high=10.0)
    >>> print(table.text().item())
    0.5 | f0:0.31 f1:12.0

    Used as a context, ``with Table(X, y) as table: table.cats(leaves=16)``, it removes its
    temporary file in the end.
    """

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        *,
        low: float | None = None,
        high: float | None = None,
        tokens: Literal["named", "bare"] = "named",
    ) -> None:
        self.X, self.y = as_floats("X", X, ndim=2), as_floats("y", y, ndim=1)
        if not 0 < len(self.X) == len(self.y):
            raise InvalidParameter(
                f"X has {len(self.X)} rows and y has {len(self.y)}; give one target per row"
            )
        self.low = float(self.y.min()) if low is None else check_finite("low", low)
        self.high = float(self.y.max()) if high is None else check_finite("high", high)
        if not self.low <= self.y.min() or not self.y.max() <= self.high or self.low == self.high:
            raise InvalidParameter(
                f"targets reach from {self.y.min():g} to {self.y.max():g} and actions from "
                f"{self.low:g} to {self.high:g}; give a range that holds all targets"
            )
        if tokens not in ("named", "bare"):
            raise InvalidParameter(f"tokens is {tokens!r}; give 'named' or 'bare'")
        self.tokens = tokens
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def text(self) -> "pl.Series":
        """The rows in the format of Vowpal Wabbit, one line each."""
        require_extra("peers", "polars")
        import polars as pl

        scaled: Floats = (self.y - self.low) / (self.high - self.low)
        parts = [pl.lit(pl.Series(np.float32(scaled))), pl.lit(" |")]
        for i in range(self.X.shape[1]):
            named = self.tokens == "named"
            parts.append(pl.lit(f" f{i}:" if named else " "))
            # a bare value is a name, which rounding would change
            parts.append(pl.lit(pl.Series(np.float32(self.X[:, i]) if named else self.X[:, i])))
        return pl.select(pl.concat_str(parts).alias("line"))["line"]

    @property
    def path(self) -> Path:
        """The temporary file, written when first asked for."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="smoothbandits-vw-")
            self.text().to_frame().write_csv(
                Path(self._folder.name) / "table.txt", include_header=False, quote_style="never"
            )
        return Path(self._folder.name) / "table.txt"

    def close(self) -> None:
        """Remove the file that holds the rows."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> "Table":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def cats(
        self,
        *,
        leaves: int = 64,
        bandwidth: float = 2.0,
        epsilon: float = 0.05,
        seed: int = 0,
        bits: int = 18,
        options: Sequence[str] = ("--coin",),
    ) -> VWRun:
        """Run ``--cats`` with the parameters of `smoothbandits.baselines.CATS`.

        Parameters
        ----------
        leaves, bandwidth, epsilon
            As for `CATS`; ``bandwidth`` is in leaves, and ``--bandwidth`` gets the radius.
        seed
            Seed of the draws.
        bits
            Features of all nodes share 2^bits weights.
        options
            Further options, such as the learner: ``--coin`` is that of both papers.
        """
        count = check_leaves(leaves)
        radius = (check_finite("bandwidth", bandwidth) or 0.5) / count
        if not 0.0 < radius < 0.5:
            raise InvalidParameter(
                f"bandwidth is {bandwidth!r} leaves of {count}; give a number from 0 to below half"
            )
        kind = ("--cats", f"{count}", "--bandwidth", f"{radius!r}")
        return self._run(count, kind, epsilon, seed, bits, options)

    def discrete(
        self,
        *,
        arms: int = 16,
        cb_type: Literal["dm", "dr", "ips"] = "dm",
        epsilon: float = 0.05,
        seed: int = 0,
        bits: int = 18,
        options: Sequence[str] = (),
    ) -> VWRun:
        """Run ``--cb_discrete``: epsilon-greedy over equal cells, one regressor per cell."""
        if cb_type not in ("dm", "dr", "ips"):
            raise InvalidParameter(f"cb_type is {cb_type!r}; give 'dm', 'dr' or 'ips'")
        kind = ("--cb_discrete", "--cb_type", cb_type)
        return self._run(check_count("arms", arms), kind, epsilon, seed, bits, options)

    def _run(
        self,
        actions: int,
        kind: Sequence[str],
        epsilon: float,
        seed: int,
        bits: int,
        options: Sequence[str],
    ) -> VWRun:
        check_installed()
        arguments = [
            *("--cbify", f"{actions}", "--cbify_reg"),
            *kind,
            *("--min_value", "0", "--max_value", "1", "--loss_option", "1"),
            *("--epsilon", f"{check_fraction('epsilon', epsilon, zero=True)!r}"),
            *("--random_seed", f"{check_seed(seed)}", "-b", f"{check_count('bits', bits)}"),
            *options,
        ]
        command = shlex.join(["python", "-m", "vowpalwabbit", *arguments, "-d", "DATA"])
        finished = subprocess.run(
            [sys.executable, "-c", DRIVER, *arguments, "-d", str(self.path)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        said = finished.stdout + "\n" + finished.stderr
        loss, rounds = found("average loss", said), found("number of examples", said)
        if finished.returncode or not math.isfinite(loss) or rounds != len(self.y):
            raise PeerFailed(
                f"Vowpal Wabbit gave no result (exit code {finished.returncode}, "
                f"{rounds:g} of {len(self.y)} rows); command: {command}; it said last: "
                f"{said.strip()[-LAST_WORDS:]}"
            )
        return VWRun(loss, int(rounds), found("seconds", said), command)


def found(name: str, text: str) -> float:
    """The last number that is printed after a name, nan if there is none."""
    numbers = re.findall(rf"^{name}\s*=?\s*{NUMBER}", text, flags=re.MULTILINE)
    try:
        return float(numbers[-1])
    except (IndexError, ValueError):
        return math.nan
