"""What was typed and lost before it was sent is not done, whatever is saved afterwards."""

from dataclasses import replace

from sextant.program.asked import read_goal
from sextant.program.trail import Trail
from sextant.types.actions import ByIndex, Click, InputText, Pause
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation, Screen, ScreenKey
from sextant.types.transitions import Attempt, Transition

GOAL = 'Write "See you at six" as the message, look at About and save the note'


def _page(name: str, value: str = "", saved: str = "") -> Screen:
    elements = [
        Element(0, Box(0, 0, 100, 30), "heading", name),
        Element(1, Box(0, 40, 100, 30), "textbox", "Message", value=value, affordances=frozenset({"type"})),
        Element(2, Box(0, 80, 100, 30), "button", "Save", affordances=frozenset({"tap"})),
        Element(3, Box(0, 120, 100, 30), "button", "Copy code", affordances=frozenset({"tap"})),
        Element(4, Box(0, 160, 100, 30), "link", "About", affordances=frozenset({"tap"})),
        Element(5, Box(0, 200, 100, 30), "text", saved or "Nothing yet"),
    ]
    shown = elements if name == "Note" else elements[:1]
    seen = Observation("app", f"/{name}", name, Size(400, 800), tuple(shown))
    return Screen(ScreenKey("app", name, name), f"{name}/{value}/{saved}", seen)


class _Run:
    def __init__(self) -> None:
        self.trail, self.screen, self._step = Trail(read_goal(GOAL)), _page("Note"), 0

    def does(self, action: Click | InputText, after: Screen) -> "_Run":
        attempt = Attempt(f"i{self._step}", Pause(0.0))
        step = Transition(self._step, self.screen, Decision(action, self.screen.digest), after, "effective", (attempt,))
        self.trail.observe(step)
        self.screen, self._step = after, self._step + 1
        return self

    def types(self) -> "_Run":
        return self.does(InputText("See you at six", ByIndex(1)), _page("Note", "See you at six"))

    @property
    def done(self) -> bool:
        return self.trail.dealt_with(next(name for name in read_goal(GOAL).names if "six" in name))


def test_what_was_typed_counts_and_what_was_lost_does_not() -> None:
    run = _Run().types()
    assert run.done
    run.does(Click(ByIndex(4)), _page("About")).does(Click(ByIndex(0)), _page("Note"))
    assert not run.done
    assert not run.trail.typed("See you at six")
    assert run.types().done, "typed once more"


def test_what_was_saved_counts_although_the_form_is_empty_then() -> None:
    assert _Run().types().does(Click(ByIndex(2)), _page("Note", saved="Saved")).done


def test_a_button_that_sends_nothing_leaves_a_draft_a_draft() -> None:
    run = _Run().types().does(Click(ByIndex(3)), _page("Note", "See you at six"))
    assert run.done
    run.does(Click(ByIndex(4)), _page("About")).does(Click(ByIndex(0)), _page("Note"))
    assert not run.done


def test_a_draft_that_is_there_again_is_not_lost() -> None:
    run = _Run().types().does(Click(ByIndex(4)), _page("About"))
    assert run.does(Click(ByIndex(0)), _page("Note", "See you at six")).done


def test_a_snapshot_keeps_what_is_unsent() -> None:
    run, other = _Run().types().does(Click(ByIndex(4)), _page("About")), _Run()
    other.trail.restore(run.trail.snapshot())
    other.screen = replace(run.screen)
    assert not other.does(Click(ByIndex(0)), _page("Note")).done
