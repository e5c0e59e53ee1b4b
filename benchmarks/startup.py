"""Import and the first decision of a process."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from figure import Figure

IMPORT = (
    "import time; t = time.perf_counter(); import smoothbandits; print(time.perf_counter() - t)"
)
FIRST = """
import time
t = time.perf_counter()
import smoothbandits as sb
bandit = sb.Bandit({space}, context_size={size})
bandit.act([0.5] * {size} if {size} else None)
print(time.perf_counter() - t)
"""
BANDITS = {
    "Interval": ("sb.Interval(0, 1)", 20),
    "Catalog": ("sb.Catalog(1000)", 0),
    "Box": ("sb.Box([0, 0], [1, 1])", 20),
}


def run(code: str, cache: str) -> float:
    environment = {**os.environ, "SMOOTHBANDITS_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as cache:
        run(IMPORT, cache)
        best = min(run(IMPORT, cache) for _ in range(3))
        yield Figure("import smoothbandits", best, "s", 0.25, higher_is_better=False)
        for name, (space, size) in BANDITS.items():
            code = FIRST.format(space=space, size=size)
            yield Figure(
                f"first decision, {name}, empty cache",
                run(code, cache),
                "s",
                10.0,
                higher_is_better=False,
            )
            warm = min(run(code, cache) for _ in range(3))
            yield Figure(
                f"first decision, {name}, warm cache", warm, "s", 1.5, higher_is_better=False
            )
