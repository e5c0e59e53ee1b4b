"""``smoothbandits info``: versions, the cache of compiled code, cores."""

import importlib
import platform
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["cache_report", "info"]


def info(json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """Show versions, the cache of compiled code, and cores."""
    from smoothbandits.apps.reports import cores, versions
    from smoothbandits.cli.output import print_json

    cache = cache_report()
    if json:
        machine = {"system": platform.platform(), "cores": cores()}
        print_json({"versions": versions(), "cache": cache, **machine})
        return
    lines = {**versions(), "system": platform.platform(), "cores": str(cores())}
    lines["cache folder"] = cache["folder"] or "none, as nothing can be written"
    lines["cache size"] = f"{cache['bytes'] / 1e6:.1f} MB in {cache['files']} files"
    if cache["outdated_bytes"]:
        lines["other versions"] = f"{cache['outdated_bytes'] / 1e6:.1f} MB, which may be removed"
    for name, value in lines.items():
        print(f"{name:<16}{value}")


def cache_report() -> dict[str, Any]:
    """Folder and size of the compiled code of this version, and size of what others left."""
    # its twin in `interpreted` knows the folder too, and spares the import of numba
    package = "kernels" if "smoothbandits.kernels.jit" in sys.modules else "interpreted"
    jit = importlib.import_module(f"smoothbandits.{package}.jit")
    folder: Path | None = jit.CACHE if package == "kernels" else jit.cache_folder()
    if folder is None:
        return {"folder": None, "bytes": 0, "files": 0, "outdated_bytes": 0}
    size, files = folder_size(folder)
    everything = sum(folder_size(other)[0] for other in folder.parent.glob("kernels-*"))
    return {
        "folder": str(folder),
        "bytes": size,
        "files": files,
        "outdated_bytes": everything - size,
    }


def folder_size(folder: Path) -> tuple[int, int]:
    """Bytes and number of files below a folder."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return sum(sizes), len(sizes)
