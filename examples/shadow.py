"""First in the shadow of the rule that is in use, then live.

For 500 rounds the old rule decides, never quite alike, and the bandit only learns what came of it.
Then the bandit decides.  The rule is off by hand at random, and ``propensities`` say how: without
them ``teach`` would find that the stock follows from the demand, and learn nothing of it."""

import numpy as np

import smoothbandits as sb

rng = np.random.default_rng(1)
bandit = sb.Bandit(sb.Interval(0, 100), context_size=1, policy="fast", seed=1)


def loss(demand, stock):
    """What only the world knows, until it is tried."""
    wanted = 20 + 50 * demand[0] + rng.normal(0, 3)
    return min(1.0, abs(wanted - stock) / 50)


def old_rule(demand):
    """Somebody's guess, rounded up or down by hand; its density, a random one's being 1."""
    off = rng.normal(0, 8)
    return 30 + 20 * demand[0] + off, 5 * np.exp(-((off / 8) ** 2) / 2)  # 5: 100 / (8 sqrt(2 pi))


old = []
for demand in rng.random((500, 1)):
    stock, density = old_rule(demand)
    old.append(loss(demand, stock))
    bandit.teach([demand], [stock], losses=[old[-1]], propensities=[density])

fresh = sb.Bandit(sb.Interval(0, 100), context_size=1, policy="fast", seed=1)
days = rng.random((100, 1))
for name, one in (("a bandit that begins live", fresh), ("after the shadow", bandit)):
    for demand in days:
        decision = one.act(demand)
        one.learn(decision, loss=loss(demand, decision.action))
    print(f"{name}: {one.mean_loss:.3f} in its first {one.rounds} rounds")
print(f"the old rule: {np.mean(old):.3f}")
