"""A loss shaped as a hyperbola: flat like a square near its minimum, linear far away.

At distance u = a - ahat from the minimum, with v = u - w sinh(b),

    loss = c + alpha (sqrt(v^2 + w^2) + tanh(b) v),

so ``w`` is the width of the valley's floor, ``alpha (1 +- tanh b)`` are the slopes of its two
sides and c + alpha w / cosh(b) is the least loss.  Absolute, squared and pinball losses of a noisy
target have this shape, nearly.
"""

import math

from .dispersion import sigmoid
from .jit import kernel

# entries of the shape's parameters
LOG_SLOPE, LOG_WIDTH, LOGIT_FLOOR, SKEW = 0, 1, 2, 3
NARROWEST, WIDEST, STEEPEST, MOST_SKEW = -8.0, 2.0, 5.0, 2.0  # bounds of those parameters


@kernel
def bound_shape(shape):
    """Keep every parameter where the formulas are accurate."""
    shape[LOG_SLOPE] = min(STEEPEST, max(-STEEPEST, shape[LOG_SLOPE]))
    shape[LOG_WIDTH] = min(WIDEST, max(NARROWEST, shape[LOG_WIDTH]))
    shape[LOGIT_FLOOR] = min(10.0, max(-10.0, shape[LOGIT_FLOOR]))
    shape[SKEW] = min(MOST_SKEW, max(-MOST_SKEW, shape[SKEW]))


@kernel
def unpack_shape(shape):
    """Return alpha, w, c and b."""
    slope, width = math.exp(shape[LOG_SLOPE]), math.exp(shape[LOG_WIDTH])
    return slope, width, sigmoid(shape[LOGIT_FLOOR]), shape[SKEW]


@kernel
def hyperbola(shape, distance):
    """Loss and its derivative at a signed distance from the minimum."""
    slope, width, floor, skew = unpack_shape(shape)
    v = distance - width * math.sinh(skew)
    root = math.sqrt(v * v + width * width)
    lean = math.tanh(skew)
    return floor + slope * (root + lean * v), slope * (v / root + lean)


@kernel
def hyperbola_minimum(shape):
    """The loss at distance 0."""
    slope, width, floor, skew = unpack_shape(shape)
    return floor + slope * width / math.cosh(skew)


@kernel
def shape_gradient(shape, distance, out):
    """Derivatives of the loss by the shape's parameters."""
    slope, width, floor, skew = unpack_shape(shape)
    lift, lean, turned = width * math.sinh(skew), math.tanh(skew), width * math.cosh(skew)
    v = distance - lift
    root = math.sqrt(v * v + width * width)
    out[LOG_SLOPE] = slope * (root + lean * v)
    out[LOG_WIDTH] = slope * ((width * width - v * lift) / root - lean * lift)
    out[LOGIT_FLOOR] = floor * (1.0 - floor)
    out[SKEW] = slope * (-v * turned / root - lean * turned + v * (1.0 - lean * lean))


@kernel
def inverse_square(k, t):
    """Integral of 2 / (1 + k x^2) from 0 to t."""
    if abs(k) * t * t < 1e-5:
        y = k * t * t
        return 2.0 * t * (1.0 - y / 3.0 + y * y / 5.0)
    if k > 0.0:
        root = math.sqrt(k)
        return 2.0 * math.atan(root * t) / root
    root = math.sqrt(-k)
    return 2.0 * math.atanh(root * t) / root


@kernel
def rise(phi):
    """cosh(phi) - 1 without cancellation."""
    s = math.sinh(0.5 * phi)
    return 2.0 * s * s


@kernel
def gap_integral(v, width, lean, least):
    """Antiderivative of the gap at slope 1: sqrt(v^2 + w^2) + lean v - least."""
    root = math.sqrt(v * v + width * width)
    area = 0.5 * (v * root + width * width * math.asinh(v / width))
    return area + 0.5 * lean * v * v - least * v


@kernel
def hyperbola_mass(shape, ahat, rates, out):
    """Integrals of 1/(1 + rate gap) over a in [0, 1], where losses above 1 count as 1.

    With v = w sinh(phi - b) the gap is (alpha w / cosh b)(cosh phi - 1), and the integrand becomes
    rational in exp(phi).
    """
    slope, width, floor, skew = unpack_shape(shape)
    least = width / math.cosh(skew)
    best = floor + slope * least
    if best >= 1.0:
        for i in range(rates.shape[0]):
            out[i] = 1.0
        return
    lift = width * math.sinh(skew)
    left = math.asinh((-ahat - lift) / width) + skew
    right = math.asinh((1.0 - ahat - lift) / width) + skew
    reach = math.acosh((1.0 - floor) / (slope * least))  # where the loss is 1
    left, right = max(left, -reach), min(right, reach)
    v_left, v_right = width * math.sinh(left - skew), width * math.sinh(right - skew)
    outside = max(0.0, 1.0 - (v_right - v_left))
    rise_left, rise_right = rise(left), rise(right)
    half_left, half_right = math.tanh(0.5 * left), math.tanh(0.5 * right)
    even, odd = math.cosh(skew), math.sinh(skew)
    deepest = slope * least * max(rise_left, rise_right)  # the largest gap inside
    for i in range(rates.shape[0]):
        rate = rates[i]
        if rate * deepest < 1e-4:  # 1/(1 + x) = 1 - x up to 1e-8
            lean = math.tanh(skew)
            gaps = gap_integral(v_right, width, lean, least)
            gaps -= gap_integral(v_left, width, lean, least)
            inside = v_right - v_left - rate * slope * gaps
        else:
            # b times the integral of cosh(phi - skew) / (1 + b (cosh(phi) - 1))
            b = rate * slope * least
            turn = inverse_square(2.0 * b - 1.0, half_right)
            turn -= inverse_square(2.0 * b - 1.0, half_left)
            log = math.log((1.0 + b * rise_right) / (1.0 + b * rise_left))
            inside = even * (right - left - (1.0 - b) * turn) - odd * log
            inside *= width / b
        out[i] = min(1.0, inside + outside / (1.0 + rate * (1.0 - best)))
