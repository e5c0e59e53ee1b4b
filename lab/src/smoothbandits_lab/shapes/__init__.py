"""Cliffs, two valleys, steps: what a model of one valley misses."""

from smoothbandits_lab.shapes.study import STUDY

__all__ = ["STUDY"]
