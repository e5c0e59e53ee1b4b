"""The paper's Table 1: policies side by side on regression tables, with what was published."""

from smoothbandits.experiments.table1.request import Table1Settings
from smoothbandits.experiments.table1.rows import Row
from smoothbandits.experiments.table1.run import Table1, run_table1

__all__ = ["Row", "Table1", "Table1Settings", "run_table1"]
