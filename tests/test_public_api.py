import ast
import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import smoothbandits

NAMES = [
    "AdaptiveIGW",
    "AdditiveOracle",
    "Anytime",
    "Bandit",
    "BernoulliEnvironment",
    "BoostedOracle",
    "Box",
    "ByField",
    "CappedIGW",
    "Catalog",
    "CorralBandit",
    "Decision",
    "DispersionOracle",
    "EpsilonGreedy",
    "FiniteClassOracle",
    "FunctionEnvironment",
    "Gate",
    "Greedy",
    "HarmonicOracle",
    "Interval",
    "Journal",
    "LinearOracle",
    "Product",
    "Propensity",
    "RandomPlay",
    "RegressionEnvironment",
    "Scale",
    "SmoothIGW",
    "TableOracle",
    "Theorem",
    "evaluate",
    "from_bytes",
    "load",
    "plan",
    "simulate",
    "smooth_value",
]
MODULES = [
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
]
HEAVY = ["numba", "llvmlite", "scipy", "matplotlib", "polars", "typer", "rich"]


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_root_has_exactly_these_names() -> None:
    assert smoothbandits.__all__ == NAMES and len(NAMES) <= 40
    assert list(smoothbandits._MODULES) == MODULES


def test_every_name_leads_somewhere() -> None:
    assert {*NAMES, *MODULES} <= set(dir(smoothbandits))
    for name in NAMES:
        value = getattr(smoothbandits, name)
        assert value.__name__ == name and value.__module__.startswith("smoothbandits."), name
        assert value.__doc__, name
    for name in MODULES:
        assert getattr(smoothbandits, name).__name__ == f"smoothbandits.{name}"


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(smoothbandits.__file__).read_text())
    block = next(
        node
        for node in tree.body
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node)
    )
    seen = [alias.asname for node in block.body for alias in node.names]
    assert sorted(seen) == sorted([*NAMES, *MODULES])


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Bandits'"):
        _ = smoothbandits.Bandits
    assert python("from smoothbandits import *; print(Interval(0, 1).low)") == "0.0"


@pytest.mark.parametrize(
    "code",
    [
        "import smoothbandits",
        "import smoothbandits; smoothbandits.Interval(0, 1); smoothbandits.Scale(0, 5)",
        "from smoothbandits import errors",
    ],
)
def test_importing_imports_nothing_heavy(code: str) -> None:
    loaded = python(f"import sys; {code}; print(*sys.modules)").split()
    assert not set(HEAVY) & set(loaded)


def test_the_python_engine_needs_no_compiler() -> None:
    """An oracle of the user plays without numba being imported at all."""
    code = """
import sys
from smoothbandits import Bandit, Interval
from tests.facade import GridOracle
bandit = Bandit(Interval(0, 1), oracle=GridOracle(), seed=1)
bandit.learn(bandit.act(), loss=0.5)
print(*sys.modules)
"""
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert not {"numba", "scipy", "matplotlib", "polars"} & set(done.stdout.split())


def test_every_module_names_what_it_exports() -> None:
    for name in MODULES:
        module = getattr(smoothbandits, name)
        assert module.__all__ == sorted(module.__all__)
        assert all(hasattr(module, export) for export in module.__all__)


def test_no_module_hides_a_name_of_the_root() -> None:
    """Importing ``smoothbandits.x`` would put the module where the name ``x`` belongs."""
    package = Path(smoothbandits.__file__).parent
    assert not {path.stem for path in package.iterdir()} & set(NAMES)


def test_dir_shows_public_names_only():
    shown = [name for name in dir(smoothbandits) if name != "__version__"]
    assert shown == sorted([*NAMES, *MODULES])


def test_help_shows_types_by_their_names():
    bandit = smoothbandits.Bandit
    verbs = [getattr(bandit, name) for name in dir(bandit) if not name.startswith("_")]
    for verb in (bandit, *filter(callable, verbs)):
        assert len(str(inspect.signature(verb))) < 560
    assert "numpy._typing" not in pydoc.render_doc(bandit)
