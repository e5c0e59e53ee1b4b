"""Price by country and customer: legal caps, categories, and values that are missing.

Contexts are what the shop has: a mapping in which a field may be missing. Caps are a table, kept
with the bandit; no price is ever cut afterwards, so every log entry is what was decided.
"""

import numpy as np

import smoothbandits as sb

caps = {"PT": (5, 20), "DE": (5, 35)}  # what the law allows; elsewhere any price
bandit = sb.Bandit(
    sb.Interval(5, 50),
    context={"country": "category", "visits": "number", "since": "date"},
    within=sb.ByField("country", caps, otherwise=(5, 50)),
    payoff=sb.payoffs.Sale(),
    policy="fast",
    seed=1,
)
rng, worth = np.random.default_rng(1), {"PT": 15, "DE": 30, "US": 42}  # only customers know


def customer():
    """Half have never logged in, so that nothing is known of their visits."""
    known = {"country": rng.choice(list(worth)), "since": f"2026-{rng.integers(1, 13):02d}-01"}
    return known | ({"visits": int(rng.integers(0, 20))} if rng.random() < 0.5 else {})


prices, earned = {country: [] for country in worth}, []
for _ in range(4_000):
    who = customer()
    decision = bandit.act(who)
    sold = bool(decision.action <= worth[who["country"]] + rng.normal(0, 3))
    bandit.learn(decision, outcome=sold)
    prices[who["country"]].append(decision.action)
    earned.append(decision.action * sold)
print(f"earned by each: {np.mean(earned[:400]):.1f} at first, {np.mean(earned[-400:]):.1f} later")
for name, asked in prices.items():
    lately, cap = np.median(asked[-200:]), caps.get(name, (5, 50))[1]
    print(f"{name}: at most {max(asked):.1f} of {cap}, lately {lately:.0f}, worth {worth[name]}")
