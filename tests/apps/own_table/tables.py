"""A table to play with: a price that depends on two columns, and columns to be dropped."""

from pathlib import Path

import numpy as np
import polars

ROWS = 400


def cars(rows: int = ROWS) -> polars.DataFrame:
    rng = np.random.default_rng(1)
    age, make = rng.uniform(0.0, 10.0, rows), rng.choice(["opel", "bmw"], rows)
    price = 30.0 - 2.0 * age + 8.0 * (make == "bmw") + rng.normal(0.0, 1.0, rows)
    return polars.DataFrame(
        {
            "age": [None if i % 20 == 3 else value for i, value in enumerate(age.tolist())],
            "make": make,
            "country": ["NZ"] * rows,
            "price": price,
            "cost": [None if i % 10 == 0 else 0.7 * p for i, p in enumerate(price.tolist())],
        }
    )


def write_cars(folder: Path, rows: int = ROWS) -> Path:
    path = folder / "cars.csv"
    cars(rows).write_csv(path)
    return path
