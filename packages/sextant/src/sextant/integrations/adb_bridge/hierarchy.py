"""Converts an observation to Android's view hierarchy, and to the XML of `uiautomator dump`."""

import re
from collections.abc import Iterator
from dataclasses import field
from xml.sax.saxutils import escape

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.phone import PhoneView
from sextant.types.geometry import Box
from sextant.types.screens import FIELDS, Element, ScrollExtent

__all__ = ["Bounds", "HierarchyNode", "hierarchy_of", "hierarchy_xml"]

DOT = "\u2022"
"""The character that a password field shows for each of its characters."""

_EDIT = "android.widget.EditText"
_TEXT = "android.widget.TextView"
_CLASSES = {  # structural: ARIA roles
    "alertdialog": "android.app.AlertDialog",
    "button": "android.widget.Button",
    "canvas": "android.view.SurfaceView",
    "cell": _TEXT,
    "checkbox": "android.widget.CheckBox",
    "combobox": "android.widget.Spinner",
    "dialog": "android.app.Dialog",
    "grid": "android.widget.GridView",
    "heading": _TEXT,
    "image": "android.widget.ImageView",
    "img": "android.widget.ImageView",
    "link": _TEXT,
    "list": "android.widget.ListView",
    "listbox": "android.widget.ListView",
    "menuitemcheckbox": "android.widget.CheckedTextView",
    "menuitemradio": "android.widget.RadioButton",
    "meter": "android.widget.ProgressBar",
    "option": "android.widget.CheckedTextView",
    "progressbar": "android.widget.ProgressBar",
    "radio": "android.widget.RadioButton",
    "radiogroup": "android.widget.RadioGroup",
    "row": "android.widget.TableRow",
    "searchbox": _EDIT,
    "slider": "android.widget.SeekBar",
    "spinbutton": _EDIT,
    "switch": "android.widget.Switch",
    "tab": "androidx.appcompat.app.ActionBar$Tab",
    "table": "android.widget.TableLayout",
    "tablist": "android.widget.TabWidget",
    "text": _TEXT,
    "textbox": _EDIT,
    "video": "android.widget.VideoView",
}
_UNNAMED = frozenset({f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout")})
"""Classes that need no label of their own (Android's own list)."""
_INVALID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The visible part of a view, in whole screen pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def __str__(self) -> str:
        return f"[{self.left},{self.top}][{self.right},{self.bottom}]"


@dataclass(slots=True)
class HierarchyNode:
    """One view of the accessibility tree. `element` is the element that it shows; None for layouts."""

    bounds: Bounds
    class_name: str
    package: str
    text: str = ""
    resource_id: str = ""
    description: str = ""
    hint: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    element: Element | None = None
    children: "list[HierarchyNode]" = field(default_factory=lambda: list[HierarchyNode]())

    def walk(self) -> "Iterator[HierarchyNode]":
        """The node and all nodes below it, in the order of the XML."""
        waiting: list[HierarchyNode] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def hierarchy_of(view: PhoneView, *, compressed: bool = False) -> HierarchyNode:
    """The views of the window in front. With `compressed`, views without content or action are left out.

    Left out are elements that are scrolled away or covered by a dialog. Boxes are clipped to their scroll container, as
    on a phone. The text of an empty field is its hint, as in Android.
    """
    package, seen = view.component.package, view.seen
    screen = Bounds(0, 0, round(seen.size.width), round(seen.size.height))
    top = HierarchyNode(screen, "android.widget.FrameLayout", package)
    content = HierarchyNode(screen, "android.widget.FrameLayout", package, resource_id="android:id/content")
    scrolls = _scroller(seen.scroll)
    if package.startswith("sextant.web."):
        page = HierarchyNode(screen, "android.webkit.WebView", package, text=seen.title, focusable=True)
        page.scrollable = bool(scrolls)
        content.children.append(page)
    elif scrolls:
        page = content
        content.class_name, content.scrollable = scrolls, True
    else:
        page = content
    top.children = content.children if compressed and not content.scrollable else [content]
    place = top if compressed and page is content and not content.scrollable else page
    _fill(place, view, screen, compressed)
    return top


def _fill(place: HierarchyNode, view: PhoneView, screen: Bounds, compressed: bool) -> None:
    """Adds the nodes of all visible elements below `place`."""
    holders: dict[int, HierarchyNode] = {}
    clips: dict[int, Bounds] = {}
    for element in view.seen.elements:
        above = element.parent if element.parent is not None else -1
        clip = clips.get(above, screen)
        holder = holders.get(above, place)
        bounds = _clipped(element.box, screen if element.visibility == "visible" else clip)
        shown = element.visibility not in ("offscreen", "covered") and bounds is not None
        clips[element.index] = clip
        holders[element.index] = holder
        if "scroll" in element.affordances and bounds is not None:
            clips[element.index] = bounds
        if not shown or bounds is None or (compressed and _empty(element)):
            continue
        node = _node(element, bounds, view.component.package)
        holder.children.append(node)
        holders[element.index] = node


def _empty(element: Element) -> bool:
    return not (element.label or element.value or element.affordances or element.role in ("image", "canvas"))


def _clipped(box: Box, clip: Bounds) -> Bounds | None:
    bounds = Bounds(
        max(round(box.x), clip.left),
        max(round(box.y), clip.top),
        min(round(box.right), clip.right),
        min(round(box.bottom), clip.bottom),
    )
    return bounds if bounds.left < bounds.right and bounds.top < bounds.bottom else None


def _scroller(scroll: ScrollExtent) -> str:
    """The class of a scrollable page; empty if the page cannot be scrolled."""
    if scroll.above > 0 or scroll.below > 0:
        return "android.widget.ScrollView"
    return "android.widget.HorizontalScrollView" if scroll.left > 0 or scroll.right > 0 else ""


def _node(element: Element, bounds: Bounds, package: str) -> HierarchyNode:
    states, touches = element.states, element.affordances
    text, description = _labels(element)
    editable = "editable" in states
    return HierarchyNode(
        bounds,
        _class_of(element),
        package,
        text=text,
        resource_id=f"{package}:id/{element.test_id}" if element.test_id else "",
        description=description,
        hint=element.hint,
        checkable=bool(states & {"checked", "unchecked", "mixed", "pressed", "unpressed"}),
        checked=bool(states & {"checked", "pressed"}),
        clickable=bool(touches & {"tap", "select", "type", "upload"}),
        enabled="disabled" not in states,
        focusable=editable or bool(touches - {"scroll"}),
        focused="focused" in states,
        scrollable="scroll" in touches,
        long_clickable=editable,
        password="password" in states,
        selected="selected" in states,
        element=element,
    )


def _labels(element: Element) -> tuple[str, str]:
    """Text and content description."""
    name = element.name
    if element.role not in FIELDS:
        text = element.text or ("" if name and name != element.value else element.value)
        return text, name if name != text else ""
    shown = DOT * (element.masked or 0) if "password" in element.states else element.value or element.text
    text = shown or (element.hint if "editable" in element.states else "")
    return text, "" if name in (element.hint, text) else name


def _class_of(element: Element) -> str:
    editable = "editable" in element.states
    if element.role in FIELDS and "readonly" in element.states and not element.affordances & {"select"}:
        return _TEXT
    if editable:
        return "android.widget.AutoCompleteTextView" if element.role == "combobox" else _EDIT
    if element.role == "button":
        if element.states & {"pressed", "unpressed"}:
            return "android.widget.ToggleButton"
        return "android.widget.Button" if element.text or not element.label else "android.widget.ImageButton"
    known = _CLASSES.get(element.role)
    if known == _EDIT and "disabled" not in element.states:
        known = _TEXT
    if known is None:
        known = "android.widget.ScrollView" if "scroll" in element.affordances else "android.view.View"
    return known


def hierarchy_xml(top: HierarchyNode, *, server: bool = False) -> str:
    """The XML that `uiautomator dump` writes; with `server` the attributes that the server of uiautomator2 adds."""
    out = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"]
    waiting: list[tuple[HierarchyNode | None, int]] = [(top, 0)]
    while waiting:
        node, index = waiting.pop()
        if node is None:
            out.append("</node>")
            continue
        out.append(f"<node{_attributes(node, index, server)}")
        if node.children:
            out.append(">")
            waiting.append((None, 0))
            waiting += reversed([(child, number) for number, child in enumerate(node.children)])
        else:
            out.append(" />")
    out.append("</hierarchy>")
    return "".join(out)


def _attributes(node: HierarchyNode, index: int, server: bool) -> str:
    values: dict[str, str | bool] = {"NAF": True} if _unlabelled(node) else {}
    values |= {
        "index": str(index),
        "text": node.text,
        "resource-id": node.resource_id,
        "class": node.class_name,
        "package": node.package,
        "content-desc": node.description,
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "scrollable": node.scrollable,
        "long-clickable": node.long_clickable,
        "password": node.password,
        "selected": node.selected,
    }
    if server:
        values["visible-to-user"] = True
    values |= {
        "bounds": str(node.bounds),
        "drawing-order": str(index if node.element is None else index + 1),
        "hint": node.hint,
    }
    if server:
        values["display-id"] = "0"
    return "".join(f' {name}="{_quoted(value)}"' for name, value in values.items())


def _unlabelled(node: HierarchyNode) -> bool:
    """Whether the view has no label (`NAF`, not accessibility friendly)."""
    if not node.clickable or not node.enabled or node.text or node.description or node.class_name in _UNNAMED:
        return False
    return not any(child.text or child.description for child in node.walk())


def _quoted(value: str | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return escape(_INVALID.sub(".", value), {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
