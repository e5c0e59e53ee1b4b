"""How policies fare against the twenty-line rival after few rounds and after many."""

from smoothbandits.experiments.horizons.request import HorizonsSettings
from smoothbandits.experiments.horizons.run import Horizons, run_horizons

__all__ = ["Horizons", "HorizonsSettings", "run_horizons"]
