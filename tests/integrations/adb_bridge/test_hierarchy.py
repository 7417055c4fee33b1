"""The view hierarchy: nothing that a person sees is lost in it."""

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from sextant.integrations.adb_bridge.apps import Component
from sextant.integrations.adb_bridge.hierarchy import hierarchy_of, hierarchy_xml
from sextant.integrations.adb_bridge.phone import PhoneView
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, ScrollExtent, State
from tests.support.adb import lite_phone

APP = Component("sextant.app.shop", ".HomeActivity")


def dumped(view: PhoneView, *, compressed: bool = False) -> list[dict[str, str]]:
    """The attributes of all nodes, with the depth of each."""
    root = ElementTree.fromstring(hierarchy_xml(hierarchy_of(view, compressed=compressed)).encode())
    found: list[dict[str, str]] = []

    def walk(node: ElementTree.Element, depth: int) -> None:
        for child in node:
            found.append({**child.attrib, "depth": str(depth)})
            walk(child, depth + 1)

    walk(root, 0)
    return found


def view_of(*elements: Element, scroll: ScrollExtent | None = None, app: Component = APP) -> PhoneView:
    seen = Observation("shop", "", "Shop", Size(1000, 2000), elements, scroll=scroll or ScrollExtent())
    return PhoneView(seen, app)


def box_of(node: dict[str, str]) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"-?\d+", node["bounds"])))


def shows(node: dict[str, str], element: Element, width: float, height: float) -> bool:
    """Whether a reader of the XML alone finds the element in a node."""
    field = node["class"].endswith(("EditText", "AutoCompleteTextView"))
    label = node["content-desc"] or (node["hint"] if field else "") or node["text"]
    value = "" if node["text"] == node["hint"] else node["text"]
    box, states = element.box, element.states
    left, top, right, bottom = box_of(node)
    clipped = element.visibility == "clipped"
    placed = abs(left - max(box.x, 0)) <= 1 and abs(right - min(box.right, width)) <= 1
    return (
        label == element.label
        and node["resource-id"].partition(":id/")[2] == element.test_id
        and (clipped or (placed and abs(top - max(box.y, 0)) <= 1 and abs(bottom - min(box.bottom, height)) <= 1))
        and (node["clickable"] == "true") == bool(element.affordances - {"scroll"})
        and (node["scrollable"] == "true") == ("scroll" in element.affordances)
        and (node["checked"] == "true") == bool(states & {"checked", "pressed"})
        and (node["checkable"] == "true") == bool(states & {"checked", "unchecked", "pressed", "unpressed"})
        and (node["enabled"] == "false") == ("disabled" in states)
        and (node["selected"] == "true") == ("selected" in states)
        and (node["focused"] == "true") == ("focused" in states)
        and (node["password"] == "true") == ("password" in states)
        and field == ("editable" in states)
        and (not element.value or value == element.value)
    )


def test_all_that_a_world_shows_is_in_the_dump() -> None:
    phone, chance, count = lite_phone(), random.Random(5), 0
    width, height = phone.size
    for _ in range(120):
        view = phone.view()
        nodes = dumped(view)
        for element in view.seen.elements:
            if element.visibility == "offscreen":
                continue
            count += 1
            assert any(shows(node, element, width, height) for node in nodes), element
        touchable = [e for e in view.seen.elements if e.interactable and e.visibility == "visible"]
        if not touchable or chance.random() < 0.06:
            phone.press_home()
            continue
        element = chance.choice(touchable)
        phone.tap(element.box.centre.x, element.box.centre.y)
        if "type" in element.affordances:
            phone.type_text("ab")
    assert count > 1000


def test_boxes_end_where_what_scrolls_ends() -> None:
    tap: frozenset[Affordance] = frozenset({"tap"})
    view = view_of(
        Element(0, Box(0, 100, 1000, 500), "list", affordances=frozenset({"scroll"})),
        Element(1, Box(0, 550, 1000, 100), "button", "Cut", affordances=tap, parent=0, visibility="clipped"),
        Element(2, Box(0, 650, 1000, 100), "button", "Gone", parent=0, visibility="offscreen"),
        Element(3, Box(-20, 1990, 50.4, 100), "text", "Edge", visibility="clipped"),
    )
    nodes = {node["text"]: node for node in dumped(view)}
    assert box_of(nodes["Cut"]) == (0, 550, 1000, 600)
    assert box_of(nodes["Edge"]) == (0, 1990, 30, 2000)
    assert "Gone" not in nodes
    assert int(nodes["Cut"]["depth"]) > int(nodes["Edge"]["depth"])


def test_labels_values_and_hints_of_fields() -> None:
    editable: frozenset[State] = frozenset({"editable"})
    secret: frozenset[State] = frozenset({"editable", "password"})
    typed: frozenset[Affordance] = frozenset({"type", "tap"})
    view = view_of(
        Element(0, Box(0, 0, 100, 50), "textbox", name="Title", hint="Name it", states=editable, affordances=typed),
        Element(1, Box(0, 50, 100, 50), "textbox", name="Title", value="Milk", states=editable, affordances=typed),
        Element(2, Box(0, 100, 100, 50), "textbox", name="PIN", states=secret, masked=4),
        Element(3, Box(0, 150, 100, 50), "textbox", name="Id", value="7", states=frozenset({"readonly"})),
        Element(4, Box(0, 200, 100, 50), "slider", name="Volume", value="30", affordances=frozenset({"tap"})),
        Element(5, Box(0, 250, 100, 50), "combobox", name="Size", value="Large", affordances=frozenset({"select"})),
        Element(6, Box(0, 300, 100, 50), "button", name="Add", affordances=frozenset({"tap"})),
        Element(7, Box(0, 350, 100, 50), "button", affordances=frozenset({"tap"})),
    )
    told = [
        (node["class"].rpartition(".")[2], node["text"], node["content-desc"], node["hint"], node.get("NAF", ""))
        for node in dumped(view)[2:]
    ]
    assert told == [
        ("EditText", "Name it", "Title", "Name it", ""),
        ("EditText", "Milk", "Title", "", ""),
        ("EditText", "••••", "PIN", "", ""),
        ("TextView", "7", "Id", "", ""),
        ("SeekBar", "30", "Volume", "", ""),
        ("Spinner", "Large", "Size", "", ""),
        ("ImageButton", "", "Add", "", ""),
        ("Button", "", "", "", "true"),
    ]


def test_a_page_is_a_web_view_that_scrolls_and_what_a_dialog_covers_is_left_out() -> None:
    go = Element(0, Box(0, 0, 100, 50), "link", "Go", affordances=frozenset({"tap"}))
    web = view_of(go, scroll=ScrollExtent(below=100), app=Component("sextant.web.localhost_8000", ".PageActivity"))
    (page,) = [node for node in dumped(web) if node["class"] == "android.webkit.WebView"]
    assert (page["text"], page["scrollable"]) == ("Shop", "true")
    under = Element(0, Box(0, 0, 100, 50), "button", "Delete", affordances=frozenset({"tap"}), visibility="covered")
    over = Element(1, Box(0, 500, 100, 50), "dialog", name="Sure?")
    view = view_of(under, over, replace(under, index=2, parent=1, box=Box(0, 510, 50, 20), visibility="visible"))
    assert [node["class"].rpartition(".")[2] for node in dumped(view)[2:]] == ["Dialog", "Button"]
    assert not any("visible-to-user" in node for node in dumped(view))
    server = hierarchy_xml(hierarchy_of(view), server=True)
    assert (server.count('visible-to-user="true" bounds='), server.count('display-id="0"')) == (4, 4)


def test_the_attributes_and_their_order_are_androids() -> None:
    xml = hierarchy_xml(hierarchy_of(view_of(Element(0, Box(0, 0, 9, 9), "text", 'a"<&>\n\x01\ud800b'))))
    assert ' text="a&quot;&lt;&amp;&gt;&#10;..b" ' in xml
    last = xml[xml.rindex("<node") :]
    assert re.findall(r' ([\w-]+)="', last) == [
        *("index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable"),
        *("enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds"),
        *("drawing-order", "hint"),
    ]


def test_ten_thousand_nested_elements_and_loops_of_parents_are_dumped() -> None:
    deep = [Element(n, Box(0, 0, 100, 100), "text", f"t{n}", parent=n - 1 if n else None) for n in range(10_000)]
    xml = hierarchy_xml(hierarchy_of(view_of(*deep)))
    assert xml.count("<node") == 10_002
    loop = [replace(deep[0], parent=1), replace(deep[1], parent=0)]
    assert len(dumped(view_of(*loop))) == 4


@given(st.lists(st.tuples(*[st.floats(-3000, 3000)] * 4, st.integers(-1, 9)), max_size=8))
def test_any_boxes_give_boxes_on_the_screen(rows: list[tuple[float, float, float, float, int]]) -> None:
    elements = [Element(n, Box(x, y, w, h), "text", "t", parent=p) for n, (x, y, w, h, p) in enumerate(rows)]
    for node in dumped(view_of(*elements)):
        left, top, right, bottom = box_of(node)
        assert 0 <= left < right <= 1000
        assert 0 <= top < bottom <= 2000
