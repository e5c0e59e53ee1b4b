import re
import subprocess
import sys

import numpy as np
import pytest

from smoothbandits import Interval, RegressionEnvironment, simulate
from smoothbandits.baselines import CATS, vw
from smoothbandits.errors import InvalidParameter, MissingExtra, PeerFailed
from smoothbandits.interpreted.baselines.adaptive_regression import adaptive_learn, adaptive_score
from smoothbandits.interpreted.baselines.cats import cats_respond, smoothed
from smoothbandits.interpreted.baselines.coin_regression import coin_learn, coin_score

UNIT = Interval(0.0, 1.0)
real = pytest.mark.skipif(not vw.available(), reason="vowpalwabbit (extra peers) is not installed")


def problem(rounds):
    rng = np.random.default_rng(8)
    X = np.float64(np.float32(rng.normal(size=(rounds, 4)) * [1.0, 10.0, 1.0, 0.1]))
    y = 1.0 / (1.0 + np.exp(-2.0 * X[:, 0] + 0.2 * rng.normal(size=rounds)))
    return X, y


@real
def test_ours_goes_where_vowpal_wabbit_goes(tmp_path):
    """Fed with its contexts, actions, losses and densities, the tree predicts its densities.

    The radius is 0.1: p(a) is 0.05 outside [c - 0.1, c + 0.1] and 0.05 + 0.95/0.2 inside, so
    that one wrong turn in the tree shows as soon as the intervals differ at the action.
    """
    X, y = problem(2500)
    log = tmp_path / "log.txt"
    with vw.Table(X, y, low=0.0, high=1.0) as table:
        table.cats(leaves=32, bandwidth=3.2, options=("--coin", "-p", str(log)))
    played = np.array([line.split(":") for line in log.read_text().split()], dtype=float)
    state = CATS(UNIT, 4, leaves=32, bandwidth=3.2).state
    wrong, edges = 0, set()
    for context, (action, loss, density) in zip(X, played, strict=True):
        left, right = smoothed(state, context)
        edges.add(left)
        expected = 0.05 + (0.95 / (right - left) if left <= action <= right else 0.0)
        wrong += abs(density - expected) > 1e-3 * expected
        cats_respond(state, context, np.array([action]), density, loss, 0)
    assert len(edges) > 10  # the tree was used
    assert wrong <= 5  # float32 against float64: a score may fall on the other side of 0


@real
@pytest.mark.parametrize("steps", ["adaptive", "coin"])
def test_regressors_predict_what_vowpal_wabbit_predicts(steps):
    import vowpalwabbit

    X, y = problem(300)
    options = "--quiet --min_prediction 0 --max_prediction 1"
    peer = vowpalwabbit.Workspace(options + (" --coin" if steps == "coin" else ""))
    rows, norm = np.zeros((6 if steps == "coin" else 3, 5)), np.zeros(2)
    for context, label, line in zip(X, y, vw.Table(X, y, low=0.0, high=1.0).text(), strict=True):
        score = coin_score if steps == "coin" else adaptive_score
        mine = min(1.0, max(0.0, score(rows, context)))
        assert mine == pytest.approx(peer.predict(line.split(" ", 1)[1]), abs=1e-5)
        peer.learn(line)
        if steps == "coin":
            coin_learn(rows, norm, context, label, 1.0, 0.0, 1.0)
        else:
            adaptive_learn(rows, norm, context, label, 0.5, 0.0, 1.0)
    peer.finish()


@real
def test_losses_are_near_ours():
    """The same law, other draws: over seeds either loss has standard deviation 0.018 here.

    Means of five differ by 0.045 in one of 16,000 runs; the seeds are fixed.
    """
    X, y = problem(20_000)
    rows = RegressionEnvironment(X, y)
    ours = np.mean([simulate(CATS(UNIT, 4, leaves=32, seed=s), rows).mean_loss for s in range(5)])
    with vw.Table(X, y, low=0.0, high=1.0) as table:
        runs = [table.cats(leaves=32, seed=s) for s in range(5)]
    theirs = np.mean([run.loss for run in runs])
    assert abs(ours - theirs) < 0.045
    assert max(ours, theirs) < 0.75 * np.abs(y - np.median(y)).mean()
    assert all(run.rounds == 20_000 and run.seconds > 0.0 for run in runs)
    assert len({run.loss for run in runs}) == 5  # the seed is used


@real
def test_discretised_learner_and_bare_tokens():
    X, y = problem(5000)
    with vw.Table(X, y) as named, vw.Table(X, y, tokens="bare") as bare:
        for cb_type in ("dm", "dr"):
            learned = named.discrete(arms=8, cb_type=cb_type, options=("--coin",))
            blind = bare.discrete(arms=8, cb_type=cb_type, options=("--coin",))
            assert f"--cb_discrete --cb_type {cb_type}" in learned.command
            assert learned.loss < blind.loss  # names of value 1 say nothing about unseen values
        path = named.path
        assert path.exists()
    assert not path.exists()


@real
def test_the_command_says_what_ran():
    with vw.Table(*problem(50)) as table:
        run = table.cats(leaves=1024, bandwidth=32.0, epsilon=0.1, seed=3, bits=20)
    assert "--cbify 1024 --cbify_reg --cats 1024 --bandwidth 0.03125" in run.command
    assert "--epsilon 0.1 --random_seed 3 -b 20 --coin -d DATA" in run.command
    with vw.Table(*problem(50)) as table:  # within the leaf: half of it on either side
        assert "--bandwidth 0.125" in table.cats(leaves=4, bandwidth=0.0).command


@real
def test_a_failed_run_says_why():
    with vw.Table(*problem(50)) as table, pytest.raises(PeerFailed, match="--nonsense") as caught:
        table.cats(options=("--nonsense",))
    assert "unrecognised option" in str(caught.value) and "exit code 1" in str(caught.value)


def test_lines_of_text():
    table = vw.Table([[0.5, 2.0], [1e-7, -3.25]], [10.0, 30.0])
    assert table.text().to_list() == ["0.0 | f0:0.5 f1:2.0", "1.0 | f0:1e-7 f1:-3.25"]
    bare = vw.Table([[0.5, 2.0], [0.1, -3.25]], [10.0, 30.0], high=50.0, tokens="bare")
    assert bare.text().to_list() == ["0.0 | 0.5 2.0", "0.5 | 0.1 -3.25"]


def test_output_is_read_whatever_surrounds_it():
    said = "average loss = 0.25 h\nnoise average loss = 7\naverage loss = 1.5e-2\n"
    assert vw.found("average loss", said) == 0.015
    assert np.isnan(vw.found("seconds", said))
    assert np.isnan(vw.found("average loss", "average loss = n.a.\n"))


def test_without_the_package_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "vowpalwabbit", None)
    with vw.Table(*problem(5)) as table, pytest.raises(MissingExtra, match=r"\[peers\]"):
        table.cats()
    with pytest.raises(ImportError):
        vw.check_installed()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"X": [[1.0]], "y": [1.0, 2.0]}, "X has 1 rows and y has 2"),
        ({"X": [[1.0], [2.0]], "y": [1.0, 1.0]}, "give a range that holds all targets"),
        ({"X": [[1.0]], "y": [1.0], "low": 2.0, "high": 3.0}, "targets reach from 1 to 1"),
        ({"X": [[1.0], [2.0]], "y": [0.0, 1.0], "tokens": "x"}, "tokens is 'x'"),
    ],
)
def test_tables_it_refuses(table, message):
    with pytest.raises(InvalidParameter, match=re.escape(message)):
        vw.Table(**table)


def test_settings_it_refuses():
    table = vw.Table(*problem(5))
    for call, message in (
        (lambda: table.cats(leaves=10), "power of two"),
        (lambda: table.cats(leaves=8, bandwidth=4.0), "bandwidth is 4.0 leaves of 8"),
        (lambda: table.discrete(cb_type="mtr"), "cb_type is 'mtr'"),
        (lambda: table.discrete(epsilon=2.0), "epsilon is 2.0"),
    ):
        with pytest.raises(InvalidParameter, match=message):
            call()


def test_importing_the_baselines_does_not_import_the_peer():
    ask = "import smoothbandits.baselines.vw, sys; print('vowpalwabbit' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
