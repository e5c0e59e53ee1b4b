"""Answer an auditor who asks why this customer was shown this price, and how likely it was.

The decision is read from a log, a week later. It is explained from the file that was saved that
day, made again bit for bit, and handed over as JSON.
"""

import json
import tempfile
from pathlib import Path

import numpy as np

import smoothbandits as sb

folder, rng = Path(tempfile.mkdtemp()), np.random.default_rng(1)
fields = {"age": "number", "plan": "category"}
bandit = sb.Bandit(
    sb.Interval(5, 50), context=fields, scale=sb.Scale(0, 50), policy="fast", seed=1
)
log = []
for number in range(300):
    if number == 200:
        bandit.save(folder / "monday.bandit")
    who = {"age": float(rng.integers(18, 80)), "plan": str(rng.choice(["basic", "gold"]))}
    decision = bandit.act(who, id=f"order {number}")
    worth = 15 + 0.2 * who["age"] + 10 * (who["plan"] == "gold")
    log.append(json.dumps(decision.to_dict()))
    bandit.learn(decision, reward=decision.action if decision.action <= worth else 0.0)

asked = sb.Decision.from_dict(json.loads(log[200]))
explained = bandit.explain(asked, at=folder / "monday.bandit")
print("\n".join(str(explained).splitlines()[:5]))
again = sb.load(folder / "monday.bandit").replay(asked)
print("made again:", again.action == asked.action, again.explored == asked.explored)
record = json.loads(explained.to_json())
print("for the auditor:", ", ".join(list(record)[:6]))
