"""What oracles that are linear in joint features of context and action have in common."""

from dataclasses import dataclass, field
from typing import Any

from smoothbandits.features import Cosine, joint_basis, joint_width
from smoothbandits.oracles.base import Oracle
from smoothbandits.spaces import Space

__all__ = ["JointOracle"]


@dataclass(frozen=True)
class JointOracle(Oracle):
    """An oracle with one parameter for each of the features phi(x, a).

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)`` that
        returns a vector (which runs on the python engine).
    """

    features: Any = field(default_factory=Cosine)

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        """A user's function only runs in Python."""
        return not callable(self.features)

    def size(self, space: Space, width: int) -> int:
        """How many features there are."""
        return joint_width(joint_basis(self.features, space), space, width)

    def search(self, space: Space) -> dict[str, Any]:
        """Fields of the state: the features, and where the least loss is searched."""
        candidates, spacing = space.candidates()
        basis = joint_basis(self.features, space)
        return {"basis": basis, "candidates": candidates, "spacing": spacing}
