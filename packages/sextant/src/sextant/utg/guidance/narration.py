"""Renders the map's guidance for models (Agent+P, section 4.3 and Table 6).

Names and labels are untrusted words of the app, and kept separate: `advice` contains none, and refers to elements by
index and to all else by number; `glossary` contains only those, and belongs behind the fence for screen content.
"""

from collections.abc import Iterator

from sextant.utg.guidance.routes import Guidance, PlaceOption, Pointer, Preparation, RouteLeg, TargetCandidate, Trust

__all__ = ["advice", "brief_advice", "glossary", "trust_words"]

_VERBS = {"tap": "tap", "hold": "press and hold", "double_tap": "double-tap", "drag": "drag"}
_WHOLE = {"home": "go to the start page", "enter": "press enter", "back": "go back"}
_DIRECTIONS = ("up", "down", "left", "right")
_LETTERS = "ABCDEFGH"
_SURE, _UNSURE = 0.75, 0.5


def advice(guidance: Guidance) -> str:
    """What to do, without words of the app: elements by index, all else by its number in the glossary."""
    return "\n".join(_advice(guidance))


def brief_advice(guidance: Guidance) -> str:
    """The next action alone, in one line, for small prompts; empty where there is none."""
    leg = guidance.next
    if leg is None:
        return "The map says that this is the screen." if guidance.arrived else ""
    return f"{_before(guidance.preparation)} {_next(leg, guidance.preparation)}".strip()


def glossary(guidance: Guidance) -> str:
    """The names behind the numbers of the advice: the app's own words, each in quotation marks."""
    lines = [f'here: "{guidance.here.name}"']
    if guidance.diverged is not None:
        lines.append(f'the last step was to lead to "{guidance.diverged.meant}", led to "{guidance.diverged.landed}"')
    lines += [f'screen {letter}: "{aim.name}"' for letter, aim in zip(_LETTERS, guidance.aims, strict=False)]
    first = guidance.preparation
    if first is not None and first.pointer is not None and first.kind != "scroll":
        lines.append(f"first: {_element(first.pointer, named=True)}")
    for number, leg in enumerate(guidance.legs, 1):
        lines.append(f'step {number}: {_action(leg, named=True)} → "{leg.leads_to}"')
    for number, option in enumerate(guidance.options, 1):
        lines.append(f'option {number}: "{option.name}", by {_action(option.first, named=True, by=True)}')
    return "\n".join(lines)


def trust_words(trust: Trust) -> str:
    """How reliable a hop is, with its counts."""
    total = trust.successes + trust.failures
    match trust.basis:
        case "inferred":
            return "never tried: only its address or its name says where it leads"
        case "static":
            seen = f", and failed {_times(trust.failures)}" if trust.failures else ""
            return f"read from the app's code, never seen to work{seen}"
        case "walked" if total == 1:
            return "worked the one time it was taken" if trust.successes else "failed the one time it was taken"
        case "walked":
            return f"worked {'only ' if trust.failures else ''}{trust.successes} of {total} times"


# -- advice -------------------------------------------------------------------------------------------------------


def _advice(guidance: Guidance) -> Iterator[str]:
    yield _where(guidance)
    if guidance.diverged is not None:
        yield "The last step led to another screen than the map said; the map is corrected and the path planned anew."
    yield from _ahead(guidance)
    if guidance.next is not None and not guidance.arrived:
        yield "What the screen shows counts more than the map: leave the path where the two disagree."


def _ahead(guidance: Guidance) -> Iterator[str]:
    """The targets, and the route to them."""
    for letter, aim in zip(_LETTERS, guidance.aims, strict=False):
        yield f"{_standing(aim)}: screen {letter}, {_confidence(aim.confidence)}."
    leg = guidance.next
    if guidance.arrived:
        yield "You are on it. Do here what the goal asks; if it is not here, the map has the wrong screen."
    elif leg is None:
        yield from _no_way(guidance)
    else:
        before = _before(guidance.preparation)
        yield f"Next: {before} {_next(leg, guidance.preparation)}".replace("  ", " ")
        yield from _rest(guidance)


def _where(guidance: Guidance) -> str:
    here = guidance.here
    if not here.known:
        return "You are on a screen that the map does not know yet."
    if here.static:
        return "You are on a screen that the map knows from the app's code alone."
    seen = f"visited {_times(here.visits)} so far" if here.visits else "not visited before"
    return f"You are on a screen that the map knows, {seen}."


def _standing(aim: TargetCandidate) -> str:
    match aim.state:
        case "ahead" | "here":
            return "Target"
        case "unreachable":
            return "No known path leads to"
        case "spare":
            return "It might also be"
        case "later":
            return "Besides"


def _confidence(confidence: float) -> str:
    sure = "likely" if confidence >= _SURE else "possibly" if confidence >= _UNSURE else "doubtfully"
    return f"{sure} what the goal means ({confidence:.0%} sure)"


def _before(preparation: Preparation | None) -> str:
    """The sentence about the preparation; empty where there is none."""
    if preparation is None:
        return ""
    pointer = preparation.pointer
    thing = "" if pointer is None else _element(pointer, named=False)
    match preparation.kind:
        case "scroll":
            what = "the page" if pointer is None else thing
            return f"it is out of view, so scroll {what} {preparation.direction} until it shows; then"
        case "open":
            first = thing if pointer is not None and pointer.index is not None else "what is named as first"
            return f"it shows only after something else is opened, so tap {first}; then"
        case "uncover":
            return (
                f"something lies over it, so close that with {thing}; then"
                if thing
                else "close what lies over it; then"
            )
        case "search" if thing:
            shown = thing if pointer is not None and pointer.index is not None else "what is named as first"
            return f"it is not to be seen; try scrolling, or {shown}, which has revealed it before; then"
        case "search":
            return "it is not to be seen; try scrolling, or a menu, and if it stays away, leave the path; then"


def _next(leg: RouteLeg, preparation: Preparation | None) -> str:
    mood = "" if preparation is None or preparation.kind != "search" else "if it shows, "
    return f"{mood}{_action(leg, False, 'step 1')} ({trust_words(leg.trust)})."


def _rest(guidance: Guidance) -> Iterator[str]:
    for number, leg in enumerate(guidance.legs[1:], 2):
        if not leg.trust.sound:
            yield f"Step {number}: {_action(leg, False, f'step {number}')} ({trust_words(leg.trust)})."
    more = "no shorter path is known" if guidance.shortest else "a shorter one may exist"
    steps = "This is the last step" if guidance.steps_left == 1 else f"Steps left: {guidance.steps_left}"
    touches = f", {guidance.actions_left} actions in all" if guidance.actions_left > guidance.steps_left else ""
    yield f"{steps}{touches}; {more}."


def _no_way(guidance: Guidance) -> Iterator[str]:
    if any(aim.state == "unreachable" for aim in guidance.aims):
        yield "The map knows no path from here to any target: look for one, or go back and set out from elsewhere."
    elif not guidance.aims:
        yield "The map has no screen that the goal could mean: explore, and it grows with every step."
    if not guidance.options:
        yield "It knows no path out of here either: try what the screen offers, a menu, or going back."
        return
    yield "What the map knows to lie around here:"
    for number, option in enumerate(guidance.options, 1):
        yield f"{number}. {_option(option, number)}"


def _option(option: PlaceOption, number: int) -> str:
    action = _action(option.first, False, f"option {number}")
    begin = "" if option.hops == 1 else "begin with: "
    count = "" if option.actions == 1 else f", {option.actions} actions in all"
    return f"{begin}{action} ({_trust_in_short(option.first.trust)}{count})"


def _trust_in_short(trust: Trust) -> str:
    match trust.basis:
        case "inferred":
            return "never tried"
        case "static":
            return "from the app's code"
        case "walked":
            return trust_words(trust)


# -- elements -----------------------------------------------------------------------------------------------------


def _action(leg: RouteLeg, named: bool, number: str = "", by: bool = False) -> str:
    """The action of a hop. Without names, an element without an index is referred to by its line's number."""
    if leg.pointer is not None:
        verb = _VERBS.get(leg.event, "use")
        pointed = named or leg.pointer.index is not None
        thing = _element(leg.pointer, named) if pointed else f"the {leg.pointer.role} named under {number}"
        return f"{verb}ping {thing}" if by and verb == "tap" else f"{verb} {thing}"
    if leg.event in _WHOLE:
        return _WHOLE[leg.event]
    kind, _, what = leg.event.partition(":")
    if kind == "open":
        return f'open the app "{what[:40]}"' if named else f"open the app named under {number}"
    return f"{kind} {what}" if kind in ("scroll", "swipe") and what in _DIRECTIONS else "do what is named"


def _element(pointer: Pointer, named: bool) -> str:
    name = f' "{pointer.name}"' if named and pointer.name else ""
    index = "" if pointer.index is None else f"[{pointer.index}]"
    spot = pointer.spot
    if not named:
        where = ", ".join(part for part in (pointer.role, spot) if part)
        return f"{index} ({where})" if index else f"the {pointer.role}"
    kind, _, called = pointer.landmark.partition(": ")
    inside = f' in "{pointer.landmark}"' if called or not kind.isalpha() else f" in {kind}"
    inside = inside if pointer.landmark else ""
    at = f" at the {spot}" if spot else ""
    return f"the {pointer.role}{name}{' ' + index if index else ''}{at}{inside}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
