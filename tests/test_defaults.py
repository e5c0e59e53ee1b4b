import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import AdditiveOracle, KernelOracle, TableOracle


@pytest.mark.parametrize(
    ("space", "oracle"),
    [
        (sb.Interval(0, 1), AdditiveOracle),
        (sb.Box([0, 0], [1, 1]), KernelOracle),
        (sb.Catalog(5), TableOracle),
    ],
)
def test_what_a_bandit_uses_where_nothing_is_said(space, oracle):
    bandit = sb.Bandit(space, policy="fast")
    assert isinstance(bandit.oracle.oracle, oracle) and isinstance(bandit.explorer, sb.AdaptiveIGW)


def test_unknown_policy():
    with pytest.raises(InvalidParameter, match="policy is 'quick'"):
        sb.Bandit(sb.Interval(0, 1), policy="quick")


def test_contexts_in_any_units_are_learned():
    """y follows the logarithm of one column; columns differ in size by 10^9."""
    rng = np.random.default_rng(2)
    X = np.column_stack([np.exp(3.0 * rng.normal(size=20_000)), 1e9 * rng.random(20_000)])
    y = 10.0 + 5.0 * np.tanh(0.5 * np.log(X[:, 0])) + 0.2 * rng.normal(size=20_000)
    bandit = sb.Bandit(sb.Interval(4.0, 16.0), context_size=2, seed=1)
    trace = sb.simulate(bandit, sb.RegressionEnvironment(X, y))
    constant = np.abs(y - np.median(y)).mean() / (max(16.0, y.max()) - min(4.0, y.min()))
    assert trace.losses[-5000:].mean() < 0.25 * constant
