"""The kernels once more, as plain Python.

The path of this package is the folder of ``smoothbandits.kernels``: importing
``smoothbandits.interpreted.loop`` runs the very same source file with the
``@kernel`` decorator as identity.  It needs no compiler, it takes oracles,
measures and environments that only exist as Python objects, and it is what the
compiled engine is compared with, bit for bit.
"""

from pathlib import Path

__path__ = [str(Path(__file__).parent.parent / "kernels")]
