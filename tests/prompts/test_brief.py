from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from sextant.assembly.run_folds import run_folds
from sextant.errors import MalformedOutput
from sextant.evidence import ClaimLedger, held
from sextant.guides.task_state import TaskState
from sextant.models.vision_probe import word_picture
from sextant.prompts import BriefComposer, as_decision, count_tokens, decision_schema, list_screen, render
from sextant.prompts.composer import fit
from sextant.prompts.listing import line_of
from sextant.prompts.prefix import Points, Surroundings
from sextant.prompts.text import OWN
from sextant.prompts.tokens import clip
from sextant.state import EventLog
from sextant.types.actions import ByIndex, ByPoint, ByRelative, Click, Drag, InputText, Recall, Scroll, Status
from sextant.types.decisions import Act, Decision, Profile, Question, Requirement, Section
from sextant.types.evidence import FieldHas, Gone, TextVisible
from sextant.types.screens import Screen, ScrollExtent
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.verification import Exhibits
from tests.support.logs import Told
from tests.support.screens import element, plain, screen

PAGE = screen(
    element(0, "heading", "Notes"),
    element(1, "button", "Save"),
    element(2, "textbox", "Title", value="Milk", states=["editable", "required"]),
    element(3, "textbox", "Password", value="", states=["password"]),
    element(4, "link", "Imprint", visibility="offscreen"),
)


def decide(answer: dict[str, object]) -> Decision:
    return as_decision(decision_schema("full").model_validate(answer), PAGE, plain)


def test_the_line_breaks_of_a_value_are_shown() -> None:
    note = element(0, "textbox", "Body", value="Tea\n\n  Price:\t65\n")
    told = list_screen(screen(note), "full")
    assert '[0] textbox "Body" = "Tea ⏎ ⏎ Price: 65 ⏎"' in told
    assert told.endswith("(⏎ in a value stands for a line break)")
    assert "⏎" not in list_screen(screen(replace(note, value="Tea")), "full")
    assert "line break" not in list_screen(screen(element(0, "button", "⏎")), "full")


def test_the_listing_names_what_matters_and_hides_passwords() -> None:
    text = list_screen(PAGE, "full")
    assert '[1] button "Save"' in text
    assert '[2] textbox "Title" = "Milk" (required)' in text
    assert "value hidden" in text
    assert '[4] link "Imprint" (out of view)' in text


def test_long_screens_keep_what_can_be_touched() -> None:
    many = [element(n, "text", f"Line {n}") for n in range(300)] + [element(300, "button", "Save")]
    text = list_screen(screen(*many), "full", max_elements=50)
    assert '[300] button "Save"' in text
    assert "251 further elements" in text


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "click", "index": 1}, Click(ByIndex(1, PAGE.digest))),
        ({"type": "click", "index": 1, "at": [0.5, 0.25]}, Click(ByRelative(1, 0.5, 0.25, PAGE.digest))),
        ({"type": "click", "point": [500, 20]}, Click(ByPoint(500, 20, PAGE.digest))),
        ({"type": "scroll", "direction": "down"}, Scroll("down")),
        ({"type": "input_text", "index": 2, "text": "Tea"}, InputText("Tea", ByIndex(2, PAGE.digest))),
        (
            {"type": "drag", "start": {"index": 1}, "end": {"point": [1, 2]}},
            Drag(ByIndex(1, PAGE.digest), ByPoint(1, 2, PAGE.digest)),
        ),
        ({"type": "recall", "steps": [3, 4]}, Recall((3, 4))),
    ],
)
def test_actions_are_translated(action: dict[str, object], expected: object) -> None:
    assert decide({"action": action}).action == expected


def test_expectations_bind_to_the_present_screen() -> None:
    decision = decide(
        {
            "action": {"type": "click", "index": 1},
            "expect": [
                {"type": "text_visible", "text": "Saved"},
                {"type": "field_has", "index": 2, "text": "Tea"},
                {"type": "field_has", "index": 99, "text": "Tea"},
                {"type": "screen_is"},
            ],
        }
    )
    saved, field, nothing = decision.expectations
    assert saved == TextVisible("Saved")
    assert isinstance(field, FieldHas)
    assert field.element.name == "Title"
    verdict = held(nothing, PAGE)
    assert (verdict.outcome, verdict.reason) == ("undecided", "the field 'element 99' is not on the screen")


def test_a_text_that_is_not_expected_to_be_visible_is_expected_to_go() -> None:
    expected = {"type": "text_visible", "text": "Draft", "present": False}
    decision = decide({"action": {"type": "click", "index": 1}, "expect": [expected]})
    assert decision.expectations == (Gone("Draft"),)


def test_a_click_on_nothing_is_malformed() -> None:
    with pytest.raises(MalformedOutput, match="neither an index nor a point"):
        decide({"action": {"type": "click"}})
    with pytest.raises(ValidationError):
        decide({"action": {"type": "teleport"}})


class Note(BaseModel):
    text: str


def test_a_malformed_guide_field_is_dropped_and_counted() -> None:
    schema = decision_schema("full", {"memory": Note})
    good = schema.model_validate({"memory": {"text": "4711"}, "action": {"type": "wait"}})
    bad = schema.model_validate({"memory": {"txt": 4711}, "action": {"type": "wait"}})
    assert as_decision(good, PAGE, plain, ("memory",)).fields == {"memory": {"text": "4711"}}
    dropped = as_decision(bad, PAGE, plain, ("memory",))
    assert (dropped.fields, dropped.dropped_fields) == ({}, ("memory",))


@pytest.mark.parametrize("malformed", [{"id": "now", "answer": "yes"}, {"question": "now", "answer": "perhaps"}, "yes"])
@pytest.mark.parametrize("profile", ["full", "lite", "reflection"])
def test_a_malformed_answer_is_dropped_and_counted(profile: Profile, malformed: object) -> None:
    good = {"question": "now", "answer": "no"}
    written = {"action": {"type": "wait"}, "answers": [malformed, good, malformed]}
    decision = as_decision(decision_schema(profile).model_validate(written), PAGE, plain)
    assert [one.question for one in decision.judgements] == ["now"]
    assert decision.dropped_fields == ("answers", "answers")


def test_the_prefix_is_byte_stable() -> None:
    composer = BriefComposer(Task("buy milk"), "full")
    first = composer.compose(Act("buy milk"), PAGE, 0)
    composer.log.append(_step(0))
    second = composer.compose(Act("buy milk", (Question("done", "Is it?"),)), PAGE, 1)
    assert first.prefix == second.prefix
    assert first.schema is second.schema
    assert "Is it?" in render(second.sections)


def test_sections_are_cut_least_important_first_and_keep_their_order() -> None:
    sections = [Section("a", "x\n" * 400, 10), Section("b", "keep me", 90), Section("c", "y\n" * 200, 50)]
    fitted = fit(sections, 120)
    assert [section.name for section in fitted] == ["b", "c", "Left out for lack of room"]
    assert fitted[-1].text == "a"
    assert sum(count_tokens(section.text) for section in fitted) <= 120


@given(st.text(max_size=2000), st.integers(20, 300))
def test_clipping_stays_within_its_bound(text: str, bound: int) -> None:
    assert count_tokens(clip(text, bound)) <= bound + 2


@pytest.mark.parametrize("keep", ["head", "tail"])
def test_a_long_line_in_chinese_is_cut_as_well(keep: Literal["head", "tail"]) -> None:
    line = "".join(chr(0x4E00 + place) for place in range(300))
    cut = clip(line, 40, keep)
    assert count_tokens(cut) <= 42
    assert cut.removesuffix(" …") == line[:30] if keep == "head" else cut.removeprefix("… ") == line[-30:]


def test_history_stays_bounded_and_recalls() -> None:
    history = Told(keep=5)
    for number in range(40):
        history.observe(_step(number))
    assert history.text().count("\n") == 5
    history.observe(_step(40, Recall((3,))))
    assert history.recalled().startswith("3. ")
    other = Told(keep=5)
    other.restore(history.snapshot())
    assert (other.text(), other.recalled()) == (history.text(), history.recalled())
    history.observe(_step(41, Recall((39, *range(30), 77))))
    assert [line.split(". ")[0] for line in history.recalled().splitlines()] == [str(step) for step in range(19)]
    history.observe(replace(_step(42), interrupt="popup"))
    assert history.recalled().startswith("0. ")  # it was no decision that came between
    history.observe(_step(43, Recall((77,))))
    assert history.recalled() == "There was no step 77."
    history.observe(_step(44))
    assert history.recalled() == ""


def test_a_thought_in_the_history_is_kept_short() -> None:
    composer = BriefComposer(Task("Save it"), "full", full_history=True)
    thought = "First the title. " * 200
    save = Decision(Click(ByIndex(1)), PAGE.digest, description="save", thought=thought)
    composer.log.append(Transition(0, PAGE, save, PAGE, "effective"))
    told = composer.compose(Act("Save it"), PAGE, 1).sections[0].text
    assert "thought: First the title." in told
    assert 300 < len(told[told.index("thought: ") :]) < 500


@pytest.mark.parametrize(("profile", "numbered"), [("full", True), ("reflection", True), ("react", False)])
def test_the_history_numbers_the_present_screen_where_screens_are_cited(profile: Profile, numbered: bool) -> None:
    composer = BriefComposer(Task("Save it"), profile)
    save = Decision(Click(ByIndex(1)), PAGE.digest, description="save")
    other = screen(element(0, "heading", "Saved"), title="All notes")
    composer.log.append(Transition(0, PAGE, save, other, "effective"))
    history = composer.compose(Act("Save it"), other, 1).sections[0].text.splitlines()
    assert history[0].startswith("0. save on ")
    assert (history[-1] == '1. on "All notes": now') is numbered
    assert ("The screen of a step is the one before its act" in " ".join(composer.prefix.split())) is numbered


STATED = (Requirement("milk", "deed", "Milk is\non the list"), Requirement("ada", "state", "Ada knows " * 40))


@pytest.mark.parametrize(
    ("profile", "shown"), [("full", True), ("lite", True), ("reflection", True), ("react", False), ("compact", False)]
)
def test_requirements_are_shown_with_their_ids_from_then_on(profile: Profile, shown: bool) -> None:
    composer = BriefComposer(Task("Save it"), profile)
    assert "Requirements" not in render(composer.compose(Act("Save it"), PAGE, 0).sections)
    decision = Decision(Click(ByIndex(1)), PAGE.digest, requirements=STATED)
    composer.log.append(Transition(0, PAGE, decision, PAGE, "refused"))
    again = BriefComposer(Task("Save it"), profile)
    again.log.restore(composer.log.states())
    brief = again.compose(Act("Save it"), PAGE, 9)
    text = next((one.text for one in brief.sections if one.name == "Requirements"), "")
    assert text.startswith("milk (deed): Milk is on the list\nada (state): Ada knows Ada") is shown
    assert len(text) < 160
    assert (f"## Requirements{OWN}\nmilk (deed): Milk" in render(brief.sections)) is shown


def test_requirements_are_not_shown_twice() -> None:
    log = EventLog((*run_folds("full"),))
    guide = TaskState(Task("Save it"), ClaimLedger(log), Exhibits(log))
    composer = BriefComposer(Task("Save it"), "full", (guide,), log=log)
    stated = Transition(0, PAGE, Decision(Click(ByIndex(1)), PAGE.digest, requirements=STATED), PAGE, "effective")
    log.append(stated)
    guide.observe(stated)
    names = [one.name for one in composer.compose(Act("Save it"), PAGE, 1).sections]
    assert "Requirements" not in names
    assert "Task state, as it was written down" in names


def _step(number: int, action: Click | Recall | Status | None = None) -> Transition:
    decision = Decision(action or Click(ByIndex(1)), PAGE.digest, 'click "Save"')
    return Transition(number, PAGE, decision, PAGE, "effective")


PLAIN = word_picture("RED", "dot")


@pytest.mark.parametrize(("points", "across"), [("pixels", 100), ("unit", 1 / 412), ("thousand", 1000 / 412)])
def test_a_model_that_sees_is_told_where_elements_are_in_its_picture(points: Points, across: float) -> None:
    page = screen(element(0, "button", "Save"), element(1, "button", "Below", visibility="offscreen"))
    seen = replace(page, observation=replace(page.observation, picture=replace(PLAIN, scale=100.0)))
    around = Surroundings(pictures=1, points=points)

    def lines(of: Screen, given: Surroundings = around, profile: Profile = "full") -> list[str]:
        made = BriefComposer(Task("x"), profile, vision=True, surroundings=given).compose(Act("x"), of, 0)
        return next(one.text for one in made.sections if one.name == "Screen").splitlines()

    (told,) = (line for line in lines(seen) if "Save" in line)
    x = float(told.removeprefix('[0] button "Save" @ ').split(",")[0])
    assert x == pytest.approx(page.elements[0].box.centre.x * across, abs=0.51 if across > 1 else 0.006)
    assert any(line.endswith('"Below" (out of view)') for line in lines(seen))
    for bare in (lines(page), lines(seen, replace(around, marked=True)), lines(seen, around, "compact")):
        assert not any("@" in line for line in bare)


def test_a_picture_goes_along_where_the_model_sees_and_is_marked_on_request() -> None:
    seen = replace(PAGE, observation=replace(PAGE.observation, picture=PLAIN))
    blind = BriefComposer(Task("x"), "full").compose(Act("x"), seen, 0)
    plain_view = BriefComposer(Task("x"), "full", vision=True).compose(Act("x"), seen, 0)
    marked = BriefComposer(
        Task("x"), "full", vision=True, mark=lambda picture, elements: replace(picture, data=b"%d" % len(elements))
    ).compose(Act("x"), seen, 0)
    compact = BriefComposer(Task("x"), "compact", vision=True).compose(Act("x"), seen, 0)
    assert blind.pictures == compact.pictures == ()
    assert [picture.data for picture in (*plain_view.pictures, *marked.pictures)] == [PLAIN.data, b"5"]


def test_several_pictures_are_named_by_their_steps() -> None:
    seen = replace(PAGE, observation=replace(PAGE.observation, picture=PLAIN))
    composer = BriefComposer(Task("x"), "full", vision=True, pictures=3, mark=lambda picture, _: replace(picture))
    assert [one.label for one in composer.compose(Act("x"), seen, 0).pictures] == [""]
    for number in range(3):
        composer.log.append(replace(_step(number), before=seen if number != 1 else PAGE))
    labels = [one.label for one in composer.compose(Act("x"), seen, 3).pictures]
    assert labels == ["The screen before step 0", "The screen before step 2", "The present screen"]


def test_a_password_field_tells_how_much_it_holds_and_never_what() -> None:
    secret = element(0, "textbox", "PIN", states=("password", "editable"))
    assert line_of(secret) == '[0] textbox "PIN" (password, value hidden)'
    assert line_of(replace(secret, masked=0)) == '[0] textbox "PIN" (password, empty)'
    assert line_of(replace(secret, masked=4)) == '[0] textbox "PIN" (password, holds 4 hidden characters)'


def test_a_screen_that_did_not_come_to_rest_is_told_as_loading() -> None:
    seen = screen(element(0, "button", "Save"))
    seen = replace(seen, observation=replace(seen.observation, settled=False))
    assert "The screen is still loading" in list_screen(seen, "full")
    assert "loading" not in list_screen(screen(element(0, "button", "Save")), "full")


def test_of_what_was_done_the_latest_stays() -> None:
    lines = "\n".join(f"{number}. tap 'Row {number}' on List: worked" for number in range(400))
    (fitted,) = fit([Section("Done so far", lines, max_tokens=200, keep="tail")], 1000)
    assert fitted.text.splitlines()[-1].startswith("399.")
    assert fitted.text.startswith("… ")
    assert "earlier lines left out" in fitted.text.splitlines()[0]
    assert count_tokens(fitted.text) <= 200


def test_the_head_says_to_which_sides_there_is_more_and_a_file_field_what_it_takes() -> None:
    shown = screen(element(0, "button", "", affordances=("tap", "upload")))
    seen = replace(shown, observation=replace(shown.observation, scroll=ScrollExtent(0, 10, 0, 300)))
    told = list_screen(seen, "full")
    assert "There is more below and to the right; scroll to see it." in told
    assert "(takes a file)" in told
