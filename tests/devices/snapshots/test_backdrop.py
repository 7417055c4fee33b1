"""What lies behind a dialog or a sidebar and takes the touches of the page is one line, where it is free."""

# ruff: noqa: E501 -- HTML reads better unbroken

import pytest

from sextant.evidence.change import change_between
from sextant.perception import Perceiver
from sextant.prompts import list_screen
from sextant.types.screens import Observation
from tests.devices.snapshot_page import SIZE, Looker

pytestmark = pytest.mark.browser

PAGE = (
    "<p>Words</p><button style='width:100px;height:40px'>Go</button><button style='width:100px;height:40px'>Up</button>"
)
BACK = "<div {} style='position:fixed;inset:0;background:rgba(0,0,0,.5)'></div>"
SIDE = "<nav style='position:fixed;left:0;top:0;bottom:0;width:240px;background:#fff'><a href=/a>Inbox</a><a href=/b>Sent</a></nav>"
CARD = "<div role=dialog style='position:fixed;top:300px;left:40px;width:300px;height:200px;background:#fff'>Sure? <button>Yes</button></div>"
NATIVE = "<dialog id=d {}>Sure? <button>Yes</button></dialog><script>d.showModal()</script>"


SHOWN = {
    "behind a sidebar": PAGE + BACK.format("") + SIDE,
    "clear, behind a sidebar": PAGE + "<div style='position:fixed;inset:0'></div>" + SIDE,
    "a touch marks it": PAGE + BACK.format("onclick=1") + SIDE,
    "behind a dialog": PAGE + BACK.format("") + CARD,
    "around a dialog": PAGE + BACK.format("").replace("></div>", f">{CARD}</div>"),
    "of the browser's own": PAGE + NATIVE.format("closedby=any"),
}


@pytest.mark.parametrize("case", SHOWN)
def test_a_backdrop_has_one_line_where_a_finger_meets_it(looker: Looker, case: str) -> None:
    seen = looker.see(SHOWN[case])
    (found,) = [one for one in seen.elements if one.role == "backdrop"]
    assert found.affordances == {"tap"}
    assert found.visibility == "visible"
    x, y = found.box.centre.x, found.box.centre.y
    hit = looker.evaluate(
        f"(() => {{ const hit = document.elementFromPoint({x}, {y}); return [hit.localName, hit.textContent.trim()]; }})()"
    )
    assert hit in (["div", ""], ["div", "Sure? Yes"], ["dialog", "Sure? Yes"])
    own = [one for one in seen.elements if one.visibility == "visible" and one.role in ("link", "button", "dialog")]
    assert own
    assert not any(one.box.contains(found.box.centre) for one in own)


NONE = {
    "nothing lies over the page": PAGE,
    "a bar lies over its top": "<header style='position:fixed;top:0;left:0;right:0;height:60px;background:#fff'><button>Menu</button></header>"
    + PAGE,
    "another page lies over it": PAGE
    + "<div style='position:fixed;inset:0;background:#fff'><h1>Next</h1><button>Act</button></div>",
    "a busy sheet lies over it": PAGE + "<div style='position:fixed;inset:0;background:#fff8'><i>Loading</i></div>",
    "a message lies over a button of an app that lies over its page": "<div style='position:absolute;inset:0'>"
    + PAGE
    + "<div style='height:500px'></div><p>More</p></div>"
    + "<p style='position:fixed;top:40px;left:0;width:200px;height:60px;background:#8cc'>Saved <button>OK</button></p>",
    "a dialog that only its buttons close": PAGE + NATIVE.format(""),
    "a button does": PAGE
    + "<button aria-label=Close style='position:fixed;inset:0;width:100%;background:#0005'></button>"
    + SIDE,
    "it says that it does nothing": PAGE + BACK.format("aria-disabled=true") + SIDE,
}


@pytest.mark.parametrize("case", NONE)
def test_nothing_else_is_a_backdrop(looker: Looker, case: str) -> None:
    assert not [one for one in looker.see(NONE[case]).elements if one.role == "backdrop"]


BELOW = "<main><div style='height:2000px'></div><button>Below</button></main>"
TALL = "<nav style='position:fixed;left:0;top:0;bottom:0;width:240px;background:#fff;overflow:auto'><a href=/a>Inbox</a><div style='height:2000px'></div><a href=/z>Trash</a></nav>"
OUT_OF_VIEW = {
    "a sidebar": (f"<main>{PAGE}</main>{BELOW}{BACK.format('')}{TALL}", "covered", "offscreen"),
    "a sidebar in the page": (
        f"<div id=app><main>{PAGE}{BELOW}</main>{BACK.format('')}{TALL}</div>",
        "covered",
        "offscreen",
    ),
    "a sidebar in its backdrop": (
        f"<main>{PAGE}{BELOW}</main>{BACK.format('').replace('></div>', f'>{TALL}</div>')}",
        "covered",
        "offscreen",
    ),
    "a dialog of the browser's own": (
        f"{PAGE}{BELOW}{NATIVE.format('').replace('Sure?', TALL)}",
        "covered",
        "offscreen",
    ),
    "nothing": (f"<main>{PAGE}{BELOW}</main>{TALL}", "offscreen", "offscreen"),
}


@pytest.mark.parametrize("over", OUT_OF_VIEW)
def test_what_is_out_of_view_beneath_is_out_of_reach(looker: Looker, over: str) -> None:
    html, below, inside = OUT_OF_VIEW[over]
    seen = {one.label: one.visibility for one in looker.see(html).elements if one.role in ("button", "link")}
    assert (seen["Below"], seen["Trash"]) == (below, inside)


def test_it_is_told_by_its_name_or_by_its_place(looker: Looker) -> None:
    def listed(html: str) -> str:
        seen = looker.see(PAGE + html + SIDE)
        return list_screen(Perceiver()(Observation("a", "http://a.test/", "", SIZE, seen.elements)), "full")

    assert '[0] backdrop "" at the middle right (takes the touches of the page)' in listed(BACK.format(""))
    assert '[0] backdrop "Close menu" (takes' in listed(BACK.format("aria-label='Close menu'"))


def test_a_dialog_with_a_backdrop_is_still_only_a_dialog(looker: Looker) -> None:
    perceive = Perceiver()
    before, after = (
        perceive(Observation("a", "http://a.test/", "", SIZE, looker.see(html).elements))
        for html in (PAGE, SHOWN["behind a dialog"])
    )
    assert change_between(before, after).kind in ("popup", "question")
