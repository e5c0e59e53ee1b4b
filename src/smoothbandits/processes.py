"""Processes that work for another one and must not outlive their purpose."""

import os
import threading
from collections.abc import Callable
from typing import Any

__all__ = ["end_after"]


def end_after(wait: Callable[..., Any], *arguments: Any, code: int = 1) -> None:
    """End this process, whatever it is doing, as soon as ``wait(*arguments)`` returns or fails.

    A thread waits, so the end comes without the main thread: that may be in the middle of a fit
    that takes minutes, for a process that is gone.
    """

    def follow() -> None:
        try:
            wait(*arguments)
        finally:
            os._exit(code)

    threading.Thread(target=follow, daemon=True).start()
