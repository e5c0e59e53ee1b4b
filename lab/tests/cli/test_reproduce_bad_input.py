import pytest

from smoothbandits.cli import main

COUNTS = {"--seeds 0": "seeds is 0", "--jobs 0": "jobs is 0"}
FOLDER = {"--data-dir nowhere": "is no folder"}
TABLES = {
    "--dataset nothing": "no table is called 'nothing'",
    "--policy nothing": "no policy is called 'nothing'",
}
#: what a command says about what it was asked
WRONG = {
    "figure1": COUNTS | FOLDER,
    "shapes": COUNTS,
    "table1": {
        **(COUNTS | FOLDER | TABLES),
        "--dataset caption-652": "no table is called",
        "--policy rff-tuned": "give tune (--tune)",
        "--rows 5": "rows is 5",
        "--tune -1": "tune is -1",
    },
    "horizons": {
        **(COUNTS | FOLDER | TABLES),
        "--policy none": "no policy is called 'none'; give rival, constant",
        "--loss 2:1": "no loss is called '2:1'; give absolute, 3:1, price",
        "--long-seeds -1": "long_seeds is -1",
    },
    "change": {
        **(COUNTS | FOLDER | TABLES),
        "--policy none": "no policy is called 'none'; give best, best-watch",
        "--world war": "no world is called 'war'; give jump, flip, drift",
    },
    "theory": {"--claim needles": "no claim is called 'needles'", "--jobs 0": "jobs is 0"},
}


@pytest.mark.parametrize("command", WRONG)
def test_it_ends_with_one_sentence_and_leaves_nothing_behind(command, tmp_path, capsys):
    out = tmp_path / "results"
    for asked, words in WRONG[command].items():
        with pytest.raises(SystemExit) as stopped:
            main(["reproduce", command, *asked.split(), "--out", str(out)])
        assert stopped.value.code == 2, asked
        (said,) = capsys.readouterr().err.splitlines()
        assert said.startswith("smoothbandits: ") and words in said, asked
        assert not out.exists(), asked
