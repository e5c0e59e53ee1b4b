"""A judged claim as numbers and as Markdown."""

from typing import Any

from smoothbandits.experiments.theory.run import Judged, Theory
from smoothbandits.reports import Table, cores, versions

__all__ = ["claim_markdown", "claim_numbers", "overview", "theory_numbers"]


def claim_numbers(judged: Judged, size: str) -> dict[str, Any]:
    """Everything about one claim."""
    claim, finding = judged.claim, judged.finding
    return {
        "name": claim.name,
        "claim": claim.words,
        "verdict": finding.verdict,
        "numbers": finding.numbers,
        "seconds": round(judged.seconds, 3),
        "title": claim.title,
        "source": claim.source,
        "formula": claim.formula,
        "size": size,
        "ran": finding.ran,
        "checks": [
            {"condition": check.condition, "holds": check.holds, "measured": check.measured}
            for check in finding.checks
        ],
        "table": {
            "headers": list(finding.table.headers),
            "rows": [list(row) for row in finding.table.rows],
        },
        "remarks": list(finding.remarks),
        "cores": cores(),
        "versions": versions(),
    }


def theory_numbers(theory: Theory) -> dict[str, Any]:
    """Everything about all claims."""
    return {
        "command": "theory",
        "size": theory.size,
        "verdict": theory.verdict,
        "seconds": round(theory.seconds, 3),
        "claims": [claim_numbers(one, theory.size) for one in theory.judged],
    }


def overview(theory: Theory) -> Table:
    """One row per claim."""
    rows = [
        [
            one.claim.name,
            one.finding.verdict,
            f"{sum(c.holds for c in one.finding.checks)} of {len(one.finding.checks)}",
            f"{one.seconds:,.1f}",
        ]
        for one in theory.judged
    ]
    return Table(["claim", "verdict", "checks that hold", "core seconds"], rows)


def claim_markdown(judged: Judged) -> str:
    """The section of one claim, with its figure beside it."""
    claim, finding = judged.claim, judged.finding
    checks = "\n".join(
        f"- {'holds' if check.holds else '**FAILS**'}: {check.condition} ({check.measured})"
        for check in finding.checks
    )
    parts = [
        f"# {claim.title}",
        f"Verdict: **{finding.verdict}**",
        f"{claim.words} ({claim.source})",
        f"    {claim.formula}",
        finding.ran,
        checks,
        finding.table.to_markdown(),
        f"![{claim.title}]({claim.name}.png)",
    ]
    if finding.remarks:
        parts.append("\n".join(f"- {remark}" for remark in finding.remarks))
    return "\n\n".join(parts) + "\n"
