"""Scripts as files: what they may say, what is said where they say something else, and how a recording becomes one."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.elements.named import NamedElement
from sextant.errors import UsageError
from sextant.login.recipes import Until
from sextant.qa.script_files import Script, ScriptStep, ScriptTarget, ScriptWait, check_place, read_script, script_text
from sextant.qa.script_recording import script_of
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    Drag,
    DragPath,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    OpenApp,
    PressKey,
    Recents,
    Scroll,
    ScrollBy,
    Swipe,
    Tap,
    TypeText,
)
from sextant.types.geometry import Point
from tests.execution.test_person_recorder import DONE, HOME, Scene, did, form, recorded, row
from tests.support.screens import element

MILK = ScriptTarget(NamedElement("Milk", "button", "Shop", "add"))
SECOND = ScriptTarget(NamedElement("", "listitem"), 1)
STEPS = (
    ScriptStep(Click(ByIndex(0)), (MILK,), "Cart"),
    ScriptStep(Click(ByPoint(500, 12.5))),
    ScriptStep(Click(ByRelative(0, 0.25, 0.5)), (ScriptTarget(NamedElement("", "canvas")),)),
    ScriptStep(DoubleTap(ByIndex(0)), (SECOND,)),
    ScriptStep(LongPress(ByIndex(0), 1.5), (MILK,)),
    ScriptStep(Drag(ByIndex(0), ByPoint(10, 20)), (MILK,)),
    ScriptStep(Drag(ByIndex(0), ByIndex(0)), (MILK, SECOND)),
    ScriptStep(InputText("  two\nlines ", ByIndex(0)), (MILK,)),
    ScriptStep(InputText("", ByIndex(0)), (MILK,)),
    ScriptStep(InputText("into the focused field")),
    ScriptStep(InputText(target=ByIndex(0), secret="password"), (MILK,)),
    ScriptStep(Scroll("down", None, 0.8)),
    ScriptStep(Scroll("up", ByIndex(0)), (SECOND,)),
    ScriptStep(Swipe("left", ByIndex(0), 0.5), (MILK,)),
    ScriptStep(KeyboardEnter(), (), "Results"),
    ScriptStep(NavigateBack()),
    ScriptStep(Recents()),
    ScriptStep(OpenApp("com.example")),
    ScriptWait(Until("/inbox", 5.0)),
)
HEAD = 'format = "sextant-script"\nversion = 1\ngoal = "g"\ntarget = "world:w.json"\napp = "shop"\n'


def bare(script: Script) -> Script:
    return replace(script, steps=tuple(replace(one, where="") for one in script.steps))


def test_every_kind_of_step_is_written_and_read() -> None:
    script = Script("buy milk", "web:http://127.0.0.1:1/", "http://127.0.0.1:1", STEPS)
    text = script_text(script, ["Recorded\nas a run."])
    assert "# Recorded as a run." in text
    assert bare(read_script(text, "s.toml")) == script


@settings(max_examples=60, deadline=None)
@given(st.text(), st.text(), st.text(), st.none() | st.integers(0, 99))
def test_whatever_an_app_shows_can_be_read_again(label: str, anchor: str, value: str, ordinal: int | None) -> None:
    said = [" ".join(one.encode("utf-8", "replace").decode().split()) for one in (label, anchor)]
    target = ScriptTarget(NamedElement(said[0], "textbox", said[1]), ordinal)
    typed = value.encode("utf-8", "replace").decode()
    script = Script("g", "world:w.json", "", (ScriptStep(InputText(typed, ByIndex(0)), (target,)),))
    assert bare(read_script(script_text(script), "s.toml")) == script


@pytest.mark.parametrize(
    ("text", "said", "remedy"),
    [
        ("", "s.toml has no steps.", "[[steps]]"),
        (f"{HEAD}steps = []", "s.toml has no steps.", "[[steps]]"),
        (f"{HEAD}[[steps]]\ntouch = ", "s.toml is not valid TOML", "Correct this line."),
        (f'{HEAD}more = 1\n[[steps]]\ntouch = "a"', "s.toml has an unknown key 'more'.", "Known: format"),
        ('[[steps]]\ntouch = "a"', "does not say format = 'sextant-script'", "sextant record TARGET --script FILE"),
        (f'{HEAD.replace("1", "2")}[[steps]]\ntouch = "a"', "has format version 2", "sextant record"),
        (f'{HEAD.replace("world", " ").replace(" :w.json", " ")}[[steps]]\ntouch = "a"', "target expects", "target"),
        (f'{HEAD}\n[[steps]]\ntouch = "a"\n\n[[steps]]\ntuch = "b"', "s.toml:10, step 2 has an unknown key", "'touch'"),
        (f'{HEAD}[[steps]]\ntouch = ""', "s.toml:6, step 1 names no element.", "point = [x, y]"),
        (f'{HEAD}[[steps]]\ntouch = "a"\nordinal = -1', "step 1: ordinal expects a whole number from 0", "Correct it."),
        (f'{HEAD}[[steps]]\ntouch = "a"\nat = [2, 0]', "step 1: at expects two numbers from 0 to 1", "Correct it."),
        (f'{HEAD}[[steps]]\nhold = "a"\nseconds = 1{"0" * 400}', "step 1: seconds expects a number", "Correct it."),
        (f'{HEAD}[[steps]]\npress = "delete"', "step 1: press expects one of enter, back, home", "Correct it."),
        (f'{HEAD}[[steps]]\nscroll = "in"', "step 1: scroll expects one of up, down", "Correct it."),
        (f'{HEAD}[[steps]]\nfield = "PIN"', "step 1 needs either a value or a secret.", 'secret = "password"'),
        (f'{HEAD}[[steps]]\nfield = "PIN"\nsecret = ""', "step 1: secret expects a text.", 'secret = "…"'),
        (f'{HEAD}[[steps]]\ndrag = "a"\nto = "b"', "step 1, to is not a table.", 'to = { touch = "Done" }'),
        (f"{HEAD}steps = [3]", "s.toml, step 1 is not a table.", "[[steps]]"),
        (HEAD + '[[steps]]\npress = "back"\n' * 501, "s.toml has 501 steps; the limit is 500.", "Divide it."),
    ],
)
def test_what_is_no_script_is_refused_with_its_line(text: str, said: str, remedy: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_script(text, "s.toml")
    assert said in refused.value.message
    assert remedy in refused.value.remedy


def test_only_a_script_is_overwritten(tmp_path: Path) -> None:
    check_place(tmp_path / "new" / "s.toml")
    (tmp_path / "old.toml").write_text(script_text(Script("g", "world:w.json", "", STEPS)), encoding="utf-8")
    check_place(tmp_path / "old.toml")
    (tmp_path / "other.toml").write_text("[project]", encoding="utf-8")
    for name in ("other.toml", "s.py"):
        with pytest.raises(UsageError):
            check_place(tmp_path / name)


def steps_of(scene: Scene, until: float) -> list[str]:
    text = script_text(script_of(recorded(scene, until), "goal", "world:w.json"))
    return text.split("[[steps]]\n")[1:]


def test_a_recording_becomes_a_script() -> None:
    taps = [did(Tap(row(1)), 3), did(TypeText("Ada", row(1)), 6), did(Tap(row(3)), 9)]
    typed, sent = steps_of(Scene([(0, form()), (6.05, form("Ada")), (9.05, DONE)], taps), 12)
    assert typed.startswith('field = "Name"\nrole = "textbox"\nvalue = "Ada"\n'), "the touch of the field is left out"
    assert sent == 'touch = "Send"\nrole = "button"\nlands = "Third"\n'


def test_a_password_becomes_the_name_of_a_secret() -> None:
    told = [did(TypeText("‹password field›", row(2)), 3), did(PressKey("enter"), 6)]
    typed, sent = steps_of(Scene([(0, form()), (6.05, DONE)], told), 9)
    assert typed.startswith('field = "Code"\nrole = "textbox"\nsecret = "password"\n')
    assert sent.startswith('press = "enter"\nlands = "Third"\n')


def test_equal_elements_are_counted_and_nameless_places_are_points() -> None:
    rows = (element(0, "heading", "Home"), element(1, "button", "Add"), element(2, "button", "Add"))
    gestures = [did(Tap(row(2)), 3), did(Tap(row(9)), 6), did(ScrollBy("down", row(9), 0.5), 9)]
    second, beside, scroll = steps_of(Scene([(0, rows)], gestures), 12)
    assert second.startswith('touch = "Add"\nrole = "button"\nordinal = 1\n')
    assert beside.startswith('touch = ""\npoint = [500, ')
    assert scroll.startswith('scroll = "down"\ndistance = 0.5\n')


def test_a_slider_keeps_the_point_that_was_touched() -> None:
    shown = (element(0, "heading", "Home"), element(1, "slider", "Volume"), HOME[2])
    path = DragPath(Point(103, 72), Point(309, 72))
    (drag,) = steps_of(Scene([(0, shown)], [did(path, 3)]), 6)
    assert drag == (
        'drag = "Volume"\nrole = "slider"\nat = [0.25, 0.5]\n'
        'to = { touch = "Volume", role = "slider", at = [0.75, 0.5] }\n'
    )
