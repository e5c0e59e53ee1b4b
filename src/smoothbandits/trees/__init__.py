"""Ensembles of regression trees from other libraries, as flat arrays for the kernels."""

from smoothbandits.trees.flat import FlatTrees
from smoothbandits.trees.lightgbm import from_lightgbm
from smoothbandits.trees.scikit_learn import from_scikit_learn

__all__ = ["FlatTrees", "from_lightgbm", "from_scikit_learn"]
