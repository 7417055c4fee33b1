"""A frame of a foreign origin gets no keys and touches that were not allowed, whatever moves or changes meanwhile."""

import json
import time
from collections.abc import Generator, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserOptions, Chrome
from sextant.devices.browser.settings import Deadlines
from sextant.types.actions import Direction, DragPath, Gesture, Hold, LaunchApp, PressKey, ScrollBy, Tap, TypeText
from sextant.types.effects import WITHIN_FRAME, HeldWrite, WriteRuling
from sextant.types.geometry import Point
from sextant.types.secrets import NOTHING_TYPED
from tests.devices.browsing import Hand, labelled, running, until
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
    notes = hand.device.perform(TypeText("my own text", field, secret=secret)).notes
    assert got(places) == []
    assert authority.asked == []
    late = thief == "taken" and hand.device.evaluate("document.querySelector('input').value") == "my own text"
    if not late or notes:  # A frame without processor time takes the focus after the last key.
        (note,) = notes
        assert note.startswith(NOTHING_TYPED) or "moved the focus" in note, "the keys may have been under way"


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


def test_a_strangers_frame_that_hangs_slows_one_gesture_a_little_and_the_next_hardly(places: Places) -> None:
    places.pages["/hangs"] = (
        "<button onclick='this.textContent += 1'>Go</button><input aria-label=Note>"
        "<iframe src='http://localhost:{port}/busy'></iframe>"
    )
    places.pages["/busy"] = "Inner<script>onmessage = () => { fetch('/begun'); for (;;); }</script>"
    with opened(places.url("/hangs")) as hand:
        assert until(lambda: hand.says("Inner"))
        hand.device.evaluate("frames[0].postMessage('begin', '*'); 0")
        took: list[float] = []
        for gesture in (lambda: hand.tap("Go"), lambda: hand.tap("Go1"), lambda: hand.type("Note", "my own text")):
            began = time.monotonic()
            gesture()
            took.append(time.monotonic() - began)
        assert took[0] < 10, "the first waits for what it asks the frame, a little for each"
        assert max(took[1:]) < 4, "the next do not wait for each once more"
        assert hand.says("Go11")
        assert hand.device.evaluate("document.querySelector('input').value") == "my own text"


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


SIZED = "style='border:0;width:300px;height:160px'"
INNER = "http://localhost:{port}/inner"
HIDDEN = {
    "object": f"<object {SIZED} type=text/html data={INNER}></object>",
    "embed": f"<embed {SIZED} type=text/html src={INNER}>",
    "closed root": f"<div><template shadowrootmode=closed><iframe {SIZED} src={INNER}></iframe></template></div>",
    "below nine frames": f"<iframe {SIZED} src=/0></iframe>",
    "in a turned frame": "<iframe style='border:0;width:300px;height:160px;rotate:180deg' src=/turned></iframe>",
}
TURNED = (
    f"<body style='margin:0'><iframe style='border:0;position:fixed;right:0;bottom:0;width:140px' src={INNER}></iframe>"
)


def hidden(hand: Hand, places: Places, how: str, inner: str = "") -> None:
    """Opens a page with a stranger's frame that the search at a point may not find."""
    for level in range(9):
        below = f"/{level + 1}" if level < 8 else INNER
        places.pages[f"/{level}"] = f"<body style='margin:0'><iframe {SIZED} src={below}></iframe>"
    places.pages["/turned"] = TURNED
    places.pages["/"] = f"<title>Own</title><body style='margin:0'>{HIDDEN[how]}"
    places.pages["/inner"] = f"<body style='margin:0'><p style='height:100px'>Inner</p>{inner}{TELLS}"
    places.arrived.clear()
    hand.device.perform(LaunchApp(places.url(f"/?{how}")))
    assert until(lambda: f"GET {STRANGER}/inner" in places.arrived)
    time.sleep(0.3)
    places.arrived.clear()


@pytest.mark.parametrize("how", HIDDEN)
def test_a_strangers_frame_that_no_search_finds_is_not_touched(
    hand: Hand, authority: Authority, places: Places, how: str
) -> None:
    hidden(hand, places, how)
    at = Point(60, 60)
    for gesture in (Tap(at), Tap(at, 2), Hold(at, 0.6), DragPath(at, Point(60, 20)), TypeText("words", at)):
        authority.asked.clear()
        (note,) = hand.device.perform(gesture, "unforeseen").notes
        assert note.startswith(f"nothing was touched: this part of the page belongs to {places.url('', STRANGER)}")
        assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
        assert got(places) == []


BUSY = """<script>setTimeout(() => {
    fetch('/busy');
    for (const until = performance.now() + 5000; performance.now() < until;);
    fetch('/free');
}, 1000)</script>"""


@pytest.mark.parametrize("how", ["closed root", "in a turned frame"])
def test_a_strangers_frame_that_is_busy_is_not_touched_later(hand: Hand, places: Places, how: str) -> None:
    """It would get a touch that waits for it before the order to refuse touches."""
    hidden(hand, places, how, BUSY)
    assert until(lambda: f"GET {STRANGER}/busy" in places.arrived)
    (note,) = hand.device.perform(Tap(Point(60, 60)), "busy").notes
    assert note.startswith(
        f"nothing was touched: this part of the page, of {places.url('', STRANGER)}, does not respond"
    )
    assert f"GET {STRANGER}/free" not in places.arrived, "it is waited for a little"
    assert until(lambda: f"GET {STRANGER}/free" in places.arrived)
    assert got(places) == []


def test_no_secret_is_typed_while_a_strangers_frame_is_busy(hand: Hand, places: Places) -> None:
    """It may have taken the focus, and would get the keys before the order to refuse them."""
    shown(hand, places, "<input type=password aria-label=Note>", BUSY)
    field = labelled(hand.look(), "Note").box.centre
    assert until(lambda: f"GET {STRANGER}/busy" in places.arrived)
    (note,) = hand.device.perform(TypeText("my own text", field, secret="pin")).notes
    assert note.startswith(f"{NOTHING_TYPED}: a part of the page, of {places.url('', STRANGER)}, does not respond")
    assert hand.device.evaluate("document.querySelector('input').value") == ""
    assert until(lambda: f"GET {STRANGER}/free" in places.arrived)
    assert hand.device.perform(TypeText("my own text", field, secret="pin")).notes == ()


def test_a_frame_that_is_not_drawn_blocks_no_secret_while_it_is_busy(hand: Hand, places: Places) -> None:
    shown(hand, places, "<input type=password aria-label=Note>", BUSY)
    hand.device.evaluate("document.querySelector('iframe').style.display = 'none'; 0")
    field = labelled(hand.look(), "Note").box.centre
    assert until(lambda: f"GET {STRANGER}/busy" in places.arrived)
    assert hand.device.perform(TypeText("my own text", field, secret="pin")).notes == ()
    assert f"GET {STRANGER}/free" not in places.arrived


COVER = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0; pointer-events: none"


def test_a_touch_that_keeps_a_strangers_frame_busy_is_not_denied_afterwards(hand: Hand, places: Places) -> None:
    """What the app itself got must not be told as untouched: it would be done again."""
    busy = BUSY.replace("setTimeout(() =>", "onmessage = () =>").replace("}, 1000)", "}")
    own = "<button onclick=\"fetch('/paid'); frames[0].postMessage(1, '*')\">Pay</button>"
    shown(hand, places, f"<style>iframe {{ {COVER} }}</style>{own}", busy)
    assert hand.device.perform(Tap(labelled(hand.look(), "Pay").box.centre), "pay").notes == ()
    assert any("/paid" in one for one in places.arrived)
    assert until(lambda: f"GET {STRANGER}/busy" in places.arrived)
    assert until(lambda: f"GET {STRANGER}/free" in places.arrived, 20)


def test_a_busy_frame_elsewhere_does_not_break_a_touch_that_leads_to_another_page(hand: Hand, places: Places) -> None:
    places.pages["/next"] = "Another page"
    shown(hand, places, "<a href=/next>Go on</a>", BUSY)
    at = labelled(hand.look(), "Go on").box.centre
    assert until(lambda: f"GET {STRANGER}/busy" in places.arrived)
    assert hand.device.perform(Tap(at), "on").notes == ()
    assert until(lambda: hand.says("Another page"))


@pytest.mark.parametrize("style", ["body { height: 900px }", "body { touch-action: none; overflow: hidden }"])
def test_no_finger_scrolls_a_strangers_frame_that_no_search_finds(
    hand: Hand, authority: Authority, places: Places, style: str
) -> None:
    seen = "for (const on of ['scroll', 'pointermove', 'touchmove']) addEventListener(on, () => fetch('/got?' + on))"
    tells = f"<script>{seen}</script>"
    hidden(hand, places, "closed root", f"<style>{style}</style>{tells}")
    for gesture in (DragPath(Point(60, 120), Point(60, 20)), ScrollBy("down", Point(60, 60))):
        authority.asked.clear()
        (note,) = hand.device.perform(gesture, "scroll").notes
        assert note.startswith("nothing was touched: this part of the page belongs to")
        assert [effect.operation for effect in authority.about("leave")] == [WITHIN_FRAME]
        assert got(places) == []


def test_nothing_is_dropped_on_a_strangers_frame_that_no_search_finds(hand: Hand, places: Places) -> None:
    hidden(hand, places, "closed root", "<script>ondragover = event => event.preventDefault()</script>")
    starts = "event.dataTransfer.setData('text/plain', 'mine')"
    own = f'<div draggable=true style="height:60px" ondragstart="{starts}">Mine</div>'
    hand.device.evaluate(f"document.body.insertAdjacentHTML('afterbegin', `{own}`)")
    (note,) = hand.device.perform(DragPath(Point(40, 30), Point(100, 140)), "drag").notes
    assert note.startswith("nothing was touched: this part of the page belongs to")
    assert got(places) == []


def test_a_strangers_frame_that_no_search_finds_is_touched_once_it_is_allowed(
    hand: Hand, authority: Authority, places: Places
) -> None:
    hidden(hand, places, "closed root")
    authority.allows = True
    try:
        (note,) = hand.device.perform(Tap(Point(60, 60)), "first").notes
        assert note.startswith("nothing was touched")
        assert got(places) == []
        assert hand.device.perform(Tap(Point(60, 60)), "second").notes == ()
        assert any(one.endswith("click") for one in got(places))
    finally:
        authority.allows = False
    hidden(hand, places, "closed root")
    (note,) = hand.device.perform(Tap(Point(60, 60)), "anew").notes
    assert note.startswith("nothing was touched"), "another document is in its place"
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


def test_a_file_that_a_strangers_frame_asks_for_is_not_given_without_permission(places: Places, tmp_path: Path) -> None:
    (tmp_path / "photo.txt").write_text("private")
    places.pages["/"] = f"<title>Own</title><body style='margin:0'>{FRAME}"
    places.pages["/inner"] = (
        "<button style='width:280px;height:140px' onclick='i.click()'>In</button><input hidden type=file id=i"
        " onchange=\"fetch('/got?' + i.files[0].name)\">"
    )
    authority = Authority(allows=True)
    places.arrived.clear()
    with opened(places.url(), authority, chrome=Chrome(uploads_dir=tmp_path)) as hand:
        assert until(lambda: hand.says("In"))
        hand.device.perform(Tap(Point(100, 60)), "in")
        seen = hand.look()
        assert seen.modal is not None
        assert (seen.modal.kind, seen.modal.origin) == ("file_chooser", places.url("", STRANGER))
        authority.allows = False
        (note,) = hand.tap("photo.txt").notes
        assert "belongs to" in note
        assert not got(places)
        authority.allows = True
        hand.tap("photo.txt")
        assert until(lambda: f"GET {STRANGER}/got?photo.txt" in places.arrived)


def test_a_strangers_frame_that_does_not_answer_is_not_waited_for_at_length(places: Places) -> None:
    limits = Deadlines(settle=2, command=8)
    with running(BrowserOptions(url=places.url("/start"), leave="ask", limits=limits)) as device:
        hand = Hand(device)
        busy = "<script>onmessage = () => { const end = Date.now() + 30000; while (Date.now() < end); }</script>"
        shown(hand, places, "<button onclick=\"fetch('/touched')\">Mine</button>", busy)
        at = labelled(hand.look(), "Mine").box.centre
        hand.device.evaluate("frames[0].postMessage(0, '*')")
        began = time.monotonic()
        hand.device.perform(Tap(at), "busy")
        assert time.monotonic() - began < 15, "the start of the gesture waits for 8 s"
        assert until(lambda: any("/touched" in line for line in places.arrived))


BARRIER = files("sextant.devices.browser").joinpath("barrier.js").read_text(encoding="utf-8")
BARRED = """(() => {
    const hears = {}, world = {}, event = { isTrusted: true, type: 'click', stopImmediatePropagation() { } };
    const window = { addEventListener: (type, does) => { hears[type] = does } };
    new Function('globalThis', 'self', 'location', 'window', 'performance', SOURCE)(
        world, { origin: 'http://b' }, { ancestorOrigins: ['http://a'] }, window, { now: () => 1 });
    world.sextantBar(true);
    hears.click(event);
    ORDER;
    return [world.sextantBar(), world.sextantBar()].join();
})()"""


@pytest.mark.parametrize("order", ["0", "world.sextantBar(true)", "world.sextantBar(false)"])
def test_a_second_order_within_a_gesture_forgets_no_finger(hand: Hand, order: str) -> None:
    assert hand.device.evaluate(BARRED.replace("SOURCE", json.dumps(BARRIER)).replace("ORDER", order)) == "1,0"
