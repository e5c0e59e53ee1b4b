"""The value of policies from a log: behind ``smoothbandits evaluate``."""

from smoothbandits.apps.evaluated_log.asking import LogQuestion, answer
from smoothbandits.apps.evaluated_log.report import evaluation_report

__all__ = ["LogQuestion", "answer", "evaluation_report"]
