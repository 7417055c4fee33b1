"""Back, home and open_app mean the app's own, and nothing that a page holds is lost without a word first."""

from collections.abc import Generator
from urllib.parse import quote

import pytest

from sextant.devices.browser import BrowserOptions
from sextant.types.actions import Direction, LaunchApp, PressKey, ScrollBy
from tests.devices.browsing import Hand, running
from tests.devices.site import Site

pytestmark = pytest.mark.browser

WAYS = {"declared": 'data-rel="back" aria-label="←"', "learned": "", "none": "none"}


@pytest.fixture(scope="module")
def keeping(site: Site) -> Generator[Hand]:
    with running(BrowserOptions(url=site.url("routes.html"), origins=(site.url(""),), keeps=True)) as device:
        yield Hand(device)


def opened(hand: Hand, site: Site, page: str) -> None:
    """The page, after another one; what is open is left even where it has to be asked for twice."""
    for address in (site.url("plain.html"), site.url(page)):
        for _ in range(2):
            if hand.device.look(picture=False).location != address:
                hand.go(address)


@pytest.fixture
def own(keeping: Hand, site: Site) -> Hand:
    opened(keeping, site, "routes.html")
    return keeping


def pressed(hand: Hand, key: str = "back") -> str:
    """What is said of the key."""
    return "\n".join(hand.device.perform(PressKey("home" if key == "home" else "back")).notes)


@pytest.mark.parametrize("key", ["home", "back"])
def test_a_way_back_within_the_page_needs_no_word_and_keeps_the_document(own: Hand, key: str) -> None:
    own.tap("By history")
    assert own.says("Second")
    assert pressed(own, key) == ""
    assert own.says("Start again"), "a page that is loaded anew begins at Start"


def test_home_of_a_page_in_memory_says_first_what_it_costs(own: Hand) -> None:
    own.tap("In memory")
    told = pressed(own, "home")
    assert "not gone home" in told
    assert "would be lost" in told
    assert "once more" in told
    assert own.says("Details")
    assert "loaded the start page anew" in pressed(own, "home")
    assert own.says("Start")


def test_a_touch_in_between_makes_it_another_question(own: Hand) -> None:
    own.tap("In memory")
    assert "not gone home" in pressed(own, "home")
    own.tap("In memory")
    assert "not gone home" in pressed(own, "home")
    assert "not gone back" in pressed(own), "another key is another question"


def test_back_that_would_leave_a_page_in_memory_says_so_first(own: Hand) -> None:
    own.tap("In memory")
    told = pressed(own)
    assert "not gone back" in told
    assert "plain.html" in told
    assert "control of its own" in told
    assert own.says("Details")
    assert "left the page" in pressed(own)
    assert not own.says("Details")


def test_an_address_in_place_of_a_page_in_memory_says_so_first(own: Hand, site: Site) -> None:
    own.tap("In memory")
    there = site.url("hash.html")
    assert "not opened" in "\n".join(own.device.perform(LaunchApp(there)).notes)
    assert own.says("Details")
    own.device.perform(LaunchApp(there))
    assert own.look().location == there


def test_an_untouched_page_is_left_without_a_word(own: Hand, site: Site) -> None:
    assert pressed(own, "home") == ""
    opened(own, site, "routes.html")
    assert pressed(own) == ""
    assert own.look().location.endswith("plain.html")


def test_back_closes_a_dialog_first(own: Hand) -> None:
    own.tap("Ask")
    assert own.says("Are you sure?")
    assert pressed(own) == ""
    assert own.says("In memory")
    assert not own.says("Are you sure?")


def test_routes_by_fragment_go_back_by_history(own: Hand, site: Site) -> None:
    opened(own, site, "hash.html")
    born = own.device.evaluate("born")
    own.tap("Eins")
    own.tap("Zwei")
    assert pressed(own) == ""
    assert own.says("Zwei")
    assert own.look().location.endswith("#Eins")
    assert pressed(own) == ""
    assert own.says("Start")
    assert own.device.evaluate("born") == born, "it is the same document"


def test_a_classic_page_is_left_at_once(own: Hand, site: Site) -> None:
    opened(own, site, "classic.html")
    own.tap("Merken")
    own.tap("Angaben")
    own.type("Suche", "Kilo")
    assert "not gone back" not in pressed(own)
    assert own.look().location.endswith("plain.html")


def test_back_uses_the_control_that_the_page_declares(own: Hand, site: Site) -> None:
    opened(own, site, f"memory.html?back={quote(WAYS['declared'])}")
    own.tap("Einkauf")
    own.tap("Milch")
    told = pressed(own)
    assert "the page's own control" in told
    assert "'←' at the top left" in told
    assert own.says("Brot")
    pressed(own)
    assert own.says("Ideen"), "it is back at the list, and the document never went"
    assert own.look().location.startswith(site.url("memory.html"))


def test_back_learns_the_pages_own_control_from_what_it_did(own: Hand, site: Site) -> None:
    opened(own, site, "memory.html")
    own.tap("Einkauf")
    told = pressed(own)
    assert "not gone back" in told
    assert "control of its own" in told, "nothing is known yet"
    own.tap("Milch")
    own.tap("‹")
    told = pressed(own)
    assert "'‹' at the top left has led back before" in told, "from one screen: it may be a way home"
    own.tap("‹")
    own.tap("Reise")
    told = pressed(own)
    assert "touched the page's own control for it, '‹'" in told
    assert own.says("Ideen")


def test_a_way_back_that_does_nothing_gives_way(own: Hand, site: Site) -> None:
    opened(own, site, f"memory.html?back={quote(WAYS['declared'])}")
    own.tap("Reise")
    own.device.evaluate("document.getElementById('up').onclick = null")
    assert "touched" in pressed(own)
    assert "not gone back" in pressed(own)
    assert "left the page" in pressed(own)


@pytest.mark.parametrize("page", ["emulated.html", "framed.html"])
def test_a_phone_in_a_page_teaches_its_own_back_key(own: Hand, site: Site, page: str) -> None:
    opened(own, site, page)
    own.tap("Post")
    own.tap("Eingang")
    own.tap("◁")
    own.tap("◁")
    assert own.says("Karten")
    own.tap("Uhr")
    own.tap("Wecker")
    assert "touched the page's own control for it, '◁'" in pressed(own)
    assert own.says("Stoppuhr")


def test_a_home_key_is_not_taken_for_the_way_back(own: Hand, site: Site) -> None:
    opened(own, site, "emulated.html")
    for app in ("Post", "Uhr", "Karten"):
        own.tap(app)
        own.tap("○")
    own.tap("Post")
    own.tap("Eingang")
    told = pressed(own)
    assert "not gone back" in told
    assert "'○'" in told
    assert own.says("Brief von Anna")


def test_scrolling_and_touching_is_no_other_screen(own: Hand, site: Site) -> None:
    opened(own, site, "scroll.html")
    down: Direction = "down"
    own.device.perform(ScrollBy(down))
    touchable = next(element for element in own.look().elements if element.affordances)
    own.tap(touchable.label)
    own.device.perform(ScrollBy(down))
    assert "not gone back" not in pressed(own)


def test_recents_of_one_page_says_that_there_is_no_other(own: Hand) -> None:
    (note,) = own.device.perform(PressKey("recents")).notes
    assert "no other page" in note
    assert own.look().modal is None


def test_an_app_comes_to_the_front_as_it_was_left(site: Site) -> None:
    apps = {"Notes": site.url("routes.html"), "Hash": site.url("hash.html")}
    with running(BrowserOptions(url=apps["Notes"], apps=apps, keeps=True)) as device:
        hand = Hand(device)
        hand.tap("In memory")
        device.perform(LaunchApp("Hash"))
        assert hand.says("Eins")
        assert device.perform(LaunchApp("Notes")).notes == ()
        assert hand.says("Details"), "the start page is the app of that address"
        (note,) = device.perform(LaunchApp("Chess")).notes
        assert "'Hash', 'Notes'" in note


def test_what_a_page_lost_when_it_was_left_is_remembered(own: Hand, site: Site) -> None:
    """A change too small for another screen is lost once; the second time it is told first."""
    opened(own, site, "forgetful.html")
    own.tap("Mehr")
    assert "not gone back" not in pressed(own)
    own.go(site.url("forgetful.html"))
    assert not own.says("Zusatz")
    own.tap("Mehr")
    assert "not gone back" in pressed(own)
    assert own.says("Zusatz")


def test_without_a_model_keys_do_what_they_always_do(site: Site) -> None:
    with running(BrowserOptions(url=site.url("routes.html"), origins=(site.url(""),))) as device:
        hand = Hand(device)
        opened(hand, site, "routes.html")
        hand.tap("In memory")
        assert "loaded the start page anew" in pressed(hand, "home")
        hand.tap("In memory")
        assert "left the page" in pressed(hand)
