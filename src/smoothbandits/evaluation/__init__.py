"""What other policies would have done, from a log, with intervals that can be trusted."""

from smoothbandits.evaluation.evaluating import evaluate
from smoothbandits.evaluation.gate import Gate, Passage, Step
from smoothbandits.evaluation.result import Evaluation, Look, PolicyValue
from smoothbandits.evaluation.targets import Density

__all__ = ["Density", "Evaluation", "Gate", "Look", "Passage", "PolicyValue", "Step", "evaluate"]
