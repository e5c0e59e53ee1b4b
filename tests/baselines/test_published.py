import re

import pytest

from smoothbandits.baselines.published import CATS_BEST, CATS_GRID
from tests.datasets.shared import shared_file

SETS = {
    "BNG_wisconsin": "bng-wisconsin",
    "BNG_auto_price": "bng-price",
    "BNG_cpu_act": "bng-cpu",
    "black_friday": "black-friday",
    "zurich": "zurich",
    "ds_5": "synthetic-cats",
}


def test_best_settings_and_grid_are_those_of_the_authors_output():
    text = shared_file("cats_published_grid.txt").read_text()
    sections = re.split(r"^(\w+)$", text, flags=re.MULTILINE)[1:]
    for name, section in zip(sections[::2], sections[1::2], strict=True):
        rows = re.findall(r"= cats, ([\d.]+), ([\d.]+), ([\d.]+)", section)
        losses = {(int(float(n)), float(h)): float(loss) for n, h, loss in rows}
        interval = re.findall(r"C\.I\. = ([\d.]+), ([\d.]+)", section)[0]
        best = CATS_BEST[SETS[name]]
        assert sorted(losses) == sorted(CATS_GRID)
        assert losses[best.leaves, best.bandwidth] == best.loss == min(losses.values())
        assert (best.low, best.high) == pytest.approx([float(v) for v in interval], abs=6e-7)
    assert set(sections[::2]) == set(SETS)
