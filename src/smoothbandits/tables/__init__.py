"""Tables as problems: reading files, and turning their columns into contexts."""

from smoothbandits.tables.encoder import Encoder
from smoothbandits.tables.reading import read_table
from smoothbandits.tables.target import Target, take_target

__all__ = ["Encoder", "Target", "read_table", "take_target"]
