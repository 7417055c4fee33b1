"""What pages do, and how the browser device copes, on a real Chromium."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserOptions
from sextant.devices.browser.settings import Capture
from sextant.types.actions import DragPath, Gesture, Hold, LaunchApp, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point
from tests.devices.browsing import Hand, labelled, running, texts, until
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def features(hand: Hand, site: Site) -> Hand:
    hand.go(site.url("features.html"))
    return hand


Act = Callable[[Hand], object]


def tap(label: str, count: int = 1) -> Act:
    return lambda hand: hand.tap(label, count)


def types(label: str, text: str) -> Act:
    return lambda hand: hand.type(label, text)


def does(gesture: Gesture) -> Act:
    return lambda hand: hand.device.perform(gesture)


def holds(label: str) -> Act:
    return lambda hand: hand.device.perform(Hold(labelled(hand.look(), label).box.centre))


DONE: list[tuple[str, Sequence[Act], str]] = [
    ("features", [tap("Confirm"), tap("OK")], "confirm true"),
    ("features", [tap("Confirm"), tap("Cancel")], "confirm false"),
    ("features", [tap("Confirm"), does(PressKey("back"))], "confirm false"),
    ("features", [tap("Prompt"), types("Answer", "Grace Hopper ü"), tap("OK")], "prompt Grace Hopper ü"),
    ("features", [types("Ink", "#1a2b3c")], "ink #1a2b3c"),
    ("features", [tap("Double", 2)], "double"),
    ("features", [holds("Hold me")], "menu"),
    ("keys", [does(TypeText("wasd"))], "wasd"),
    ("pull", [does(DragPath(Point(200, 150), Point(200, 500)))], "refreshed"),
    ("wide", [tap("Far")], "hit"),
    ("frames", [tap("Shadow button")], "shadow touched"),
    *(
        ("frames", [*acts], f"{who} {says}")
        for who in ("same", "cross")
        for acts, says in (
            ([tap(f"{who} button")], "done"),
            ([types(f"{who} field", "héllo")], "has héllo"),
            ([tap(f"{who} menu"), tap("two")], "chose two"),
        )
    ),
]


@pytest.mark.parametrize(("page", "acts", "says"), DONE, ids=[f"{page}: {says}" for page, _, says in DONE])
def test_a_page_does_what_it_is_touched_for(hand: Hand, site: Site, page: str, acts: Sequence[Act], says: str) -> None:
    hand.go(site.url(f"{page}.html"))
    for act in acts:
        act(hand)
    assert hand.says(says)


def test_alert_is_a_screen_that_waits_for_an_answer(features: Hand) -> None:
    features.tap("Alert")
    seen = features.device.look()
    assert seen.modal is not None
    assert (seen.modal.kind, seen.modal.message) == ("alert", "Saved.")
    assert [element.label for element in seen.elements] == ["Saved.", "OK"]
    assert seen.picture is not None
    assert features.device.perform(Tap(Point(200, 100))).settled  # beside the dialog: nothing happens
    assert features.look().modal is not None
    features.tap("OK")
    assert features.says("after alert")


@pytest.mark.parametrize(("page", "kind"), [("plain", "image/png"), ("noise", "image/jpeg")])
def test_a_picture_is_a_png_unless_that_would_be_large(site: Site, page: str, kind: str) -> None:
    with running(BrowserOptions(site.url(f"{page}.html"), capture=Capture(scale=2.0, format="auto"))) as device:
        picture = device.look().picture
    assert picture is not None
    assert picture.media_type == kind


def test_prompt_has_a_field(features: Hand) -> None:
    features.tap("Prompt")
    assert labelled(features.look(), "Answer").value == "Ada"
    features.tap("Cancel")


def test_beforeunload_asks_before_leaving(features: Hand) -> None:
    features.tap("Guard")
    features.tap("Leave")
    assert features.modal() == "beforeunload"
    features.tap("Stay")
    assert features.says("guarded")
    features.tap("Leave")
    features.tap("Leave")  # the dialog's own button
    assert features.look().title == "Plain"


@pytest.mark.parametrize("label", ["New tab", "Open window"])
def test_popup_is_followed_and_back_closes_it(features: Hand, label: str) -> None:
    injection = features.tap(label)
    assert "opened a new tab" in injection.notes
    assert features.look().title == "Plain"
    features.device.perform(PressKey("back"))
    assert features.look().title == "Features"


def test_recents_switches_between_tabs(features: Hand) -> None:
    features.tap("New tab")
    for page in ("Features", "Plain"):
        features.device.perform(PressKey("recents"))
        seen = features.look()
        assert seen.modal is not None
        option = next(element for element in seen.elements if element.label.endswith(f"{page.lower()}.html"))
        features.device.perform(Tap(option.box.centre))
        assert features.look().title == page
    features.device.perform(PressKey("back"))


def test_download_is_saved_and_noted(features: Hand, folders: tuple[Path, Path]) -> None:
    injection = features.tap("Download")
    notes = injection.notes + features.look().notes
    assert any(note.startswith("downloaded report") for note in notes), notes
    assert (folders[0] / "report.pdf").read_bytes() == b"the file"
    assert features.look().title == "Features"


def test_file_chooser_offers_only_the_uploads(features: Hand) -> None:
    field = next(element for element in features.look().elements if "upload" in element.affordances)
    features.device.perform(Tap(field.box.centre))
    assert features.modal() == "file_chooser"
    features.type("File", "../outside.txt")
    assert features.tap("Choose").notes == ("no file was given: it is not in the uploads directory",)
    features.tap("photo.txt")
    assert features.says("file photo.txt:7")


def test_select_shows_its_options(features: Hand) -> None:
    features.tap("Colour")
    seen = features.look()
    assert seen.modal is not None
    assert seen.modal.kind == "select"
    assert "disabled" in labelled(seen, "Blue").states
    assert "selected" in labelled(seen, "Red").states
    features.tap("Yellow")
    assert features.says("chose y")
    features.type("Colour", "green")
    assert features.says("chose g")


def test_the_options_of_a_long_select_scroll(hand: Hand, site: Site) -> None:
    hand.go(site.url("widgets.html"))
    hand.device.evaluate("for (let n = 0; n < 40; n++) document.getElementById('size').add(new Option(`Size ${n}`))")
    hand.tap("Size")
    seen = hand.look()
    assert seen.modal is not None
    assert seen.modal.message == "Size"
    assert labelled(seen, "Size 39").visibility == "offscreen"
    for gesture in (DragPath(Point(200, 800), Point(200, 200)), ScrollBy("down", extent=4)):
        hand.device.perform(gesture)
        assert hand.look().scroll.above > seen.scroll.above
        seen = hand.look()
    assert labelled(seen, "Size 39").visibility == "visible"
    hand.tap("Size 39")
    assert "size=Size 39" in texts(hand.look())


def test_a_picker_says_what_form_it_wants(features: Hand) -> None:
    assert "2026-03-31" in features.type("Day", "31 March").notes[0]


def test_typing_replaces_appends_and_keys_are_heard(features: Hand) -> None:
    features.type("Name", "new")
    assert features.says("keys 3")
    assert labelled(features.look(), "Name").value == "new"
    features.type("Name", "er", replace=False)
    assert labelled(features.look(), "Name").value == "newer"
    features.type("Name", "")
    assert labelled(features.look(), "Name").value == ""
    features.type("Rich", "café 日本 😀")
    assert labelled(features.look(), "Rich").value == "café 日本 😀"
    features.type("Notes", "one\ntwo")
    assert "one" in labelled(features.look(), "Notes").value


def test_long_text_arrives_whole(features: Hand) -> None:
    features.type("Notes", "word " * 2000)
    features.type("Notes", "end", replace=False)
    assert features.device.injected("none") is False
    assert len(labelled(features.look(), "Notes").value) > 300


def test_enter_submits(features: Hand) -> None:
    features.type("Query", "maps")
    features.device.perform(PressKey("enter"), "enter")
    assert features.says("submitted maps")
    assert features.device.injected("enter") is True


def test_a_row_that_goes_with_the_hold_leaves_no_tap_for_the_next(hand: Hand, site: Site) -> None:
    hand.go(site.url("held.html"))
    hand.device.perform(Hold(labelled(hand.look(), "First").box.centre))
    assert [element.label for element in hand.look().elements if element.role == "button"] == ["Second", "Third"]
    assert hand.says("nothing opened")
    hand.tap("Second")
    assert hand.says("opened Second")


def test_scrolling_the_page_and_a_scroller_in_it(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("scroll.html"))
    inner = labelled(seen, "inner 1").box.centre
    hand.device.perform(ScrollBy("down", inner))
    seen = hand.look()
    assert seen.scroll.above == 0
    assert labelled(seen, "inner 1").visibility != "visible"
    hand.device.perform(ScrollBy("down"), "scroll")
    assert hand.device.injected("scroll") is True
    seen = hand.look()
    assert seen.scroll.above > 300
    hand.tap("Bar")  # sticky: still there
    assert hand.says("bar touched")
    for _ in range(8):
        if hand.device.perform(ScrollBy("down")).notes:
            break
    assert hand.says("row 79")  # more came while scrolling
    hand.device.perform(ScrollBy("up"))
    assert "row 79" in texts(hand.look())


@pytest.mark.parametrize(
    ("label", "wanted"), [("native", "dropped:gift"), ("mouse", "down up"), ("touch", "tstart tend")]
)
def test_drag_is_what_the_page_listens_for_and_happens_once(hand: Hand, site: Site, label: str, wanted: str) -> None:
    seen = hand.go(site.url("drag.html"))
    start, end = labelled(seen, label).box.centre, labelled(seen, "drop here").box.centre
    hand.device.perform(DragPath(start, end), f"drag-{label}")
    assert texts(hand.look()).splitlines()[1] == wanted
    assert hand.device.injected(f"drag-{label}") is True


@pytest.mark.parametrize("hold", [0.0, 0.1])
def test_a_drag_elsewhere_scrolls_by_its_way_less_the_slop(hand: Hand, site: Site, hold: float) -> None:
    """By whole pixels, whatever is asked for; and also where it goes across, but rather up."""
    hand.go(site.url("scroll.html"))
    ways = {(380, 400): 385, (380, 784): 1, (380, 785): 0, (380.4, 399.7): 385, (100, 400): 385, (20, 780): 0}
    for (x, y), scrolled in ways.items():
        hand.device.perform(DragPath(Point(380, 800), Point(x, y), hold))
        assert hand.look().scroll.above == scrolled, (x, y)
        hand.device.evaluate("scrollTo(0, 0)")


def test_a_drag_sideways_leaves_no_page(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    hand.go(site.url("scroll.html"))
    hand.device.perform(DragPath(Point(20, 600), Point(400, 610)))
    hand.device.perform(DragPath(Point(400, 600), Point(20, 610)))
    assert hand.look().title == "Scroll"


def test_a_page_that_follows_the_finger_gets_it_as_it_is_drawn(hand: Hand, site: Site) -> None:
    """Where scrolling is switched off or may be prevented the way is straight, else it leaves the slop upright."""
    for board, straight in (("still", True), ("held", True), ("heard", False)):
        start = labelled(hand.go(site.url("follow.html")), board).box.centre
        hand.device.perform(DragPath(start, Point(start.x + 100, start.y + 100)))
        found = [line.split() for line in texts(hand.look()).splitlines() if line.startswith("at ")]
        ways = [(float(line[1]) - start.x, float(line[2]) - start.y) for line in found]
        assert ways
        assert all(abs(x - y) < 0.01 for x, y in ways) is straight, board


def test_what_only_listens_is_read_and_touched(hand: Hand, site: Site) -> None:
    hand.go(site.url("listening.html"))
    hand.tap("Open the gate")
    assert hand.says("gate opened")


def test_no_look_runs_what_a_page_can_notice(hand: Hand, site: Site) -> None:
    hand.go(site.url("listening.html"))
    hand.device.look()
    assert not hand.says("listener read")
    assert not hand.says("handler compiled")
    hand.tap("Ring the bell")
    assert hand.says("listener read bell rung")
    hand.tap("Broken")
    assert hand.says("handler compiled")


def test_a_page_without_hierarchy_is_a_condition(hand: Hand, site: Site) -> None:
    hand.go(site.url("canvas.html"))
    assert hand.look().condition == "empty_hierarchy"


def test_error_pages(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("status/503"))
    assert (seen.condition, seen.facts["http_status"]) == ("error_page", "503")
    seen = hand.go(site.url("status/404"))
    assert (seen.condition, seen.facts["http_status"]) == ("ok", "404")
    seen = hand.go(site.url("drop"))
    assert seen.condition == "error_page"
    assert hand.go(site.url("plain.html")).condition == "ok"


def test_the_status_is_the_documents_that_is_shown(hand: Hand, site: Site) -> None:
    """A page that comes back whole, out of the back/forward cache, brings no response."""
    hand.go(site.url("plain.html"))
    for path in ("status/503", "drop", "status/404"):
        hand.go(site.url(path))
        hand.device.perform(PressKey("back"))
        seen = hand.look()
        assert (seen.title, seen.condition, seen.facts.get("http_status", "200")) == ("Plain", "ok", "200")


def test_http_authentication_asks(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    hand.device.perform(LaunchApp(site.url("private")))
    assert hand.modal() == "auth"
    hand.type("Username", "ada")
    hand.type("Password", "lovelace")
    assert "lovelace" not in repr(hand.look())
    hand.tap("Sign in")
    assert hand.says("Welcome, Ada")


def test_the_page_believes_in_the_phone(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("phone.html"))
    told = next(element.text for element in seen.elements if "|" in element.text).split("|")
    assert told[0:3] == ["412", "915", "2"]
    assert told[3:7] == ["true", "5", "true", "true"]
    assert told[7:10] == ["de-CH", "Pacific/Auckland", "2000"]
    assert told[10:12] == ["true", "true"]
    hand.tap("Where am I")
    assert "at 47.37 8.54" in texts(hand.look())


def test_popups_are_phones_from_their_first_script(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("New tab")
    hand.go(site.url("phone.html"))
    told = next(element.text for element in hand.look().elements if "|" in element.text).split("|")
    assert told[:5] == ["412", "915", "2", "true", "5"]
    hand.device.perform(PressKey("back"))
    hand.device.perform(PressKey("back"))


def test_apps_are_resumed_and_closed(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    hand.device.perform(LaunchApp("features"))
    hand.tap("Guard")
    hand.device.perform(LaunchApp("scroll"))
    assert hand.look().title == "Scroll"
    hand.device.perform(LaunchApp("features"))
    assert hand.says("guarded")  # as it was left
    hand.device.perform(TerminateApp("features"))
    hand.device.perform(TerminateApp("scroll"))
    assert hand.look().title == "Plain"
    assert "no app called" in hand.device.perform(LaunchApp("nope")).notes[0]
    assert "no app called" in hand.device.perform(LaunchApp("https://elsewhere.example/")).notes[0]
    hand.device.perform(PressKey("home"))
    assert hand.look().title == "Plain"


def test_secrets_in_addresses_are_not_told(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("plain.html?token=abc123&page=2"))
    assert "abc123" not in seen.location
    assert "page=2" in seen.location


def test_what_a_touch_switched_looks_other_than_before_until_it_is_switched_back(hand: Hand, site: Site) -> None:
    """Its drawing changed, and no attribute says so."""
    seen = hand.go(site.url("drawn.html"))
    assert [one.drawn for one in seen.elements if one.drawn] == []
    hand.tap("Star")
    seen = hand.look()
    assert labelled(seen, "Star").drawn == "looks other than before it was touched"
    assert labelled(seen, "Plain").drawn == ""
    hand.tap("Plain")
    assert labelled(hand.look(), "Plain").drawn == "", "nothing came of it"
    hand.tap("Star")
    assert labelled(hand.look(), "Star").drawn == ""


def test_a_page_with_frames_within_frames_is_left(features: Hand, site: Site) -> None:
    nested = "Object.assign(document.createElement('iframe'), { srcdoc: '<iframe srcdoc=Innermost></iframe>' })"
    features.device.evaluate(f"document.body.prepend({nested})")
    assert until(lambda: features.says("Innermost"))
    assert features.go(site.url("wide.html")).location.endswith("wide.html")
