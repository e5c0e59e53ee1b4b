import re
from pathlib import Path
from statistics import NormalDist

import pytest
from typer.testing import CliRunner

from smoothbandits.cli import app
from tests.pages import numbers, run_page

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL)


def test_it_is_short_and_says_things_in_order():
    assert len(TEXT.splitlines()) <= 150
    heads = re.findall(r"^## (.+)", TEXT, flags=re.MULTILINE)
    order = ["Why not something else", "Install", "In ten lines", "The picture", "Which policy"]
    assert heads == [*order, "Delayed outcomes", "Save and load", "Results", "Links"]


def test_the_code_runs_and_prints_what_is_shown():
    ten, *others = run_page(README)
    assert len(others) == TEXT.count("```text") - 1
    pattern = r"at 5, 15, 30 degrees: \d+ \d+ \d+\n"
    assert re.fullmatch(pattern, ten.shown) and re.fullmatch(pattern, ten.printed)
    # what differs from run to run is near the truth, and so is what is shown
    truth = [float(n) for n in re.search(r"Right are (\d+), (\d+) and (\d+)", TEXT).groups()]
    assert truth == [round(50 + 4 * t + 5 * NormalDist().inv_cdf(0.75)) for t in (5, 15, 30)]
    assert numbers(ten.printed)[3:] == pytest.approx(truth, rel=0.1)
    assert numbers(ten.shown)[3:] == pytest.approx(truth, rel=0.1)
    assert all(said.printed == said.shown for said in others)


def test_the_example_learns():
    names: dict[str, object] = {}
    exec(compile(BLOCKS[0], str(README), "exec"), names)
    # per day, learning included; any fixed number of loaves costs at least 68, a random one 128
    assert names["bandit"].mean_loss < 55.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_example_is_right_within_a_tenth_whatever_the_seed(seed):
    seeded = BLOCKS[0].replace("default_rng(1)", f"default_rng({seed})")
    assert (seeded == BLOCKS[0]) == (seed == 1)
    names: dict[str, object] = {}
    exec(compile(seeded, str(README), "exec"), names)
    assert names["bandit"].oracle.best([0, 3])[0] == pytest.approx(53.4, rel=0.1)


def test_the_first_example_has_ten_lines():
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) == 10


def test_every_name_exists():
    import smoothbandits as sb

    homes = [sb, sb.oracles, sb.measures, sb.features, sb.testing, sb.explorers, sb.baselines]
    homes += [sb.environments, sb.fields, sb.payoffs]
    for name in set(re.findall(r"`([A-Z]\w+)[`(]", TEXT)):
        assert any(hasattr(home, name) for home in homes), name
    for path in re.findall(r"`sb\.([\w.]+)", TEXT):
        place = sb
        for part in path.split("."):
            place = getattr(place, part)


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)]+)\)", TEXT))
def test_every_link_leads_to_a_file(path):
    if path.startswith("#"):
        assert f"\n## {path[1:]}\n" in TEXT.lower()
    else:
        assert (README.parent / path).is_file()


def test_the_picture_is_small():
    assert (README.parent / "docs" / "images" / "demo.png").stat().st_size < 200_000


@pytest.mark.parametrize("command", re.findall(r"`smoothbandits (\w+)`", TEXT))
def test_every_command_exists(command):
    assert asks_for_help([command])


def asks_for_help(arguments):
    """Whether the command knows all of these; unknown options are refused before the help."""
    return CliRunner().invoke(app, [*arguments, "--help"]).exit_code == 0


def test_every_make_target_exists():
    makefile = (README.parent / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)|`make (\w+)", TEXT, flags=re.MULTILINE):
        assert f"\n{target[0] or target[1]}:" in makefile
