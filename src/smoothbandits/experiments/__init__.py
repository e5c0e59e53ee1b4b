"""Experiments: each a plain function from settings to results, and a report of them."""
