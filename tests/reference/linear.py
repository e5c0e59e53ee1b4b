"""Linear regression oracles with numpy's solvers and everything recomputed in every round."""

import numpy as np
from scipy.optimize import brentq


def vovk_azoury_warmuth(features, losses, query, ridge, weights=None, query_weight=1.0):
    """phi' A^-1 b, where A holds all examples and the query itself."""
    features = np.asarray(features).reshape(-1, len(query))
    weights = np.ones(len(features)) if weights is None else np.asarray(weights)
    matrix = ridge * np.eye(len(query)) + query_weight * np.outer(query, query)
    matrix += (features * weights[:, None]).T @ features
    target = features.T @ (weights * np.asarray(losses))
    return float(np.clip(query @ np.linalg.solve(matrix, target), 0.0, 1.0))


def ridge_minimum(features, losses, ridge, weights=None):
    """min over u of ridge |u|^2 + sum w (u'phi - y)^2."""
    features, losses = np.asarray(features), np.asarray(losses)
    weights = np.ones(len(losses)) if weights is None else np.asarray(weights)
    matrix = ridge * np.eye(features.shape[1]) + (features * weights[:, None]).T @ features
    u = np.linalg.solve(matrix, features.T @ (weights * losses))
    return ridge * u @ u + weights @ (features @ u - losses) ** 2


def ball_minimum(features, losses, radius):
    """min of the square loss over |u| <= radius."""
    features, losses = np.asarray(features), np.asarray(losses)
    gram, target = features.T @ features, features.T @ losses

    def solution(s):
        return np.linalg.solve(gram + s * np.eye(len(gram)), target)

    u = solution(1e-12)
    if np.linalg.norm(u) > radius:
        u = solution(brentq(lambda s: np.linalg.norm(solution(s)) - radius, 0.0, 1e9))
    return np.sum((features @ u - losses) ** 2)


def project(matrix, theta, radius):
    """The point of the ball nearest to theta in the norm of ``matrix``, by eigenvectors."""
    if np.linalg.norm(theta) <= radius:
        return theta
    values, vectors = np.linalg.eigh(matrix)
    along = vectors.T @ theta

    def shrunk(s):
        return values / (values + s) * along

    top = np.max(values) * np.linalg.norm(theta) / radius
    s = brentq(lambda s: np.linalg.norm(shrunk(s)) - radius, 0.0, top, xtol=1e-14, rtol=1e-15)
    return vectors @ shrunk(s)
