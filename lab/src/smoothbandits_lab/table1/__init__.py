"""The paper's Table 1: policies side by side on regression tables, with what was published."""

from smoothbandits_lab.table1.study import STUDY

__all__ = ["STUDY"]
