"""The state that mobilerun's portal returns: the tree of views, the foreground app and field, the display."""

from sextant.integrations.adb_bridge.apps import LAUNCHER
from sextant.integrations.adb_bridge.automator.screen import ScreenViews, is_editable
from sextant.integrations.adb_bridge.hierarchy import Bounds, HierarchyNode
from sextant.integrations.adb_bridge.phone import BridgedPhone

__all__ = ["Json", "app_label", "device_context", "full_tree", "phone_state", "visible_elements"]

Json = dict[str, object]
MIN_SIZE = 5
"""Smallest width and height of a listed view, in pixels."""
WINDOW = 1
MAX_DEPTH = 200
"""Deepest level of the tree that is returned: clients walk it recursively."""


def full_tree(screen: ScreenViews) -> Json:
    """All views with their attributes, with the portal's key names."""
    return _view(screen.top, screen.top.bounds, 0, 0)


def _view(node: HierarchyNode, parent: Bounds, place: int, depth: int) -> Json:
    editable = is_editable(node)
    bounds = node.bounds
    view_state: Json = {
        "resourceId": node.resource_id,
        "className": node.class_name,
        "packageName": node.package,
        "text": node.text,
        "contentDescription": node.description,
        "hint": node.hint,
        "stateDescription": "",
        "tooltipText": "",
        "paneTitle": "",
        "error": "",
        "boundsInScreen": _rectangle(bounds),
        "boundsInParent": _rectangle(
            Bounds(
                bounds.left - parent.left,
                bounds.top - parent.top,
                bounds.right - parent.left,
                bounds.bottom - parent.top,
            )
        ),
        "isClickable": node.clickable,
        "isLongClickable": node.long_clickable,
        "isContextClickable": False,
        "isFocusable": node.focusable,
        "isFocused": node.focused,
        "isAccessibilityFocused": False,
        "isSelected": node.selected,
        "isCheckable": node.checkable,
        "isChecked": node.checked,
        "isEnabled": node.enabled,
        "isVisibleToUser": True,
        "isEditable": editable,
        "isPassword": node.password,
        "isShowingHintText": editable and bool(node.hint) and node.text == node.hint,
        "isScrollable": node.scrollable,
        "isDismissable": False,
        "isMultiLine": False,
        "isImportantForAccessibility": True,
        "isScreenReaderFocusable": False,
        "isHeading": node.element is not None and node.element.role == "heading",  # structural: ARIA role
        "windowId": WINDOW,
        "drawingOrder": place + 1,
        "childCount": len(node.children),
    }
    children = node.children if depth < MAX_DEPTH else []
    view_state["children"] = [_view(child, bounds, number, depth + 1) for number, child in enumerate(children)]
    return view_state


def visible_elements(screen: ScreenViews) -> list[Json]:
    """The views that are large enough, numbered from 1 in document order, as in the portal's overlay."""
    roots: list[Json] = []
    waiting: list[tuple[HierarchyNode, list[Json]]] = [(screen.top, roots)]
    index = 0
    while waiting:
        node, siblings = waiting.pop()
        bounds, below = node.bounds, siblings
        if bounds.right - bounds.left > MIN_SIZE and bounds.bottom - bounds.top > MIN_SIZE:
            index += 1
            below = []
            short = node.class_name.rpartition(".")[2]
            siblings.append(
                {
                    "index": index,
                    "resourceId": node.resource_id,
                    "className": short,
                    "text": node.text or node.description or node.resource_id.rpartition("/")[2] or short,
                    "bounds": f"{bounds.left}, {bounds.top}, {bounds.right}, {bounds.bottom}",
                    "children": below,
                }
            )
        waiting.extend((child, below) for child in reversed(node.children))
    return roots


def phone_state(phone: BridgedPhone, screen: ScreenViews) -> Json:
    """The app in front, whether the keyboard is shown, and the focused field."""
    component = screen.view.component
    focused = next((node for node in screen.top.walk() if node.focused), None)
    field: Json = {"resourceId": "" if focused is None else focused.resource_id}
    if focused is not None:
        field = {"text": focused.text, "className": focused.class_name, **field}
    return {
        "currentApp": app_label(phone, component.package),
        "packageName": component.package,
        "activityName": component.package + component.activity,
        "keyboardVisible": screen.view.keyboard,
        "isEditable": focused is not None and is_editable(focused),
        "focusedElement": field,
    }


def app_label(phone: BridgedPhone, package: str) -> str:
    """The label of an app's icon; the package name for the home screen and other apps without an icon."""
    app = phone.app(package)
    if app is None:
        return "Launcher" if package == LAUNCHER.package else package
    return app.label


def device_context(phone: BridgedPhone, overlay_offset: int) -> Json:
    """The size and the density of the display."""
    width, height = phone.size
    scale = phone.model.scale
    return {
        "screen_bounds": {"width": width, "height": height},
        "filtering_params": {"min_element_size": MIN_SIZE, "overlay_offset": overlay_offset},
        "display_metrics": {
            "density": scale,
            "densityDpi": phone.model.density,
            "scaledDensity": scale,
            "widthPixels": width,
            "heightPixels": height,
        },
    }


def _rectangle(bounds: Bounds) -> Json:
    return {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom}
