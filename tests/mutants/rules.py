"""Rules for one decision, and actions that are values: the conditioned measure and its law."""

from tests.mutants.mutant import Mutant

__all__ = ["RULES"]

PART, ITEMS = "kernels/spaces/part.py", "kernels/spaces/items.py"
ALLOWED, LADDER = "spaces/allowed.py", "spaces/ladder.py"
WITHIN, STEPS = "tests/bandit/test_within.py", "tests/spaces/test_steps.py"

RULES = (
    Mutant(
        "draws under a rule are of the whole interval",
        PART,
        "return min(high, low + share * (high - low))",
        "return share",
        f"{WITHIN}::test_draws_are_uniform_in_the_conditioned_measure",
    ),
    Mutant(
        "values are drawn by their number, not by mu",
        PART,
        "target = least + share * (most - least)",
        "return low + int(share * (high + 1 - low))",
        f"{STEPS}::test_draws_follow_the_masses",
    ),
    Mutant(
        "shares of values are not conditioned on the rule",
        PART,
        "weight /= space.below[side, last] - space.below[side, first]",
        "weight /= 1.0",
        f"{WITHIN}::test_the_law_on_values_is_an_exact_sum",
    ),
    Mutant(
        "the argmin of the whole stands for that of the part",
        PART,
        "return value if inside else search_part(space, oracle, curve, out)",
        "return value",
        f"{WITHIN}::test_the_law_on_a_range_is_that_of_predictions",
    ),
    Mutant(
        "a valley beyond a bound is not brought back",
        PART,
        "out[0] = min(space.bounds[0, 1], max(space.bounds[0, 0], valley))",
        "out[0] = valley",
        f"{WITHIN}::test_the_law_on_a_range_is_that_of_predictions",
    ),
    Mutant(
        "the mass of steps is not divided by the part's",
        "kernels/oracles/slices.py",
        "out[b] = total / (to - from_)",
        "out[b] = total",
        f"{WITHIN}::test_the_law_on_a_range_is_that_of_predictions",
    ),
    Mutant(
        "a rounding leads beyond a bound",
        PART,
        "out[side] = min(space.ends[side, 1], max(space.ends[side, 0], found))",
        "out[side] = found",
        "tests/spaces/test_narrow_rules.py::test_numbers",
    ),
    Mutant(
        "an only action counts as explored",
        "kernels/steps.py",
        "chosen = explore and not is_single(space)",
        "chosen = explore",
        f"{WITHIN}::test_an_only_action_is_played_with_atom_one",
    ),
    Mutant(
        "shares of items are those of the whole catalogue",
        ALLOWED,
        "shares = chosen / chosen.sum()",
        "shares = chosen",
        f"{WITHIN}::test_the_law_on_items_is_an_exact_sum",
    ),
    Mutant(
        "categories that are not allowed are searched too",
        "kernels/oracles/boosted.py",
        "value = least_step(space.part, seen, curve, edges, values, place)",
        "value = least_step(space.part, seen, curve, edges, part(curve, edges.shape[0] - 1, i), "
        "place)",
        f"{WITHIN}::test_the_law_on_pairs",
    ),
    Mutant(
        "a rounding may exceed a cap",
        ALLOWED,
        "return Range((low, high), *inward(side, low, high, bottom, top), (0, 0), None)",
        "return Range((low, high), bottom, top, (0, 0), None)",
        f"{WITHIN}::test_no_rounding_exceeds_a_cap",
    ),
    Mutant(
        "the rule of a call replaces that of the bandit",
        "bandit/rules.py",
        "return part if within is None else both(self._space, part, self._part(within))",
        "return part if within is None else self._part(within)",
        f"{WITHIN}::test_rules_of_the_bandit_hold_with_those_of_a_call",
    ),
    Mutant(
        "a record may have been made under any rule",
        "bandit/decision.py",
        "return space.allowed(within).holds(point)",
        "return True",
        f"{WITHIN}::test_an_edited_record_is_refused",
    ),
    Mutant(
        "the outer cells of values reach to their own value only",
        LADDER,
        "ends = 2.0 * (edges[0] - places[0]), 2.0 * (places[-1] - edges[-1])",
        "ends = edges[0] - places[0], places[-1] - edges[-1]",
        f"{STEPS}::test_values_have_the_mass_of_their_cells",
    ),
    Mutant(
        "a number between two values is taken for one of them",
        LADDER,
        "if math.isinf(number) or not abs",
        "if math.isinf(number) and not abs",
        f"{STEPS}::test_actions_outside_are_refused",
    ),
)
