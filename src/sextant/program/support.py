"""Whether a claim's evidence speaks of the goal: what holds on a screen is not yet what was asked for.

A claim is supported where one of its predicates shows either what a touch of the run has brought about, or that what
the goal wants is so already; where it speaks of the goal; and where everything that the goal names has been dealt with.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from sextant.evidence.goals import orders_in
from sextant.program.already import is_so, page_shows
from sextant.program.asked import Asked, named_in, words_of
from sextant.program.confirming import commits, confirms, denies, ended_otherwise, kin
from sextant.program.deeds import orders_deed
from sextant.program.figures import disagrees
from sextant.program.pages import beside, headlines, is_field, state_mark
from sextant.program.saying import is_denied, is_order
from sextant.program.shown import SEEN, Shown, shown_by, texts_of
from sextant.program.trail import Trail
from sextant.types.evidence import ElementState, Gone, ScreenIs, TextVisible, Verdict
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen

__all__ = ["answer_objection", "basis_objection", "claim_objection", "hasty", "nowhere", "shown"]

_CHOICE = re.compile(r"\b(?:which|who|whose|or|whether)\b|哪|谁|还是|是否")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_UNITS = words_of(["eur euro usd dollar gbp pound chf jpy yen cny kg km cm mm kwh gb mb min hour minute piece pcs pts"])
_LEADS = ("link", "tab", "menuitem", "row", "listitem", "option", "treeitem")
"""Roles of what leads somewhere rather than doing something."""
_NO_VALUES = ("heading", "tab", "main", "image", "textbox", "searchbox")


def claim_objection(
    asked: Asked, trail: Trail, screen: Screen, verdicts: Sequence[Verdict], again: bool = False
) -> str:
    """Why predicates that hold do not show that the goal is reached; empty where they do.

    `again`: what was named before did not show it. Then the page is read as a whole.
    """
    if not asked.words:  # a goal that says nothing readable asks for nothing more than that something is done and holds
        return "" if trail.moved or trail.did_something else "nothing was done yet"
    named_for_it = [shown_by(screen, verdict) for verdict in verdicts if verdict.outcome == "holds"]
    found = [item for item in named_for_it if not _says_otherwise(item, asked, trail)]
    if named_for_it and not found:
        return f"{named_for_it[0].text[:60]!r} speaks against it; see what is left to be done"
    confirmed = [item for item in found if _is_confirmed(item, asked, trail, screen)]
    brought = confirmed or [
        item for item in found if _brought_about(item, trail, screen) and not _only_offers(item, asked, trail)
    ]
    named = any(is_so(part, item, trail, screen) for part in asked.parts for item in found)
    whole = again and bool(found) and page_shows(asked, trail, screen)
    so = named or whole
    against = "" if so else next((said for item in brought if (said := _against(item, asked, trail, screen))), "")
    if against:
        return f"this page says {against[:60]!r}, which speaks against it; see what is left to be done"
    if (
        brought
        and not confirmed
        and not asked.names
        and not any(_speaks(asked, (*item.near, *trail.aim)) or trail.typed(item.text) for item in brought)
    ):
        return "what you name has changed, but it says nothing of what the goal asks for; name what shows that"
    if not brought and not so:
        return _not_shown(trail, screen)
    told = [text for item in found for text in (*item.near, item.text)]
    left = _left(asked, trail, [*told, *_told_by(screen)] if confirmed or whole else told)
    if left:
        return f"nothing was done yet about what the goal names: {', '.join(map(repr, left[:4]))}"
    open_ = _undone(asked, trail, told)
    if open_:
        return f"nothing that you touched or name speaks of {open_[:80]!r}; do it, or name what shows it as well"
    return ""


def _undone(asked: Asked, trail: Trail, told: Sequence[str]) -> str:
    """An order of the goal that neither a touch nor what is told speaks of, while they do of another one."""
    known = trail.aims | words_of(told)
    parts = (part for part in asked.parts if not (part.looks or part.conditional or part.limits))
    orders = [order for part in parts for order in orders_in(part.text) if orders_deed(order) and words_of([order])]
    unknown = [order for order in orders if not words_of([order]) & known]
    return unknown[0] if len(unknown) < len(orders) and unknown else ""


def _not_shown(trail: Trail, screen: Screen) -> str:
    if trail.unsent(screen):
        return "what you typed last is not sent or saved yet"
    return (
        "what you name stood there before you touched anything on this page, so it does not show that the goal is"
        " reached; name what your last act changed, or the state of the very thing the goal names"
    )


def hasty(asked: Asked, trail: Trail, screen: Screen) -> str:
    """What was not looked at before the goal was called impossible; empty where everything was."""
    unopened, unseen = trail.unopened(), [name for name in asked.names if not trail.has_seen(name)]
    if not trail.moved:
        return "you have not gone anywhere yet; look where it could be before you give up"
    if unopened:
        return f"{unopened[0]!r} was offered on the first screen, is named in the goal and was never opened"
    if unseen and screen.observation.scroll.below > 0:
        return f"{unseen[0]!r} was not seen, and this page goes on below; scroll before you give up"
    if not unseen:
        return "everything that the goal names was seen; say it again if something stands in its way all the same"
    return ""


def shown(screen: Screen, text: str) -> Element | None:
    """The element in view that says the text, as words of its own: `no` does not stand in `notes`."""
    wanted = collapse(text)
    return next(iter(_holders(screen, wanted)), None) if wanted else None


def nowhere(quote: str, screen: Screen) -> str:
    """Why words that no element in view says are not taken."""
    if not quote:
        return "nothing was quoted for it"
    if collapse(quote) in collapse(screen.title):
        return f"{quote[:80]!r} is what the screen is called; quote words that stand on it"
    return f"your quote {quote[:80]!r} stands nowhere on the screen"


def answer_objection(asked: Asked, trail: Trail, screen: Screen, text: str, verdicts: Sequence[Verdict] = ()) -> str:
    """Why a text of the screen is not what was asked for; empty where nothing speaks against it.

    It has to stand with the thing that the question names. Words of the question have to stand beside it, or a label
    that is named with the answer; and no other text of the screen may stand closer to the question's words.
    """
    if asked.words and not asked.wants_value:
        return claim_objection(asked, trail, screen, verdicts) or "the goal asks for a deed: say that it is done"
    told = words_of([text])
    if told and told <= asked.words and not _chooses(asked):
        return "this only repeats words of the question; answer with the value itself"
    missing = _elsewhere(asked, trail, screen)
    if missing:
        return f"{missing!r}, which the question names, is not on this screen; go to where both stand"
    apart = _without_units(asked, text)
    rivals = [(_closeness(apart, screen, element), element.index) for element in _values(asked, screen)]
    best, where = max(rivals, default=(0, 0))
    holders = [item for item in _holders(screen, collapse(text)) if _chooses(asked) or not _is_pressed(item, text)]
    if not holders:
        return "that is something to press and tells no value; answer with what is asked for"
    own = max((_closeness(apart, screen, element, collapse(text)) for element in holders), default=0)
    labels = {collapse(item.text) for item in (shown_by(screen, verdict) for verdict in verdicts) if item.text}
    labelled = any(labels & set(beside(screen, element)) - {collapse(text)} for element in holders)
    other = None if labelled or own < max(best, 1) else _says_instead(apart, screen, holders, collapse(text))
    if own and own >= best and other is None:
        return ""
    if other is None and best - own <= 1 and (labelled or not any(part.words for part in asked.parts)):
        return ""
    if own < best or other is not None:
        rival = other or screen.element(where)
        said = "" if rival is None else rival.text or rival.value
        return f"the question's words stand beside {said[:60]!r} rather than beside this answer; look again"
    return "nothing beside this answer says that it is what was asked; name with `expect` the label it stands at"


def basis_objection(asked: Asked, trail: Trail, screen: Screen, verdicts: Sequence[Verdict]) -> str:
    """Why what was named does not bear out an answer that stands nowhere (a sum, a yes); empty where it does."""
    found = [shown_by(screen, verdict) for verdict in verdicts if verdict.outcome == "holds"]
    told = [text for item in found for text in (*item.near, item.text)]
    if not _speaks(asked, told):
        return "what you name says nothing of what was asked; name what the answer is made of"
    missing = [name for name in asked.names if not (named_in(name, told) or trail.has_seen(name))]
    return f"{missing[0]!r} was not looked at yet, which the question names" if missing else ""


# -- what a predicate shows ------------------------------------------------------------------------------------


def _brought_about(item: Shown, trail: Trail, screen: Screen) -> bool:
    """Whether it came about through a touch on this page, which did not show it before."""
    predicate, element = item.predicate, item.element
    match predicate:
        case ElementState() if element is not None and element.role != "tab":
            stood = trail.stood(screen, state_mark(element, predicate.state))
            return stood is not None and stood != predicate.present
        case TextVisible() if element is None or not is_field(element):
            return trail.stood(screen, item.text) is False
        case Gone():
            gone = predicate.text or ("" if predicate.element is None else predicate.element.name)
            return trail.was_here(screen, gone)
        case ScreenIs():
            return bool(predicate.text) and trail.stood(screen, predicate.text) is False
        case _:
            return False


def _only_offers(item: Shown, asked: Asked, trail: Trail) -> bool:
    """Whether it came into view as a control which offers to do what the goal asks for, as a menu does."""
    written = not isinstance(item.predicate, TextVisible | ScreenIs) or trail.typed(item.text)
    return item.offer and not written and any(is_order(item.text, part.text, part.names) for part in asked.parts)


def _is_confirmed(item: Shown, asked: Asked, trail: Trail, screen: Screen) -> bool:
    """Whether it confirms a deed of the run, on a page that the control which did it was the first to lead to.

    A page that was merely opened confirms nothing, nor does one that asks for the same thing again.
    """
    touched = trail.arrived(screen)
    if touched is None or not isinstance(item.predicate, TextVisible | ScreenIs) or item.offer or not item.text:
        return False
    role, label = touched
    goal = " ".join(part.text for part in asked.parts)
    if role in _LEADS or not commits(label, goal) or _asks_again(screen, label):
        return False
    said = item.own if item.element is None else tuple(text for text in item.own if item.text in text)
    fresh = trail.fresh(screen, item.text) and all(confirms(text) for text in said)
    return fresh and kin(asked.words, (*_told_by(screen), *trail.aim))


def _says_otherwise(item: Shown, asked: Asked, trail: Trail) -> bool:
    """Whether a text itself asks whether it shall be so, says that it is not, or speaks of other figures or days."""
    goal = " ".join(part.text for part in asked.parts)
    if not isinstance(item.predicate, TextVisible | ScreenIs) or item.text in goal or trail.typed(item.text):
        return False
    if item.text.endswith(("?", "？")) or disagrees(item.text, goal):
        return True
    if any(part.off for part in asked.parts):
        return False
    return ended_otherwise(item.text, asked.words) or is_denied(item.text, asked.words, asked.names)


def _against(item: Shown, asked: Asked, trail: Trail, screen: Screen) -> str:
    """A text that says that it went wrong: the one named, or another on a page that the last touch has led to."""
    if not isinstance(item.predicate, TextVisible | ScreenIs):
        return ""
    given = any(item.text in part.text for part in asked.parts) or trail.typed(item.text)
    if given:
        return ""  # what was to be written may well say that something failed
    said = (item.text, *item.own)
    undone = (text for text in said if is_denied(text, asked.words, asked.names))
    if not any(part.off for part in asked.parts) and (found := next(undone, "")):
        return found
    return denies((*said, *(_told_by(screen) if trail.arrived(screen) else ())), asked.words)


def _asks_again(screen: Screen, label: str) -> bool:
    """Whether a page wants to be filled in: a password, or any field beside the very control that led here."""
    empty = [element for element in screen.elements if is_field(element) and not element.value]
    again = any(element.interactable and collapse(element.label) == label for element in screen.elements)
    return any("password" in element.states or element.input_type == "password" for element in empty) or bool(
        again and empty
    )


def _told_by(screen: Screen) -> list[str]:
    """What a page itself says in view: no offers, nothing that stands in a field."""
    said = [item for item in screen.elements if item.visibility in SEEN and not item.affordances]
    return [*headlines(screen), *(collapse(item.text) for item in said if item.text and not is_field(item))]


def _speaks(asked: Asked, texts: Sequence[str]) -> bool:
    return bool(asked.words & words_of(texts)) or any(named_in(name, texts) for name in asked.names)


def _left(asked: Asked, trail: Trail, told: Sequence[str]) -> list[str]:
    """Names that the goal wants something done about, or looked at, and nothing was."""
    seen_is_enough = asked.looked_at
    passed = [name for name in trail.passed_by() if not named_in(name, told)]
    return passed + [
        name
        for part in asked.parts
        if not part.conditional
        for name in part.names
        if not (named_in(name, told) or (trail.has_seen(name) if name in seen_is_enough else trail.dealt_with(name)))
    ]


# -- where an answer stands ------------------------------------------------------------------------------------


def _holders(screen: Screen, wanted: str) -> list[Element]:
    if not wanted:
        return []
    says = whole_words(wanted)
    seen = [
        element for element in screen.elements if element.visibility in SEEN and element.role not in ("main", "tab")
    ]
    return [element for element in seen if any(says.search(collapse(text)) for text in texts_of(element))]


def _without_units(asked: Asked, answer: str) -> Asked:
    """The question without the words of a figure, such as its currency: they stand beside every other one as well."""
    if _chooses(asked) or not _NUMBER.search(answer):
        return asked
    units = words_of([answer])
    return replace(asked, parts=tuple(replace(part, words=part.words - units) for part in asked.parts))


def _closeness(asked: Asked, screen: Screen, element: Element, answer: str = "") -> int:
    """How many of the question's words and names stand beside a text, the text itself left out.

    A name alone, as in the row of a list, tells only what figure is meant; of words there may be several.
    """
    own = {collapse(text) for text in texts_of(element) if text}
    heads = {collapse(item.label) for item in screen.elements if item.role == "heading"}
    texts = [text for text in beside(screen, element) if text not in own | heads]
    if answer:
        texts += [text.replace(answer, " ") for text in own]
    words = frozenset[str]().union(*(part.words for part in asked.parts))
    told = len(words & words_of(texts))
    if words and not told and answer and not _NUMBER.search(answer):
        return 0
    return told + sum(named_in(name, texts) for name in asked.names)


def _says_instead(asked: Asked, screen: Screen, holders: Sequence[Element], answer: str) -> Element | None:
    """A figure that stands with the question's words and no others, where the answer stands with other ones.

    As in a list of `Tea 8.00` and `Total 12.00`, whose rows stand next to each other.
    """
    words = frozenset[str]().union(*(part.words for part in asked.parts))
    labels = [_labels(element, answer) for element in holders]
    rows = [collapse(text) for element in holders for text in texts_of(element)]
    if not _NUMBER.search(answer) or not all(labels) or any(named_in(name, rows) for name in asked.names):
        return None
    exact = all(own <= words for own in labels)
    for one in _values(asked, screen):
        found = _NUMBER.search(one.text or one.value)
        told = frozenset[str]() if found is None or one in holders else _labels(one, found[0])
        if not told or not told <= words:
            continue
        apart = {collapse(text) for text in texts_of(one)} | set(headlines(screen))
        around = words_of(text for element in holders for text in beside(screen, element) if text not in apart)
        known = words & (around | frozenset[str]().union(*labels))
        if told > known if exact else told >= known:
            return one
    return None


def _labels(element: Element, figure: str) -> frozenset[str]:
    """The words that stand with a figure in one text; units are none."""
    texts = [collapse(text).replace(figure, " ") for text in texts_of(element) if text]
    return words_of(texts) - _UNITS


def _values(asked: Asked, screen: Screen) -> list[Element]:
    """Texts in view that could be an answer: they say more than the question does."""
    return [
        element
        for element in screen.elements
        if element.visibility in SEEN
        and (element.text or element.value)
        and element.role not in _NO_VALUES
        and _says_more(element.text or element.value, asked)
    ]


def _says_more(text: str, asked: Asked) -> bool:
    figures = set(_NUMBER.findall(text)) - {figure for part in asked.parts for figure in _NUMBER.findall(part.text)}
    return bool(figures) or not words_of([text]) <= asked.words


def _elsewhere(asked: Asked, trail: Trail, screen: Screen) -> str:
    """A name of the question that neither stands in view here nor was touched on the way; empty where there is none."""
    seen = [element for element in screen.elements if element.visibility in SEEN]
    here = [collapse(text) for element in seen for text in (element.text, element.name) if text]
    here += headlines(screen)
    left = [name for name in asked.names if not (named_in(name, here) or trail.dealt_with(name))]
    return next(iter((*trail.passed_by(), *left)), "")


def _is_pressed(element: Element, text: str) -> bool:
    """Whether a text is all that a button says: what could be done, or what a list can be narrowed to."""
    return element.role in ("button", "menuitem") and collapse(element.label) == collapse(text)


def _chooses(asked: Asked) -> bool:
    return any(_CHOICE.search(part.text) for part in asked.parts)
