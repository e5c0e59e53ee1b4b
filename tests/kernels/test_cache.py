"""Compiled code is kept between processes, and never survives a change of its source."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import smoothbandits

PACKAGE = Path(smoothbandits.__file__).parent
LINE = "smoothbandits: compiling"
USE_A_BANDIT = """
from smoothbandits import Bandit, Interval
bandit = Bandit(Interval(5.0, 50.0), context_size=2, policy="fast", seed=1)
for i in range(3):
    decision = bandit.act([0.1, 0.2])
    bandit.learn(decision, loss=0.5)
print(repr(decision.action))
"""
SAMPLE = "from smoothbandits import Interval; print(Interval(0, 1).sample(0, 300).max() < 0.6)"


def python(code: str, cache: Path, source: Path | None = None, **extra: str) -> tuple[str, str]:
    """Output and messages of a fresh process with this cache (and this source)."""
    loud = {name: value for name, value in os.environ.items() if name != "SMOOTHBANDITS_QUIET"}
    environment = {**loud, "SMOOTHBANDITS_CACHE": str(cache), **extra}
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit."""
    shutil.copytree(PACKAGE, tmp_path / "source" / "smoothbandits",
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    return tmp_path / "source"


def test_the_second_process_compiles_nothing(tmp_path: Path) -> None:
    cold_action, cold = python(USE_A_BANDIT, tmp_path)
    folders = list(tmp_path.iterdir())
    assert [folder.name.startswith("kernels-") for folder in folders] == [True]
    kept = sorted(path.name for path in folders[0].rglob("*.nb?"))
    assert kept
    warm_action, warm = python(USE_A_BANDIT, tmp_path)
    assert cold.count(LINE) == 1 and cold.count("\n") == 1  # one line, and only while it compiles
    assert warm == ""
    assert warm_action == cold_action
    assert sorted(path.name for path in folders[0].rglob("*.nb?")) == kept


def test_an_edited_helper_is_compiled_anew(tmp_path: Path, source: Path) -> None:
    """Numba's own cache looks at the file of the entry only and would serve stale code."""
    cache, kernel = tmp_path / "cache", source / "smoothbandits" / "kernels" / "spaces" / "cube.py"
    assert python(SAMPLE, cache, source)[0] == "False"
    text = kernel.read_text()
    edited = text.replace("low + u * (high - low)", "low + 0.5 * u * (high - low)")
    assert edited != text
    kernel.write_text(edited)
    found, messages = python(SAMPLE, cache, source)
    assert found == "True" and LINE in messages
    assert len(list(cache.iterdir())) == 2


def test_the_folder_is_named_by_the_source(tmp_path: Path, source: Path) -> None:
    code = "from smoothbandits.interpreted.jit import cache_folder; print(cache_folder())"
    names = {python(code, tmp_path / "cache", source)[0]}
    kernels = sorted((source / "smoothbandits" / "kernels").rglob("*.py"))
    for kernel in (kernels[0], kernels[-1], source / "smoothbandits" / "kernels" / "philox.py"):
        kernel.write_text(kernel.read_text() + "\n# a change\n")
        names.add(python(code, tmp_path / "cache", source)[0])
    assert len(names) == 4
    # other files of the package do not matter
    bandit = source / "smoothbandits" / "bandit" / "facade.py"
    bandit.write_text(bandit.read_text() + "\n# a change\n")
    assert python(code, tmp_path / "cache", source)[0] in names


def test_quiet_and_without_a_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    found, messages = python(SAMPLE, tmp_path / "file" / "cache", SMOOTHBANDITS_QUIET="1")
    assert found == "False" and messages == ""
    assert (tmp_path / "file").read_text() == "not a folder"


# ------------------------------------------------------------------- files that cannot be used


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache with compiled code, and what the code says."""
    cache = tmp_path_factory.mktemp("filled")
    return cache, python(SAMPLE, cache)[0]


def emptied(content: bytes) -> bytes:
    return b""


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x10]) + content[middle + 1 :]


SLOW = pytest.mark.slow


@pytest.mark.parametrize("damage", [pytest.param(emptied, marks=SLOW), truncated, flipped])
@pytest.mark.parametrize("kind", [pytest.param("nbi", marks=SLOW), "nbc"])
def test_a_damaged_cache_is_put_aside(
    filled: tuple[Path, str], tmp_path: Path, damage: Callable[[bytes], bytes], kind: str
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(filled[0], cache)
    (folder,) = cache.iterdir()
    for path in folder.rglob(f"*.{kind}"):
        path.write_bytes(damage(path.read_bytes()))
    found, messages = python(SAMPLE, cache)
    assert found == filled[1]
    assert messages.count("RuntimeWarning: compiled code cannot be kept in") == 1
    assert [path.name.split(".")[1][:8] for path in cache.iterdir()] == ["damaged-"]
    assert python(SAMPLE, cache)[1].count("Warning") == 0  # begins anew
    assert python(SAMPLE, cache)[1] == ""


def test_a_full_disk_only_costs_the_cache(tmp_path: Path) -> None:
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
    found, messages = python(full + SAMPLE, tmp_path)
    assert found == "False"
    assert messages.count("RuntimeWarning: compiled code cannot be kept in") == 1
    assert not list(tmp_path.rglob("*.nb?*"))


def test_two_processes_that_compile_at_once_do_not_swap_their_code(tmp_path: Path) -> None:
    """One writes its code after the other has read the list of files, and before it writes."""
    from smoothbandits.kernels.cache import SealedFiles

    one, other = (SealedFiles(str(tmp_path), "decide", "stamp") for _ in range(2))
    write = one._save_data

    def late(name: str, data: str) -> None:
        other._load_index = dict  # type: ignore[method-assign]  # as it was before
        other.save("whole numbers", "code for whole numbers")
        write(name, data)

    one._save_data = late  # type: ignore[method-assign]
    one.save("floats", "code for floats")
    third = SealedFiles(str(tmp_path), "decide", "stamp")
    assert third.load("whole numbers") == "code for whole numbers"
    assert third.load("floats") in (None, "code for floats")
