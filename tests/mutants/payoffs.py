"""Payoffs and oracles of outcomes."""

from tests.mutants.mutant import Mutant

__all__ = ["PAYOFFS"]

KNOWN, STEPS = "payoffs.py", "kernels/payoffs.py"
ONLINE, MIXED = "kernels/oracles/online_outcomes.py", "kernels/oracles/boosted_outcomes.py"
FIT, TYPICAL = "oracles/trees/boosted_outcome.py", "kernels/oracles/typical.py"
LEARNED = "tests/kernels/oracles/test_online_outcomes.py"
FITTED = "tests/oracles/trees/test_boosted_outcome.py"
JUDGED = f"{FITTED}::test_shares_are_judged_by_the_log_loss_of_examples_since_the_last_fit"
MONEY = "tests/test_payoffs.py"

PAYOFFS: tuple[Mutant, ...] = (
    Mutant(
        "what is paid whatever the outcome is left out of losses",
        STEPS,
        "reward = payoff.base[cell] + (payoff",
        "reward = (payoff",
        f"{LEARNED}::test_what_is_paid_whatever_the_outcome_is_part_of_the_loss",
    ),
    Mutant(
        "a missing value is predicted to be the greatest",
        STEPS,
        "return low if math.isnan(value)",
        "return high if math.isnan(value)",
        f"{LEARNED}::test_losses_are_those_of_the_payoff",
    ),
    Mutant(
        "a missing value is paid as the greatest",
        KNOWN,
        "np.where(np.isnan(entries), low, entries)",
        "np.where(np.isnan(entries), high, entries)",
        f"{MONEY}::test_values_of_contexts_are_cut_and_count_as_the_least_where_missing",
    ),
    Mutant(
        "the cost of units is paid once for all of them",
        KNOWN,
        "self.most * (prices - self.cost)",
        "self.most * prices - self.cost",
        f"{MONEY}::test_rewards",
    ),
    Mutant(
        "an outcome's slopes may have either sign",
        ONLINE,
        "slope if sign == 0.0 or sign * slope > 0.0 else 0.0",
        "slope",
        f"{LEARNED}::test_outcomes_that_go_the_other_way_turn_no_slope",
    ),
    Mutant(
        "an outcome moves the logit as if it weighed one",
        ONLINE,
        "moved_logit(logit, weight * variance, outcome)",
        "moved_logit(logit, variance, outcome)",
        f"{LEARNED}::test_examples_count_by_their_weights",
    ),
    Mutant(
        "a heavy outcome makes parameters no more certain",
        ONLINE,
        "weight * p * (1.0 - p)",
        "p * (1.0 - p)",
        f"{LEARNED}::test_examples_count_by_their_weights",
    ),
    Mutant(
        "what is learned of an action is half a piece off",
        ONLINE,
        "features[constant + 1 + k] = climbed(action, k, pieces) - 0.5",
        "features[constant + 1 + k] = climbed(action, k, pieces)",
        f"{LEARNED}::test_examples_count_by_their_weights",
    ),
    Mutant(
        "trees and online oracle exchange their shares",
        MIXED,
        "out[cell] += share * (of_trees",
        "out[cell] += (1.0 - share) * (of_trees",
        f"{FITTED}::test_a_share_is_the_weight_of_the_trees",
    ),
    Mutant(
        "shares are judged by successes alone",
        MIXED,
        "seen[i] * math.log(p) + (1.0 - seen[i]) * math.log(1.0 - p)",
        "seen[i] * math.log(p)",
        JUDGED,
    ),
    Mutant(
        "the share that explains outcomes worst is taken",
        FIT,
        "np.argmin(evidence)",
        "np.argmax(evidence)",
        JUDGED,
    ),
    Mutant(
        "the typical curve moves away from where a context turns",
        TYPICAL,
        "(1.0 + action - place) * steps",
        "(1.0 + action + place) * steps",
        "tests/kernels/oracles/test_typical.py::test_the_curve_stands_where_the_context_turns",
    ),
)
