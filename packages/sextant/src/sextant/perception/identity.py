"""Screen identity: the coarse `ScreenKey`, the parameters bound in it, and the fine digest. Pure functions.

The key hashes a small set of exact features, each chosen to survive what changes on one screen (list contents, counts,
pages of a list, messages, scrolling, the keyboard, themes) and to differ between two screens at one address (tabs,
steps, dialogs, menus, a login form in place of the content, errors). `docs/decisions/0003-screen-identity.md` lists
them with reasons.
"""

import calendar
import hashlib
import json
import math
import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass
from sextant.perception.address_names import shown_in
from sextant.perception.templates import HOLE, Template, is_parameter, template_of
from sextant.text.clocks import mask_times
from sextant.types.screens import Element, Observation, ScreenKey

_KEY_LENGTH: Final = 20
_DIGEST_LENGTH: Final = 32
_STRUCTURAL: Final = frozenset({"main", "navigation", "search"})
_STATUS = re.compile(r"[45]\d\d")
_ERRORS: Final = tuple(code for code in HTTPStatus if code >= HTTPStatus.BAD_REQUEST)
"""An app that answers with 200 may still show the HTTP phrase of an error."""
_TITLE: Final = 60
_SAID: Final = 4
"""Least letters of a query value that a heading may repeat in another form."""
_QUOTED = re.compile(r"[\"“”„«»‘].*?[\"“”«»’]|(?<!\w)'.*?'(?!\w)")
_BRACKETED = re.compile(r"[(\[][^)\]\d]*+\d[^)\]]*+[)\]]")
_LONGEST_LABEL: Final = 200
"""What varies is removed in quadratic time, and a page says what it likes."""
_DAYS = "|".join(calendar.day_name)
_MONTHS = "|".join([*calendar.month_name[1:], *calendar.month_abbr[1:]])
_DATE_WORDS = re.compile(
    rf"\b(?:{_DAYS}|today|tomorrow|yesterday)\b|\d[\s.,]*(?:{_MONTHS}|[ap]m)\b|\b(?:{_MONTHS})\b(?=[\s.,]*\d)",
    re.IGNORECASE,
)
"""A weekday, and a month beside a number: `may` is a verb too."""
_STEP = re.compile(r"\bstep\s*#?(\d{1,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Identity:
    """The coarse identity of a screen with the parameters that its template bound."""

    key: ScreenKey
    binding: tuple[tuple[str, str], ...]


def identify(observation: Observation) -> Identity:
    """Return the coarse identity of an observation. Equal observations give equal identities in every process."""
    if observation.facts.get("component"):
        return _declared(observation, observation.facts["component"])
    routed = observation.facts.get("fragment") == "route"
    numbered = _values(observation, "numbered")
    shown = shown_in(observation)
    template = template_of(
        _turned_back(observation),
        routed,
        _scoped(observation),
        numbered,
        shown.names,
        shown.trees,
        {*_values(observation, "picking"), *_echoed_keys(observation)},
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
    binding = template.binding
    if heading.named and not template.parametric:
        binding = (*binding, ("heading", heading.named))
    return Identity(_key(observation.app, tuple(sorted(set(features))), _label(template, heading, features)), binding)


def _declared(observation: Observation, component: str) -> Identity:
    """Return the identity that a phone reports: the component in front, and which instance of it."""
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
    """Return the fine identity: everything on the screen that a person could notice.

    It covers texts, values, states and positions of what is visible, and the modal. It ignores what changes by itself
    (times with seconds, `2 minutes ago`, timers), so that a running clock is no effect, and movements of less than a
    pixel.
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
        "" if ticking else mask_times(element.text),
        "" if ticking else mask_times(element.name),
        element.value,
        sorted(element.states),
        [_coarse(edge) for edge in (element.box.x, element.box.y, element.box.right, element.box.bottom)],
        element.visibility,
        element.drawn,
        *([] if element.masked is None else [element.masked]),
    ]


def _coarse(pixels: float) -> int:
    """Quantise to two pixels; the borders avoid the fractions that layouts produce (0, ¼, ⅓, ½, ⅔, ¾)."""
    return math.floor((pixels + 0.125) / 2)


def _key(app: str, features: Sequence[tuple[str, str]], label: str) -> ScreenKey:
    return ScreenKey(app=app, id=_sha([app, *features], _KEY_LENGTH), label=label)


def _sha(value: object, length: int) -> str:
    written = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("ascii")).hexdigest()[:length]


# ---- features


def _special(observation: Observation) -> str:
    """Return the kind of an error page or dead app, whose address does not matter; else empty."""
    if observation.condition in {"error_page", "crashed", "app_gone"}:
        return observation.condition
    status = observation.facts.get("http_status", "")
    if _STATUS.fullmatch(status) and not _forms(observation):
        return f"error {status}"
    for text in (observation.title, *(text for _, text in _headings(observation)[:1])):
        plain = " ".join(re.findall(r"\w+", text.casefold()))
        for code in _ERRORS:
            phrase = code.phrase.casefold()
            whole = plain in (str(code.value), phrase, f"{code.value} {phrase}")
            if whole or (" " in phrase and plain.endswith(phrase) and len(plain) < _TITLE):
                return f"error {code.value}"
    return ""


def _headings(observation: Observation) -> list[tuple[int, str]]:
    """Return level and folded text of the headings outside lists, by level, then in document order."""
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
    """`fixed` names the place in the app; `named` is a heading that names the item shown."""

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
    return _Heading(fixed=plain) if plain in chrome and not template.parametric else _Heading(named=text)


def normalise(label: str) -> str:
    """Remove from a label what varies between looks: numbers, quotations, dates, counts."""
    text = _QUOTED.sub("*", label[:_LONGEST_LABEL].casefold())
    text = _BRACKETED.sub("", text)
    text = _DATE_WORDS.sub("", text)
    text = re.sub(r"[#№]?\d[\d.,:/\-]*(?:st|nd|rd|th|%)?", "", text)
    return " ".join(re.sub(r"[^\w*'&/ -]+", " ", text).split()).strip(" -/&'")


def _opening(message: str, words: int = 2) -> str:
    """Return the first words of a message: the verb and its object, before the item is named."""
    return " ".join(re.findall(r"[^\W\d_]+", normalise(message).partition("*")[0])[:words])


def _repeats(heading: str, route: str) -> bool:
    """Whether a heading repeats the end of the address; it may then change with the language."""
    last = re.sub(r"[^a-z]", "", route.partition("?")[0].rpartition("/")[2].casefold())
    return len(last) >= 3 and last in re.sub(r"[\W_]+", "", heading)


def _echoed_keys(observation: Observation) -> Iterable[str]:
    """Yield the query keys whose value the main heading repeats: `?action=history` of `History of Lamp`.

    A value that a field holds was entered and selects no view: `?q=lamp` of `Results for lamp`.
    """
    headings = _headings(observation)
    said = re.findall(r"[^\W\d_]+", headings[0][1]) if headings else []
    held = {element.value.casefold() for element in observation.elements if element.value}
    for key, value in parse_qsl(parts_of(observation.location).query, max_num_fields=200):
        plain = value.casefold()
        if len(plain) >= _SAID and plain not in held and any(word.startswith(plain) for word in said):
            yield key


def _turned_back(observation: Observation) -> str:
    """Return the address; for a later page of a list, that of its first page."""
    first = observation.facts.get("first", "")
    return urlsplit(observation.location)._replace(path=first).geturl() if first else observation.location


def _scoped(observation: Observation) -> bool:
    """Whether the first segment of the address names an owner of pages, such as a tenant or a project.

    One address cannot tell `/boat/history` of a project from a section `/docs/history`. The navigation can: it has
    links to at least three places below that segment, and to no more places elsewhere. Collapsed links count, too.
    """
    first = observation.location.partition("://")[2].partition("/")[2].partition("?")[0].partition("/")[0]
    if not first or is_parameter(first):
        return False
    ways = {tuple(way.casefold().split("/")[:2]) for way in _values(observation, "ways")}
    inside = {way[1] for way in ways if way[0] == first.casefold() and len(way) > 1 and not is_parameter(way[1])}
    outside = {way[0] for way in ways if way[0] != first.casefold()}
    return len(inside) >= 3 and len(inside) >= len(outside)


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
    named = [(kind, normalise(label.partition(": ")[0])) for kind, _, label in found]  # `Worker: anna` contains a value
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
    # A pick (`tab agenda`) distinguishes screens of one address, unless the address names it.
    parts += [value for kind, value in features if kind == "pick" and value.split()[-1] not in template.route]
    return " · ".join(parts)[:200] if parts != ["/"] or not heading.named else f"/ {HOLE}"
