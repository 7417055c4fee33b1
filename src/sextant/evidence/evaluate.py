"""Predicates evaluated on screens, without a model."""

from typing import assert_never

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
from sextant.types.refs import collapse, resolve, whole_words
from sextant.types.screens import Element, Screen

_SEEN = frozenset({"visible", "clipped"})


def evaluate(predicate: Predicate, before: Screen | None, after: Screen, step: int) -> Verdict:
    """What `after` says of the predicate; `before` tells whether that proves anything.

    A predicate that already held before the action is vacuous: it stays `holds`, but is no evidence of an effect.
    A screen that describes nothing (canvas, crash, error page) decides nothing about what is on it.
    """
    outcome, reason, evidence = _on(predicate, before, after, step)
    if isinstance(predicate, Changed) or before is None or outcome != "holds":
        return Verdict(predicate, outcome, reason, evidence)
    if _on(predicate, None, before, step)[0] == "holds":
        return Verdict(predicate, outcome, f"{reason}; it already held before", evidence, vacuous=True)
    return Verdict(predicate, outcome, reason, evidence)


def held(predicate: Predicate, screen: Screen, step: int = 0) -> Verdict:
    """What one screen by itself says of the predicate: the form in which a claim to be done is checked."""
    outcome, reason, evidence = _on(predicate, None, screen, step)
    return Verdict(predicate, outcome, reason, evidence)


_Finding = tuple[Outcome, str, tuple[Evidence, ...]]


def _on(predicate: Predicate, before: Screen | None, screen: Screen, step: int) -> _Finding:
    if isinstance(predicate, Effect):
        return "undecided", "an effect told in words needs a judge", ()
    if isinstance(predicate, Changed):
        return _changed(before, screen)
    if isinstance(predicate, ScreenIs):
        return _screen_is(predicate, screen, step)
    if screen.condition != "ok":
        return "undecided", f"the screen cannot be read ({screen.condition})", ()
    match predicate:
        case TextVisible():
            return _text_visible(predicate, screen, step)
        case Gone():
            return _gone(predicate, screen, step)
        case FieldHas():
            return _field_has(predicate, screen, step)
        case ElementState():
            return _element_state(predicate, screen, step)
        case _:
            assert_never(predicate)


def _changed(before: Screen | None, screen: Screen) -> _Finding:
    if before is None:
        return "undecided", "there is no screen to compare with", ()
    if before.digest == screen.digest:
        return "fails", "the screen is the same as before", ()
    return "holds", "the screen differs from the one before", ()


def _text_visible(predicate: TextVisible, screen: Screen, step: int) -> _Finding:
    wanted = collapse(predicate.text)
    if not wanted:
        return "undecided", "no text was named", ()
    found = _find_text(wanted, screen)
    if found is not None and found.visibility in _SEEN:
        return "holds", f"{predicate.text!r} is on the screen", (_seen(found, screen, step),)
    if screen.modal is not None and wanted in collapse(screen.modal.message):
        return "holds", f"{predicate.text!r} is in the dialog", (_whole(screen, step, screen.modal.message),)
    if whole_words(wanted).search(collapse(screen.title)):
        return "holds", f"{predicate.text!r} is the title", (_whole(screen, step, screen.title),)
    if found is not None:
        return "undecided", f"{predicate.text!r} exists but is {found.visibility}", (_seen(found, screen, step),)
    return "fails", f"{predicate.text!r} is not on the screen", ()


def _gone(predicate: Gone, screen: Screen, step: int) -> _Finding:
    if predicate.element is not None:
        found, what = resolve(screen, predicate.element), predicate.element.name or predicate.element.test_id
    else:
        wanted = collapse(predicate.text)
        if not wanted:
            return "undecided", "neither a text nor an element was named", ()
        found, what = _find_text(wanted, screen), predicate.text
    if found is None:
        return "holds", f"{what!r} is no longer on the screen", (_whole(screen, step, ""),)
    if found.visibility in _SEEN:
        return "fails", f"{what!r} is still on the screen", (_seen(found, screen, step),)
    return "undecided", f"{what!r} still exists but is {found.visibility}", (_seen(found, screen, step),)


def _field_has(predicate: FieldHas, screen: Screen, step: int) -> _Finding:
    found = resolve(screen, predicate.element)
    if found is None:
        return "undecided", f"the field {predicate.element.name!r} is not on the screen", ()
    if "password" in found.states:
        return "undecided", "the value of a password field is not readable", ()
    value = found.value or (found.text if "editable" in found.states else "")
    seen = (_seen(found, screen, step),)
    if collapse(value) == collapse(predicate.value):
        return "holds", f"the field {found.label!r} holds {predicate.value!r}", seen
    return "fails", f"the field {found.label!r} holds {value!r}, not {predicate.value!r}", seen


def _screen_is(predicate: ScreenIs, screen: Screen, step: int) -> _Finding:
    if predicate.key:
        if screen.key.id == predicate.key:
            return "holds", f"this is the screen {screen.key.label or predicate.key!r}", (_whole(screen, step, ""),)
        return "fails", f"this is the screen {screen.key.label or screen.key.id!r}", (_whole(screen, step, ""),)
    wanted = collapse(predicate.text)
    if not wanted:
        return "undecided", "neither a key nor a text was named", ()
    for what, text in _headlines(screen):
        if wanted in collapse(text):
            return "holds", f"its {what} is {text!r}", (_whole(screen, step, text),)
    return "fails", f"neither title, heading nor location of this screen holds {predicate.text!r}", ()


def _element_state(predicate: ElementState, screen: Screen, step: int) -> _Finding:
    found = resolve(screen, predicate.element)
    if found is None:
        return "undecided", f"{predicate.element.name!r} is not on the screen", ()
    present = predicate.state in found.states
    word = predicate.state if present else f"not {predicate.state}"
    outcome: Outcome = "holds" if present == predicate.present else "fails"
    return outcome, f"{found.label!r} is {word}", (_seen(found, screen, step),)


def _headlines(screen: Screen) -> list[tuple[str, str]]:
    lines = [("title", screen.title), ("location", screen.location)]
    lines += [("heading", element.label) for element in screen.elements if element.role == "heading"]
    lines += [("landmark", text) for text in screen.observation.landmarks]
    if screen.modal is not None:
        lines.append(("dialog", screen.modal.message))
    return lines


def _find_text(wanted: str, screen: Screen) -> Element | None:
    """The element that shows the text, one that can be seen preferred."""
    says = whole_words(wanted)
    holders = [element for element in screen.elements if any(says.search(collapse(text)) for text in _texts(element))]
    if not holders:
        return _across(wanted, screen)
    return next((element for element in holders if element.visibility in _SEEN), holders[0])


def _across(wanted: str, screen: Screen) -> Element | None:
    """A text that runs over several neighbouring elements: the one in which it begins."""
    shown = [element for element in screen.elements if element.visibility in _SEEN and element.text]
    text, starts = "", list[tuple[int, Element]]()
    for element in shown:
        starts.append((len(text), element))
        text += collapse(element.text) + " "
    found = whole_words(wanted).search(text)
    if found is None:
        return None
    return next(element for start, element in reversed(starts) if start <= found.start())


def _texts(element: Element) -> tuple[str, ...]:
    if "password" in element.states:
        return (element.name, element.text)
    return (element.text, element.name, element.value)


def _seen(element: Element, screen: Screen, step: int) -> Evidence:
    quote = "" if "password" in element.states else (element.text or element.value or element.name)[:200]
    return Evidence(screen.digest, step, element.index, element.box, quote)


def _whole(screen: Screen, step: int, quote: str) -> Evidence:
    return Evidence(screen.digest, step, quote=quote[:200])
