"""Recovering as a run wires it: what may be repeated on a way back, and which dialogs are nobody's to close."""

import pytest

from sextant.evidence import dialog_of
from sextant.execution import Dismissal
from sextant.types.screens import Screen
from tests.support.screens import element, screen


def over(title: str, text: str, *buttons: str) -> Screen:
    """A page under a dialog with these buttons."""
    page = [element(place, "button", f"Row {place}", visibility="covered") for place in range(4)]
    landmark = f"dialog: {title}"
    parts = [element(4, "dialog", title, affordances=()), element(5, "text", text, parent=4, landmark=landmark)]
    parts += [element(6 + place, "button", label, parent=4, landmark=landmark) for place, label in enumerate(buttons)]
    return screen(*page, *parts)


@pytest.mark.parametrize(
    ("goal", "shown"),
    [
        ("Accept Bob's invitation", over("Invitation", "Bob invites you to Chess club.", "Accept", "Decline")),
        ("Add Anna as a friend", over("New request", "Anna wants to connect.", "Confirm", "Decline")),
        ("Nimm den Anruf an", over("Anruf", "Mama ruft an", "Annehmen", "Ablehnen")),
        ("Pay the invoice and tell me the reference", over("Thank you", "Your reference is 88-12", "OK")),
        ("Update the app", over("Update available", "A new version of the app is there.", "Update", "Later")),
        ("更新应用", over("发现新版本", "更新应用以获得新功能", "更新", "稍后再说")),
        ("Delete the note", over("Delete note?", "This cannot be undone.", "Delete", "Cancel")),
        ("Read the news", over("Oops", "Could not load the page. Try again.", "OK")),
    ],
)
def test_a_dialog_that_wants_something_of_somebody_is_left_to_the_actor(goal: str, shown: Screen) -> None:
    assert dialog_of(shown) is not None
    assert Dismissal(goal).decision(shown) is None


@pytest.mark.parametrize(
    "shown",
    [
        over("Rate us", "Do you like it?", "Rate now", "Not now"),
        over("Premium", "Half price, only today.", "Buy it", "No thanks"),
        over("Cookies", "We use cookies.", "Accept all", "Reject all"),
        over("促销", "限时优惠，仅限今天", "立即查看", "暂不需要"),
        over("Newsletter", "Nichts mehr verpassen", "Mehr erfahren", "Später"),
    ],
)
def test_an_offer_is_turned_down(shown: Screen) -> None:
    decided = Dismissal("open the settings").decision(shown)
    assert decided is not None
    assert decided.action.kind == "click"
    assert shown.elements[-1].label in decided.description
