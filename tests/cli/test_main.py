import subprocess
import sys

import pytest

from smoothbandits import __version__
from smoothbandits.cli import main

HEAVY = ("numba", "scipy", "matplotlib", "numpy", "polars")


def run(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    said = capsys.readouterr()
    return stop.value.code or 0, said.out, said.err


def test_version(capsys):
    assert run(["--version"], capsys)[:2] == (0, f"{__version__}\n")


def test_help_names_every_command(capsys):
    code, out, _ = run(["--help"], capsys)
    assert code == 0
    assert all(command in out for command in ("demo", "run", "compare", "warmup", "info"))


@pytest.mark.parametrize(
    "arguments", [["--help"], ["run", "--help"], ["compare", "--help"], ["--version"]]
)
def test_help_imports_nothing_heavy(arguments):
    script = (
        "import sys\nfrom smoothbandits.cli import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print('heavy:', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "heavy: []"


@pytest.mark.parametrize("arguments", [["frobnicate"], ["demo", "--rows", "many"], ["info", "-x"]])
def test_what_cannot_be_parsed_ends_with_code_2(arguments, capsys):
    code, out, err = run(arguments, capsys)
    assert code == 2
    assert out == ""
    assert "Error" in err


def test_an_error_of_the_library_is_one_sentence(capsys):
    code, out, err = run(["demo", "--rows", "3"], capsys)
    assert (code, out) == (2, "")
    assert err == "smoothbandits: rows is 3; give a whole number of at least 20\n"
