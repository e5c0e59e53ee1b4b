"""How fast a log of ten million rounds is valued, and in how much memory.

``python benchmarks/evaluation.py [ROWS]``.  The log is a Parquet file; each measurement has a
process of its own, so that its memory is its own.  The speed of 20 policies is a ratio to that of
one in the same run.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from figure import Figure

ROWS, BLOCK = 10_000_000, 1_000_000
ONE_SECONDS, TWENTY_TIMES = 30.0, 6.0


def write_log(path: Path, rows: int) -> None:
    """Rounds of a bandit on prices that explores a third of the time, block by block."""
    import polars

    parts = []
    for first in range(0, rows, BLOCK):
        rng, n = np.random.default_rng(first), min(BLOCK, rows - first)
        density = rng.uniform(0.02, 0.6, n)
        explored = rng.random(n) < density
        action = np.where(explored, 5.0 + 45.0 * rng.random(n), 22.0)
        frame = polars.DataFrame(
            {
                "number": first + np.arange(n),
                "action": action,
                "density": np.where(explored, density, 1.0),
                "atom": np.where(explored, 0.0, 1.0 - density),
                "explored": explored,
                "loss": (rng.random(n) < action / 60.0).astype(float),
                "predicted_loss": rng.random(n),
                "key": rng.integers(0, 2**62, n),
            }
        )
        parts.append(path.with_name(f"part-{first}.parquet"))
        frame.write_parquet(parts[-1])
    polars.scan_parquet(parts).sink_parquet(path)
    for part in parts:
        part.unlink()


def value(path: str, policies: int) -> None:
    """Value some constants; print seconds and gigabytes."""
    import smoothbandits as sb

    prices = [float(price) for price in np.linspace(10.0, 45.0, policies)]
    start = time.perf_counter()
    found = sb.evaluate(path, prices, space=sb.Interval(5.0, 50.0))
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9  # kilobytes
    print(json.dumps({"seconds": seconds, "gigabytes": memory, "values": len(found)}))


def measured(path: Path, policies: int) -> dict[str, float]:
    """One measurement in a process of its own."""
    command = [sys.executable, __file__, "--value", str(path), str(policies)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    return json.loads(done.stdout)


def figures(rows: int = ROWS) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.parquet"
        write_log(path, rows)
        one, twenty = measured(path, 1), measured(path, 20)
    name = f"evaluate, {rows:,} Parquet rows"
    yield Figure(f"{name}, one policy", one["seconds"], "s", ONE_SECONDS, False)
    yield Figure(f"{name}, one policy, peak memory", one["gigabytes"], "GB", 1, False)
    times = twenty["seconds"] / one["seconds"]
    yield Figure(f"{name}, 20 policies over one", times, "times", TWENTY_TIMES, False)
    yield Figure(f"{name}, 20 policies, peak memory", twenty["gigabytes"], "GB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--value"]:
        value(sys.argv[2], int(sys.argv[3]))
    else:
        for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS):
            print(f"{figure.name}: {figure.shown} {figure.unit} {figure.bar_shown}")
