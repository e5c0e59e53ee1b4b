import os
import signal
import subprocess
import sys
import time

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


def command(*arguments, **given):
    code = "import sys; from smoothbandits.cli import main; main(sys.argv[1:])"
    return subprocess.run([sys.executable, "-c", code, *arguments], text=True, **given)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_ends_in_a_sentence():
    with open("/dev/full", "w") as full:
        done = command("info", "--json", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith("smoothbandits: ") and done.stderr.count("\n") == 1


def test_a_terminal_without_unicode_ends_no_command():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    code = """
from smoothbandits.cli import app, main
app.command(name="dash")(lambda: print("\u2013 0.5"))
main(["dash"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment)
    assert (done.returncode, done.stdout) == (0, b"? 0.5\n")


STOPPED = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job
from smoothbandits.cli import main
from smoothbandits.apps.own_table import contest

def play(*given):
    print("playing\\n", end="", flush=True)  # whole, as threads print at once
    threading.Event().wait(3600)

contest.play = play
main(["demo", "--rows", "100", "--seeds", "1", "--out", sys.argv[1]])
"""


WAITING = """
import signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
from smoothbandits.cli.output import stops_at_once
with stops_at_once():
    import polars  # whose handler lets a wait for a lock go on after a signal
    print("playing", flush=True)
    threading.Event().wait()
"""


@pytest.mark.parametrize("code", [STOPPED, WAITING], ids=["demo", "a lock"])
def test_the_demo_obeys_control_c(code, tmp_path):
    """A run that takes an hour is not waited for, whatever the main thread does."""
    line = [sys.executable, "-c", code, str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, **pipes) as process:
        try:
            assert process.stdout.readline() == "playing\n"
            time.sleep(0.2)  # it waits by then
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130 and errors.endswith("smoothbandits: stopped\n")
