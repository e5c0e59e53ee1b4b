"""All errors of the package.

Each one is a `SmoothBanditsError` and also the builtin error that one would catch for it. The
message says what is wrong, the value, and the remedy; the object that raised it is unchanged.

::

    SmoothBanditsError
    ├── InvalidParameter    (ValueError)    an argument of a constructor or function
    ├── InvalidContext      (ValueError)    NaN, infinite, or of the wrong size
    ├── InvalidAction       (ValueError)    outside the space
    ├── InvalidLoss         (ValueError)    outside its range; loss and reward both or neither
    ├── InvalidPrediction   (ValueError)    an oracle predicted NaN or outside [0, 1]
    ├── AlreadyLearned      (RuntimeError)  a second `learn` for one decision
    ├── UnknownDecision     (KeyError)      no pending decision has this id
    │   └── ExpiredDecision (KeyError)      it had, and the pending table has dropped it
    ├── ForeignDecision     (ValueError)    a decision of another bandit
    ├── ModelMovedOn        (RuntimeError)  a decision of a model that has learned since
    ├── CorruptSave         (ValueError)    a truncated or foreign file
    ├── UnsupportedSave     (ValueError)    a part that cannot be saved, or a newer version
    ├── NotAFile            (OSError)       a device, a pipe or a socket where a file is meant
    ├── ChangedFile         (FileExistsError)  another process wrote the file meanwhile
    ├── JournalFailed       (OSError)       a journal cannot be written or read now
    │   └── JournalInUse    (OSError)       another bandit or command writes it
    ├── NoRegretBound       (ValueError)    a theorem's gamma for an oracle without a bound
    ├── UnsupportedEngine   (ValueError)    this bandit cannot run on the engine asked for
    ├── MissingTable        (FileNotFoundError)  no such file
    ├── InvalidLog          (ValueError)    a log that lacks a column or cannot be right
    ├── InvalidTable        (ValueError)    a table that cannot be read, is empty or has no target
    ├── UnknownColumn       (KeyError)      a table has no column of this name
    ├── MissingData         (FileNotFoundError)  a dataset is not on this machine
    ├── DownloadFailed      (ConnectionError)  no network, or another file than expected
    ├── MissingExtra        (ImportError)   an optional package is not installed
    └── PeerFailed          (RuntimeError)  another library's program gave no result

Examples
--------
>>> try:
...     raise InvalidLoss("loss is 1.7, outside [0, 1]; map your own units with Scale(low, high)")
... except ValueError as error:
...     print(error)
loss is 1.7, outside [0, 1]; map your own units with Scale(low, high)
"""

__all__ = [
    "AlreadyLearned",
    "ChangedFile",
    "CorruptSave",
    "DownloadFailed",
    "ExpiredDecision",
    "ForeignDecision",
    "InvalidAction",
    "InvalidContext",
    "InvalidLog",
    "InvalidLoss",
    "InvalidParameter",
    "InvalidPrediction",
    "InvalidTable",
    "JournalFailed",
    "JournalInUse",
    "MissingData",
    "MissingExtra",
    "MissingTable",
    "ModelMovedOn",
    "NoRegretBound",
    "NotAFile",
    "PeerFailed",
    "SmoothBanditsError",
    "UnknownColumn",
    "UnknownDecision",
    "UnsupportedEngine",
    "UnsupportedSave",
]


class SmoothBanditsError(Exception):
    """The root: catches every error that this package raises on purpose."""


class InvalidParameter(SmoothBanditsError, ValueError):
    """An argument is outside its range: h not in (0, 1], gamma <= 0, an empty catalogue."""


class InvalidContext(SmoothBanditsError, ValueError):
    """A context has NaN or infinite entries, or not the size that the bandit was made for."""


class InvalidAction(SmoothBanditsError, ValueError):
    """An action lies outside the space."""


class InvalidLoss(SmoothBanditsError, ValueError):
    """A loss or reward is outside its range, or not exactly one of the two was given."""


class InvalidPrediction(SmoothBanditsError, ValueError):
    """An oracle predicted NaN or a loss outside [0, 1]."""


class AlreadyLearned(SmoothBanditsError, RuntimeError):
    """The decision was learned before; each one counts once."""


class UnknownDecision(SmoothBanditsError, KeyError):
    """No pending decision has this id."""

    def __str__(self) -> str:
        # KeyError would print the repr of the sentence, in quotes.
        return Exception.__str__(self)


class ExpiredDecision(UnknownDecision):
    """The decision waited so long that the pending table, which is bounded, dropped it."""


class ForeignDecision(SmoothBanditsError, ValueError):
    """The decision was made by another bandit."""


class ModelMovedOn(SmoothBanditsError, RuntimeError):
    """A decision is to be made again, and the model has learned since."""


class CorruptSave(SmoothBanditsError, ValueError):
    """The file is truncated, damaged, or was not written by `save`."""


class UnsupportedSave(SmoothBanditsError, ValueError):
    """A part of the bandit cannot be saved, or the file is of a newer version."""


class NotAFile(SmoothBanditsError, OSError):
    """A file is to be saved where there is a device, a pipe or a socket."""


class ChangedFile(SmoothBanditsError, FileExistsError):
    """Another process changed the file since the bandit that is saved read or wrote it."""


class JournalFailed(SmoothBanditsError, OSError):
    """A journal cannot be written or read: a full disk, a locked or damaged file."""


class JournalInUse(JournalFailed):
    """Another bandit or command writes the journal; one does at a time."""


class NoRegretBound(SmoothBanditsError, ValueError):
    """A schedule needs the oracle's regret bound, and none is known."""


class UnsupportedEngine(SmoothBanditsError, ValueError):
    """The engine asked for cannot run this bandit or environment."""


class MissingTable(SmoothBanditsError, FileNotFoundError):
    """There is no file of this name."""


class InvalidLog(SmoothBanditsError, ValueError):
    """A log lacks a column, or holds numbers that cannot be what was logged."""


class InvalidTable(SmoothBanditsError, ValueError):
    """A table cannot be read, has too few rows, or a target that nothing can be learned from."""


class UnknownColumn(SmoothBanditsError, KeyError):
    """A table or a row has no column of this name."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class MissingData(SmoothBanditsError, FileNotFoundError):
    """A dataset is not on this machine; the message says how to get it."""


class DownloadFailed(SmoothBanditsError, ConnectionError):
    """Nothing came through the network, or something else than what was asked for."""


class MissingExtra(SmoothBanditsError, ImportError):
    """An optional package is not installed; the message names the extra that brings it."""


class PeerFailed(SmoothBanditsError, RuntimeError):
    """Another library's program stopped with an error or printed no result."""
