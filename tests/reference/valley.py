"""A valley by its formula: numpy, differences instead of derivatives, LightGBM's own walks."""

import numpy as np

from tests.reference.hyperbola import loss

STEP = 1e-6


def residuals(shape, actions, places, losses):
    """What the hyperbola around each place says too much."""
    return loss(shape, actions - places) - losses


def error(shape, actions, places, losses):
    """Their sum of squares."""
    return np.sum(residuals(shape, actions, places, losses) ** 2)


def slopes(shape, actions, places, losses):
    """Of the predicted loss by the place, by differences."""
    beside = (residuals(shape, actions, places + side * STEP, losses) for side in (1.0, -1.0))
    above, below = beside
    return (above - below) / (2.0 * STEP)


def jacobian(shape, actions, places, losses):
    """Of the residuals by the shape's parameters, by differences; a column for each."""
    columns = []
    for i in range(len(shape)):
        step = STEP * np.eye(len(shape))[i]
        above, below = (
            residuals(beside, actions, places, losses) for beside in (shape + step, shape - step)
        )
        columns.append((above - below) / (2.0 * STEP))
    return np.column_stack(columns)


def places(models, contexts):
    """The library's predictions, summed."""
    return sum(model.predict(contexts) for model in models)
