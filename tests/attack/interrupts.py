"""Exceptions raised between any two steps of Python, as control-C does, one at a time."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import smoothbandits

HOME = str(smoothbandits.__file__).removesuffix("__init__.py")


class Interruption(BaseException):
    """What control-C raises, under a name that nothing else raises."""


class Interrupter:
    """Counts the steps of a call, or stops it at one of them.

    A step is an instruction of Python inside the package.  Not counted are returns: nothing can
    be raised between them and what the caller does with the value.
    """

    def __init__(self, at: int | None = None) -> None:
        self.at, self.steps, self.raised = at, 0, False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(HOME):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode" and frame.f_code.co_code[frame.f_lasti] not in RETURNS:
            self.steps += 1
            if self.steps == self.at:
                self.raised = True
                sys.settrace(None)
                raise Interruption(f"step {self.at} in {frame.f_code.co_qualname}")
        return self

    def run(self, call: Callable[[], Any]) -> Any:
        """Call, and stop where it is time."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            return call()
        finally:
            sys.settrace(before)


def opcodes(*names: str) -> set[int]:
    import opcode

    return {opcode.opmap[name] for name in names if name in opcode.opmap}


RETURNS = opcodes("RETURN_VALUE", "RETURN_CONST", "RETURN_GENERATOR", "RERAISE")


def steps_of(call: Callable[[], Any]) -> int:
    """How many steps a call takes."""
    counter = Interrupter()
    counter.run(call)
    return counter.steps
