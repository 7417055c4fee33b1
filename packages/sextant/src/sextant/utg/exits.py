"""The exits of a screen, as a map stores them: by element reference, with their address if they have one."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Literal
from urllib.parse import parse_qsl, unquote, urljoin

from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of, collapse
from sextant.text.tokens import tokens
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exclusions import element_excluded, same_origin
from sextant.utg.labels import labels

Binding = tuple[tuple[str, str], ...]
"""The parameters of an instance, bound by the screen's template."""

Reach = Literal["now", "scroll", "covered", "hidden"]
"""Whether it can be touched: at once, after scrolling, after an overlay is closed, or after something else opens it."""

Kind = Literal["opener", "navigation", "tab", "link", "item", "button", "paging"]
"""The look of an exit, which decides how soon an explorer tries it."""

Risky = Callable[[Element, Screen], bool]
"""Whether an explorer must leave an element alone (`sextant.utg.exclusions.unguarded`)."""

GROUP = 5
"""From this many sibling links under one address on, they are a list, of which samples suffice."""

_LEAST_SCROLLER = 40.0
"""Pixels: a lower scroller is folded and cannot be scrolled by a finger."""

COVERED = 0.4
"""Share of covered controls from which on an overlay is open: scrolling does not uncover them."""

_PARAMETER = re.compile(
    r"^(?:\d[\d.,:_-]*|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|.*\d{3,}.*|[A-Za-z0-9_-]{22,}|\d{4}-\d{2}(?:-\d{2})?)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^([^\W\d]+[-_ ]?)\d+(\.[a-z]{3,5})?$", re.IGNORECASE)
"""A word and a number, as in `chair7.html`: pages of one template."""
_LONGEST_LABEL = 80
_HAIR = 2.0
"""Pixels by which boxes of one column may differ."""
_LONGEST_ROW = 160
_ROW_ROLES = frozenset({"row", "listitem", "article"})
_MOST_ANSWERS = 2
_ANSWERS = "the answer to a question"
_IRREVOCABLE = "it may do what cannot be taken back"
_CROSSES = frozenset("×✕✖✗⨯")
_SIGNS = frozenset("☰≡⋮⋯…≣")
_OF_HOW_MANY = re.compile(
    r"(?:[^\W\d]{4,7}\s)?\d+(?:\D{1,4}\d+)?\s(?:out\s)?(?:of|von|sur|de|di|van|из)\s\d+", re.IGNORECASE
)
"""`1..45 out of 45`, `Page 2 of 5`."""
_SORTING = frozenset(
    {"page", "sort", "order", "orderby", "dir", "offset", "limit", "per", "start", "direction"}
)  # structural: names of query parameters
_NAV_ROLES = frozenset({"menuitem", "treeitem"})
_NAV_LANDMARKS = ("navigation", "banner", "complementary", "menu", "contentinfo", "toolbar")


@dataclass(frozen=True, slots=True)
class Exit:
    """An element that may lead somewhere.

    Attributes:
        href: Its address relative to the app's origin, if it has one.
        group: Its list or template, of which a few samples are enough; empty for single exits.
        binding: The instance on which it was seen; empty where it is on every instance.
        opener: What must be touched first to reveal it; that may need an opener itself.
        buried: Number of elements that must be touched first to reveal it.
        scrolls: Number of scrolls from the initial screen until this is in view.
        risk: Why an explorer never touches it; empty for most.
        change: Why it is touched only if the goal asks for it, such as an answer to a dialog.
    """

    element: ElementRef
    kind: Kind = "link"
    href: str = ""
    landmark: str = ""
    group: str = ""
    reach: Reach = "now"
    binding: Binding = ()
    opener: ElementRef | None = None
    buried: int = 0
    scrolls: int = 0
    risk: str = ""
    change: str = ""
    hint: str = ""
    """The tooltip: the only text of an icon button."""
    within: bool = False
    """An anchor of the page itself (`#part`): it scrolls, or opens something small."""
    here: bool = False
    """The selected tab or entry: it leads to the current screen."""
    row: str = ""
    """The texts beside it in its row of a table or list, which identify the row."""
    vain: int = 0
    """Touches without effect, and looks that did not find it where it had been."""
    called: str = ""
    """Its label where its name contains those of inner controls: the first link in a clickable row."""
    writes: str = ""
    """The write that a touch caused or attempted: `POST /orders`. It is not touched again."""
    ungated_signs: int = 0
    """Touches with a sign of an effect that no gate holds: a socket frame, a message after a redirect of its link, or
    that the actor called it irreversible.
    """

    @property
    def label(self) -> str:
        return self.called or self.element.name

    @property
    def alters(self) -> str:
        """What it changes, if that is known; empty for most."""
        return self.writes or self.change

    @property
    def name(self) -> str:
        """Its identity on any screen: the address, else role and label."""
        return self.href or f"{self.element.role} {self.element.name}"


def relative(href: str, location: str, app: str) -> str:
    """An address as on the map: without the app's own origin, without a plain fragment."""
    if not href or href.startswith(("javascript:", "mailto:", "tel:")):
        return ""
    full = urljoin(location, href) if location else href
    parts = parts_of(full)
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(("/", "!")) else ""
    tail = (parts.path or "/") + (f"?{parts.query}" if parts.query else "") + fragment
    if same_origin(full, app) or not parts.netloc:
        return tail
    return f"{parts.scheme}://{parts.netloc}{tail}"


@lru_cache(maxsize=65536)
def template(href: str) -> str:
    """The template of an address: parts that look like values become `{}`, of the query only the names remain."""
    parts = parts_of(href)
    *folders, last = parts.path.split("/")
    path = "/".join([*(_shape(piece) for piece in folders), _numbered(last) or _shape(last)])
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    query = f"?{'&'.join(names)}" if names else ""
    fragment = f"#{template(parts.fragment)}" if parts.fragment else ""
    return f"{path}{query}{fragment}"


def _shape(piece: str) -> str:
    return "{}" if _PARAMETER.match(unquote(piece)) else piece


def _numbered(piece: str) -> str:
    """The template of a file name with a word and a number (`chair{}.html`); empty for any other."""
    found = _NUMBERED.match(unquote(piece))
    if found is None or (not found[2] and _PARAMETER.match(unquote(piece))):
        return ""
    return f"{found[1]}{{}}{found[2] or ''}"


def _tappable(element: Element) -> bool:
    return element.interactable and "tap" in element.affordances


def _is_prose(element: Element) -> bool:
    """Whether it is long text that takes a touch (a code block, a menu bar with all its menus): no exit."""
    return not element.href and len(element.label) > _LONGEST_LABEL


def references(screen: Screen) -> dict[int, ElementRef]:
    """The references of all elements by index, as `ref_of` gives them, in one pass."""
    counts: Counter[tuple[str, str, str, str]] = Counter()
    found: dict[int, ElementRef] = {}
    for element in screen.elements:
        anchor = anchor_of(screen, element)
        same = (element.role, element.test_id, collapse(element.label), collapse(anchor))
        found[element.index] = ElementRef(element.role, element.label, element.test_id, anchor, counts[same])
        counts[same] += 1
    return found


def reach_of(screen: Screen, element: Element) -> Reach:
    """Whether the element can be touched now, after scrolling towards it, or not from here."""
    if element.visibility in ("visible", "clipped"):
        return "now"
    size = screen.size
    if element.box.area <= 0:
        return "hidden"
    sideways = element.box.right <= 0 or element.box.x >= size.width
    if element.visibility == "covered":
        return "hidden" if sideways else "scroll"
    if sideways and scroller_of(screen, element) is None:
        return "hidden"
    return "scroll"


def _scrolls_to(screen: Screen, element: Element) -> int:
    """Whether (1 or 0) a scroll from the top of the screen is needed until the element is in view."""
    reach, holder = reach_of(screen, element), scroller_of(screen, element)
    if reach == "hidden":
        return 0
    needed = reach == "scroll" and element.visibility != "covered"
    if holder is None:
        low, height = element.box.y + screen.observation.scroll.above, screen.size.height
    else:
        low, height = element.box.y - holder.box.y, holder.box.height
    return int(needed or low > height >= _LEAST_SCROLLER)


def scroller_of(screen: Screen, element: Element) -> Element | None:
    """The innermost listed element that scrolls the given one, or None where the page does."""
    return next((holder for holder in screen.around(element) if "scroll" in holder.affordances), None)


def closes(element: Element) -> bool:
    """Whether a control's label says that it closes its container."""
    if element.role not in ("button", "link") or element.href:
        return False
    words = frozenset(tokens(element.label))
    return (
        bool(words & labels("closing")) and len(words) <= 3 and not _orders(words)
    ) or element.label.strip() in _CROSSES


def _orders(words: frozenset[str]) -> bool:
    """Whether a label that sounds like closing has another effect: `Cancel visit`, `Save for later`."""
    return bool(words & labels("cancelling") and words - labels("cancelling") - labels("filling")) or bool(
        words & labels("saving")
    )


def kind_of(element: Element) -> Kind:
    """The kind of an exit, by its role, landmark and words."""
    if element.role == "tab":
        return "tab"
    label = element.label.strip()
    words = frozenset(tokens(label))
    # a colon introduces a value: `More: Daily goal` is a counter, and opens no menu
    opens = not element.href and ":" not in label and _opens(label, words, element)
    if opens and element.role in ("button", "link", "summary"):
        return "opener"
    href_names = {name for name, _ in parse_qsl(parts_of(element.href).query)}
    if (words & labels("paging") and len(words) <= 2) or (href_names & _SORTING) or label.isdigit():
        return "paging"
    if _OF_HOW_MANY.fullmatch(label):
        return "paging"
    if not re.search(r"\w", label or "x"):
        return "paging"
    if element.href and (element.role in _NAV_ROLES or element.landmark.casefold().startswith(_NAV_LANDMARKS)):
        return "navigation"
    if element.role in _NAV_ROLES:
        return "navigation"
    if not element.href and element.landmark.casefold().startswith("navigation"):
        return "navigation"  # without an address it opens a drop-down menu
    return "link" if element.href or element.role == "link" else "button"


def _opens(label: str, words: frozenset[str], element: Element) -> bool:
    """Whether a button looks as if it opened a menu or closed an overlay."""
    if (
        (words & (labels("opening") | labels("closing")) and len(words) <= 4 and not _orders(words))
        or label in _CROSSES
        or (label and set(label) <= _SIGNS)
    ):
        return True
    return not label and element.landmark.casefold().startswith(_NAV_LANDMARKS)


def exits_of(screen: Screen, risky: Risky | None = None) -> tuple[Exit, ...]:
    """Every exit of the screen, in document order, with the reason to leave it alone if there is one.

    Elements for which `risky` is True are marked as a risk as well.
    """
    refs, rows = references(screen), _rows(screen)
    found: list[Exit] = []
    columns: list[str] = []
    answers = _answers(screen)
    behind = covered_share(screen) >= COVERED
    touchable = [element for element in screen.elements if _tappable(element) and not _is_prose(element)]
    unfolders, first_inside = _in_menus(touchable), _first_inside(touchable, screen)
    dialog = any(_in_dialog(element) for element in touchable)
    for shown in touchable:
        element = plain(shown, screen)
        within = element is not shown and not shown.href.endswith("#")
        kind: Kind = "paging" if within else kind_of(element)
        if kind == "button" and shown.index in unfolders:
            kind = "navigation"
        columns.append(_column(element, screen))
        found.append(
            Exit(
                element=refs[element.index],
                kind=kind,
                href=relative(element.href, screen.location, screen.app),
                landmark=element.landmark,
                reach="covered" if behind and _is_behind(element, dialog) else reach_of(screen, element),
                scrolls=_scrolls_to(screen, element),
                risk=element_excluded(element, screen.app)
                or (_IRREVOCABLE if risky is not None and risky(shown, screen) else ""),
                change=_ANSWERS if shown.index in answers else "",
                hint=element.hint if element.hint != element.label else "",
                within=within,
                here=_leads_here(element),
                row=_beside(shown, screen, rows),
                called=first_inside.get(shown.index, "") if not shown.href else "",
            )
        )
    return _grouped(found, columns)


def _is_behind(element: Element, dialog: bool) -> bool:
    """Whether an overlay covers an element; the page behind a dialog does not scroll either."""
    return element.visibility == "covered" or (dialog and element.visibility == "offscreen" and not _in_dialog(element))


def _in_dialog(element: Element) -> bool:
    return element.landmark.startswith(("dialog", "alertdialog"))


def _in_menus(elements: list[Element]) -> frozenset[int]:
    """Buttons in a column of links of the same width: they unfold a part of that menu."""
    found: set[int] = set()
    for place, one in enumerate(elements):
        if one.href or one.role != "button" or not one.label:
            continue
        near = elements[max(0, place - 2) : place + 3]
        if sum(bool(other.href) and _one_column(one, other) for other in near) >= 2:
            found.add(one.index)
    return frozenset(found)


def _first_inside(elements: list[Element], screen: Screen) -> dict[int, str]:
    """By clickable container, the label of the first link inside it."""
    found: dict[int, str] = {}
    for one in elements:
        for holder in screen.around(one) if one.href and one.label else ():
            found.setdefault(holder.index, one.label)
    return found


def _one_column(one: Element, other: Element) -> bool:
    near = (abs(one.box.x - other.box.x), abs(one.box.width - other.box.width), abs(one.box.height - other.box.height))
    return max(near) <= _HAIR


def _rows(screen: Screen) -> Mapping[int, tuple[Element, ...]]:
    """The elements of each row of a table or list, by the index of the row."""
    rows = {element.index for element in screen.elements if element.role in _ROW_ROLES}
    held: dict[int, list[Element]] = {}
    for element in screen.elements:
        row = next((holder.index for holder in screen.around(element) if holder.index in rows), None)
        if row is not None:
            held.setdefault(row, []).append(element)
    return {row: tuple(inside) for row, inside in held.items()}


def _beside(element: Element, screen: Screen, rows: Mapping[int, tuple[Element, ...]]) -> str:
    """The texts beside an element in its row, without those of other controls; empty outside rows."""
    row = next((holder.index for holder in screen.around(element) if holder.index in rows), None)
    if row is None:
        return ""
    texts = [one.label for one in rows[row] if one is not element and one.role not in ("button", "link")]
    return " ".join(dict.fromkeys(text for text in texts if text and text != element.label))[:_LONGEST_ROW]


def _leads_here(element: Element) -> bool:
    """Whether a tab or a navigation entry is marked as the current page."""
    return "selected" in element.states and (
        element.role == "tab" or element.role in _NAV_ROLES or element.landmark == "navigation"
    )


def plain(element: Element, screen: Screen) -> Element:
    """The element without an address that stays on its page: `#` makes it a button, `#part` an anchor."""
    base, sign, fragment = element.href.partition("#")
    if not sign or fragment.startswith(("/", "!")):
        return element
    page = screen.location.partition("#")[0]
    # `/?` and `/` are one page: apps with an empty query have it in their links only
    return element if base and base.removesuffix("?") != page.removesuffix("?") else replace(element, href="")


def covered_share(screen: Screen) -> float:
    """Share of the controls in the window that are covered."""
    near = [one for one in screen.elements if _tappable(one) and one.visibility != "offscreen"]
    return sum(one.visibility == "covered" for one in near) / len(near) if near else 0.0


def _column(element: Element, screen: Screen) -> str:
    """The left edge and width of an element in tenths of the screen, which rows of one list share."""
    wide = screen.size.width or 1.0
    return f"{round(10 * element.box.x / wide)}+{round(10 * element.box.width / wide)}"


def _answers(screen: Screen) -> frozenset[int]:
    """Answers to a dialog's question: one or two buttons beside a button that closes it."""
    inside: dict[str, list[Element]] = {}
    for element in screen.elements:
        if element.landmark.startswith(("dialog", "alertdialog")) and _tappable(element):
            inside.setdefault(element.landmark, []).append(element)
    found: set[int] = set()
    for controls in inside.values():
        buttons = [one for one in controls if not plain(one, screen).href and "type" not in one.affordances]
        answers = [one for one in buttons if not closes(plain(one, screen)) and not _keeps(one)]
        if 0 < len(answers) <= _MOST_ANSWERS and len(answers) < len(buttons):
            found |= {one.index for one in answers}
    return frozenset(found)


def _keeps(element: Element) -> bool:
    """Whether a button says that nothing changes."""
    return bool(frozenset(tokens(element.label)[:1]) & labels("keeping"))


def _grouped(exits: list[Exit], columns: list[str]) -> tuple[Exit, ...]:
    plain_links = [one for one in exits if one.href and one.kind != "navigation" and template(one.href) == one.href]
    parents = Counter(_parent(one) for one in plain_links)
    rows = Counter((one.element.role, one.landmark, at) for one, at in zip(exits, columns, strict=True) if _row(one))
    result: list[Exit] = []
    for one, column in zip(exits, columns, strict=True):
        group = ""
        if one.href:
            shape = template(one.href)
            if shape != one.href:
                group = shape
            elif one.kind != "navigation" and parents[_parent(one)] >= GROUP:
                group = f"{_parent(one)}*"
        elif _row(one) and rows[one.element.role, one.landmark, column] >= GROUP:
            group = f"{one.element.role}@{one.landmark}|{column}"
        kind: Kind = "item" if group and one.kind in ("link", "button") else one.kind
        result.append(replace(one, group=group, kind=kind))
    return tuple(result)


def _row(one: Exit) -> bool:
    return not one.href and one.kind in ("link", "button")


def _parent(one: Exit) -> str:
    path = parts_of(one.href).path.rstrip("/")
    return f"{one.landmark}|{path.rpartition('/')[0]}/"
