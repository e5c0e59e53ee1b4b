"""A log of actions and what came of them: behind ``smoothbandits run --action``."""

from smoothbandits.apps.logged_table.findings import Findings, findings_of
from smoothbandits.apps.logged_table.log import Log, read_log
from smoothbandits.apps.logged_table.settings import LogSettings
from smoothbandits.apps.logged_table.warm import Warm, warm_bandit

__all__ = ["Findings", "Log", "LogSettings", "Warm", "findings_of", "read_log", "warm_bandit"]
