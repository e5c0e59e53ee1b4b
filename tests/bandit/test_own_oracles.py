"""A user's oracle that fails while it is taught: all examples are learned, or none."""

import threading
from typing import Any

import numpy as np
import pytest

import smoothbandits as sb

SPACE = sb.Interval(0.0, 1.0)
ACTIONS, LOSSES = [0.1, 0.5, 0.9, 0.5], [0.9, 0.2, 0.7, 0.3]


class Means:
    """Mean loss in each of nine bins; fails at the loss that it is told to fail at."""

    def __init__(self, fails: float = 2.0, error: Any = OSError) -> None:
        self.sums, self.counts = np.full(9, 0.5), np.ones(9)
        self.told: list[float] = []
        self.fails, self.error = fails, error

    def bins(self, actions: Any) -> Any:
        return np.minimum(np.asarray(actions) * 9, 8).astype(int)

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return (self.sums / self.counts)[self.bins(actions)]

    def learn(self, context: Any, action: float, loss: float, weight: float = 1.0) -> None:
        self.told.append(loss)  # before it fails: what is half done is to be undone too
        if loss == self.fails:
            raise self.error
        self.sums[self.bins(action)] += weight * loss
        self.counts[self.bins(action)] += weight


class Saved(Means):
    """Says itself what it knows, and holds what cannot be copied."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.lock = threading.Lock()

    def state_dict(self) -> dict[str, Any]:
        return {"sums": self.sums, "counts": self.counts, "told": self.told}

    def load_state_dict(self, arrays: dict[str, Any]) -> None:
        self.sums, self.counts, self.told = arrays["sums"], arrays["counts"], arrays["told"]


class Locked(Means):
    """Can be neither copied nor saved."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.lock = threading.Lock()


def bandit_of(oracle: Any, **others: Any) -> sb.Bandit:
    bandit = sb.Bandit(SPACE, oracle=oracle, seed=1, **others)
    for _ in range(5):
        bandit.learn(bandit.act(), loss=0.6)
    return bandit


def known(oracle: Any) -> Any:
    return oracle.sums.tolist(), oracle.counts.tolist(), list(oracle.told)


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
@pytest.mark.parametrize("kind", [Means, Saved])
def test_what_was_learned_before_a_failure_is_taken_back(kind: Any, error: Any) -> None:
    oracle = kind(LOSSES[2], error)
    bandit = bandit_of(oracle)
    before, arrays = known(oracle), bandit.state_arrays()
    for _ in range(2):
        with pytest.raises(error) as caught:
            bandit.teach(None, ACTIONS, losses=LOSSES, ids=list("abcd"))
        assert known(oracle) == before and bandit.taught == 0
        assert not getattr(caught.value, "__notes__", [])
        assert all(np.array_equal(a, arrays[name]) for name, a in bandit.state_arrays().items())
    assert bandit.oracle.oracle is oracle
    oracle.fails = 2.0
    bandit.teach(None, ACTIONS, losses=LOSSES, ids=list("abcd"))
    assert bandit.taught == 4 and known(oracle)[2] == [*before[2], *LOSSES]
    assert oracle.counts.sum() == sum(before[1]) + 4


def test_every_base_has_its_own_back() -> None:
    oracle = Saved(LOSSES[2])
    oracle.regret_bound = lambda rounds: 1.0
    del oracle.lock  # each base has a copy
    bandit = bandit_of(oracle, explorer=sb.explorers.StableCorral(rounds=64))
    models = [own.holder.model for own in bandit._states.oracle]
    before = [known(model) for model in models]
    assert len(set(map(id, models))) == len(models) > 2
    with pytest.raises(OSError):
        bandit.teach(None, ACTIONS, losses=LOSSES)
    assert [known(model) for model in models] == before


def test_what_cannot_be_taken_back_is_said() -> None:
    oracle = Locked(LOSSES[2])
    bandit = bandit_of(oracle)
    before = oracle.counts.sum()
    with pytest.raises(OSError) as caught:
        bandit.teach(None, ACTIONS, losses=LOSSES)
    (note,) = caught.value.__notes__
    assert "Locked learned 2 of the examples" in note and "cannot be copied" in note
    assert "lock" in note and "state_dict" in note
    assert bandit.taught == 0 and oracle.counts.sum() == before + 2
    oracle.fails = LOSSES[0]
    with pytest.raises(OSError) as caught:
        bandit.teach(None, ACTIONS, losses=LOSSES)
    assert not hasattr(caught.value, "__notes__") or len(caught.value.__notes__) == 1
