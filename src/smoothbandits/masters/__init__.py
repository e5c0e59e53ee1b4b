"""Masters: algorithms that choose among bases."""

from smoothbandits.masters.corral import Corral
from smoothbandits.masters.stable_base import StableBase

__all__ = ["Corral", "StableBase"]
