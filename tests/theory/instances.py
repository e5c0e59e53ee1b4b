"""Random finite problems, shared by the tests of this folder."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

# The same examples in every run.
repeatable = settings(deadline=None, derandomize=True, max_examples=150)

levels = st.floats(1e-3, 1.0)


@st.composite
def problems(draw, most_actions=12):
    """Losses in [0, 1] with frequent ties, and positive weights."""
    n_actions = draw(st.integers(1, most_actions))
    loss = st.one_of(st.floats(0.0, 1.0), st.sampled_from([0.0, 0.25, 0.5, 1.0]))
    losses = draw(st.lists(loss, min_size=n_actions, max_size=n_actions))
    weight = st.one_of(st.just(1.0), st.floats(0.01, 10.0))
    weights = draw(st.lists(weight, min_size=n_actions, max_size=n_actions))
    return np.array(losses), np.array(weights)
