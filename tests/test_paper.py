"""docs/paper.md names what exists, leaves nothing out, and its errata are right."""

import ast
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from smoothbandits.theory import (
    exact_dec,
    holder_smooth_value,
    smooth_value,
    smooth_vertices,
)
from tests.mutants import MUTANTS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
TO_COME = "(mutant to come)"
NAMED = re.compile(r"`([\w/]+\.py)::([\w.]+)`")
COMMAND = re.compile(r"`smoothbandits reproduce ([\w-]+)`")
FAULTS = {mutant.says: mutant for mutants in MUTANTS.values() for mutant in mutants}

#: the statements that the paper numbers, one count for each kind
STATEMENTS = [
    *(f"Assumption {n}" for n in range(1, 4)),
    "Definition 1",
    *(f"Algorithm {n}" for n in range(1, 4)),
    *(f"Proposition {n}" for n in range(1, 3)),
    *(f"Theorem {n}" for n in range(1, 4)),
    *(f"Lemma {n}" for n in range(1, 4)),
    "Remark 1",
    *(f"Eq. ({n})" for n in range(1, 14)),
    "Figure 1",
    "Table 1",
]
#: and what it says without a number
OTHERS = [
    "Protocol",
    "Base measure mu",
    "Set Q_h",
    "Smooth_h",
    "Quantile regret",
    "Regret against one fixed kernel",
    "Regression oracle",
    "Sampling oracle",
    "CORRAL",
    "Parameter rho",
    "Importance-weighted regret",
    "Equation of weight",
    "Standard regret",
    "Chi-square divergence",
    "Section 5.1, alpha known",
    "Section 5.1, alpha unknown",
    "Section 5.2, L and alpha known",
    "Section 5.2, L and alpha unknown",
    "Section 6.1",
    "Section 6.2",
    "Section 7",
]


def rows_of(text: str) -> list[list[str]]:
    """Cells of every row of every table but the heads."""
    lines = text.splitlines()
    return [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for before, line in zip(lines, lines[1:], strict=False)
        if line.startswith("|") and before.startswith("|") and not line.startswith("|---")
    ]


ROWS = rows_of(TEXT)


@cache
def names_in(path: Path) -> set[str]:
    """What a file defines at its top, and what its classes do."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if hasattr(one, "name")}
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def path_of(file: str) -> Path:
    """Tests are named from the root, code below src or lab/src."""
    homes = ("",) if file.startswith(("tests/", "lab/")) else ("src", "lab/src")
    return next((p for home in homes if (p := ROOT / home / file).is_file()), ROOT / file)


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED.findall(TEXT))))
def test_every_name_exists(file, name):
    path = path_of(file)
    assert path.is_file(), f"{file} is not there"
    assert name in names_in(path), f"{file} has no {name}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_row_is_whole(row):
    assert len(row) in (4, 5) and all(row)
    code, tests, mutant = row[1:4]
    for cell in (code, tests):
        assert NAMED.sub("", cell).strip(" ,") == "", cell
    assert all(not file.startswith(("tests/", "lab/")) for file, _ in NAMED.findall(code))
    for file, name in NAMED.findall(tests):
        assert file.startswith(("tests/", "lab/tests/")) and name.startswith("test_")
    if mutant != TO_COME:
        assert mutant in FAULTS, f"no mutant says {mutant!r}"
        noticing = FAULTS[mutant].tests.split()
        named = {
            f"{file}{after}" for file, name in NAMED.findall(tests) for after in ("", f"::{name}")
        }
        assert named & {test.partition("[")[0] for test in noticing}, f"{mutant!r}: {noticing}"
    if len(row) == 5:
        study = COMMAND.fullmatch(row[4])[1].replace("-", "_")
        lab = ROOT / "lab" / "src" / "smoothbandits_lab"
        assert any((home / study / "__init__.py").is_file() for home in (lab, lab / "claims"))


@pytest.mark.parametrize("statement", STATEMENTS + OTHERS)
def test_every_statement_has_a_row(statement):
    assert any(re.match(re.escape(statement) + r"(?!\w)", row[0]) for row in ROWS)


def test_every_claim_has_a_row():
    claims = (ROOT / "lab" / "src" / "smoothbandits_lab" / "claims").glob("*/claim.py")
    named = {COMMAND.fullmatch(row[4])[1].replace("-", "_") for row in ROWS if len(row) == 5}
    assert {claim.parent.name for claim in claims} | {"figure1", "table1"} == named


def test_every_erratum_names_code_and_a_test():
    errata = TEXT.partition("## Errata\n")[2].partition("\n## ")[0]
    parts = re.split(r"^\*\*(\d+)\. ", errata, flags=re.MULTILINE)[1:]
    assert parts[::2] == [str(n) for n in range(1, len(parts) // 2 + 1)]
    for words in parts[1::2]:
        files = [file for file, _ in NAMED.findall(words)]
        assert any("tests/" in file for file in files), words
        assert any("tests/" not in file for file in files), words


def test_links_lead_to_files_and_prose_is_narrow():
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (ROOT / "docs" / link).is_file()
    assert all(len(line) <= 120 for line in TEXT.splitlines() if not line.startswith("|"))


# ---------------------------------------------------------------------------------- errata


def test_eq_5_as_printed_is_never_positive():
    """With f(a*) in place of f(a), whatever P is; with f(a) it is what P can lose."""
    rng = np.random.default_rng(1)
    for _ in range(200):
        losses, law, h = rng.random(6), rng.dirichlet(np.ones(6)), rng.uniform(0.05, 0.9)
        assert losses.min() - smooth_value(losses, h, law) <= 1e-12
        kernels = smooth_vertices(law, h)
        assert exact_dec(losses, law, kernels, 10.0, bounded=True).max() > 0.0


def test_the_two_parabolas_are_conjugate():
    for gamma in (0.3, 1.0, 40.0):
        v = np.linspace(-60.0, 60.0, 1_200_001)
        for w in (-1.0, -0.2, 0.0, 0.7, 1.0):
            conjugate = w + gamma / 4.0 * w**2
            assert (v * w - (v - 1.0) ** 2 / gamma).max() == pytest.approx(conjugate, abs=1e-6)
            # which is attained at v = 1 + gamma w/2: the f of `exact_dec`
            top = 1.0 + gamma * w / 2.0
            assert top * w - (top - 1.0) ** 2 / gamma == pytest.approx(conjugate)
        # and the other way round, in sum over actions, v = Q/P: the value of `exact_dec`
        played, kernel = np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7])
        parabolas = (kernel / played - 1.0) ** 2 / gamma
        found = exact_dec(np.full(3, 0.5), played, kernel, gamma)
        assert found == pytest.approx(played @ parabolas)


@pytest.mark.parametrize("alpha", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("beta", [0.5, 0.75])
def test_the_power_of_l_where_it_is_unknown(alpha, beta):
    """The least of T^(1-beta)/h + L h^alpha T over h, against L and against T."""
    h = np.geomspace(1e-9, 1.0, 200_001)

    def least(rounds, steep):
        values = rounds ** (1.0 - beta) / h + steep * h**alpha * rounds
        assert 0 < values.argmin() < len(h) - 1
        return values.min()

    of_l = np.log(least(1e9, 8.0) / least(1e9, 1.0)) / np.log(8.0)
    of_rounds = np.log(least(1e10, 1.0) / least(1e9, 1.0)) / np.log(10.0)
    assert of_l == pytest.approx(1.0 / (1.0 + alpha), abs=1e-6)
    assert of_rounds == pytest.approx(1.0 - beta * alpha / (1.0 + alpha), abs=1e-6)


def test_a_window_beside_the_best_action_is_a_kernel_and_a_cut_cell_is_not():
    h, best = 0.4, 0.9
    assert 1.0 / (1.0 - 2.0 * h) > 1.0 / h  # uniform on [0.8, 1], what is left of the last cell
    for alpha in (0.5, 1.0, 2.0):
        value = holder_smooth_value(best, h, exponent=alpha)
        window = np.linspace(1.0 - h, 1.0, 100_001)
        assert value == pytest.approx((np.abs(window - best) ** alpha).mean(), abs=1e-4)
        for target in np.linspace(0.0, 1.0, 21):
            assert holder_smooth_value(target, h, exponent=alpha) <= h**alpha
