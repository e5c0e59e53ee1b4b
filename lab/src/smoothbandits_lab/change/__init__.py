"""How policies fare in worlds that change, against the same policies begun anew at the change."""

from smoothbandits_lab.change.study import STUDY

__all__ = ["STUDY"]
