"""Name the price of a car, told nothing but how wrong: behind ``smoothbandits demo``."""

from smoothbandits.apps.demo.run import DEMO_POLICIES, Demo, demo_problem, run_demo

__all__ = ["DEMO_POLICIES", "Demo", "demo_problem", "run_demo"]
