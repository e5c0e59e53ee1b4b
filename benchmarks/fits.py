"""Which library fits the trees: seconds, memory and squared error of LightGBM and scikit-learn.

Each fit has a process of its own: ``python benchmarks/fits.py 100000 400000``.  Contexts are
those of a generated table, widened with noise to 21 columns; the loss is |y - a| of a uniform
action; every tenth row is held back.  Times are the least of several fits, taken in turns.

Fits with and without weights are told apart: up to 200,000 rows scikit-learn finds its bins by
weighted percentiles, which takes longer than growing the trees and, with some allocators,
millions of page faults; above that it draws a sample and does not.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

TREES, LEAVES, COLUMNS = 150, 63, 21
THREADS = int(os.environ.get("OMP_NUM_THREADS", "2"))
REPEATS = 2


def problem(rows: int, seed: int = 8) -> dict[str, np.ndarray]:
    """Rows (context, action), their losses and weights."""
    import smoothbandits as sb

    table = sb.datasets.load("bng-price", rows=rows, seed=seed).scaled()
    generator = np.random.default_rng(seed)
    noise = generator.random((rows, COLUMNS - table.X.shape[1]))
    actions = generator.random(rows)
    return {
        "rows": np.column_stack([table.X, noise, actions]),
        "losses": np.abs(table.y - actions),
        "weights": generator.uniform(0.5, 2.0, rows),
    }


def fit_lightgbm(rows: np.ndarray, losses: np.ndarray, weights: np.ndarray | None, **settings):
    import lightgbm

    data = lightgbm.Dataset(rows, losses, weight=weights, params={"verbosity": -1})
    parameters = {
        "objective": "regression",
        "num_leaves": LEAVES,
        "num_threads": THREADS,
        "verbosity": -1,
        **settings,
    }
    return lightgbm.train(parameters, data, num_boost_round=TREES)


def fit_lightgbm_deterministic(rows: np.ndarray, losses: np.ndarray, weights: np.ndarray | None):
    return fit_lightgbm(rows, losses, weights, deterministic=True, force_row_wise=True)


def fit_scikit_learn(rows: np.ndarray, losses: np.ndarray, weights: np.ndarray | None):
    from sklearn.ensemble import HistGradientBoostingRegressor

    model = HistGradientBoostingRegressor(
        max_iter=TREES, max_leaf_nodes=LEAVES, early_stopping=False, random_state=0
    )
    return model.fit(rows, losses, sample_weight=weights)


def unweighted(fit: Callable) -> Callable:
    return lambda rows, losses, weights: fit(rows, losses, None)


FITS = {
    "lightgbm": fit_lightgbm,
    "lightgbm, deterministic": fit_lightgbm_deterministic,
    "scikit-learn": fit_scikit_learn,
    "lightgbm, no weights": unweighted(fit_lightgbm),
    "scikit-learn, no weights": unweighted(fit_scikit_learn),
}


def peak() -> float:
    """Most memory this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident() -> float:
    """Memory of this process now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def page_faults() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(kind: str, folder: Path) -> dict[str, float]:
    """Fit in this process."""
    parts = {name: np.load(folder / f"{name}.npy") for name in ("rows", "losses", "weights")}
    held = np.arange(len(parts["losses"])) % 10 == 0
    learned = {name: np.ascontiguousarray(part[~held]) for name, part in parts.items()}
    tiny = {name: part[:500] for name, part in learned.items()}
    FITS[kind](**tiny)  # imports
    before, began, busy = resident(), time.perf_counter(), processor_seconds()
    faults = page_faults()
    model = FITS[kind](**learned)
    seconds, busy = time.perf_counter() - began, processor_seconds() - busy
    grown = peak() - before
    errors = model.predict(parts["rows"][held]) - parts["losses"][held]
    return {
        "seconds": seconds,
        "processor_seconds": busy,
        "page_faults": page_faults() - faults,
        "megabytes": grown,
        "squared_error": float(np.mean(errors**2)),
    }


def main(arguments: list[str]) -> None:
    if arguments[0] in FITS:
        print(json.dumps(measure(arguments[0], Path(arguments[1]))))
        return
    # threads that wait must not burn the processor of others, nor count as work
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": str(THREADS),
        "OMP_WAIT_POLICY": "PASSIVE",
    }
    sizes = [int(rows) for rows in arguments]
    whole = problem(max(sizes))  # one scale of the losses for all sizes
    for rows in sizes:
        with tempfile.TemporaryDirectory() as folder:
            for name, part in whole.items():
                np.save(Path(folder) / f"{name}.npy", part[:rows])
            found: dict[str, list[dict[str, float]]] = {kind: [] for kind in FITS}
            for _ in range(REPEATS):
                for kind in FITS:
                    command = [sys.executable, __file__, kind, folder]
                    run = subprocess.run(
                        command, env=environment, stdout=subprocess.PIPE, check=True
                    )
                    found[kind].append(json.loads(run.stdout))
        variance = float(np.var(whole["losses"][:rows]))
        print(f"{rows:,} rows, variance of the loss {variance:.6f}")
        for kind, runs in found.items():
            least = {name: min(run[name] for run in runs) for name in runs[0]}
            most = max(run["processor_seconds"] for run in runs)
            print(
                f"  {kind:<26}{least['seconds']:6.1f} s wall"
                f"{least['processor_seconds']:7.1f} to {most:.1f} s of processor"
                f"{least['page_faults'] / 1000:8,.0f} thousand faults"
                f"{least['megabytes']:6.0f} MB   squared error {least['squared_error']:.6f}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:] or ["100000", "400000"])
