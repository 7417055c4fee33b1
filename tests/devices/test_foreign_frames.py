"""A frame of a foreign origin gets no keys and fingers that were not allowed, whatever moves or changes meanwhile."""

import time
from collections.abc import Generator, Iterator, Sequence

import pytest

from sextant.types.actions import Direction, DragPath, Gesture, LaunchApp, PressKey, ScrollBy, Tap, TypeText
from sextant.types.effects import WITHIN_FRAME, HeldWrite, WriteRuling
from sextant.types.geometry import Point
from sextant.types.secrets import NOTHING_TYPED
from tests.devices.browsing import Hand, labelled, until
from tests.devices.places import Places
from tests.devices.test_leaving import STRANGER, Authority, opened

pytestmark = pytest.mark.browser

FRAME = "<iframe style='border:0;width:300px;height:160px' src='http://localhost:{port}/inner'></iframe>"
GIVES = "document.querySelector(&quot;iframe&quot;).contentWindow.focus()"
TELLS = (
    "<script>for (const name of ['keydown', 'keyup', 'beforeinput', 'input', 'touchstart', 'click', 'drop'])"
    " addEventListener(name, event => fetch('/got?' + name + (event.data || event.key || '')), true)</script>"
)
TAKES = "<input id=i><script>onfocus = () => i.focus()</script>"


@pytest.fixture(scope="module")
def places() -> Generator[Places]:
    with Places() as served:
        yield served


@pytest.fixture(scope="module")
def device(places: Places) -> Generator[tuple[Hand, Authority]]:
    authority = Authority()
    with opened(places.url("/start"), authority) as hand:
        yield hand, authority


@pytest.fixture
def hand(device: tuple[Hand, Authority]) -> Hand:
    device[1].asked.clear()
    return device[0]


@pytest.fixture
def authority(device: tuple[Hand, Authority]) -> Authority:
    return device[1]


def shown(hand: Hand, places: Places, own: str, inner: str) -> None:
    """Opens a page with a stranger's frame."""
    places.pages["/"] = f"<title>Own</title><body style='margin:0'>{own}{FRAME}"
    places.pages["/inner"] = f"<body style='margin:0'>Inner{inner}{TELLS}"
    hand.device.perform(LaunchApp(places.url(f"/?{len(places.arrived)}")))
    assert until(lambda: hand.says("Inner"))
    places.arrived.clear()


def got(places: Places) -> list[str]:
    """What the frame told of, once it had time to."""
    time.sleep(0.4)
    return [line for line in places.at(STRANGER) if "/got" in line]


THIEVES = {
    "handed over": (f"<input aria-label=Note onfocus='{GIVES}'>", TAKES),
    "taken": ("<input aria-label=Note>", "<input id=i><script>setInterval(() => i.focus(), 3)</script>"),
}


@pytest.mark.parametrize("thief", THIEVES)
@pytest.mark.parametrize("secret", ["", "pin"])
def test_nothing_is_typed_into_a_strangers_frame_that_took_the_focus(
    hand: Hand, authority: Authority, places: Places, thief: str, secret: str
) -> None:
    own, inner = THIEVES[thief]
    shown(hand, places, own.replace("<input", "<input type=password") if secret else own, inner)
    field = labelled(hand.look(), "Note").box.centre
    (note,) = hand.device.perform(TypeText("my own text", field, secret=secret)).notes
    assert note.startswith(NOTHING_TYPED) or "moved the focus" in note, "the keys may have been under way"
    assert got(places) == []
    assert authority.asked == []


@pytest.mark.parametrize(
    "text", ["my own words", "my own words " * 40, "\U0001f600" * 20], ids=["keys", "at once", "signs"]
)
def test_no_key_follows_the_focus_into_a_strangers_frame(hand: Hand, places: Places, text: str) -> None:
    """The first key, which empties the field, gives the focus away."""
    own = f"<div contenteditable role=textbox aria-label=Note onkeydown='window.d ??= {GIVES} || 1'>old words</div>"
    shown(hand, places, own, TAKES)
    hand.type("Note", text)
    assert got(places) == []


def test_text_goes_into_a_strangers_frame_once_it_is_allowed_and_keys_of_the_page_are_free_again(
    hand: Hand, authority: Authority, places: Places
) -> None:
    shown(hand, places, "<p>-</p>", "<input aria-label=Theirs>")
    authority.allows = True
    try:
        assert hand.type("Theirs", "words").notes == ()
    finally:
        authority.allows = False
    assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
    assert any(one.endswith("keyups") for one in got(places)), "requests may overtake one another"


def test_several_fields_of_the_page_share_a_text(hand: Hand, places: Places) -> None:
    """A code of one digit a field: the page moves the focus itself."""
    digits = "".join(
        f"<input aria-label=Digit{at} maxlength=1 oninput='nextElementSibling.focus()'>" for at in range(4)
    )
    shown(hand, places, digits, TAKES)
    hand.type("Digit0", "123")
    joined = "[...document.querySelectorAll('input')].map(one => one.value).join('')"
    assert hand.device.evaluate(joined) == "123"


@pytest.mark.parametrize("gesture", [PressKey("enter"), TypeText("words")], ids=["enter", "text"])
def test_keys_without_a_field_are_asked_about_where_a_strangers_frame_has_the_focus(
    hand: Hand, authority: Authority, places: Places, gesture: Gesture
) -> None:
    shown(hand, places, "<button>Mine</button>", TAKES)
    hand.device.evaluate("document.querySelector('iframe').contentWindow.focus(); 0")
    assert until(lambda: hand.device.evaluate("document.activeElement.localName") == "iframe")
    (note,) = hand.device.perform(gesture, "key").notes
    assert "nothing was touched" in note
    assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
    assert got(places) == []


@pytest.mark.parametrize("direction", ["down", "right"])
def test_no_finger_is_drawn_in_a_strangers_frame_for_a_scroll(
    hand: Hand, authority: Authority, places: Places, direction: Direction
) -> None:
    still = "<style>body { touch-action: none; overflow: hidden; height: 140px }</style>"
    shown(hand, places, "", still)
    (note,) = hand.device.perform(ScrollBy(direction, Point(150, 80)), "scroll").notes
    assert "nothing was touched" in note
    assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
    assert got(places) == []


def test_nothing_is_panned_by_a_finger_in_a_strangers_frame(hand: Hand, authority: Authority, places: Places) -> None:
    closer = "<meta name=viewport content='width=device-width, initial-scale=2'>"
    over = "<style>iframe { width: 100vw !important; height: 100vh !important }</style>"
    shown(hand, places, closer + over, "")
    (note,) = hand.device.perform(ScrollBy("right"), "pan").notes
    assert "nothing was touched" in note
    assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
    assert got(places) == []


def test_a_drag_that_ends_in_a_strangers_frame_is_asked_about(hand: Hand, authority: Authority, places: Places) -> None:
    starts = 'event.dataTransfer.setData("text/plain", "mine")'
    own = f"<div draggable=true style='height:60px' ondragstart='{starts}'>Mine</div>"
    shown(hand, places, own, "<script>ondragover = event => event.preventDefault()</script>")
    (note,) = hand.device.perform(DragPath(Point(40, 30), Point(100, 140)), "drag").notes
    assert "nothing was touched" in note
    assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
    assert got(places) == []


def test_an_option_that_lies_under_a_strangers_frame_is_not_touched(
    hand: Hand, authority: Authority, places: Places
) -> None:
    over = "<style>iframe { position: fixed; left: 0; top: 60px; width: 100% !important }</style>"
    options = "".join(f"<div role=option style='height:50px'>{name}</div>" for name in ("One", "Two", "Three"))
    shown(hand, places, f"{over}<div role=listbox aria-label=List>{options}</div>", "")
    (note,) = hand.device.perform(TypeText("Three", Point(150, 30)), "choose").notes
    assert "nothing was touched" in note
    assert got(places) == []


class Patient(Authority):
    """Allows, after a while."""

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        for write in writes:
            time.sleep(1.5)
            yield write, WriteRuling(True, "")


@pytest.mark.parametrize("other", ["evil.localhost", STRANGER])
def test_what_is_allowed_is_one_document_and_not_what_comes_in_its_place(places: Places, other: str) -> None:
    """The frame is led elsewhere, or loaded anew, while the question is open."""
    places.pages["/"] = f"<title>Own</title><body style='margin:0'>{FRAME}"
    places.pages["/inner"] = "<button style='width:280px;height:140px' onclick=\"fetch('/got?first')\">In</button>"
    places.pages["/second"] = "<button style='width:280px;height:140px' onclick=\"fetch('/got?second')\">In</button>"
    with opened(places.url(), Patient()) as hand:
        assert until(lambda: hand.says("In"))
        places.arrived.clear()
        away = f"document.querySelector('iframe').src = '{places.url('/second', other)}'"
        hand.device.evaluate(f"setTimeout(() => {{ {away} }}, 700); 0")
        (note,) = hand.device.perform(Tap(Point(100, 60)), "in").notes
        assert "changed while you were asked" in note
        assert f"GET {other}/second" in places.arrived
        time.sleep(0.4)
        assert not [line for line in places.arrived if "/got" in line]
        assert until(lambda: hand.says("In"))
        assert hand.device.perform(Tap(Point(100, 60)), "again").notes == ()
        assert until(lambda: f"GET {other}/got?second" in places.arrived)
