"""Parallel (Zhu & Nowak 2020): the copy of MOSS with the least empirical regret plays."""

from smoothbandits.kernels.states import SLOT_CHOICE, ArmsState, MossState, ParallelState

from ..generics import choose, respond
from ..jit import kernel
from ..philox import uniforms
from .arms import recall, remember


@kernel
def copy_of(policy, i):
    """The i-th copy; it shares the rows."""
    a = policy.copies
    arms = ArmsState(
        a.totals[i],
        a.pulls[i],
        a.index[i],
        a.deck[i],
        a.heap[i],
        a.fresh[i],
        a.place[i],
        a.ties[i],
        a.counters[i],
        a.setting[i],
    )
    return MossState(arms, policy.sizes[i])


@choose.register(ParallelState)
def parallel_choose(policy, context, key, action):
    """Change the copy every so many rounds, ties uniformly at random."""
    clock, regrets = policy.clock, policy.regrets
    if clock[0] % policy.interval == 0:
        least, ties = regrets.min(), 0
        for i in range(regrets.shape[0]):
            ties += regrets[i] == least
        skip = int(uniforms(key, SLOT_CHOICE)[1] * ties)
        for i in range(regrets.shape[0]):
            if regrets[i] == least:
                if skip == 0:
                    clock[1] = i
                skip -= 1
    remember(policy.history, clock[0], key, clock[1])
    clock[0] += 1
    return choose(copy_of(policy, clock[1]), context, key, action)


@respond.register(ParallelState)
def parallel_respond(policy, context, action, density, loss, key):
    """Only the copy that chose learns."""
    copy = recall(policy.history, policy.clock[0], key)
    policy.regrets[copy] += policy.best - (1.0 - loss)
    respond(copy_of(policy, copy), context, action, density, loss, key)
