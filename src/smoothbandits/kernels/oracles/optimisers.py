"""Gradient methods: Adam as in the reference experiments, and one without a rate to set."""

import math

from smoothbandits.kernels.states import AdamState, CoinState

from ..generics import optimise

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
COIN_ALPHA = 100.0  # bounds the first bets of COCOB
LEAST_GRADIENT = 1e-150  # of COCOB, which divides by squares
MOST_WEALTH = 1e150


@optimise.register(AdamState)
def adam(optimiser, parameters, gradient):
    """Adam; the rate falls as sqrt(tzero / (tzero + steps))."""
    moments, clock = optimiser.moments, optimiser.clock
    rate = clock[1] * math.sqrt(clock[2] / (clock[2] + clock[0]))
    clock[0] += 1.0
    clock[3] *= BETA_1
    clock[4] *= BETA_2
    scale = rate / (1.0 - clock[3])
    correction = 1.0 / math.sqrt(1.0 - clock[4])
    for i in range(parameters.shape[0]):
        g = gradient[i]
        m = BETA_1 * moments[0, i] + (1.0 - BETA_1) * g
        v = BETA_2 * moments[1, i] + (1.0 - BETA_2) * (g * g)
        moments[0, i] = m
        moments[1, i] = v
        parameters[i] -= scale * m / (math.sqrt(v) * correction + EPSILON)


@optimise.register(CoinState)
def coin(optimiser, parameters, gradient):
    """COCOB: bet a fraction of the wealth won so far on each coordinate."""
    bets = optimiser.bets
    for i in range(parameters.shape[0]):
        g = -gradient[i]
        largest = max(bets[1, i], abs(g))
        if largest < LEAST_GRADIENT:
            continue
        bets[1, i] = largest
        bets[2, i] += abs(g)
        won = (parameters[i] - bets[0, i]) * g
        bets[3, i] = min(MOST_WEALTH, max(0.0, bets[3, i] + won))
        bets[4, i] += g
        scale = largest * max(bets[2, i] + largest, COIN_ALPHA * largest)
        parameters[i] = bets[0, i] + bets[4, i] / scale * (largest + bets[3, i])


def gradient_step(oracle):
    """One optimiser step with the average gradient since the last one."""
    gradient = oracle.gradient
    size = oracle.parameters.shape[0]
    count = gradient[size]
    if count > 0.0:
        if count > 1.0:
            for i in range(size):
                gradient[i] /= count
        optimise(oracle.optimiser, oracle.parameters, gradient)
        for i in range(size + 1):
            gradient[i] = 0.0
