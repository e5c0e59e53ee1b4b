"""Formats that logs are written in and read from, one per file."""

from smoothbandits.journal.formats.forms import Exported, Imported, Problem, export, read_log

__all__ = ["Exported", "Imported", "Problem", "export", "read_log"]
