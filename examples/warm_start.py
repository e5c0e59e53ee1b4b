"""Begin with last year's log: one fixed price, and whether each customer paid it.

Such a log says who pays that price, and nothing of other prices. With a payoff that is much: what
a sale brings is known, so only the chance of a sale has to be learned.
"""

import numpy as np

import smoothbandits as sb

rng = np.random.default_rng(1)


def worth(customer):
    """What only customers know: by age of the account and size of the firm."""
    return 10 + 2.5 * customer[..., 0] + 8 * (customer[..., 1] > 50)


def market(n):
    """Customers as they come: years of the account, people in the firm."""
    return np.column_stack([rng.uniform(0, 10, n), rng.integers(1, 100, n)])


last_year = market(2_000)
paid = worth(last_year) + rng.normal(0, 4, 2_000) >= 25.0
customers, taste = market(600), rng.normal(0, 4, 600)
space, sale = sb.Interval(5, 50), sb.payoffs.Sale()
for name in ("cold", "warm"):
    bandit = sb.Bandit(space, context_size=2, payoff=sale, policy="fast", seed=1)
    if name == "warm":
        bandit.teach(last_year, np.full(2_000, 25.0), outcomes=paid)
    earned = []
    for customer, own in zip(customers, taste, strict=True):
        decision = bandit.act(customer)
        sold = bool(decision.action <= worth(customer) + own)
        bandit.learn(decision, outcome=sold)
        earned.append(decision.action * sold)
    first, all_of_them = np.mean(earned[:150]), np.mean(earned)
    print(f"{name}: {first:.1f} per customer in the first 150, {all_of_them:.1f} in all 600")
print(f"last year's price: {25 * np.mean(worth(customers) + taste >= 25):.1f}")
