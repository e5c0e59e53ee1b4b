"""BoostedOracle where its valley decides: what it learns, its law, and how it is kept."""

import dataclasses

import lightgbm
import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.bandit import storage
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.oracles.hyperbola import LEAST
from smoothbandits.kernels.states import ONLINE, SURFACE, VALLEY
from smoothbandits.oracles.trees import valleys as module
from smoothbandits.oracles.trees.base import How
from smoothbandits.oracles.trees.boosted import FEW, BoostedOracle, boost
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.judge import greedy
from smoothbandits.oracles.trees.valleys import (
    MANY,
    TRUSTS,
    Examples,
    Trees,
    best_line,
    best_shape,
    boost_places,
    chosen_trial,
    common_move,
    doubt,
    fit_shape,
    fit_valley,
    moved,
    one_place,
    unseen_places,
    without_level,
)
from smoothbandits.theory import exact_dec
from tests.facade import same_trace, state_arrays
from tests.inside import put
from tests.reference import hyperbola as twin
from tests.reference.valley import error, places

UNIT = sb.Interval(0.0, 1.0)
ORACLE = BoostedOracle(growth=1.7, trees=40, background=False)
EXPLORER = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(8.0))
ROUNDS, SIZE = 1000, 4


def target(contexts):
    """Two entries together; an additive function is no better than a constant."""
    return 0.5 + 0.35 * np.sin(6.0 * contexts[:, 0]) * np.cos(5.0 * contexts[:, 1])


RNG = np.random.default_rng(1)
X = np.float64(RNG.random((3000, SIZE), dtype=np.float32))  # as examples are kept
ROWS = sb.RegressionEnvironment(X, target(X))


def bandit(oracle=ORACLE, explorer=EXPLORER):
    return sb.Bandit(UNIT, oracle=oracle, explorer=explorer, context_size=SIZE, seed=2)


def decided_by(model, state, oracle=ORACLE, explorer=EXPLORER):
    """A bandit that goes on with a state, another of its models deciding."""
    mine = bandit(oracle, explorer)
    put(mine, state._replace(active=np.array([model])))
    return mine


@pytest.fixture(scope="module")
def played():
    mine = bandit()
    trace = sb.simulate(mine, ROWS, rounds=ROUNDS)
    assert mine.oracle.state.active[0] == VALLEY
    return mine, trace


# -------------------------------------------------------------------------- what it learns


def test_few_explored_rounds_teach_an_interaction(played):
    """In 1,000 rounds, of which few explore; the surface has seen the same ones."""
    state, test = played[0].oracle.state, X[2000:]

    def miss(model):
        lowest = greedy(state._replace(active=np.array([model])), test)[:, 0]
        return np.abs(lowest - target(test)).mean()

    assert played[1].explored.mean() < 0.25
    assert miss(VALLEY) < 0.08
    assert miss(VALLEY) < 0.75 * miss(SURFACE) < 0.75 * miss(ONLINE)


def test_boosting_through_the_hyperbola_finds_what_the_start_does_not_know():
    """Half the start's place is right; random actions say the rest."""
    rng = np.random.default_rng(3)
    contexts, actions = X.astype(np.float32), rng.random(len(X))
    shape = np.array([0.0, 0.03, 0.1, 0.0])
    losses = twin.loss(shape, actions - target(X)) + 0.02 * rng.normal(size=len(X))
    setting = ORACLE.setting(len(X), 31, How(seed=1, threads=1))
    rough = lightgbm.Dataset(contexts, 0.5 + 0.5 * (target(X) - 0.5), params=setting)
    start = lightgbm.train(setting, rough, 20)
    found = fit_valley(Examples(contexts, actions, losses), start, Trees(60, setting, []))
    lowest = np.empty(len(X))
    module.entries_of("compiled").valley_places(found, X, lowest)
    misses = [np.abs(place - target(X)).mean() for place in (lowest, start.predict(X))]
    assert misses[0] < 0.035 < 0.07 < misses[1]
    assert found.shape[LEAST] == pytest.approx(0.1, abs=0.03)
    assert np.exp(found.shape[0]) == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize("skew", [-0.5, 0.0, 0.6])
def test_a_shape_is_found_from_its_own_losses(skew):
    rng = np.random.default_rng(4)
    shape = np.array([-0.2, 0.1, 0.15, skew])
    actions, lowest = rng.random(2000), rng.random(2000)
    losses = twin.loss(shape, actions - lowest) + 0.05 * rng.normal(size=2000)
    found = best_shape(actions, losses, lowest)
    np.testing.assert_allclose(found, shape, atol=0.06)
    assert error(found, actions, lowest, losses) <= error(shape, actions, lowest, losses) + 0.01


def test_a_search_never_ends_above_where_it_began():
    rng = np.random.default_rng(5)
    for _ in range(20):
        actions, lowest, losses = rng.random((3, 50))
        begin = np.array([rng.normal(), rng.uniform(0.01, 1.0), rng.random(), rng.uniform(-1, 1)])
        found = fit_shape(begin, actions, losses, lowest, steps=8)
        assert error(found, actions, lowest, losses) <= error(begin, actions, lowest, losses)


def noisy(n, noise, seed=6):
    """Random actions at targets with noise: the contexts of `X`, losses and what they cost."""
    rng = np.random.default_rng(seed)
    tops = np.clip(target(X[:n]) + noise * rng.normal(size=n), 0.0, 1.0)
    actions = rng.random(n)
    return Examples(X[:n].astype(np.float32), actions, np.abs(actions - tops))


def trees_of(n, most=150):
    setting = {**ORACLE.setting(n, 31, How(seed=1, threads=1)), "lambda_l2": 1.0}
    return Trees(most, setting, [])


def start_of(examples, places):
    setting = ORACLE.setting(len(places), 7, How(0, 1))
    return boost(examples.contexts, places, 20, setting, [])


def test_the_shape_is_that_of_examples_the_trees_have_not_learned():
    """To those that they have learned the valley seems deeper than it is: gaps too large."""
    n, noise = 1000, 0.15
    examples, trees = noisy(n, noise), trees_of(1000)
    start = start_of(examples, target(X[:n]))
    booster = boost_places(examples, start, trees)
    learned = start.predict(examples.contexts) + booster.predict(examples.contexts)
    actions, losses = examples.numbers
    seen, played = best_shape(actions, losses, learned), fit_valley(examples, start, trees).shape
    true = noise * np.sqrt(2.0 / np.pi)  # the least loss there is
    assert seen[LEAST] < 0.75 * true < 0.85 * true < played[LEAST] < 1.15 * true
    far = np.array([-0.3, -0.1, 0.1, 0.3])
    gaps = [twin.loss(shape, far) - shape[LEAST] for shape in (seen, played)]
    assert (gaps[1] < gaps[0]).all()


@pytest.mark.parametrize("n", [300, MANY])
def test_places_are_those_of_trees_that_were_not_taught_the_example(n, monkeypatch):
    """Few examples are all tested; of many, a part."""
    rng, taught = np.random.default_rng(9), []
    columns = rng.random((n, 2)), rng.random(n), np.arange(n) / n

    def remember(examples, start, trees):
        taught.append(set(examples.losses))
        return start

    monkeypatch.setattr(module, "boost_places", remember)
    start = boost(columns[0], columns[1], 2, ORACLE.setting(n, 3, How(0, 1)), [])
    tested, places = unseen_places(Examples(*columns), start, trees_of(n))
    np.testing.assert_allclose(places, 2.0 * start.predict(tested.contexts))
    left_out = [set(columns[2]) - losses for losses in taught]
    assert len(taught) == (3 if n < MANY else 1)
    assert set(tested.losses) == set.union(*left_out)
    assert len(tested.losses) == sum(map(len, left_out)) == (n if n < MANY else -(-n // 3))


def linear_or_step(kind, n=1500):
    """Targets that change slowly, with noise, or at once, without."""
    rng = np.random.default_rng(21)
    contexts, actions = rng.random((n, 2)), rng.random(n)
    if kind == "slowly":
        tops = 0.2 + 0.6 * contexts[:, 0] + 0.1 * rng.normal(size=n)
    else:
        tops = np.where(contexts[:, 0] > 0.37, 0.8, np.where(contexts[:, 1] > 0.61, 0.5, 0.2))
    return Examples(contexts.astype(np.float32), actions, np.abs(actions - tops))


@pytest.mark.parametrize(("kind", "drawn"), [("slowly", True), ("at once", False)])
def test_thresholds_are_drawn_where_left_out_examples_prefer_it(kind, drawn, monkeypatch):
    examples = linear_or_step(kind)
    n = len(examples.losses)
    start = boost(examples.contexts, np.full(n, 0.5), 5, trees_of(n).setting, [])
    trees, tested, places = chosen_trial(examples, start, trees_of(n))
    assert trees.setting.get("extra_trees", False) == drawn
    assert len(tested.losses) == len(places) == n
    monkeypatch.setattr(module, "MANY", n)  # of many examples they never are
    assert "extra_trees" not in chosen_trial(examples, start, trees_of(n))[0].setting


@pytest.mark.parametrize("seed", range(3))
def test_one_place_is_sought_from_all_over(seed):
    """Where most was played beside it: the mean loss is a parabola, and small steps end early."""
    rng, n = np.random.default_rng(seed), 800
    tops = rng.random(n)
    actions = np.where(rng.random(n) < 0.8, 0.4 + 0.1 * rng.random(n), rng.random(n))
    losses = np.where(tops > actions, tops - actions, (actions - tops) / 3.0)  # best is 0.75
    begin, around = 0.4, np.array([-1.4, 0.01, 0.12, -1.0])
    step, _ = moved(actions, losses, np.zeros(n), begin, around)
    found, shape = one_place(actions, losses, begin, around)
    assert abs(found - 0.75) < 0.13 < abs(step - 0.75)
    assert np.isfinite(shape).all()


@pytest.mark.parametrize(("stretch", "expected"), [(0.0, 0.0), (1.0, 1.0), (0.7, 1.4), (2.5, 0.4)])
def test_places_are_trusted_as_far_as_they_explain_losses(stretch, expected):
    """Places that lie too close together, too far apart, or say nothing, and one move for all."""
    rng, n = np.random.default_rng(10), 2000
    wanted, actions = rng.uniform(0.3, 0.7, n), rng.random(n)
    losses = np.abs(actions - wanted) + 0.02 * rng.normal(size=n)
    told = 0.5 + stretch * (wanted - 0.5) if stretch else rng.uniform(0.3, 0.7, n)
    places = told - 0.15
    (trust, base), shape = best_line(
        actions, losses, places, best_shape(actions, losses, places), TRUSTS
    )
    assert trust in TRUSTS and trust == pytest.approx(expected)
    missed = np.abs(base + trust * places - wanted).mean()
    assert missed < (0.03 if stretch else 1.2 * np.abs(wanted - 0.5).mean())
    assert abs(common_move(shape, actions, losses, base + trust * places)) < 0.03


def test_a_little_that_may_be_noise_earns_no_trust():
    """What explains less than a fiftieth of the squared residuals, while examples are few."""
    rng, n = np.random.default_rng(11), 400
    wanted, actions = rng.uniform(0.45, 0.55, n), rng.random(n)
    losses = np.abs(actions - wanted) + 0.2 * rng.normal(size=n)
    shape = best_shape(actions, losses, wanted)
    assert best_line(actions, losses, wanted, shape, TRUSTS)[0].trust == 0.0
    clear = np.abs(actions - wanted) + 0.005 * rng.normal(size=n)
    assert best_line(actions, clear, wanted, shape, TRUSTS)[0].trust == 1.0


def test_doubt_is_a_share_of_few_examples_then_a_number_then_a_share_of_many():
    assert [doubt(n) for n in (0, 400, 5_000, 10_000, 100_000)] == [0, 8, 100, 100, 600]


def test_without_trust_all_examples_say_where_the_one_place_is():
    """The third that was left out has another place than the others."""
    rng, n = np.random.default_rng(14), MANY
    contexts = rng.random((n, 2)).astype(np.float32)
    actions = rng.random(n)
    wanted = np.where(np.arange(n) % 3 == 0, 0.4, 0.7)  # which no context tells
    losses = np.abs(actions - wanted) + 0.02 * rng.normal(size=n)
    start = boost(contexts, np.full(n, 0.5), 5, trees_of(n).setting, [])
    valley = fit_valley(Examples(contexts, actions, losses), start, trees_of(n))
    assert not valley.trees.value.any()
    assert 0.5 < valley.trees.base[0] < 0.72  # the third alone says 0.4


def test_what_contexts_cost_whatever_is_done_is_taken_out():
    """Hard contexts, whose places go astray: without this the valley seems deep and steep."""
    rng, n = np.random.default_rng(12), 3000
    contexts = rng.random((n, 3)).astype(np.float32)
    hard = contexts[:, 0] > 0.5
    actions = 0.5 + np.where(hard, 0.2, 0.02) * rng.normal(size=n)
    losses = np.where(hard, 0.4, 0.1) + 0.01 * rng.normal(size=n)  # actions cost nothing
    places = np.full(n, 0.5)
    found = without_level(Examples(contexts, actions, losses), places, trees_of(n))
    assert found[0] is not actions and np.array_equal(found[0], actions)
    assert found[1].mean() == pytest.approx(losses.mean(), abs=1e-3)
    before, after = best_shape(actions, losses, places), best_shape(*found, places)
    gaps = [twin.loss(shape, np.array([0.3]))[0] - shape[LEAST] for shape in (before, after)]
    assert gaps[1] < 0.5 * gaps[0]


@pytest.mark.parametrize("entries", [[0.0, 0.0], [1.0, np.nan]], ids=["zeros", "missing"])
def test_contexts_that_never_differ_make_no_fit_fail(entries, recwarn):
    """LightGBM refuses to boost where there is nothing to split."""
    wanted = np.random.default_rng(13).random(300)
    rows = sb.RegressionEnvironment(np.tile(entries, (300, 1)), wanted)
    mine = sb.Bandit(UNIT, oracle=ORACLE, explorer=EXPLORER, context_size=2, seed=2)
    sb.simulate(mine, rows)
    assert len(mine.swaps) >= 4 and not any(swap.failed for swap in mine.swaps)
    assert not [warning for warning in recwarn if warning.category is RuntimeWarning]
    place = greedy(mine.oracle.state._replace(active=np.array([VALLEY])), np.array([entries]))
    assert abs(place[0, 0] - 0.5) < 0.2


def test_categories_and_missing_entries_reach_the_trees():
    """A target that only they tell."""
    rng = np.random.default_rng(7)
    contexts = np.column_stack([rng.integers(0, 9, 1500), rng.random((1500, 3))]).astype(float)
    contexts[rng.random(1500) < 0.4, 1] = np.nan
    wanted = np.where(np.isin(contexts[:, 0], [1, 3, 6, 7]), 0.25, 0.6)
    wanted = wanted + 0.2 * np.isnan(contexts[:, 1])
    mine = bandit(dataclasses.replace(ORACLE, categories=(0,)))
    sb.simulate(mine, sb.RegressionEnvironment(contexts, wanted))
    state = mine.oracle.state
    trees = state.valley.trees
    assert state.active[0] == VALLEY
    assert set(trees.feature[np.diff(trees.sets) > 0]) == {0}  # split by sets, no other is
    assert trees.missing_left[trees.feature == 1].any()
    lowest = greedy(state, contexts[-300:])[:, 0]
    assert np.abs(lowest - wanted[-300:]).mean() < 0.05


def test_decisions_see_contexts_as_fits_do(played):
    """A split between two neighbours of four bytes: what was rounded down decides as the lower."""
    half = np.float32(0.5)
    above = np.nextafter(half, np.float32(1.0))
    between = float(half) + 0.3 * (float(above) - float(half))
    trees = FlatTrees.join([stump(0, between - 1e-12, 0.2, 0.9)], 0.0, SIZE + 1).state()
    state = played[0].oracle.state
    mine = decided_by(VALLEY, state._replace(valley=state.valley._replace(trees=trees)))
    for entry, expected in ((float(half), 0.2), (between, 0.2), (float(above), 0.9)):
        assert mine.oracle.best([entry, 0.0, 0.0, 0.0])[0] == expected


@pytest.mark.parametrize(
    ("space", "size"),
    [(UNIT, 0), (sb.Product(UNIT, sb.Catalog(2)), 3)],
    ids=["no contexts", "product"],
)
def test_without_contexts_and_on_products_there_is_no_valley(space, size, monkeypatch):
    monkeypatch.setattr(BoostedOracle, "valley", None)  # cannot be called
    oracle = BoostedOracle(growth=1.7, trees=5, background=False)
    mine = sb.Bandit(space, oracle=oracle, explorer=EXPLORER, context_size=size, seed=2)
    flat = mine.oracle.state.valley
    for x in X[:200, :size]:
        decision = mine.act(x if size else None)
        number = decision.action[0] if space.dimension > 1 else decision.action
        mine.learn(decision, loss=abs(number - 0.3))
    state = mine.oracle.state
    assert len(mine.swaps) >= 3 and not any(swap.failed for swap in mine.swaps)
    assert state.active[0] == SURFACE and VALLEY not in oracle.models(state)
    assert state.valley is flat and state.evidence[VALLEY].tolist() == [0.0, 0.0]


# ------------------------------------------------------------------------ the law is exact

CONTEXT, RATE, DRAWS, FINE = X[7], 60.0, 20_000, 200_000


@pytest.fixture(scope="module")
def constant(played):
    """A bandit with the valley of the run, at one smoothness and gamma."""
    explorer = sb.SmoothIGW(h=0.25, gamma=4.0 * RATE)
    return decided_by(VALLEY, played[0].oracle.state, explorer=explorer)


def curve(mine, context):
    """Where the valley lies, and its shape."""
    state = mine.oracle.state
    return float(mine.oracle.best(context)[0]), state.valley.shape


def test_predictions_are_the_hyperbola_around_a_walk(constant):
    grid = np.linspace(0.0, 1.0, 101)
    for context in X[:20]:
        place, shape = curve(constant, context)
        found = constant.oracle.predict(context, grid)
        np.testing.assert_allclose(
            found, np.minimum(1.0, twin.loss(shape, grid - place)), atol=1e-12
        )
        assert constant.oracle.best(context)[1] == shape[LEAST] <= found.min()
        assert constant.oracle.argmin_error(context) == 0.0


def test_density_and_atom_integrate_to_one(constant):
    """By the midpoint rule on a fine grid, whatever the place and the rate."""
    middles = (np.arange(FINE) + 0.5) / FINE
    for context in X[:10]:
        place, shape = curve(constant, context)
        losses = np.minimum(1.0, twin.loss(shape, middles - place))
        for rate in (1.0, RATE, 4000.0):
            mass, bound = constant.oracle.mass(context, rate)
            assert abs(mass - np.mean(1.0 / (1.0 + rate * (losses - shape[LEAST])))) < 1e-7
            assert bound <= 1e-8
        some = middles[::20_000]
        densities = [constant.propensity(context, float(a)).density for a in some]
        expected = 1.0 / (1.0 + RATE * (losses[::20_000] - shape[LEAST]))
        np.testing.assert_allclose(densities, expected, atol=1e-12)
        atom = constant.propensity(context, place).atom
        explored = np.mean(1.0 / (1.0 + RATE * (losses - shape[LEAST])))
        assert abs(explored + atom - 1.0) < 1e-6


def test_where_the_hyperbola_is_above_one_it_counts_as_one(constant):
    """Steep enough to get there on both sides."""
    state = constant.oracle.state
    shape, middles = np.array([1.5, 0.05, 0.3, 0.2]), (np.arange(FINE) + 0.5) / FINE
    steep = decided_by(VALLEY, state._replace(valley=state.valley._replace(shape=shape)))
    place = steep.oracle.best(CONTEXT)[0]
    losses = np.minimum(1.0, twin.loss(shape, middles - place))
    assert (losses[[0, -1]] == 1.0).all()
    np.testing.assert_allclose(
        steep.oracle.predict(CONTEXT, middles[::100]), losses[::100], atol=1e-12
    )
    mass, _ = steep.oracle.mass(CONTEXT, RATE)
    assert abs(mass - np.mean(1.0 / (1.0 + RATE * (losses - 0.3)))) < 1e-7


def test_accepted_draws_have_the_stated_density(constant):
    """Kolmogorov and Smirnov raise a false alarm once in 10,000 seeds."""
    place, shape = curve(constant, CONTEXT)
    edges = np.linspace(0.0, 1.0, FINE + 1)
    gaps = np.minimum(1.0, twin.loss(shape, edges[:-1] + 0.5 / FINE - place)) - shape[LEAST]
    below = np.concatenate([[0.0], np.cumsum(1.0 / (1.0 + RATE * gaps)) / FINE])
    decisions = constant.act_many(np.tile(CONTEXT, (DRAWS, 1)))
    accepted = decisions.actions[decisions.explored]
    found = stats.kstest(accepted, lambda a: np.interp(a, edges, below / below[-1]))
    assert found.pvalue > 1e-4
    assert stats.binomtest(len(accepted), DRAWS, below[-1]).pvalue > 1e-4
    assert (decisions.actions[~decisions.explored] == place).all()


def test_no_kernel_exceeds_the_certificate(constant):
    """On 400 cells; kernels that fill them in random orders, by the losses and in reverse."""
    h, gamma = constant.explorer.h, constant.explorer.gamma
    rng, cells = np.random.default_rng(3), 400
    middles, width = (np.arange(cells) + 0.5) / cells, 1.0 / cells
    for context in X[:5]:
        place, shape = curve(constant, context)
        # the greedy action is a cell of its own, without width
        losses = np.append(constant.oracle.predict(context, middles), shape[LEAST])
        law = np.append(width / (1.0 + h * gamma * (losses[:-1] - shape[LEAST])), 0.0)
        law[-1] = 1.0 - law.sum()
        widths = np.append(np.full(cells, width), 0.0)
        orders = [np.argsort(losses), np.argsort(-losses)]
        orders += [rng.permutation(cells + 1) for _ in range(500)]
        kernels = np.zeros((len(orders), cells + 1))
        for kernel, order in zip(kernels, orders, strict=True):
            filled = np.concatenate([[0.0], np.minimum(1.0, np.cumsum(widths[order] / h))])
            kernel[order] = np.diff(filled)
        worst = np.max(exact_dec(losses, law, kernels, gamma))
        assert worst <= constant.certificate(context) + 1e-4  # cells are not points
        assert constant.certificate(context) <= 2.0 / (h * gamma) + 1e-12


# --------------------------------------------------------------------- engines and files


def test_both_engines_agree_in_every_bit_across_fits():
    compiled, python = bandit(), bandit()
    one = sb.simulate(compiled, ROWS, rounds=200)
    other = sb.simulate(python, ROWS, rounds=200, engine="python")
    assert compiled.oracle.state.active[0] == VALLEY and len(compiled.swaps) >= 4
    assert same_trace(one, other)
    mine, theirs = state_arrays(compiled), state_arrays(python)
    assert all(mine[name].tobytes() == theirs[name].tobytes() for name in mine)


def test_saved_in_the_middle_it_goes_on_as_if_never_stopped(tmp_path):
    """Between fits and across them; evidence and what tests it are in the file."""
    whole, mine = bandit(), bandit()
    expected = sb.simulate(whole, ROWS, rounds=500)
    sb.simulate(mine, ROWS, rounds=300)
    assert mine.oracle.state.active[0] == VALLEY and mine.oracle.state.evidence.any()
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    rest = sb.simulate(again, ROWS, rounds=200)
    assert len(whole.swaps) > len(mine.swaps) >= 4
    for name in ("actions", "losses", "explored"):
        assert getattr(rest, name).tobytes() == getattr(expected, name)[300:].tobytes()
    one, other = state_arrays(whole), state_arrays(again)
    assert all(one[name].tobytes() == other[name].tobytes() for name in one)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The parts of a file in which the valley decides, with sets of categories in its trees."""
    path, contexts = tmp_path_factory.mktemp("valley") / "whole.bandit", X[:400].copy()
    contexts[:, 0] = np.arange(400) % 6
    mine = bandit(dataclasses.replace(ORACLE, trees=10, categories=(0,)))
    wanted = 0.2 + 0.6 * np.isin(contexts[:, 0], [1, 4])
    sb.simulate(mine, sb.RegressionEnvironment(contexts, wanted))
    mine.save(path)
    manifest, arrays = storage.read(path)
    assert arrays["oracle.active"][0] == VALLEY and arrays["oracle.valley.trees.words"].size
    return path, manifest, arrays


def refused(saved, **changed):
    """Whether a file with other arrays is taken for damaged."""
    path, manifest, arrays = saved
    damaged = path.with_name("damaged.bandit")
    storage.write(damaged, manifest, arrays | changed)
    try:
        sb.load(damaged)
    except CorruptSave:
        return True
    return False


def of_the_valley(saved):
    return [name for name in saved[2] if name.startswith("oracle.valley.")]


def test_an_unharmed_file_is_loaded(saved):
    assert not refused(saved) and len(of_the_valley(saved)) == 16


def test_no_array_of_the_valley_may_be_cut_longer_or_of_another_kind(saved):
    for name in of_the_valley(saved):
        array = saved[2][name]
        assert refused(saved, **{name: array[:-1]}), name
        assert refused(saved, **{name: array[:0]}), name
        assert refused(saved, **{name: np.append(array, array[-1:])}), name
        assert refused(saved, **{name: array[None]}), name
        other = np.float32 if array.dtype == np.float64 else np.float64
        assert refused(saved, **{name: array.astype(other)}), name


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("trees.feature", (SIZE, 10**6, -2)),
        ("trees.left", (10**6, -(10**6), 0)),
        ("trees.right", (10**6, -(10**6), 0)),
        ("trees.roots", (10**6, -(10**6))),
        ("trees.first_cell", (1, -1)),
        ("trees.value", (np.nan, np.inf)),
        ("trees.base", (np.nan, np.inf)),
        ("trees.edges", (0.5, np.nan)),
        ("trees.waiting", (0, -3, 2**40)),
        ("trees.sets", (10**6, -1)),
        ("shape", (np.nan, np.inf, -99.0, 99.0)),
    ],
)
def test_numbers_out_of_range_are_refused(saved, name, bad):
    """Compiled walks trust them: they would read, or end, anywhere."""
    name = f"oracle.valley.{name}"
    array = saved[2][name]
    places = range(array.size) if name.endswith("shape") else [array.size - 1]
    for place in places:
        for value in bad:
            damaged = array.copy()
            damaged[place] = value
            assert refused(saved, **{name: damaged}), (place, value)


def test_trees_that_split_the_action_are_no_valley(saved):
    edges = np.array([0.0, 0.5, 1.0])
    assert refused(saved, **{"oracle.valley.trees.edges": edges})


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("active", [3]),
        ("active", [-1]),
        ("since", [-1]),
        ("since", [10**6]),
        ("evidence", np.full((3, 2), np.nan)),
        ("evidence", np.full((3, 2), -1.0)),
    ],
)
def test_who_decides_and_why_must_make_sense(saved, name, bad):
    given = saved[2][f"oracle.{name}"]
    assert refused(saved, **{f"oracle.{name}": np.array(bad, dtype=given.dtype)})


def test_no_file_makes_a_product_play_a_valley(tmp_path):
    """Which would leave the category unsaid."""
    mine = sb.Bandit(
        sb.Product(UNIT, sb.Catalog(2)), oracle=ORACLE, explorer=EXPLORER, context_size=2
    )
    mine.save(tmp_path / "whole.bandit")
    manifest, arrays = storage.read(tmp_path / "whole.bandit")
    for model, fine in ((SURFACE, True), (VALLEY, False)):
        arrays["oracle.active"] = np.array([model])
        storage.write(tmp_path / "b.bandit", manifest, arrays)
        if fine:
            sb.load(tmp_path / "b.bandit")
            continue
        with pytest.raises(CorruptSave):
            sb.load(tmp_path / "b.bandit")


def test_places_of_a_fit_are_the_library_s_own(played, monkeypatch):
    """The sum of the start and of what was boosted on contexts of four bytes, drawn on a line."""
    models, lines = [], []
    read, line = module.from_lightgbm, module.best_line
    monkeypatch.setattr(
        module, "from_lightgbm", lambda *given, **how: models.append(given) or read(*given, **how)
    )
    monkeypatch.setattr(
        module, "best_line", lambda *given: lines.append(line(*given)) or lines[-1]
    )
    valley = ORACLE.fitted(played[0].oracle.state, 0)["valley"]
    (trust, base), shape = lines[-1]
    found = np.empty(500)
    module.entries_of("compiled").valley_places(valley, X[:500], found)
    expected = base + trust * places(models[-1], X[:500])
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12)
    np.testing.assert_array_equal(valley.shape, shape)


# ------------------------------------------------------------------------- where it begins


def test_few_examples_begin_coarsely_and_many_finely():
    lowest = target(X)
    coarse, fine = (ORACLE.start(X, lowest, n, How(0, 1)) for n in (FEW - 1, FEW))
    errors = [np.abs(start.predict(X) - lowest).mean() for start in (fine, coarse)]
    assert errors[0] < 0.5 * errors[1]


def test_two_unlucky_examples_do_not_make_a_cliff():
    """What seems steep is not explored, and would never be contradicted."""
    rng = np.random.default_rng(8)
    distances = np.concatenate([np.zeros(200), rng.uniform(-0.05, 0.05, 40), [0.1, -0.1]])
    losses = 0.2 + np.abs(distances) + 0.15 * rng.normal(size=len(distances))
    losses[-2:] = 0.9
    found = best_shape(distances, losses, np.zeros(len(losses)))
    assert np.exp(found[0]) < 3.0
