"""A loss shaped as a hyperbola: flat like a square near its minimum, linear far away.

At distance u = a - ahat from the minimum, with v = u - w sinh(b),

    loss = m + alpha (sqrt(v^2 + w^2) + tanh(b) v - w / cosh(b)),

so m is the least loss, ``w`` the width of the valley's floor, and ``alpha (1 +- tanh b)`` are the
slopes of its two sides.  Absolute, squared and pinball losses of a noisy target have this shape,
nearly.  An example at the minimum tells m and nothing else, and one far away tells
m - alpha w / cosh(b): both are linear in m and w, so neither gets stuck where derivatives vanish.
"""

import math

from ..jit import kernel

# entries of the shape's parameters
LOG_SLOPE, WIDTH, LEAST, SKEW = 0, 1, 2, 3
# bounds of those parameters; with more skew one side is so flat that ahat never goes there
NARROWEST, WIDEST, STEEPEST, MOST_SKEW = 0.002, 7.0, 5.0, 1.0


@kernel
def bound_shape(shape):
    """Keep every parameter where the formulas are accurate and ahat can be learned."""
    shape[LOG_SLOPE] = min(STEEPEST, max(-STEEPEST, shape[LOG_SLOPE]))
    shape[WIDTH] = min(WIDEST, max(NARROWEST, shape[WIDTH]))
    shape[LEAST] = min(1.0, max(0.0, shape[LEAST]))
    shape[SKEW] = min(MOST_SKEW, max(-MOST_SKEW, shape[SKEW]))


@kernel
def hyperbola(shape, distance):
    """Loss at a signed distance from the minimum."""
    width, skew = shape[WIDTH], shape[SKEW]
    v = distance - width * math.sinh(skew)
    rise = math.sqrt(v * v + width * width) + math.tanh(skew) * v - width / math.cosh(skew)
    return shape[LEAST] + math.exp(shape[LOG_SLOPE]) * max(0.0, rise)


@kernel
def blurred_hyperbola(shape, distance, variance, gradient):
    """Mean loss where ahat has this variance, its slope, and its gradient for the shape.

    The mean of a hyperbola over a normal ahat is nearly the one with w^2 + variance under the
    root, and its derivative is the slope of the best line through the loss (statistical
    linearisation).
    """
    slope, width, skew = math.exp(shape[LOG_SLOPE]), shape[WIDTH], shape[SKEW]
    sinh, cosh, lean = math.sinh(skew), math.cosh(skew), math.tanh(skew)
    v = distance - width * sinh
    root = math.sqrt(v * v + width * width + variance)
    rise = slope * (root + lean * v - width / cosh)
    gradient[LOG_SLOPE] = rise
    gradient[WIDTH] = slope * ((width - v * sinh) / root - lean * sinh - 1.0 / cosh)
    gradient[LEAST] = 1.0
    by_v, turned = v / root + lean, width * cosh
    gradient[SKEW] = slope * ((v + width * sinh) / (cosh * cosh) - by_v * turned)
    return shape[LEAST] + rise, slope * by_v


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
    """Integrals of 1/(1 + rate gap) over a in [0, 1], where losses above 1 count as 1."""
    hyperbola_mass_between(shape, ahat, 0.0, 1.0, rates, out)


@kernel
def hyperbola_mass_between(shape, ahat, from_, to, rates, out):
    """Means of 1/(1 + rate gap) over a part of [0, 1].

    With v = w sinh(phi - b) the gap is (alpha w / cosh b)(cosh phi - 1), and the integrand becomes
    rational in exp(phi).
    """
    slope, width, skew = math.exp(shape[LOG_SLOPE]), shape[WIDTH], shape[SKEW]
    least, best = width / math.cosh(skew), shape[LEAST]
    if best >= 1.0:
        for i in range(rates.shape[0]):
            out[i] = 1.0
        return
    lift = width * math.sinh(skew)
    left = math.asinh((from_ - ahat - lift) / width) + skew
    right = math.asinh((to - ahat - lift) / width) + skew
    reach = math.acosh(1.0 + (1.0 - best) / (slope * least))  # where the loss is 1
    left, right = min(reach, max(left, -reach)), max(-reach, min(right, reach))
    v_left, v_right = width * math.sinh(left - skew), width * math.sinh(right - skew)
    outside = max(0.0, (to - from_) - (v_right - v_left))
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
        whole = inside + outside / (1.0 + rate * (1.0 - best))
        out[i] = min(1.0, whole / (to - from_))
