import math
import random

import pytest

from smoothbandits.interpreted.environments.bayes_network import (
    java_normal_pair,
    java_scramble,
    java_uniform,
    strict_log,
)


def test_uniforms_are_those_of_java() -> None:
    """The well-known first values of ``new Random(0).nextDouble()`` and of seed 42."""
    state, first = java_uniform(java_scramble(0))
    _, second = java_uniform(state)
    assert (first, second) == (0.730967787376657, 0.24053641567148587)
    assert java_uniform(java_scramble(42))[1] == 0.7275636800328681


def test_normals_are_those_of_java() -> None:
    """The well-known first values of ``new Random(0).nextGaussian()``."""
    _, first, second = java_normal_pair(java_scramble(0))
    assert (first, second) == (0.8025330637390305, -0.9015460884175122)


def test_the_logarithm_is_within_one_unit_in_the_last_place() -> None:
    draw = random.Random(1)
    points = [draw.random() for _ in range(20_000)] + [2.0**-k for k in range(60)]
    points += [1.0 - draw.random() * 2.0**-k for k in range(1, 50) for _ in range(20)]
    for x in points:
        if x < 1.0:
            assert strict_log(x) == pytest.approx(math.log(x), rel=2.3e-16, abs=0.0)
