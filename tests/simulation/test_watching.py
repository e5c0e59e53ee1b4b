"""Progress bars: who sees one, when, and that they change nothing."""

import io
import sys
import threading
import time
from contextlib import redirect_stderr
from types import SimpleNamespace

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits import extras
from smoothbandits.errors import InvalidParameter, MissingExtra
from smoothbandits.simulation import watching
from tests.facade import same_trace, snapshot
from tests.interpreted import InterpretedBandit

ARMS = sb.BernoulliEnvironment(np.linspace(0.1, 0.9, 5))
X = np.random.default_rng(1).uniform(size=(4000, 2))
ROWS = sb.RegressionEnvironment(X, X[:, 0])
TREES = {"first": 30, "trees": 5, "leaves": 4, "background": False}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Each look takes a quarter of a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        self.now += 0.25
        return self.now


@pytest.fixture
def terminal(monkeypatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")  # rich draws no bars on dumb ones
    monkeypatch.delenv("SMOOTHBANDITS_QUIET", raising=False)
    return Terminal()


@pytest.fixture
def slow(monkeypatch) -> None:
    monkeypatch.setattr(sys.modules["smoothbandits.simulation.play"], "time", Clock())


def said_on(stream: io.StringIO, **options) -> str:
    """What a simulation writes to stderr, which is this stream."""
    with redirect_stderr(stream):
        sb.simulate(InterpretedBandit(sb.Catalog(5)), ARMS, rounds=400, **options)
    return stream.getvalue()


def test_a_terminal_watches_a_long_run(terminal, slow) -> None:
    said = said_on(terminal)
    assert "of 400 rounds" in said and "mean loss" in said


def test_a_short_run_says_nothing(terminal) -> None:
    began = time.perf_counter()
    said = said_on(terminal, progress=True)
    assert said == "" or time.perf_counter() - began > watching.QUIET_SECONDS


def test_nobody_watches_a_file(slow) -> None:
    assert said_on(io.StringIO()) == ""


@pytest.mark.parametrize("why", ["asked", "quiet", "thread", "no rich"])
def test_a_terminal_that_does_not_want_to_know(terminal, slow, monkeypatch, why) -> None:
    if why == "quiet":
        monkeypatch.setenv("SMOOTHBANDITS_QUIET", "1")
    if why == "no rich":
        monkeypatch.setattr(watching, "find_spec", lambda name: None)
    if why == "thread":
        thread = threading.Thread(target=said_on, args=(terminal,))
        thread.start()
        thread.join()
    else:
        said_on(terminal, progress=False if why == "asked" else None)
    assert terminal.getvalue() == ""


def test_who_asks_for_a_bar_without_rich_is_told_the_extra(monkeypatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    bandit = InterpretedBandit(sb.Catalog(5))
    with pytest.raises(MissingExtra, match=r"rich .*smoothbandits\[cli\]"):
        sb.simulate(bandit, ARMS, rounds=5, progress=True)
    assert bandit.rounds == 0


class Handle:
    def __init__(self, pages: list) -> None:
        self.pages = pages

    def update(self, html) -> None:
        self.pages.append(html)


def test_a_notebook_gets_an_element_that_moves_and_goes(monkeypatch, slow) -> None:
    pages: list = []

    def display(html, display_id):
        pages.append(html)
        return Handle(pages)

    shell = type("Shell", (type("ZMQInteractiveShell", (), {}),), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    page = SimpleNamespace(display=display, HTML=str)
    monkeypatch.setitem(sys.modules, "IPython.display", page)
    monkeypatch.delenv("SMOOTHBANDITS_QUIET", raising=False)
    said_on(io.StringIO())
    *moving, last = pages
    assert moving and last == ""
    assert all('max="400"' in page and "mean loss" in page for page in moving)
    done = [int(page.split('value="')[1].split('"')[0]) for page in moving]
    assert done == sorted(done) and done[-1] == 400


def test_the_bar_goes_when_a_run_fails(terminal, slow) -> None:
    def loss(context, action):
        if len(seen) > 300:
            raise RuntimeError("the user's own")
        seen.append(1)
        return 0.5

    seen: list = []
    bandit = InterpretedBandit(sb.Interval(0, 1), policy="fast")
    with redirect_stderr(terminal):
        with pytest.raises(RuntimeError, match="the user's own"):
            sb.simulate(bandit, sb.FunctionEnvironment(loss), rounds=1000, progress=True)
        said = terminal.getvalue()
        time.sleep(0.3)
    assert "of 1,000 rounds" in said and terminal.getvalue() == said  # nothing draws any more


@pytest.mark.parametrize("shell", [None, type("TerminalInteractiveShell", (), {})()])
def test_ipython_in_a_terminal_is_no_notebook(monkeypatch, shell) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert not watching.in_notebook()


MAKERS = {
    "fast": lambda engine: sb.Bandit(sb.Interval(0, 1), policy="fast", context_size=2, seed=2,
                                     engine=engine),
    "trees": lambda engine: sb.Bandit(sb.Interval(0, 1), oracle=sb.BoostedOracle(**TREES),
                                      context_size=2, seed=2, engine=engine),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["python", "compiled"])
@pytest.mark.parametrize("batch", [1, 7])
@pytest.mark.parametrize("kind", MAKERS)
def test_a_run_is_the_same_whether_watched_or_not(terminal, slow, kind, batch, engine) -> None:
    rounds = 300 if engine == "python" else 3000
    bandits = [MAKERS[kind](engine) for _ in range(2)]
    with redirect_stderr(terminal):
        traces = [
            sb.simulate(bandit, ROWS, rounds=rounds, batch=batch, progress=progress)
            for bandit, progress in zip(bandits, (False, True), strict=True)
        ]
    assert "rounds" in terminal.getvalue()
    assert same_trace(*traces)
    one, other = (snapshot(bandit) for bandit in bandits)
    assert one["arrays"] == other["arrays"] and one["loss_sum"] == other["loss_sum"]


@pytest.mark.parametrize("progress", [3, "yes", 1.0])
def test_what_is_no_progress_is_refused(progress) -> None:
    bandit = InterpretedBandit(sb.Catalog(5))
    with pytest.raises(InvalidParameter, match="give True, False or a function"):
        sb.simulate(bandit, ARMS, rounds=5, progress=progress)
    assert bandit.rounds == 0
