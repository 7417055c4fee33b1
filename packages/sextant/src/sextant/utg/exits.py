"""The ways out of a screen, as a map keeps them: by reference, with where they lead if they say so."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Literal
from urllib.parse import parse_qsl, unquote, urljoin

from sextant.text.tokens import lexicon, tokens
from sextant.types.addresses import parts_of
from sextant.types.refs import anchor_of, collapse
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exclusions import element_excluded, same_origin

Binding = tuple[tuple[str, str], ...]
"""The parameters that a screen's template bound."""

Reach = Literal["now", "scroll", "covered", "hidden"]
"""Whether a finger can reach it: at once, after scrolling, after what lies over it is closed, or only after something
else has opened."""

Kind = Literal["opener", "navigation", "tab", "link", "item", "button", "paging"]
"""What an exit looks like: it decides how soon an explorer tries it."""

Risky = Callable[[Element, Screen], bool]
"""Whether an explorer leaves an element alone besides (`sextant.utg.exclusions.unguarded`)."""

GROUP = 5
"""So many links to siblings under one address are a list, of which samples are enough."""

SCROLLED = 0.8
"""So much of its height a page moves on in one scroll."""

_MOST_SCROLLS = 20
_LEAST_SCROLLER = 40.0
"""What is lower than this is folded, and moves by nobody's finger."""

COVERED = 0.4
"""From this share of covered controls on, something lies over the screen: they cannot be uncovered by scrolling."""

_PARAMETER = re.compile(
    r"^(?:\d[\d.,:_-]*|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|.*\d{3,}.*|[A-Za-z0-9_-]{22,}|\d{4}-\d{2}(?:-\d{2})?)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^([^\W\d]+[-_ ]?)\d+(\.[a-z]{3,5})?$", re.IGNORECASE)
"""A word and a number, as in `chair7.html`: pages of one template."""
_OPENING = lexicon("menu navigation nav sidebar drawer hamburger more toggle overflow mehr plus mas altro")
_CLOSING = lexicon(
    "close dismiss cancel skip later schliessen fermer cerrar chiudi abbrechen annuler fechar sluiten закрыть отмена "
    "关闭 取消 跳过 稍后 以后 再说 暂不 知道 關閉 跳過 閉じ"
)
_CANCELLING = lexicon("cancel abbrechen annuler annulla cancelar отмена 取消")
_MERELY = lexicon("and go back close dialog selection it this")
_SAVING = frozenset({"save", "add", "delete", "remove", "read", "watch"})
_LONGEST_LABEL = 80
_HAIR = 2.0
"""So many pixels boxes of one column may differ by."""
_LONGEST_ROW = 160
_ROW_ROLES = frozenset({"row", "listitem", "article"})
_KEEPING = frozenset({"keep", "no", "not", "stay", "back", "nein", "non", "behalten", "否"})
_MOST_ANSWERS = 2
_ANSWERS = "the answer to a question"
_IRREVOCABLE = "it may do what cannot be taken back"
_CROSSES = frozenset("×✕✖✗⨯")
_SIGNS = frozenset("☰≡⋮⋯…≣")
_PAGING = frozenset({"next", "previous", "prev", "older", "newer", "first", "last"})
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
        href: Its address relative to the app's origin, where it has one.
        group: The list or template it belongs to, of which a few samples stand for all; empty for singles.
        binding: The binding under which it was seen; empty where it is there under every binding.
        opener: What has to be touched first to reveal it; that may itself need opening first.
        buried: How many openers lie between the screen as it comes up and this.
        scrolls: How often the screen as it comes up has to be scrolled until this is in view.
        risk: Why an explorer never touches it; empty for most.
        change: Why only a goal that asks for it may touch it: it answers a question.
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
    """What a hovering pointer would be told: all there is to read on a button with a mere sign."""
    within: bool = False
    """An anchor of the page itself (`#part`): it scrolls, or opens something small."""
    here: bool = False
    """The tab or entry that is selected: it leads to where one is."""
    row: str = ""
    """What stands beside it in its row of a table or list: which one of many it is about."""
    vain: int = 0
    """So often it was touched, or looked for where it had been, and nothing came of it."""
    called: str = ""
    """What it goes by where its name holds those of controls inside it: the first link in a row that takes touches."""
    writes: str = ""
    """What the app wrote, or tried to write, when it was touched: `POST /orders`. It is left alone from then on."""

    @property
    def label(self) -> str:
        return self.called or self.element.name

    @property
    def alters(self) -> str:
        """What it changes, as far as that is known; empty for most."""
        return self.writes or self.change

    @property
    def name(self) -> str:
        """What it is wherever it stands: the address, else role and label."""
        return self.href or f"{self.element.role} {self.element.name}"


def relative(href: str, location: str, app: str) -> str:
    """An address as the map keeps it: without the origin where that is the app's own, without a plain fragment."""
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
    """The shape of an address: parts that look like values give way to `{}`, of the query only the names stay."""
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
    """The shape of a page named by a word and a number (`chair{}.html`); empty for any other."""
    found = _NUMBERED.match(unquote(piece))
    if found is None or (not found[2] and _PARAMETER.match(unquote(piece))):
        return ""
    return f"{found[1]}{{}}{found[2] or ''}"


def _tappable(element: Element) -> bool:
    return element.interactable and "tap" in element.affordances


def _is_prose(element: Element) -> bool:
    """Running text that happens to take a touch (a block of code, a menu bar with all its menus): no way out."""
    return not element.href and len(element.label) > _LONGEST_LABEL


def references(screen: Screen) -> dict[int, ElementRef]:
    """References of all elements of a screen by index: what `ref_of` gives, in one pass instead of one per element."""
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
    """How often a screen that comes up at its top is scrolled until the element is in view."""
    reach, holder = reach_of(screen, element), scroller_of(screen, element)
    if reach == "hidden":
        return 0
    needed = int(reach == "scroll" and element.visibility != "covered")
    if holder is None:
        low, height = element.box.y + screen.observation.scroll.above, screen.size.height
    else:
        low, height = element.box.y - holder.box.y, holder.box.height
    if low <= height or height < _LEAST_SCROLLER:
        return needed
    return min(_MOST_SCROLLS, max(needed, ceil((low - height) / (SCROLLED * height))))


def scroller_of(screen: Screen, element: Element) -> Element | None:
    """The innermost listed element that scrolls the given one, or None where the page does."""
    return next((holder for holder in screen.around(element) if "scroll" in holder.affordances), None)


def closes(element: Element) -> bool:
    """Whether a control says that it closes what it stands in."""
    if element.role not in ("button", "link") or element.href:
        return False
    words = frozenset(tokens(element.label))
    return (bool(words & _CLOSING) and len(words) <= 3 and not _orders(words)) or element.label.strip() in _CROSSES


def _orders(words: frozenset[str]) -> bool:
    """Whether what sounds like closing orders something: `Cancel visit`, `Save for later`."""
    return bool(words & _CANCELLING and words - _CANCELLING - _MERELY) or bool(words & _SAVING)


def kind_of(element: Element) -> Kind:
    """What an exit looks like, from its role, its landmark and its words."""
    if element.role == "tab":
        return "tab"
    label = element.label.strip()
    words = frozenset(tokens(label))
    # a colon says of what: `More: Daily goal` counts something up, and opens no menu
    opens = not element.href and ":" not in label and _opens(label, words, element)
    if opens and element.role in ("button", "link", "summary"):
        return "opener"
    href_names = {name for name, _ in parse_qsl(parts_of(element.href).query)}
    if (words & _PAGING and len(words) <= 2) or (href_names & _SORTING) or label.isdigit():
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
        return "navigation"  # without an address it unfolds something: a drop-down named after what it holds
    return "link" if element.href or element.role == "link" else "button"


def _opens(label: str, words: frozenset[str], element: Element) -> bool:
    """Whether a button looks as if it opened a menu or closed what lies over the screen."""
    if (
        (words & (_OPENING | _CLOSING) and len(words) <= 4 and not _orders(words))
        or label in _CROSSES
        or (label and set(label) <= _SIGNS)
    ):
        return True
    return not label and element.landmark.casefold().startswith(_NAV_LANDMARKS)


def exits_of(screen: Screen, risky: Risky | None = None) -> tuple[Exit, ...]:
    """Every way out of the screen, in document order, each with the reason to leave it alone if there is one.

    With `risky`, what that warns of is left alone besides.
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
    """Whether something lies over an element; the page behind a dialog does not scroll either."""
    return element.visibility == "covered" or (dialog and element.visibility == "offscreen" and not _in_dialog(element))


def _in_dialog(element: Element) -> bool:
    return element.landmark.startswith(("dialog", "alertdialog"))


def _in_menus(elements: list[Element]) -> frozenset[int]:
    """Buttons that stand in a column of links, of their very breadth: they unfold a part of that menu."""
    found: set[int] = set()
    for place, one in enumerate(elements):
        if one.href or one.role != "button" or not one.label:
            continue
        near = elements[max(0, place - 2) : place + 3]
        if sum(bool(other.href) and _one_column(one, other) for other in near) >= 2:
            found.add(one.index)
    return frozenset(found)


def _first_inside(elements: list[Element], screen: Screen) -> dict[int, str]:
    """By what takes touches itself, the label of the first link inside it."""
    found: dict[int, str] = {}
    for one in elements:
        for holder in screen.around(one) if one.href and one.label else ():
            found.setdefault(holder.index, one.label)
    return found


def _one_column(one: Element, other: Element) -> bool:
    near = (abs(one.box.x - other.box.x), abs(one.box.width - other.box.width), abs(one.box.height - other.box.height))
    return max(near) <= _HAIR


def _rows(screen: Screen) -> Mapping[int, tuple[Element, ...]]:
    """What stands in each row of a table or list, by the index of the row."""
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
    """Whether a tab or an entry of a navigation says that its page is the one that is shown."""
    return "selected" in element.states and (
        element.role == "tab" or element.role in _NAV_ROLES or element.landmark == "navigation"
    )


def plain(element: Element, screen: Screen) -> Element:
    """The element without an address that only points into its own page: `#` is a button, `#part` a place on it."""
    base, sign, fragment = element.href.partition("#")
    if not sign or fragment.startswith(("/", "!")):
        return element
    return element if base and base != screen.location.partition("#")[0] else replace(element, href="")


def covered_share(screen: Screen) -> float:
    """Share of the controls in the window that something lies over."""
    near = [one for one in screen.elements if _tappable(one) and one.visibility != "offscreen"]
    return sum(one.visibility == "covered" for one in near) / len(near) if near else 0.0


def _column(element: Element, screen: Screen) -> str:
    """Where across the screen an element begins and how wide it is, in tenths: rows of one list share it."""
    wide = screen.size.width or 1.0
    return f"{round(10 * element.box.x / wide)}+{round(10 * element.box.width / wide)}"


def _answers(screen: Screen) -> frozenset[int]:
    """What answers a question that a dialog asks: beside what closes it one or two more buttons, and nothing else."""
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
    """Whether a button says that all stays as it is."""
    return bool(frozenset(tokens(element.label)[:1]) & _KEEPING)


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
