"""The two ways to run the kernels: compiled by Numba, or interpreted from the same source.

Numba is imported on first use of the compiled engine, not before.
"""

import functools
import importlib
from types import FunctionType, SimpleNamespace
from typing import Any, Literal

Engine = Literal["compiled", "python"]

STEPS = (
    "decide",
    "decide_many",
    "gamma_of",
    "learn",
    "learn_many",
    "predict_best",
    "predict_losses",
    "predict_mass",
    "propensity_of",
    "sample_many",
    "to_user_many",
    "train",
)


@functools.cache
def load(engine: Engine) -> SimpleNamespace:
    """Return the entry points of an engine."""
    package = "smoothbandits.kernels" if engine == "compiled" else "smoothbandits.interpreted"
    steps = importlib.import_module(f"{package}.steps")
    loop = importlib.import_module(f"{package}.loop")
    corral = importlib.import_module(f"{package}.corral")
    spaces = importlib.import_module(f"{package}.spaces")
    philox = importlib.import_module(f"{package}.philox")
    entries: dict[str, Any] = {name: getattr(steps, name) for name in STEPS}
    entries["run"] = loop.run
    entries["loss_curve"] = loop.loss_curve
    for name in ("corral_choose", "corral_credit", "corral_rebalance"):
        entries[name] = getattr(corral, name)
    entries["uniforms"] = philox.uniforms
    entries["decision_key"] = philox.decision_key
    entries["make_handle"] = importlib.import_module(f"{package}.handle").make_handle
    entries["fill_alias_table"] = spaces.fill_alias_table
    entries["fill_lattice"] = importlib.import_module(f"{package}.quadrature").fill_lattice
    return SimpleNamespace(**entries)


@functools.cache
def stepped_run() -> Any:
    """The interpreted loop around compiled steps: for environments that are Python objects."""
    compiled = importlib.import_module("smoothbandits.kernels.steps")
    source = importlib.import_module("smoothbandits.interpreted.loop")
    names = dict(vars(source))
    names.update(decide=compiled.decide, absorb=compiled.absorb, apply=compiled.apply)
    return FunctionType(source.run.__code__, names)
