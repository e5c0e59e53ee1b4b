"""An exception at every step of act, learn, learn_many and of a swap: all of it or nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, BoostedOracle, Catalog, CorralBandit, Interval, TableOracle
from smoothbandits.errors import AlreadyLearned
from smoothbandits.measures import Custom
from smoothbandits.payoffs import Sale
from tests.attack.interrupts import Interrupter, Interruption, steps_of
from tests.facade import snapshot
from tests.inside import states_of

CONTEXT = np.array([0.3, 0.7])
DUE = 20
PLURAL = {"loss": "losses", "outcome": "outcomes"}
FITTED = {"first": DUE, "trees": 3, "leaves": 3, "background": False}

BANDITS: dict[str, Callable[[], Bandit]] = {
    "table": lambda: Bandit(Catalog(20), seed=1, pending=4),
    "additive": lambda: Bandit(Interval(0, 1), policy="fast", context_size=2, seed=1),
    "sale": lambda: Bandit(Interval(0, 1), payoff=Sale(), policy="fast", context_size=2, seed=1),
    "corral": lambda: CorralBandit(Catalog(8), oracle=TableOracle(), rounds=8, seed=1),
    "interpreted": lambda: Bandit(
        Interval(0, 1, Custom(lambda g: g.uniform(), lambda a: np.ones_like(a))),
        policy="fast",
        seed=1,
    ),
}


def context_of(bandit: Bandit) -> Any:
    return CONTEXT if bandit.context_size else None


def answer(bandit: Bandit, value: Any) -> dict[str, Any]:
    """How this bandit is told: outcomes where it has a payoff."""
    name = "loss" if bandit.payoff is None else "outcome"
    return {name if np.ndim(value) == 0 else PLURAL[name]: value}


def begun(kind: str, rounds: int = 5) -> Bandit:
    bandit = BANDITS[kind]()
    for _ in range(rounds):
        bandit.learn(bandit.act(context_of(bandit)), **answer(bandit, 0.4))
    for id in ("a", "b", "c", "d"):  # the table is full where it is small
        bandit.act(context_of(bandit), id=id)
    return bandit


def places(call: Callable[[], Any], most: int) -> Iterator[int]:
    """Steps of a call to stop at: all, or as many as allowed, spread evenly."""
    steps = steps_of(call)
    return iter(sorted({int(i) for i in np.linspace(1, steps, min(steps, most))}))


def same(one: Bandit, other: dict[str, Any]) -> bool:
    """Whether a bandit is as another was, up to their names."""
    mine = snapshot(one)
    alike = all(mine[name] == other[name] for name in ("arrays", "loss_sum", "bits", "gone"))
    return (
        alike
        and mine["counters"][1:] == other["counters"][1:]
        and [d["number"] for d in mine["waiting"]] == [d["number"] for d in other["waiting"]]
    )


def interrupted(at: int, call: Callable[..., Any], *given: Any, **named: Any) -> bool:
    """Whether the call was stopped there."""
    interrupter = Interrupter(at)
    try:
        interrupter.run(lambda: call(*given, **named))
    except Interruption:
        return True
    assert not interrupter.raised, "an interruption was swallowed"
    return False


def attack_act(kind: str, most: int) -> int:
    calm, probe, tries = begun(kind), begun(kind), 0
    before = snapshot(calm)
    wanted = calm.act(context_of(calm), id="mine")
    for at in places(lambda: probe.act(context_of(probe), id="mine"), most):
        bandit = begun(kind)
        if interrupted(at, bandit.act, context_of(bandit), id="mine"):
            tries += 1
            assert same(bandit, before), at
            again = bandit.act(context_of(bandit), id="mine")
            assert (again.action, again.key, again.number) == (
                wanted.action,
                wanted.key,
                wanted.number,
            )
    return tries


def attack_learn(kind: str, most: int) -> int:
    calm, probe, tries = begun(kind), begun(kind), 0
    before = snapshot(calm)
    told = answer(calm, 0.9)
    calm.learn("b", **told)
    after = snapshot(calm)
    for at in places(lambda: probe.learn("b", **told), most):
        bandit = begun(kind)
        if interrupted(at, bandit.learn, "b", **told):
            tries += 1
            if bandit.learned == before["counters"][2]:
                assert same(bandit, before), at
                bandit.learn("b", **told)
            assert same(bandit, after), at
            with pytest.raises(AlreadyLearned):
                bandit.learn("b", **told)
    return tries


def attack_learn_many(kind: str, most: int, block: bool) -> int:
    def ready() -> tuple[Bandit, Callable[[], None]]:
        bandit = begun(kind)
        n, losses = 6, [0.1, 0.9, 0.5, 0.2, 0.3, 0.6]
        rows = [CONTEXT] * n if bandit.context_size else n
        made = bandit.act_many(rows)
        given = made if block else list(made)
        return bandit, lambda: bandit.learn_many(given, **answer(bandit, losses))

    calm, call = ready()
    before = snapshot(calm)
    call()
    after, tries = snapshot(calm), 0
    for at in places(ready()[1], most):
        bandit, call = ready()
        if interrupted(at, call):
            tries += 1
            if bandit.learned == before["counters"][2]:
                assert same(bandit, before), at
                call()
            assert same(bandit, after), at
            with pytest.raises(AlreadyLearned):
                call()
    return tries


def attack_swap(most: int) -> int:
    """The loss after which trees are fitted and swapped in."""

    def ready() -> Bandit:
        bandit = Bandit(Interval(0, 1), oracle=BoostedOracle(**FITTED), context_size=2, seed=1)
        for i in range(DUE - 1):
            bandit.learn(bandit.act([i % 3, i % 2]), loss=i / DUE)
        bandit.act([1, 1], id="last")
        return bandit

    calm, tries = ready(), 0
    before = snapshot(calm)
    calm.learn("last", loss=0.5)
    wanted, after = calm.act([1, 0], id="next"), snapshot(calm)
    probe = ready()
    for at in places(lambda: probe.learn("last", loss=0.5), most):
        bandit = ready()
        if interrupted(at, bandit.learn, "last", loss=0.5):
            tries += 1
            if bandit.learned == before["counters"][2]:
                bandit.learn("last", loss=0.5)
            found = bandit.act([1, 0], id="next")
            assert found.action == wanted.action and same(bandit, after), at
            states = states_of(bandit)
            assert states.oracle is bandit.oracle.state and len(bandit.swaps) == 1
            assert states.handle.owners[1] is states.oracle
    return tries


def attack_teach(kind: str, most: int) -> int:
    """A log, after which trees are fitted; and taking it back, where that is possible."""

    def ready() -> tuple[Bandit, Callable[[], None]]:
        trees = kind == "trees"
        oracle = BoostedOracle(**FITTED) if trees else None
        bandit = (
            Bandit(Interval(0, 1), oracle=oracle, context_size=2, seed=1, engine="python")
            if trees
            else begun(kind)
        )
        n = DUE + 5
        rows = np.random.default_rng(0).random((n, 2)) if bandit.context_size else None
        actions = [0] * n if bandit.space.size else np.linspace(0, 1, n)
        told = answer(bandit, [i / n for i in range(n)])
        given = {"ids": [f"row {i}" for i in range(n)], "weights": np.ones(n), **told}
        return bandit, lambda: bandit.teach(rows, actions, **given)

    calm, call = ready()
    before = snapshot(calm)
    call()
    after, tries = snapshot(calm), 0
    for at in places(ready()[1], most):
        bandit, call = ready()
        if interrupted(at, call):
            tries += 1
            if not bandit.taught:
                assert same(bandit, before), at
                call()
            else:
                with pytest.raises(AlreadyLearned):
                    call()
            bandit.teach(np.empty((0, 2)) if bandit.context_size else None, [], losses=[])
            assert bandit.taught == DUE + 5 and same(bandit, after), at
    return tries


@pytest.mark.parametrize(
    "kind",
    ["table", "additive", "corral", "interpreted", pytest.param("trees", marks=pytest.mark.slow)],
)
def test_an_interrupted_log_is_taught_whole_or_not_at_all(kind: str) -> None:
    assert attack_teach(kind, 40) > 20


@pytest.mark.parametrize("kind", BANDITS)
def test_an_interrupted_act_leaves_nothing(kind: str) -> None:
    assert attack_act(kind, 60) > 30


@pytest.mark.parametrize("kind", BANDITS)
def test_an_interrupted_learn_is_done_or_not_begun(kind: str) -> None:
    assert attack_learn(kind, 80) > 40


@pytest.mark.parametrize("block", [True, False])
@pytest.mark.parametrize("kind", BANDITS)
def test_an_interrupted_block_is_learned_whole_or_not_at_all(kind: str, block: bool) -> None:
    assert attack_learn_many(kind, 50, block) > 30


def test_an_interrupted_swap_is_made_whole() -> None:
    assert attack_swap(30) > 15


@pytest.mark.slow
@pytest.mark.parametrize("kind", BANDITS)
def test_at_many_more_steps(kind: str) -> None:
    for attack in (attack_act, attack_learn):
        attack(kind, 1_500)
    for block in (True, False):
        attack_learn_many(kind, 600, block)


@pytest.mark.slow
def test_at_many_steps_of_a_swap() -> None:
    attack_swap(150)
