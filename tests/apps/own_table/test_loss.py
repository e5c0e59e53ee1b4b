import numpy as np
import pytest

from smoothbandits import Interval
from smoothbandits.apps.own_table import parse_loss
from smoothbandits.errors import InvalidParameter

X, Y = np.zeros((3, 1)), np.array([0.0, 5.0, 20.0])
SPACE = Interval(0.0, 10.0)  # the range of targets and actions is 20 wide


@pytest.mark.parametrize(
    "text", ["absolute", "squared", "pinball:0.9", "asymmetric:3,1", " asymmetric:0.5,2 "]
)
def test_the_formula_is_the_loss_in_units_of_the_target(text: str) -> None:
    loss = parse_loss(text)
    environment = loss.environment(X, Y)
    unit = loss.unit(environment.state(SPACE).width)
    for number, y in enumerate(Y):
        for a in (0.0, 2.5, 10.0):
            cost = eval(loss.formula, {"y": y, "a": a})  # what a user would type
            found = environment.expected_losses(number, [a], SPACE)[0]
            assert cost == pytest.approx(unit * found) and 0.0 <= found <= 1.0


def test_words() -> None:
    assert parse_loss("pinball:0.9").meaning == "pinball loss, which aims at the 90% quantile"
    assert (
        parse_loss("asymmetric:3,1").meaning == "3 per unit below the target, 1 per unit above it"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("abs", "loss is 'abs'; give absolute, squared, pinball:0.9 or asymmetric:3,1"),
        ("", "loss is ''"),
        ("absolute:1", "loss is 'absolute:1'"),
        ("pinball", "loss is 'pinball'; give"),
        ("pinball:high", "loss is 'pinball:high'; give|quantile"),
        ("pinball:1.5", "the quantile must be between 0 and 1"),
        ("pinball:nan", "the quantile must be between 0 and 1"),
        ("asymmetric:3", "loss is 'asymmetric:3'"),
        ("asymmetric:3,0", "both costs must be above 0"),
        ("asymmetric:inf,1", "both costs must be above 0"),
        ("asymmetric:a,b", "loss is 'asymmetric:a,b'"),
    ],
)
def test_what_is_no_loss(text: str, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        parse_loss(text)
