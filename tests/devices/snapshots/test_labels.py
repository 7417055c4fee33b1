"""What a person reads beside a control names it, whatever the markup; on Chromium."""

# ruff: noqa: E501, ISC004 -- HTML reads better unbroken

import pytest

from sextant.types.screens import Element
from tests.devices.snapshot_page import Looker, only, role, texts

pytestmark = pytest.mark.browser


def fields(looker: Looker, body: str) -> dict[str, str]:
    """The fields of a page with their names, by test id."""
    return {one.test_id: one.name for one in looker.see(body).elements if one.test_id}


FORMS = {
    "label without for": (
        "<label>Title</label><br><input data-testid=a><br><label>Body</label><br><textarea data-testid=b></textarea>",
        {"a": "Title", "b": "Body"},
    ),
    "table": (
        "<table><tr><td>From<td><input data-testid=a><tr><td>Until<td><input data-testid=b></table>",
        {"a": "From", "b": "Until"},
    ),
    "terms": (
        "<dl><dt>Day<dd><input data-testid=a><dt>Fee<dd><input data-testid=b> EUR<dt>State<dd><select data-testid=c><option>Good</select></dl>",
        {"a": "Day", "b": "Fee", "c": "State"},
    ),
    "blocks": (
        "<div><div>Street</div><div><input data-testid=a></div><small>As on the letter</small></div><div><div>Town</div><div><input data-testid=b></div></div>",
        {"a": "Street", "b": "Town"},
    ),
    "columns": (
        "<div style='display:flex;gap:20px'><div><div>Width</div><input data-testid=a size=8> cm</div><div><div>Height</div><input data-testid=b size=8></div></div>",
        {"a": "Width", "b": "Height"},
    ),
    "heads of columns": (
        "<table><tr><th>Length<th>Depth<tr><td><input data-testid=a size=8><td><input data-testid=b size=8></table>",
        {"a": "", "b": ""},
    ),
    "switches": (
        "<div style='display:flex;justify-content:space-between'><span>Sound</span><button role=switch data-testid=a style='width:40px;height:20px'></button></div>"
        "<div style='display:flex;justify-content:space-between'><span>Light</span><button role=switch data-testid=b style='width:40px;height:20px'></button></div>",
        {"a": "Sound", "b": "Light"},
    ),
    "switch below": (
        "<div><label>Active</label><div><button role=switch class='border border-transparent' data-testid=a style='width:40px;height:20px'></button></div></div>",
        {"a": "Active"},
    ),
    "boxes to tick": (
        "<input type=checkbox data-testid=a> Red <input type=checkbox data-testid=b> Green<br><input type=radio data-testid=c> Blue",
        {"a": "Red", "b": "Green", "c": "Blue"},
    ),
    "boxes of rows": (
        "<table><tr><td><input type=checkbox data-testid=a><td>Rope<tr><td>Sail<td>Red<td>12 m<td><input type=checkbox data-testid=b></table>",
        {"a": "", "b": ""},
    ),
    "a box in a table of settings": (
        "<table><tr><td>Booked out<td><input type=checkbox data-testid=a></table>",
        {"a": "Booked out"},
    ),
    "a number names nothing": ("7 <input data-testid=a>", {"a": ""}),
    "file": ("<div>Picture of the boat</div><input type=file data-testid=a>", {"a": "Picture of the boat"}),
    "right to left": ("<div dir=rtl>שם <input data-testid=a></div>", {"a": "שם"}),
    "editor": ("<p>Message</p><div contenteditable data-testid=a>Dear all</div>", {"a": "Message"}),
    "a label of its own stays": ("Old <input aria-label=New data-testid=a>", {"a": "New"}),
    "a hint stays": ("<div>Find</div><input placeholder=Name data-testid=a>", {"a": "Name"}),
    "nothing near": ("<p>Far away</p><div style='height:200px'></div><input data-testid=a>", {"a": ""}),
    "a text after a field is not its name": ("<input data-testid=a> EUR", {"a": ""}),
    "another field's help": (
        "<div><div>Street</div><input data-testid=a><small>As on the letter</small></div><div style='height:90px'></div><input data-testid=b>",
        {"a": "Street", "b": ""},
    ),
}


@pytest.mark.parametrize("case", FORMS)
def test_a_field_is_named_by_the_text_left_of_it_or_above(looker: Looker, case: str) -> None:
    html, wanted = FORMS[case]
    found = fields(looker, html)
    assert {key: found.get(key) for key in wanted} == wanted


def test_what_a_style_sheet_writes_is_read(looker: Looker) -> None:
    seen = looker.see(
        "<style>td{display:block} td::before{content:attr(data-title);display:block} b::after{content:' EUR(net)'} i::before{content:'menu';font-family:'Material Icons'}"
        " a::before{content:'\\f101'} u::after{content:'hidden';visibility:hidden} s::before{content:'x'/'Close'}"
        " em::before{content:url('data:image/gif,words')}</style>"
        "<table><tr><td data-title='List price:'><div style='cursor:pointer'>42.80</div><td data-title='Cost price:'><div style='cursor:pointer'>25.10</div></table>"
        "<p><b>7</b> <u>8</u></p><p><em>Saved</em></p><i></i><a href=x>Go</a><button><s></s></button>"
    )
    assert texts(seen)[:4] == ["List price:", "42.80", "Cost price:", "25.10"]
    assert "7 EUR(net) 8" in texts(seen)
    assert "Saved" in texts(seen), "a picture has no words"
    assert not any("menu" in one for one in texts(seen))
    assert role(seen, "link").name == "Go"
    assert role(seen, "button").name == "Close"
    price, value = seen.elements[1], seen.elements[2]
    assert price.box.bottom <= value.box.y + 1, "where it stands"


COMBOBOXES = {
    "text beside it": ("<div>Fruit</div><button role=combobox>Pear</button>", "Fruit", "Pear", ""),
    "label": ("<label for=f>Fruit</label> <button id=f role=combobox>Pear</button>", "Fruit", "Pear", ""),
    "aria-label": ("<div tabindex=0 role=combobox aria-label=Fruit>Pear</div>", "Fruit", "Pear", ""),
    "its own text among its labels": (
        "<b id=l>Fruit</b><div role=combobox tabindex=0 id=v aria-labelledby='l v'>Pear</div>",
        "Fruit",
        "Pear",
        "",
    ),
    "nothing chosen": (
        "<div>Fruit</div><button role=combobox data-placeholder>Choose …</button>",
        "Fruit",
        "",
        "Choose …",
    ),
    "a hint that it keeps": (
        "<div>Fruit</div><button role=combobox data-placeholder=Choose>Pear</button>",
        "Fruit",
        "Pear",
        "",
    ),
    "its choice is said to be a text field": (
        "<div>Fruit</div><span role=combobox tabindex=0 aria-labelledby=c><span role=textbox id=c aria-readonly=true>Pear</span></span>",
        "Fruit",
        "Pear",
        "",
    ),
    "nothing near": ("<button role=combobox>Pear</button>", "", "Pear", ""),
    "field": ("<label>Fruit <input role=combobox value=Pear></label>", "Fruit", "Pear", ""),
}


@pytest.mark.parametrize("case", COMBOBOXES)
def test_what_a_combobox_shows_is_its_value_and_not_its_name(looker: Looker, case: str) -> None:
    html, *wanted = COMBOBOXES[case]
    found = role(looker.see(html), "combobox")
    assert [found.name, found.value, found.hint] == wanted
    assert not found.text


def row_named(looker: Looker, cells: str) -> list[str]:
    return [one.name for one in looker.see(f"<table>{cells}</table>").elements if one.role == "row"]


def test_a_row_is_called_by_what_a_person_reads_first(looker: Looker) -> None:
    box = "<td><input type=checkbox aria-label=Select>"
    rows = f"<tr>{box}<td><a href=a>Phone list</a><td>59<td>2026-03-01<td><button>Open</button><tr>{box}<td>12<td>Winter<td><button>Open</button>"
    assert row_named(looker, rows) == ["Phone list", "Winter"]
    assert row_named(looker, f"<tr>{box}<td>12<td>34<td><button>Open</button>") == ["12"]
    assert row_named(looker, f"<tr>{box}<td>About<th scope=row>Ada<td><button>Open</button>") == ["Ada"]


def drawn(looker: Looker, body: str) -> Element:
    return only(looker.see(body), lambda one: one.role == "button")


SPIN = "<style>@keyframes spin{to{transform:rotate(360deg)}} @keyframes pulse{to{opacity:.5}} i{display:block;width:20px;height:20px;background:url(x.png)}</style>"


def test_what_turns_without_end_is_busy(looker: Looker) -> None:
    turning = f"{SPIN}<button disabled><i class='lucide lucide-loader' style='animation:spin 1s linear infinite'></i></button>"
    assert (drawn(looker, turning).drawn, drawn(looker, turning).hint) == ("busy", "loader icon")
    assert drawn(looker, turning.replace("infinite", "1")).drawn == ""
    assert drawn(looker, turning.replace("spin 1s", "pulse 1s")).drawn == ""
    assert drawn(looker, "<button aria-busy=true>Save</button>").drawn == "busy"


def test_a_class_of_a_frame_is_no_icon(looker: Looker) -> None:
    frame = "<button class='border border-transparent' style='width:40px;height:20px'></button>"
    assert drawn(looker, frame).hint == ""
    glyph = "<style>.bi::before{content:'\\f5de'}</style><button><i class='bi bi-trash'></i></button>"
    assert drawn(looker, glyph).hint == "trash icon"


def test_a_wide_part_says_to_which_side_it_scrolls(looker: Looker) -> None:
    looker.show("<div style='overflow-x:auto;width:300px'><div style='width:900px;height:50px'>Wide</div></div>")
    assert role(looker.look(), "region").drawn == "scrolls right"
    looker.page.evaluate("document.querySelector('div').scrollLeft = 200")
    assert role(looker.look(), "region").drawn == "scrolls left and right"


APART = {
    "a badge with room inside": "<span style='padding:2px 6px;background:#ddd'>lend</span>Cordless drill",
    "a part with room around it": "<span style='margin-right:8px'>lend</span>Cordless drill",
    "letters of another size": "<span style='font-size:11px'>lend</span>Cordless drill",
    "a box of its own": "<span style='display:inline-block'>lend</span>Cordless drill",
    "columns": "<span style='display:flex'><span>lend</span><span>Cordless drill</span></span>",
    "cells": "<span style='display:grid'><span>lend</span><span>Cordless drill</span></span>",
    "a part below": "<span style='display:block'>lend</span>Cordless drill",
    "a dot that a style sheet draws": "<style>b::after{content:'\\b7'}</style><b>lend</b>Cordless drill",
    "a picture": "lend<img src=x width=12 height=12>Cordless drill",
    "right to left": "<bdo dir=rtl><span style='margin-left:8px'>lend</span>Cordless drill</bdo>",
}
WHOLE = {
    "a fat letter": "<b>C</b>ordless drill",
    "a marked part": "Cord<mark style='padding:0 .1875em'>less</mark> drill",
    "an initial": "<span style='font-size:3em'>C</span>ordless drill",
    "letters that move one by one": "".join(f"<span style='display:inline-block'>{one}</span>" for one in "Cordless")
    + " drill",
    "letters wide apart": "<span style='letter-spacing:.2em'>C<b>ord</b>less drill</span>",
    "a word over two lines": "<span style='display:block;width:40px;word-break:break-all'>Cord<b>less</b> drill</span>",
}
"""What a person reads as two parts, and what as one word, in a text and in a button."""


@pytest.mark.parametrize("case", [*APART, *WHOLE])
def test_parts_that_stand_apart_are_read_apart_and_those_of_one_word_together(looker: Looker, case: str) -> None:
    html, read = (APART[case], "lend Cordless drill") if case in APART else (WHOLE[case], "Cordless drill")
    seen = looker.see(f"<p>{html}</p><button>{html}</button><h2>{html}</h2>")
    assert " ".join(texts(seen)) == " ".join([read] * 3)
    assert {element.name for element in seen.elements if element.name} <= {read, "x"}


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        ("€12<sup style='font-size:.6em'>99</sup>", "€12 99"),
        ("H<sub>2</sub>O", "H2O"),
        ("the 10<sup>th</sup>", "the 10th"),
    ],
)
def test_what_is_raised_belongs_to_its_word_unless_digits_meet(looker: Looker, drawn: str, read: str) -> None:
    assert texts(looker.see(f"<p>{drawn}</p>")) == [read]
