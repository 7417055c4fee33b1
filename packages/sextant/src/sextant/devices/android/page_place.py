"""Which page a web view shows, and where the page's pixels are on the screen. Pure functions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from sextant.devices.android.debug_sockets import PageTarget
from sextant.devices.android.listing import ViewFrame
from sextant.devices.android.roles import role_of
from sextant.devices.android.views import Bounds, View
from sextant.devices.browser.snapshot import Assembled
from sextant.text.normal_form import folded
from sextant.types.geometry import Box
from sextant.types.screens import Element, ScrollExtent, Visibility

__all__ = ["agrees", "candidates", "focused_field", "origin_of", "page_around", "placed", "web_views"]

# structural: the id of the view that Chrome draws its pages in
_CHROME_VIEW: Final = ":id/compositor_view_holder"
_MOST_VIEWS: Final = 3
_FITS: Final = 0.02
"""Share by which a page's width may differ from that of its view."""
_LEAST: Final = 0.75
"""Share of Chrome's view that a page under its bars fills at least."""
_COMPARED: Final = 60
"""Characters of a text that are compared: long ones are cut."""
_SHARED: Final = 0.5
"""Share of the texts of a page that the tree of its view has at least."""
_WITHIN: Final = 0.5
"""Share of a view that must lie in the place that a page names for itself."""


def web_views(windows: Sequence[View], screen: Bounds) -> list[View]:
    """The outermost web views on the screen; Chrome's own where it describes none."""
    found: list[View] = []
    for window in windows:
        views = [view for view in _outermost(window) if view.bounds.within(screen).area]
        chrome = (view for view in window.walk() if view.resource_id.endswith(_CHROME_VIEW))
        found += views or [view for view in chrome if view.bounds.within(screen).area][:1]
    return found[:_MOST_VIEWS]


def _outermost(window: View) -> Iterator[View]:
    waiting = [window]
    while waiting:
        view = waiting.pop()
        if role_of(view) == "document":
            yield view
        else:
            waiting.extend(reversed(view.children))


def page_around(field: View, windows: Sequence[View]) -> View | None:
    """The outermost web view that holds a view."""
    for window in windows:
        for view in _outermost(window):
            if any(one is field for one in view.walk()):
                return view
    return None


def candidates(view: View, targets: Sequence[PageTarget]) -> list[PageTarget]:
    """The pages that a view may show, the likeliest first: by their bounds, else by title and by last use."""

    def overlap(target: PageTarget) -> int:
        return target.bounds.within(view.bounds).area if target.bounds else view.bounds.area

    shown = [one for one in targets if one.visible and overlap(one) >= _WITHIN * view.bounds.area]
    titles = {view.text, view.description} - {""}
    return sorted(shown, key=lambda one: (-overlap(one), one.title not in titles))


def agrees(found: Assembled, view: View) -> bool:
    """Whether the accessibility tree of the view has the texts of the page. True if the tree has no text.

    Any app may open a socket that is named like another app's; the tree is Android's own.
    """
    described = _joined(text for one in view.walk() if one is not view for text in (one.text, one.description))
    visible = (one for one in found.elements if one.visibility == "visible")
    texts = {_joined((one.text or one.name,))[:_COMPARED] for one in visible} - {""}
    return not described or sum(text in described for text in texts) >= max(1.0, _SHARED * len(texts))


def _joined(texts: Iterable[str]) -> str:
    """The texts folded and without spaces: the tree and the page divide them differently."""
    return "".join("".join(map(folded, texts)).split())


def origin_of(view: View, target: PageTarget, width: float, height: float) -> tuple[float, float] | None:
    """The pixel of Android's at the page's top left corner; None where the page does not fit into the view.

    `width` and `height` are what the page shows, in Android's pixels.
    """
    place, bounds = view.bounds, target.bounds
    if bounds is not None:
        return (bounds.left, bounds.top) if abs(width - bounds.width) <= _FITS * bounds.width else None
    if abs(width - place.width) > _FITS * place.width or height > (1 + _FITS) * place.height:
        return None
    if role_of(view) == "document":
        return place.left, place.top
    return (place.left, place.bottom - height) if height >= _LEAST * place.height else None


def placed(found: Assembled, view: View, target: PageTarget, frame: ViewFrame) -> Assembled | None:
    """The page with its boxes on the screen, in pixels of the viewport; None where its position is unknown."""
    origin = origin_of(view, target, found.size.width * found.ratio, found.size.height * found.ratio)
    if origin is None:
        return None
    ratio, seen = found.ratio * frame.scale, frame.box(view.bounds.within(frame.bounds))
    left, top = origin[0] * frame.scale, origin[1] * frame.scale

    def moved(element: Element) -> Element:
        box = element.box
        box = Box(
            round(left + box.x * ratio, 2),
            round(top + box.y * ratio, 2),
            round(box.width * ratio, 2),
            round(box.height * ratio, 2),
        )
        return replace(element, box=box, visibility=_visibility(element.visibility, box, seen))

    extent = found.scroll
    scroll = ScrollExtent(*(side * ratio for side in (extent.above, extent.below, extent.left, extent.right)))
    return replace(found, elements=tuple(moved(element) for element in found.elements), scroll=scroll)


def focused_field(pages: Mapping[View, Assembled], frame: ViewFrame) -> View | None:
    """The field of a page that has the focus, as a view: an app may describe none of its page's fields."""
    for view, found in pages.items():
        for one in found.elements:
            if "focused" in one.states and "type" in one.affordances:
                box, secret = one.box, "password" in one.states
                corners = (round(side / frame.scale) for side in (box.x, box.y, box.right, box.bottom))
                return View(
                    class_name="android.widget.EditText",
                    package=view.package,
                    text="•" * (one.masked or 0) if secret else one.value,
                    description=one.name,
                    hint=one.hint,
                    bounds=Bounds(*corners),
                    flags=frozenset({"focused", "password"} if secret else {"focused"}),
                )
    return None


def _visibility(visibility: Visibility, box: Box, seen: Box) -> Visibility:
    """The visibility of an element of the page, which its view may clip."""
    part = box.intersection(seen)
    if part is None:
        return "offscreen"
    return "clipped" if visibility == "visible" and part.area < 0.98 * box.area else visibility
