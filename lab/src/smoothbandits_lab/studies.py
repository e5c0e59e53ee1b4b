"""All studies by name, in the order of the commands; their modules are imported on demand."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from smoothbandits_lab.claims import CLAIMS

if TYPE_CHECKING:
    from smoothbandits_lab.study import Study

__all__ = ["HELP", "find_study"]

#: packages that export ``STUDY``
STUDIES = {
    "figure1": "Regret on the caption contest: ours against the MOSS family, 32 runs of 100,000 "
    "rounds.",
    "table1": "Loss on regression tables in one pass: fast, best, the paper's learners, CATS, its "
    "peers.",
    "shapes": "Losses with cliffs, two valleys and steps: what a model of one valley misses.",
    "horizons": "Few rounds and many, guesses and prices: fast and best against twenty lines.",
    "change": "Worlds that jump, flip, drift or have seasons: who notices, and what it is worth.",
}
EXIT = "Exit code 1 if a verdict is 'fails'."

#: what each study is in one line, for the help of its command
HELP = {
    **STUDIES,
    "theory": f"All claims of the paper put to the test, on one page. {EXIT}",
    **{name: f"{words} {EXIT}" for name, words in CLAIMS.items()},
}


def find_study(name: str) -> "Study[Any, Any]":
    """Import a study; each claim is one too."""
    if name in STUDIES:
        study: Study[Any, Any] = import_module(f"{__package__}.{name}").STUDY
        return study
    from smoothbandits_lab.claims.study import TheoryStudy

    return TheoryStudy(None if name == "theory" else name)
