"""Counter-based randomness: Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011).

Every draw is a pure function of (seed, decision number, slot), so that any logged
decision can be replayed and the order of calls does not matter.
"""

from .jit import I64, U64, entry, kernel

M32 = U64(0xFFFFFFFF)
S32, S31, S11, S21 = U64(32), U64(31), U64(11), U64(21)
MULTIPLY_0, MULTIPLY_1 = U64(0xD2511F53), U64(0xCD9E8D57)
WEYL_0, WEYL_1 = U64(0x9E3779B9), U64(0xBB67AE85)
TWO_TO_MINUS_53 = 1.0 / 9007199254740992.0


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """Ten rounds on four 32-bit counters and two 32-bit keys, all held in uint64."""
    for _ in range(10):
        p0 = c0 * MULTIPLY_0
        p1 = c2 * MULTIPLY_1
        c0, c1, c2, c3 = (p1 >> S32) ^ c1 ^ k0, p1 & M32, (p0 >> S32) ^ c3 ^ k1, p0 & M32
        k0 = (k0 + WEYL_0) & M32
        k1 = (k1 + WEYL_1) & M32
    return c0, c1, c2, c3


@entry
def decision_key(seed, number):
    """Key of one decision, an int64 >= 0: enough to replay it."""
    s, n = U64(seed), U64(number)
    r0, r1, _, _ = philox(n & M32, n >> S32, U64(1), U64(0), s & M32, s >> S32)
    return I64((r0 << S31) ^ r1)


@entry
def uniforms(key, slot):
    """Two independent uniforms on [0, 1) with 53 bits each."""
    k, n = U64(key), U64(slot)
    r0, r1, r2, r3 = philox(n & M32, n >> S32, U64(0), U64(0), k & M32, k >> S32)
    return (
        float((r0 << S21) ^ (r1 >> S11)) * TWO_TO_MINUS_53,
        float((r2 << S21) ^ (r3 >> S11)) * TWO_TO_MINUS_53,
    )
