"""No private field is left unpainted in a stored picture, whatever holds it."""

from collections.abc import Generator
from io import BytesIO

import pytest
from PIL import Image

from sextant.assembly.privacy import RedactingPerceiver
from sextant.devices.browser import BrowserOptions
from sextant.journal.redact import Redactor
from sextant.perception.marks import mask
from sextant.perception.perceive import Perceiver
from sextant.text.spellings import Spellings
from sextant.types.actions import LaunchApp, Tap
from sextant.types.geometry import Point
from sextant.types.screens import Picture, Screen, ScreenKey
from tests.devices.browsing import Hand, running, until
from tests.devices.places import Places

pytestmark = pytest.mark.browser

FIELD = "<input type=password id=p value=Hunter2 style='background:#f0f;color:#f0f;width:200px;height:40px'>"
SHOWS = "<script>setTimeout(() => { document.querySelector('input').type = 'text' }, 200)</script>"
SIZED = "style='border:0;width:260px;height:120px'"
HOLDERS = {
    "object": f"<object {SIZED} type=text/html data=/field></object>",
    "embed": f"<embed {SIZED} type=text/html src=/field>",
    "turned": f"<div style='rotate:180deg'><iframe {SIZED} src=/field></iframe></div>",
    "mirrored": f"<iframe {SIZED.replace('border', 'transform:scaleX(-1);border')} src=/field></iframe>",
    "slanted": f"<div style='transform:skewX(20deg)'><iframe {SIZED} src=/outer></iframe></div>",
    "closed root": f"<div style='width:260px'><template shadowrootmode=closed>{FIELD}</template></div>",
}


@pytest.fixture(scope="module")
def places() -> Generator[Places]:
    with Places() as served:
        served.pages["/field"] = f"<body>{FIELD}{SHOWS}"
        served.pages["/outer"] = "<body><iframe style='border:0;width:230px;height:90px' src=/field></iframe>"
        yield served


@pytest.fixture(scope="module")
def hand(places: Places) -> Generator[Hand]:
    with running(BrowserOptions(url=places.url("/start"))) as device:
        yield Hand(device)


def bare(hand: Hand) -> int:
    """Number of pixels of a field that would be stored."""
    seen = hand.device.look()
    assert seen.picture is not None
    hidden = Redactor().boxes(Screen(ScreenKey("app", "screen"), "digest", seen))
    return pink(mask(seen.picture, hidden))


def pink(picture: Picture | None, wanted: tuple[int, int, int] = (255, 0, 255)) -> int:
    """Number of pixels of about that colour."""
    assert picture is not None
    colours = Image.open(BytesIO(picture.data)).convert("RGB").getcolors(1 << 24) or ()
    return sum(count for count, found in colours if _near(found, wanted))


def _near(found: float | tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return isinstance(found, tuple) and all(abs(a - b) < 40 for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_private_field_is_painted_over_wherever_it_is_drawn(hand: Hand, places: Places, holder: str) -> None:
    places.pages["/"] = f"<title>Own</title><meta name=viewport content='width=device-width'>{HOLDERS[holder]}"
    hand.device.perform(LaunchApp(places.url(f"/?{holder}")))
    if holder == "closed root":
        assert bare(hand), "nobody can tell before it has the focus"
        hand.device.perform(Tap(Point(60, 25)), "focus")
    else:
        assert until(lambda: any("password" in one.states for one in hand.look().elements))
        hand.device.evaluate("new Promise(done => setTimeout(done, 400))")
    assert bare(hand) == 0


def test_a_drawing_in_an_object_stays_a_picture(hand: Hand, places: Places) -> None:
    drawing = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><text y=%2220%22>In</text></svg>"
    drawn = f"<object aria-label=Drawing style='width:90px;height:90px' data='{drawing}'></object>"
    places.pages["/"] = f"<title>Own</title>{drawn}"
    hand.device.perform(LaunchApp(places.url("/?drawing")))
    assert until(lambda: any(one.name == "Drawing" and one.role != "iframe" for one in hand.look().elements))


def test_an_element_of_another_namespace_breaks_no_page(hand: Hand, places: Places) -> None:
    places.pages["/"] = "<title>Own</title><math><object></object><iframe></iframe></math><button>Beside</button>"
    hand.device.perform(LaunchApp(places.url("/?math")))
    assert until(lambda: hand.says("Beside"))


OPEN = {
    "dialog": ("<dialog><p>Readable</p></dialog>", "document.querySelector('dialog').showModal()"),
    "scroller": (
        "<div style='height:60px;width:200px;overflow:auto'><p>Readable</p><p style='height:300px'></div>",
        "document.querySelector('div').focus()",
    ),
}


@pytest.mark.parametrize("what", OPEN)
def test_what_has_the_focus_itself_is_not_private(hand: Hand, places: Places, what: str) -> None:
    shown, focus = OPEN[what]
    places.pages["/"] = f"<title>Own</title>{shown}<script>addEventListener('focusin', () => window.got = 1)</script>"
    hand.device.perform(LaunchApp(places.url(f"/?{what}")))
    hand.device.evaluate(f"{focus}; 0")
    assert until(lambda: hand.device.evaluate("window.got") == 1)
    seen = hand.look()
    assert any("Readable" in (one.text or one.name) for one in seen.elements)
    assert not any("password" in one.states for one in seen.elements)


VALUE = "correcthorsebatterystaple77"
PINK = "color:#f0f;margin:0;border:0;background:none;font:900 24px sans-serif"


def padded(length: int) -> str:
    return ("word " * length)[: length - 1] + " "


CUT = {
    "text at the cut": f"<p style='{PINK}'>{padded(1190)}{VALUE}</p>",
    "text behind the cut": f"<p style='{PINK}'>{padded(1500)}{VALUE}</p>",
    "label at the cut": f"<button style='{PINK}' aria-label='{padded(290)}{VALUE}'>wordwordword</button>",
    "label behind the cut": f"<button style='{PINK}' aria-label='{padded(900)}{VALUE}'>wordwordword</button>",
    "value behind the cut": f"<textarea style='{PINK}'>{padded(1500)}{VALUE}</textarea>",
    "more than is told": f"<p style='{PINK}'>{padded(201_000)}</p>",
}


@pytest.mark.parametrize("what", CUT)
def test_a_value_at_or_behind_the_cut_of_a_text_is_neither_told_nor_drawn(
    hand: Hand, places: Places, what: str
) -> None:
    places.pages["/"] = f"<title>Own</title><meta name=viewport content='width=device-width'>{CUT[what]}"
    hand.device.perform(LaunchApp(places.url(f"/?{what}")))
    assert until(lambda: any("word" in (one.text or one.name or one.value) for one in hand.look().elements))
    seen = hand.device.look()
    plain = RedactingPerceiver(Perceiver(), Spellings())(seen)
    assert pink(plain.observation.picture), "without a value to look for, nothing is painted"
    screen = RedactingPerceiver(Perceiver(), Spellings({"pin": VALUE}))(seen)
    assert not screen.observation.unlisted
    assert "corr" not in repr(screen)
    assert pink(screen.observation.picture) == 0


def test_what_is_below_a_dialog_is_painted_over(hand: Hand, places: Places) -> None:
    shown = f"<p style='{PINK}'>{VALUE}</p><button onclick='setTimeout(() => alert(1))'>Ask</button>"
    places.pages["/"] = f"<title>Own</title><meta name=viewport content='width=device-width'>{shown}"
    hand.device.perform(LaunchApp(places.url("/?below")))
    hand.device.look()
    hand.tap("Ask")
    assert until(lambda: hand.modal() == "alert")
    darkened = (127, 0, 127)
    assert pink(hand.device.look().picture, darkened)
    screen = RedactingPerceiver(Perceiver(), Spellings({"pin": VALUE}))(hand.device.look())
    assert pink(screen.observation.picture, darkened) == 0
    hand.tap("OK")
