"""An interval with a measure of the user's own (interpreted)."""

from smoothbandits.kernels.states import SampledState

from ..generics import reweigh, sample, to_user


@sample.register(SampledState)
def sample_own(space, key, out):
    """Call the user's sampler."""
    out[0] = space.sampler(key)


@to_user.register(SampledState)
def own_to_user(space, action, out):
    """Unit coordinates are linear where only a sampler is known."""
    low, high = space.sides[0, 0], space.sides[0, 1]
    out[0] = low + action[0] * (high - low)


@reweigh.register(SampledState)
def reweigh_by_density(space, points, weights):
    """Integrate against the user's density."""
    weights *= space.density(points[:, 0])
