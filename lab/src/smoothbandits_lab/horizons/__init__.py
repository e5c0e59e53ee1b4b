"""How policies fare against the twenty-line rival after few rounds and after many."""

from smoothbandits_lab.horizons.study import STUDY

__all__ = ["STUDY"]
