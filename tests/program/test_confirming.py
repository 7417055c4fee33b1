"""What counts as a confirmation, as a failure, and as a control that does something."""

import pytest

from sextant.program.asked import words_of
from sextant.program.confirming import commits, confirms, denies
from sextant.types.actions import ByIndex, InputText, NavigateBack, Wait
from sextant.types.evidence import TextVisible
from tests.program.test_support import DONE, Run
from tests.support.screens import element, screen

SHOP = screen(element(0, "heading", "Pizza"), element(1, "button", "Place order"), title="Shop", key="shop")
LOADING = screen(element(0, "text", "One moment"), title="Shop", key="loading")
THANKS = screen(element(0, "text", "Your pizza is on its way"), title="Shop", key="thanks")


@pytest.mark.parametrize("text", ["Thank you!", "Order placed", "Versand bestätigt", "已提交", "Merci", "Gracias, Ana"])
def test_what_apps_say_when_it_is_done(text: str) -> None:
    assert confirms(text)


@pytest.mark.parametrize(
    "text",
    ["Is it confirmed?", "Payment not received", "Sent items could not be shown", "Menu", "未完成", "Unsaved draft"],
)
def test_what_confirms_nothing(text: str) -> None:
    assert not confirms(text)


def test_a_failure_that_the_goal_asks_for_is_none() -> None:
    assert denies(["Invitation declined"])
    assert not denies(["Invitation declined"], words_of(["decline the invitation"]))


def test_a_list_of_the_same_things_is_not_the_deed() -> None:
    assert commits("Log in", "log in to the shop")
    assert commits("Deliver it", "deliver the letter")
    assert not commits("Letters", "deliver the letter")


def test_a_confirmation_that_takes_a_while_is_one() -> None:
    run = Run("order a pizza").touches(0, SHOP).touches(1, LOADING).does(Wait(), THANKS)
    assert run.says(DONE, TextVisible("is on its way")).verified


def test_a_page_that_another_step_led_to_confirms_nothing() -> None:
    run = Run("order a pizza").touches(0, SHOP).touches(1, LOADING).does(NavigateBack(), THANKS)
    assert not run.says(DONE, TextVisible("is on its way")).verified


def test_a_confirmation_that_stood_elsewhere_before_is_not_the_runs_own() -> None:
    before = screen(element(0, "text", "Your pizza is on its way"), element(1, "button", "Place order"), key="shop")
    run = Run("order a pizza").touches(0, before).touches(1, THANKS)
    assert not run.says(DONE, TextVisible("is on its way")).verified


def test_what_stands_inside_of_a_field_is_not_sent() -> None:
    empty = screen(element(0, "textbox", "Message"), element(1, "button", "Send"), title="Anna", key="anna")
    typed = screen(
        element(0, "textbox", "Message", value="I am late"),
        element(1, "button", "Send"),
        element(2, "text", "I am late", parent=0),
        title="Anna",
        key="anna",
    )
    sent = screen(element(0, "textbox", "Message"), element(1, "text", "I am late"), title="Anna", key="anna")
    run = Run("text Anna I am late").touches(0, empty).does(InputText("I am late", ByIndex(0)), typed)
    assert run.touches(1, sent).says(DONE, TextVisible("I am late")).verified
