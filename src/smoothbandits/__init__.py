"""Contextual bandits with continuous or very large action sets."""
