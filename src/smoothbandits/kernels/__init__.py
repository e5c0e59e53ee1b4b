"""All compiled code, and nothing else.

Kernels are plain functions over state tuples (:mod:`smoothbandits.kernels.states`).
They return status codes instead of raising, use ``math`` and explicit loops so that
compiled and interpreted results agree in every bit, and never use fastmath.
"""
