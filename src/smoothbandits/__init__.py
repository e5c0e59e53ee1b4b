"""Contextual bandits whose actions are continuous or come from a very large set.

Everything here is loaded on first use: importing the package imports neither numba nor scipy.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Bandit": "bandit",
    "load": "bandit",
    "from_bytes": "bandit",
    "CorralBandit": "bandit",
    "ByField": "rules",
    "Decision": "bandit",
    "Propensity": "bandit",
    "Interval": "spaces",
    "Journal": "journal",
    "Box": "spaces",
    "Catalog": "spaces",
    "Product": "spaces",
    "Scale": "scale",
    "SmoothIGW": "explorers",
    "AdaptiveIGW": "explorers",
    "CappedIGW": "explorers",
    "EpsilonGreedy": "explorers",
    "Greedy": "explorers",
    "RandomPlay": "explorers",
    "Theorem": "explorers",
    "Anytime": "explorers",
    "AdditiveOracle": "oracles",
    "BoostedOracle": "oracles",
    "DispersionOracle": "oracles",
    "FiniteClassOracle": "oracles",
    "HarmonicOracle": "oracles",
    "LinearOracle": "oracles",
    "TableOracle": "oracles",
    "simulate": "simulation",
    "evaluate": "evaluation",
    "Gate": "evaluation",
    "BernoulliEnvironment": "environments",
    "FunctionEnvironment": "environments",
    "RegressionEnvironment": "environments",
    "plan": "bandit",
    "smooth_value": "theory",
}
_MODULES = (
    "baselines",
    "datasets",
    "environments",
    "errors",
    "evaluation",
    "explorers",
    "features",
    "fields",
    "journal",
    "measures",
    "oracles",
    "payoffs",
    "simulation",
    "tables",
    "testing",
    "theory",
)

__all__ = [*sorted(_HOMES)]

if TYPE_CHECKING:
    from smoothbandits import baselines as baselines
    from smoothbandits import datasets as datasets
    from smoothbandits import environments as environments
    from smoothbandits import errors as errors
    from smoothbandits import evaluation as evaluation
    from smoothbandits import explorers as explorers
    from smoothbandits import features as features
    from smoothbandits import fields as fields
    from smoothbandits import journal as journal
    from smoothbandits import measures as measures
    from smoothbandits import oracles as oracles
    from smoothbandits import payoffs as payoffs
    from smoothbandits import simulation as simulation
    from smoothbandits import tables as tables
    from smoothbandits import testing as testing
    from smoothbandits import theory as theory
    from smoothbandits.bandit import Bandit as Bandit
    from smoothbandits.bandit import CorralBandit as CorralBandit
    from smoothbandits.bandit import Decision as Decision
    from smoothbandits.bandit import Propensity as Propensity
    from smoothbandits.bandit import from_bytes as from_bytes
    from smoothbandits.bandit import load as load
    from smoothbandits.bandit import plan as plan
    from smoothbandits.environments import BernoulliEnvironment as BernoulliEnvironment
    from smoothbandits.environments import FunctionEnvironment as FunctionEnvironment
    from smoothbandits.environments import RegressionEnvironment as RegressionEnvironment
    from smoothbandits.evaluation import Gate as Gate
    from smoothbandits.evaluation import evaluate as evaluate
    from smoothbandits.explorers import AdaptiveIGW as AdaptiveIGW
    from smoothbandits.explorers import Anytime as Anytime
    from smoothbandits.explorers import CappedIGW as CappedIGW
    from smoothbandits.explorers import EpsilonGreedy as EpsilonGreedy
    from smoothbandits.explorers import Greedy as Greedy
    from smoothbandits.explorers import RandomPlay as RandomPlay
    from smoothbandits.explorers import SmoothIGW as SmoothIGW
    from smoothbandits.explorers import Theorem as Theorem
    from smoothbandits.journal import Journal as Journal
    from smoothbandits.oracles import AdditiveOracle as AdditiveOracle
    from smoothbandits.oracles import BoostedOracle as BoostedOracle
    from smoothbandits.oracles import DispersionOracle as DispersionOracle
    from smoothbandits.oracles import FiniteClassOracle as FiniteClassOracle
    from smoothbandits.oracles import HarmonicOracle as HarmonicOracle
    from smoothbandits.oracles import LinearOracle as LinearOracle
    from smoothbandits.oracles import TableOracle as TableOracle
    from smoothbandits.rules import ByField as ByField
    from smoothbandits.scale import Scale as Scale
    from smoothbandits.simulation import simulate as simulate
    from smoothbandits.spaces import Box as Box
    from smoothbandits.spaces import Catalog as Catalog
    from smoothbandits.spaces import Interval as Interval
    from smoothbandits.spaces import Product as Product
    from smoothbandits.theory import smooth_value as smooth_value


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(f"smoothbandits.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f"smoothbandits.{name}")
    raise AttributeError(f"module 'smoothbandits' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES, "__version__"])
