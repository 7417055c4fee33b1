import random
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from pydantic import BaseModel

from sextant.errors import ModelRefused, UsageError
from sextant.models import ModelSettings, ScriptedModel
from sextant.models.backends.scripted import ScriptedReply
from sextant.models.probe import probe_coordinates
from sextant.models.profiles import Coordinates
from sextant.models.vision_probe import VisionRecord, probe_vision
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
    assert [shot.answer is None for shot in result.shots] == [True, False, False, False]


def test_no_usable_answer_at_all() -> None:
    result = probe_coordinates(sighted(["no"] * 4))
    assert (result.convention, result.error) == (None, None)
    assert "no usable point (0 of 4" in result.message


def test_a_blind_model_and_a_refusal_are_errors() -> None:
    with pytest.raises(UsageError, match="no vision"):
        probe_coordinates(ScriptedModel([]))
    with pytest.raises(ModelRefused):
        probe_coordinates(sighted([ModelRefused("no")]))


SEES = ModelSettings(vision=True, malformed_retries=0)
BLIND = {"large": "", "small": ""}
SHOWN = probe_vision(ScriptedModel([BLIND], settings=SEES), random.Random(4)).shown


def read(reply: ScriptedReply, seed: int = 4) -> tuple[bool, bool]:
    seen = probe_vision(ScriptedModel([reply], settings=SEES), random.Random(seed))
    return seen.sees, seen.small


@pytest.mark.parametrize(
    ("large", "small", "found"),
    [
        (SHOWN[0], SHOWN[1], (True, True)),
        (f' "{SHOWN[0].lower()}" ', " ".join(SHOWN[1]), (True, True)),
        (SHOWN[0], "", (True, False)),
        ("", "", (False, False)),
        ("HELLO", "WORLD", (False, False)),
    ],
)
def test_what_was_read_tells_whether_it_sees(large: str, small: str, found: tuple[bool, bool]) -> None:
    assert read({"large": large, "small": small}) == found


def test_the_words_of_yesterday_do_not_help() -> None:
    assert read({"large": SHOWN[0], "small": SHOWN[1]}, seed=5) == (False, False)


def test_a_model_that_gets_no_pictures_is_not_asked() -> None:
    with pytest.raises(UsageError, match=r"models\.vision"):
        probe_vision(ScriptedModel([BLIND]), random.Random(4))


def test_what_was_found_is_kept_by_name(tmp_path: Path) -> None:
    kept = VisionRecord(tmp_path / "state" / "sight.json")
    assert kept.sees("openai:new") is None
    kept.remember("openai:new", True)
    kept.remember("openai:other", False)
    again = VisionRecord(tmp_path / "state" / "sight.json")
    assert (again.sees("openai:new"), again.sees("openai:other"), again.sees("openai:third")) == (True, False, None)


def test_a_damaged_record_is_as_none(tmp_path: Path) -> None:
    (tmp_path / "sight.json").write_text('{"sees": {"a": "yes"')
    kept = VisionRecord(tmp_path / "sight.json")
    assert kept.sees("a") is None
    kept.remember("a", False)
    assert kept.sees("a") is False
