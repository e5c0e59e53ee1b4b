"""Arms of index policies: only the pulled arm's index changes, so a heap knows the best.

The index is mean + sqrt(max(ln(H/(n K')), 0)/n), that of MOSS (Audibert & Bubeck 2009); an arm
that was never pulled comes before all others.  Ties are broken uniformly at random: those who
share the greatest index are kept on a list, and fresh arms lie in random order already.
"""

import math

from smoothbandits.kernels.states import ArmsState

from ..generics import precedes
from ..heap import rise, sink
from ..jit import kernel
from ..philox import uniforms

UNPULLED = 1e4  # index of an arm that was never pulled
SLOT_SHUFFLE = 1 << 20  # of the decision that begins an iteration; one slot per arm from here on


@kernel
def moss_index(total, pulls, setting):
    """Upper confidence bound."""
    if pulls == 0.0:
        return UNPULLED
    width = max(math.log(setting[0] / (pulls * setting[1])), 0.0)
    return total / pulls + math.sqrt(width / pulls)


@kernel
def shuffle(deck, n, key):
    """Make the first ``n`` of the deck a uniformly random sequence without repetition."""
    for i in range(n):
        u, _ = uniforms(key, SLOT_SHUFFLE + i)
        j = i + int(u * (deck.shape[0] - i))
        deck[i], deck[j] = deck[j], deck[i]


@precedes.register(ArmsState)
def arms_precede(arms, arm, other):
    """Heap order: by index."""
    return arms.index[arm] > arms.index[other]


@kernel
def enter(arms, arm):
    """Put an arm into play."""
    kind = 0 if arms.pulls[arm] > 0.0 else 1
    position = arms.counters[kind]
    arms.counters[kind] += 1
    if kind == 1:
        arms.fresh[position], arms.place[arm] = arm, -2 - position
    else:
        arms.index[arm] = moss_index(arms.totals[arm], arms.pulls[arm], arms.setting)
        arms.heap[position] = arm
        join_ties(arms, arm)
        rise(arms, position)


@kernel
def leave_all(arms):
    """Take every arm out of play."""
    for kind in range(2):
        members = arms.heap if kind == 0 else arms.fresh
        for i in range(arms.counters[kind]):
            arms.place[members[i]] = -1
        arms.counters[kind] = 0
    arms.counters[2] = 0


@kernel
def best_index(arms):
    """Greatest index of the arms in play."""
    return UNPULLED if arms.counters[1] > 0 else arms.index[arms.heap[0]]


@kernel
def gather_ties(arms):
    """List the arms with the greatest index: a subtree at the top of the heap, breadth first."""
    ties, size = arms.ties, arms.counters[0]
    greatest = arms.index[arms.heap[0]]
    ties[0] = 0
    found, seen = 1, 0
    while seen < found:
        for child in range(2 * ties[seen] + 1, min(2 * ties[seen] + 3, size)):
            if arms.index[arms.heap[child]] == greatest:
                ties[found] = child
                found += 1
        seen += 1
    for i in range(found):
        ties[i] = arms.heap[ties[i]]
    arms.counters[2] = found


@kernel
def best_arm(arms, uniform):
    """One of the arms with the greatest index, each with the same probability; (arm, ties)."""
    if arms.counters[1] > 0:
        return arms.fresh[arms.counters[1] - 1], arms.counters[1]
    if arms.counters[2] == 0 or arms.index[arms.ties[0]] != arms.index[arms.heap[0]]:
        gather_ties(arms)
    arms.counters[3] = int(uniform * arms.counters[2])
    return arms.ties[arms.counters[3]], arms.counters[2]


@kernel
def leave_ties(arms, arm):
    """Take an arm off the list of ties, if it is there, before its index changes."""
    if arms.counters[2] > 0 and arms.index[arm] == arms.index[arms.ties[0]]:
        place = arms.counters[3]  # nearly always the one that was chosen last
        if place >= arms.counters[2] or arms.ties[place] != arm:
            place = 0
            while arms.ties[place] != arm:
                place += 1
        arms.counters[2] -= 1
        arms.ties[place] = arms.ties[arms.counters[2]]


@kernel
def join_ties(arms, arm):
    """Put an arm on the list of ties if its new index is theirs."""
    if arms.counters[2] > 0 and arms.index[arm] == arms.index[arms.ties[0]]:
        arms.ties[arms.counters[2]] = arm
        arms.counters[2] += 1


@kernel
def reward_arm(arms, arm, reward):
    """Add one reward; the arm's place in the order follows if it is in play."""
    arms.totals[arm] += reward
    arms.pulls[arm] += 1.0
    place = arms.place[arm]
    if place >= 0:
        leave_ties(arms, arm)
        arms.index[arm] = moss_index(arms.totals[arm], arms.pulls[arm], arms.setting)
        join_ties(arms, arm)
        sink(arms, rise(arms, place))
    elif place < -1:
        last = arms.fresh[arms.counters[1] - 1]
        arms.fresh[-2 - place], arms.place[last] = last, place
        arms.counters[1] -= 1
        enter(arms, arm)


@kernel
def remember(history, rounds, key, choice):
    """Note the choice of a round; past the horizon only the latest is kept."""
    place = min(rounds, history.shape[1] - 1)
    history[0, place], history[1, place] = key, choice


@kernel
def recall(history, rounds, key):
    """The choice with this key: the latest one, unless its loss comes late."""
    last = min(rounds, history.shape[1]) - 1
    place = last
    while place > 0 and history[0, place] != key:
        place -= 1
    return int(history[1, place if history[0, place] == key else last])
