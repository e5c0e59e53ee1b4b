"""Trees of scikit-learn's histogram gradient boosting."""

from typing import Any

import numpy as np

from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.trees.flat import FlatTrees, Tree

__all__ = ["from_scikit_learn"]


def from_scikit_learn(model: Any) -> FlatTrees:
    """Read a fitted ``HistGradientBoostingRegressor`` of numeric features.

    The last feature is the action.  Losses with a link ("gamma", "poisson") and categories are
    refused: the sum of the trees would not be the prediction.
    """
    if model.loss in ("gamma", "poisson"):
        raise InvalidParameter(f"the model has loss {model.loss!r}; use 'squared_error'")
    if model.is_categorical_ is not None:
        raise InvalidParameter("the model has categorical features; fit them with LightGBM")
    trees = (read_tree(predictor.nodes) for (predictor,) in model._predictors)
    return FlatTrees.join(
        trees, float(np.ravel(model._baseline_prediction)[0]), model.n_features_in_
    )


def read_tree(rows: Any) -> Tree:
    """Split the rows of one tree into nodes and leaves."""
    is_leaf = rows["is_leaf"].astype(bool)
    number = np.where(is_leaf, ~(np.cumsum(is_leaf) - 1), np.cumsum(~is_leaf) - 1)
    inner = rows[~is_leaf]
    return Tree(
        feature=inner["feature_idx"].astype(np.int32),
        threshold=inner["num_threshold"].astype(np.float64),
        left=number[inner["left"]].astype(np.int32),
        right=number[inner["right"]].astype(np.int32),
        missing_left=inner["missing_go_to_left"].astype(np.bool_),
        zero_missing=np.zeros(inner.size, dtype=np.bool_),
        n_words=np.zeros(inner.size, dtype=np.int32),
        words=np.empty(0, dtype=np.int64),
        value=rows["value"][is_leaf].astype(np.float64),
    )
