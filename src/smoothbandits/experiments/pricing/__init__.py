"""Learn prices online in a synthetic market; the experiment behind ``smoothbandits demo``."""

from smoothbandits.experiments.pricing.results import Outcome, PricingResult
from smoothbandits.experiments.pricing.run import METHODS, check_settings, run_pricing

__all__ = ["METHODS", "Outcome", "PricingResult", "check_settings", "run_pricing"]
