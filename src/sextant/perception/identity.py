"""Which screen is this? The coarse `ScreenKey`, the parameters it bound, and the fine digest. Pure functions.

The key hashes a small set of exact features, each chosen to survive what changes on one screen (list contents, counts,
pages of a list, messages, scrolling, the keyboard, themes) and to differ between two screens at one address (tabs,
steps, dialogs, menus, a login form in place of the content, errors). `docs/decisions/0003-screen-identity.md` says
which and why.
"""

import calendar
import hashlib
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sextant.perception.shown import shown_in
from sextant.perception.templates import HOLE, Template, is_parameter, is_place, segments_of, template_of
from sextant.perception.words import MAKING, ORDERS, UI
from sextant.text.ticking import steady
from sextant.types.addresses import parts_of
from sextant.types.screens import Element, Observation, ScreenKey

_KEY_LENGTH: Final = 20
_DIGEST_LENGTH: Final = 32
_STRUCTURAL: Final = frozenset({"main", "navigation", "search"})
_ERROR_CODE = re.compile(
    r"^[^\w#]*(?:(?:http|error|status|fehler|erreur)\W+)*([45]\d\d)"
    r"(?:\W*$|\W+(?:error|(?:page |file |site )?(?:not|nicht|non|no|pas) |forbidden|unauthori|bad |internal|server"
    r"|service|gateway|gone\b|access|denied|method|too many|request|payment required|conflict|oops|sorry|seite|"
    r"introuvable))",
    re.IGNORECASE,
)
"""A code that stands alone, or before what such a code says: `404 Main Street` and `#423 (Leak)` are pages."""
_ERROR_WORDS: Final = (
    (
        "404",
        re.compile(r"\b(?:page|site|resource|file|url) (?:was |could |can)?\s?(?:not|n't) (?:be )?found\b|^not found$"),
    ),
    ("403", re.compile(r"^(?:access )?(?:forbidden|denied)$|^permission denied$|^access denied\b")),
    ("500", re.compile(r"^(?:internal )?server error\b|^something went wrong\b|^bad gateway$|^service unavailable$")),
)
_NO_PAGE = re.compile(
    r"(?:the |this )?(?:wiki )?(?:page|article) .{0,80}(?:does not|doesn['’]t) exist\b"
    r"|there is (?:currently )?no (?:page|article|text) (?:here|yet|with|in this)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”„«»‘].*?[\"“”«»’]|(?<!\w)'.*?'(?!\w)")
_BRACKETED = re.compile(r"[(\[][^)\]]*\d[^)\]]*[)\]]")
_DAYS = "|".join(calendar.day_name)
_MONTHS = "|".join([*calendar.month_name[1:], *calendar.month_abbr[1:]])
_DATE_WORDS = re.compile(
    rf"\b(?:{_DAYS}|today|tomorrow|yesterday)\b|\d[\s.,]*(?:{_MONTHS}|[ap]m)\b|\b(?:{_MONTHS})\b(?=[\s.,]*\d)",
    re.IGNORECASE,
)
"""A weekday, and a month beside a number: `may` is a verb too."""
_EMPTY = re.compile(r"^(?:no|nothing)\b(?:.*\b(?:found|results?|match(?:es)?|hits|here|yet)\b|\s+\w+$)")
_GREETING = re.compile(r"^(?:hello|hi|hey|welcome(?: back)?|good (?:morning|afternoon|evening|day))\b.*")
_STEP = re.compile(r"\bstep\s*#?(\d{1,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Identity:
    """The coarse identity of a screen with the parameters that its template bound."""

    key: ScreenKey
    binding: tuple[tuple[str, str], ...]


def identify(observation: Observation) -> Identity:
    """The coarse identity of what is shown. Equal observations give equal identities in every process."""
    if observation.facts.get("component"):
        return _declared(observation, observation.facts["component"])
    routed = observation.facts.get("fragment") == "route"
    numbered = _values(observation, "numbered")
    shown = shown_in(observation)
    template = template_of(
        observation.location, routed, _scoped(observation), _sorted_at(observation), numbered, shown.names, shown.trees
    )
    special = _special(observation)
    if special:
        return Identity(_key(observation.app, (("special", special),), special), ())
    heading = _heading(observation, template)
    features: list[tuple[str, str]] = [("route", template.route)]
    features += [("dialog", name) for name in _dialogs(observation)]
    features += [("menu", _opening(value)) for value in _values(observation, "menus")]
    features += [("pick", pick) for pick in _picks(observation)]
    features += [("form", value) for value in _forms(observation)]
    features += [("landmark", role) for role in _structure(observation)]
    if shown.inside:
        features.append(("inside", HOLE))
    step = _step(observation)
    if step:
        features.append(("step", step))
    if heading.fixed and not _repeats(heading.fixed, template.route):
        features.append(("heading", heading.fixed))
    if observation.modal is not None:
        features.append(("modal", f"{observation.modal.kind} {_opening(observation.modal.message)}".strip()))
    if observation.condition != "ok":
        features.append(("condition", observation.condition))
    if _missing(observation):
        features.append(("missing", "page"))
    binding = template.binding
    if heading.named and not template.parametric:
        binding = (*binding, ("heading", heading.named))
    return Identity(_key(observation.app, tuple(sorted(set(features))), _label(template, heading, features)), binding)


def _declared(observation: Observation, component: str) -> Identity:
    """The identity that a phone itself tells: the component in front, and which instance of it."""
    features = [("component", component)]
    if observation.modal is not None:
        features.append(("modal", f"{observation.modal.kind} {_opening(observation.modal.message)}".strip()))
    if observation.condition != "ok":
        features.append(("condition", observation.condition))
    instance = observation.facts.get("instance", "")
    page, _, over = component.partition("+")
    label = f"/{page}/{HOLE}" if instance else f"/{page}"
    shown = [label, *([over] if over else []), *(value for _, value in features[1:])]
    binding = (("record", instance),) if instance else ()
    return Identity(_key(observation.app, tuple(sorted(features)), " · ".join(shown)[:200]), binding)


def digest_of(observation: Observation) -> str:
    """The fine identity: everything on the screen that a person could notice.

    Texts, values, states and places of what is in sight, and the modal. Left out: what ticks by itself (times with
    seconds, `2 minutes ago`, timers), so that a running clock does not pass for an effect, and movements of less than
    a pixel.
    """
    shown = [_visible(element) for element in observation.elements if element.visibility != "offscreen"]
    modal = observation.modal
    state = [
        observation.app,
        observation.location,
        observation.condition,
        [modal.kind, modal.message] if modal else [],
        round(observation.keyboard_height / 8),
        shown,
    ]
    return _sha(state, _DIGEST_LENGTH)


def _visible(element: Element) -> list[object]:
    ticking = element.role in {"timer", "marquee"}
    return [
        element.role,
        "" if ticking else steady(element.text),
        "" if ticking else steady(element.name),
        element.value,
        sorted(element.states),
        [_coarse(edge) for edge in (element.box.x, element.box.y, element.box.right, element.box.bottom)],
        element.visibility,
        element.drawn,
        *([] if element.masked is None else [element.masked]),
    ]


def _coarse(pixels: float) -> int:
    """Steps of two pixels whose borders lie off the fractions that layouts produce (0, ¼, ⅓, ½, ⅔, ¾)."""
    return math.floor((pixels + 0.125) / 2)


def _key(app: str, features: Sequence[tuple[str, str]], label: str) -> ScreenKey:
    return ScreenKey(app=app, id=_sha([app, *features], _KEY_LENGTH), label=label)


def _sha(value: object, length: int) -> str:
    written = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("ascii")).hexdigest()[:length]


# ---- features


def _special(observation: Observation) -> str:
    """Screens whose address does not matter: error pages and dead apps. Empty for all others."""
    if observation.condition in {"error_page", "crashed", "app_gone"}:
        return observation.condition
    status = observation.facts.get("http_status", "")
    if re.fullmatch(r"[45]\d\d", status) and not _forms(observation):
        return f"error {status}"
    texts = [observation.title.casefold(), *(text for _, text in _headings(observation)[:1])]
    for text in texts:
        code = _ERROR_CODE.match(text)
        if code and (len(text) < 60):
            return f"error {code[1]}"
        for found, pattern in _ERROR_WORDS:
            if pattern.search(text) and len(text) < 60:
                return f"error {found}"
    return ""


def _headings(observation: Observation) -> list[tuple[int, str]]:
    """Level and folded text of the headings outside lists, the highest level first, else in document order."""
    found: list[tuple[int, str]] = []
    for line in observation.facts.get("headings", "").split("\n"):
        level, _, text = line.partition(":")
        if level.isdigit() and text:
            found.append((int(level), text.casefold()))
    if not found:
        prefix = "heading: "
        found = [(1, mark.removeprefix(prefix).casefold()) for mark in observation.landmarks if mark.startswith(prefix)]
    return sorted(found, key=lambda heading: heading[0])


@dataclass(frozen=True, slots=True)
class _Heading:
    """`fixed` names the place in the app; `named` is a heading that names the thing shown."""

    fixed: str = ""
    named: str = ""


def _heading(observation: Observation, template: Template) -> _Heading:
    headings = _headings(observation)
    if not headings:
        return _Heading()
    text = headings[0][1]
    for _, value in template.binding:
        if len(value) >= 2:
            text = text.replace(value.casefold(), "*")
    plain = normalise(text)
    if not plain or "*" in plain:
        return _Heading(named=text)
    chrome = {normalise(label) for label in _values(observation, "chrome")}
    fixed = plain in chrome or all(word in UI for word in re.findall(r"[^\W_]+", plain))
    if template.parametric or _EMPTY.match(plain):  # `No results found`: what a list holds, not what it is
        return _Heading(named=text)
    return _Heading(fixed=plain) if fixed else _Heading(named=text)


def normalise(label: str) -> str:
    """A label without what varies from one look to the next: numbers, quotations, dates, counts, greetings' names."""
    text = _QUOTED.sub("*", label.casefold())
    text = _BRACKETED.sub("", text)
    text = _GREETING.sub("welcome", text)
    text = _DATE_WORDS.sub("", text)
    text = re.sub(r"[#№]?\d[\d.,:/\-]*(?:st|nd|rd|th|%)?", "", text)
    return " ".join(re.sub(r"[^\w*'&/ -]+", " ", text).split()).strip(" -/&'")


def _opening(message: str, words: int = 2) -> str:
    """How a message begins: the verb and its object, before what it is about is named."""
    return " ".join(re.findall(r"[^\W\d_]+", normalise(message).partition("*")[0])[:words])


def _repeats(heading: str, route: str) -> bool:
    """Whether a heading says again what the address ends with; it may then change with the language."""
    last = re.sub(r"[^a-z]", "", route.partition("?")[0].rpartition("/")[2].casefold())
    return len(last) >= 3 and last in re.sub(r"[\W_]+", "", heading)


def _missing(observation: Observation) -> bool:
    """Whether a page says in its text that there is none."""
    texts = (element.text for element in observation.elements if element.role in {"text", "paragraph", "heading"})
    return any(_NO_PAGE.match(text) for text in texts)


def _scoped(observation: Observation) -> bool:
    """Whether the first segment of the address names whose pages these are, as a tenant or a project does.

    One address cannot tell `/boat/history` of a project from a section `/docs/history`. The navigation can: it leads to
    at least three places below that segment, and to no more places elsewhere. It is read with what is folded away.
    """
    first = observation.location.partition("://")[2].partition("/")[2].partition("?")[0].partition("/")[0]
    if not first or is_place(first) or is_parameter(first):
        return False
    ways = {tuple(way.casefold().split("/")[:2]) for way in _values(observation, "ways")}
    inside = {way[1] for way in ways if way[0] == first.casefold() and len(way) > 1 and is_place(way[1])}
    outside = {way[0] for way in ways if way[0] != first.casefold()}
    return len(inside) >= 3 and len(inside) >= len(outside)


def _sorted_at(observation: Observation) -> int | None:
    """Which segment of the path says how a list is sorted, as the page's links show that lead to it sorted otherwise.

    No word says it by itself: `newest` may be a page. Two orders among the alternatives to a segment do.
    """
    segments = segments_of(parts_of(observation.location).path)
    if len(segments) < 2:
        return None
    orders: dict[int, set[str]] = {}
    for line in _values(observation, "kin"):
        at, _, other = line.partition(":")
        if at.isdigit() and other.casefold() in ORDERS:
            orders.setdefault(int(at), set()).add(other.casefold())
    for at, others in sorted(orders.items()):
        if len(others) < 2 or at >= len(segments) or is_parameter(segments[at]):
            continue
        if at < len(segments) - 1 or segments[at].casefold() not in MAKING:
            return at
    return None


def _values(observation: Observation, fact: str) -> list[str]:
    return [line for line in observation.facts.get(fact, "").split("\n") if line]


def _dialogs(observation: Observation) -> list[str]:
    found = [
        mark.partition(": ")[2] for mark in observation.landmarks if mark == "dialog" or mark.startswith("dialog: ")
    ]
    return [_opening(name, words=3) or "dialog" for name in found]


def _forms(observation: Observation) -> list[str]:
    return sorted({re.sub(r"\d+", "#", line.casefold()) for line in _values(observation, "forms")})


def _picks(observation: Observation) -> list[str]:
    found = [line.partition(":") for line in _values(observation, "picks")]
    named = [(kind, normalise(label.partition(": ")[0])) for kind, _, label in found]  # `Worker: anna` holds a value
    return [f"{kind} {name}" for kind, name in named if name]


def _structure(observation: Observation) -> Iterable[str]:
    return sorted({mark.partition(":")[0] for mark in observation.landmarks} & _STRUCTURAL)


def _step(observation: Observation) -> str:
    for text in _values(observation, "steps"):
        found = _STEP.search(text)
        if found:
            return found[1]
    return ""


def _label(template: Template, heading: _Heading, features: Sequence[tuple[str, str]]) -> str:
    parts = [template.route]
    if heading.fixed and heading.fixed not in template.route.casefold():
        parts.append(heading.fixed)
    parts += [f"{kind} {value}" for kind, value in features if kind in {"dialog", "menu", "modal", "step"}]
    # What is picked (`tab agenda`) tells screens of one address apart; an address that says it needs no second word.
    parts += [value for kind, value in features if kind == "pick" and value.split()[-1] not in template.route]
    return " · ".join(parts)[:200] if parts != ["/"] or not heading.named else f"/ {HOLE}"
