"""The two ways to run the kernels: compiled by Numba, or interpreted from the same source.

Numba is imported on first use of the compiled engine, not before.
"""

import functools
import importlib
from types import FunctionType, SimpleNamespace
from typing import Any, Literal

Engine = Literal["compiled", "python"]

# what Python calls, by the kernel file it is in
ENTRIES = {
    "steps": (
        "decide",
        "decide_many",
        "gamma_of",
        "learn",
        "learn_many",
        "predict_best",
        "predict_each",
        "predict_losses",
        "predict_mass",
        "propensity_of",
        "sample_many",
        "to_user_many",
        "train",
    ),
    "loop": ("loss_curve", "run"),
    "epochs": ("decide_rounds", "learn_rounds"),
    "baseline_loop": ("choose_one", "play", "respond_one"),
    "corral": ("corral_choose", "corral_credit", "corral_rebalance"),
    "bayes_network": ("sample_network",),
    "boosted": ("greedy_actions", "predicted_differences"),
    "boosted_outcomes": ("mixture_losses",),
    "guides": ("hint_rows",),
    "handle": ("make_handle",),
    "philox": ("decision_key", "uniforms"),
    "quadrature": ("fill_lattice",),
    "spaces": ("fill_alias_table",),
    "typical": ("add_slices", "mean_outcomes", "typical_logits"),
    "valley": (
        "shape_equations",
        "valley_error",
        "valley_losses",
        "valley_gradients",
        "valley_places",
        "within_bounds",
    ),
}


@functools.cache
def load(engine: Engine) -> SimpleNamespace:
    """Return the entry points of an engine."""
    package = "smoothbandits.kernels" if engine == "compiled" else "smoothbandits.interpreted"
    entries = SimpleNamespace()
    for file, names in ENTRIES.items():
        module = importlib.import_module(f"{package}.{file}")
        for name in names:
            setattr(entries, name, getattr(module, name))
    return entries


@functools.cache
def stepped_run() -> Any:
    """The interpreted loop around compiled steps: for environments that are Python objects."""
    compiled = importlib.import_module("smoothbandits.kernels.steps")
    source = importlib.import_module("smoothbandits.interpreted.loop")
    names = dict(vars(source))
    names.update(decide=compiled.decide, absorb=compiled.absorb, apply=compiled.apply)
    names["play_round"] = FunctionType(source.play_round.__code__, names)
    return FunctionType(source.run.__code__, names)


def direct(function: Any, *arguments: Any) -> Any:
    """Code of a compiled entry for arguments of these types, called without a look at them.

    Numba takes over a microsecond to find the type of a handle, as long as a decision takes.
    The caller vouches that all later arguments have the types, and arrays the layout, of these.
    """
    if not hasattr(function, "get_overload"):  # interpreted
        return function
    typeof = importlib.import_module("numba").typeof
    signature = tuple(typeof(argument) for argument in arguments)
    function.compile(signature)
    return function.get_overload(signature)
