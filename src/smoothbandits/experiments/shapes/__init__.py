"""Cliffs, two valleys, steps: what a model with one symmetric valley misses."""

from smoothbandits.experiments.shapes.play import ORACLES, SHAPES
from smoothbandits.experiments.shapes.run import Outcome, Shapes, run_shapes

__all__ = ["ORACLES", "SHAPES", "Outcome", "Shapes", "run_shapes"]
