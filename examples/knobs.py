"""Tune three knobs at once, two of them whole numbers, and keep within what a machine can bear.

A cache: how long entries live (over orders of magnitude, so its measure is logarithmic), how many
threads serve, how many retries. A small machine may use four threads, a large one all.
"""

import numpy as np

import smoothbandits as sb

knobs = sb.Box(
    {
        "ttl": sb.Interval(1, 3_600, sb.measures.LogUniform()),
        "threads": sb.Interval(1, 16, step=1),
        "retries": sb.Interval(0, 5, step=1),
    }
)
bandit = sb.Bandit(knobs, context_size=1, scale=sb.Scale(0, 120), seed=1)
rng, costs, kept = np.random.default_rng(1), [], True


def milliseconds(load, ttl, threads, retries):
    """What only the world knows: best is a life of 60 s, threads for the load, two retries."""
    late = 8 * abs(np.log(ttl / 60)) + 6 * abs(threads - 3 - 9 * load)
    return 20 + late + 12 * abs(retries - 2) + rng.exponential(5)


for number in range(4_000):
    load, small = rng.random(), number % 4 == 0
    decision = bandit.act([load], within={"threads": (1, 4)} if small else None)
    costs.append(min(120, milliseconds(load, **decision.action)))
    kept &= not small or decision.action["threads"] <= 4
    bandit.learn(decision, loss=costs[-1])

print(f"answers take {np.mean(costs[:400]):.0f} ms at first, {np.mean(costs[-400:]):.0f} ms later")
found = bandit.oracle.best([0.5])[0]
print(f"at half load: {found['threads']} threads, {found['retries']} retries (right: 7 or 8, 2)")
print(f"small machines never had more than 4 threads: {kept}")
