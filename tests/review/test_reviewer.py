import pytest

from sextant.review import Reviewer, Stagnation, irreversibility, looks_risky
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    InputText,
    KeyboardEnter,
    OpenApp,
    Scroll,
)
from sextant.types.decisions import Decision
from sextant.types.screens import Modal
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Transition
from tests.support.screens import element, screen

PAGE = screen(
    element(0, "button", "Next page"),
    element(1, "button", "Delete account"),
    element(2, "link", "Partner", href="http://elsewhere.test/"),
    element(3, "textbox", "Name"),
    element(4, "button", "Covered", visibility="covered"),
    element(5, "button", "Far", visibility="offscreen"),
    element(6, "button", "Off", states=["disabled"]),
    element(7, "button", "Proceed", input_type="submit"),
    element(8, "link", "Orders", href="http://app.test/orders"),
    element(9, "link", "Bye", href="http://app.test/logout"),
)
TASK = Task("open the next page")


def rules(action: Action, task: Task = TASK, attended: bool = True) -> list[str]:
    reviewer = Reviewer(attended, Stagnation(), apps=lambda name: name == "Mail")
    return [item.rule for item in reviewer.objections(Decision(action, PAGE.digest), PAGE, task)]


def test_an_ordinary_act_passes() -> None:
    assert rules(Click(ByIndex(0, PAGE.digest))) == []


@pytest.mark.parametrize("target", [ByIndex(999), ByPoint(-1, 5), ByPoint(float("nan"), 5), ByRelative(0, 1.5, 0)])
def test_targets_that_are_not_there_are_refused(target: ByIndex | ByPoint | ByRelative) -> None:
    assert rules(Click(target)) == ["grounding"]


def test_a_target_of_another_screen_is_stale() -> None:
    assert rules(Click(ByIndex(0, "another digest"))) == ["stale"]


@pytest.mark.parametrize("index", [4, 5, 6])
def test_what_cannot_be_touched_is_refused(index: int) -> None:
    assert rules(Click(ByIndex(index))) == ["grounding"]


def test_scrolling_something_out_of_view_is_allowed() -> None:
    assert rules(Scroll("down", ByIndex(5))) == []


def test_foreign_origins_unknown_apps_and_unknown_secrets_are_policy() -> None:
    assert rules(Click(ByIndex(2))) == ["policy"]
    assert rules(OpenApp("Mial")) == ["policy"]
    assert rules(OpenApp("Mail")) == []
    assert rules(InputText(target=ByIndex(3), secret="pin")) == ["secret"]


def test_a_secret_stays_in_its_origins() -> None:
    task = Task("log in", policy=Policy(origins=("http://bank.test",)), secrets=("pin",))
    assert "secret" in rules(InputText(target=ByIndex(3), secret="pin"), task)


def test_irreversible_acts_by_policy_and_support() -> None:
    act = Click(ByIndex(1))
    allowed = Task("delete my account", policy=Policy(irreversible="allow"))
    assert rules(act) == ["irreversible"]
    assert rules(act, allowed) == []
    assert rules(act, Task("read the news", policy=Policy(irreversible="allow"))) == ["irreversible"]
    assert rules(act, Task("x", policy=Policy(allowed_acts=("delete account",)))) == []
    assert rules(act, Task("delete my account", policy=Policy(irreversible="deny"))) == ["irreversible"]


def test_unknown_primary_buttons_count_when_nobody_watches() -> None:
    assert rules(Click(ByIndex(7)), attended=True) == []
    assert rules(Click(ByIndex(7)), attended=False) == ["irreversible"]


def test_the_actors_own_view_only_makes_it_stricter() -> None:
    reviewer = Reviewer(True, Stagnation())
    careful = Decision(Click(ByIndex(0)), PAGE.digest, irreversible=True)
    careless = Decision(Click(ByIndex(1)), PAGE.digest, irreversible=False)
    assert reviewer.irreversible(careful, PAGE)
    assert reviewer.irreversible(careless, PAGE)


@pytest.mark.parametrize(
    ("label", "risky"),
    [
        ("Send", True),
        ("Place order", True),
        ("Löschen", True),
        ("删除", True),
        ("確認", True),
        ("Sender settings", False),
        ("Orders overview", False),
        ("Repay plan", False),
        ("Search", False),
    ],
)
def test_words(label: str, risky: bool) -> None:
    place = screen(element(0, "button", label))
    assert looks_risky(place.elements[0], place) is risky


def test_links_to_pages_are_harmless_unless_their_address_acts() -> None:
    assert not looks_risky(PAGE.elements[8], PAGE)
    assert looks_risky(PAGE.elements[9], PAGE)


def test_confirming_a_dialog_that_asks_for_it() -> None:
    asked = screen(element(0, "button", "OK"), element(1, "button", "Cancel"), modal=Modal("confirm", "Delete it?"))
    assert irreversibility(Click(ByIndex(0)), asked).level == "irreversible"
    assert irreversibility(Click(ByIndex(1)), asked).level == "reversible"


def test_enter_in_a_form_with_an_irreversible_button() -> None:
    form = screen(element(0, "textbox", "To", states=["focused"]), element(1, "button", "Send", input_type="submit"))
    search = screen(element(0, "searchbox", "Find", states=["focused"]), element(1, "button", "Send"))
    assert irreversibility(KeyboardEnter(), form).level == "irreversible"
    assert irreversibility(KeyboardEnter(), search).level == "reversible"


def test_repeats_are_told_then_stuck_and_survive_a_snapshot() -> None:
    stagnation = Stagnation(told=2, limit=3)
    decision = Decision(Click(ByIndex(0)), PAGE.digest)
    step = Transition(0, PAGE, decision, PAGE, "ineffective")
    stagnation.observe(step)
    assert not stagnation.object_to(decision)
    stagnation.observe(step)
    assert stagnation.object_to(decision)[0].advisory
    again = Stagnation(told=2, limit=3)
    again.restore(stagnation.snapshot())
    assert not again.stuck
    again.observe(step)
    assert again.stuck
