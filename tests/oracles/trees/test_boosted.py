"""BoostedOracle: fits at geometric times, slices that are exact, saved as it is."""

import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.bandit import storage
from smoothbandits.errors import CorruptSave, InvalidParameter
from smoothbandits.kernels.states import ONLINE, SURFACE, VALLEY, BoostedState
from smoothbandits.oracles.trees.boosted import BoostedOracle
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.hints import with_hints
from smoothbandits.theory import exact_dec
from tests.facade import same_trace
from tests.inside import put, states_of

pytest.importorskip("lightgbm")

RNG = np.random.default_rng(6)
X = np.float64(RNG.random((6000, 3), dtype=np.float32))  # as examples are kept
Y = np.where((X[:, 0] > 0.5) == (X[:, 1] > 0.5), 0.25, 0.75) + 0.02 * RNG.normal(size=6000)
ROWS = sb.RegressionEnvironment(X, np.clip(Y, 0.0, 1.0))
ORACLE = BoostedOracle(first=500, growth=1.6, trees=20, background=False)
EXPLORER = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0))


def bandit(oracle=ORACLE):
    return sb.Bandit(sb.Interval(0, 1), oracle=oracle, explorer=EXPLORER, context_size=3, seed=2)


@pytest.fixture(scope="module")
def played():
    mine = bandit()
    return mine, sb.simulate(mine, ROWS, rounds=6000)


@pytest.fixture(scope="module")
def surface(played):
    """A bandit that goes on with the surface of the run."""
    mine = bandit()
    put(mine, played[0].oracle.state._replace(active=np.array([SURFACE])))
    return mine


def test_an_effect_of_two_entries_together_is_learned(played):
    """An additive oracle can only guess the middle, which costs 0.25."""
    mine, trace = played
    assert mine.oracle.state.active[0] == VALLEY
    assert trace.losses[-1000:].mean() < 0.1
    additive = sb.Bandit(
        sb.Interval(0, 1), policy="fast", explorer=EXPLORER, context_size=3, seed=2
    )
    assert sb.simulate(additive, ROWS, rounds=6000).losses[-1000:].mean() > 0.2


def test_fits_come_at_geometric_times(played):
    """500, 800, 1280, 2048, 3277, 5244: the next one after 8391."""
    state = played[0].oracle.state
    assert isinstance(state, BoostedState)
    assert len(state.actions) == 8391 and state.kept.tolist() == [6000, 6000]
    assert (state.contexts[:6000] == X).all()
    assert (state.losses[:6000] == np.float32(played[1].losses)).all()


def test_best_minimises_what_predict_returns(surface):
    model = surface.oracle
    grid = np.linspace(0.0, 1.0, 401)
    for context in X[:20]:
        action, loss = model.best(context)
        predictions = model.predict(context, grid)
        assert loss == model.predict(context, [action])[0] <= predictions.min()
        assert ((predictions >= 0.0) & (predictions <= 1.0)).all()


def test_density_and_atom_integrate_to_one(surface):
    """M(A) is a sum over cells: compare with the density in the middle of each."""
    model, edges = surface.oracle, surface.oracle.state.trees.edges
    middles, widths = (edges[1:] + edges[:-1]) / 2.0, np.diff(edges)
    for context in X[:20]:
        predictions = model.predict(context, middles)
        gaps = predictions - model.best(context)[1]
        for rate in (1.0, 50.0, 4000.0):
            mass, error = model.mass(context, rate)
            assert mass == pytest.approx(np.sum(widths / (1.0 + rate * gaps)), abs=1e-12)
            assert error == 0.0


def test_trees_that_explain_less_stay_out():
    """Losses of one deep valley at a linear place: the additive oracle's own class."""
    smooth = sb.RegressionEnvironment(X, 0.2 + 0.6 * X[:, 0])
    mine = bandit(BoostedOracle(first=2000, growth=1.6, trees=3))
    sb.simulate(mine, smooth, rounds=3200)
    assert mine.oracle.state.active[0] == ONLINE
    assert len(mine.oracle.state.actions) == 5120


def test_rows_of_the_trees_hold_context_and_number_alone(played):
    state = played[0].oracle.state
    rows = with_hints(state.online, X[:5], np.full((5, 1), 0.4))
    assert (rows == np.column_stack([X[:5], np.full(5, 0.4)])).all()


def test_learning_one_by_one_and_in_blocks_refit_alike():
    one, block, trace = bandit(), bandit(), []
    for context in X[:900]:
        decision = one.act(context)
        loss = abs(float(decision.action) - 0.3)
        trace.append((decision.action, loss))
        one.learn(decision, loss=loss)
    simulated = sb.simulate(
        block, sb.RegressionEnvironment(X[:900], np.full(900, 0.3)), rounds=900
    )
    assert simulated.actions.tolist() == [action for action, _ in trace]
    decisions = block.act_many(X[900:2000])
    block.learn_many(decisions, losses=np.abs(np.asarray(decisions.actions) - 0.3))
    assert len(block.oracle.state.actions) == 2048 and block.oracle.state.kept[1] == 2000


def test_saved_in_the_middle_it_goes_on_as_if_never_stopped(tmp_path):
    whole, mine = bandit(), bandit()
    expected = sb.simulate(whole, ROWS, rounds=2500)
    sb.simulate(mine, ROWS, rounds=1100)
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    rest = sb.simulate(again, ROWS, rounds=1400)
    assert (rest.actions == expected.actions[1100:]).all()
    assert (rest.losses == expected.losses[1100:]).all()


def test_both_engines_agree():
    compiled = sb.simulate(bandit(), ROWS, rounds=700)
    python = sb.simulate(bandit(), ROWS, rounds=700, engine="python")
    assert same_trace(compiled, python)


def test_old_examples_go_where_memory_ends():
    small = BoostedOracle(first=500, growth=1.6, trees=5, memory=1_000_000)
    mine_room = 1_000_000 // (4 * 5 + 8)
    state = small.build(sb.Interval(0, 1), 3, 0)
    kept = 40_000
    full = state._replace(
        contexts=np.tile(np.arange(kept)[:, None], (1, 3)).astype(np.float32),
        actions=np.zeros((kept, 1), dtype=np.float32),
        losses=np.zeros(kept, dtype=np.float32),
        taught=np.zeros(kept, dtype=np.int64),
        kept=np.array([kept, kept]),
    )
    room = small.with_room(full)
    assert len(room.actions) == mine_room == 35_714
    assert room.kept.tolist() == [22_321, kept]
    assert room.contexts[0, 0] == kept - 22_321  # the newest stay


def test_an_example_takes_four_bytes_per_number(played):
    state = played[0].oracle.state
    assert {state.contexts.dtype, state.actions.dtype, state.losses.dtype} == {np.dtype("f4")}
    assert {state.contexts.dtype for state in (state, ORACLE.with_room(state))} == {np.dtype("f4")}
    assert BoostedOracle().memory == 200_000_000


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_entries_of_any_size_are_kept(engine):
    """Beyond the largest number of four bytes they become it, not infinite."""
    large, mine = float(np.finfo(np.float32).max), bandit()
    table = np.array([[1e300, -1e300, np.nan], [3e38, 2.0**24 - 1.0, 0.1], [1e-300, -0.0, 1.7e9]])
    sb.simulate(mine, sb.RegressionEnvironment(table, [0.2, 0.5, 0.7]), rounds=3, engine=engine)
    kept = mine.oracle.state.contexts[:3]
    assert kept[0, :2].tolist() == [large, -large] and np.isnan(kept[0, 2])
    assert kept[1].tolist() == np.float32(table[1]).tolist() and kept[1, 1] == 2.0**24 - 1.0
    assert kept[2].tolist() == [0.0, 0.0, np.float32(1.7e9)]


def test_decisions_see_contexts_as_fits_do(played):
    """A split between two neighbours of four bytes: what was rounded up decides as the upper."""
    mine, half = bandit(), np.float32(0.5)
    above = np.nextafter(half, np.float32(1.0))
    between = float(half) + 0.3 * (float(above) - float(half))  # rounds to the lower one
    trees = FlatTrees.join([stump(0, between - 1e-12, 0.1, 0.9)], 0.0, 5).state()
    active = np.array([SURFACE])
    put(mine, mine.oracle.state._replace(trees=trees, active=active))
    for entry, expected in ((float(half), 0.1), (between, 0.1), (float(above), 0.9)):
        assert mine.oracle.predict([entry, 0.0, 0.0], [0.5])[0] == expected


def test_only_intervals():
    with pytest.raises(InvalidParameter, match="Interval"):
        sb.Bandit(sb.Catalog(3), oracle=BoostedOracle())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"growth": 1.0}, "growth is 1.0"),
        ({"leaves": 1}, "leaves is 1"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0"),
        ({"categories": (-1,)}, "categories is -1"),
        ({"patience": -1.0}, "patience is -1.0"),
        ({"patience": float("inf")}, "patience is inf"),
    ],
)
def test_bad_parameters(arguments, says):
    with pytest.raises(InvalidParameter) as caught:
        BoostedOracle(**arguments)
    assert says in str(caught.value)


def test_few_fits_for_a_million_rounds():
    oracle, rounds, fits = BoostedOracle(), BoostedOracle().first, 0
    while rounds <= 1_000_000:
        rounds, fits = int(np.ceil(rounds * oracle.growth)), fits + 1
    assert fits <= 32


# ------------------------------------------------------------------------ the law is exact

CONTEXT, RATE, DRAWS = X[7], 60.0, 20_000


@pytest.fixture(scope="module")
def constant(surface):
    """A bandit with the surface of the run, at one smoothness and gamma."""
    explorer = sb.SmoothIGW(h=0.25, gamma=4.0 * RATE)
    mine = sb.Bandit(sb.Interval(0, 1), oracle=ORACLE, explorer=explorer, context_size=3, seed=5)
    put(mine, surface.oracle.state)
    return mine


def cells(mine, context):
    """Widths of the cells, and the predicted losses and densities in them."""
    edges = mine.oracle.state.trees.edges
    middles = (edges[1:] + edges[:-1]) / 2.0
    densities = np.array([mine.propensity(context, float(a)).density for a in middles])
    return np.diff(edges), mine.oracle.predict(context, middles), densities


def test_propensities_sum_to_one(constant):
    for context in X[:10]:
        widths, _, densities = cells(constant, context)
        atom = constant.propensity(context, constant.oracle.best(context)[0]).atom
        assert abs(widths @ densities + atom - 1.0) <= 1e-12


def test_accepted_draws_have_the_stated_density(constant):
    """Kolmogorov and Smirnov raise a false alarm once in 10,000 seeds."""
    widths, _, densities = cells(constant, CONTEXT)
    cumulative = np.concatenate([[0.0], np.cumsum(widths * densities)])
    decisions = constant.act_many(np.tile(CONTEXT, (DRAWS, 1)))
    accepted = decisions.actions[decisions.explored]
    edges = constant.oracle.state.trees.edges
    found = stats.kstest(accepted, lambda a: np.interp(a, edges, cumulative / cumulative[-1]))
    assert found.pvalue > 1e-4
    assert stats.binomtest(len(accepted), DRAWS, cumulative[-1]).pvalue > 1e-4


def test_no_kernel_exceeds_the_certificate(constant):
    """Kernels that fill cells in random orders, in that of the losses, and in its reverse."""
    h, gamma = constant.explorer.h, constant.explorer.gamma
    rng = np.random.default_rng(3)
    for context in X[:5]:
        widths, losses, densities = cells(constant, context)
        law = widths * densities
        best = int(np.argmin(losses))
        law[best] += 1.0 - law.sum()
        orders = [np.argsort(losses), np.argsort(-losses)]
        orders += [rng.permutation(len(losses)) for _ in range(500)]
        kernels = np.zeros((len(orders), len(losses)))
        for kernel, order in zip(kernels, orders, strict=True):
            filled = np.concatenate([[0.0], np.minimum(1.0, np.cumsum(widths[order] / h))])
            kernel[order] = np.diff(filled)
        worst = np.max(exact_dec(losses, law, kernels, gamma))
        assert worst <= constant.certificate(context) + 1e-12 <= 2.0 / (h * gamma) + 1e-12


# ------------------------------------------------------------------ what must not go wrong


@pytest.mark.parametrize("growth", [1.05, 1.1, 1.4, 1.6])
def test_no_example_goes_while_there_is_memory(growth):
    oracle = BoostedOracle(growth=growth)
    state = bandit().oracle.state
    for kept in range(1000, 1050):
        columns = {"actions": np.zeros((kept, 1)), "losses": np.zeros(kept)}
        columns["taught"] = np.zeros(kept, dtype=np.int64)
        contexts, counts = np.zeros((kept, 3)), np.array([kept, kept])
        room = oracle.with_room(state._replace(contexts=contexts, kept=counts, **columns))
        assert room.kept.tolist() == [kept, kept] and len(room.actions) > kept


def test_where_memory_ends_nothing_is_lost(monkeypatch):
    mine = bandit(BoostedOracle(first=100, trees=3, background=False))
    for x in X[:99]:
        mine.learn(mine.act(x), loss=0.3)

    def no_memory(*_):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(BoostedOracle, "with_room", no_memory)
        with pytest.raises(MemoryError):
            mine.learn(mine.act(X[99]), loss=0.3)  # learned; room for the next is not made
        with pytest.raises(MemoryError):
            mine.learn(mine.act(X[100]), loss=0.3)  # refused as a whole
    assert mine.learned == 100 and mine.swaps == ()
    mine.learn(mine.act(X[101]), loss=0.3)
    assert mine.learned == 101 and len(mine.swaps) == 1
    assert mine.oracle.state.kept.tolist() == [101, 101]


def test_a_swap_that_is_stopped_changes_nothing(played, monkeypatch):
    mine = bandit()
    before = mine.oracle.state, states_of(mine).handle, mine.oracle.state

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(states_of(mine).kernels, "make_handle", stopped)
    with pytest.raises(KeyboardInterrupt):
        put(mine, played[0].oracle.state)
    assert (mine.oracle.state, states_of(mine).handle, mine.oracle.state) == before


def test_a_damaged_file_is_refused(played, tmp_path):
    mine = bandit(BoostedOracle(first=100, trees=3))
    sb.simulate(mine, ROWS, rounds=150)
    mine.save(tmp_path / "whole.bandit")
    manifest, arrays = storage.read(tmp_path / "whole.bandit")
    for name in ("oracle.kept", "oracle.online.noise", "oracle.before.values", "oracle.losses"):
        cut = arrays | {name: arrays[name][..., :1]}
        storage.write(tmp_path / "cut.bandit", manifest, cut)
        with pytest.raises(CorruptSave):
            sb.load(tmp_path / "cut.bandit")


def test_no_reduction_thins_what_trees_are_fitted_to():
    with pytest.raises(InvalidParameter, match="without WeightedOracle"):
        sb.oracles.WeightedOracle(BoostedOracle(), "B")


@pytest.mark.parametrize("rounds", [0, 10, 60])
@pytest.mark.parametrize(
    ("space", "size"),
    [
        (sb.Interval(0, 1), 3),
        (sb.Interval(0, 1), 0),
        (sb.Product(sb.Interval(0, 1), sb.Catalog(2)), 3),
    ],
    ids=["interval", "without contexts", "product"],
)
def test_saved_at_any_time_it_loads(space, size, rounds, tmp_path):
    """Before the first fit, and where no valley is ever fitted."""
    oracle = BoostedOracle(first=50, trees=3, background=False)
    mine = sb.Bandit(space, oracle=oracle, explorer=EXPLORER, context_size=size, seed=2)
    for x in X[:rounds, :size]:
        mine.learn(mine.act(x if size else None), loss=0.3)
    mine.save(tmp_path / "b.bandit")
    again, context = sb.load(tmp_path / "b.bandit"), X[0, :size] if size else None
    assert again.act(context).action == mine.act(context).action
