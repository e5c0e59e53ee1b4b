"""The command ``smoothbandits``, also ``python -m smoothbandits``."""

import sys

from smoothbandits.errors import MissingExtra
from smoothbandits.extras import require_extra

__all__ = ["main"]


def main() -> None:
    """Run the command; where its extra is missing, say so with exit code 2."""
    try:
        require_extra("cli", "typer", "rich", "polars", "matplotlib")
    except MissingExtra as error:
        print(f"smoothbandits: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    from smoothbandits.cli import main as command

    command()


if __name__ == "__main__":
    main()
