"""One fault: a line of the core as it is, as it would be wrong, and who must notice."""

from dataclasses import dataclass
from pathlib import Path

__all__ = ["ROOT", "Mutant"]

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Mutant:
    """A fault in one file of the library or its laboratory.

    Attributes
    ----------
    says
        What is wrong with it, in words; unique.
    file
        Below ``src/smoothbandits``; below ``lab/src`` where it begins with its package's name.
    old, new
        Text that stands there exactly once, and what takes its place.
    tests
        Files or tests, separated by blanks, of which one must fail.
    """

    says: str
    file: str
    old: str
    new: str
    tests: str

    @property
    def path(self) -> Path:
        """The file, from the root of the project."""
        if self.file.startswith("smoothbandits_lab/"):
            return Path("lab", "src", self.file)
        return Path("src", "smoothbandits", self.file)

    def planted(self, text: str) -> str:
        """The file's text with the fault."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.says!r}: {self.old!r} is {text.count(self.old)} times there")
        return text.replace(self.old, self.new)
