"""Every theorem of the paper as an experiment that can fail."""
