"""The value of a secret reaches the app, and nothing else: no model, no map, no journal, no replay."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from sextant.build.privacy import Shield, readable_secrets
from sextant.perception.perceive import Perceiver
from sextant.settings import load
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation, Picture
from tests.cli import toy
from tests.cli.test_commands import run

VALUE = "hunter2 & Söhne"
FORMS = (VALUE, "hunter2", "hunter2%20%26", "hunter2+%26")

TYPE_IT: toy.Reply = {
    "does": "type the pin",
    "action": {"type": "input_text", "index": 1, "secret": "pin"},
    "expect": [{"type": "changed"}],
}
DONE: toy.Reply = {
    "requirements": [{"id": "1", "kind": "state", "text": "the pin stands in its field"}],
    "action": {"type": "status", "goal_status": "complete"},
    "shows": [{"requirement": "1", "quote": "‹pin›"}],
}


def test_a_secret_typed_into_an_ordinary_field_goes_nowhere_else(tmp_path: Path, state: Path) -> None:
    (tmp_path / "pin.txt").write_text(f"{VALUE}\n", encoding="utf-8")
    model = toy.SlowModel([toy.OPEN_SETTINGS, TYPE_IT, DONE])
    for _ in range(8):
        model.gates.answer.release()
    try:
        ran = run(
            *("run", "enter the pin", "--device", f"scripted:{toy.app_file(tmp_path)}", "--model", model.name),
            *("--verifier", "none", "--secret", f"pin=file:{tmp_path / 'pin.txt'}", "--json"),
            *("--set", "models.vision=no"),
        )
    finally:
        model.close()
    assert ran.json["status"] == "success", ran.out + ran.err
    page = tmp_path / "replay.html"
    assert run("replay", "last", "--out", str(page)).code == 0
    kept = [path for path in state.rglob("*") if path.is_file()]
    assert kept
    told = [*model.bodies, ran.out, ran.err, page.read_text(encoding="utf-8")]
    assert [form for form in FORMS for text in told if form in text] == []
    assert [path for path in kept for form in FORMS if form.encode() in path.read_bytes()] == []
    assert "‹pin›" in model.bodies[-1] or "\\u2039pin\\u203a" in model.bodies[-1]


def test_only_secrets_that_can_be_read_are_looked_for(tmp_path: Path) -> None:
    os.environ["TOY_PIN"] = VALUE
    try:
        settings = load({"secrets.pin": "env:TOY_PIN"}, environ=os.environ, directory=tmp_path)
        assert readable_secrets(settings) == {"pin": VALUE}
        assert settings.secret("pin", os.environ) == VALUE
    finally:
        del os.environ["TOY_PIN"]
    assert readable_secrets(settings) == {}


def picture() -> Picture:
    buffer = io.BytesIO()
    Image.new("RGB", (200, 200), "white").save(buffer, "PNG")
    return Picture(buffer.getvalue(), "image/png", 1.0)


def observation(element: Element) -> Observation:
    return Observation("app", f"http://a.test/?q={VALUE}", VALUE, Size(200, 200), (element,), picture=picture())


def darkness(shown: Picture | None, x: int, y: int) -> bool:
    assert shown is not None
    pixel = Image.open(io.BytesIO(shown.data)).convert("L").getpixel((x, y))
    assert isinstance(pixel, int | float)
    return pixel < 128


@pytest.mark.parametrize(
    ("element", "secrets", "covered"),
    [
        (Element(0, Box(50, 50, 60, 30), "textbox", value=f"my {VALUE}"), {"pin": VALUE}, True),
        (Element(0, Box(50, 50, 60, 30), "textbox", value="plain"), {"pin": VALUE}, False),
        (Element(0, Box(50, 50, 60, 30), "textbox", states=frozenset({"password"})), {}, True),
        (Element(0, Box(50, 50, 60, 30), "textbox", value=VALUE), {}, False),
    ],
)
def test_pictures_are_painted_over_before_anybody_sees_them(
    element: Element, secrets: dict[str, str], covered: bool
) -> None:
    screen = Shield(Perceiver(), secrets)(observation(element))
    assert darkness(screen.picture, 80, 65) is covered
    assert not darkness(screen.picture, 10, 10)
    if secrets:
        assert VALUE not in screen.location + screen.title + str(screen.elements)
