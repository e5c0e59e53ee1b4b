"""Ensembles of regression trees from other libraries, as flat arrays for the kernels."""

from smoothbandits.oracles.trees.flat import FlatTrees
from smoothbandits.oracles.trees.lightgbm import from_lightgbm
from smoothbandits.oracles.trees.scikit_learn import from_scikit_learn

__all__ = ["FlatTrees", "from_lightgbm", "from_scikit_learn"]
