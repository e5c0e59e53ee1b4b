"""Choose a price and a channel together: an action is a pair.

Customers like a channel if two of their features agree, so the best channel depends on who comes.
The shop has 3 channels and is paid the price if the customer buys.
"""

import numpy as np

import smoothbandits as sb
from smoothbandits.environments import OffersEnvironment

shop = OffersEnvironment(6_000, channels=3, seed=1)  # prices from 0 to 1
space = sb.Product(sb.Interval(0, 1), sb.Catalog(3))
trees = sb.BoostedOracle(background=False)  # waits for each fit: the same figures every time
bandit = sb.Bandit(space, context_size=6, policy="best", oracle=trees, seed=1)
trace = sb.simulate(bandit, shop)

price, channel = bandit.act(shop.contexts(0, 1)[0], explore=False).action
print(f"the first customer is offered {price:.2f} through channel {channel}")

earned = 1 - trace.losses
print(f"revenue per customer: {earned[:1000].mean():.3f} in the first 1,000")
print(f"                      {earned[-1000:].mean():.3f} in the last 1,000")

offers = [(price, channel) for price in np.linspace(0.05, 0.95, 19) for channel in range(3)]
curves = [1 - shop.loss_curve(customer, offers) for customer in shop.contexts(5_000, 1_000)]
print(f"the best for each:    {np.max(curves, axis=1).mean():.3f}")
print(f"one offer for all:    {np.mean(curves, axis=0).max():.3f}")
