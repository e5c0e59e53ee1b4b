"""Every program in ``examples/`` runs, prints what the gallery shows, and that is right."""

import ast
import re
import sys
from pathlib import Path

import pytest

from tests.pages import NUMBER, numbers

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs"))

import gallery  # noqa: E402

#: what cannot be otherwise, of the numbers that an example prints in their order
CHECKS = {
    "pricing": lambda told, plain, best, one: plain < told < best and one < best,
    "dose": lambda low, high, least, most, first, _, last, __: (
        least <= low < high <= most and last < first / 2
    ),
    "offers": lambda *n: n[2] < n[4] < n[6] and n[7] < n[4],  # learns, and beats one offer for all
    "knobs": lambda first, later, threads, retries, least, most, right, cap: (
        later < first and least - 1 <= threads <= most + 1 and retries == right and cap == 4
    ),
    "caps": lambda first, later, *n: (
        later > first and all(most <= cap for most, cap in zip(n[0::4], n[1::4], strict=True))
    ),
    "warm_start": lambda cold, _, cold_all, __, warm, ___, warm_all, ____, old: (
        warm > cold and warm_all > cold_all > old
    ),
    "audit": lambda *n: n[:4] == (200, 200, 200, 26),
    "restart": lambda *n: n[:3] == (3, 4, 5) and n[3] + n[4] == 40,
    "server": lambda first, last, workers, patience: last < first and 1 <= workers <= 32,
    "shadow": lambda cold, _, warm, __, old: warm < cold and warm < old,
}
MEASURED = {"server"}  # prints what a clock says


@pytest.fixture(scope="module", params=gallery.names())
def played(request):
    return request.param, gallery.run(request.param)


def test_what_it_prints_is_right(played):
    name, said = played
    assert CHECKS[name](*numbers(said)), said
    assert "False" not in said


def test_the_gallery_shows_what_it_prints(played):
    name, said = played
    shown = (gallery.OUTPUT / f"{name}.txt").read_text(encoding="utf-8")
    remedy = f"run: python docs/gallery.py {name}"
    assert NUMBER.sub("#", said) == NUMBER.sub("#", shown), remedy
    if name not in MEASURED:
        assert numbers(said) == pytest.approx(numbers(shown), rel=0.1), remedy


@pytest.mark.parametrize("name", gallery.names())
def test_it_is_short_and_says_what_for(name):
    text = (gallery.EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    purpose = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    assert re.fullmatch(r"[A-Z].*\.", purpose), purpose


def test_each_has_a_check_and_an_output():
    assert set(CHECKS) == set(gallery.names())
    assert {path.stem for path in gallery.OUTPUT.iterdir()} == set(CHECKS)


@pytest.mark.parametrize("name", gallery.names())
def test_the_program_and_what_it_prints_are_shown_once(name):
    """In a tutorial, to which the gallery leads, or in the gallery itself."""
    page, walk = gallery.page(), gallery.walks().get(f"{name}.py")
    assert (f"/{name}.py" in page.replace("python examples", "")) == (walk is None)
    if walk is not None:
        assert f"](tutorials/{walk.name})" in page
        page = walk.read_text(encoding="utf-8")
    assert page.count(f"examples/output/{name}.txt") == 1


def test_every_job_has_a_tutorial():
    jobs = {"caps", "knobs", "offers", "dose", "warm_start", "shadow", "audit", "look", "server"}
    assert {Path(shown).stem for shown in gallery.walks()} == jobs
