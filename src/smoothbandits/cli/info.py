"""``smoothbandits info``: versions, the cache of compiled code, cores."""

import importlib
import platform
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["cache_report", "info"]


def info(json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """Show versions, the cache of compiled code, and cores."""
    from smoothbandits.cli.output import print_json, print_table
    from smoothbandits.reports import Table, cores, versions

    cache = cache_report()
    if json:
        machine = {"system": platform.platform(), "cores": cores()}
        print_json({"versions": versions(), "cache": cache, **machine})
        return
    rows = [[name, number] for name, number in versions().items()]
    rows += [["system", platform.platform()], ["cores", str(cores())]]
    rows += [["cache folder", cache["folder"] or "none: nothing can be written"]]
    rows += [["cache size", f"{cache['bytes'] / 1e6:.1f} MB in {cache['files']} files"]]
    if cache["outdated_bytes"]:
        rows += [["of other versions", f"{cache['outdated_bytes'] / 1e6:.1f} MB, may be removed"]]
    print_table(Table(["", ""], rows))


def cache_report() -> dict[str, Any]:
    """Folder and size of the compiled code of this version, and size of what others left."""
    jit = importlib.import_module("smoothbandits.interpreted.jit")  # the same file, without numba
    folder: Path | None = jit.cache_folder()
    if folder is None:
        return {"folder": None, "bytes": 0, "files": 0, "outdated_bytes": 0}
    size, files = folder_size(folder)
    everything, _ = folder_size(folder.parent)
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
