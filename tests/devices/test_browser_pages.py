"""What pages do, and how the browser device copes, on a real Chromium."""

from pathlib import Path

import pytest

from sextant.types.actions import DragPath, Hold, LaunchApp, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point
from tests.devices.browsing import Hand, labelled, texts
from tests.devices.site import Site

pytestmark = pytest.mark.browser


def test_alert_is_a_screen_that_waits_for_an_answer(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Alert")
    seen = hand.device.look()
    assert seen.modal is not None
    assert (seen.modal.kind, seen.modal.message) == ("alert", "Saved.")
    assert [element.label for element in seen.elements] == ["Saved.", "OK"]
    assert seen.picture is not None
    assert hand.device.perform(Tap(Point(200, 100))).settled  # beside the dialog: nothing happens
    assert hand.look().modal is not None
    hand.tap("OK")
    assert hand.says("after alert")


@pytest.mark.parametrize(("answer", "wanted"), [("OK", "confirm true"), ("Cancel", "confirm false")])
def test_confirm_is_answered_by_touch(hand: Hand, site: Site, answer: str, wanted: str) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Confirm")
    hand.tap(answer)
    assert hand.says(wanted)


def test_back_dismisses_a_dialog(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Confirm")
    hand.device.perform(PressKey("back"))
    assert hand.says("confirm false")


def test_prompt_takes_text(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Prompt")
    assert labelled(hand.look(), "Answer").value == "Ada"
    hand.type("Answer", "Grace Hopper ü")
    hand.tap("OK")
    assert hand.says("prompt Grace Hopper ü")


def test_beforeunload_asks_before_leaving(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Guard")
    hand.tap("Leave")
    seen = hand.look()
    assert seen.modal is not None
    assert seen.modal.kind == "beforeunload"
    hand.tap("Stay")
    assert hand.says("guarded")
    hand.tap("Leave")
    hand.tap("Leave")  # the dialog's own button
    assert hand.look().title == "Plain"


@pytest.mark.parametrize("label", ["New tab", "Open window"])
def test_popup_is_followed_and_back_closes_it(hand: Hand, site: Site, label: str) -> None:
    hand.go(site.url("features.html"))
    injection = hand.tap(label)
    assert "opened a new tab" in injection.notes
    assert hand.look().title == "Plain"
    hand.device.perform(PressKey("back"))
    assert hand.look().title == "Features"


def test_recents_switches_between_tabs(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("New tab")
    hand.device.perform(PressKey("recents"))
    seen = hand.look()
    assert seen.modal is not None
    option = next(element for element in seen.elements if element.label.endswith("features.html"))
    hand.device.perform(Tap(option.box.centre))
    assert hand.look().title == "Features"
    hand.device.perform(PressKey("recents"))
    option = next(element for element in hand.look().elements if element.label.endswith("plain.html"))
    hand.device.perform(Tap(option.box.centre))
    assert hand.look().title == "Plain"
    hand.device.perform(PressKey("back"))


def test_download_is_saved_and_noted(hand: Hand, site: Site, folders: tuple[Path, Path]) -> None:
    hand.go(site.url("features.html"))
    injection = hand.tap("Download")
    notes = injection.notes + hand.look().notes
    assert any(note.startswith("downloaded report") for note in notes), notes
    assert (folders[0] / "report.pdf").read_bytes() == b"the file"
    assert hand.look().title == "Features"


def test_file_chooser_offers_only_the_uploads(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    field = next(element for element in hand.look().elements if "upload" in element.affordances)
    hand.device.perform(Tap(field.box.centre))
    seen = hand.look()
    assert seen.modal is not None
    assert seen.modal.kind == "file_chooser"
    hand.type("File", "../outside.txt")
    assert hand.tap("Choose").notes == ("there is no such file among those that may be uploaded",)
    hand.tap("photo.txt")
    assert hand.says("file photo.txt:7")


def test_select_shows_its_options(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Colour")
    seen = hand.look()
    assert seen.modal is not None
    assert seen.modal.kind == "select"
    assert "disabled" in labelled(seen, "Blue").states
    assert "selected" in labelled(seen, "Red").states
    hand.tap("Yellow")
    assert hand.says("chose y")
    hand.type("Colour", "green")
    assert hand.says("chose g")


@pytest.mark.parametrize(
    ("label", "text", "wanted"),
    [
        ("Day", "2026-03-31", "day 2026-03-31"),
        ("Hour", "14:30", "hour 14:30"),
        ("Ink", "#1a2b3c", "ink #1a2b3c"),
        ("Volume", "7", "volume 7"),
    ],
)
def test_pickers_take_values(hand: Hand, site: Site, label: str, text: str, wanted: str) -> None:
    hand.go(site.url("features.html"))
    assert hand.type(label, text).notes == ()
    assert hand.says(wanted)


def test_a_picker_says_what_form_it_wants(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    assert "2026-03-31" in hand.type("Day", "31 March").notes[0]


def test_typing_replaces_appends_and_keys_are_heard(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.type("Name", "new")
    assert hand.says("keys 3")
    assert labelled(hand.look(), "Name").value == "new"
    hand.type("Name", "er", replace=False)
    assert labelled(hand.look(), "Name").value == "newer"
    hand.type("Name", "")
    assert labelled(hand.look(), "Name").value == ""
    hand.type("Rich", "café 日本 😀")
    assert labelled(hand.look(), "Rich").value == "café 日本 😀"
    hand.type("Notes", "one\ntwo")
    assert "one" in labelled(hand.look(), "Notes").value


def test_long_text_arrives_whole(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.type("Notes", "word " * 2000)
    hand.type("Notes", "end", replace=False)
    assert hand.device.injected("none") is False
    assert len(labelled(hand.look(), "Notes").value) > 300


def test_enter_submits(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.type("Query", "maps")
    hand.device.perform(PressKey("enter"), "enter")
    assert hand.says("submitted maps")
    assert hand.device.injected("enter") is True


def test_keys_reach_a_page_without_fields(hand: Hand, site: Site) -> None:
    hand.go(site.url("keys.html"))
    hand.device.perform(TypeText("wasd"))
    assert hand.says("wasd")


def test_double_tap_and_hold(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Double", 2)
    assert hand.says("double")
    hand.device.perform(Hold(labelled(hand.look(), "Hold me").box.centre))
    assert hand.says("menu")


def test_a_row_that_goes_with_the_hold_leaves_no_tap_for_the_next(hand: Hand, site: Site) -> None:
    hand.go(site.url("held.html"))
    hand.device.perform(Hold(labelled(hand.look(), "First").box.centre))
    assert [element.label for element in hand.look().elements if element.role == "button"] == ["Second", "Third"]
    assert hand.says("nothing opened")
    hand.tap("Second")
    assert hand.says("opened Second")


@pytest.mark.parametrize("who", ["same", "cross"])
def test_iframes_are_touched_typed_into_and_chosen_from(hand: Hand, site: Site, who: str) -> None:
    hand.go(site.url("frames.html"))
    hand.tap(f"{who} button")
    assert hand.says(f"{who} done")
    hand.type(f"{who} field", "héllo")
    assert hand.says(f"{who} has héllo")
    hand.tap(f"{who} menu")
    assert hand.look().modal is not None
    hand.tap("two")
    assert hand.says(f"{who} chose two")


def test_shadow_dom_is_touched(hand: Hand, site: Site) -> None:
    hand.go(site.url("frames.html"))
    hand.tap("Shadow button")
    assert hand.says("shadow touched")


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


def test_pull_to_refresh(hand: Hand, site: Site) -> None:
    hand.go(site.url("pull.html"))
    hand.device.perform(DragPath(Point(200, 150), Point(200, 500)))
    assert hand.says("refreshed")


@pytest.mark.parametrize(
    ("label", "wanted"), [("native", "dropped:gift"), ("mouse", "down up"), ("touch", "tstart tend")]
)
def test_drag_is_what_the_page_listens_for_and_happens_once(hand: Hand, site: Site, label: str, wanted: str) -> None:
    seen = hand.go(site.url("drag.html"))
    start, end = labelled(seen, label).box.centre, labelled(seen, "drop here").box.centre
    hand.device.perform(DragPath(start, end), f"drag-{label}")
    assert texts(hand.look()).splitlines()[1] == wanted
    assert hand.device.injected(f"drag-{label}") is True


@pytest.mark.parametrize(
    ("end", "scrolled"),
    [
        (Point(380, 400), 385),  # all of the way less the slop
        (Point(380, 784), 1),
        (Point(380, 785), 0),
        (Point(380.4, 399.7), 385),  # whole pixels, whatever is asked for
        (Point(100, 400), 385),  # across, but rather up: it scrolls all the same
        (Point(20, 780), 0),
    ],
)
def test_a_drag_elsewhere_scrolls_by_its_way_less_the_slop(hand: Hand, site: Site, end: Point, scrolled: int) -> None:
    hand.go(site.url("scroll.html"))
    for hold in (0.0, 0.1):
        hand.device.perform(DragPath(Point(380, 800), end, hold))
        assert hand.look().scroll.above == scrolled
        hand.device.evaluate("scrollTo(0, 0)")


def test_a_drag_sideways_leaves_no_page(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    hand.go(site.url("scroll.html"))
    hand.device.perform(DragPath(Point(20, 600), Point(400, 610)))
    hand.device.perform(DragPath(Point(400, 600), Point(20, 610)))
    assert hand.look().title == "Scroll"


@pytest.mark.parametrize(("board", "straight"), [("still", True), ("held", True), ("heard", False)])
def test_a_page_that_follows_the_finger_gets_it_as_it_is_drawn(
    hand: Hand, site: Site, board: str, straight: bool
) -> None:
    """Where scrolling is switched off or may be prevented the way is straight, else it leaves the slop upright."""
    seen = hand.go(site.url("follow.html"))
    start = labelled(seen, board).box.centre
    hand.device.perform(DragPath(start, Point(start.x + 100, start.y + 100)))
    found = [line.split() for line in texts(hand.look()).splitlines() if line.startswith("at ")]
    ways = [(float(line[1]) - start.x, float(line[2]) - start.y) for line in found]
    assert ways
    assert all(abs(x - y) < 0.01 for x, y in ways) is straight


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


def test_a_tap_without_answer_changes_nothing(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Nothing")
    assert hand.look().title == "Features"


def test_http_authentication_asks(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    hand.device.perform(LaunchApp(site.url("private")))
    seen = hand.look()
    assert seen.modal is not None
    assert seen.modal.kind == "auth"
    hand.type("Username", "ada")
    hand.type("Password", "lovelace")
    assert "lovelace" not in repr(hand.look())
    hand.tap("Sign in")
    assert hand.says("Welcome, Ada")


def test_a_wide_page_is_touched_where_it_is_seen(hand: Hand, site: Site) -> None:
    hand.go(site.url("wide.html"))
    hand.tap("Far")
    assert hand.says("hit")


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


def test_back_goes_through_history_and_stops_at_its_beginning(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.go(site.url("scroll.html"))
    hand.device.perform(PressKey("back"))
    assert hand.look().title == "Features"


def test_secrets_in_addresses_are_not_told(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("plain.html?token=abc123&page=2"))
    assert "abc123" not in seen.location
    assert "page=2" in seen.location


def test_a_look_at_an_unchanged_page_gives_the_same_elements(hand: Hand, site: Site) -> None:
    """They are put together once; whatever changes, they are put together again."""
    first = hand.go(site.url("features.html"))
    second = hand.look()
    assert second.elements is first.elements
    hand.type("Notes", "changed")
    third = hand.look()
    assert third.elements is not first.elements
    assert "changed" in [element.value for element in third.elements]
