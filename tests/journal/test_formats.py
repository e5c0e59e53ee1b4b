"""The log as files: what is written is read again, here and by others; what is bad is named."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from smoothbandits import AdaptiveIGW, Box, Catalog, Interval, Journal, Product, Scale, errors
from smoothbandits.baselines import vw
from smoothbandits.journal.formats import read_log
from smoothbandits.journal.formats.obp import feedback_of
from smoothbandits.measures import LogUniform
from smoothbandits.payoffs import Sale
from tests.interpreted import InterpretedBandit

FIELDS = {"age": "number", "country": "category"}


def played(path: Path, rounds: int = 60, **given: Any) -> Journal:
    """A journal with losses of most decisions."""
    journal = Journal(path)
    made: dict[str, Any] = {"space": Interval(5.0, 50.0, LogUniform()), "policy": "fast", **given}
    bandit = InterpretedBandit(made.pop("space"), seed=2, journal=journal, **made)
    rng = np.random.default_rng(1)
    for i in range(rounds):
        context: Any = rng.random(bandit.context_size) if bandit.context_size else None
        if bandit.schema is not None:
            context = {"age": float(rng.random()), "country": "a b:c|d"[: 1 + i % 7]}
        decision = bandit.act(context, id=f"own {i}" if i % 4 == 0 else None)
        if i % 5:
            sale = bandit.payoff is not None
            bandit.learn(decision, **{"outcome": i % 2} if sale else {"reward": i % 2 + 0.0})
    return journal


@pytest.mark.parametrize("name", ["log.parquet", "log.csv"])
@pytest.mark.parametrize(
    "given",
    [
        {"context_size": 2, "scale": Scale(-1.0, 40.0)},
        {"context": FIELDS, "payoff": Sale()},
        {"space": Catalog(["red", "blue"]), "policy": None},
        pytest.param({"space": Box([0, 0], [1, 5]), "policy": None}, marks=pytest.mark.slow),
        {"space": Product(Interval(0, 1), Catalog(2)), "policy": None},
    ],
    ids=["rows", "fields", "labels", "box", "product"],
)
def test_a_log_is_read_again(tmp_path: Path, name: str, given: dict[str, Any]) -> None:
    with played(tmp_path / "x.db", 25, **given) as journal:
        frame = journal.to_frame()
        done = journal.export(tmp_path / name)
        waiting = journal.bandit().waiting
    found = read_log(tmp_path / name)
    assert done.rows == 25 and not done.left_out and not found.problems
    for column in ("id", "number", "point", "density", "atom", "loss", "status", "context", "key"):
        assert found.frame[column].to_list() == frame[column].to_list(), column
    assert found.frame["decided_at"].dtype == polars.Datetime("us", "UTC")
    assert found.facts["schema"] == 1 and "space" in found.facts
    assert frame["status"].to_list().count("waiting") == 5 == len(waiting)
    for decision in waiting:
        row = frame.row(decision.number, named=True)
        assert row["id"] == str(decision.id) and row["point"] == list(decision.point)
        assert row["density"] == decision.propensity.density and row["key"] == decision.key


def test_columns_are_those_of_decisions(tmp_path: Path) -> None:
    """Blocks, replicas' names, rules and losses in units."""
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 10.0), context_size=1, policy="fast", scale=Scale(0, 4), journal=journal
        )
        made = [bandit.act([0.5], within=(2.0, 7.0), person="Ada"), *bandit.act_many([[0.1]] * 3)]
        bandit.learn(made[2], reward=3.0)
        bandit.learn_many([made[0], made[1]], rewards=[4.0, 0.0])
        frame = journal.to_frame()
    assert frame["loss"].to_list() == [0.0, 1.0, 0.25, None]
    assert frame["within"].to_list() == ["[2.0, 7.0]", None, None, None]
    assert frame["person"].to_list() == ["Ada", None, None, None]
    for one, row in zip(made, frame.iter_rows(named=True), strict=True):
        law = (row["density"], row["atom"], row["explored"], row["predicted_loss"], row["gamma"])
        assert law == (*one.propensity[:2], one.explored, one.predicted_loss, one.gamma)
        assert row["action"] == one.action and row["greedy_action"] == one.greedy_action
        assert row["row"] == one.context.tolist() and row["bandit"] == one.bandit


@pytest.mark.skipif(not vw.available(), reason="vowpalwabbit (extra peers) is not installed")
@pytest.mark.parametrize("name", ["log.vw", "log.dsjson"])
def test_vowpal_wabbit_reads_what_we_write(tmp_path: Path, name: str) -> None:
    import vowpalwabbit

    with played(tmp_path / "x.db", 80, context=FIELDS, scale=Scale(0.0, 2.0)) as journal:
        frame = journal.to_frame()
        done = journal.export(tmp_path / name)
    explored = frame.filter(polars.col("explored") & polars.col("loss").is_not_null())
    assert done.rows == len(explored) > 5
    assert done.left_out["the greedy action, an atom"] > 0 and "atom" in done.note
    mu = Interval(5.0, 50.0, LogUniform()).density(explored["action"].to_numpy())
    expected = np.column_stack(
        (explored["action"], -2.0 * (1.0 - explored["loss"].to_numpy()), explored["density"] * mu)
    )
    options = "--cats 4 --bandwidth 5 --min_value 5 --max_value 50 --quiet"
    if name.endswith("dsjson"):
        options += " --dsjson --chain_hash"
    workspace = vowpalwabbit.Workspace(options)
    labels = []
    for line in (tmp_path / name).read_text().splitlines():
        examples = workspace.parse(line, vowpalwabbit.LabelType.CONTINUOUS)
        example = examples[0] if isinstance(examples, list) else examples
        label = example.get_label(vowpalwabbit.LabelType.CONTINUOUS)
        one = label.costs[0]
        labels.append((one.action, one.cost, one.pdf_value))
        assert example.get_feature_number() == 3  # two fields and the constant
        workspace.learn(example)
        workspace.finish_example(examples)
    workspace.finish()
    # its Python shows actions as whole numbers, though it reads and learns floats
    shown = np.column_stack((np.trunc(expected[:, 0]), expected[:, 1:]))
    assert np.allclose(labels, shown, rtol=1e-6)
    found = read_log(tmp_path / name)
    ours = found.frame.select("action", "reward", "pdf").to_numpy()
    assert np.array_equal(ours, expected * [1, -1, 1]) and not found.refused


def test_obp_dictionaries(tmp_path: Path) -> None:
    with played(tmp_path / "x.db", 60, context_size=2) as journal:
        frame = journal.to_frame()
        done = journal.export(tmp_path / "log.npz")
    feedback = feedback_of(tmp_path / "log.npz")
    assert feedback["n_rounds"] == done.rows == len(feedback["pscore"]) > 5
    assert feedback["context"].shape == (done.rows, 2) and feedback["position"] is None
    explored = frame.filter(polars.col("explored") & polars.col("loss").is_not_null())
    assert np.array_equal(feedback["action"], explored["action"])
    assert read_log(tmp_path / "log.npz").frame["pdf"].to_list() == feedback["pscore"].tolist()


def test_what_a_format_cannot_hold_is_refused(tmp_path: Path) -> None:
    with played(tmp_path / "x.db", 10, space=Catalog(3), policy=None) as journal:
        for name in ("log.vw", "log.dsjson", "log.npz"):
            with pytest.raises(errors.InvalidParameter, match="continuous number"):
                journal.export(tmp_path / name)
            assert not (tmp_path / name).exists()
        with pytest.raises(errors.InvalidParameter, match="says no format"):
            journal.export(tmp_path / "log.xyz")
        with pytest.raises(errors.InvalidParameter, match="format is"):
            journal.export(tmp_path / "log", "xml")
    with played(tmp_path / "y.db", 10, explorer=AdaptiveIGW()) as journal:
        journal.export(tmp_path / "again.csv")
        assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


PIECES = [
    *(
        "ca",
        "1.5:0.2:0.1",
        "|",
        "f0:1",
        "f0:x",
        "nan:1:1",
        "1:2:0",
        "1:2",
        "",
        "\x00",
        "é",
        "|a b",
    ),
    *('{"_label_ca":', '{"cost":1,"pdf_value":0.5,"action":2}', "}", "[1]", "null", '"c":{', ","),
]


@pytest.mark.parametrize("name", ["bad.vw", "bad.dsjson", "bad.csv"])
def test_10_000_malformed_rows(tmp_path: Path, name: str) -> None:
    """Each row is read or reported with its reason, or the file is refused in one sentence."""
    rng, path = np.random.default_rng(5), tmp_path / name
    good = {
        "bad.vw": "ca 1.5:0.2:0.1 | f0:1",
        "bad.dsjson": '{"_label_ca":{"cost":-1.5,"pdf_value":0.47,"action":12.4},"c":{"a":1}}',
        "bad.csv": "3.5,0.8,true,0.25",
    }[name]
    lines, sound = [], 0
    for _ in range(10_000):
        if name == "bad.csv":
            cells = ["3.5", "0.8", "true", "0.25", "x", "", "nan", "-1", "7", '"']
            line = ",".join(rng.choice(cells, rng.integers(1, 7)))
        else:
            line = " ".join(rng.choice(PIECES, rng.integers(1, 7)))
        lines.append(line.replace("\n", " ").replace('"', "") if name == "bad.csv" else line)
        if rng.random() < 0.01:
            lines.append(good)
            sound += 1
    head = ["action,density,explored,loss"] if name == "bad.csv" else []
    path.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    found = read_log(path)
    blank = sum(not line.strip() for line in lines)
    assert len(found.frame) + found.refused == len(lines) - blank
    assert sound <= len(found.frame) < 2_500 and 0 < len(found.problems) <= 40
    assert all(problem.row > 0 and problem.reason for problem in found.problems)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.vw", b"nothing of it\n"),
        ("a.parquet", b"PAR1 nothing"),
        ("a.npz", b"nothing"),
        ("a.csv", b""),
        ("a.csv", b"price,sold\n1,2\n"),
        ("a.dsjson", b"\xff\xfe\n{\n"),
    ],
)
def test_files_of_something_else(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(errors.InvalidTable):
        read_log(tmp_path / name)
    with pytest.raises(errors.MissingTable):
        read_log(tmp_path / "none.csv")


def test_a_log_of_a_later_version_is_refused(tmp_path: Path) -> None:
    frame = polars.DataFrame({"action": [1.0]})
    later = {"smoothbandits": json.dumps({"schema": 9})}
    frame.write_parquet(tmp_path / "x.parquet", metadata=later)
    with pytest.raises(errors.UnsupportedSave, match="version"):
        read_log(tmp_path / "x.parquet")
