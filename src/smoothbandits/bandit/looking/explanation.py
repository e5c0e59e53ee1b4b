"""Why a decision was made: as text, as a figure, as HTML, as JSON for an auditor."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from smoothbandits.bandit.decision import Decision, Propensity
from smoothbandits.bandit.looking.contributions import Contributions
from smoothbandits.bandit.looking.neighbours import Neighbour
from smoothbandits.bandit.looking.pictures import choice_figure
from smoothbandits.bandit.looking.replaying import Draws, Replay
from smoothbandits.drawing.html import facts
from smoothbandits.drawing.panels import Choice
from smoothbandits.errors import ModelMovedOn

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Explanation"]

SHOWN_FIELDS = 8


@dataclass(frozen=True, eq=False, repr=False)
class Explanation:
    """Why a decision was made; print it, `plot` it, or keep `to_json`.

    Attributes
    ----------
    decision
        The record.
    source
        What it is explained from: "model", the bandit as it still is; "snapshot", a bandit as it
        was; "record", the decision alone, because the model has learned since.
    noun
        What predictions are: "loss" or "reward", in the units of the bandit's scale.
    context
        What was known, field by field.
    predicted, greedy_predicted
        Prediction for what was played and for the greedy action; nan where unknown.
    draws
        The random draws of the decision, which follow from its key.
    replay
        All that the model made of them, losses in [0, 1]; None from the record alone.
    acceptance
        Probability that the draw from mu is played, as the least and the greatest that it can
        have been; both alike where it is known.
    why
        Whether and why it explored, as a sentence.
    propensity, greedy_propensity
        How likely what was played and the greedy action were; nan where unknown.
    choice
        Predictions and law over the actions; None from the record alone.
    contributions
        What the fields of the context add to the prediction; None where that is unknown.
    best_action_contributions
        The same for the best action instead of the prediction, where it is one number.
    neighbours
        Kept examples that are most like this decision; None where none are kept.
    notes
        What could not be said, and why.
    """

    decision: Decision
    source: Literal["model", "snapshot", "record"]
    noun: str
    context: Mapping[str, str]
    predicted: float
    greedy_predicted: float
    draws: Draws
    replay: Replay | None
    acceptance: tuple[float, float]
    why: str
    propensity: Propensity
    greedy_propensity: Propensity
    choice: Choice | None
    contributions: Contributions | None
    best_action_contributions: Contributions | None
    neighbours: tuple[Neighbour, ...] | None
    notes: tuple[str, ...]

    # ------------------------------------------------------------------------------ as text

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        decision = self.decision
        yield (
            f"decision {decision.id}: number {decision.number:,}, "
            f"after {decision.version:,} losses, from the {self.source}"
        )
        if self.context:
            yield "context: " + ", ".join(f"{n} = {value}" for n, value in self.context.items())
        yield f"played {said(decision.action)}: predicted {self.noun} {number(self.predicted)}"
        if decision.explored:
            yield (
                f"best guess {said(decision.greedy_action)}: "
                f"predicted {self.noun} {number(self.greedy_predicted)}"
            )
        yield f"why: {self.why}"
        yield f"how likely: {likely(self.propensity)}"
        if decision.explored:
            yield f"how likely the best guess: {likely(self.greedy_propensity)}"
        yield from added(self.contributions, f"the predicted {self.noun} of this action")
        yield from added(self.best_action_contributions, "the best action")
        if self.neighbours:
            yield "kept examples most like it:"
            for near in self.neighbours:
                yield f"  {self._neighbour(near)}"
        for note in self.notes:
            yield f"note: {note}"

    def _neighbour(self, near: Neighbour) -> str:
        words = f"{said(near.action)} brought {self.noun} {number(near.loss)}"
        if near.outcome is not None:
            words = f"{said(near.action)} had outcome {number(near.outcome)}"
            words += f", {self.noun} {number(near.loss)}"
        if near.fields:
            words += " with " + ", ".join(f"{name} = {word}" for name, word in near.fields.items())
        elif near.context:
            words += " in context " + ", ".join(number(entry) for entry in near.context)
        return f"{words} (distance {near.distance:.2g})"

    def __repr__(self) -> str:
        return f"<Explanation of decision {self.decision.id!r} from the {self.source}>"

    # --------------------------------------------------------------------------- for others

    def _repr_html_(self) -> str:
        rows: dict[str, Any] = {
            **{f"context: {name}": value for name, value in self.context.items()},
            "played": f"{said(self.decision.action)}, predicted {self.noun} "
            f"{number(self.predicted)}",
        }
        if self.decision.explored:
            rows["best guess"] = (
                f"{said(self.decision.greedy_action)}, predicted {self.noun} "
                f"{number(self.greedy_predicted)}"
            )
        rows["why"] = self.why
        rows["how likely"] = likely(self.propensity)
        if self.contributions is not None:
            for part in self.contributions.parts[:SHOWN_FIELDS]:
                rows[f"{part.field} adds"] = f"{part.amount:+.4g}"
        for i, near in enumerate(self.neighbours or ()):
            rows[f"example {i + 1}"] = self._neighbour(near)
        for i, note in enumerate(self.notes):
            rows[f"note {i + 1}"] = note
        return facts(f"Decision {self.decision.id}, from the {self.source}", rows)

    def plot(self, *, dark: bool = False) -> "Figure":
        """Draw predictions and law over the actions, with what was played.

        Raises
        ------
        ModelMovedOn
            If only the record is left: it holds no curve.
        """
        if self.choice is None:
            raise ModelMovedOn(
                f"decision {self.decision.id!r} is explained from its record, which holds no "
                f"curve: {'; '.join(self.notes)}"
            )
        return choice_figure(self.choice, dark=dark)

    def to_dict(self) -> dict[str, Any]:
        """Plain Python values, ready for JSON: what is unknown is None."""
        decision = self.decision
        low, high = self.acceptance
        found = {
            "decision": decision.to_dict(),
            "source": self.source,
            "predictions": self.noun,
            "context": dict(self.context),
            "predicted": self.predicted,
            "greedy_predicted": self.greedy_predicted,
            "draws": self.draws._asdict(),
            "replay": None if self.replay is None else as_dict(self.replay),
            "acceptance": {"least": low, "greatest": high},
            "why": self.why,
            "propensity": self.propensity._asdict(),
            "greedy_propensity": self.greedy_propensity._asdict(),
            "choice": as_dict(self.choice),
            "contributions": as_dict(self.contributions),
            "best_action_contributions": as_dict(self.best_action_contributions),
            "neighbours": as_dict(self.neighbours),
            "notes": list(self.notes),
        }
        plain_values: dict[str, Any] = plain(found)
        return plain_values

    def to_json(self) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), allow_nan=False)


def added(found: Contributions | None, what: str) -> Iterator[str]:
    """What the fields add to something, in words."""
    if found is None:
        return
    yield (
        f"what the context did to {what}: on average over {found.contexts} contexts it is "
        f"{number(found.average)}"
    )
    for part in found.parts[:SHOWN_FIELDS]:
        yield f"  {part.field} = {part.value}: {part.amount:+.4g}"
    rest = found.parts[SHOWN_FIELDS:]
    if rest:
        amount = math.fsum(part.amount for part in rest)
        yield f"  {len(rest)} other{'s' * (len(rest) > 1)}: {amount:+.4g}"


def as_dict(value: Any) -> Any:
    """Named tuples as dicts of their fields, all the way down."""
    if hasattr(value, "_asdict"):
        return {name: as_dict(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [as_dict(part) for part in value]
    return value


def plain(value: Any) -> Any:
    """Values that JSON knows: arrays as lists, nan as None."""
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def said(action: Any) -> str:
    """An action in words."""
    if isinstance(action, np.ndarray | tuple | list):
        return "(" + ", ".join(said(part) for part in action) + ")"
    if isinstance(action, Mapping):
        return "(" + ", ".join(f"{name} = {said(part)}" for name, part in action.items()) + ")"
    return number(action) if isinstance(action, float) else str(action)


def number(value: float) -> str:
    """A number to read; unknown ones are said to be."""
    return "unknown" if math.isnan(value) else f"{value:.5g}"


def likely(propensity: Propensity) -> str:
    """Density and atom in words."""
    density, atom, _ = propensity
    words = f"density {number(density)} relative to mu"
    if math.isnan(atom):
        return f"{words}, probability of exactly this action unknown"
    return f"{words}, and {100.0 * atom:.3g} % exactly on this action" if atom > 0.0 else words
