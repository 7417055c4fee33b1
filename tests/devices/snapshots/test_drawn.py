"""State that is only drawn: the chosen one of a strip, the row of a wheel, the side of a chat, canvases."""

# ruff: noqa: E501 -- HTML reads better unbroken

import pytest

from sextant.devices.browser.snapshot import Assembled
from tests.devices.snapshot_page import Looker

pytestmark = pytest.mark.browser

STRIP = "<style>.bar{display:flex}.t{flex:1;cursor:pointer;padding:12px}.on{color:#06c;border-bottom:2px solid}</style>"


def drawn(seen: Assembled) -> dict[str, str]:
    return {one.label: one.drawn for one in seen.elements if one.drawn}


def test_the_chosen_one_of_a_strip_is_told_by_its_drawing(looker: Looker) -> None:
    seen = looker.see(
        f"{STRIP}<div class=bar><div class=t>Day</div><div class='t on'>Week</div><div class=t>Month</div></div>"
    )
    assert drawn(seen) == {"Week": "looks selected"}
    inner = "<li><a class={} href=#{}>{}</a></li>"
    links = "".join(inner.format(*one) for one in (("t", "a", "All"), ("t", "b", "Open"), ("'t on'", "c", "Done")))
    assert drawn(looker.see(f"{STRIP}<ul class=bar style='list-style:none'>{links}</ul>")) == {"Done": "looks selected"}


def test_one_of_a_column_may_be_marked_for_another_reason(looker: Looker) -> None:
    rows = "".join(f"<div class='{kind}'>{name}</div>" for name, kind in (("Ada", "t"), ("Bo", "t on"), ("Cy", "t")))
    assert drawn(looker.see(STRIP + rows)) == {"Bo": "looks unlike its neighbours"}


def test_a_class_of_the_chosen_tells_it_of_two_and_of_several(looker: Looker) -> None:
    two = "<div class=bar><div class=t>Off</div><div class='t on'>On</div></div>"
    assert drawn(looker.see(STRIP + two)) == {"On": "looks selected"}
    cells = "<style>.is-selected a{color:red}</style><ul class=bar><li class=is-selected><a href=#a>A</a></li><li><a href=#b>B</a></li></ul>"
    assert drawn(looker.see(STRIP + cells)) == {"A": "looks selected"}
    several = "".join(
        f"<button class='t {kind}'>{name}</button>" for name, kind in zip("ABCD", ("on", "", "on", ""), strict=True)
    )
    assert drawn(looker.see(f"{STRIP}<div class=bar>{several}</div>")) == {"A": "looks selected", "C": "looks selected"}


NOTHING = {
    "all alike": "<div class=bar><div class=t>A</div><div class=t>B</div><div class=t>C</div></div>",
    "two only": "<style>.hot{color:red}</style><div class=bar><div class='t hot'>A</div><div class=t>B</div></div>",
    "two, and another class besides": "<style>.hot{color:red}</style><div class=bar><div class='t hot on'>A</div><div class=t>B</div></div>",
    "marked, drawn alike": "<div class=bar><div class=t>A</div><div class='t active'>B</div></div>",
    "all marked": "<div class=bar><div class='t on'>A</div><div class='t on'>B</div></div>",
    "buttons of several kinds": "<style>.p{background:#06c}.s{background:#eee}</style><div class=bar><button class='b s'>Cancel</button><button class='b s'>Draft</button><button class='b p'>Send</button></div>",
    "another class, drawn alike": "<div class=bar><div class=t>A</div><div class='t first'>B</div><div class=t>C</div></div>",
    "told by aria": "<div class=bar role=tablist><button role=tab aria-selected=true class='t on'>A</button><button role=tab aria-selected=false class=t>B</button><button role=tab aria-selected=false class=t>C</button></div>",
    "a day of a calendar": "<table>"
    + ("<tr><td class=t>1</td><td class=t>2</td><td class=t>3</td></tr>" * 2)
    + "<tr><td class=t>7</td><td class='t on'>8</td><td class=t>9</td></tr></table>",
}


@pytest.mark.parametrize("case", NOTHING)
def test_nothing_is_told_without_a_sign(looker: Looker, case: str) -> None:
    assert drawn(looker.see(STRIP + NOTHING[case])) == {}


def test_the_row_in_the_middle_of_a_wheel_is_chosen(looker: Looker) -> None:
    rows = "".join(f"<div style='height:40px;scroll-snap-align:center'>{hour:02d}</div>" for hour in range(24))
    looker.show(
        f"<div id=w style='height:120px;width:80px;overflow-y:scroll;scroll-snap-type:y mandatory'>{rows}</div>"
    )
    looker.page.evaluate("document.getElementById('w').scrollTop = 40 * 6")
    looker.page.wait_for_timeout(100)
    assert drawn(looker.look()) == {"07": "chosen on its wheel"}


CHAT = "<style>.c{display:flex;flex-direction:column}.m{max-width:70%;padding:8px;background:#eee;margin:4px;align-self:flex-start}.me{align-self:flex-end;background:#cfc}</style>"


def test_the_sides_of_a_chat_are_told(looker: Looker) -> None:
    seen = looker.see(
        f"{CHAT}<div class=c><div class=m>Hello</div><div class='m me'>Hi</div><div class=m>{'How are you? ' * 9}</div></div>"
    )
    assert {text[:5]: side for text, side in drawn(seen).items()} == {
        "Hello": "on the left",
        "Hi": "on the right",
        "How a": "on the left",
    }


def test_a_chat_with_faces_and_times_in_its_rows_has_sides(looker: Looker) -> None:
    row = "<div style='display:flex;flex-direction:{}'><img width=30 height=30><div class=m style='align-self:auto'>{}</div><span>12:0{}</span></div>"
    rows = "".join(
        row.format("row-reverse" if at % 2 else "row", text, at)
        for at, text in enumerate(("One", "Two", "Three", "Four"))
    )
    told = drawn(looker.see(CHAT + rows))
    assert (told["One"], told["Two"], told["Three"], told["Four"]) == ("on the left", "on the right") * 2


PLAIN = {
    "one side": "<div class=c><div class=m>A</div><div class=m>B</div><div class=m>C</div></div>",
    "labels and values": "".join(
        f"<div style='display:flex;justify-content:space-between'><span class=m>{at}</span><span class='m me'>v{at}</span></div>"
        for at in range(4)
    ),
    "cards": "".join("<div style='background:#eee;margin:8px'>Card</div>" for _ in range(4)),
}


@pytest.mark.parametrize("case", PLAIN)
def test_what_is_no_chat_has_no_sides(looker: Looker, case: str) -> None:
    assert drawn(looker.see(CHAT + PLAIN[case])) == {}


def test_a_canvas_is_listed_unless_it_is_a_ground_that_takes_no_touch(looker: Looker) -> None:
    seen = looker.see(
        "<p>Draw</p><canvas width=20 height=30></canvas><canvas style='pointer-events:none;position:fixed;inset:0'></canvas>"
    )
    assert [(one.box.width, one.box.height, one.markable) for one in seen.elements if one.role == "canvas"] == [
        (20, 30, True)
    ]


def test_parts_of_a_drawing_that_take_a_touch_are_listed(looker: Looker) -> None:
    seen = looker.see(
        "<svg width=300 height=100><g role=button aria-label=Zoom><path d='M0 0h20v20H0z'/></g>"
        "<rect x=50 width=20 height=90 style='cursor:pointer'><title>May</title></rect><rect x=80 width=20 height=90 />"
        "<g onclick='x()'><rect x=120 width=20 height=90 style='cursor:pointer' /><text x=120 y=50>June</text></g></svg>"
        "<button><svg width=20 height=20><rect width=20 height=20 style='cursor:pointer' /></svg></button>"
    )
    parts = [one for one in seen.elements if one.affordances and one.role != "image"]
    assert [(one.role, one.name) for one in parts] == [
        ("button", "Zoom"),
        ("generic", "May"),
        ("generic", "June"),
        ("button", ""),
    ]
    assert [round(one.box.x) for one in parts[:3]] == [8, 58, 128], "each where it is drawn"
