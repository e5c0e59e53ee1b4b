"""Rows of a Bayesian network, drawn with Java's generator so that published sets come out again.

`java.util.Random` is a linear congruence of 48 bits; its normals are polar pairs of which the
second waits for the next call.  The logarithm is fdlibm's, which Java's specification asks for:
libraries of other systems differ from it in the last bit.
"""

import math

import numpy as np

from ..jit import U64, entry, kernel

MULTIPLIER, INCREMENT, MASK = U64(0x5DEECE66D), U64(0xB), U64((1 << 48) - 1)
S22, S21, S27 = U64(22), U64(21), U64(27)
TWO_TO_MINUS_53 = 1.0 / 9007199254740992.0
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
# of the odd polynomial of log((1 + s) / (1 - s)), even and odd powers of s**2
L1, L2, L3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
L4, L5, L6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
L7 = 1.479819860511658591e-01
TWO_TO_20 = 1048576.0
AT_SQRT2, FROM_SHORT, TO_SHORT = 0x6A09C, 0x6147A, 0x6B851  # high bits of mantissas


@kernel
def java_scramble(seed):
    """State of ``new Random(seed)``."""
    return (U64(seed) ^ MULTIPLIER) & MASK


@kernel
def java_uniform(state):
    """Next state and ``nextDouble``: 26 high bits of one step, 27 of the next."""
    first = (state * MULTIPLIER + INCREMENT) & MASK
    second = (first * MULTIPLIER + INCREMENT) & MASK
    return second, float(((first >> S22) << S27) + (second >> S21)) * TWO_TO_MINUS_53


@kernel
def strict_log(x):
    """Natural logarithm of a normal x > 0, rounded as fdlibm rounds it."""
    mantissa, k = math.frexp(x)
    mantissa, k = 2.0 * mantissa, k - 1
    high = int((mantissa - 1.0) * TWO_TO_20)
    if high >= AT_SQRT2:
        mantissa, k = 0.5 * mantissa, k + 1
    f = mantissa - 1.0
    dk = float(k)
    if abs(f) < 1.0 / TWO_TO_20:
        if f == 0.0:
            return dk * LN2_HIGH + dk * LN2_LOW
        r = f * f * (0.5 - 0.33333333333333333 * f)
        return dk * LN2_HIGH - ((r - dk * LN2_LOW) - f)
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = w * (L2 + w * (L4 + w * L6))
    even = z * (L1 + w * (L3 + w * (L5 + w * L7)))
    r = even + odd
    if FROM_SHORT < high < TO_SHORT:
        half = 0.5 * f * f
        return dk * LN2_HIGH - ((half - (s * (half + r) + dk * LN2_LOW)) - f)
    return dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f)


@kernel
def java_normal_pair(state):
    """Next state and the two normals of one accepted point in the unit disc."""
    while True:
        state, u = java_uniform(state)
        state, v = java_uniform(state)
        u, v = 2.0 * u - 1.0, 2.0 * v - 1.0
        s = u * u + v * v
        if 0.0 < s < 1.0:
            scale = math.sqrt(-2.0 * strict_log(s) / s)
            return state, u * scale, v * scale


@entry
def sample_network(network, seed, table):
    """Fill table (rows, attributes); a row does not depend on how many follow it."""
    attributes = network.order.shape[0]
    bins = np.zeros(attributes, np.int64)
    state = java_scramble(seed)
    waiting, has_waiting = 0.0, False
    for row in range(table.shape[0]):
        for attribute in network.order:
            count = network.bin_counts[attribute]
            # row of the conditional table: mixed radix, the first parent most significant
            cell = 0
            for i in range(network.parent_starts[attribute], network.parent_starts[attribute + 1]):
                parent = network.parents[i]
                cell = cell * network.bin_counts[parent] + bins[parent]
            start = network.table_starts[attribute] + cell * count
            state, left = java_uniform(state)
            drawn = 0
            while drawn < count - 1 and left > network.probabilities[start + drawn]:
                left -= network.probabilities[start + drawn]
                drawn += 1
            value = network.means[attribute, drawn]
            if network.numeric[attribute]:
                if has_waiting:
                    normal, has_waiting = waiting, False
                else:
                    state, normal, waiting = java_normal_pair(state)
                    has_waiting = True
                value = normal * network.deviations[attribute, drawn] + value
                # children see the bin of the value, which may not be the one drawn
                drawn = 0
                while drawn < count - 1 and value > network.cuts[attribute, drawn]:
                    drawn += 1
            bins[attribute] = drawn
            table[row, attribute] = value
