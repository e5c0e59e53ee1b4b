"""``python -m smoothbandits``."""

from smoothbandits.cli import main

main()
