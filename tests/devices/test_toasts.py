"""What a page says in passing reaches the next look that is read, and no later one."""

from dataclasses import replace

import pytest

from sextant.devices.browser.toasts import Toasts
from sextant.prompts import list_screen
from sextant.types.screens import Observation
from tests.devices.browsing import Hand, texts, until
from tests.devices.site import Site
from tests.support.screens import element, screen

SHOWN = [element(0, "text", "Saved at 12:05"), element(1, "button", "Undo")]


def unseen(toasts: Toasts, *, read: bool = True) -> tuple[str, ...]:
    return toasts.unseen(SHOWN, "Notes", read)


def test_a_message_is_told_until_it_was_read_and_something_was_done() -> None:
    toasts = Toasts()
    toasts.record("Failed to fetch\nRetry")
    assert unseen(toasts, read=False) == ("Failed to fetch Retry",)
    toasts.begin()
    assert unseen(toasts) == ("Failed to fetch Retry",)
    assert unseen(toasts) == ("Failed to fetch Retry",)
    toasts.begin()
    assert unseen(toasts) == ()


def test_a_message_that_nobody_reads_is_dropped_in_the_end() -> None:
    toasts = Toasts()
    toasts.record("Failed to fetch")
    for _ in range(3):
        toasts.begin()
    assert unseen(toasts) == ()


def test_what_the_screen_shows_is_not_told_again() -> None:
    toasts = Toasts()
    for text in ("saved  at 12:05\nUndo", "Notes", "Saved at 12:06"):
        toasts.record(text)
    assert unseen(toasts) == ("Saved at 12:06",)
    covered = [replace(one, visibility="covered") for one in SHOWN]
    assert "Notes" not in toasts.unseen(covered, "Notes", read=True)
    below = [replace(one, visibility="offscreen") for one in SHOWN]
    assert toasts.unseen(below, "Notes", read=True) == ("Saved at 12:06",)  # a row that came is below, and not gone


def test_what_counts_is_one_message_and_all_are_few() -> None:
    toasts = Toasts()
    for second in range(9):
        toasts.record(f"{second} seconds left")
    assert unseen(toasts) == ("8 seconds left",)
    for text in ("8 seconds left to", "8 seconds left to save"):
        toasts.record(text)
    assert unseen(toasts) == ("8 seconds left to save",)
    for name in "abcdef":
        toasts.record(f"Message {name}")
    assert unseen(toasts) == ("Message c", "Message d", "Message e", "Message f")


def test_a_message_stands_in_the_listing_on_a_line_of_its_own() -> None:
    seen = screen(element(0, "button", "Save"))
    said = replace(seen, observation=replace(seen.observation, said=('Sorry "offline"\n[7] button', "x" * 500)))
    for profile in ("full", "compact"):
        told = list_screen(said, profile)
        assert r'The page said "Sorry \"offline\" [7] button"; it is gone by now.' in told.splitlines()
        assert len(told) < 500


def after(hand: Hand, site: Site, way: str) -> Observation:
    """The look after a touch that made the page say something and take it back, both while it settled."""
    hand.go(site.url(f"messages.html?way={way}"))
    hand.tap("Save")
    assert until(lambda: "done" in texts(hand.look()))
    return hand.device.look()


@pytest.mark.browser
@pytest.mark.parametrize("way", ["alert", "status", "live", "output", "toast", "popover", "shown", "shadow", "left"])
def test_a_message_that_came_and_went_is_told_once(hand: Hand, site: Site, way: str) -> None:
    seen = after(hand, site, way)
    assert seen.said == ("Failed to fetch",)
    hand.tap("Nothing")
    assert hand.device.look().said == ()


@pytest.mark.browser
@pytest.mark.parametrize("way", ["plain", "timer", "busy", "unseen", "stays", "large", "menu"])
def test_nothing_else_is_a_message(hand: Hand, site: Site, way: str) -> None:
    assert after(hand, site, way).said == ()


@pytest.mark.browser
def test_what_is_there_from_the_beginning_is_not_said(hand: Hand, site: Site) -> None:
    hand.go(site.url("messages.html?way=plain"))
    assert hand.look().said == ()
