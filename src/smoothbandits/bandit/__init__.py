"""The thing a user holds: it decides, learns, and survives a restart."""

from smoothbandits.bandit.corral_bandit import CorralBandit
from smoothbandits.bandit.decision import Decision, Decisions, Propensity
from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.looking.explanation import Explanation
from smoothbandits.bandit.looking.replaying import Draws, Replay
from smoothbandits.bandit.persistence import from_bytes, load
from smoothbandits.bandit.planning import Plan, Promise, plan

__all__ = [
    "Bandit",
    "CorralBandit",
    "Decision",
    "Decisions",
    "Draws",
    "Explanation",
    "Plan",
    "Promise",
    "Propensity",
    "Replay",
    "from_bytes",
    "load",
    "plan",
]
