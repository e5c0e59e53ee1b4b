"""Users' oracles among the states, and how they are put back as they were."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from smoothbandits.bandit import storage
from smoothbandits.kernels.states import OwnState

__all__ = ["Before", "before", "has_state_methods", "own_states"]


class Before(NamedTuple):
    """A user's oracle before a lesson.

    Attributes
    ----------
    holder, model
        What holds it, and the object itself: whoever has it sees it put back.
    learned
        How many examples it had learned.
    saved
        What it knew: of its ``state_dict``, or copies of its attributes.
    unknown
        Why that could not be found out; empty where it was.
    """

    holder: Any
    model: Any
    learned: int
    saved: dict[str, Any]
    unknown: str = ""

    def put_back(self) -> None:
        """Let it know what it knew, as far as that was found out; it can be done again."""
        self.holder.model = self.model  # a restart puts another in its place
        if self.unknown:
            return
        if has_state_methods(self.model):
            self.model.load_state_dict(copy.deepcopy(self.saved))
        else:
            vars(self.model).clear()
            vars(self.model).update(copy.deepcopy(self.saved))
        self.holder.learned = self.learned

    @property
    def note(self) -> str:
        """What stays learned after an error; empty where all is put back."""
        some = self.holder.learned - self.learned
        if not self.unknown or not some:
            return ""
        return (
            f"{type(self.model).__name__} learned {some} of the examples before this, and goes on "
            f"knowing them, because it cannot be copied ({self.unknown}); with state_dict() and "
            "load_state_dict(arrays) they would be taken back"
        )


def before(state: Any) -> list[Before]:
    """What the users' oracles in a state know."""
    return [remembered(own.holder) for own in own_states(state, "").values()]


def remembered(holder: Any) -> Before:
    """What the oracle in a holder knows."""
    model, saved, unknown = holder.model, {}, ""
    try:
        known = model.state_dict() if has_state_methods(model) else vars(model)
        saved = copy.deepcopy(dict(known))
    except Exception as error:  # a lock, a file, a connection, no attributes
        unknown = str(error) or type(error).__name__
    return Before(holder, model, holder.learned, saved, unknown)


def own_states(state: Any, path: str) -> dict[str, OwnState]:
    """The users' oracles in a state, by their place in it."""
    return dict(found_in(state, path))


def found_in(state: Any, path: str) -> Iterator[tuple[str, OwnState]]:
    if isinstance(state, OwnState):
        yield path, state
    elif isinstance(state, tuple):
        for name, part in storage.parts(state):
            yield from found_in(part, f"{path}.{name}")


def has_state_methods(oracle: Any) -> bool:
    """Whether a user's oracle says what it knows."""
    return all(callable(getattr(oracle, f"{verb}state_dict", None)) for verb in ("", "load_"))
