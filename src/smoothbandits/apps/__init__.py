"""What the commands run, as plain functions from settings to results, and the reports of them."""

from smoothbandits.extras import require_extra

require_extra("cli", "polars", "matplotlib")
