import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter, InvalidPrediction
from smoothbandits.explorers import Anytime, CappedIGW, Theorem
from smoothbandits.kernels.theorem import KAPPA
from smoothbandits.measures import Custom, Empirical, LogUniform
from smoothbandits.oracles import DispersionOracle, FiniteClassOracle, ScaledOracle, TableOracle
from smoothbandits.spaces import Box, Catalog, Interval, Product
from smoothbandits.testing import check_explorer
from tests.explorers.law import (
    ALARM,
    DRAWS,
    PREDICTIONS,
    WEIGHTS,
    assert_frequencies,
    fixed_bandit,
    stated_law,
)
from tests.interpreted import InterpretedBandit
from tests.reference import capped as twin
from tests.theory.instances import problems, repeatable

gammas, levels = st.floats(0.1, 1e5), st.floats(1e-3, 0.99)


def normaliser_of(bandit, allowed=None):
    """Z of the next decision without a context."""
    states = bandit._states
    _, z, _, _ = states.kernels.level_of(states.handle_on(allowed), np.empty(0), bandit.rounds)
    return z


# ----------------------------------------------------------------------------- finite spaces


@repeatable
@given(problems(), levels, gammas)
def test_the_stated_law_is_that_of_a_level_with_a_good_normaliser(problem, h, gamma):
    bandit = fixed_bandit(*problem, CappedIGW(h=h, gamma=gamma))
    predicted, masses = bandit.oracle.predict(None, range(bandit.space.n)), bandit.space.masses
    law, z = stated_law(bandit), normaliser_of(bandit)
    assert 1.0 / KAPPA - 1e-12 <= z <= 1.0 + 1e-12
    np.testing.assert_allclose(law, twin.law(predicted, masses, h, gamma, z), atol=1e-8)
    assert law.sum() == pytest.approx(1.0, abs=1e-12)
    assert (law <= masses * KAPPA / h + 1e-12).all()


@settings(repeatable, max_examples=50)
@given(problems(), levels, gammas)
def test_a_decision_carries_the_law_of_its_own_action(problem, h, gamma):
    bandit = fixed_bandit(*problem, CappedIGW(h=h, gamma=gamma))
    law = stated_law(bandit)
    for decision in (bandit.act(), bandit.act(), bandit.act()):
        density, atom, error = decision.propensity
        mu = bandit.space.masses[decision.action]
        assert mu * density == pytest.approx(law[decision.action], abs=1e-12)
        assert (atom, error, decision.explored) == (0.0, 0.0, True)
        predicted = bandit.oracle.predict(None, [decision.action])[0]
        assert decision.predicted_loss == pytest.approx(predicted, abs=1e-15)


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["uniform", "weighted"])
@pytest.mark.parametrize("gamma", [0.5, 20.0, 1e4])
def test_items_are_played_by_the_law(weights, gamma):
    bandit = fixed_bandit(PREDICTIONS, weights, CappedIGW(h=0.3, gamma=gamma), seed=3)
    law = stated_law(bandit)
    decisions = bandit.act_many(DRAWS)
    assert_frequencies(np.bincount(decisions.actions, minlength=6), law)
    np.testing.assert_allclose(
        bandit.space.masses[decisions.actions] * decisions.densities,
        law[decisions.actions],
        atol=1e-12,
    )
    assert decisions.explored.all() and not decisions.atoms.any()


@pytest.mark.parametrize("gamma", [1e-30, 1e17, 1e30])
def test_no_gamma_is_beyond_it(gamma):
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, CappedIGW(h=0.1, gamma=gamma))
    law = stated_law(bandit)
    assert law.sum() == pytest.approx(1.0, abs=1e-12)
    if gamma < 1.0:
        np.testing.assert_allclose(law, bandit.space.masses, atol=1e-5)


def test_an_item_without_mass_is_never_played():
    weights = np.array([0.0, 1.0, 2.0, 1.0, 1.0, 1.0])
    bandit = fixed_bandit(PREDICTIONS - 0.05, weights, CappedIGW(h=0.3, gamma=30.0))
    assert stated_law(bandit)[0] == 0.0
    assert 0 not in bandit.act_many(300).actions


def test_the_law_follows_what_was_learned():
    space = Catalog(5, [1, 2, 3, 4, 5])
    bandit = InterpretedBandit(
        space, oracle=TableOracle(), explorer=CappedIGW(h=0.2, gamma=50.0), seed=8
    )
    rng = np.random.default_rng(0)
    for _ in range(40):
        decision = bandit.act()
        predicted, z = bandit.oracle.predict(None, range(5)), normaliser_of(bandit)
        law = twin.law(predicted, space.masses, 0.2, 50.0, z)
        np.testing.assert_allclose(stated_law(bandit), law, atol=1e-9)
        bandit.learn(decision, loss=rng.random())


def test_without_exploring_the_best_action_is_certain():
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, CappedIGW(h=0.5, gamma=10.0))
    for _ in range(20):
        decision = bandit.act(explore=False)
        assert decision.action == 1
        assert decision.propensity == (0.0, 1.0, 0.0)
        assert not decision.explored


# ------------------------------------------------------------------------- the trap of reuse


def test_every_round_can_be_used_again_and_the_density_without_its_normaliser_is_wrong():
    """Inverse propensity weighing by what is stated is unbiased; by g alone it is off by 1/Z."""
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, CappedIGW(h=0.2, gamma=30.0), seed=4)
    truths = np.array([0.2, 0.9, 0.4, 0.1, 0.6, 0.3])
    target, masses = np.array([0.1, 0.3, 0.2, 0.2, 0.1, 0.1]), bandit.space.masses
    law, z = stated_law(bandit), normaliser_of(bandit)
    assert z < 0.99
    # by enumeration over actions
    value = target @ truths
    assert law @ (target / law * truths) == pytest.approx(value, abs=1e-12)
    naive = law * z  # what g, the density before it is divided by Z, gives
    assert law @ (target / naive * truths) == pytest.approx(value / z, abs=1e-12)
    # and from decisions, all of which count
    decisions = bandit.act_many(DRAWS)
    stated = dict(zip(decisions.actions.tolist(), decisions.densities.tolist(), strict=True))
    logged = masses * [stated[action] for action in range(6)]
    assert law @ (target / logged * truths) == pytest.approx(value, abs=1e-12)
    weights = target[decisions.actions] / (masses[decisions.actions] * decisions.densities)
    rewards = weights * truths[decisions.actions]
    error = rewards.std() / np.sqrt(len(rewards))
    assert abs(rewards.mean() - value) < 4.5 * error
    assert weights.mean() == pytest.approx(1.0, abs=4.5 * weights.std() / np.sqrt(len(rewards)))


# --------------------------------------------------------------------------------- intervals


def taught_additive(space, explorer, *, rounds=150, **options):
    bandit = InterpretedBandit(
        space, explorer=explorer, policy="fast", context_size=1, seed=5, drift=None, **options
    )
    rng = np.random.default_rng(1)
    for x in rng.random(rounds):
        decision = bandit.act([x])
        place = space.to_unit(decision.action)[0]
        bandit.learn(decision, loss=min(1.0, abs(place - 0.2 - 0.4 * x)))
    return bandit


@pytest.mark.parametrize(
    "space",
    [Interval(0.0, 1.0), Interval(1.0, 1e4, LogUniform()), Interval(0, 9, Empirical([1, 2, 8]))],
    ids=str,
)
def test_a_curve_is_drawn_by_its_cells(space):
    explorer, x = CappedIGW(h=0.1, gamma=60.0), [0.4]
    bandit = taught_additive(space, explorer)
    number = bandit.rounds

    def predicted(place):
        return bandit.oracle.predict(x, [space.to_user(np.array([place]))])[0]

    edges, losses = twin.middles(predicted, 0.0, 1.0, 256)
    states = bandit._states
    _, z, beta, off = states.kernels.level_of(states.handle, np.array(x), number)
    masses = np.full(256, 1 / 256)
    law = twin.law(losses, masses, 0.1, 60.0, z)
    assert beta == pytest.approx(twin.level(losses, masses, 0.1, 60.0, z), abs=1e-9)

    decisions = bandit.act_many(np.full((400, 1), 0.4))
    places = space.measure.cdf(decisions.actions, *space.support)
    cumulative = np.append(0.0, np.cumsum(law))
    assert stats.kstest(places, lambda u: np.interp(u, edges, cumulative)).pvalue > ALARM
    seen = [predicted(u) for u in places[:20]]  # at the action itself, not in its cell's middle
    np.testing.assert_allclose(decisions.predicted_losses[:20], seen, rtol=1e-9)
    cells = np.minimum((places * 256).astype(int), 255)
    inside = np.abs(places * 256 - np.round(places * 256)) > 1e-6  # not on an edge, by rounding
    np.testing.assert_allclose(decisions.densities[inside], 256 * law[cells][inside], rtol=1e-7)
    # the cells hardly differ from the curve, and by no more than is stated
    fine = np.array([predicted(u) for u in np.linspace(0.0, 1.0, 1025)])
    nearest = np.minimum((np.linspace(0.0, 1.0, 1025) * 256).astype(int), 255)
    assert np.abs(fine - losses[nearest]).max() <= 0.5 * off + 1e-12 < 0.05
    assert bandit.certificate(x) == pytest.approx((10.0 / z - 1.0) / 60.0 + off)


@pytest.mark.parametrize(
    "space", [Interval(0.0, 1.0), Interval(1.0, 1e4, LogUniform()), Interval(0, 1, step=0.05)],
    ids=str,
)  # fmt: skip
def test_propensity_finds_a_decision_again(space):
    bandit = taught_additive(space, CappedIGW(h=0.1, gamma=60.0), rounds=60)
    for x in np.linspace(0.0, 1.0, 40):
        stated = bandit.act([x])
        again = bandit.propensity([x], stated.action)
        assert again.density == pytest.approx(stated.propensity.density, rel=1e-9)
        assert (again.atom, again.error) == (0.0, 0.0)


@pytest.mark.parametrize("h, cells", [(0.5, 256), (1 / 100, 400), (1e-6, 4096)])
def test_the_plateau_has_cells_enough(h, cells):
    bandit = InterpretedBandit(
        Interval(0.0, 1.0), oracle=DispersionOracle(), explorer=CappedIGW(h=h, gamma=1e4)
    )
    bandit.oracle.state.parameters[:3] = [-0.8, 6.0, -1.0]  # b, s, xi
    places = np.array([(k + 0.5) / cells for k in range(min(cells, 40))])
    densities = [bandit.propensity(None, u).density for u in places]
    assert np.unique(np.round(densities, 14)).size > 0.9 * places.size or h == 0.5
    left, right = (
        bandit.propensity(None, (k + e) / cells).density for k, e in ((3, 0.1), (3, 0.9))
    )
    assert left == right


# ------------------------------------------------------------------- other spaces, parts of them

PRICES = Product(Interval(5.0, 50.0), Catalog(3, weights=[1.0, 2.0, 1.0]))
BOXES = Box([0, 10], [1, 20])


class Bowl:
    """A user's own oracle: predictions at points, on any space of numbers."""

    def predict(self, context, actions, weight=1.0):
        if actions.dtype.names:
            numbers = np.asarray(actions["number"]) / 50.0 + 0.1 * actions["category"]
            return np.minimum(1.0, np.abs(numbers - 0.5))
        actions = np.asarray(actions, dtype=float)
        if actions.ndim == 2:
            return np.minimum(1.0, ((actions - [0.3, 16.0]) ** 2 * [1.0, 0.01]).sum(axis=1))
        return np.minimum(1.0, np.abs(actions - 0.3))

    def learn(self, context, action, loss, weight=1.0):
        pass


@pytest.mark.parametrize(
    "space, oracle",
    [
        (Interval(0.0, 1.0, step=0.1), None),
        (Interval(0.0, 1.0, step=0.1), Bowl()),
        (Catalog(6, [1, 1, 2, 1, 1, 0]), None),
    ],
    ids=["steps", "own steps", "catalogue"],
)
def test_the_conformance_checks_hold(space, oracle):
    explorer = CappedIGW(h=0.2, gamma=20.0)
    check_explorer(explorer, space=space, oracle=oracle, decisions=600, rounds=12, engine="python")


def boxes_of(bandit, context, allowed=None):
    """The boxes of the next decision with their probabilities, by the kernels as plain Python."""
    import smoothbandits.interpreted.explorers.capped_igw as kernels
    from smoothbandits.bandit.looking.verbs import verbs

    state = bandit.space.state if allowed is None else allowed.state
    oracle, explorer = bandit.oracle.state, bandit._states.explorer
    c = verbs().curve(oracle, np.asarray(context, dtype=float), 1.0)
    shares, losses, lows, highs = verbs().cells(state, oracle, c, kernels.cells_for(explorer.h))
    gaps = losses.copy()
    kernels.gaps_of(shares, gaps)
    z, _, kept = kernels.find_level(shares, gaps, 1 / explorer.h, explorer.constant)
    return shares, losses, lows, highs, shares * kept / explorer.h / z


FINE = Box([Interval(0, 1, step=0.005), Interval(0, 1, step=0.004), Interval(5, 9)])


@pytest.mark.parametrize(
    "space, within",
    [
        (Interval(0.0, 1.0), None),
        (BOXES, None),
        (BOXES, [(0.2, 0.5), (None, 15.0)]),
        (FINE, [(0.1, 0.9), None, None]),  # neighbouring values share a box
        (PRICES, None),
        (PRICES, ((10.0, 20.0), [0, 2])),
        (Product(Interval(0, 1, step=0.1), Catalog(2)), ((0.25, 0.75), None)),
        (Interval(0.0, 1.0), (0.3, 0.45)),
        (Interval(0.0, 1.0, step=0.1), (0.25, 0.75)),
        (Catalog(9, np.arange(9)), [1, 4, 5]),
    ],
    ids=["line", "box", "part of a box", "values in a box", "product", "part of a product",
         "values of a product", "range", "values", "items"],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:TableOracle ignores contexts")
def test_boxes_fill_the_space_and_draws_fall_into_them(space, within):
    bandit = InterpretedBandit(
        space, explorer=CappedIGW(h=0.2, gamma=20.0), policy="fast", context_size=1, seed=2
    )
    rng = np.random.default_rng(3)
    for action in space.sample(1, 30):
        bandit.oracle.learn([rng.random()], action, rng.random())
    allowed = None if within is None else space.allowed(within)
    shares, losses, lows, highs, law = boxes_of(bandit, [0.5], allowed)
    assert shares.sum() == pytest.approx(1.0) and law.sum() == pytest.approx(1.0)
    assert np.unique(losses).size > 2  # it has learned something
    assert (lows <= highs).all()
    n = 8 if len(law) > 1000 else 200
    decisions = bandit.act_many(np.full((n, 1), 0.5), within=[within] * n)
    slack = 1e-12
    hits = np.zeros(len(law))
    for point, density in zip(decisions.points, decisions.densities, strict=True):
        assert allowed is None or allowed.holds(point)
        inside = ((lows <= point + slack) & (point <= highs + slack)).all(axis=1) & (shares > 0)
        found = np.flatnonzero(inside)
        assert found.size and np.isclose(law[found] / shares[found], density).any()
        hits[found[0]] += 1.0
    groups = np.arange(len(law)) * 12 // len(law)
    assert_frequencies(np.bincount(groups, hits), np.bincount(groups, law))


def test_values_of_one_box_are_played_by_their_shares_of_mu():
    from smoothbandits.bandit.looking.verbs import verbs

    state, out, draws = FINE.whole_part, np.empty(3), []
    places = state.places[0]
    low, high = np.array([places[10], places[0], 0.25]), np.array([places[19], places[3], 0.5])
    for key in range(2000):
        verbs().enter(state, low, high, key, out)
        draws.append(out.copy())
    draws = np.array(draws)
    shares = np.diff(state.below[0])[10:20]
    assert np.isin(draws[:, 0], places[10:20]).all()
    counts = np.bincount(np.searchsorted(places, draws[:, 0]) - 10, minlength=10)
    assert_frequencies(counts, shares / shares.sum())
    assert stats.kstest(draws[:, 2], stats.uniform(0.25, 0.25).cdf).pvalue > ALARM


@pytest.mark.parametrize("space", [Interval(0.0, 1.0), PRICES, BOXES], ids=str)
def test_an_oracle_of_ones_own_is_asked_at_points(space):
    bandit = InterpretedBandit(space, oracle=Bowl(), explorer=CappedIGW(h=0.2, gamma=50.0))
    decision = bandit.act()
    again = bandit.propensity(None, decision.action)
    assert again.density == pytest.approx(decision.propensity.density, rel=1e-9)
    assert 0.0 < again.density <= KAPPA / 0.2


def test_a_rule_that_leaves_one_action_plays_it():
    bandit = InterpretedBandit(Catalog(4), explorer=CappedIGW(h=0.5, gamma=3.0))
    decision = bandit.act(within=[2])
    assert (decision.action, decision.propensity, decision.explored) == (2, (0.0, 1.0, 0.0), False)


# ------------------------------------------------------------------------- gamma, what it says


def test_gamma_is_that_of_the_theorem_and_grows_as_the_bound_says():
    oracle = FiniteClassOracle(np.random.default_rng(0).random((4, 3)))
    bound = oracle.regret_bound(500, Catalog(3), 0)
    theorem = InterpretedBandit(
        Catalog(3), oracle=oracle, explorer=CappedIGW(h=0.25, gamma=Theorem(500))
    )
    gamma = theorem.act().gamma
    assert gamma == pytest.approx(sb.theory.capped_gamma(500, 0.25, bound, KAPPA))
    anytime = InterpretedBandit(Catalog(3), oracle=oracle, explorer=CappedIGW(h=0.25))
    found = anytime.act_many(64).gammas
    rounds = np.arange(1, 65)
    # a round costs kappa tau/gamma: sqrt(8 kappa tau t/R), twice Theorem 1's over all rounds
    np.testing.assert_allclose(found, np.sqrt(8 * KAPPA * 4 * rounds / bound), rtol=1e-9)
    free = InterpretedBandit(Catalog(3), explorer=CappedIGW(h=0.25, gamma=Anytime(7.0)))
    np.testing.assert_allclose(free.act_many(9).gammas, 7.0 * np.sqrt(np.arange(1, 10)))


def test_no_kernel_exceeds_the_certificate_of_a_running_bandit():
    rng = np.random.default_rng(0)
    bandit = InterpretedBandit(Catalog(6), explorer=CappedIGW(h=1 / 3, gamma=20.0), seed=1)
    for _ in range(40):
        decision = bandit.act()
        bandit.learn(decision, loss=float(rng.random() < 0.1 * decision.action))
    predictions, masses = bandit.oracle.predict(None, range(6)), np.full(6, 1 / 6)
    worst = sb.theory.exact_dec(
        predictions, stated_law(bandit), sb.theory.smooth_vertices(masses, 1 / 3), 20.0
    ).max()
    assert 0.2 * bandit.certificate() < worst <= bandit.certificate() + 1e-12
    assert bandit.certificate() <= (KAPPA * 3.0 - 1.0) / 20.0
    inside = bandit.certificate(within=[0, 1, 2])
    assert 2.0 / 20.0 <= inside <= (KAPPA * 3.0 - 1.0) / 20.0


def test_several_knobs_have_no_certificate_and_a_curve_pays_for_its_cells():
    box = InterpretedBandit(BOXES, explorer=CappedIGW(h=0.2, gamma=20.0))
    assert math.isnan(box.certificate())
    bandit = InterpretedBandit(
        Interval(0.0, 1.0), oracle=ScaledOracle(DispersionOracle()),
        explorer=CappedIGW(h=0.2, gamma=20.0),
    )  # fmt: skip
    slope = abs(bandit.oracle.state.inner.parameters[1])
    z = normaliser_of(bandit)
    assert bandit.certificate() == pytest.approx((5.0 / z - 1.0) / 20.0 + 0.25 * slope / 256)


def test_it_refuses_what_it_cannot_do():
    with pytest.raises(InvalidParameter, match="h is 1"):
        CappedIGW(h=1.0)
    for bad in ({"h": 0.0}, {"h": 1.5}, {"h": 0.5, "gamma": -1.0}):
        with pytest.raises(InvalidParameter):
            CappedIGW(**bad)
    own = Interval(0, 1, Custom(lambda rng: rng.random(), lambda a: np.ones_like(a)))
    with pytest.raises(InvalidParameter, match="lies in a cell"):
        sb.Bandit(own, explorer=CappedIGW(h=0.5))


def test_a_prediction_that_is_none_leaves_the_bandit_as_it_was():
    bandit = InterpretedBandit(Catalog(4), explorer=CappedIGW(h=0.3, gamma=5.0))
    for _ in range(30):
        decision = bandit.act()
        bandit.learn(decision, loss=0.1 + 0.2 * decision.action)
    totals = bandit.oracle.state.totals
    kept = totals[3]
    totals[3] = np.nan
    with pytest.raises(InvalidPrediction):
        bandit.act()
    assert bandit.rounds == 30
    totals[3] = kept
    assert bandit.act().explored


def test_a_decision_is_replayed_and_explained():
    bandit = taught_additive(Interval(5.0, 50.0), CappedIGW(h=0.1, gamma=60.0), rounds=40)
    decision = bandit.act([0.3])
    again, draws = bandit.replay(decision), bandit.replay(decision, draws_only=True)
    assert (again.action, again.explored, again.acceptance_probability) == (
        decision.action, True, 1.0,
    )  # fmt: skip
    assert draws.proposal is None and draws == again.draws
    explained = bandit.explain(decision)
    assert explained.source == "model" and "drew" in explained.why
    assert explained.greedy_propensity.atom == 0.0 < explained.greedy_propensity.density
    assert explained.to_dict()["draws"]["proposal"] is None
    bandit.plot([0.3])
    greedy = bandit.act([0.3], explore=False)
    assert bandit.replay(greedy).acceptance_probability is None
    assert "asked not to explore" in bandit.explain(greedy).why
    bandit.learn(decision, loss=0.4)
    by_record = bandit.explain(decision)
    assert by_record.source == "record" and by_record.acceptance == (1.0, 1.0)
    assert "density of its own" in by_record.why


def test_the_law_is_drawn_as_it_is_stated():
    """The densities of a figure are those of `propensity`."""
    from smoothbandits.bandit.looking.choice import choice_of
    from smoothbandits.bandit.looking.sight import Sight
    from smoothbandits.bandit.looking.units import Units

    bandit = taught_additive(Interval(0.0, 1.0), CappedIGW(h=0.1, gamma=60.0), rounds=40)
    sight = Sight(bandit, np.array([0.3]), bandit.rounds)
    (line,) = choice_of(sight, Units.of(bandit, None)).panels[0].lines
    for action, density in list(zip(line.actions, line.density, strict=True))[::20]:
        assert density == bandit.propensity([0.3], action).density


def test_a_file_keeps_it():
    bandit = taught_additive(Interval(5.0, 50.0), CappedIGW(h=0.1, gamma=Anytime(9.0)), rounds=20)
    copy = sb.from_bytes(bandit.to_bytes(), engine="python")
    assert copy.explorer == bandit.explorer
    assert copy.act([0.7]).action == bandit.act([0.7]).action


def test_without_atoms_nothing_is_left_out():
    bandit = taught_additive(Interval(0.0, 1.0), CappedIGW(h=0.1, gamma=60.0), atoms=False)
    assert bandit.act([0.3]).propensity.atom == 0.0
    decision = bandit.act([0.3])
    assert bandit.explain(decision).greedy_propensity.atom == 0.0
