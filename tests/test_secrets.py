"""The value of a secret reaches the app, and nothing else: no model, no map, no journal, no replay."""

import io
import json
import os
import sqlite3
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Generator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import cast
from urllib.parse import quote

import pytest
from PIL import Image

from sextant.assembly.privacy import RedactingPerceiver, known_secrets, reader_of
from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device
from sextant.settings import load
from sextant.text.spellings import Spellings
from sextant.types.geometry import Box, Size
from sextant.types.pages import PageLink, PageScript, ReadPage
from sextant.types.screens import Element, Observation, Picture
from tests.actors.toysite import Page
from tests.cli import toy
from tests.cli.test_commands import Ran, run
from tests.devices.browsing import labelled
from tests.devices.site import Site
from tests.support.served import Served

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


def entered(
    folder: Path, goal: str, device: str, replies: Sequence[toy.Reply], *words: str
) -> tuple[Ran, Sequence[str]]:
    """A run with the secret at hand, and what its model was sent."""
    (folder / "pin.txt").write_text(f"{VALUE}\n", encoding="utf-8")
    model = toy.SlowModel(replies)
    for _ in range(12):
        model.gates.answer.release()
    try:
        ran = run(
            *("run", goal, "--device", device, "--model", model.name, "--verifier", "none", "--json"),
            *("--secret", f"pin=file:{folder / 'pin.txt'}", "--set", "models.vision=no", *words),
        )
    finally:
        model.close()
    return ran, model.bodies


def test_a_secret_typed_into_an_ordinary_field_goes_nowhere_else(tmp_path: Path, state: Path) -> None:
    device = f"scripted:{toy.app_file(tmp_path)}"
    ran, bodies = entered(tmp_path, "enter the pin", device, [toy.OPEN_SETTINGS, TYPE_IT, DONE])
    assert ran.json["status"] == "success", ran.out + ran.err
    page = tmp_path / "replay.html"
    assert run("replay", "last", "--out", str(page)).code == 0
    kept = [path for path in state.rglob("*") if path.is_file()]
    assert kept
    told = [*bodies, ran.out, ran.err, page.read_text(encoding="utf-8")]
    assert [form for form in FORMS for text in told if form in text] == []
    assert [path for path in kept for form in FORMS if form.encode() in path.read_bytes()] == []
    assert "‹pin›" in bodies[-1] or "\\u2039pin\\u203a" in bodies[-1]


def spellings() -> dict[str, str]:
    data = VALUE.encode()
    return {
        "large": VALUE.upper(),
        "wide": "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in VALUE),
        "spaced": "-".join(VALUE),
        "unseen": "\u200b".join(VALUE),
        "address": "".join(f"%{byte:02X}" for byte in data),
        "twice": quote(quote(VALUE, safe=""), safe=""),
        "html": "".join(f"&#{ord(sign)};" for sign in VALUE),
        "hex": " ".join(f"{byte:02x}" for byte in data),
        **{f"base64 {offset}": b64encode(b"user:"[:offset] + data + b"!").decode() for offset in range(3)},
        "base64url": urlsafe_b64encode(b"?>" + data).decode(),
    }


def test_no_spelling_of_a_secret_on_a_screen_passes_any_exit(tmp_path: Path, state: Path) -> None:
    app = json.loads(json.dumps(toy.APP))
    told = [{"label": f"{name}: {spelt} end", "role": "text"} for name, spelt in spellings().items()]
    app["pages"]["settings"]["widgets"] += told
    (tmp_path / "app.json").write_text(json.dumps(app), encoding="utf-8")
    device, replies = f"scripted:{tmp_path / 'app.json'}", [toy.OPEN_SETTINGS, TYPE_IT, DONE]
    ran, bodies = entered(tmp_path, f"enter {VALUE.upper()}", device, replies)
    assert ran.json["status"] == "success", ran.out + ran.err
    page = tmp_path / "replay.html"
    assert run("replay", "last", "--out", str(page)).code == 0
    shown = run("runs", "show", "last", "--json")
    texts = [*map(unquoted, bodies), ran.out, ran.err, shown.out, page.read_text(encoding="utf-8")]
    for database in state.rglob("*.sqlite"):
        texts += rows_of(database)
    passed = [(name, text[:80]) for name, spelt in spellings().items() for text in texts if spelt in text]
    assert passed == []
    for name in spellings():
        assert any(f"{name}: ‹pin›" in text or (f"{name}: " in text and "‹pin›" in text) for text in texts[:3]), name


def unquoted(body: str) -> str:
    """A request as the model reads it."""
    return "\n".join(str(message.get("content")) for message in json.loads(body)["messages"])


def rows_of(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    cells = [cell for table in tables for row in connection.execute(f"SELECT * FROM '{table}'") for cell in row]
    connection.close()
    return [
        zlib.decompress(cell).decode() if isinstance(cell, bytes) and cell[:1] == b"x" else str(cell) for cell in cells
    ]


class Rotating(toy.SlowModel):
    """Its first request is the moment at which the file of the secret gets another value."""

    def __init__(self, file: Path, value: str, replies: Sequence[toy.Reply]) -> None:
        self._file, self._value = file, value
        super().__init__(replies)

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self._file.write_text(self._value, encoding="utf-8")
        self.gates.answer.release()
        super().answer(handler, method)


@pytest.mark.parametrize("before", [VALUE, ""])
def test_a_secret_that_changes_or_comes_during_a_run_goes_nowhere_else(
    tmp_path: Path, state: Path, before: str
) -> None:
    after, code = "second-9021077", tmp_path / "code.txt"
    if before:
        code.write_text(before, encoding="utf-8")
    app = json.loads(json.dumps(toy.APP))
    app["pages"]["settings"]["widgets"].append({"label": f"It was {before}", "role": "text"})
    (tmp_path / "app.json").write_text(json.dumps(app), encoding="utf-8")
    model = Rotating(code, after, [toy.OPEN_SETTINGS, TYPE_IT, DONE])
    try:
        ran = run(
            *("run", "enter the pin", "--device", f"scripted:{tmp_path / 'app.json'}", "--model", model.name, "--json"),
            *("--verifier", "none", "--secret", f"pin=file:{code}", "--set", "models.vision=no"),
        )
    finally:
        model.close()
    assert ran.json["status"] == "success", ran.out + ran.err
    page = tmp_path / "replay.html"
    assert run("replay", "last", "--out", str(page)).code == 0
    texts = [*map(unquoted, model.bodies), ran.out, ran.err, page.read_text(encoding="utf-8")]
    for database in state.rglob("*.sqlite"):
        texts += rows_of(database)
    assert [text[:80] for text in texts if after in text or (before and before in text)] == []
    assert "‹pin›" in unquoted(model.bodies[-1])


def test_only_secrets_that_can_be_read_are_looked_for(tmp_path: Path) -> None:
    os.environ["TOY_PIN"] = VALUE
    try:
        settings = load({"secrets.pin": "env:TOY_PIN"}, environ=os.environ, directory=tmp_path)
        known = known_secrets(settings)
        assert known.replaced(VALUE) == "‹pin›"
        assert settings.secret("pin", os.environ) == VALUE
    finally:
        del os.environ["TOY_PIN"]
    assert known.replaced(VALUE) == "‹pin›", "once read, it stays a secret"
    assert not known_secrets(load({"secrets.pin": "env:TOY_PIN"}, environ=os.environ, directory=tmp_path))


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
        (Element(0, Box(50, 50, 60, 30), "button", "Edit", test_id=f"edit-{VALUE}"), {"pin": VALUE}, True),
        (Element(0, Box(50, 50, 60, 30), "textbox", value="plain"), {"pin": VALUE}, False),
        (Element(0, Box(50, 50, 60, 30), "textbox", states=frozenset({"password"})), {}, True),
        (Element(0, Box(50, 50, 60, 30), "textbox", value=VALUE), {}, False),
    ],
)
def test_pictures_are_painted_over_before_anybody_sees_them(
    element: Element, secrets: dict[str, str], covered: bool
) -> None:
    screen = RedactingPerceiver(Perceiver(), Spellings(secrets))(observation(element))
    assert darkness(screen.picture, 80, 65) is covered
    assert not darkness(screen.picture, 10, 10)
    if secrets:
        assert VALUE not in screen.location + screen.title + str(screen.elements)


@pytest.fixture
def site() -> Generator[Site]:
    served = Site()
    yield served
    served.close()


class Ahead:
    """Has read one page ahead, which shows the secret."""

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        del addresses, scripted

    def pages_read(self) -> tuple[ReadPage, ...]:
        return (ReadPage("http://a.test/x", title=f"for {VALUE.upper()}", links=(PageLink("http://a.test/y", VALUE),)),)

    def scripts(self) -> tuple[PageScript, ...] | None:
        return None


def test_pages_that_are_read_ahead_are_given_without_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOY_PIN", VALUE)
    settings = load({"secrets.pin": "env:TOY_PIN"}, environ=os.environ, directory=tmp_path)
    reader = reader_of(cast("Device", Ahead()), settings)
    assert reader is not None
    (page,) = reader.pages_read()
    assert page == ReadPage("http://a.test/x", title="for ‹pin›", links=(PageLink("http://a.test/y", "‹pin›"),))


@pytest.mark.browser
def test_a_secret_that_nobody_allows_is_on_record_and_not_on_the_page(site: Site, tmp_path: Path, state: Path) -> None:
    device = BrowserDevice(BrowserOptions(url=site.url("secrets.html")))
    try:
        device.open()
        place = labelled(device.look(picture=False), "Comment").index
    finally:
        device.close()
    post_it: toy.Reply = {
        "does": "tell everybody the pin",
        "action": {"type": "input_text", "index": place, "secret": "pin"},
        "expect": [{"type": "changed"}],
    }
    address = f"web:{site.url('secrets.html')}"
    ran, sent = entered(tmp_path, "say hello", address, [post_it, *[toy.INFEASIBLE] * 4])
    bodies = "\n".join(map(unquoted, sent))
    assert "nothing was typed" in bodies, ran.out + ran.err
    assert 'origin = "http' in bodies
    rows = "\n".join(row for database in state.rglob("*.sqlite") for row in rows_of(database))
    assert "Type the secret 'pin' into the field" in rows
    assert "nobody there" in rows
    assert not [text for text in (bodies, rows, ran.out, ran.err) if "hunter2" in text]


@pytest.mark.browser
def test_no_cookie_and_no_file_is_sent_to_a_model(tmp_path: Path, state: Path) -> None:
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    (uploads / "letter.txt").write_text("file-that-is-private")
    site = Served({"/": Page("Home", h1="Welcome")})
    site.extra["/"] = """<script>document.cookie = 'key=cookie-that-is-private'</script>
        <label>Letter <input type=file></label>"""
    open_it: toy.Reply = {
        "does": "choose a letter",
        "action": {"type": "click", "index": 1},
        "expect": [{"type": "changed"}],
    }
    try:
        replies = [open_it, *[toy.INFEASIBLE] * 4]
        _, sent = entered(tmp_path, "read it", f"web:{site.url}", replies, "--set", f"browser.uploads={uploads}")
    finally:
        site.close()
    assert any("letter.txt" in body for body in sent), "the chooser was open"
    assert any("Welcome" in body for body in sent)
    assert not [body for body in sent if "that-is-private" in unquoted(body)]
    assert not [row for database in state.rglob("*.sqlite") for row in rows_of(database) if "that-is-private" in row]
