"""Boxes to tick that the page draws itself: one element where a person sees one, none where nothing is seen."""

# ruff: noqa: E501 -- HTML reads better unbroken

import pytest

from sextant.devices.browser.snapshot import Assembled
from sextant.types.screens import Element
from tests.devices.snapshot_page import Looker

pytestmark = pytest.mark.browser

DRAWN = "<i style='display:inline-block;width:20px;height:20px;border:1px solid'></i>"
PIXEL = "style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'"
CLEAR = "style='position:absolute;opacity:0'"
OVER = "style='position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0'"


def ticks(seen: Assembled) -> list[Element]:
    return [one for one in seen.elements if one.role in ("checkbox", "radio", "switch")]


ONE = {
    "a pixel beside the drawn box": f"<label><input type=checkbox {PIXEL}>{DRAWN} Dark</label>",
    "clipped beside the drawn box": f"<label><input type=checkbox style='position:absolute;clip:rect(0,0,0,0)'>{DRAWN} Dark</label>",
    "clipped before its label": "<input id=c type=checkbox style='position:absolute;clip-path:inset(50%)'><label for=c style='margin-left:60px'>Dark</label>",
    "clear before its label": f"<input id=c type=checkbox {CLEAR}><label for=c style='margin-left:100px'>Dark</label>",
    "drawn by its label": (
        "<style>label{position:relative;padding-left:28px}label::before{content:'';position:absolute;left:0;width:18px;height:18px;border:1px solid}</style>"
        f"<input id=c type=checkbox {CLEAR}><label for=c>Dark</label>"
    ),
    "clear over the drawn box": (
        f"<div style='display:flex'><div style='position:relative;width:40px;height:40px'><input id=c type=checkbox {OVER}>{DRAWN}</div>"
        "<label for=c>Dark</label></div>"
    ),
    "a drawn control beside it": (
        "<button role=checkbox aria-checked=false aria-label=Dark style='width:25px;height:25px'></button><input aria-hidden=true tabindex=-1 type=checkbox style='position:absolute;pointer-events:none;opacity:0;transform:translateX(-100%);width:25px;height:25px'>"
    ),
    "in a drawn switch": (
        "<div role=switch aria-checked=false tabindex=0 aria-label=Dark style='width:40px;height:20px;background:#888'>"
        f"<input type=checkbox {CLEAR}></div>"
    ),
    "wider than the drawn switch": (
        "<span style='position:relative;display:inline-flex;width:58px;height:38px;overflow:hidden'><span style='position:absolute;padding:9px'>"
        "<input type=checkbox aria-label=Dark style='position:absolute;opacity:0;width:300%;height:100%;left:-100%;top:0;margin:0'>"
        "<span style='display:block;width:20px;height:20px;background:#fff'></span></span><span style='width:100%;background:#888'></span></span>"
    ),
    "without a look of its own": f"<label><input type=checkbox style='appearance:none;position:absolute;width:20px;height:20px;margin:0'>{DRAWN} Dark</label>",
    "over a card": f"<div style='position:relative;width:150px;padding:8px'>Dark<input type=checkbox {OVER}></div>",
    "over a card that takes touches": f"<div style='position:relative;width:150px;padding:8px;cursor:pointer'>Dark<input type=checkbox {OVER}></div>",
    "not drawn before its label": "<input type=checkbox id=c style='display:none'><label for=c>Dark</label>",
    "beside its label": "<input type=checkbox id=c><label for=c>Dark</label>",
    "as the browser draws it": "<label><input type=checkbox> Dark</label>",
    "as a style sheet draws it": "<label><input type=checkbox style='appearance:none;width:20px;height:20px;border:2px solid'> Dark</label>",
}


@pytest.mark.parametrize("case", ONE)
def test_a_box_to_tick_is_one_element(looker: Looker, case: str) -> None:
    seen = looker.see(ONE[case])
    (found,) = ticks(seen)
    assert found.label == "Dark"
    assert found.states == {"unchecked"}
    assert found.affordances == {"tap"}
    assert found.visibility == "visible"
    assert found.box.width >= 13


UNSEEN = {
    "nothing is drawn": "<input type=checkbox aria-label=x style='opacity:0;width:20px;height:20px'>",
    "its cell is clear": "<table><tr><td style='opacity:0'><input type=checkbox aria-label=x><td>Row<td><a href=/x>Open</a></table>",
    "its label is clear too": f"<div style='opacity:0'><input type=checkbox id=c><label for=c>Dark</label>{DRAWN}</div>",
    "clipped, without a label": "<input type=radio aria-label=x style='position:absolute;clip-path:inset(50%)'>",
}


@pytest.mark.parametrize("case", UNSEEN)
def test_no_box_is_listed_where_nothing_is_seen(looker: Looker, case: str) -> None:
    assert not ticks(looker.see("<p>Here</p>" + UNSEEN[case]))


def test_the_box_is_the_one_that_is_drawn(looker: Looker) -> None:
    (found,) = ticks(looker.see(ONE["clear over the drawn box"]))
    assert (found.box.width, found.box.height) == (22, 22)
    (found,) = ticks(looker.see(ONE["wider than the drawn switch"]))
    assert (found.box.width, found.box.height) == (58, 38)


def test_a_link_in_the_text_beside_a_drawn_box_is_no_part_of_it(looker: Looker) -> None:
    seen = looker.see(f"<label><input type=checkbox {CLEAR}>{DRAWN} I accept the <a href=/t>terms</a></label>")
    (found,) = ticks(seen)
    link = next(one for one in seen.elements if one.role == "link")
    assert found.name == "I accept the terms"
    assert not found.box.contains(link.box.centre)


def test_each_of_a_row_of_choices_is_its_label(looker: Looker) -> None:
    choices = "".join(
        f"<input type=radio name=n id=c{one} {PIXEL} {'checked' if one == 'Day' else ''}><label for=c{one}>{one}</label> "
        for one in ("Day", "Week")
    )
    found = ticks(looker.see(choices))
    assert [(one.text, one.states) for one in found] == [("Day", {"checked"}), ("Week", {"unchecked"})]
