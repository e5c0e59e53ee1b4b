"""Trees of a fitted LightGBM model, read from its text."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.trees.flat import FlatTrees, Tree

__all__ = ["from_lightgbm"]

# bits of a decision type
CATEGORICAL, DEFAULT_LEFT, MISSING_SHIFT = 1, 2, 2
ZERO_IS_MISSING = 1

# objectives whose prediction is the plain sum of the trees
PLAIN = {"regression", "regression_l1", "huber", "fair", "quantile", "mape"}
# objectives whose prediction is the sigmoid of the sum
LOGISTIC = {"binary", "cross_entropy"}


class Booster(Protocol):
    """What is needed of ``lightgbm.Booster``."""

    def model_to_string(self) -> str:
        """The model as text."""


def from_lightgbm(*models: Booster | str, action: bool = True, logits: bool = False) -> FlatTrees:
    r"""Read a booster, or the text of one, or the sum of several.

    Parameters
    ----------
    models
        A fitted ``lightgbm.Booster`` of one output, with the trees of its best iteration, or
        what its ``model_to_string`` or ``save_model`` gives.
    action
        Whether the last feature is the action; otherwise no feature is.
    logits
        Whether the sum of the trees is a logit: a model of ``binary`` or ``cross_entropy``.

    Examples
    --------
    >>> text = "max_feature_idx=0\nnum_class=1\nobjective=regression\n\nTree=0\n" + (
    ...     "num_leaves=1\nnum_cat=0\nleaf_value=0.25\n\nend of trees")
    >>> from_lightgbm(text).nodes.value
    array([0.25])
    """
    read = [read_model(model, logits=logits) for model in models]
    width = read[0][1] if action else read[0][1] + 1
    return FlatTrees.join((tree for trees, _ in read for tree in trees), 0.0, width)


def read_model(model: Booster | str, *, logits: bool = False) -> tuple[list[Tree], int]:
    """The trees of one model, and how many features it has."""
    text = model if isinstance(model, str) else model.model_to_string()
    head, *blocks = text.split("\nend of trees")[0].split("\nTree=")
    about = fields(head)
    objective = about.get("objective", "regression").split()
    known = LOGISTIC if logits else PLAIN
    steepness = [word for word in objective if word.startswith("sigmoid:")]
    odd = "sqrt" in objective or steepness not in ([], ["sigmoid:1"])
    if objective[0] not in known or odd or "average_output" in head.split("\n"):
        raise InvalidParameter(
            f"the LightGBM model has objective {' '.join(objective)!r}"
            f"{', averaged' if 'average_output' in head else ''}; its prediction must be the "
            f"{'sigmoid of the ' if logits else ''}sum of its trees: use one of "
            f"{', '.join(sorted(known))} with boosting 'gbdt'"
        )
    if about.get("num_class", "1") != "1":
        raise InvalidParameter(f"the LightGBM model has {about['num_class']} classes; fit one")
    return [read_tree(fields(block)) for block in blocks], int(about["max_feature_idx"]) + 1


def fields(block: str) -> dict[str, str]:
    """Lines ``name=value``."""
    return dict(line.split("=", 1) for line in block.split("\n") if "=" in line)


def read_tree(lines: Mapping[str, str]) -> Tree:
    """One tree; bias and learning rate are in its leaves already."""
    if lines.get("is_linear", "0") != "0":
        raise InvalidParameter("the LightGBM model has linear leaves; fit with linear_tree=False")

    def column(name: str, kind: type) -> Any:
        return np.array(lines.get(name, "").split(), dtype=kind)

    decision = column("decision_type", np.int32)
    threshold = column("threshold", np.float64)
    categorical = decision & CATEGORICAL != 0
    missing = decision >> MISSING_SHIFT & 3
    # a feature that had no missing values reads NaN as zero; categories send it right
    missing_left = np.where(missing == 0, threshold >= 0.0, decision & DEFAULT_LEFT != 0)
    ends = column("cat_boundaries", np.int64)
    chosen = threshold[categorical].astype(np.int64)
    n_words = np.zeros(decision.size, dtype=np.int32)
    n_words[categorical] = np.diff(ends)[chosen] if chosen.size else 0
    all_words = column("cat_threshold", np.int64)
    words = [all_words[ends[i] : ends[i + 1]] for i in chosen]
    return Tree(
        feature=column("split_feature", np.int32),
        threshold=np.where(categorical, np.nan, threshold),
        left=column("left_child", np.int32),
        right=column("right_child", np.int32),
        missing_left=missing_left & ~categorical,
        zero_missing=(missing == ZERO_IS_MISSING) & ~categorical,
        n_words=n_words,
        words=np.concatenate([*words, np.empty(0, dtype=np.int64)]),
        value=column("leaf_value", np.float64),
    )
