"""What other policies would have done, from a log: estimates, and intervals that can be trusted."""

from smoothbandits.evaluation.evaluating import evaluate
from smoothbandits.evaluation.result import Evaluation, Look, PolicyValue
from smoothbandits.evaluation.targets import Density

__all__ = ["Density", "Evaluation", "Look", "PolicyValue", "evaluate"]
