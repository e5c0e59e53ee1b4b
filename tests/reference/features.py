"""Feature maps by numpy's cosine and powers."""

import numpy as np


def random_fourier(contexts, directions, phases):
    """cos(x W + b)/sqrt(n) with W and b in turns."""
    angles = 2.0 * np.pi * (contexts @ directions + phases)
    return np.cos(angles) / np.sqrt(phases.size)


def joint(orders, scales, kind, context, action):
    """psi(a) (x) (x, 1), psi_j a product of cosines or powers."""
    extended = np.append(context, 1.0)
    out = []
    for order, scale in zip(orders, scales, strict=True):
        factors = np.cos(np.pi * order * action) if kind == "cosine" else action**order
        out.append(scale * np.prod(factors) * extended)
    return np.concatenate(out)


def joint_of_pair(orders, scales, kind, context, action):
    """The same of the number where the function is one of the action's category, else zero."""
    own = orders[:, -1] == action[-1]
    return joint(orders[:, :-1], np.where(own, scales, 0.0), kind, context, action[:-1])
