"""Outcomes that come late, and a restart in between.

An outcome is known three days later. The process ends on day 5, after a save on day 3; what came
after the save is repeated from the log, with the same decisions.
"""

import tempfile
from pathlib import Path

import smoothbandits as sb


def outcome(action):
    """What only the world knows."""
    return abs(action - 30) / 45


def day(bandit, number):
    """One decision, and the outcome of three days ago."""
    if number >= 3:
        bandit.learn(f"day {number - 3}", loss=outcome(played[number - 3]))
    return bandit.act(id=f"day {number}").action


path = Path(tempfile.mkdtemp()) / "prices.bandit"
bandit, played = sb.Bandit(sb.Interval(5, 50), seed=1), {}
for number in range(6):
    played[number] = day(bandit, number)
    if number == 3:
        bandit.save(path)
del bandit  # the process is killed

again = sb.load(path)
repeated = {number: day(again, number) for number in (4, 5)}
print("the same decisions again:", all(repeated[n] == played[n] for n in repeated))
print("waiting:", ", ".join(decision.id for decision in again.waiting))
for number in range(6, 40):
    played[number] = day(again, number)
print(f"{again.learned} outcomes learned, {len(again.waiting)} still to come")
