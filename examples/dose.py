"""Find the dose for each patient, and never leave the range that is known to be safe.

The space is the safe range, so nothing outside it can be played, tried or logged. Patients who
need more than is safe get the most that is.
"""

import numpy as np

import smoothbandits as sb

LEAST, MOST = 2.0, 8.0  # mg, whatever any model says
rng = np.random.default_rng(1)
bandit = sb.Bandit(
    sb.Interval(LEAST, MOST),
    context_size=2,
    scale=sb.Scale(0, 100),  # days of complaints, at worst
    policy="fast",
    seed=1,
)


def needed(patient):
    """What only nature knows: by weight in kg and age in years."""
    weight, age = patient
    return 0.09 * weight - 0.03 * age


doses, regrets = [], []
for _ in range(3_000):
    patient = rng.uniform([45, 20], [120, 90])
    decision = bandit.act(patient)
    days = 10 * abs(decision.action - needed(patient)) + rng.normal(0, 2)
    bandit.learn(decision, loss=np.clip(days, 0, 100))
    doses.append(decision.action)
    regrets.append(abs(decision.action - np.clip(needed(patient), LEAST, MOST)))

print(f"doses from {min(doses):.1f} to {max(doses):.1f} mg; safe are {LEAST} to {MOST}")
print(f"from the best safe dose: {np.mean(regrets[:300]):.2f} mg in the first 300 patients")
print(f"                         {np.mean(regrets[-300:]):.2f} mg in the last 300")
