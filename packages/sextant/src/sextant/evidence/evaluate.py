"""Evaluates predicates on screens, without a model."""

import re
from typing import assert_never

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.elements.refs import called, resolve
from sextant.evidence.change import change_between, masked_in_words
from sextant.evidence.dialogs import dialog_of
from sextant.text import folded, quote_pattern
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    Evidence,
    FieldHas,
    Gone,
    Outcome,
    Predicate,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.screens import Condition, Element, ElementRef, Screen

_SEEN = frozenset({"visible", "clipped"})
_THERE: frozenset[Condition] = frozenset({"ok", "empty_hierarchy", "stale_hierarchy", "error_page"})
"""Conditions under which the identity of a screen is readable."""
_NUMBER = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?")
_GROUPED = re.compile(r"[ ()/-]")
_JOINED = re.compile(r"[_/.-]+")
_SAME_PLACE = 0.6


def evaluate(predicate: Predicate, before: Screen | None, after: Screen, step: int) -> Verdict:
    """Evaluate a predicate on `after`; `before` decides whether that proves an effect.

    A predicate that already held before is vacuous: it `holds`, but proves nothing. On an unreadable screen (canvas,
    crash, error page) predicates are undecided, and so is one about an element that was never there. A verdict that
    holds cites its place on the screen.
    """
    outcome, reason, evidence = _on(predicate, before, after, step)
    if isinstance(predicate, Changed) or before is None or outcome != "holds":
        return Verdict(predicate, outcome, reason, evidence)
    if _on(predicate, None, before, step)[0] == "holds":
        return Verdict(predicate, outcome, f"{reason}; it already held before", evidence, vacuous=True)
    return Verdict(predicate, outcome, reason, evidence)


def held(predicate: Predicate, screen: Screen, step: int = 0) -> Verdict:
    """Evaluate a predicate on one screen alone, as for a claim to be done."""
    outcome, reason, evidence = _on(predicate, None, screen, step)
    return Verdict(predicate, outcome, reason, evidence)


_Finding = tuple[Outcome, str, tuple[Evidence, ...]]


def _on(predicate: Predicate, before: Screen | None, screen: Screen, step: int) -> _Finding:
    if isinstance(predicate, Effect):
        return "undecided", "an effect told in words needs a judge", ()
    if isinstance(predicate, Changed):
        return _changed(before, screen, step)
    readable = screen.condition in _THERE if isinstance(predicate, ScreenIs) else screen.condition == "ok"
    if not readable:
        return "undecided", f"the screen cannot be read ({screen.condition})", ()
    match predicate:
        case ScreenIs():
            return _screen_is(predicate, screen, step)
        case TextVisible():
            return _text_visible(predicate, screen, step)
        case Gone():
            return _gone(predicate, before, screen, step)
        case FieldHas():
            return _field_has(predicate, before, screen, step)
        case ElementState():
            return _element_state(predicate, before, screen, step)
        case _:
            assert_never(predicate)


def _changed(before: Screen | None, screen: Screen, step: int) -> _Finding:
    if before is None:
        return "undecided", "there is no screen to compare with", ()
    change = change_between(before, screen)
    where = _whole(screen, step, "") if change.element is None else _seen(change.element, screen, step)
    match change.kind:
        case "content" | "question":
            return "holds", change.reason, (where,)
        case "same" | "moved":
            return "fails", change.reason, ()
        case _:
            return "undecided", change.reason, ()


def _text_visible(predicate: TextVisible, screen: Screen, step: int) -> _Finding:
    says = quote_pattern(predicate.text)
    if says is None:
        return "undecided", "no text was named", ()
    found = _find_text(says, screen)
    if found is not None and found.seen:
        return "holds", f"{predicate.text!r} is on the screen", (found.cited(screen, step),)
    where, quote = _beside(says, screen)
    if where:
        return "holds", f"{predicate.text!r} is {where}", (_whole(screen, step, quote),)
    if found is not None:
        return "undecided", f"{predicate.text!r} exists but is {found.hidden}", (found.cited(screen, step),)
    if _hides_the_page(screen):
        return "undecided", f"a dialog lies over where {predicate.text!r} may stand", ()
    return "fails", f"{predicate.text!r} is not on the screen", ()


def _gone(predicate: Gone, before: Screen | None, screen: Screen, step: int) -> _Finding:
    where = quote = ""
    if predicate.element is not None:
        what, element = _name(predicate.element), resolve(screen, predicate.element)
        found = None if element is None else _Found(element, element.visibility in _SEEN, _quotable(element))
        if found is None and before is not None and resolve(before, predicate.element) is None:
            return "undecided", f"{what!r} was not there before either", ()
    else:
        says = quote_pattern(predicate.text)
        if says is None:
            return "undecided", "neither a text nor an element was named", ()
        what, found = predicate.text, _find_text(says, screen)
        where, quote = _beside(says, screen)
    if found is not None and found.seen:
        return "fails", f"{what!r} is still on the screen", (found.cited(screen, step),)
    if where:
        return "fails", f"{what!r} is {where}", (_whole(screen, step, quote),)
    if found is not None:
        return "undecided", f"{what!r} still exists but is {found.hidden}", (found.cited(screen, step),)
    if _hides_the_page(screen):
        return "undecided", f"a dialog lies over where {what!r} may stand", ()
    return "holds", f"{what!r} is no longer on the screen", (_whole(screen, step, ""),)


def _field_has(predicate: FieldHas, before: Screen | None, screen: Screen, step: int) -> _Finding:
    found = _same_element(predicate.element, before, screen)
    if found is None:
        return "undecided", f"the field {_name(predicate.element)!r} is not on the screen", ()
    if "password" in found.states:
        return _masked(predicate, found, screen, step)
    value = found.value or (found.text if "editable" in found.states else "")
    seen = (_seen(found, screen, step),)
    field = f"the field {found.label!r}" if found.label else called(screen, found)
    if _same_value(value, predicate.value):
        return "holds", f"{field} holds {predicate.value!r}", seen
    return "fails", f"{field} holds {value!r}, not {predicate.value!r}", seen


def _masked(predicate: FieldHas, found: Element, screen: Screen, step: int) -> _Finding:
    """Of a password field only its length is known."""
    if found.masked is None:
        return "undecided", "the value of a password field is not readable", ()
    outcome: Outcome = "holds" if bool(found.masked) == bool(predicate.value) else "fails"
    return outcome, masked_in_words(found), (_seen(found, screen, step),)


def _same_value(value: str, wanted: str) -> bool:
    """Ignores white space and case; a field may group the digits of a typed number, or give it more decimals."""
    if folded(value) == folded(wanted):
        return True
    more = "0+" if "." in wanted else r"\.0+"
    if _NUMBER.fullmatch(wanted.strip()) and re.fullmatch(re.escape(wanted.strip()) + more, value.strip()):
        return True
    return wanted.removeprefix("+").isdigit() and _GROUPED.sub("", value) == wanted


def _screen_is(predicate: ScreenIs, screen: Screen, step: int) -> _Finding:
    if predicate.key:
        if screen.key.id == predicate.key:
            shown = f"the screen {screen.key.label!r}" if screen.key.label else "the expected screen"
            return "holds", f"this is {shown}", (_whole(screen, step, ""),)
        if screen.condition != "ok":
            return "undecided", f"the screen cannot be read ({screen.condition})", ()
        dialog = dialog_of(screen)
        if dialog is not None and dialog.blocking:
            return "undecided", f"a dialog lies over the screen: {dialog.title[:60]!r}", ()
        shown = f"the screen {screen.key.label!r}" if screen.key.label else "another screen"
        return "fails", f"this is {shown}", (_whole(screen, step, ""),)
    says = quote_pattern(predicate.text)
    if says is None:
        return "undecided", "neither a key nor a text was named", ()
    for what, text in _headlines(screen):
        if says.search(folded(text)) or says.search(_JOINED.sub(" ", folded(text))):
            return "holds", f"its {what} is {text!r}", (_whole(screen, step, text),)
    if _hides_the_page(screen):
        return "undecided", "a dialog lies over the screen, and not all of what names it is told", ()
    return "fails", f"neither title, heading nor location of this screen holds {predicate.text!r}", ()


def _element_state(predicate: ElementState, before: Screen | None, screen: Screen, step: int) -> _Finding:
    found = _same_element(predicate.element, before, screen)
    if found is None:
        return "undecided", f"{_name(predicate.element)!r} is not on the screen", ()
    present = predicate.state in found.states
    word = predicate.state if present else f"not {predicate.state}"
    outcome: Outcome = "holds" if present == predicate.present else "fails"
    return outcome, f"{called(screen, found)} is {word}", (_seen(found, screen, step),)


def _same_element(ref: ElementRef, before: Screen | None, screen: Screen) -> Element | None:
    """The element, also where its label has changed: a field is often named by its value."""
    found = resolve(screen, ref)
    if found is not None or before is None:
        return found
    was = resolve(before, ref)
    if was is None or before.location != screen.location:
        return None
    alike = [item for item in screen.elements if item.role == was.role and item.test_id == was.test_id]
    alike = [item for item in alike if item.box.iou(was.box) >= _SAME_PLACE]
    return alike[0] if len(alike) == 1 else None


def _name(ref: ElementRef) -> str:
    return ref.name or ref.test_id or ref.role


def _headlines(screen: Screen) -> list[tuple[str, str]]:
    shown = readable(screen.location)  # as it is listed
    lines = [("title", screen.title), *(("location", one) for one in dict.fromkeys((screen.location, shown)))]
    lines += [("heading", element.label) for element in screen.elements if element.role == "heading"]
    lines += [("landmark", text) for text in screen.observation.landmarks]
    if screen.modal is not None:
        lines.append(("dialog", screen.modal.message))
    return lines


def _beside(says: re.Pattern[str], screen: Screen) -> tuple[str, str]:
    """Where text outside the elements shows the words, and the whole text: native dialog, title or passing message."""
    if screen.modal is not None and says.search(folded(screen.modal.message)):
        return "in the dialog", screen.modal.message
    if says.search(folded(screen.title)):
        return "the title", screen.title
    passed = next((text for text in screen.observation.said if says.search(folded(text))), "")
    return ("what the page said in passing" if passed else ""), passed


def _hides_the_page(screen: Screen) -> bool:
    """Whether only a dialog is listed, so that the page behind is unknown."""
    if screen.modal is not None:
        return True
    dialog = dialog_of(screen)
    if dialog is None or not dialog.blocking:
        return False
    own = {item.index for item in dialog.elements}
    return all(item.index in own or item.visibility == "offscreen" for item in screen.elements)


@dataclass(frozen=True, slots=True)
class _Found:
    """An element that shows a text, whether it is in view, and the text that matched."""

    element: Element
    seen: bool
    text: str

    @property
    def hidden(self) -> str:
        return self.element.visibility if self.element.visibility not in _SEEN else "partly hidden"

    def cited(self, screen: Screen, step: int) -> Evidence:
        return Evidence(screen.digest, step, self.element.index, self.element.box, self.text[:200])


def _find_text(says: re.Pattern[str], screen: Screen) -> _Found | None:
    """The element that shows the text, preferably one in view."""
    holders = [
        _Found(element, element.visibility in _SEEN, text)
        for element in screen.elements
        for text in _texts(element)
        if says.search(folded(text))
    ]
    return next((found for found in holders if found.seen), holders[0]) if holders else _across(says, screen)


def _across(says: re.Pattern[str], screen: Screen) -> _Found | None:
    """The first of several neighbouring elements that the text spans."""
    shown = [element for element in screen.elements if element.visibility != "offscreen" and element.text]
    text, starts = "", list[tuple[int, Element]]()
    for element in shown:
        starts.append((len(text), element))
        text += folded(element.text) + " "
    found = says.search(text)
    if found is None:
        return None
    first = next(place for place in reversed(range(len(starts))) if starts[place][0] <= found.start())
    spanned = [element for start, element in starts[first:] if start < found.end()]
    return _Found(spanned[0], all(element.visibility in _SEEN for element in spanned), spanned[0].text)


def _texts(element: Element) -> tuple[str, ...]:
    if "password" in element.states:
        return (element.text, element.name)
    return (element.text, element.name, element.value)


def _quotable(element: Element) -> str:
    return "" if "password" in element.states else element.text or element.value or element.name


def _seen(element: Element, screen: Screen, step: int) -> Evidence:
    return Evidence(screen.digest, step, element.index, element.box, _quotable(element)[:200])


def _whole(screen: Screen, step: int, quote: str) -> Evidence:
    return Evidence(screen.digest, step, quote=quote[:200])
