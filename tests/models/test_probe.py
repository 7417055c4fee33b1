from io import BytesIO

import pytest
from PIL import Image, ImageChops
from pydantic import BaseModel

from sextant.errors import ModelRefused, UsageError
from sextant.models import ModelSettings, ScriptedModel
from sextant.models.backends.scripted import ScriptedReply
from sextant.models.probe import PICTURE, PLACES, cross_picture, fit, probe_coordinates
from sextant.models.profiles import Coordinates
from sextant.protocols import Prompt

SCALES: dict[Coordinates, tuple[float, float]] = {"pixels": (1280, 720), "unit": (1, 1), "thousand": (1000, 1000)}


class Looking:
    """A model that really finds the cross, and answers in some frame, a little off."""

    def __init__(self, scale: tuple[float, float], swapped: bool = False, off: float = 0.004) -> None:
        self._scale = scale
        self._swapped = swapped
        self._off = off

    def __call__(self, prompt: Prompt, schema: type[BaseModel]) -> ScriptedReply:
        image = Image.open(BytesIO(prompt.pictures[0].data)).convert("RGB")
        grey = Image.new("RGB", image.size, (216, 216, 216))
        box = ImageChops.difference(image, grey).getbbox()
        assert box is not None
        x = ((box[0] + box[2]) / 2 / image.width + self._off) * self._scale[0]
        y = ((box[1] + box[3]) / 2 / image.height - self._off) * self._scale[1]
        return {"x": y, "y": x} if self._swapped else {"x": x, "y": y}


def sighted(reply: object) -> ScriptedModel:
    settings = ModelSettings(vision=True, malformed_retries=0)
    return ScriptedModel(reply, settings=settings)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("convention", list(SCALES))
@pytest.mark.parametrize("swapped", [False, True])
def test_the_convention_is_found(convention: Coordinates, swapped: bool) -> None:
    result = probe_coordinates(sighted(Looking(SCALES[convention], swapped)))
    assert result.convention == convention
    assert result.swapped is swapped
    assert result.error == pytest.approx(0.004, abs=0.002)
    assert repr(convention) in result.message
    assert ("y before x" in result.message) is swapped


def test_a_model_that_guesses_fits_no_convention() -> None:
    result = probe_coordinates(sighted([{"x": 3, "y": 700}] * 4))
    assert result.convention is None
    assert result.error is not None
    assert "No convention fits" in result.message


def test_unusable_answers_are_counted_not_fatal() -> None:
    look = Looking(SCALES["pixels"])
    turn = iter(range(9))

    def sometimes(prompt: Prompt, schema: type[BaseModel]) -> ScriptedReply:
        return "over there" if next(turn) == 0 else look(prompt, schema)

    result = probe_coordinates(sighted(sometimes))
    assert result.convention == "pixels"
    assert [shot.said is None for shot in result.shots] == [True, False, False, False]


def test_no_usable_answer_at_all() -> None:
    result = probe_coordinates(sighted(["no"] * 4))
    assert (result.convention, result.error) == (None, None)
    assert "no usable point (0 of 4" in result.message


def test_a_blind_model_and_a_refusal_are_errors() -> None:
    with pytest.raises(UsageError, match="no vision"):
        probe_coordinates(ScriptedModel([]))
    with pytest.raises(ModelRefused):
        probe_coordinates(sighted([ModelRefused("no")]))


def test_the_probe_shows_one_cross_and_asks_as_the_grounder() -> None:
    model = sighted(Looking(SCALES["unit"]))
    probe_coordinates(model)
    assert [prompt.role for prompt in model.prompts] == ["grounder"] * len(PLACES)
    assert len({prompt.pictures[0].data for prompt in model.prompts}) == len(PLACES)
    image = Image.open(BytesIO(cross_picture((0.5, 0.5)).data))
    assert image.size == (int(PICTURE.width), int(PICTURE.height))
    assert image.getpixel((640, 360)) == (224, 0, 0)


def test_nothing_said_fits_nothing() -> None:
    assert fit(()).convention is None
