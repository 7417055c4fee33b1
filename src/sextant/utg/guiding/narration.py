"""The map's guidance in words, for models and for people (Agent+P, section 4.3 and Table 6).

Names of screens and labels are the app's own words, and an app may say anything. For a model they are kept apart:
`advice` holds none of them and refers to elements by index, to the rest by number; `glossary` holds nothing else, and
belongs behind the fence for screen content. For people `narrate` gives both in one, names in quotation marks.
"""

from collections.abc import Iterator

from sextant.utg.guiding.guidance import Aim, Guidance, Leg, Option, Pointer, Preparation, Trust

__all__ = ["advice", "brief_advice", "glossary", "narrate", "trust_words"]

_VERBS = {"tap": "tap", "hold": "press and hold", "double_tap": "double-tap", "drag": "drag"}
_WHOLE = {"home": "go to the start page", "enter": "press enter", "back": "go back"}
_DIRECTIONS = ("up", "down", "left", "right")
_LETTERS = "ABCDEFGH"
_SURE, _UNSURE = 0.75, 0.5


def advice(guidance: Guidance) -> str:
    """What to do, without a word of the app's: elements by index, everything else by its number in the glossary."""
    return "\n".join(_advice(guidance))


def brief_advice(guidance: Guidance) -> str:
    """The next action alone, in one line, for readers with little room; empty where there is none."""
    leg = guidance.next
    if leg is None:
        return "The map says that this is the screen." if guidance.arrived else ""
    before = _before(guidance.preparation, named=False)
    return f"{before} {_next(leg, guidance.preparation, named=False)}".strip()


def glossary(guidance: Guidance) -> str:
    """What the numbers of the advice are called: the app's own words, each within quotation marks."""
    lines = [f'here: "{guidance.here.name}"']
    if guidance.diverged is not None:
        lines.append(f'the last step was to lead to "{guidance.diverged.meant}", led to "{guidance.diverged.landed}"')
    lines += [f'screen {letter}: "{aim.name}"' for letter, aim in zip(_LETTERS, guidance.aims, strict=False)]
    first = guidance.preparation
    if first is not None and first.pointer is not None and first.kind != "scroll":
        lines.append(f"first: {_element(first.pointer, named=True)}")
    for number, leg in enumerate(guidance.legs, 1):
        lines.append(f'step {number}: {_deed(leg, named=True)} → "{leg.leads_to}"')
    for number, option in enumerate(guidance.options, 1):
        lines.append(f'option {number}: "{option.name}", by {_deed(option.first, named=True, by=True)}')
    return "\n".join(lines)


def narrate(guidance: Guidance, goal: str = "") -> str:
    """Everything in one text, with the app's words in quotation marks: for people, and for callers that quote it."""
    return "\n".join(_prose(guidance, goal))


def trust_words(trust: Trust) -> str:
    """How far a hop can be relied on, with the counts that say so."""
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


# -- for models ---------------------------------------------------------------------------------------------------


def _advice(guidance: Guidance) -> Iterator[str]:
    yield _where(guidance, named=False)
    if guidance.diverged is not None:
        yield "The last step led to another screen than the map said; the map is corrected and the way planned anew."
    told = "You are on it. Do here what the goal asks; if it is not here, the map has the wrong screen."
    yield from _ahead(guidance, told, named=False)
    if guidance.next is not None and not guidance.arrived:
        yield "What the screen shows counts more than the map: leave the way where the two disagree."


def _ahead(guidance: Guidance, arrived: str, named: bool) -> Iterator[str]:
    """What is aimed at, and the way to it; `arrived` is said on the target."""
    yield from _targets(guidance, named)
    leg = guidance.next
    if guidance.arrived:
        yield arrived
    elif leg is None:
        yield from _no_way(guidance, named)
    else:
        before = _before(guidance.preparation, named)
        yield f"Next: {before} {_next(leg, guidance.preparation, named)}".replace("  ", " ")
        yield from _rest(guidance, named)


def _where(guidance: Guidance, named: bool) -> str:
    here = guidance.here
    name = f' "{here.name}"' if named else ""
    if not here.known:
        return f"You are on a screen{name} that the map does not know yet."
    if here.static:
        return f"You are on a screen{name} that the map knows from the app's code alone."
    seen = f"visited {_times(here.visits)} so far" if here.visits else "not visited before"
    return f"You are on a screen{name} that the map knows, {seen}."


def _targets(guidance: Guidance, named: bool) -> Iterator[str]:
    for letter, aim in zip(_LETTERS, guidance.aims, strict=False):
        name = f'"{aim.name}"' if named else f"screen {letter}"
        yield f"{_standing(aim)}: {name}, {_confidence(aim.confidence)}."


def _standing(aim: Aim) -> str:
    match aim.state:
        case "ahead" | "here":
            return "Target"
        case "unreachable":
            return "No known way leads to"
        case "spare":
            return "It might also be"
        case "later":
            return "Besides"


def _confidence(confidence: float) -> str:
    sure = "likely" if confidence >= _SURE else "possibly" if confidence >= _UNSURE else "doubtfully"
    return f"{sure} what the goal means ({confidence:.0%} sure)"


def _before(preparation: Preparation | None, named: bool) -> str:
    """The sentence about what has to be done first; empty where nothing has."""
    if preparation is None:
        return ""
    pointer = preparation.pointer
    thing = "" if pointer is None else _element(pointer, named)
    match preparation.kind:
        case "scroll":
            what = "the page" if pointer is None else thing
            return f"it is out of view, so scroll {what} {preparation.direction} until it shows; then"
        case "open":
            first = thing if named or (pointer is not None and pointer.index is not None) else "what is named as first"
            return f"it shows only after something else is opened, so tap {first}; then"
        case "uncover":
            return (
                f"something lies over it, so close that with {thing}; then"
                if thing
                else "close what lies over it; then"
            )
        case "search" if thing:
            shown = thing if named or (pointer is not None and pointer.index is not None) else "what is named as first"
            return f"it is not to be seen; try scrolling, or {shown}, which has revealed it before; then"
        case "search":
            return "it is not to be seen; try scrolling, or a menu, and if it stays away, leave the way; then"


def _next(leg: Leg, preparation: Preparation | None, named: bool) -> str:
    deed = _deed(leg, named, "step 1")
    leads = f' It leads to "{leg.leads_to}".' if named else ""
    mood = "" if preparation is None or preparation.kind != "search" else "if it shows, "
    return f"{mood}{deed} ({trust_words(leg.trust)}).{leads}"


def _rest(guidance: Guidance, named: bool) -> Iterator[str]:
    for number, leg in enumerate(guidance.legs[1:], 2):
        deed = _deed(leg, named, f"step {number}")
        leads = f' → "{leg.leads_to}"' if named else ""
        if named or not leg.trust.sound:
            yield f"Step {number}: {deed}{leads} ({trust_words(leg.trust)})."
    more = "no shorter way is known" if guidance.shortest else "a shorter one may exist"
    steps = "This is the last step" if guidance.steps_left == 1 else f"Steps left: {guidance.steps_left}"
    touches = f", {guidance.actions_left} actions in all" if guidance.actions_left > guidance.steps_left else ""
    yield f"{steps}{touches}; {more}."


def _no_way(guidance: Guidance, named: bool) -> Iterator[str]:
    if any(aim.state == "unreachable" for aim in guidance.aims):
        yield "The map knows no way from here to any target: look for one, or go back and set out from elsewhere."
    elif not guidance.aims:
        yield "The map has no screen that the goal could mean: explore, and it grows with every step."
    if not guidance.options:
        yield "It knows no way out of here either: try what the screen offers, a menu, or going back."
        return
    yield "What the map knows to lie around here:"
    for number, option in enumerate(guidance.options, 1):
        yield f"{number}. {_option(option, named, number)}"


def _option(option: Option, named: bool, number: int) -> str:
    deed = _deed(option.first, named, f"option {number}")
    goal = f'"{option.name}": ' if named else ""
    begin = "" if option.hops == 1 else "begin with: "
    count = "" if option.actions == 1 else f", {option.actions} actions in all"
    return f"{goal}{begin}{deed} ({_trust_in_short(option.first.trust)}{count})"


def _trust_in_short(trust: Trust) -> str:
    match trust.basis:
        case "inferred":
            return "never tried"
        case "static":
            return "from the app's code"
        case "walked":
            return trust_words(trust)


# -- elements -----------------------------------------------------------------------------------------------------


def _deed(leg: Leg, named: bool, number: str = "", by: bool = False) -> str:
    """The action of a hop. Without names an element that has no index is pointed at by the number of its line."""
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


# -- for people ---------------------------------------------------------------------------------------------------


def _prose(guidance: Guidance, goal: str) -> Iterator[str]:
    if goal:
        yield f'Wanted: "{" ".join(goal.split())[:200]}"'
    yield _where(guidance, named=True)
    if guidance.diverged is not None:
        yield f'The last step was to lead to "{guidance.diverged.meant}" and led to "{guidance.diverged.landed}".'
    yield from _ahead(guidance, "You are on it.", named=True)
