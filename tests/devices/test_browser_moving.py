"""Touches on real pages that move between look and touch: they meet what they are for, or nothing."""

import random

import pytest

from sextant.elements.refs import ref_of
from sextant.execution import ScreenObserver, StepExecutor
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click, Hold, LaunchApp, Meant, Tap, TypeText
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.transitions import Transition
from tests.devices.browsing import Hand, labelled
from tests.devices.site import Site
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY

pytestmark = pytest.mark.browser


@pytest.fixture
def page(hand: Hand, site: Site) -> Hand:
    hand.go(site.url("moving.html"))
    return hand


def got(hand: Hand) -> str:
    return str(hand.device.evaluate("got.textContent")).strip()


def touch(hand: Hand, label: str, moved: str = "", text: str | None = None, hold: bool = False) -> Injection:
    """A touch meant for what has that label; the page moves after the look."""
    seen = hand.look()
    target = labelled(seen, label)
    meant, point = Meant(ref_of(seen, target), target.box), target.box.centre
    if moved:
        hand.device.evaluate(f"{moved}, 0")
    hand.count += 1
    gesture = Hold(point, meant=meant) if hold else Tap(point, meant=meant)
    return hand.device.perform(gesture if text is None else TypeText(text, point, meant=meant), f"moving-{hand.count}")


@pytest.mark.parametrize(
    ("label", "moved"),
    [
        ("Two", ""),
        ("Two", "push(document)"),
        ("Two", "slide(120)"),
        ("Two", "redraw('One', 'Two', 'Three')"),
        ("Two", "redraw('New', 'One', 'Two', 'Three')"),
        ("Two", "recycle('Zero', 'One', 'Two')"),
        ("Two", "requestAnimationFrame(() => redraw('New', 'One', 'Two', 'Three'))"),
        ("Deep", "push(host.shadowRoot)"),
        ("Inside", "push(frame.contentDocument)"),
    ],
)
def test_a_touch_follows_what_it_is_for(page: Hand, label: str, moved: str) -> None:
    injection = touch(page, label, moved)
    assert (injection.untouched, injection.met, got(page)) == ("", True, label)
    assert page.device.injected(f"moving-{page.count}") is True


@pytest.mark.parametrize(
    ("moved", "why"),
    [
        ("redraw('One', 'Three')", "absent"),
        ("recycle('One', 'Second', 'Three')", "absent"),
        ("push(document, 2000)", "absent"),
        ("cover()", "covered"),
        ("setTimeout(() => alert('Late'))", "absent or covered"),
    ],
)
def test_what_is_gone_or_covered_is_not_touched(page: Hand, moved: str, why: str) -> None:
    injection = touch(page, "Two", moved)
    assert injection.untouched
    assert injection.untouched in why
    assert not injection.met
    assert page.device.injected(f"moving-{page.count}") is False
    assert page.device.touched(f"moving-{page.count}") is None
    if "alert" in moved:
        assert page.look().modal is not None, "a touch that is meant for the page answers no dialog"
        page.tap("OK")
    assert got(page) == ""


def test_what_jumps_about_is_met_or_nothing_is(page: Hand) -> None:
    page.device.evaluate("jump()")
    met = [touch(page, "Two") for _ in range(6)]
    clicks = got(page).split()
    assert set(clicks) <= {"Two"}
    assert len(clicks) <= sum(injection.met for injection in met), "one that was kept from a neighbour's click is lost"
    assert all(injection.met or injection.untouched == "moved" for injection in met)


def test_a_frame_that_moved_as_a_whole_keeps_the_touch_from_others(page: Hand) -> None:
    injection = touch(page, "Inside", "push(document)")
    assert (injection.met, got(page)) in ((True, "Inside"), (False, ""))


def test_text_goes_into_the_field_that_moved(page: Hand) -> None:
    injection = touch(page, "Note", "push(document)", text="hello")
    assert (injection.met, got(page), labelled(page.look(), "Note").value) == (True, "", "hello")
    assert touch(page, "Note", "cover()", text="other").untouched == "covered"
    assert page.device.evaluate("document.querySelector('input').value") == "hello"


def test_a_label_still_turns_its_box(page: Hand) -> None:
    assert touch(page, "Agreed", "push(document)").met
    assert page.device.evaluate("document.querySelector('[type=checkbox]').checked") is True


def test_a_long_press_follows_too(page: Hand) -> None:
    page.device.evaluate(
        "addEventListener('contextmenu', (event) => { got.textContent += event.target.textContent }), 0"
    )
    assert touch(page, "Two", "push(document)", hold=True).met
    assert got(page) == "Two"


def test_a_person_is_not_kept_from_anything_afterwards(page: Hand) -> None:
    touch(page, "Two")
    page.tap("Three")
    assert got(page) == "Two Three"


def test_a_select_leads_on_by_itself(page: Hand, site: Site) -> None:
    assert touch(page, "Go", "push(document)").met
    injection = touch(page, "Second page")
    assert (injection.untouched, page.look().location) == ("", site.url("second.html"))
    page.device.perform(LaunchApp(site.url("moving.html")))
    page.type("Go", "Second page")
    assert page.look().location == site.url("second.html")


def carried_out(hand: Hand, label: str) -> Transition:
    class Kept(Log):
        def __init__(self) -> None:
            self.notes = []

        def intend(self, intent: object, before: object) -> None:
            del intent, before

    observer = ScreenObserver(hand.device, Perceiver())
    executor = StepExecutor(observer, Kept(), lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = observer.look(picture=False)
    target = labelled(seen.observation, label)
    return executor.execute(Decision(Click(ByIndex(target.index)), seen.digest), seen, hand.count)


def test_a_link_that_leads_elsewhere_than_it_says_did_not_work(page: Hand, site: Site) -> None:
    step = carried_out(page, "Hijacked link")
    assert (step.effectiveness, step.cause) == ("uncertain", "wrong_element")
    assert step.after.location == site.url("wide.html")


@pytest.mark.parametrize("label", ["Plain link", "Redirected link"])
def test_a_link_that_leads_where_it_says_works(page: Hand, label: str) -> None:
    step = carried_out(page, label)
    assert (step.effectiveness, step.cause) == ("effective", "")
    assert step.after.title == "Second"
