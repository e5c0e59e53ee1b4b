"""A log of prices: half of them follow from the columns, half are drawn at random."""

from pathlib import Path

import numpy as np
import polars

ROWS = 300


def prices(rows: int = ROWS, *, follows: bool = False) -> polars.DataFrame:
    """Cars that sold or did not; ``follows`` lets the price follow from the age."""
    rng = np.random.default_rng(1)
    age, make = rng.uniform(0.0, 10.0, rows), rng.choice(["opel", "bmw"], rows)
    worth = 30.0 - 2.0 * age + 8.0 * (make == "bmw") + rng.normal(0.0, 2.0, rows)
    price = 28.0 - 2.0 * age if follows else rng.uniform(5.0, 40.0, rows)
    sold = price <= worth
    return polars.DataFrame(
        {
            "age": age,
            "make": make,
            "price": [None if i % 20 == 3 else p for i, p in enumerate(price.tolist())],
            "sold": [None if i % 50 == 5 else s for i, s in enumerate(sold.tolist())],
            "revenue": np.where(sold, price, 0.0),
        }
    )


def write_prices(folder: Path, **given: bool) -> Path:
    path = folder / "prices.csv"
    prices(**given).write_csv(path)
    return path
