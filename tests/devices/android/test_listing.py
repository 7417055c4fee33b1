"""From views to elements: what a person could see and touch is listed, under the name that a screen reader reads."""

from pathlib import Path

import pytest

from sextant.devices.android.listing import DescribedView, ViewFrame, describe
from sextant.devices.android.views import read_hierarchy
from sextant.types.geometry import Box
from sextant.types.screens import Element

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "android" / "hierarchies"
Attributes = str | bool


def node(kind: str, bounds: str, inside: str = "", **given: Attributes) -> str:
    pairs = (
        (key.replace("_", "-"), str(held).lower() if held in (True, False) else held) for key, held in given.items()
    )
    told = "".join(f' {name}="{held}"' for name, held in pairs)
    return f'<node class="android.widget.{kind}" bounds="{bounds}"{told}>{inside}</node>'


def shown(*views: str, scale: float = 1.0) -> DescribedView:
    page = node("FrameLayout", "[0,0][400,800]", "".join(views))
    return describe(read_hierarchy(f"<hierarchy rotation='0'>{page}</hierarchy>"), ViewFrame(400, 800, scale))


def told(one: Element) -> tuple[str, str, frozenset[str]]:
    return one.role, one.label, frozenset(one.states)


def test_a_row_is_one_control_under_the_texts_in_it_and_has_the_state_of_its_switch() -> None:
    texts = node("TextView", "[10,10][200,30]", text="Wi-Fi") + node("TextView", "[10,30][200,50]", text="Connected")
    switch = node("Switch", "[300,10][390,50]", checkable=True, checked=True)
    (row,) = shown(node("LinearLayout", "[0,0][400,60]", texts + switch, clickable=True)).elements
    assert told(row) == ("switch", "Wi-Fi Connected", frozenset({"checked"}))
    assert row.affordances == {"tap"}


def test_a_control_within_a_row_is_an_element_of_its_own_and_takes_its_name_from_the_text_beside_it() -> None:
    text = node("TextView", "[10,10][200,50]", text="Wi-Fi")
    switch = node("Switch", "[300,10][390,50]", checkable=True, clickable=True)
    row, inner = shown(node("LinearLayout", "[0,0][400,60]", text + switch, clickable=True)).elements
    assert (told(row), told(inner)) == (("button", "Wi-Fi", frozenset()), ("switch", "", frozenset({"unchecked"})))
    assert inner.parent == row.index
    text = node("TextView", "[10,10][200,50]", text="Volume")
    bar = node("SeekBar", "[10,60][390,90]", clickable=True)
    _, slider = shown(node("LinearLayout", "[0,0][400,100]", text + bar)).elements
    assert told(slider) == ("slider", "Volume", frozenset())


def test_what_others_stand_on_is_no_control() -> None:
    places = {"A": "[10,10][90,50]", "B": "[10,60][90,90]"}
    buttons = "".join(node("Button", bounds, text=name, clickable=True) for name, bounds in places.items())
    for bounds in ("[0,0][400,790]", "[0,0][200,200]"):
        panel = shown(node("View", bounds, buttons, clickable=True))
        assert [one.label for one in panel.elements] == ["A", "B"]


def test_two_controls_in_one_place_are_one() -> None:
    inner = node("Button", "[10,10][390,50]", text="Go", clickable=True)
    (only,) = shown(node("View", "[0,0][400,60]", inner, clickable=True), scale=0.5).elements
    assert told(only) == ("button", "Go", frozenset())
    assert only.box == Box(5, 5, 190, 20), "in pixels that do not depend on the density"


def test_a_field_has_its_value_or_its_hint_and_never_a_password() -> None:
    field = node("EditText", "[0,0][400,50]", text="Name", hint="Name", focused=True)
    filled = node("EditText", "[0,60][400,110]", text="Ada", hint="Name")
    secret = node("EditText", "[0,120][400,170]", text="••••", hint="Code", password=True)
    empty, full, hidden = shown(field, filled, secret).elements
    assert (empty.value, empty.hint, empty.label) == ("", "Name", "Name")
    assert (full.value, full.label, full.affordances) == ("Ada", "Name", {"tap", "type"})
    assert (hidden.value, hidden.masked, "password" in hidden.states) == ("", 4, True)


@pytest.mark.parametrize(("shows_hint", "value"), [("false", "Search"), ("true", "")])
def test_a_text_that_equals_the_hint_is_a_value_where_the_phone_tells_them_apart(shows_hint: str, value: str) -> None:
    field = node("EditText", "[0,0][400,50]", text="Search", hint="Search", showing_hint=shows_hint)
    (one,) = shown(field).elements
    assert (one.value, one.hint) == (value, "Search")


def test_what_is_disabled_cannot_be_touched_and_layouts_are_not_listed() -> None:
    pay = node("Button", "[0,0][99,50]", text="Pay", enabled=False, clickable=True)
    (only,) = shown(node("LinearLayout", "[0,0][400,50]", pay)).elements
    assert (told(only), only.affordances) == (("button", "Pay", frozenset({"disabled"})), frozenset())


def test_titles_are_headings_and_what_lies_under_another_control_is_covered() -> None:
    found = shown(
        node("TextView", "[0,0][400,50]", text="Settings", resource_id="app:id/toolbar_title"),
        node("TextView", "[0,60][40,100]", text="\ue5c4", clickable=True),
    )
    assert (found.title, found.landmarks) == ("Settings", ("heading: Settings",))
    assert [one.label for one in found.elements] == ["Settings", ""]
    under = node("Button", "[0,700][400,800]", text="Row", clickable=True)
    over = node("Button", "[0,690][400,800]", text="Sheet", clickable=True)
    sliver = node("Button", "[0,680][400,682]", text="Next row", clickable=True)
    seen = {one.label: one.visibility for one in shown(under, over, sliver).elements}
    assert seen == {"Row": "covered", "Sheet": "visible", "Next row": "offscreen"}


def test_a_drawing_without_a_description_is_a_condition_of_its_own() -> None:
    assert shown(node("SurfaceView", "[0,0][400,800]")).condition == "empty_hierarchy"
    assert shown(node("WebView", "[0,100][400,800]")).condition == "empty_hierarchy"
    assert shown().condition == "blank"
    assert shown(node("TextView", "[0,0][40,40]", text="hello")).condition == "ok"


def test_what_a_list_or_slider_shows_is_its_value_and_no_name() -> None:
    text = node("TextView", "[10,10][200,50]", text="Large")
    size = node("Spinner", "[0,0][400,60]", text, clickable=True, content_desc="Size")
    country = node("Spinner", "[0,60][400,120]", text="Chile", content_desc="Chile", clickable=True)
    thumb = node("SeekBar", "[0,120][400,180]", content_desc="3,000 m", focusable=True)
    light = node("SeekBar", "[0,180][400,240]", text="Brightness", content_desc="", focusable=True)
    rated = node("RatingBar", "[0,240][400,300]", content_desc="4 stars", focusable=False)
    found = [
        (one.label, one.value, bool(one.affordances)) for one in shown(size, country, thumb, light, rated).elements
    ]
    assert found == [
        ("Size", "Large", True),
        ("", "Chile", True),
        ("", "3,000 m", True),
        ("Brightness", "", True),
        ("4 stars", "", False),
    ]


@pytest.mark.skipif(not DATA.is_dir(), reason="the hierarchies of ../shared/data/android are not there")
@pytest.mark.parametrize(
    ("name", "role", "told"),
    [
        ("spinner-list-utf16.xml", "combobox", [("Emergency ranking mode", "Best combined time")]),
        ("train-app-compose-dark.xml", "combobox", [("", "Rura"), ("", "Phaphund")]),
        ("quick-settings-small-screen-chinese.xml", "slider", [("屏幕亮度", "")]),
        ("play-app-page.xml", "slider", [("", "")]),
    ],
)
def test_recorded_lists_and_sliders_can_be_set(name: str, role: str, told: list[tuple[str, str]]) -> None:
    found = [one for one in recorded(name).elements if one.role == role]
    assert [(one.label, one.value) for one in found] == told
    assert all("tap" in one.affordances for one in found)


@pytest.mark.skipif(not DATA.is_dir(), reason="the hierarchies of ../shared/data/android are not there")
@pytest.mark.parametrize("name", ["game-surface-only.xml", "webview-empty-xiaomi-account.xml", "empty-hierarchy.xml"])
def test_recorded_screens_that_describe_nothing_say_so(name: str) -> None:
    assert recorded(name).condition in ("empty_hierarchy", "blank")


def recorded(name: str) -> DescribedView:
    hierarchy = read_hierarchy((DATA / name).read_bytes())
    edges = [(view.bounds.right, view.bounds.bottom) for view in hierarchy.views()]
    return describe(hierarchy, ViewFrame(max(x for x, _ in edges) or 1080, max(y for _, y in edges) or 2400))
