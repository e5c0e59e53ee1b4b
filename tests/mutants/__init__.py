"""Faults that are put into the core on purpose, each with the tests that must notice it.

One file per part of the core; `make mutants` plants them one after the other.
"""

from tests.mutants.change import CHANGE
from tests.mutants.claims import CLAIMS
from tests.mutants.corral import CORRAL
from tests.mutants.keeping import KEEPING
from tests.mutants.oracles import ORACLES
from tests.mutants.paper import PAPER
from tests.mutants.payoffs import PAYOFFS
from tests.mutants.refits import REFITS
from tests.mutants.rules import RULES
from tests.mutants.sampler import SAMPLER
from tests.mutants.theory import THEORY
from tests.mutants.trees import TREES

__all__ = ["MUTANTS"]

MUTANTS = {
    "sampler and law": SAMPLER,
    "rules and values": RULES,
    "CORRAL": CORRAL,
    "theory": THEORY,
    "oracles": ORACLES,
    "trees and slices": TREES,
    "payoffs": PAYOFFS,
    "forgetting and watching": CHANGE,
    "ledger and storage": KEEPING,
    "refits": REFITS,
    "statements of the paper": PAPER,
    "claims and experiments": CLAIMS,
}
