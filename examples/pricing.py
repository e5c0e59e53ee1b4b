"""Name a price to each customer, and learn from nothing but whether she bought.

A delivery service meets customers of two hidden kinds, and what they pay changes with the season.
Two bandits name prices: one is told what a price is (``payoff=sb.payoffs.Sale()``) and learns what
sells, the other learns the revenue as if it were any number.
"""

import numpy as np

import smoothbandits as sb
from smoothbandits.environments import MarketEnvironment

ROUNDS = 4_000
market = MarketEnvironment(ROUNDS, seed=1, swing=0.15, year=ROUNDS // 2)
size = market.context_size

# by hand, as in production: act, ask the customer, learn whether she bought
bandit = sb.Bandit(
    market.space, payoff=sb.payoffs.Sale(), policy="fast", context_size=size, seed=1
)
for number, customer in enumerate(market.contexts(0, ROUNDS)):
    decision = bandit.act(customer)
    bandit.learn(decision, outcome=bool(decision.action <= market.worths[number]))

# the same by simulation, and without telling it
plain = sb.Bandit(market.space, scale=market.scale, policy="fast", context_size=size, seed=1)
untold = market.scale.high * (1 - sb.simulate(plain, market).mean_loss)
one = max(market.revenues(0, np.full(ROUNDS, price)).mean() for price in range(10, 51))

print(f"revenue per customer, told what a price is: {bandit.mean_reward:.2f}")
print(f"revenue per customer, not told:             {untold:.2f}")
print(f"best price for each customer, in hindsight: {market.best_revenues.mean():.2f}")
print(f"one price for all, in hindsight:            {one:.2f}")
