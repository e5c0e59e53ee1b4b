"""Claims are tested at a small size, and once more, marked slow, at the size of the command."""

import pytest

from lab.tests.claims.judging import results_of
from smoothbandits_lab.cells import Cells


@pytest.fixture(scope="module", params=["tiny", pytest.param("full", marks=pytest.mark.slow)])
def size(request):
    """Of the runs."""
    return request.param


@pytest.fixture(scope="module")
def results(request, size):
    """What unbroken code leaves; full results are kept with pytest's cache."""
    cells = request.module.CLAIM.cells(size)
    if size == "tiny":
        return results_of(cells)
    return Cells(request.config.cache.mkdir("claims")).run(cells)
