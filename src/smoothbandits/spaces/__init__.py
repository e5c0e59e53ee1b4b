"""Action spaces: a set of actions together with its reference measure mu."""

from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.box import Box
from smoothbandits.spaces.catalog import Catalog
from smoothbandits.spaces.interval import Interval
from smoothbandits.spaces.parts import Parts
from smoothbandits.spaces.product import Product

__all__ = ["Action", "Box", "Catalog", "Interval", "Parts", "Product", "Space"]
