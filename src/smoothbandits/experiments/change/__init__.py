"""How policies fare in worlds that change, against the same policies begun anew at the change."""

from smoothbandits.experiments.change.request import ChangeSettings
from smoothbandits.experiments.change.run import Changes, run_change

__all__ = ["ChangeSettings", "Changes", "run_change"]
