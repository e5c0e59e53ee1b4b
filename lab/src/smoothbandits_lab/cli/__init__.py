"""``smoothbandits reproduce``, which the laboratory adds to the command."""
