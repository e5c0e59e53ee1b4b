"""Environments: importing this folder registers every kernel that lies in it."""

from smoothbandits.rooms import files_of

list(files_of(__name__, __path__))
