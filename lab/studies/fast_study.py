"""What was tried for ``policy="fast"``: `python lab/studies/fast_study.py --jobs 2 --keep`.

With ``--keep`` the tables replace those in lab/studies/fast.md.
"""

from collections.abc import Collection
from pathlib import Path

from fast_problems import (
    CATALOGUES,
    CURVES,
    CURVES_APART,
    TABLES,
    play_catalogue,
    play_curve,
    play_table,
)
from fast_variants import (
    BEST_WITHOUT_CONTEXT,
    CURVES_AGAINST,
    ON_CATALOGUES,
    ON_INTERVALS,
    WITHOUT_CONTEXT,
)
from study import Part, run_study

DOCUMENT = Path(__file__).with_name("fast.md")


def parts(tables: Collection[str], quick: bool, full: bool) -> list[Part]:
    """The whole study."""
    rows = 5_000 if quick else 1_000_000 if full else 200_000
    short, long = (500, 5_000) if quick else (6_000, 100_000)

    def curves(
        name: str, problems: Collection[str], variants: Collection[str], rounds: int, seeds: int
    ) -> Part:
        return Part(
            name,
            play_curve,
            problems,
            variants,
            rounds=rounds,
            seeds=1 if quick else seeds,
            measure=f"Mean regret × 1000 per round over {rounds:,} rounds",
            digits=1,
        )

    return [
        Part(
            "fast-tables",
            play_table,
            tables,
            ON_INTERVALS,
            rounds=rows,
            seeds=1 if quick else 4,
            measure=f"Mean loss × 1000 over the first {rows:,} rows",
            digits=2,
        ),
        curves("fast-curves", CURVES, WITHOUT_CONTEXT, short, 16),
        curves("fast-curves-apart", CURVES_APART, CURVES_AGAINST, short, 8),
        *(
            curves(f"fast-curves-{T}", CURVES, BEST_WITHOUT_CONTEXT, 500 if quick else T, 8)
            for T in (500, 2_000, 10_000)
        ),
        Part(
            "fast-catalogues",
            play_catalogue,
            CATALOGUES,
            ON_CATALOGUES,
            rounds=long,
            seeds=2 if quick else 16,
            measure=f"Regret after {long:,} rounds",
            digits=0,
            worst=True,
        ),
    ]


if __name__ == "__main__":
    run_study(__file__, DOCUMENT, TABLES, parts)
