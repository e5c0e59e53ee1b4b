"""Every decision and outcome of a bandit, durable, and the bandit made from them."""

from smoothbandits.journal.deleting import Deleted, Pruned
from smoothbandits.journal.formats import Exported, Imported, Problem, read_log
from smoothbandits.journal.importing import OutcomesRead
from smoothbandits.journal.journal import Journal

__all__ = [
    "Deleted",
    "Exported",
    "Imported",
    "Journal",
    "OutcomesRead",
    "Problem",
    "Pruned",
    "read_log",
]
