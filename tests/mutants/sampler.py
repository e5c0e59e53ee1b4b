"""One decision: the draw from mu, its acceptance, and the law that is stated of it."""

from tests.mutants.mutant import Mutant

__all__ = ["SAMPLER"]

STEPS, IGW = "kernels/steps.py", "kernels/explorers/igw.py"
SMOOTH, CUBE = "kernels/explorers/smooth_igw.py", "kernels/spaces/cube.py"
LAW = "tests/explorers/test_smooth_igw.py"

SAMPLER = (
    Mutant(
        "the gap counts half",
        IGW,
        "1.0 / (1.0 + rate * gap)",
        "1.0 / (1.0 + 0.5 * rate * gap)",
        LAW,
    ),
)
