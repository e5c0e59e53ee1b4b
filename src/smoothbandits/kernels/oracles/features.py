"""Random Fourier features, computed row by row so that a row never depends on its block."""

import math

import numpy as np

from ..jit import entry

# Taylor coefficients of sin(2 pi v); on |v| <= 1/4 the next term is below 1e-10
TAU = 2.0 * math.pi
SINE = np.array([(-1) ** k * TAU ** (2 * k + 1) / math.factorial(2 * k + 1) for k in range(9)])


@entry
def random_fourier(contexts, directions, phases, out):
    """cos(2 pi (x W + b)) / sqrt(n) with W and b in turns: reduction is one subtraction."""
    n = phases.shape[0]
    scale = 1.0 / math.sqrt(n)
    for row in range(contexts.shape[0]):
        line = out[row]
        for j in range(n):
            line[j] = phases[j]
        for i in range(contexts.shape[1]):
            x = contexts[row, i]
            for j in range(n):
                line[j] += x * directions[i, j]
        for j in range(n):
            # cos(2 pi u) = sin(2 pi v) with v = 1/4 - |u|, once u is within half a turn
            u = line[j] - np.floor(line[j] + 0.5)
            v = 0.25 - abs(u)
            q = v * v
            value = SINE[8]
            value = value * q + SINE[7]
            value = value * q + SINE[6]
            value = value * q + SINE[5]
            value = value * q + SINE[4]
            value = value * q + SINE[3]
            value = value * q + SINE[2]
            value = value * q + SINE[1]
            value = value * q + SINE[0]
            line[j] = scale * v * value
