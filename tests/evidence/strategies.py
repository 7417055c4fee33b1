"""Arbitrary screens and predicates, small enough that texts meet each other."""

from dataclasses import replace
from typing import cast

from hypothesis import strategies as st

from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.geometry import Box
from sextant.types.screens import Element, ElementRef, Modal, ModalKind, Screen, State, Visibility
from tests.support.screens import element, screen

WORDS = st.sampled_from(
    ["Save", "Saved", "save  Draft", "Draft", "no", "Notes", "删除", "已保存", "×", "$5", "$50", "OK"]
)
TEXTS = st.one_of(WORDS, st.just(""), st.text(max_size=8), st.lists(WORDS, min_size=2, max_size=3).map(" ".join))
ROLES = st.sampled_from(
    ["button", "link", "text", "heading", "textbox", "checkbox", "dialog", "status", "image", "canvas"]
)
STATES = st.sampled_from(["checked", "unchecked", "focused", "disabled", "editable", "password", "selected"])
VISIBILITIES = st.sampled_from(["visible", "clipped", "covered", "offscreen"])
BOXES = st.builds(
    Box, *(st.sampled_from([0.0, 12.0, 48.0, 200.0, 400.0]) for _ in range(2)),
    *(st.sampled_from([0.0, 32.0, 412.0]) for _ in range(2)),
)  # fmt: skip


@st.composite
def elements(draw: st.DrawFn, index: int) -> Element:
    """One element, standing in any that came before it."""
    states = cast("list[State]", draw(st.lists(STATES, max_size=2)))
    made = element(
        index,
        draw(ROLES),
        draw(TEXTS),
        states=states,
        visibility=cast("Visibility", draw(VISIBILITIES)),
        value="" if "password" in states else draw(TEXTS),
        test_id=draw(st.sampled_from(["", "", "close", "toast", "title"])),
        parent=draw(st.one_of(st.none(), st.integers(0, index - 1))) if index else None,
        landmark=draw(st.sampled_from(["", "", "dialog: Sure?", "navigation"])),
    )
    return replace(made, box=draw(BOXES), text=draw(TEXTS))


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    """A screen of up to six elements, at times with a native dialog, at times unreadable."""
    made = [draw(elements(index)) for index in range(draw(st.integers(0, 6)))]
    kinds = cast("list[ModalKind]", ["alert", "confirm", "prompt", "select"])
    modal = draw(st.one_of(st.none(), st.none(), st.builds(Modal, st.sampled_from(kinds), TEXTS)))
    return screen(
        *made,
        title=draw(TEXTS),
        location=draw(st.sampled_from(["http://app.test/notes", "http://app.test/edit_note/5", ""])),
        key=draw(st.sampled_from(["", "a", "b"])),
        modal=modal,
        condition=draw(st.sampled_from(["ok", "ok", "ok", "ok", "blank", "empty_hierarchy", "error_page", "app_gone"])),
        landmarks=tuple(draw(st.lists(st.sampled_from(["main", "heading: Notes", "dialog: Sure?"]), max_size=2))),
    )


REFS = st.builds(
    ElementRef, ROLES, TEXTS, st.sampled_from(["", "title"]), st.sampled_from(["", "Notes"]), st.integers(0, 1)
)
PREDICATES: st.SearchStrategy[Predicate] = st.one_of(
    st.builds(TextVisible, TEXTS),
    st.builds(Gone, TEXTS),
    st.builds(Gone, st.just(""), REFS),
    st.builds(FieldHas, REFS, TEXTS),
    st.builds(ScreenIs, st.sampled_from(["", "a", "b"]), TEXTS),
    st.builds(Changed),
    st.builds(ElementState, REFS, STATES, st.booleans()),
    st.builds(Effect, TEXTS),
)
