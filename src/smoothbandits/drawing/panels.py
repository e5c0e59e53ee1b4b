"""What there is to draw of a bandit, as numbers."""

from typing import Any, NamedTuple

from smoothbandits.checks import Floats

__all__ = ["Choice", "Effect", "Effects", "Line", "Mark", "Panel", "Track"]


class Line(NamedTuple):
    """One line of a panel, or its bars.

    Attributes
    ----------
    name
        Of the category; empty where there is one line only.
    actions
        Places along the axis, in the user's units.
    predicted
        Predicted losses or rewards there.
    density
        Of the law, relative to mu; for items their probability.
    outcome
        Predicted outcomes, where a payoff says what they pay.
    """

    name: str
    actions: Floats
    predicted: Floats
    density: Floats
    outcome: Floats | None = None


class Mark(NamedTuple):
    """The place of one action on a panel.

    Attributes
    ----------
    place, predicted
        Along the axis, and the predicted loss or reward.
    line
        Number of the line that the action is on.
    """

    place: float
    predicted: float
    line: int = 0


class Panel(NamedTuple):
    """One axis of the actions.

    Attributes
    ----------
    label
        Of the axis.
    lines
        One, or one per category.
    best
        The greedy action.
    labels
        Names of items, where the lines are bars; empty elsewhere.
    logarithmic
        Whether the measure is spread over the logarithm.
    played
        The action that was played, where it is not the greedy one.
    """

    label: str
    lines: tuple[Line, ...]
    best: Mark
    labels: tuple[str, ...] = ()
    logarithmic: bool = False
    played: Mark | None = None


class Choice(NamedTuple):
    """One context as a bandit sees it: what it predicts, and the law of its action.

    Attributes
    ----------
    panels
        One; for a box one per knob, through the greedy action.
    noun
        What is predicted: "loss" or "reward".
    greedy_action, predicted
        The best guess and what is predicted of it.
    atom
        Probability of exactly that action, beyond what the density gives; nan where unknown.
    shown, actions
        How many lines or bars are shown, and how many there are.
    """

    panels: tuple[Panel, ...]
    noun: str
    greedy_action: Any
    predicted: float
    atom: float
    shown: int = 1
    actions: int = 1


class Track(NamedTuple):
    """A line over the values of a field.

    Attributes
    ----------
    name
        Of the knob or the category.
    mean
        Over contexts.
    low, high
        The middle four fifths of the contexts; None where that is nothing to draw.
    is_share
        Whether it is the share of contexts in which a category is best.
    """

    name: str
    mean: Floats
    low: Floats | None = None
    high: Floats | None = None
    is_share: bool = False


class Effect(NamedTuple):
    """What one field of a context does.

    Attributes
    ----------
    field
        Its name.
    values
        What it is set to.
    best
        The best action: its numbers and its categories.
    predicted
        Mean predicted loss or reward of the best action.
    labels
        What the values are called, where they are no numbers.
    """

    field: str
    values: Floats
    best: tuple[Track, ...]
    predicted: Track
    labels: tuple[str, ...] = ()


class Effects(NamedTuple):
    """What the fields of a context do to the best action and to what is predicted of it.

    Attributes
    ----------
    effects
        One per field, of those that do most.
    noun
        What is predicted: "loss" or "reward".
    contexts, given
        How many contexts the fields were set in, and whether the user gave them.
    fields
        How many fields there are.
    """

    effects: tuple[Effect, ...]
    noun: str
    contexts: int
    given: bool
    fields: int
