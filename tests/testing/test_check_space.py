from typing import Any

import numpy as np
import pytest

from smoothbandits.errors import InvalidAction
from smoothbandits.measures import Custom, Empirical, LogUniform, Uniform
from smoothbandits.spaces import Box, Catalog, Interval, Product
from smoothbandits.testing import ConformanceError, check_space

RANDOM = np.random.default_rng(0)
PAST = RANDOM.exponential(1.0, 200).clip(0.0, 20.0)


def two_stretches(generator: np.random.Generator) -> float:
    return generator.random() + 2.0 * (generator.random() < 0.7)


TRIANGLE = Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2.0 * a)
STRETCHES = Custom(two_stretches, lambda a: np.where(a < 1, 0.3, np.where(a < 2, 0.0, 0.7)))

SOUND = {
    "interval": Interval(5.0, 50.0),
    "far from 0": Interval(1e6, 1e6 + 1.0),
    "log-uniform": Interval(1e-3, 1e4, LogUniform()),
    "empirical": Interval(0.0, 20.0, Empirical(PAST)),
    "own": Interval(0.0, 1.0, TRIANGLE),
    "own with a gap": Interval(0.0, 3.0, STRETCHES),
    "box of one": Box([-1.0], [2.0]),
    "box": Box([0.0, 1.0], [1.0, 100.0]),
    "box of measures": Box(
        [0, 1, 2], [1, 100, 5], [Uniform(), LogUniform(), Empirical([2.0, 3.0, 3.0, 4.5])]
    ),
    "box of six": Box([0.0] * 6, [1.0] * 6),
    "catalogue of one": Catalog(1),
    "catalogue": Catalog(10_025),
    "weighted with zeros": Catalog(5, [0.0, 1.0, 2.0, 3.0, 0.0]),
    "weighted": Catalog(20_000, RANDOM.pareto(1.0, 20_000)),
    "product": Product(Interval(5.0, 50.0), Catalog(3)),
    "product of one category": Product(Interval(5.0, 50.0), Catalog(1)),
    "product with zeros": Product(
        Interval(1e-3, 1e4, LogUniform()), Catalog(5, [0.0, 1.0, 2.0, 3.0, 0.0])
    ),
    "product of measures": Product(Interval(0.0, 20.0, Empirical(PAST)), Catalog(2, [9, 1])),
    "largest product": Product(Interval(-1.0, 1.0), Catalog(10_000, RANDOM.pareto(1.0, 10_000))),
}


@pytest.mark.parametrize("space", SOUND.values(), ids=SOUND)
def test_built_in_spaces_pass(space: Any) -> None:
    check_space(space)


class TakesAll(Interval):
    def contains(self, action: Any) -> bool:
        return True


class TakesHalf(Interval):
    def contains(self, action: Any) -> bool:
        return super().contains(action) and action < 0.5


class TakesNaN(Interval):
    def check(self, action: Any) -> float:
        if isinstance(action, float) and np.isnan(action):
            return action
        return super().check(action)


class OtherError(Interval):
    def contains(self, action: Any) -> bool:
        try:
            return bool(super().contains(action))
        except KeyError:
            return False

    def check(self, action: Any) -> float:
        try:
            return super().check(action)
        except InvalidAction:
            raise KeyError(action) from None


class ChangesActions(Interval):
    def check(self, action: Any) -> float:
        return round(super().check(action), 2)


class Misplaces(Interval):
    def to_unit(self, action: Any) -> Any:
        return super().to_unit(action) ** 2


class LeavesTheCube(Interval):
    def to_unit(self, action: Any) -> Any:
        return super().to_unit(action) + 1.0


class Batches(Interval):
    def to_user(self, unit: Any) -> float:
        return float(np.nextafter(super().to_user(unit), 2.0))


class Forgets(Interval):
    def sample(self, key: int, n: int) -> Any:
        return np.random.default_rng().random(n)


class OwnDraws(Interval):
    def sample(self, key: int, n: int) -> Any:
        return np.random.default_rng(key).random(n)


class TooFew(Interval):
    def sample(self, key: int, n: int) -> Any:
        return super().sample(key, n)[:-1]


class StraysOff(Interval):
    def candidates(self) -> Any:
        points, spacing = super().candidates()
        return points + 0.5, spacing


class Negative(Interval):
    def density(self, actions: Any) -> Any:
        return 1.0 + 2.0 * np.cos(2.0 * np.pi * np.asarray(actions))


class NegativeWhereNothingIsDrawn(Interval):
    def density(self, actions: Any) -> Any:
        actions = np.asarray(actions)
        return np.where((actions > 1.1) & (actions < 1.9), -0.1, super().density(actions))


class TooDense(Interval):
    def density(self, actions: Any) -> Any:
        return 1.005 * super().density(actions)


class OneDensity(Interval):
    def density(self, actions: Any) -> Any:
        return super().density(actions)[0]


class SkipsAnItem(Catalog):
    def candidates(self) -> Any:
        points, spacing = super().candidates()
        return points[1:], spacing


class Heavy(Catalog):
    def density(self, actions: Any) -> Any:
        return super().density(actions) * 1.1


class SaysUniform(Catalog):
    def density(self, actions: Any) -> Any:
        return np.full(np.shape(actions), 1.0 / self.n)


class SaysNothingOfTheFirst(Catalog):
    def density(self, actions: Any) -> Any:
        return np.where(np.asarray(actions) == 0, 0.0, 1.0 / (self.n - 1))


class FlatBox(Box):
    def density(self, actions: Any) -> Any:
        return np.full(len(actions), 1.0 / np.prod(np.subtract(self.highs, self.lows)))


class HalfBox(Box):
    def density(self, actions: Any) -> Any:
        return super().density(actions) / 2.0


class TwistedBox(Box):
    """Its density has the right marginals and ties the knobs together."""

    def density(self, actions: Any) -> Any:
        first, second = np.asarray(actions).T
        return 1.0 + 0.8 * np.sign(first - 0.5) * np.sign(second - 0.5)


class Forgives(Product):
    """Takes some pairs that lie outside."""

    def forgiven(self, number: Any, category: Any) -> bool:
        return False

    def check(self, action: Any) -> Any:
        if isinstance(action, tuple) and self.forgiven(*action):
            return action
        return super().check(action)


class TakesAnyCategory(Forgives):
    def forgiven(self, number: Any, category: Any) -> bool:
        return category == self.category.n


class TakesFractions(Forgives):
    def forgiven(self, number: Any, category: Any) -> bool:
        return category == 0.5


class TakesNaNInPairs(Forgives):
    def forgiven(self, number: Any, category: Any) -> bool:
        return number != number


class TakesLargeNumbers(Forgives):
    def forgiven(self, number: Any, category: Any) -> bool:
        return number == 2.0


class TakesNoCategory(Product):
    def check(self, action: Any) -> Any:
        alone = isinstance(action, np.ndarray) and action.shape == (1,)
        return super().check((action[0], 0) if alone else action)


class IgnoresTheRest(Product):
    def check(self, action: Any) -> Any:
        longer = isinstance(action, np.ndarray) and action.ndim == 1
        return super().check(action[:2] if longer else action)


class SwapsCategories(Product):
    def to_unit(self, action: Any) -> Any:
        number, category = super().to_unit(action)
        return np.array([number, (category + 1) % self.category.n])


class MisplacesNumbers(Product):
    def to_unit(self, action: Any) -> Any:
        return super().to_unit(action) ** [2.0, 1.0]


class LosesCategories(Product):
    def to_columns(self, actions: Any) -> Any:
        return super().to_columns(actions) * [1.0, 0.0]


class HoldsFractions(Product):
    def holds(self, points: Any) -> Any:
        return super().holds(np.floor(points)) & (points[:, 0] <= 1.0)


class HoldsNoLast(Product):
    def holds(self, points: Any) -> Any:
        return super().holds(points) & (points[:, 1] < self.category.n - 1)


class SearchesEverywhere(Product):
    def candidates(self) -> Any:
        return Product(self.number, Catalog(self.category.n)).candidates()


class SearchesTheFirst(Product):
    def candidates(self) -> Any:
        points, spacing = super().candidates()
        return points[points[:, 1] == points[0, 1]], spacing


class OwnPairs(Product):
    def sample(self, key: int, n: int) -> Any:
        return super().sample(key + 1, n)


class EqualCategories(Product):
    """Its density is that of equal weights."""

    def density(self, actions: Any) -> Any:
        return Product(self.number, Catalog(self.category.n)).density(actions)


class CategoryDecides(Product):
    """Its density has the right marginals and ties number and category together."""

    def density(self, actions: Any) -> Any:
        number, category = self.to_columns(actions).T
        tilt = 0.4 * np.sign(number - 0.5) * np.where(category == 0, 1.0, -1.0)
        return super().density(actions) * (1.0 + tilt)


class ForgetsTheWeight(Product):
    def density(self, actions: Any) -> Any:
        return self.number.density(self.to_columns(actions)[:, 0])


class NegativeInACategory(Product):
    def density(self, actions: Any) -> Any:
        plain = super().density(actions)
        return np.where(self.to_columns(actions)[:, 1] == 0, plain - 0.1, plain)


UNIT = Interval(0.0, 1.0)

BROKEN = {
    "no space": ("a list", "is no Space"),
    "contains everything": (TakesAll(0.0, 1.0), r"contains\(None\) is true"),
    "refuses its samples": (TakesHalf(0.0, 1.0), "which contains refuses"),
    "takes NaN": (TakesNaN(0.0, 1.0), r"contains\(nan\) is true"),
    "another error": (OtherError(0.0, 1.0), r"check\(None\) raised KeyError, not InvalidAction"),
    "changes actions": (ChangesActions(0.0, 1.0), r"check\(.*\) returned"),
    "no way back": (Misplaces(0.0, 1.0), r"to_user\(to_unit\("),
    "leaves the cube": (LeavesTheCube(0.0, 1.0), "outside the unit cube"),
    "batches differ": (Batches(0.0, 1.0), "to_user_many differs"),
    "forgets the key": (Forgets(0.0, 1.0), "two samples with the key 0 differ"),
    "other draws than the kernels": (OwnDraws(0.0, 1.0), "differs from what the kernels draw"),
    "too few samples": (TooFew(0.0, 1.0), "returned 9999 actions"),
    "candidates outside": (StraysOff(0.0, 1.0), "candidate .*1.015625.* outside the unit cube"),
    "negative density": (Negative(0.0, 1.0), "density is -"),
    "hidden negative density": (
        NegativeWhereNothingIsDrawn(0.0, 3.0, STRETCHES),
        "negative value -0.1",
    ),
    "one density for all": (OneDensity(0.0, 1.0), r"shape \(\) for 10000 actions"),
    "another sampler": (
        Interval(0.0, 1.0, Custom(lambda rng: rng.random(), lambda a: 2.0 * a)),
        "do not follow the density: the Kolmogorov",
    ),
    "no density": (TooDense(0.0, 1.0), "integrates to 1.005"),
    "an item without candidate": (SkipsAnItem(4), "3 candidates for 4 actions"),
    "masses above 1": (Heavy(4), "the masses sum to 1.1"),
    "masses of another catalogue": (SaysUniform(4, [4, 3, 2, 1]), "chi-square"),
    "draws what has no mass": (SaysNothingOfTheFirst(4), "4 candidates for 3 actions"),
    "density of another box": (FlatBox([1, 0], [9, 1], [LogUniform(), Uniform()]), "chi-square"),
    "half a box": (HalfBox([0, 0], [1, 1]), "integrates to 0.5"),
    "dependent knobs": (TwistedBox([0, 0], [1, 1]), "chi-square"),
    "a category too many": (TakesAnyCategory(UNIT, Catalog(2)), r"contains\(\(0.0, 2\)\) is"),
    "fraction of a category": (TakesFractions(UNIT, Catalog(2)), r"contains\(\(0.0, 0.5\)\) is"),
    "NaN in a pair": (TakesNaNInPairs(UNIT, Catalog(2)), r"contains\(\(nan, 0\)\) is true"),
    "a number beyond": (TakesLargeNumbers(UNIT, Catalog(2)), r"contains\(\(2.0, 0\)\) is true"),
    "a number alone": (TakesNoCategory(UNIT, Catalog(2)), r"contains\(array\(\[0.\]\)\) is true"),
    "triples for pairs": (
        IgnoresTheRest(UNIT, Catalog(2)),
        r"contains\(array\(\[0., 0., 0.\]\)\) is true",
    ),
    "other category": (SwapsCategories(UNIT, Catalog(2)), r"to_user\(to_unit\(\(.*, 1\)\)\)"),
    "other number": (MisplacesNumbers(UNIT, Catalog(2)), r"to_user\(to_unit\("),
    "columns without category": (
        LosesCategories(UNIT, Catalog(2)),
        r"from_columns\(to_columns\(actions\)\) differs",
    ),
    "points between categories": (
        HoldsFractions(UNIT, Catalog(2)),
        r"holds takes the point \[0.5, 0.5\]",
    ),
    "no point of the last": (HoldsNoLast(UNIT, Catalog(3)), r"refuses the point \[1.0, 2.0\]"),
    "candidates without mass": (
        SearchesEverywhere(UNIT, Catalog(3, [1, 0, 1])),
        r"has the categories \[0, 1, 2\], and mu gives mass to \[0, 2\]",
    ),
    "candidates of one category": (
        SearchesTheFirst(UNIT, Catalog(2)),
        r"has the categories \[0\], and mu gives mass to \[0, 1\]",
    ),
    "other pairs than the kernels": (
        OwnPairs(UNIT, Catalog(2)),
        "differs from what the kernels draw",
    ),
    "masses of other categories": (
        EqualCategories(UNIT, Catalog(2, [3, 2])),
        "categories of samples do not follow the density: chi-square",
    ),
    "dependent pairs": (
        CategoryDecides(UNIT, Catalog(2)),
        "samples of category 0 do not follow the density: the Kolmogorov",
    ),
    "a density per category": (ForgetsTheWeight(UNIT, Catalog(3)), "integrates to 3 over"),
    "hidden negative pairs": (
        NegativeInACategory(UNIT, Catalog(2, [0, 1])),
        "negative value -0.1",
    ),
}


@pytest.mark.parametrize(("space", "complaint"), BROKEN.values(), ids=BROKEN)
def test_broken_spaces_are_rejected(space: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_space(space)
