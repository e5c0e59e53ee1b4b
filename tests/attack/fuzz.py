"""Random calls of everything public: what is called, with what, and what may come of it."""

import datetime
import decimal
import fractions
import inspect
import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import polars

import smoothbandits as sb
from smoothbandits.bandit import Bandit
from smoothbandits.baselines import Baseline
from smoothbandits.errors import SmoothBanditsError
from tests.attack.oracles import BOX, CATALOG, INTERVAL, ITEMS, PRODUCT, is_sound, phi

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
FRAME = polars.DataFrame({"age": [20, 40, None], "plan": ["basic", "gold", "basic"]})
ENCODER = sb.tables.Encoder.fit(FRAME)

#: what a parameter of this name usually is, so that calls get beyond the first check
USUAL: Usual = {
    "space": (INTERVAL, BOX, CATALOG, PRODUCT, sb.Interval(1, 9, sb.measures.LogUniform())),
    "oracle": (sb.KernelOracle(order=2), sb.TableOracle(), sb.AdditiveOracle(), Own(),
               sb.LinearOracle(ITEMS), sb.DispersionOracle(), sb.oracles.GLMOracle(phi)),
    "explorer": (sb.Greedy(), sb.EpsilonGreedy(0.1), sb.SmoothIGW(h=0.5, gamma=3.0),
                 sb.AdaptiveIGW()),
    "policy": ("fast", "best"), "context_size": (0, 2), "scale": (sb.Scale(), sb.Scale(-1, 3)),
    "name": ("synthetic-linear", "bng-wisconsin", "caption-synthetic", "plan", "age"),
    "seed": (0, 5), "pending": (0, 10), "atoms": (True, False), "features": (
        sb.features.Linear(), sb.features.RandomFourier(4), sb.features.Cosine(2), ITEMS, phi),
    "optimiser": (sb.oracles.Adam(), sb.oracles.Coin(), sb.oracles.Newton()),
    "measure": (sb.measures.Uniform(), sb.measures.LogUniform()),
    "number": (INTERVAL,), "category": (CATALOG,), "gamma": (3.0, sb.Theorem(9), sb.Anytime()),
    "context": (None, [0.2, -0.4]), "action": (0.5, [0.5, 2.0], 1, (0.5, 1)),
    "actions": ([0.5], [[0.5, 2.0]], [1], [(0.5, 1)]), "loss": (0.0, 0.3, 1.0), "reward": (0.5,),
    "losses": ([0.5], [0.2, 0.8], [[0.5, 0.2]]), "weight": (1.0, 2.5), "low": (0.0, 1.0),
    "high": (2.0, 9.0), "n": (1, 3), "h": (0.25, 1.0), "rounds": (2, 50), "X": (np.zeros((3, 2)),),
    "y": (np.array([0.1, 0.5, 0.9]),), "key": (0, 5), "environment": (
        sb.BernoulliEnvironment([0.2, 0.8, 0.5]),), "means": ([0.2, 0.8, 0.5],),
    "matrix": ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],), "lows": ([0.0, 0.0],),
    "highs": ([1.0, 2.0],), "contexts": (2, [[0.1, 0.2]]), "rate": (0.0, 3.0), "base": (0, 1),
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

MODULES = ("baselines", "datasets", "environments", "explorers", "features", "masters", "measures",
           "oracles", "regret", "tables", "testing")  # fmt: skip
NOT_CALLED = {
    "datasets.fetch": "uses the network",
    "oracles.Model": "made by bind",
    **dict.fromkeys(("datasets.Arms", "datasets.Dataset", "tables.Target"), "a record of results"),
    **dict.fromkeys(("oracles.Oracle", "oracles.OracleLike", "explorers.Explorer"), "abstract"),
}


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public class and function, and what else makes something from arguments."""
    for name in sb.__all__:
        yield name, getattr(sb, name)
    for module in MODULES:
        found = getattr(sb, module)
        for name in found.__all__:
            yield f"{module}.{name}", getattr(found, name)
    for maker in ("fit", "from_json", "load"):
        yield f"tables.Encoder.{maker}", getattr(sb.tables.Encoder, maker)
    yield "Decision.from_dict", sb.Decision.from_dict


def is_called(name: str, function: Any) -> bool:
    """Whether users call it: no abstract class, protocol, error, or record of results."""
    if name in NOT_CALLED or not callable(function):
        return False
    record = isinstance(function, type) and issubclass(function, tuple | BaseException)
    return not (record or inspect.isabstract(function) or getattr(function, "_is_protocol", False))


FUNCTIONS = {name: f for name, f in functions() if is_called(name, f)}


def bandits() -> Iterator[Bandit]:
    """One of every kind, small and taught a little."""
    made = [
        Bandit(INTERVAL, policy="fast", context_size=2),
        Bandit(INTERVAL, oracle=sb.KernelOracle(order=2), context_size=2),
        Bandit(BOX, oracle=sb.KernelOracle(order=2)),
        Bandit(CATALOG),
        Bandit(CATALOG, oracle=sb.LinearOracle(ITEMS), context_size=2),
        Bandit(PRODUCT, policy="fast", context_size=2),
        Bandit(INTERVAL, oracle=Own(), explorer=sb.SmoothIGW(h=0.5, gamma=3.0), context_size=2),
        sb.CorralBandit(CATALOG, oracle=sb.TableOracle(), rounds=20),
    ]
    for bandit in made:
        for loss in (0.2, 0.9):
            context = [0.1, 0.2] if bandit.context_size else None
            bandit.learn(bandit.act(context), loss=loss)
        yield bandit


VERBS = {
    Bandit: ("act", "act_many", "learn", "learn_many", "propensity", "certificate", "follow",
             "save", "to_bytes"),
    sb.oracles.Model: ("predict", "best", "argmin_error", "mass", "learn", "regret_bound"),
    sb.spaces.Space: ("check", "contains", "density", "sample"),
}  # fmt: skip


def fingerprint(bandit: Bandit) -> tuple[Any, ...]:
    """All that a refused call must leave alone."""
    core, ledger = bandit._core, bandit._ledger
    bits = [
        (name, one.window.start, bytes(one.window.bits)) for name, one in ledger.replicas.items()
    ]
    own = ledger.own.window
    learned = (own.start, bytes(own.bits), *bits)
    return (*bandit._counts, *learned, *ledger.pending, *content((core.oracle, core.explorer)))


def content(state: Any) -> Iterator[bytes]:
    """The bytes of all arrays."""
    if isinstance(state, np.ndarray):
        yield state.tobytes()
    elif isinstance(state, tuple):
        for part in state:
            yield from content(part)


# ---------------------------------------------------------------------------- what may come of it


REFUSED = object()
PATHS = {"path", "data_dir"}  # where these are given, the system's own errors are as clear as ours


class Broken(AssertionError):
    """A call that ended in another way than it may."""


def call(name: str, function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """The result, or REFUSED where the call ended in an error as it should."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(**given)
    except SmoothBanditsError:
        return REFUSED
    except Exception as error:
        if isinstance(error, OSError) and PATHS & given.keys():
            return REFUSED
        raise Broken(f"{name}({given!r}) ended in {error!r}") from error


def attack_functions(rng: np.random.Generator, cases: int) -> None:
    """Call functions and constructors with random arguments."""
    names = list(FUNCTIONS)
    for _ in range(cases):
        name = names[rng.integers(len(names))]
        among = CHECKED if name.startswith("testing.") else USUAL
        call(name, FUNCTIONS[name], arguments(FUNCTIONS[name], rng, among))


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
            before = (baseline.rounds, *content(baseline.state))
            done = call(f"{baseline!r}.learn", baseline.learn, given) is not REFUSED
            if not done and (baseline.rounds, *content(baseline.state)) != before:
                raise Broken(f"{baseline!r}.learn({given!r}) was refused and changed it")
            call(f"{baseline!r}.act", baseline.act, arguments(baseline.act, rng))
            if not is_sound(baseline.state):
                raise Broken(f"{baseline!r}.learn({given!r}) left a state that is not finite")


def attack_values(rng: np.random.Generator, cases: int) -> None:
    """Call the methods of what does not change."""
    trace = sb.simulate(Bandit(CATALOG), USUAL["environment"][0], rounds=5)
    on = [(sb.Scale(-1, 3), ("loss", "losses", "to_user")), (ENCODER, ("transform", "save")),
          (trace, ("regret_certificate",))]  # fmt: skip
    for _ in range(cases):
        value, verbs = on[rng.integers(len(on))]
        method = getattr(value, verbs[rng.integers(len(verbs))])
        call(f"{type(value).__name__}.{method.__name__}", method, arguments(method, rng))


def attack_bandits(rng: np.random.Generator, cases: int) -> None:
    """Call the verbs of live bandits; what is refused changes nothing, and nothing is ruined."""
    each = -(-cases // 8)
    for bandit in bandits():
        before = fingerprint(bandit)
        for _ in range(each):
            owner, verbs = list(VERBS.items())[rng.integers(len(VERBS))]
            verb = verbs[rng.integers(len(verbs))]
            on = {Bandit: bandit, sb.oracles.Model: bandit.oracle}.get(owner, bandit.space)
            given = arguments(getattr(on, verb), rng)
            if "decision" in given or "decisions" in given:
                edit_decision(bandit, given, rng)
                before = fingerprint(bandit)
            label = f"{bandit!r}.{type(on).__name__}.{verb}"
            done = call(label, getattr(on, verb), given) is not REFUSED
            after = fingerprint(bandit)
            if not done and after != before:
                raise Broken(f"{label}({given!r}) was refused and changed the bandit")
            if not is_sound((bandit._core.oracle, bandit._core.explorer)):
                raise Broken(f"{label}({given!r}) left a state that is not finite")
            before = after


def edit_decision(bandit: Bandit, given: dict[str, Any], rng: np.random.Generator) -> None:
    """A real decision, or a block of them, with one field replaced by anything."""
    context = [0.3, -0.2] if bandit.context_size else None
    odd = NASTY[rng.integers(len(NASTY))]
    if "decision" in given and rng.random() < 0.9:
        decision = bandit.act(context)
        field = decision._fields[rng.integers(len(decision._fields))]
        given["decision"] = decision._replace(**{field: odd}) if rng.random() < 0.7 else decision
        given.pop("reward", None)
        given.setdefault("loss", 0.25)
    if "decisions" in given and rng.random() < 0.9:
        block = bandit.act_many([[0.3, -0.2]] * 2 if bandit.context_size else 2)
        fields = list(vars(block))
        if rng.random() < 0.8:
            object.__setattr__(block, fields[rng.integers(len(fields))], odd)
        given["decisions"] = block
        given.pop("rewards", None)
        given["losses"] = [0.25, 0.5] if rng.random() < 0.8 else odd
