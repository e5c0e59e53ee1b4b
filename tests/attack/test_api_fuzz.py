"""Random calls of everything public: only the package's own errors, and nothing changed by them.

The suite makes 34,000 calls, `make test-slow` 500,000 more, all from fixed seeds.
"""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
import requests

import smoothbandits as sb
from smoothbandits import checks
from tests.attack import fuzz
from tests.inside import miscount

CASES = 2_000
FUNCTION_SEEDS, VALUE_SEEDS, BANDIT_SEEDS, BASELINE_SEEDS = 4, 8, 4, 1
MORE, MORE_VALUES = 100, 50  # seeds under the slow mark


@pytest.fixture(autouse=True)
def files_to_play_with(tmp_path, monkeypatch):
    """Calls that take a path find some there, and leave what they write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(requests.Session, "request", no_network)
    (tmp_path / "good.bandit").write_bytes(fuzz.GOOD)
    (tmp_path / "good.json").write_text(fuzz.ENCODER.to_json())
    (tmp_path / "good.csv").write_text("age,plan\n20,basic\n40,gold\n")


def no_network(*given, **more):
    raise requests.ConnectionError("no network in tests")


@pytest.mark.parametrize("seed", range(FUNCTION_SEEDS))
def test_functions_and_constructors(seed):
    fuzz.attack_functions(np.random.default_rng(seed), CASES)


@pytest.mark.parametrize("seed", range(BANDIT_SEEDS))
def test_verbs_of_live_bandits(seed):
    fuzz.attack_bandits(np.random.default_rng(seed), CASES)


@pytest.mark.parametrize("seed", range(VALUE_SEEDS))
def test_methods_of_everything_else(seed):
    fuzz.attack_values(np.random.default_rng(seed), CASES)


@pytest.mark.parametrize("seed", range(BASELINE_SEEDS))
def test_baselines(seed):
    fuzz.attack_baselines(np.random.default_rng(seed), CASES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + MORE))
def test_functions_and_constructors_at_length(seed):
    fuzz.attack_functions(np.random.default_rng(seed), CASES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + MORE))
def test_verbs_of_live_bandits_at_length(seed):
    fuzz.attack_bandits(np.random.default_rng(seed), CASES)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + MORE_VALUES))
def test_methods_of_everything_else_at_length(seed):
    fuzz.attack_values(np.random.default_rng(seed), CASES)


def test_every_public_callable_is_called_or_has_a_reason(monkeypatch):
    monkeypatch.setattr(fuzz, "CALLED", set())
    for attack in (fuzz.attack_functions, fuzz.attack_values, fuzz.attack_bandits):
        attack(np.random.default_rng(0), CASES)  # each calls all that it knows at least once
    fuzz.attack_baselines(np.random.default_rng(0), 8)
    excused = {name for name, value in fuzz.SURFACE.items() if fuzz.reason(name, value)}
    assert fuzz.SURFACE.keys() - fuzz.CALLED - excused == set()
    assert not fuzz.CALLED & excused


def test_enough_is_called():
    seeds = FUNCTION_SEEDS + VALUE_SEEDS + BANDIT_SEEDS + BASELINE_SEEDS
    assert seeds * CASES == 34_000
    assert len(fuzz.CALLABLE) > 300  # as docs/reliability.md says


def test_no_reason_is_without_use():
    """Each names something public, or a method that something public has."""
    bases = {b.__name__ for v in fuzz.SURFACE.values() if isinstance(v, type) for b in v.__mro__}
    for name in fuzz.NOT_CALLED:
        assert name in fuzz.SURFACE or name.rpartition(".")[0] in bases, name


def test_a_new_method_is_noticed(monkeypatch):
    monkeypatch.setattr(sb.Scale, "unheard_of", lambda self: None, raising=False)
    assert "Scale.unheard_of" in fuzz.surface()
    assert fuzz.reason("Scale.unheard_of", sb.Scale) is None


# ------------------------------------------------------------- the attack finds what is broken


def test_a_planted_wrong_error_is_found(monkeypatch):
    def naive(name, value):
        return float(value)  # text, None and much else end in another error

    monkeypatch.setattr("smoothbandits.explorers.smooth_igw.check_positive", naive)
    with pytest.raises(fuzz.Broken, match="SmoothIGW"):
        for seed in range(20):
            fuzz.attack_functions(np.random.default_rng(seed), CASES)


def test_a_planted_change_before_a_refusal_is_found(monkeypatch):
    plain = sb.Bandit.learn

    def careless(self, decision, **given):
        miscount(self)
        plain(self, decision, **given)

    monkeypatch.setattr(sb.Bandit, "learn", careless)
    with pytest.raises(fuzz.Broken, match="refused and changed"):
        fuzz.attack_bandits(np.random.default_rng(0), CASES)


def test_a_planted_nan_is_found(monkeypatch):
    def careless(name, value):
        number = float(checks.as_number(value))
        return np.nan if number == 2.5 else number  # a weight that is given now and then

    monkeypatch.setattr("smoothbandits.oracles.base.check_positive", careless)
    with pytest.raises(fuzz.Broken, match="not finite|ended in"):
        for seed in range(20):
            fuzz.attack_bandits(np.random.default_rng(seed), CASES)


# ----------------------------------------------------------- the findings, one clear error each

TWO = sb.Interval(0, 1)
DECISIONS = SimpleNamespace(
    bandit=lambda: sb.Bandit(TWO, oracle=sb.HarmonicOracle(order=2), context_size=2)
)
FINDINGS = {
    "a number too large for floats": lambda b: b.act([10**400, 1]),
    "text": lambda b: b.act(["1", "2"]),
    "masked": lambda b: b.act(np.ma.array([1.0, 2.0], mask=[0, 1])),
    "dates": lambda b: b.act(np.array([1, 2], dtype="M8[D]")),
    "records": lambda b: b.act(np.array([(1, 2.0)], dtype="i4,f8")),
    "complex": lambda b: b.act(np.array([1j, 2.0])),
    "text as losses": lambda b: b.learn_many(b.act_many([[0, 0]]), losses=["0.5"]),
    "dates as losses": lambda b: b.learn_many(
        b.act_many([[0, 0]]), losses=np.array([0], dtype="m8[s]")
    ),
    "masked losses": lambda b: b.learn_many(
        b.act_many([[0, 0]]), losses=np.ma.array([0.5], mask=[1])
    ),
    "complex losses": lambda b: b.learn_many(b.act_many([[0, 0]]), losses=np.array([0.5j])),
    "records as losses": lambda b: b.learn_many(
        b.act_many([[0, 0]]), losses=np.array([(1, 0.5)], dtype="i4,f8")
    ),
    "a loss of text": lambda b: b.learn(b.act([0, 0]), loss="0.5"),
    "a date as a loss": lambda b: b.learn(b.act([0, 0]), loss=np.datetime64("2020-01-01")),
    "34 dimensions": lambda b: sb.Scale(0, np.ones([1] * 34)),
    "a key of 64 bits": lambda b: TWO.sample(2**63, 1),
    "a rate of text": lambda b: b.oracle.mass([0, 0], "x"),
    "a rate of nan": lambda b: b.oracle.mass([0, 0], float("nan")),
    "a rate below zero": lambda b: b.oracle.mass([0, 0], -5),
    "features that are a number": lambda b: sb.Bandit(TWO, oracle=sb.HarmonicOracle(-1)),
    "features that are text": lambda b: sb.Bandit(TWO, oracle=sb.DispersionOracle("x")),
    "a base of a half": lambda b: sb.CorralBandit(
        sb.Catalog(3), oracle=sb.TableOracle(), rounds=20
    ).propensity(None, 1, base=0.5),
    "a trillion decisions": lambda b: sb.Bandit(TWO, policy="fast").act_many(10**12),
    "a net without end": lambda b: sb.FiniteClassOracle.epsilon_net(
        cells=10**12, lipschitz=1.0, epsilon=0.5
    ),
    "a net as fine as floats": lambda b: sb.FiniteClassOracle.epsilon_net(
        cells=2, lipschitz=1.0, epsilon=1e-30
    ),
    "bounds of a measure": lambda b: sb.measures.Uniform().density([0.5], 1.0, 0.0),
    "actions of a measure": lambda b: sb.measures.LogUniform().cdf("x", 1.0, 2.0),
    "rounds of an environment": lambda b: sb.BernoulliEnvironment([0.5]).contexts(0, 10**12),
    "a round before the first": lambda b: sb.BernoulliEnvironment([0.5]).best_losses(-1, 1, None),
    "a context of another size": lambda b: sb.environments.StepEnvironment(3).loss_curve(
        [0.1], [0.5]
    ),
    "a loss outside the loop": lambda b: sb.BernoulliEnvironment([0.5]).realised(0, 0),
    "features for no space": lambda b: sb.features.Cosine(2).build("interval"),
    "a bound for no rounds": lambda b: sb.TableOracle().regret_bound(0, sb.Catalog(2), 0),
    "no progress": lambda b: sb.datasets.fetch("caption-652", progress=3),
    "atoms that are text": lambda b: sb.Bandit(TWO, atoms="no"),
}


def test_nonsense_is_refused_in_a_sentence():
    accepted = []
    for name, attempt in FINDINGS.items():
        bandit = DECISIONS.bandit()
        before = bandit.learned, list(fuzz.content(bandit.oracle.state))
        try:
            attempt(bandit)
            accepted.append(name)
        except sb.errors.SmoothBanditsError as error:
            assert isinstance(error, ValueError), name
        assert (bandit.learned, list(fuzz.content(bandit.oracle.state))) == before, name
    assert not accepted


def test_weights_of_any_number_are_read():
    for weight in (fuzz.decimal.Decimal("0.5"), np.float16(0.5), 1):
        model, twin = (sb.HarmonicOracle(order=2).bind(TWO) for _ in range(2))
        model.learn(None, 0.5, 0.2, weight)
        twin.learn(None, 0.5, 0.2, float(weight))
        assert model.predict(None, [0.3]) == twin.predict(None, [0.3]), repr(weight)


def test_edited_blocks_are_refused_whole():
    odd = (None, np.array(["a", "b"]), np.zeros(3), -np.ones(2))
    edits = itertools.product(("keys", "bases", "points", "weights", "contexts", "atoms"), odd)
    accepted = []
    for field, value in list(edits)[:-1]:  # nothing is learned from atoms: two numbers will do
        bandit = DECISIONS.bandit()
        block = bandit.act_many([[0.1, 0.2], [0.3, 0.4]])
        object.__setattr__(block, field, value)
        before = fuzz.fingerprint(bandit)
        try:
            bandit.learn_many(block, losses=[0.1, 0.2])
            accepted.append((field, value))
        except sb.errors.InvalidParameter:
            assert fuzz.fingerprint(bandit) == before, (field, value)
    assert not accepted
