import inspect
import pickle

import pytest

from smoothbandits import errors

BUILTINS = {
    errors.InvalidParameter: ValueError,
    errors.InvalidContext: ValueError,
    errors.InvalidAction: ValueError,
    errors.InvalidLoss: ValueError,
    errors.InvalidPrediction: ValueError,
    errors.AlreadyLearned: RuntimeError,
    errors.UnknownDecision: KeyError,
    errors.ExpiredDecision: KeyError,
    errors.ForeignDecision: ValueError,
    errors.ModelMovedOn: RuntimeError,
    errors.CorruptSave: ValueError,
    errors.UnsupportedSave: ValueError,
    errors.NotAFile: OSError,
    errors.ChangedFile: FileExistsError,
    errors.JournalFailed: OSError,
    errors.JournalInUse: OSError,
    errors.NoRegretBound: ValueError,
    errors.UnsupportedEngine: ValueError,
    errors.MissingTable: FileNotFoundError,
    errors.InvalidLog: ValueError,
    errors.InvalidTable: ValueError,
    errors.UnknownColumn: KeyError,
    errors.MissingData: FileNotFoundError,
    errors.DownloadFailed: ConnectionError,
    errors.MissingExtra: ImportError,
    errors.PeerFailed: RuntimeError,
}
MESSAGE = "decision 12 is unknown; learn with the Decision itself"


def defined_classes() -> list[type]:
    return [
        cls
        for _, cls in inspect.getmembers(errors, inspect.isclass)
        if cls.__module__ == errors.__name__
    ]


def test_every_class_is_exported_and_has_its_builtin() -> None:
    defined = defined_classes()
    assert sorted(cls.__name__ for cls in defined) == errors.__all__
    assert set(defined) == {errors.SmoothBanditsError, *BUILTINS}


@pytest.mark.parametrize(("error", "builtin"), BUILTINS.items())
def test_is_caught_by_root_and_by_builtin(error: type[Exception], builtin: type) -> None:
    for caught in (errors.SmoothBanditsError, builtin):
        with pytest.raises(caught):
            raise error(MESSAGE)


@pytest.mark.parametrize("error", BUILTINS)
def test_prints_the_plain_sentence_also_after_pickling(error: type[Exception]) -> None:
    copy = pickle.loads(pickle.dumps(error(MESSAGE)))
    assert type(copy) is error
    assert str(copy) == MESSAGE


def test_one_except_clause_catches_unknown_and_expired_decisions() -> None:
    with pytest.raises(errors.UnknownDecision):
        raise errors.ExpiredDecision(MESSAGE)


def test_the_drawn_tree_is_the_real_one() -> None:
    drawn = [line.split("──")[1] for line in (errors.__doc__ or "").splitlines() if "──" in line]
    names = {}
    for line in drawn:
        name, builtin = line.split()[:2]
        names[name] = builtin.strip("()")
    assert names == {error.__name__: builtin.__name__ for error, builtin in BUILTINS.items()}
