"""Why a sale at 20 is not told to a model as a sale at 15 too.

``python lab/studies/implied_examples.py [--data-dir FOLDER]`` prints what
docs/explanations/pricing.md says.

Boosted trees with log loss, monotone in the price, learn whether customers buy: from outcomes
alone, or from what they imply as well: sold at a, so also at every lower price of a grid; not
sold at a, so neither at any higher one.

Every implied example is true.  But which ones there are depends on the outcome: at a price below
those asked all of them are sales, as customers who would refuse it imply nothing there.  So the
model learns that lower prices always sell and higher ones never do: curves become too steep.

First, generated customers, whose worth is logistic around a median that depends on three features,
asked prices anywhere or near the best ones: the error of predicted probabilities (root mean
square), and how much of a sale's probability is lost across the median, relative to the truth.
Then revenue per round of playing: the price of greatest predicted revenue, 5 % random prices, fits
at the rival's times; on generated customers and, where they are at hand, on tables.
"""

import argparse

import numpy as np

from smoothbandits.baselines.greedy_trees import fewest_rows, fit_trees, leaf_count, refit_time
from smoothbandits.datasets import at_hand, load

GRID = (np.arange(32) + 0.5) / 32
SPREAD, CUSTOMERS, EPSILON = 0.08, 2_000, 0.05
SIZES, SEEDS = (500, 2_000, 8_000), range(3)
ENDS = (500, 2_000, 5_000)
TABLES = ("uci-parkinsons", "uci-kin40k", "uci-protein")


def medians(features: np.ndarray) -> np.ndarray:
    """Of what generated customers pay."""
    one, two, three = features.T
    return 0.45 + 0.2 * one * two + 0.15 * three


def sale_probability(features: np.ndarray, prices: np.ndarray) -> np.ndarray:
    """The truth about them."""
    return 1.0 / (1.0 + np.exp((prices - medians(features)) / SPREAD))


def best_prices(features: np.ndarray) -> np.ndarray:
    """Of the grid, by the truth."""
    earned = [price * sale_probability(features, np.full(len(features), price)) for price in GRID]
    return GRID[np.argmax(earned, axis=0)]


def with_implied(features: np.ndarray, prices: np.ndarray, sold: np.ndarray):
    """The examples, and all that they imply on the grid."""
    row, cell = np.nonzero(np.where(sold[:, None], GRID < prices[:, None], GRID > prices[:, None]))
    return (
        np.vstack([features, features[row]]),
        np.concatenate([prices, GRID[cell]]),
        np.concatenate([sold, sold[row]]),
    )


def fitted(features: np.ndarray, prices: np.ndarray, sold: np.ndarray, seed: int, implied: bool):
    """A model of whether a price sells: a function of features and prices.

    Trees are as large, and leaves as wide, as the number of outcomes asks for: implied examples
    are no new customers.
    """
    asked = len(sold)
    if implied:
        features, prices, sold = with_implied(features, prices, sold)
    model = fit_trees(
        np.column_stack([features, prices]),
        sold.astype(float),
        seed=seed,
        objective="binary",
        monotone_constraints=[0] * features.shape[1] + [-1],
        num_leaves=leaf_count(asked),
        min_data_in_leaf=fewest_rows(asked) * len(sold) // asked,
    )
    return lambda rows, asked: model.predict(np.column_stack([rows, asked]), num_threads=1)


def known_truth(size: int, seed: int, near: bool, implied: bool) -> tuple[float, float]:
    """Error and steepness of one fit."""
    generator = np.random.default_rng(seed)
    features = generator.uniform(-1.0, 1.0, (size, 3))
    prices = generator.random(size)
    if near:
        around = best_prices(features) + generator.normal(0.0, 0.1, size)
        prices = np.clip(around, 0.0, 1.0)
    sold = generator.random(size) < sale_probability(features, prices)
    law = fitted(features, prices, sold, seed, implied)
    customers, asked = generator.uniform(-1.0, 1.0, (CUSTOMERS, 3)), generator.random(CUSTOMERS)
    apart = law(customers, asked) - sale_probability(customers, asked)
    low, high = medians(customers) - SPREAD, medians(customers) + SPREAD
    drops = [
        (found(customers, low) - found(customers, high)).mean()
        for found in (law, sale_probability)
    ]
    return float(np.sqrt((apart**2).mean())), float(drops[0] / drops[1])


def played(features: np.ndarray, worths: np.ndarray, seed: int, implied: bool) -> list[float]:
    """Revenue per round until each of the ends."""
    generator = np.random.default_rng(seed)
    prices, law, fits, start = generator.random(len(worths)), None, 0, 0
    while start < len(worths):
        end = min(len(worths), refit_time(fits))
        block = features[start:end]
        if law is not None and end > start:
            earned = [price * law(block, np.full(len(block), price)) for price in GRID]
            greedy = GRID[np.argmax(earned, axis=0)]
            explore = generator.random(len(block)) < EPSILON
            prices[start:end] = np.where(explore, prices[start:end], greedy)
        start, fits = end, fits + 1
        if start < len(worths):
            sold = prices[:start] <= worths[:start]
            law = fitted(features[:start], prices[:start], sold, seed, implied)
    revenue = np.where(prices <= worths, prices, 0.0)
    return [float(revenue[:end].mean()) for end in ENDS if end <= len(worths)]


def generated(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Customers with worths."""
    generator = np.random.default_rng(100 + seed)
    features = generator.uniform(-1.0, 1.0, (ENDS[-1], 3))
    return features, medians(features) + generator.logistic(0.0, SPREAD, ENDS[-1])


def rows_of(name: str, seed: int, folder: str | None) -> tuple[np.ndarray, np.ndarray]:
    """A table's rows in random order."""
    table = load(name, data_dir=folder).scaled()
    order = np.random.default_rng(seed).permutation(len(table))[: ENDS[-1]]
    return table.X[order], table.y[order]


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir")
    folder = parser.parse_args().data_dir
    print("| asked | examples | fitted to | error | steepness |\n|---|---:|---|---:|---:|")
    for near in (False, True):
        for size in SIZES:
            for implied in (False, True):
                error, slope = np.mean(
                    [known_truth(size, seed, near, implied) for seed in SEEDS], axis=0
                )
                asked = "near the best" if near else "anywhere"
                words = "outcomes and implied" if implied else "outcomes"
                print(f"| {asked} | {size:,} | {words} | {error:.3f} | {slope:.2f} |", flush=True)
    print("\n| revenue × 1000 of | fitted to | 500 | 2,000 | 5,000 |\n|---|---|---:|---:|---:|")
    for name in ("generated", *TABLES):
        if name != "generated" and not at_hand(name, data_dir=folder):
            continue
        for implied in (False, True):
            means = np.mean(
                [
                    played(
                        *(generated(seed) if name == "generated" else rows_of(name, seed, folder)),
                        seed,
                        implied,
                    )
                    for seed in SEEDS
                ],
                axis=0,
            )
            words = "outcomes and implied" if implied else "outcomes"
            shown = " | ".join(f"{1000 * mean:.0f}" for mean in means)
            print(f"| {name} | {words} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
