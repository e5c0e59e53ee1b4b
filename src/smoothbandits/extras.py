"""Packages that only a part of the library needs, and the extra that brings each."""

from importlib.util import find_spec

from smoothbandits.errors import MissingExtra

__all__ = ["require_extra"]


def require_extra(extra: str, *packages: str) -> None:
    """Raise `MissingExtra` unless all packages are installed; call it before importing them.

    Examples
    --------
    >>> try:
    ...     require_extra("cli", "json", "no_such_package")
    ... except ImportError as error:
    ...     print(error)
    no_such_package is not installed; run: pip install 'smoothbandits[cli]'
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(
                f"{package} is not installed; run: pip install 'smoothbandits[{extra}]'"
            )
