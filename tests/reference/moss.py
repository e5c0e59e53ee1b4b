"""The MOSS family as plain as can be: every index computed anew in every round.

Each function plays one run on Bernoulli arms and returns the expected regret of its rounds.
"""

import math

import numpy as np

UNPULLED = 1e4


def index(total, pulls, horizon, arms):
    if pulls == 0:
        return UNPULLED
    return total / pulls + math.sqrt(max(math.log(horizon / (pulls * arms)), 0.0) / pulls)


def one_of(values, wanted, rng):
    """A position with the wanted value, uniformly."""
    return int(rng.choice([i for i, value in enumerate(values) if value == wanted]))


class Arms:
    """Statistics, and MOSS among the arms in play."""

    def __init__(self, n):
        self.totals, self.pulls = np.zeros(n), np.zeros(n)

    def indices(self, members, horizon, counted):
        return [index(self.totals[a], self.pulls[a], horizon, counted) for a in members]

    def learn(self, arm, reward):
        self.totals[arm] += reward
        self.pulls[arm] += 1


def moss(means, horizon, rng, size=None):
    members = rng.choice(len(means), size or len(means), replace=False)
    arms, regrets = Arms(len(means)), []
    for _ in range(horizon):
        values = arms.indices(members, horizon, len(members))
        arm = members[one_of(values, max(values), rng)]
        arms.learn(arm, float(rng.random() < means[arm]))
        regrets.append(means.max() - means[arm])
    return np.array(regrets)


def quantile(means, horizon, rng, exponent=0.347):
    """Indices are renewed at the start of an iteration, before the new arms count."""
    n = len(means)
    members = list(rng.choice(n, min(2, n), replace=False))
    arms, regrets, values, iteration = Arms(n), [], np.full(n, UNPULLED), 1
    for t in range(horizon):
        if t == 2 ** (iteration + 1) - 2:
            iteration += 1
            limit = min(2 ** (iteration + 1) - 2, horizon)
            values[members] = arms.indices(members, limit, len(members))
            rest = [a for a in range(n) if a not in members]
            more = math.ceil(2 ** (iteration * exponent)) - len(members)
            if rest and more > 0:
                members += list(rng.choice(rest, min(more, len(rest)), replace=False))
        limit = min(2 ** (iteration + 1) - 2, horizon)
        mine = [values[a] for a in members]
        arm = members[one_of(mine, max(mine), rng)]
        arms.learn(arm, float(rng.random() < means[arm]))
        values[arm] = index(arms.totals[arm], arms.pulls[arm], limit, len(members))
        regrets.append(means.max() - means[arm])
    return np.array(regrets)


def moss_plus(means, horizon, rng, empirical=False, beta=0.5):
    """A mixture is the law, over arms, of how an earlier iteration played."""
    n = len(means)
    p = math.ceil(math.log2(horizon**beta))
    size = min(2 ** (p + 1), n)
    members = rng.choice(n, size, replace=False)
    arms, mixed, laws, played = Arms(n), Arms(64), [], np.zeros(n)
    regrets, iteration = [], 1
    for t in range(horizon):
        if t == 2**p * (2 ** (iteration + 1) - 2):
            laws.append(played / played.sum())
            played = np.zeros(n)
            iteration += 1
            size = min(max(size // 2, 4), n)
            if empirical:
                order = rng.permutation(n)
                averages = arms.totals[order] / np.maximum(arms.pulls[order], 1)
                members = order[np.argsort(-averages, kind="stable")][:size]
            else:
                members = rng.choice(n, size, replace=False)
                arms, mixed = Arms(n), Arms(64)
        last = 2**p * (2 ** (iteration + 1) - 2) if empirical else 2 ** (p + iteration)
        counted, limit = size + iteration - 1, min(last, horizon)
        values = arms.indices(members, limit, counted)
        virtual = mixed.indices(range(iteration - 1), limit, counted)
        if virtual and max(virtual) >= max(values):
            j = one_of(virtual, max(virtual), rng)
            arm = int(rng.choice(n, p=laws[j]))
            mixed.learn(j, float(rng.random() < means[arm]))
            played += laws[j]
        else:
            arm = members[one_of(values, max(values), rng)]
            arms.learn(arm, float(rng.random() < means[arm]))
            played[arm] += 1.0
        regrets.append(means.max() - means[arm])
    return np.array(regrets)


def parallel(means, horizon, rng):
    n, copies = len(means), math.ceil(math.log(horizon))
    sizes = [
        min(n, math.ceil(horizon ** (i / copies) * math.log(math.sqrt(horizon))))
        for i in range(1, copies + 1)
    ]
    members = [rng.choice(n, size, replace=False) for size in sizes]
    arms, debts, regrets = [Arms(n) for _ in sizes], np.zeros(copies), []
    for t in range(horizon):
        if t % math.ceil(math.sqrt(horizon)) == 0:
            copy = one_of(debts, debts.min(), rng)
        values = arms[copy].indices(members[copy], horizon, sizes[copy])
        arm = members[copy][one_of(values, max(values), rng)]
        reward = float(rng.random() < means[arm])
        arms[copy].learn(arm, reward)
        debts[copy] += means.max() - reward
        regrets.append(means.max() - means[arm])
    return np.array(regrets)
