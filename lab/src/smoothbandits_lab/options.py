"""Settings of studies as options of commands: their fields' types say how they are given."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from smoothbandits.errors import InvalidParameter

__all__ = [
    "DataDir",
    "Datasets",
    "Policies",
    "Quick",
    "Seed",
    "Seeds",
    "check_names",
    "command_line",
]

Datasets = Annotated[
    list[str] | None, typer.Option("--dataset", help="Only this table; may be repeated.")
]
Policies = Annotated[
    list[str] | None, typer.Option("--policy", help="Only this policy; may be repeated.")
]
Seeds = Annotated[int | None, typer.Option(help="Runs per policy.", show_default=False)]
Seed = Annotated[int, typer.Option(help="First seed.")]
Quick = Annotated[bool, typer.Option("--quick", help="A small version, to see that it works.")]
DataDir = Annotated[Path | None, typer.Option(help="Folder with data files.")]


def check_names(kind: str, given: Sequence[str] | None, known: Sequence[str]) -> None:
    """Raise InvalidParameter where something unknown is asked for."""
    for name in given or ():
        if name not in known:
            raise InvalidParameter(f"no {kind} is called {name!r}; give {', '.join(known)}")


def command_line(name: str, settings: Any) -> str:
    """The command that asks for these settings, without the folder of this machine's data.

    Examples
    --------
    >>> from smoothbandits_lab.shapes import STUDY
    >>> command_line("shapes", STUDY.settings(seeds=2, quick=True))
    'smoothbandits reproduce shapes --seeds 2 --quick'
    """
    words = [f"smoothbandits reproduce {name}"]
    for one in dataclasses.fields(settings):
        value = getattr(settings, one.name)
        if value == one.default or one.name == "data_dir":
            continue
        flag = flag_of(type(settings), one.name)
        if value is True:
            words.append(flag)
        else:
            words += [f"{flag} {part}" for part in ([value] if is_one(value) else value)]
    return " ".join(words)


def is_one(value: Any) -> bool:
    """Whether an option is given once."""
    return isinstance(value, str | int | float | Path)


def flag_of(settings: type, name: str) -> str:
    """The option that a field of settings is given by."""
    hint = get_type_hints(settings, include_extras=True)[name]
    for option in getattr(hint, "__metadata__", ()):
        # typer keeps the first name that is given by hand where a default would stand
        for declared in (option.default, *(option.param_decls or ())):
            if isinstance(declared, str) and declared.startswith("--"):
                return declared
    return "--" + name.replace("_", "-")
