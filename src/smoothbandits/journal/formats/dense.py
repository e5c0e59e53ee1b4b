"""What formats without atoms can hold: rounds whose law has a density in the user's units.

SmoothIGW plays its greedy action with a probability above 0, and no density says so.  Rounds that
played it are left out; those that explored are whole, with the density of being played:
``density`` times that of mu.
"""

import json
import math
from typing import TYPE_CHECKING, Any

from smoothbandits.errors import InvalidParameter, InvalidTable
from smoothbandits.journal.log import About
from smoothbandits.spaces import Interval

if TYPE_CHECKING:
    import polars

__all__ = ["Dense", "fields_of"]

NOTE = (
    "this format has no place for an atom: rounds that played the greedy action are left out, so "
    "divide sums over the file by the number of all rounds"
)


class Dense:
    """Rounds with a density, and a count of those without.

    Attributes
    ----------
    left_out
        How many were left out, by the reason.
    rows
        How many were not.
    """

    def __init__(self, about: About, name: str) -> None:
        space = about.space
        if not isinstance(space, Interval) or space.finite is not None:
            raise InvalidParameter(
                f"the space is {space!r}; {name} knows densities of one continuous number only: "
                "export Parquet or CSV"
            )
        self._about = about
        self.rows = 0
        self.left_out: dict[str, int] = {}
        self.greedy = 0

    def of(self, frame: "polars.DataFrame") -> "polars.DataFrame":
        """The rounds that the format can hold, with ``reward`` and ``pdf``."""
        import polars

        column = polars.col
        for reason, kept in (
            ("nothing was learned of them", column("loss").is_not_null()),
            ("a rule held, under which mu is another", column("within").is_null()),
            ("the greedy action, an atom", column("explored")),
        ):
            left = frame.filter(kept)
            if len(left) < len(frame):
                more = len(frame) - len(left)
                self.left_out[reason] = self.left_out.get(reason, 0) + more
            frame = left
        scale = self._about.scale
        actions = frame["action"].cast(polars.Float64)
        masses = self._about.space.density(actions.to_numpy())
        self.rows += len(frame)
        return frame.with_columns(
            reward=scale.high - column("loss") * (scale.high - scale.low),
            pdf=column("density") * polars.Series(masses),
            action=actions,
        )

    @property
    def note(self) -> str:
        """What was done about atoms, where something was."""
        return NOTE if any("atom" in reason for reason in self.left_out) else ""

    def refuse_empty(self, name: str) -> None:
        """Raise unless the file holds anything."""
        if not self.rows:
            reasons = "; ".join(f"{n:,}: {reason}" for reason, n in self.left_out.items())
            raise InvalidTable(f"{name} can hold none of the decisions ({reasons or 'none made'})")


def fields_of(row: dict[str, Any]) -> dict[str, Any]:
    """A context as names and values; entries of a row are f0, f1, ...; what is missing is not."""
    if row["context"] is not None:
        found = json.loads(row["context"])
    else:
        found = {f"f{i}": entry for i, entry in enumerate(row["row"])}
    return {
        str(name): value
        for name, value in found.items()
        if value is not None and not (isinstance(value, float) and math.isnan(value))
    }
