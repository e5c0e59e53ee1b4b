"""Decisions that wait come back from a file as they were made."""

from smoothbandits import Anytime, Catalog, EpsilonGreedy, SmoothIGW, TableOracle, from_bytes
from smoothbandits.bandit.facade import Bandit
from tests.facade import plain_fields
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit


def again(bandit: Bandit) -> Bandit:
    return from_bytes(bandit.to_bytes(), engine="python")


def waiting(bandit: Bandit) -> list[dict]:
    return [plain_fields(decision) for decision in bandit.waiting]


def test_every_field_comes_back() -> None:
    explorers = (SmoothIGW(h=0.5, gamma=Anytime(2.0)), EpsilonGreedy(0.5))
    bandits = [InterpretedBandit(Catalog(4), explorer=each, seed=1) for each in explorers]
    bandits.append(InterpretedCorralBandit(Catalog(4), oracle=TableOracle(), rounds=64))
    for bandit in bandits:
        for t in range(6):
            decision = bandit.act(id=f"order {t}" if t % 2 else None)
            if t < 3:
                bandit.learn(decision, loss=t / 4)
        assert len(bandit.waiting) == 3
        assert waiting(again(bandit)) == waiting(bandit)
    assert len({decision.weight for decision in bandits[-1].waiting} - {1.0}) > 0


def test_they_keep_the_name_that_they_were_made_under() -> None:
    """A bandit that was loaded goes on under another one."""
    first = InterpretedBandit(Catalog(4), seed=1)
    first.act()
    second = again(first)
    second.act()
    third = again(second)
    third.act()
    names = [first.name, second.name, third.name]
    assert len(set(names)) == 3
    assert [decision.bandit for decision in third.waiting] == names
    assert waiting(again(third)) == waiting(third)
    fourth = again(third)
    for decision in (*third.waiting[:2], third.waiting[2].id):
        fourth.learn(decision, loss=0.5)
    assert fourth.learned == 3 and not fourth.waiting
