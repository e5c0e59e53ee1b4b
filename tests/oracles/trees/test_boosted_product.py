"""BoostedOracle on a number and a category: a slice per category, and all of them exact."""

import dataclasses

import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.bandit import storage
from smoothbandits.errors import CorruptSave
from smoothbandits.kernels.oracles.boosted import REACH
from smoothbandits.kernels.states import SURFACE
from smoothbandits.oracles.trees import boosted as module
from smoothbandits.oracles.trees import from_lightgbm
from smoothbandits.oracles.trees.boosted import BoostedOracle
from smoothbandits.oracles.trees.hints import with_hints
from smoothbandits.theory import exact_dec
from tests.inside import put
from tests.reference.trees import smoothed

pytest.importorskip("lightgbm")

WEIGHTS = np.array([0.5, 0.3, 0.2, 0.0])  # the last category is never played
SPACE = sb.Product(sb.Interval(0.0, 1.0), sb.Catalog(4, WEIGHTS))
ORACLE = BoostedOracle(first=500, growth=1.6, trees=60, background=False)
EXPLORER = sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0))
RNG = np.random.default_rng(6)
X = RNG.random((6000, 3))
BLOCK, PAIRS = 100, 10_000


def losses_of(contexts, actions):
    """The best category depends on two entries together, the best number on the category."""
    alike = (contexts[:, 0] > 0.5) == (contexts[:, 1] > 0.5)
    right = np.where(alike, 0, 1)
    place = 0.2 + 0.3 * actions["category"]
    miss = np.where(actions["category"] == right, 0.0, 0.4)
    return np.clip(0.1 + miss + np.abs(actions["number"] - place), 0.0, 1.0)


def bandit(oracle=ORACLE, explorer=EXPLORER, space=SPACE):
    return sb.Bandit(space, oracle=oracle, explorer=explorer, context_size=3, seed=2)


def play(mine, contexts):
    """In blocks; the losses of all rounds."""
    found = []
    for start in range(0, len(contexts), BLOCK):
        decisions = mine.act_many(contexts[start : start + BLOCK])
        found.append(losses_of(decisions.contexts, decisions.actions))
        mine.learn_many(decisions, losses=found[-1])
    return np.concatenate(found)


@pytest.fixture(scope="module")
def played():
    """A bandit after six fits, its losses, and the models of the library with their rows."""
    fits, boost = [], module.boost

    def watched(rows, *rest):
        fits.append((rows, boost(rows, *rest)))
        return fits[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "boost", watched)
        mine = bandit()
        losses = play(mine, X)
    return mine, losses, fits


def grid(mine):
    """The middle of every cell of every category, as arrays [categories, cells]."""
    edges = mine.oracle.state.trees.edges
    middles = (edges[1:] + edges[:-1]) / 2.0
    return np.tile(middles, (4, 1)), np.repeat(np.arange(4)[:, None], len(middles), axis=1)


def pairs(numbers, categories):
    return SPACE.from_columns(np.column_stack([np.ravel(numbers), np.ravel(categories)]))


def test_the_category_follows_the_context(played):
    """No category is right for all: always the same one costs 0.2 more on average."""
    mine, losses, _ = played
    assert mine.oracle.state.active[0] == SURFACE
    assert losses[-1000:].mean() < 0.2
    assert play(bandit(sb.HarmonicOracle()), X)[-1000:].mean() > losses[-1000:].mean() + 0.02


def test_a_category_without_mass_is_never_played(played):
    mine, _, fits = played
    assert 3 not in mine.act_many(X).actions["category"]
    assert set(fits[-1][0][:, 5]) == {0.0, 1.0, 2.0}
    assert {mine.oracle.best(x)[0][1] for x in X[:200]} <= {0, 1, 2}


def test_trees_split_the_category_by_sets(played):
    """Rows are context, two hints, category, number; nothing but the category is in sets."""
    rows, model = played[2][-1]
    assert rows.shape[1] == 7
    nodes = from_lightgbm(model).nodes
    assert set(nodes.feature[nodes.n_words > 0]) == {5}


def test_slices_are_the_library_s_predictions(played):
    """At 10,000 random contexts, numbers and categories: the library's, smoothed and clipped."""
    mine, _, fits = played
    state, model = mine.oracle.state, fits[-1][1]
    numbers, categories = grid(mine)
    rng = np.random.default_rng(8)
    for context in rng.random((100, 3)):
        points = np.column_stack([numbers.ravel(), categories.ravel()])
        contexts = np.tile(context, (len(points), 1))
        rough = model.predict(with_hints(state.before, contexts, points))
        expected = [smoothed(state.trees.edges, v, REACH) for v in rough.reshape(4, -1)]
        number, category = rng.random(PAIRS // 100), rng.integers(0, 4, PAIRS // 100)
        cell = np.searchsorted(state.trees.edges[1:-1], number)
        found = mine.oracle.predict(context, pairs(number, category))
        np.testing.assert_allclose(
            found, np.clip(np.array(expected)[category, cell], 0.0, 1.0), atol=1e-12
        )


def test_best_minimises_what_predict_returns(played):
    mine = played[0]
    numbers, categories = grid(mine)
    for context in X[:20]:
        action, loss = mine.oracle.best(context)
        predictions = mine.oracle.predict(context, pairs(numbers[:3], categories[:3]))
        assert loss == mine.oracle.predict(context, [action])[0] == predictions.min()


# ------------------------------------------------------------------------ the law is exact

CONTEXT, RATE, DRAWS = X[7], 60.0, 20_000


@pytest.fixture(scope="module")
def constant(played):
    """A bandit with the trees of the run, at one smoothness and gamma."""
    mine = bandit(explorer=sb.SmoothIGW(h=0.25, gamma=4.0 * RATE))
    put(mine, played[0].oracle.state)
    return mine


def law(mine, context):
    """mu, predicted losses and densities of all cells, [categories, cells]."""
    numbers, categories = grid(mine)
    every = pairs(numbers, categories)
    densities = [mine.propensity(context, action.item()).density for action in every]
    masses = WEIGHTS[:, None] * np.diff(mine.oracle.state.trees.edges)
    losses = mine.oracle.predict(context, every)
    return masses, losses.reshape(masses.shape), np.reshape(densities, masses.shape)


def test_density_and_atom_sum_to_one(constant):
    for context in X[:10]:
        masses, losses, densities = law(constant, context)
        best, least = constant.oracle.best(context)
        explored = np.sum(masses / (1.0 + RATE * np.maximum(0.0, losses - least)))
        mass, error = constant.oracle.mass(context, RATE)
        assert abs(mass - explored) <= 1e-12 and error == 0.0
        atom = constant.propensity(context, best).atom
        assert abs(np.sum(masses * densities) + atom - 1.0) <= 1e-12


def test_accepted_draws_have_the_stated_law(constant):
    """Chi-square over categories and Kolmogorov-Smirnov within; 4 false alarms in 10,000 seeds."""
    masses, _, densities = law(constant, CONTEXT)
    due = masses * densities
    decisions = constant.act_many(np.tile(CONTEXT, (DRAWS, 1)))
    accepted = decisions.actions[decisions.explored]
    assert stats.binomtest(len(accepted), DRAWS, due.sum()).pvalue > 1e-4
    counts = np.bincount(accepted["category"], minlength=4)[:3]
    shares = due.sum(axis=1)[:3] / due.sum()
    assert stats.chisquare(counts, shares * counts.sum()).pvalue > 1e-4
    for category in np.flatnonzero(counts > 500):
        edges = constant.oracle.state.trees.edges
        below = np.concatenate([[0.0], np.cumsum(due[category])]) / due[category].sum()
        numbers = accepted["number"][accepted["category"] == category]
        found = stats.kstest(numbers, lambda a, e=edges, b=below: np.interp(a, e, b))
        assert found.pvalue > 1e-4
    assert (counts > 500).any()


def test_no_kernel_exceeds_the_certificate(constant):
    """Kernels that fill cells in random orders, in that of the losses, and in its reverse."""
    h, gamma = constant.explorer.h, constant.explorer.gamma
    rng = np.random.default_rng(3)
    for context in X[:5]:
        masses, losses, densities = (part[:3].ravel() for part in law(constant, context))
        probabilities = masses * densities
        probabilities[int(np.argmin(losses))] += 1.0 - probabilities.sum()
        orders = [np.argsort(losses), np.argsort(-losses)]
        orders += [rng.permutation(len(losses)) for _ in range(500)]
        kernels = np.zeros((len(orders), len(losses)))
        for kernel, order in zip(kernels, orders, strict=True):
            filled = np.concatenate([[0.0], np.minimum(1.0, np.cumsum(masses[order] / h))])
            kernel[order] = np.diff(filled)
        worst = np.max(exact_dec(losses, probabilities, kernels, gamma))
        assert worst <= constant.certificate(context) + 1e-12 <= 2.0 / (h * gamma) + 1e-12


# ------------------------------------------------------------------------ what must go well


def test_missing_entries_and_categories_of_the_context():
    oracle = dataclasses.replace(ORACLE, categories=(2,))
    mine, contexts = bandit(oracle), X[:1000].copy()
    contexts[::7, 0] = np.nan
    contexts[:, 2] = np.arange(1000) % 5
    play(mine, contexts)
    assert mine.oracle.state.active[0] == SURFACE
    predictions = mine.oracle.predict([np.nan, 0.5, 4.0], pairs([0.1, 0.9], [0, 1]))
    assert np.isfinite(predictions).all()
    mine.learn(mine.act([np.nan, np.nan, np.nan]), loss=0.5)


def test_saved_in_the_middle_it_goes_on_as_if_never_stopped(tmp_path):
    whole, mine = bandit(), bandit()
    expected = play(whole, X[:2500])
    before = play(mine, X[:1100])
    mine.save(tmp_path / "b.bandit")
    rest = play(sb.load(tmp_path / "b.bandit"), X[1100:2500])
    np.testing.assert_array_equal(np.concatenate([before, rest]), expected)


@pytest.mark.parametrize("bad", [4.0, -1.0, 0.5, np.nan])
def test_a_file_with_a_category_that_is_none_is_refused(played, tmp_path, bad):
    mine = bandit(BoostedOracle(first=100, trees=3, background=False))
    play(mine, X[:200])
    mine.save(tmp_path / "whole.bandit")
    manifest, arrays = storage.read(tmp_path / "whole.bandit")
    arrays["oracle.actions"][5, 1] = bad
    storage.write(tmp_path / "damaged.bandit", manifest, arrays)
    with pytest.raises(CorruptSave):
        sb.load(tmp_path / "damaged.bandit")


def test_before_the_trees_the_argmin_is_searched_and_says_so():
    """As with HarmonicOracle alone, whose certificate it must share."""
    explorer = sb.SmoothIGW(h=1.0, gamma=100.0)
    mine = bandit(BoostedOracle(first=2000), explorer)
    alone = bandit(sb.oracles.ScaledOracle(sb.HarmonicOracle()), explorer)
    for each in (mine, alone):
        play(each, X[:300])
    for context in X[:5]:
        assert mine.oracle.argmin_error(context) == alone.oracle.argmin_error(context) > 0.0
        assert mine.certificate(context) == alone.certificate(context)


def test_a_first_oracle_that_predicts_nan_never_wins(played):
    state = played[0].oracle.state
    series = state.before.inner
    broken = series._replace(parameters=np.full_like(series.parameters, np.nan))
    changed = ORACLE.fitted(state._replace(before=state.before._replace(inner=broken)), 0)
    assert changed["active"][0] == SURFACE


def test_an_outlier_does_not_end_a_bandit():
    mine, contexts = bandit(BoostedOracle(first=500, trees=5, background=False)), X[:800].copy()
    contexts[100, 0], contexts[600, 1] = 1e160, -1e200
    losses = play(mine, contexts)
    assert np.isfinite(losses).all() and len(mine.swaps) == 2


def test_a_fit_gets_nothing_that_only_learning_needs(played):
    state = ORACLE.handed_over(played[0].oracle.state)
    assert state.online.inner.optimiser.inverse.size == 0
    whole = ORACLE.fitted(played[0].oracle.state, 0)
    part = ORACLE.fitted(state, 0)
    for name in ("threshold", "value", "edges"):
        np.testing.assert_array_equal(getattr(whole["trees"], name), getattr(part["trees"], name))
    assert whole["active"][0] == part["active"][0]


@pytest.mark.parametrize(
    "name",
    ["feature", "left", "right", "roots", "first_cell", "sets", "edges", "waiting", "value"],
)
def test_trees_of_a_damaged_file_are_refused(played, tmp_path, name):
    """Compiled walks trust them: a number out of range would read, or end, anywhere."""
    played[0].save(tmp_path / "whole.bandit")
    manifest, arrays = storage.read(tmp_path / "whole.bandit")
    place = f"oracle.trees.{name}"
    for value in (10**9, -(10**9)) if name != "waiting" else (0, -5):
        arrays[place] = arrays[place].copy()
        arrays[place][-1] = value if name != "value" else np.nan
        storage.write(tmp_path / "damaged.bandit", manifest, arrays)
        with pytest.raises(CorruptSave):
            sb.load(tmp_path / "damaged.bandit")
    storage.write(tmp_path / "short.bandit", manifest, arrays | {place: arrays[place][:0]})
    with pytest.raises(CorruptSave):
        sb.load(tmp_path / "short.bandit")
    arrays[place] = arrays[place][:0]


def test_what_follows_from_the_parameters_is_in_no_file(played, tmp_path):
    played[0].save(tmp_path / "b.bandit")
    _, arrays = storage.read(tmp_path / "b.bandit")
    assert not [name for name in arrays if "basis" in name or "candidates" in name]
    again = sb.load(tmp_path / "b.bandit")
    one, two = (b.act_many(X[:50]) for b in (again, sb.load(tmp_path / "b.bandit")))
    np.testing.assert_array_equal(one.actions, two.actions)
