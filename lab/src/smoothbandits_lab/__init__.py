"""The laboratory: the paper's experiments and studies of the defaults, beside the library."""
