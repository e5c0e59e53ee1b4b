"""Delays of trams and buses: Zur of the paper's Table 1.

Degenerate, as nearly all scaled targets are alike: the best constant has loss 0.000476, far below
every learner of Table 1.
"""

from smoothbandits.datasets.card import Card
from smoothbandits.datasets.openml_table import OpenMLTable

__all__ = ["ZURICH"]

ZURICH = OpenMLTable(
    card=Card(
        name="zurich",
        summary="5,465,575 stops of public transport; guess the delay (Zur of Table 1)",
        licence="not stated by OpenML",
        source="OpenML 40753 (delays_zurich_transport), file 5698591",
        note="degenerate: a constant beats every learner of Table 1",
    ),
    dataset=40753,
    file=5698591,
    stem="delays_zurich_transport",
    target="delay",
    without=("time",),  # a date; the CATS authors leave it out
    median=0.9444970,
    deviation=0.0004755,
)
