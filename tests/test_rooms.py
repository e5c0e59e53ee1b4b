"""Oracles and explorers are found by themselves."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import smoothbandits as sb
from smoothbandits.bandit.storage import parameter_class
from smoothbandits.rooms import found
from tests import kinds

KINDS = {"oracles": sb.oracles.Oracle, "explorers": sb.explorers.Explorer}


@pytest.mark.parametrize("room", KINDS)
def test_what_type_checkers_are_told_is_there(room: str) -> None:
    module = importlib.import_module(f"smoothbandits.{room}")
    told = [
        (node.module, alias.name)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(module.__name__)
        for alias in node.names
    ]
    assert len(told) > 5
    for home, name in told:
        assert getattr(module, name) is getattr(importlib.import_module(str(home)), name)


@pytest.mark.parametrize("room", KINDS)
def test_what_is_found_can_be_saved(room: str) -> None:
    module = importlib.import_module(f"smoothbandits.{room}")
    classes = found(KINDS[room], module.__name__, module.__path__)
    assert len(classes) > 4
    assert all(parameter_class(name) is kind for name, kind in classes.items())


@pytest.mark.parametrize("room", KINDS)
def test_what_is_found_is_among_the_bandits_that_tests_save(room: str) -> None:
    module = importlib.import_module(f"smoothbandits.{room}")
    saved = set()
    for make in kinds.KINDS.values():
        bandit = make()
        part = bandit.oracle.oracle if room == "oracles" else bandit.explorer
        while part is not None:
            saved.add(type(part).__name__)
            part = getattr(part, "oracle", None)
    assert set(found(KINDS[room], module.__name__, module.__path__)) <= saved


def test_a_class_is_found_in_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "new_room"
    room.mkdir()
    (room / "__init__.py").touch()
    (room / "loud.py").write_text(
        "from smoothbandits.explorers import Explorer\n"
        "__all__ = ['Loud', 'Silent']\n"
        "class Silent(Explorer): pass\n"
        "class Loud(Silent):\n"
        "    def build(self, model): pass\n"
        "class Inner(Loud): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert list(found(sb.explorers.Explorer, "new_room", [str(room)])) == ["Loud"]
