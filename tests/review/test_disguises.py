"""Harmful controls in disguise, and harmless ones that look a little like them."""

from dataclasses import replace

import pytest

from sextant.review import Once, Reviewer, Stagnation, irreversibility, looks_risky
from sextant.review.vocabulary import risky_address, risky_word
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    Drag,
    InputText,
    KeyboardEnter,
    OpenApp,
    Scroll,
    Swipe,
)
from sextant.types.decisions import Decision
from sextant.types.geometry import Box
from sextant.types.screens import Modal, Screen
from sextant.types.tasks import Policy, Task
from tests.support.screens import element, screen


@pytest.mark.parametrize(
    "label",
    [
        "Dеlеtе аll",
        "De\u200blete",
        "\u202eDelete\u202c",
        "Ｄｅｌｅｔｅ",
        "𝗗𝗲𝗹𝗲𝘁𝗲",
        "D e l e t e",
        "De1ete",
        "deleteEverything",
        "S\u00adend",
        "P4y now",
        "🗑️",
        "Отправить",
        "Absagen",
        "转出并付款",
        "Übеrwеisen",
        "Veroffentlichen",
        "Move to bin",
    ],
)
def test_a_disguised_word_is_read_as_what_it_looks_like(label: str) -> None:
    assert risky_word(label)


@pytest.mark.parametrize(
    "label",
    [
        "Room 5 end",
        "Search",
        "Settings",
        "A4 paper",
        "Sender",
        "Postbox",
        "Next ➤ page",
        "Bookmarks",
        "О нас",
        "Block 3",
    ],
)
def test_what_only_resembles_such_a_word_is_none(label: str) -> None:
    assert not risky_word(label)


@pytest.mark.parametrize(
    ("address", "deed"),
    [
        ("http://app.test/notes/3/delete", "delete"),
        ("http://app.test/%64elete?id=3", "delete"),
        ("http://app.test/x?action=deleteAccount", "delete"),
        ("http://app.test/transfer?to=bob&amount=9", "transfer"),
        ("javascript:payNow()", "pay"),
        ("http://app.test/#/notes/3/remove", "remove"),
        ("http://app.test/log-out", "logout"),
        ("http://app.test/transfer", ""),
        ("http://app.test/orders?page=2", ""),
        ("javascript:void(0)", ""),
        ("http://delete.test/", ""),
        ("http://app.test/undelete-help", ""),
    ],
)
def test_deeds_in_addresses(address: str, deed: str) -> None:
    assert risky_address(address) == deed


def test_everything_that_an_element_says_counts() -> None:
    plain = element(0, "button", "Next")
    for told in (
        replace(plain, text="Delete all"),
        replace(plain, hint="Sends the form"),
        replace(plain, hint="Delete all"),
        replace(plain, value="Pay now"),
        replace(plain, test_id="btnDeleteAccount"),
    ):
        seen = screen(told)
        risky = "Sends" not in told.hint
        assert looks_risky(told, seen) is risky


def test_the_words_of_what_stands_in_a_row_are_not_the_rows() -> None:
    row = replace(element(0, "button", "Ada"), text="Ada Delete")
    inner = element(1, "button", "Delete", parent=0)
    assert not looks_risky(row, screen(row, inner))


def _stacked() -> Screen:
    row = replace(element(0, "button", "Ada"), box=Box(0, 100, 400, 60))
    inner = replace(element(1, "button", "Delete", parent=0), box=Box(340, 105, 50, 50))
    return screen(row, inner)


@pytest.mark.parametrize(
    ("target", "level"),
    [
        (ByIndex(0), "reversible"),
        (ByRelative(0, 0.9, 0.5), "irreversible"),
        (ByRelative(0, 0.1, 0.5), "reversible"),
        (ByPoint(365 / 412 * 1000, 130 / 915 * 1000), "irreversible"),
        (ByPoint(338 / 412 * 1000, 130 / 915 * 1000), "reversible"),
    ],
)
def test_what_lies_under_the_finger_counts_not_what_was_named(
    target: ByIndex | ByPoint | ByRelative, level: str
) -> None:
    assert irreversibility(Click(target), _stacked()).level == level


def test_a_point_beside_a_control_may_still_touch_it() -> None:
    seen = screen(replace(element(0, "button", "Delete"), box=Box(100, 100, 100, 40)))
    assert irreversibility(Click(ByPoint(99 / 412 * 1000, 120 / 915 * 1000)), seen).level == "irreversible"
    assert irreversibility(Click(ByPoint(80 / 412 * 1000, 120 / 915 * 1000)), seen).level == "reversible"


def test_drawing_a_finger_over_what_says_so() -> None:
    slider = screen(element(0, "text", "Slide to pay 20 €"), element(1, "button", "Ada"))
    assert irreversibility(Swipe("right", ByIndex(0)), slider).level == "irreversible"
    assert irreversibility(Drag(ByPoint(10, 10), ByPoint(900, 10)), slider).level == "irreversible"
    assert irreversibility(Scroll("left", ByIndex(0)), slider).level == "irreversible"
    rows = screen(element(0, "text", "Swipe left to delete"), element(1, "button", "Ada"))
    assert irreversibility(Swipe("left", ByIndex(1)), rows).level == "irreversible"
    assert irreversibility(Swipe("up", ByIndex(1)), rows).level == "reversible"
    assert irreversibility(Scroll("down"), rows).level == "reversible"


def test_dropping_something_on_the_bin() -> None:
    seen = screen(element(0, "button", "Report"), element(1, "button", "Trash"))
    assert irreversibility(Drag(ByIndex(0), ByIndex(1)), seen).level == "irreversible"


@pytest.mark.parametrize(
    ("text", "input_type", "level"),
    [
        ("Hello\n", "", "irreversible"),
        ("Hello\r", "", "irreversible"),
        ("Hello\u2028", "", "irreversible"),
        ("a\nb", "text", "irreversible"),
        ("a\nb", "", "reversible"),
        ("Hello", "text", "reversible"),
        ("", "", "reversible"),
    ],
)
def test_typing_with_an_enter_in_it(text: str, input_type: str, level: str) -> None:
    seen = screen(element(0, "textbox", "Message", input_type=input_type), element(1, "button", "Send"))
    assert irreversibility(InputText(text, ByIndex(0)), seen).level == level


def test_enter_in_a_search_field_sends_the_form_that_it_stands_in() -> None:
    disguised = screen(
        element(0, "searchbox", "Find", states=["focused"], affordances=["tap", "type"], landmark="form"),
        element(1, "button", "Pay now", input_type="submit", landmark="form"),
    )
    assert irreversibility(KeyboardEnter(), disguised).level == "irreversible"


@pytest.mark.parametrize(
    ("label", "level"),
    [("Got it", "irreversible"), ("ОК", "irreversible"), ("Not now", "reversible"), ("取消", "reversible")],
)
def test_the_buttons_of_a_dialog_that_asks_for_it(label: str, level: str) -> None:
    where = "dialog: Delete all photos?"
    seen = screen(element(0, "button", label, landmark=where), element(1, "button", "Cancel", landmark=where))
    assert irreversibility(Click(ByIndex(0)), seen).level == level
    assert irreversibility(Click(ByIndex(1)), seen).level == "reversible"


def test_a_dialog_in_which_something_is_written_is_no_question() -> None:
    where = "dialog: New post"
    seen = screen(
        element(0, "textbox", "Text", landmark=where),
        element(1, "button", "Add a photo", landmark=where),
        element(2, "button", "Publish", landmark=where),
    )
    assert irreversibility(Click(ByIndex(1)), seen).level == "reversible"
    assert irreversibility(Click(ByIndex(2)), seen).level == "irreversible"


@pytest.mark.parametrize(("label", "level"), [("Accept", "irreversible"), ("Cancel", "reversible")])
def test_any_yes_of_a_native_question(label: str, level: str) -> None:
    asked = screen(element(0, "button", label), modal=Modal("confirm", "Delete it?"))
    assert irreversibility(Click(ByIndex(0)), asked).level == level


def _rules(action: Action, seen: Screen, task: Task) -> list[str]:
    reviewer = Reviewer(False, Stagnation(), Once(), apps=lambda name: name.startswith("http://app.test"))
    return [item.rule for item in reviewer.objections(Decision(action, seen.digest), seen, task)]


TASK = Task("read the news", policy=Policy(origins=("http://app.test",), irreversible="allow"), secrets=("pin",))


@pytest.mark.parametrize(
    ("address", "rules"),
    [
        ("javascript:pay()", ["policy", "irreversible"]),
        (" JavaScript:x", ["policy"]),
        ("data:text/html,<form>", ["policy"]),
        ("http://app.test/delete/3", ["irreversible"]),
        ("http://app.test/news", []),
    ],
)
def test_addresses_that_an_agent_would_open(address: str, rules: list[str]) -> None:
    reviewer = Reviewer(False, Stagnation(), Once(), apps=None)
    found = reviewer.objections(Decision(OpenApp(address), ""), screen(), TASK)
    assert [item.rule for item in found] == rules


def test_nothing_is_typed_into_the_frame_of_a_stranger() -> None:
    seen = screen(
        element(0, "textbox", "Card", states=["focused"], frame="https://evil.test 1"), element(1, "textbox", "Name")
    )
    assert _rules(InputText("4111", ByIndex(0)), seen, TASK) == ["policy"]
    assert _rules(KeyboardEnter(), seen, TASK) == ["policy"]
    assert _rules(InputText("Ada", ByIndex(1)), seen, TASK) == []


@pytest.mark.parametrize("app", ["null", "data:text/html,x", "about:blank", ""])
def test_a_page_without_an_origin_gets_no_secret(app: str) -> None:
    seen = screen(element(0, "textbox", "Pin"), app=app)
    assert "secret" in _rules(InputText("", ByIndex(0), secret="pin"), seen, TASK)


@pytest.mark.parametrize("href", ["sip:5@x", "data:text/html,x", " mailto:a@b.test", "FACETIME:1"])
def test_links_that_leave_the_pages(href: str) -> None:
    seen = screen(element(0, "link", "More", href=href))
    assert _rules(Click(ByIndex(0)), seen, TASK) == ["policy"]


@pytest.mark.parametrize(
    ("label", "level"), [("Дelеtе", "irreversible"), ("Ωpen", "irreversible"), ("Открыть", "reversible")]
)
def test_a_word_in_letters_of_several_scripts_is_a_disguise(label: str, level: str) -> None:
    assert irreversibility(Click(ByIndex(0)), screen(element(0, "button", label))).level == level
