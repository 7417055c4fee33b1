import random
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sextant.errors import UsageError
from sextant.models import ModelSettings, ScriptedModel
from sextant.models.backends.scripted import ScriptedReply
from sextant.models.sight import LARGE, SMALL, SightRecord, probe_sight, word_picture
from sextant.protocols import Prompt

SEES = ModelSettings(vision=True, malformed_retries=0)
BLIND = {"large": "", "small": ""}
SHOWN = probe_sight(ScriptedModel([BLIND], settings=SEES), random.Random(4)).shown


def read(reply: ScriptedReply, seed: int = 4) -> tuple[bool, bool]:
    seen = probe_sight(ScriptedModel([reply], settings=SEES), random.Random(seed))
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


def test_the_words_stand_in_the_picture_in_both_sizes() -> None:
    asked: list[Prompt] = []

    def look(prompt: Prompt, schema: object) -> ScriptedReply:
        del schema
        asked.append(prompt)
        return BLIND

    probe_sight(ScriptedModel(look, settings=SEES), random.Random(4))
    assert asked[0].pictures[0].data == word_picture(*SHOWN).data
    assert not any(word in asked[0].prefix + asked[0].text for word in SHOWN)
    image = Image.open(BytesIO(word_picture("HEX", "HEX").data)).convert("L").point(lambda value: 255 - value)
    top, below = image.crop((0, 0, 824, 300)).getbbox(), image.crop((0, 300, 824, 480)).getbbox()
    assert top is not None
    assert below is not None
    assert 0.5 * LARGE < top[3] - top[1] <= LARGE
    assert 0.5 * SMALL < below[3] - below[1] <= SMALL


def test_a_model_that_gets_no_pictures_is_not_asked() -> None:
    with pytest.raises(UsageError, match=r"models\.vision"):
        probe_sight(ScriptedModel([BLIND]), random.Random(4))


def test_what_was_found_is_kept_by_name(tmp_path: Path) -> None:
    kept = SightRecord(tmp_path / "state" / "sight.json")
    assert kept.sees("openai:new") is None
    kept.remember("openai:new", True)
    kept.remember("openai:other", False)
    again = SightRecord(tmp_path / "state" / "sight.json")
    assert (again.sees("openai:new"), again.sees("openai:other"), again.sees("openai:third")) == (True, False, None)


def test_a_damaged_record_is_as_none(tmp_path: Path) -> None:
    (tmp_path / "sight.json").write_text('{"sees": {"a": "yes"')
    kept = SightRecord(tmp_path / "sight.json")
    assert kept.sees("a") is None
    kept.remember("a", False)
    assert kept.sees("a") is False
