"""What a first decision compiles stays roughly as much as it is, for every kind of space.

An empty cache is what a new user has.  Machines differ and are busy, so time is that of the
processor, in units of what the same process takes to compile a small function of numpy's.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

# one after the other, so that what they share counts for the first; the most units for each are
# twice those that were measured
MOST = {
    "sb.Interval(0, 1), context_size=20": 3.5,
    "sb.Catalog(1000)": 1.0,
    "sb.Box([0, 0], [1, 1]), context_size=20": 3.3,
    "sb.Product(sb.Interval(0, 1), sb.Catalog(3)), context_size=20": 5.0,
}

FIRST_DECISIONS = """
import json, sys, time
import numba, numpy as np
import smoothbandits as sb

def small(x):
    return np.sort(x).cumsum() + np.argsort(x) + np.unique(x).sum() + np.median(x)

def seconds(work):
    begin = time.process_time()
    work()
    return time.process_time() - begin

def first_decision(arguments):
    bandit = eval(f"sb.Bandit({arguments})")
    bandit.act([0.5] * bandit.context_size or None)

unit = seconds(lambda: numba.njit(small)(np.arange(3.0)))
bandits = json.loads(sys.argv[1])
print(json.dumps([seconds(lambda: first_decision(given)) / unit for given in bandits]))
"""


def test_first_decisions_with_an_empty_cache(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_DECISIONS, json.dumps(list(MOST))],
        env=os.environ | {"SMOOTHBANDITS_CACHE": str(tmp_path), "SMOOTHBANDITS_QUIET": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert list(tmp_path.rglob("*.nbc"))  # they did compile, and kept that
    found = dict(zip(MOST, json.loads(done.stdout), strict=True))
    too_long = {given: units for given, units in found.items() if units > MOST[given]}
    assert not too_long, f"measured {found}, allowed {MOST}"
