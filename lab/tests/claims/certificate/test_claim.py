"""The claim about the certificate, and how it fails."""

from importlib import import_module

import numpy as np
import pytest

from lab.tests.claims.judging import results_of
from smoothbandits.apps.reports.figures import DARK, render
from smoothbandits.theory import exact_dec
from smoothbandits_lab.claims.certificate import claim
from smoothbandits_lab.claims.certificate.claim import CLAIM
from smoothbandits_lab.claims.certificate.runs import interval_dec
from smoothbandits_lab.claims.certificate.sampler import acceptances
from smoothbandits_lab.claims.certificate.steps import Steps


def verdicts(size):
    finding = CLAIM.judge(size, results_of(CLAIM.cells(size)))
    return finding, [check.holds for check in finding.checks]


def test_it_holds(size):
    finding, checks = verdicts(size)
    assert finding.verdict == "holds" and all(checks)
    tried = dict(zip(("random", "even", "interval"), claim.INSTANCES[size], strict=True))
    assert finding.numbers["instances"] == tried
    assert sum(finding.numbers["histogram"]) == tried["random"]
    assert 0.99 < finding.numbers["largest"] <= 1.0 + 1e-9  # it is nearly attained
    drawn = render(lambda figure, theme: CLAIM.draw(figure, finding, theme), theme=DARK)
    assert drawn[1:4] == b"PNG"


def test_a_squared_acceptance_probability_turns_it(monkeypatch, size):
    kernels = import_module("smoothbandits.interpreted.explorers.smooth_igw")
    monkeypatch.setattr(kernels, "igw", lambda rate, gap: (1.0 / (1.0 + rate * gap)) ** 2)
    finding, checks = verdicts(size)
    assert finding.verdict == "fails"
    assert checks == [False, False, False, False]
    assert finding.numbers["above"] > 50


def test_more_exploration_than_needed_is_seen_by_the_equalities(monkeypatch, size):
    kernels = import_module("smoothbandits.interpreted.explorers.smooth_igw")
    monkeypatch.setattr(kernels, "igw", lambda rate, gap: 1.0 / (1.0 + 0.9 * rate * gap))
    finding, checks = verdicts(size)
    assert finding.verdict == "fails" and not checks[1] and not checks[3]


@pytest.mark.parametrize("scope", ["tiny", "quick", "full"])
def test_batches_hold_all_instances(scope):
    count = {}
    for cell in CLAIM.cells(scope):
        count[cell.policy] = count.get(cell.policy, 0) + cell.settings["instances"]
    assert tuple(count.values()) == claim.INSTANCES[scope]
    assert claim.INSTANCES["full"][0] == 10_000


def test_an_interval_of_constant_pieces_is_a_finite_set():
    # 64 equal items with the atom spread over the greedy piece would be another law: put the
    # finite set's atom on an item of its own, which mu does not reach
    generator = np.random.default_rng(4)
    level, h, gamma = generator.random(64), 0.25, 80.0
    steps = Steps(level, level)
    played = acceptances(steps.values - steps.least, h, gamma)
    kernel = np.zeros(64)
    kernel[:16] = 4.0
    mass = steps.integrate(played)
    predictions = np.append(level, level.min())
    law = np.append(steps.piece_means(played) / 64, 1.0 - mass)
    expected = exact_dec(predictions, law, np.append(kernel / 64, 0.0), gamma)
    assert interval_dec(steps, played, kernel[None], gamma)[0] == pytest.approx(expected)
