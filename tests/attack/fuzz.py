"""Random calls of everything public: what is called, with what, and what may come of it."""

import datetime
import decimal
import fractions
import importlib
import inspect
import math
import warnings
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
import polars

import smoothbandits as sb
from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import Baseline
from smoothbandits.errors import SmoothBanditsError
from tests.attack.oracles import BOX, CATALOG, INTERVAL, ITEMS, ORACLES, PRODUCT, is_sound, phi
from tests.inside import counts_of, ledger_of, states_of

# --------------------------------------------------------------------------------- what is passed

LARGEST = float(np.finfo(np.float64).max)
NASTY: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 3, 7, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**12, 10**400,
    0.0, -0.0, 0.5, 1.0, -0.5, 1.5, math.nan, math.inf, -math.inf, 5e-324, 1e-310, 1e-100, 1e31,
    1e155, 1e300, LARGEST, -LARGEST, 1j, "", "x", "0.5", "12", "A", "auto", b"1",
    decimal.Decimal("0.5"), decimal.Decimal("NaN"), decimal.Decimal("1e999"),
    fractions.Fraction(1, 3), np.float16(0.5), np.float32(0.25), np.longdouble("1e4000"),
    np.int8(1), np.uint64(2**64 - 1), np.bool_(True), np.str_("a"), np.datetime64("2020-01-01"),
    np.timedelta64(3, "D"), datetime.datetime(2020, 1, 1), np.ma.masked,
    [], [0.5], [0.5, 0.5], [0.1, 0.2, 0.3], [10**400, 1], [None, 1.0], ["1", "2"], [[0.5]],
    [[0.5, 0.5]], [[0.1], [0.1, 0.2]], [1j, 0.0], [math.nan, 0.0], [1e155, 0.0], [math.inf], (),
    (0.5, 1), (0.5, "a"), {}, {"a": 1}, {1, 2}, range(2), range(0), object(),
    np.empty(0), np.empty((0, 2)), np.zeros(2), np.zeros((2, 2)), np.zeros((1, 2, 1)),
    np.array(0.5), np.array([0.5, np.nan]), np.array(["a", "b"]), np.array([1, 2], dtype="M8[D]"),
    np.array([1, 2], dtype="m8[s]"), np.array([1j, 2]), np.array([1, None], dtype=object),
    np.array(["1", 2], dtype=object), np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
    np.ma.array([1.0, 2.0], mask=[0, 1]), np.ma.array([0.1, 0.2]), np.ones(2, dtype=np.float16),
    np.array([True, False]), np.broadcast_to(0.5, (2,)), np.zeros((2, 2), order="F"),
    np.arange(4.0)[::2], memoryview(b"ab"), iter([0.5]), lambda *a, **k: 0.5,
)  # fmt: skip


class Own:
    """A user's oracle."""

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return np.full(len(actions), 0.5)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass


Usual = dict[str, tuple[Any, ...]]

GOOD = Bandit(CATALOG).to_bytes()
ARMS = sb.BernoulliEnvironment([0.2, 0.8, 0.5])
TABLE = sb.RegressionEnvironment(np.zeros((3, 2)), [0.1, 0.5, 0.9])
PROVED = Bandit(CATALOG, oracle=sb.TableOracle(), explorer=sb.SmoothIGW(h=0.5, gamma=3.0))
TRACE = sb.simulate(PROVED, ARMS, rounds=5)
FRAME = polars.DataFrame({"age": [20, 40, None], "plan": ["basic", "gold", "basic"]})
ENCODER = sb.tables.Encoder.fit(FRAME)

#: what a parameter of this name usually is, so that calls get beyond the first check
USUAL: Usual = {
    "space": (INTERVAL, BOX, CATALOG, PRODUCT, sb.Interval(1, 9, sb.measures.LogUniform())),
    "oracle": (sb.HarmonicOracle(order=2), sb.TableOracle(), sb.AdditiveOracle(), Own(),
               sb.LinearOracle(ITEMS), sb.DispersionOracle(), sb.oracles.GLMOracle(phi)),
    "explorer": (sb.Greedy(), sb.EpsilonGreedy(0.1), sb.SmoothIGW(h=0.5, gamma=3.0),
                 sb.AdaptiveIGW()),
    "engine": ("auto", "python"), "policy": ("fast", "best"),
    "context_size": (0, 2), "scale": (sb.Scale(), sb.Scale(-1, 3)),
    "name": ("synthetic-linear", "bng-wisconsin", "caption-synthetic", "plan", "age"),
    "seed": (0, 5), "pending": (0, 10), "atoms": (True, False), "features": (
        sb.features.Linear(), sb.features.RandomFourier(4), sb.features.Cosine(2), ITEMS, phi),
    "optimiser": (sb.oracles.Adam(), sb.oracles.Coin(), sb.oracles.Newton()),
    "measure": (sb.measures.Uniform(), sb.measures.LogUniform()),
    "number": (INTERVAL, 3), "category": (CATALOG,), "gamma": (3.0, sb.Theorem(9), sb.Anytime()),
    "context": (None, [0.2, -0.4], [0.1] * 4, [0.1] * 6), "action": (0.5, [0.5, 2.0], 1, (0.5, 1)),
    "actions": ([0.5], [[0.5, 2.0]], [1], [(0.5, 1)]), "loss": (0.0, 0.3, 1.0), "reward": (0.5,),
    "outcome": (True, 0.3), "outcomes": ([1.0], [0.0, 1.0]), "payoff": (sb.payoffs.Sale(),),
    "monotone": (None, -1, 1), "base": (0, 1, np.zeros_like), "factor": (np.ones_like,),
    "losses": ([0.5], [0.2, 0.8], [[0.5, 0.2]]), "weight": (1.0, 2.5), "low": (0.0, 1.0),
    "high": (2.0, 9.0), "n": (1, 3), "h": (0.25, 1.0), "rounds": (2, 50), "X": (np.zeros((3, 2)),),
    "y": (np.array([0.1, 0.5, 0.9]),), "key": (0, 5), "environment": (ARMS, TABLE),
    "at": (0, 2), "period": (2, 5), "columns": ((1, 0), None),
    "bandit": (PROVED, Bandit(CATALOG)), "first": (0, 7), "prices": ([12.0, 30.0],),
    "worths": ([0.4, 0.6],), "rho": (1.0, 4.0), "probability": (0.5,), "confidence": (0.9,),
    "spread": (2.0,), "trace": (TRACE,), "cells": (2, 3), "epsilon": (0.5,), "lipschitz": (1.0,),
    "means": ([0.2, 0.8, 0.5],),
    "matrix": ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],), "lows": ([0.0, 0.0],),
    "highs": ([1.0, 2.0],), "contexts": (2, [[0.1, 0.2]], [[0.1] * 6]),
    "rate": (0.0, 3.0),
    "path": ("good.bandit", "good.json", "good.csv"), "content": (GOOD,), "replica": (None, 1),
    "overwrite": (True,), "frame": (FRAME,), "rows": (FRAME, 5), "text": (ENCODER.to_json(),),
    "fields": (Bandit(CATALOG).act().to_dict(),), "data_dir": (".",), "horizon": (20,),
    "samples": (10,), "make": (lambda: Bandit(CATALOG),),
    "decisions": (50,), "unit": (np.array([0.5]),), "units": (np.array([[0.5]]),),
    "points": (np.array([[0.5]]),),
    "weights": ([0.2, 0.3, 0.5],), "probabilities": ([0.2, 0.3, 0.5],), "id": ("a", 3),
}  # fmt: skip


#: never left out: what is usual without them takes too long or depends on the machine
ALWAYS = {"rows", "data_dir", "samples", "decisions", "horizon", "rounds"}


#: checks build bandits of what they get: few kinds, or they would compile for minutes
CHECKED: Usual = USUAL | {
    "space": (CATALOG,), "oracle": (sb.TableOracle(),), "explorer": (sb.Greedy(),),
    "context_size": (0,), "contexts": (np.zeros((2, 0)),), "comparator": (lambda x, a: 0.5,),
}  # fmt: skip


#: no table that is drawn whole, which takes seconds
FETCHED: Usual = USUAL | {"name": ("caption-synthetic", "caption-652", "black-friday")}


def usual_of(name: str) -> Usual:
    """What a function of this name is usually called with."""
    if name == "datasets.fetch":
        return FETCHED
    return CHECKED if name.startswith("testing.") else USUAL


def argument(name: str, rng: np.random.Generator, sober: float, among: Usual = USUAL) -> Any:
    """What is usual with probability ``sober``, else anything."""
    usual = among.get(name, ())
    if usual and rng.random() < sober:
        return usual[rng.integers(len(usual))]
    return NASTY[rng.integers(len(NASTY))]


def arguments(
    function: Callable[..., Any], rng: np.random.Generator, among: Usual = USUAL
) -> dict[str, Any]:
    """Arguments that Python binds: one for each parameter, most of the optional ones left out."""
    sober = float(rng.choice([0.0, 0.7, 0.95]))
    given = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) or name == "self":
            continue
        if parameter.default is parameter.empty or name in ALWAYS or rng.random() < 0.4:
            given[name] = argument(name, rng, sober, among)
    return given


# --------------------------------------------------------------------------------- what is called

#: as the API pages list them
MODULES = ("bandit", "baselines", "datasets", "environments", "explorers", "features", "fields",
           "journal", "measures", "oracles", "payoffs", "simulation", "tables", "testing",
           "theory")  # fmt: skip
_INNER = "coordinates of the kernels; users have check, contains, density and sample"
_PART = "Bandit or bind calls it, with what they have checked"
#: what is not called, each with its reason; ``Class.method`` holds for subclasses too
NOT_CALLED = {
    "oracles.Model": "made by bind",
    **dict.fromkeys(
        ("Journal", "Journal.*"),
        "files and a thread each; tests/journal and tests/cli/test_journal.py give it bad input"),
    **dict.fromkeys(
        ("fields.Encoding", "Encoding.*"),
        "made by a bandit, whose calls are below and in test_named_fuzz"),
    **dict.fromkeys(
        ("Field.blank", "Field.writer", "Field.sees_as", "Date.place", "Date.writer_of_times",
         "Number.scaled"), "an encoding calls it"),
    **dict.fromkeys(
        ("datasets.Arms", "datasets.Dataset", "bandit.Decisions", "bandit.Explanation",
         "simulation.Trace", "theory.RunCertificate"), "a record of results"),
    **dict.fromkeys(("Dataset.of", "Dataset.noted"), "the loaders' own words"),
    **dict.fromkeys(
        ("Decision.checked", "Decisions.check", "Decisions.check_columns",
         "Decisions.played"), "learn calls it; edited decisions are learned below"),
    **dict.fromkeys(
        ("Space.from_columns", "Space.from_row", "Space.has_point", "Space.holds",
         "Space.to_unit", "Space.to_user", "Space.to_user_many"), _INNER),
    **dict.fromkeys(
        ("Adam.build", "Coin.build", "Newton.build", "Explorer.build", "Explorer.suited",
         "Schedule.build", "Oracle.build", "Oracle.changes", "Oracle.check_context", "Oracle.paid",
         "Oracle.refitted", "JointOracle.search", "JointOracle.size"), _PART),
    **dict.fromkeys(("Oracle.functions", "Oracle.kept"), "Bandit.explain calls it"),
    **dict.fromkeys(("ByField.rule_of", "ByField.value_in"), "act calls it, for each context"),
    "PiecesEnvironment.pieces": "loss_curve calls it, with contexts that it has checked",
    **dict.fromkeys(
        ("KnownPayoff.bases", "KnownPayoff.factors", "KnownPayoff.losses", "KnownPayoff.outcome",
         "KnownPayoff.outcomes", "KnownPayoff.rewards", "KnownPayoff.state", "KnownPayoff.values"),
        "Bandit calls it, with what it has checked, or learn, which is called"),
    "BoostedOutcomeOracle.*": "steps of a fit, as of BoostedOracle",
    "BoostedOracle.*": "steps of a fit; what users call is bind, which gets this oracle too",
}  # fmt: skip


def surface() -> dict[str, Any]:
    """Every public function and class by its name, and every public method of the classes."""
    found: dict[int, tuple[str, Any]] = {}
    for place in ("", *MODULES):
        module = importlib.import_module(f"smoothbandits.{place}".rstrip("."))
        for name in module.__all__:
            value = getattr(module, name)
            found.setdefault(id(value), (f"{place}.{name}".lstrip("."), value))
    listed = {name: value for name, value in found.values() if is_made(value)}
    classes = [value for value in listed.values() if isinstance(value, type)]
    return listed | {f"{cls.__name__}.{verb}": cls for cls in classes for verb in verbs_of(cls)}


def is_made(value: Any) -> bool:
    """Whether it is a function or a class with objects: no abstract class, protocol or error."""
    if not callable(value) or inspect.isabstract(value) or getattr(value, "_is_protocol", False):
        return False
    return not (isinstance(value, type) and issubclass(value, BaseException))


def verbs_of(cls: type) -> list[str]:
    """Names of its public methods."""
    kinds = (type(is_made), classmethod, staticmethod)
    public = [name for name in dir(cls) if not name.startswith("_")]
    return [name for name in public if isinstance(inspect.getattr_static(cls, name), kinds)]


def reason(name: str, value: Any) -> str | None:
    """Why it is not called, if it is not."""
    if name in NOT_CALLED:
        return NOT_CALLED[name]
    if is_method(name, value):
        ends = (name.rpartition(".")[2], "*")
        names = [f"{parent.__name__}.{end}" for parent in value.__mro__ for end in ends]
        return next((NOT_CALLED[known] for known in names if known in NOT_CALLED), None)
    return "a record of results" if isinstance(value, type) and issubclass(value, tuple) else None


def is_method(name: str, value: Any) -> bool:
    """Whether the name of `surface` is that of a method of this class."""
    return isinstance(value, type) and name.rpartition(".")[2] != value.__name__


SURFACE = surface()
CALLABLE = {name: value for name, value in SURFACE.items() if reason(name, value) is None}
FUNCTIONS = {name: value for name, value in CALLABLE.items() if not is_method(name, value)}


def examples() -> Iterator[Any]:
    """One object or more of every class with methods, but for bandits and baselines."""
    yield from (INTERVAL, BOX, CATALOG, PRODUCT, sb.Interval(1, 9, sb.measures.LogUniform()))
    yield from (sb.payoffs.Sale(), sb.payoffs.Auction(2.0), sb.payoffs.Units(3))
    yield sb.payoffs.Payoff(np.zeros_like, np.ones_like)
    yield from (sb.Scale(-1, 3), ENCODER, TRACE, TRACE.regret_certificate(PROVED))
    yield PROVED.explain(PROVED.act())
    yield from (PROVED.act(), PROVED.act_many(2), sb.datasets.load("synthetic-linear", rows=20))
    yield sb.plan(CATALOG, 100, sb.TableOracle(), h=0.5)
    yield from (oracle for _, oracle in ORACLES.values())
    yield sb.FiniteClassOracle([[0.2, 0.8, 0.5], [0.9, 0.4, 0.5]])
    yield from (bandit.oracle for bandit in bandits())
    yield from (sb.features.Linear(), sb.features.RandomFourier(4), sb.features.Cosine(2),
                sb.features.Polynomial(2), ITEMS)  # fmt: skip
    kinds = sb.fields
    yield from (kinds.Number(), kinds.Category(["a"]), kinds.Date(), kinds.Text())
    yield kinds.Schema({"age": "number", "plan": "category"})
    yield from (sb.AdaptiveIGW(), sb.explorers.StableCorral(rounds=100, beta=0.5))
    yield sb.explorers.Corral(3, rounds=100, eta=0.1)
    yield sb.explorers.StableBase(h=0.5, rounds=100, bound=2.0)
    yield from (sb.measures.Uniform(), sb.measures.LogUniform(), sb.measures.Empirical([0.1, 2.0]))
    yield sb.measures.Custom(lambda rng: rng.random(), lambda a: np.ones_like(a))
    kinds = sb.environments
    yield from (ARMS, kinds.MarketEnvironment(20), kinds.OffersEnvironment(20, channels=3))
    yield kinds.SalesEnvironment(np.zeros((3, 2)), [0.1, 0.5, 0.9])
    yield kinds.FunctionEnvironment(
        lambda x, a: 0.5, context_size=2, noise=0.1, best=lambda x: 0.1
    )
    for loss in ("absolute", "squared", lambda y, a: 0.5):
        yield kinds.RegressionEnvironment(np.zeros((3, 2)), [0.1, 0.5, 0.9], loss=loss)
    for kind in (kinds.DoseEnvironment, kinds.PriceCliffEnvironment, kinds.StepEnvironment,
                 kinds.TwoValleysEnvironment):  # fmt: skip
        yield kind(20)
    yield from (kinds.JumpEnvironment(TABLE, at=1), kinds.FlipEnvironment(TABLE, at=1))
    yield from (kinds.DriftEnvironment(TABLE), kinds.SeasonsEnvironment(TABLE, period=2))


def methods() -> Iterator[tuple[str, Any]]:
    """What `attack_values` calls: the name of a method, and an object that has it."""
    for example in examples():
        yield from ((name, example) for name in called_of(example))


def called_of(on: Any) -> list[str]:
    """Names of the methods of an object that are called."""
    names = (f"{type(on).__name__}.{verb}" for verb in verbs_of(type(on)))
    return [name for name in names if reason(name, type(on)) is None]


def bandits() -> Iterator[Bandit]:
    """One of every kind, small and taught a little."""
    made = [
        Bandit(INTERVAL, policy="fast", context_size=2),
        Bandit(INTERVAL, oracle=sb.HarmonicOracle(order=2), context_size=2),
        Bandit(INTERVAL, payoff=sb.payoffs.Sale(), policy="fast", context_size=2),
        Bandit(BOX, oracle=sb.HarmonicOracle(order=2)),
        Bandit(CATALOG),
        Bandit(CATALOG, oracle=sb.LinearOracle(ITEMS), context_size=2),
        Bandit(PRODUCT, policy="fast", context_size=2),
        Bandit(INTERVAL, oracle=Own(), explorer=sb.SmoothIGW(h=0.5, gamma=3.0), context_size=2),
        sb.CorralBandit(CATALOG, oracle=sb.TableOracle(), rounds=20),
    ]
    for bandit in made:
        for loss in (0.2, 0.9):
            context = [0.1, 0.2] if bandit.context_size else None
            told = {"loss" if bandit.payoff is None else "outcome": loss}
            bandit.learn(bandit.act(context), **told)
        yield bandit


def fingerprint(bandit: Bandit) -> tuple[Any, ...]:
    """All that a refused call must leave alone."""
    states, ledger = states_of(bandit), ledger_of(bandit)
    bits = [
        (name, one.window.start, bytes(one.window.bits)) for name, one in ledger.replicas.items()
    ]
    own = ledger.own.window
    learned = (own.start, bytes(own.bits), *bits)
    learning = content((states.oracle, states.explorer))
    return (*counts_of(bandit), *learned, *ledger.pending, *learning)


def content(state: Any) -> Iterator[bytes]:
    """The bytes of all arrays, in tuples or in the fields of an object."""
    if isinstance(state, np.ndarray):
        yield state.tobytes()
    elif isinstance(state, tuple):
        for part in state:
            yield from content(part)
    elif type(state).__module__.startswith("smoothbandits"):
        held = vars(state) if hasattr(state, "__dict__") else {}
        # what is only remembered of what does not change may come at any time
        remembered = {name for name in held if isinstance(kept_of(state, name), cached_property)}
        yield from content(tuple(value for name, value in held.items() if name not in remembered))


def kept_of(state: Any, name: str) -> Any:
    """What the class of an object has under a name."""
    return inspect.getattr_static(type(state), name, None)


# ---------------------------------------------------------------------------- what may come of it


REFUSED = object()
#: where these are given, the system's own errors are as clear as ours
PATHS = {"path", "data_dir", "at"}
CALLED: set[str] = set()


class Broken(AssertionError):
    """A call that ended in another way than it may."""


def call(name: str, function: Callable[..., Any], given: dict[str, Any], on: Any = None) -> Any:
    """The result, or REFUSED where the call ended in an error as it should."""
    CALLED.add(name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(**given)
    except SmoothBanditsError:
        return REFUSED
    except Exception as error:
        if isinstance(error, OSError) and PATHS & given.keys():
            return REFUSED
        raise Broken(f"{name}({given!r}) of {on!r} ended in {error!r}") from error


def in_turn(names: list[Any], rng: np.random.Generator, cases: int) -> Iterator[Any]:
    """Each of them about equally often, in random order."""
    for start in range(0, cases, len(names)):
        for i in rng.permutation(len(names))[: cases - start]:
            yield names[i]


def attack_functions(rng: np.random.Generator, cases: int) -> None:
    """Call functions and constructors with random arguments."""
    for name in in_turn(list(FUNCTIONS), rng, cases):
        call(name, FUNCTIONS[name], arguments(FUNCTIONS[name], rng, usual_of(name)))


def attack_values(rng: np.random.Generator, cases: int) -> None:
    """Call the methods of everything but bandits and baselines; a refusal changes nothing."""
    for name, on in in_turn(list(methods()), rng, cases):
        function = getattr(on, name.rpartition(".")[2])
        given = arguments(function, rng)
        before = list(content(on))
        refused = call(name, function, given, on) is REFUSED
        if refused and list(content(on))[: len(before)] != before:  # a cache may have been added
            raise Broken(f"{name}({given!r}) was refused and changed {on!r}")


def baselines() -> Iterator[Baseline]:
    """One of every kind."""
    kinds = sb.baselines
    yield kinds.CATS(INTERVAL, 2, leaves=8)
    yield kinds.Constant(INTERVAL, 0.5)
    yield kinds.DiscretisedGreedy(INTERVAL, 2, arms=3)
    yield kinds.GreedyTrees(INTERVAL, 2, first=200, arms=3)
    for kind in (kinds.MOSS, kinds.MOSSPlusPlus, kinds.Parallel, kinds.Quantile):
        yield kind(CATALOG, horizon=2_000)


def attack_baselines(rng: np.random.Generator, cases: int) -> None:
    """The same for baselines."""
    each = -(-cases // 8)
    for baseline in baselines():
        for _ in range(each):
            given = arguments(baseline.learn, rng)
            if rng.random() < 0.9:
                choice = baseline.act([0.3, -0.2] if baseline.context_size else None)
                field = choice._fields[rng.integers(len(choice._fields))]
                odd = NASTY[rng.integers(len(NASTY))]
                edited = choice._replace(**{field: odd}) if rng.random() < 0.5 else choice
                given = {"choice": edited, "loss": argument("loss", rng, 0.7)}
            kind = type(baseline).__name__
            before = (baseline.rounds, *content(baseline.state))
            done = call(f"{kind}.learn", baseline.learn, given, baseline) is not REFUSED
            if not done and (baseline.rounds, *content(baseline.state)) != before:
                raise Broken(f"{kind}.learn({given!r}) was refused and changed it")
            call(f"{kind}.act", baseline.act, arguments(baseline.act, rng), baseline)
            call(f"{kind}.until_refit", baseline.until_refit, {})
            if not is_sound(baseline.state):
                raise Broken(f"{kind}.learn({given!r}) left a state that is not finite")


def attack_bandits(rng: np.random.Generator, cases: int) -> None:
    """Call the verbs of live bandits; what is refused changes nothing, and nothing is ruined."""
    each = -(-cases // 9)
    for bandit in bandits():
        before = fingerprint(bandit)
        owners = {
            name: on for on in (bandit, bandit.oracle, bandit.space) for name in called_of(on)
        }
        for name in in_turn(list(owners), rng, each):
            verb = getattr(owners[name], name.rpartition(".")[2])
            given = arguments(verb, rng)
            if "decision" in given or "decisions" in given:
                edit_decision(bandit, given, rng, learns="learn" in name)
                before = fingerprint(bandit)
            done = call(name, verb, given, bandit) is not REFUSED
            after = fingerprint(bandit)
            if not done and after != before:
                raise Broken(f"{name}({given!r}) was refused and changed {bandit!r}")
            if not is_sound((states_of(bandit).oracle, states_of(bandit).explorer)):
                raise Broken(f"{name}({given!r}) left a state that is not finite: {bandit!r}")
            before = after


def edit_decision(
    bandit: Bandit, given: dict[str, Any], rng: np.random.Generator, *, learns: bool
) -> None:
    """A real decision, or a block of them, with one field replaced by anything."""
    context = [0.3, -0.2] if bandit.context_size else None
    odd = NASTY[rng.integers(len(NASTY))]
    if "decision" in given and rng.random() < 0.9:
        decision = bandit.act(context)
        field = decision._fields[rng.integers(len(decision._fields))]
        given["decision"] = decision._replace(**{field: odd}) if rng.random() < 0.7 else decision
        if learns:
            given.pop("reward", None)
            paid = bandit.payoff is not None
            given.pop("loss" if paid else "outcome", None)
            given.setdefault("outcome" if paid else "loss", 0.25)
    if "decisions" in given and rng.random() < 0.9:
        block = bandit.act_many([[0.3, -0.2]] * 2 if bandit.context_size else 2)
        fields = list(vars(block))
        if rng.random() < 0.8:
            object.__setattr__(block, fields[rng.integers(len(fields))], odd)
        given["decisions"] = block
        paid = bandit.payoff is not None
        for name in ("rewards", "losses" if paid else "outcomes"):
            given.pop(name, None)
        given["outcomes" if paid else "losses"] = [0.25, 0.5] if rng.random() < 0.8 else odd
