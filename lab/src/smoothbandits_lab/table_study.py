"""What studies on tables have in common beside their settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from smoothbandits_lab.table_settings import TableSettings
from smoothbandits_lab.tables_at_hand import left_out

__all__ = ["TableScores", "TableStudy"]

Settings = TypeVar("Settings", bound=TableSettings)
Score = TypeVar("Score")


class TableStudy:
    """What such a study says before it begins."""

    def warnings(self, settings: TableSettings) -> Sequence[str]:
        """What is left out."""
        return left_out(settings.skipped)


@dataclass(frozen=True, eq=False)
class TableScores(Generic[Settings, Score]):
    """A finished study of ratios over tables.

    Attributes
    ----------
    settings
        What was asked for.
    scores
        In the order of the pages.
    notes
        What there is to say about each table that was played.
    """

    settings: Settings
    scores: list[Score]
    notes: dict[str, str] = field(default_factory=dict)

    def numbers(
        self,
        command: str,
        score_numbers: Callable[[Score], dict[str, Any]],
        facts: list[str],
        asked: dict[str, Any],
    ) -> dict[str, Any]:
        """Everything, for ``COMMAND.json``."""
        return {
            "command": command,
            "scores": [score_numbers(score) for score in self.scores],
            "facts": facts,
            "notes": self.notes,
            "skipped": self.settings.skipped,
            "settings": {**asked, "quick": self.settings.quick},
        }
