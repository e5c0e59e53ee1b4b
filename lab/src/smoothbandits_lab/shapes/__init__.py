"""Cliffs, two valleys, steps: what a model with one symmetric valley misses."""

from smoothbandits_lab.shapes.study import STUDY

__all__ = ["STUDY"]
