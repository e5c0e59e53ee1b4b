"""Price by country and customer: legal caps, categories, and values that are missing.

Contexts are what the shop has: a mapping in which a field may be missing. Caps are a table, kept
with the bandit; no price is ever cut afterwards, so every log entry is what was decided.
"""

import numpy as np

import smoothbandits as sb

CAPS = sb.ByField("country", {"PT": (5, 20), "DE": (5, 35)}, otherwise=(5, 50))
fields = {"country": "category", "visits": "number", "since": "date"}
bandit = sb.Bandit(
    sb.Interval(5, 50),
    context=fields,
    within=CAPS,
    payoff=sb.payoffs.Sale(),
    policy="fast",
    seed=1,
)
rng = np.random.default_rng(1)
WORTH = {"PT": 15, "DE": 30, "US": 42, None: 25}  # what only customers know


def customer():
    """Half have never logged in, so that nothing is known of their visits."""
    known = {
        "country": rng.choice(["PT", "DE", "US"]),
        "since": f"2026-{rng.integers(1, 13):02d}-01",
    }
    if rng.random() < 0.5:
        known["visits"] = int(rng.integers(0, 20))
    return known


prices, earned = {"PT": [], "DE": [], "US": []}, []
for _ in range(4_000):
    who = customer()
    decision = bandit.act(who)
    sold = decision.action <= WORTH[who["country"]] + rng.normal(0, 3)
    bandit.learn(decision, outcome=bool(sold))
    prices[who["country"]].append(decision.action)
    earned.append(decision.action * sold)

print(f"earned by each: {np.mean(earned[:400]):.1f} at first, {np.mean(earned[-400:]):.1f} later")
for country, cap in (("PT", 20), ("DE", 35), ("US", 50)):
    print(f"{country}: at most {max(prices[country]):.1f} of {cap}, "
          f"lately {np.median(prices[country][-200:]):.0f}, worth {WORTH[country]}")  # fmt: skip
