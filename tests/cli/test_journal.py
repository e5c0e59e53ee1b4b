import json
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from typer.testing import CliRunner

from smoothbandits import Interval, Journal, errors
from smoothbandits.cli import app
from tests.interpreted import InterpretedBandit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "price.db"
    with Journal(place, snapshot_every=20) as journal:
        bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", seed=1, journal=journal)
        for i in range(30):
            decision = bandit.act(id=f"order {i}", person="Ada" if i % 10 == 0 else None)
            if i < 20:
                bandit.learn(decision, loss=i / 20)
        bandit.act(id=77)
    return place


def run(*words: Any, code: int = 0) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["journal", *map(str, words), "--json"])
    assert done.exit_code == code, (done.output, done.exception)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_stats_and_verify(path: Path) -> None:
    facts = run("stats", path)
    assert (facts["decisions"], facts["learned"], facts["waiting"]) == (31, 20, 11)
    assert facts["snapshots"] == 3 and facts["kinds"]["decided"] == 31
    assert run("verify", path) == {
        "path": str(path), "events": facts["last_event"], "sound": True, "problems": []
    }  # fmt: skip
    shown = CliRunner().invoke(app, ["journal", "stats", str(path)])
    assert "decisions       31" in shown.stdout


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM events WHERE kind = 1 AND number = 3", "decision 3, not made"),
        (
            "INSERT INTO events (kind, at, number, value) SELECT 3, at, 5, 0.5 FROM events "
            "ORDER BY sequence DESC LIMIT 1",
            "decision 5 was learned twice",
        ),
        ("UPDATE events SET value = 0.9 WHERE kind = 3 AND number = 7", "snapshot"),
    ],
)
def test_verify_finds_damage(path: Path, damage: str, found: str) -> None:
    import sqlite3

    db = sqlite3.connect(path)
    db.execute(damage)
    db.commit()
    db.close()
    problems = run("verify", path, code=1)["problems"]
    assert any(found in problem for problem in problems), problems


def test_head(path: Path) -> None:
    rows = run("head", path, "--rows", 2)["decisions"]
    assert [row["id"] for row in rows] == ["order 0", "order 1"] and rows[0]["person"] == "Ada"
    assert run("head", path, "--rows", 2, "--last")["decisions"][1]["id"] == "77"
    shown = CliRunner().invoke(app, ["journal", "head", str(path)])
    assert "order 9" in shown.stdout and shown.exit_code == 0


def test_export_and_delete(path: Path, tmp_path: Path) -> None:
    done = run("export", path, tmp_path / "log.parquet")
    assert done["rows"] == 31 and done["left_out"] is None
    assert polars.read_parquet(tmp_path / "log.parquet")["person"].to_list().count("Ada") == 3
    assert run("export", path, tmp_path / "log.vw")["left_out"]
    assert run("delete", path, "--person", "Ada", "--yes")["learned"] == 2
    assert run("delete", path, "--person", "Ada")["decisions"] == 0
    asked = CliRunner().invoke(app, ["journal", "delete", str(path), "--person", "x"], input="n\n")
    assert asked.exit_code == 0  # nothing to delete, nothing to ask
    assert run("stats", path)["decisions"] == 28
    assert run("verify", path)["sound"]


def test_import_joins_outcomes_by_id(path: Path, tmp_path: Path) -> None:
    lines = ["id,loss", "order 25,0.5", "order 25,0.5", "order 3,0.15", "order 3,0.9", "77,0.25"]
    (tmp_path / "o.csv").write_text("\n".join([*lines, "order 99,0.1"]) + "\n")
    done = run("import", path, tmp_path / "o.csv")
    assert done == {
        "rows": 6, "accepted": 2, "duplicate": 2, "conflicting": 1, "unknown": 1, "refused": 0,
        "problems": [],
    }  # fmt: skip
    polars.DataFrame({"id": ["order 26"], "reward": [0.5]}).write_parquet(tmp_path / "o.parquet")
    assert run("import", path, tmp_path / "o.parquet")["accepted"] == 1
    assert run("stats", path)["learned"] == 23


def test_10_000_malformed_outcomes(path: Path, tmp_path: Path) -> None:
    """Each row has an answer or a reason; those that are sound among them are learned."""
    rng = np.random.default_rng(3)
    ids = ["order 21", "order 22", "", "none", "\x00", "order 3", "é"]
    values = ["0.5", "", "7", "-1", "nan", "inf", "many", "0.5,0.6", '"', "true"]
    lines = [f"{rng.choice(ids)},{rng.choice(values)}".replace('"', "'") for _ in range(10_000)]
    (tmp_path / "o.csv").write_text("\n".join(["id,loss", *lines]) + "\n", encoding="utf-8")
    done = run("import", path, tmp_path / "o.csv", code=1)
    answered = sum(done.get(name, 0) for name in ("duplicate", "conflicting", "unknown"))
    assert done["rows"] == 10_000 == answered + done["accepted"] + done["refused"]
    assert done["accepted"] == 2 and done["refused"] > 6_000 and len(done["problems"]) == 20
    assert all(problem["row"] > 1 and problem["reason"] for problem in done["problems"])
    assert run("verify", path)["sound"]


def test_bad_input(path: Path, tmp_path: Path) -> None:
    (tmp_path / "o.csv").write_text("name,price\n1,2\n")
    for words, error in (
        (("stats", tmp_path / "none.db"), errors.MissingTable),
        (("import", path, tmp_path / "o.csv"), errors.InvalidTable),
        (("import", path, tmp_path / "none.csv"), errors.InvalidTable),
        (("export", path, tmp_path / "log.xyz"), errors.InvalidParameter),
        (("head", path, "--rows", 0), errors.InvalidParameter),
    ):
        done = CliRunner().invoke(app, ["journal", *map(str, words)])
        assert isinstance(done.exception, error), (words, done.output)
    with Journal(path) as journal:
        journal.bandit(engine="python")
        done = CliRunner().invoke(
            app, ["journal", "delete", str(path), "--person", "Ada", "--yes"]
        )
        assert isinstance(done.exception, errors.JournalInUse)
