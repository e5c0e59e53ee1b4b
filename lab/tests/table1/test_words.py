from smoothbandits_lab.table1.rows import Row, Table1
from smoothbandits_lab.table1.settings import Table1Settings
from smoothbandits_lab.table1.words import facts


def made_up(dataset: str, policy: str, loss: float, reach: float) -> Row:
    return Row(
        dataset=dataset,
        policy=policy,
        loss=loss,
        low=loss - reach,
        high=loss + reach,
        interval="",
        rounds=100,
        seeds=1,
        seconds=1.0,
        published=None,
        published_interval=None,
        paper_interval=None,
        by_seed=(loss,),
        settings={},
        origin="none",
        tried=1,
        note="",
    )


def test_a_lower_mean_is_not_called_more_than_that() -> None:
    rows = [
        made_up("bng-cpu", "fast", 0.10, 0.01),
        made_up("bng-cpu", "rff", 0.11, 0.01),
        made_up("bng-cpu", "cats", 0.09, 0.01),
        made_up("bng-price", "fast", 0.10, 0.01),
        made_up("bng-price", "rff", 0.20, 0.01),
        made_up("zurich", "fast", 0.20, 0.01),
        made_up("zurich", "rff", 0.10, 0.01),
        made_up("flights", "linear", 0.10, 0.01),
    ]
    assert facts(Table1(Table1Settings(rows=100), rows)) == [
        "fast has the lower mean than cats on 0 of 1.",
        "fast has the lower mean than rff on 2 of 3 (bng-cpu, bng-price); "
        "the intervals are apart on 1 of these.",
    ]
