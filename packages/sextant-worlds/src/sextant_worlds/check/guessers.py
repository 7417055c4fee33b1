"""Guessers: baselines that remember nothing. They must fail every task that needs memory.

A guesser knows the whole reference walk, but not the values: it uses values from the goal, or from the last screen
before a value is needed. All texts that look like values are tried, and the best result counts: one value everywhere,
or for several values each where it fits best, and joined answers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sextant_worlds.oracle.walk import Oracle, Proof, needed_at
from sextant_worlds.rules.base import DERIVED, stands_in
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import answer_passes, grade
from sextant_worlds.twin.shared import shared

__all__ = [
    "Guessed",
    "goal_guesses",
    "goal_matches",
    "guess",
    "last_screen_guesses",
    "last_screen_matches",
    "values_in",
]

_PATTERNS = (
    re.compile(r"[€$£¥]\s?\d[\d,]*(?:\.\d\d)?"),
    re.compile(r"\d{4}-\d\d-\d\d"),
    re.compile(r"(?:[A-Z][a-z]{2} )?\d{1,2} [A-Z][a-z]{2,8}(?: \d{4})?"),
    re.compile(r"(?:\d{4}年)?\d{1,2}月\d{1,2}日"),
    re.compile(r"\d{1,2}:\d\d"),
    re.compile(r"[A-Z0-9]+(?:-[A-Z0-9]+)*\d[A-Z0-9-]*"),
    re.compile(r"\d[\d,.]*"),
    re.compile(r"[“\"]([^”\"]+)[”\"]"),
    re.compile(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)+"),
    re.compile(r"[A-ZÀ-Þ][\w'’-]{2,}"),
)
_MOST = 200
_JOINT = "; "
"""Between the values of an answer of several."""


@dataclass(frozen=True, slots=True)
class Guessed:
    """The best of a guesser's tries."""

    tried: int
    success: bool
    value: str = ""


def values_in(text: str, options: Iterable[str] = ()) -> tuple[str, ...]:
    """All parts of a text that look like a value, and all options that it contains."""
    found = [match[match.re.groups] for pattern in _PATTERNS for match in pattern.finditer(text)]
    found += [option for option in options if option and option in text]
    return tuple(dict.fromkeys(value.strip() for value in found if value.strip()))[:_MOST]


def goal_guesses(world: World) -> tuple[str, ...]:
    """The values that the goal holds."""
    return values_in(world.task.goal, _options(world))


def last_screen_guesses(proof: Proof) -> tuple[str, ...]:
    """The values on the screens on which one is needed, and on those just before."""
    found: list[str] = []
    options = _options(proof.world)
    for index in _needs(proof):
        for screen in proof.walk.screens[max(index - 1, 0) : index + 1]:
            texts = [text for element in screen.elements for text in (element.text, element.value) if text]
            found += values_in("\n".join(texts), options)
            found += [text for text in texts if len(text) <= 40]
    return tuple(dict.fromkeys(found))[:_MOST]


def goal_matches(world: World) -> dict[str, str]:
    """By fact, its value in the goal."""
    return _matches(world, {fact.id: world.task.goal for fact in world.scenario.facts})


def last_screen_matches(proof: Proof) -> dict[str, str]:
    """By fact, its value on the screen on which it is needed, or on the previous one."""
    texts: dict[str, str] = {}
    for fact in proof.world.scenario.facts:
        index = needed_at(proof.walk, fact.id, _asked(proof.world, fact))
        if index is not None:
            screens = proof.walk.screens[max(index - 1, 0) : index + 1]
            said = [text for screen in screens for item in screen.elements for text in (item.text, item.value) if text]
            texts[fact.id] = "\n".join(said)
    return _matches(proof.world, texts)


def guess(proof: Proof, guesses: Sequence[str], own: Mapping[str, str] | None = None) -> Guessed:
    """Executes the walk with each guess in place of the remembered values; returns the best result.

    Only guesses that may succeed are executed to the end, and the first of the others.

    Args:
        proof: The reference walk.
        guesses: Each is used everywhere, or with `own` for all other facts.
        own: By fact, the value for this fact only.
    """
    world = proof.world
    own = own or {}
    answers = [answer for answer in _answers(world, guesses, own) if answer_passes(world.task.grading, answer)]
    hopeful = [value for value in guesses if _may_pass(world, value)]
    tries: list[tuple[str, dict[str, str]]] = [(value, {}) for value in hopeful or guesses[:1]]
    kept = {f"fact:{fact}": value for fact, value in own.items()}
    told = "; ".join(own.values())
    if kept:
        tries += [(told, _everywhere(world, value) | kept) for value in hopeful or guesses[:1] or ("",)]
    tries += [(answer, kept | {"answer": answer, "total": answer}) for answer in answers]
    for value, values in tries:
        if _earns(proof, _everywhere(world, value) | values):
            return Guessed(len(guesses) + len(answers), True, value)
    return Guessed(len(guesses) + len(answers), False)


def _answers(world: World, guesses: Sequence[str], own: Mapping[str, str]) -> tuple[str, ...]:
    """Answers from several values: the matched ones in either order, and the fitting one at each position.

    A computed answer is known if all its values are known.
    """
    grading, scenario = world.task.grading, world.scenario
    base = [fact.id for fact in scenario.facts if fact.id in scenario.truth.facts and fact.kind not in DERIVED]
    if grading.kind in DERIVED:
        return (grading.gold,) if base and all(fact in own for fact in base) else ()
    found: list[str] = []
    asked = [own[fact] for fact in scenario.truth.facts if fact in own]
    if len(asked) > 1 and len(asked) == len(scenario.truth.facts):
        found += [_JOINT.join(asked), _JOINT.join(reversed(asked))]
    parts = grading.gold.split(_JOINT)
    if len(parts) > 1:
        fitting = [_fitting(world, parts, place, guesses) for place in range(len(parts))]
        if all(fitting):
            found.append(_JOINT.join(fitting))
    return tuple(dict.fromkeys(found))


def _fitting(world: World, parts: Sequence[str], place: int, guesses: Sequence[str]) -> str:
    """The first guess that is right at this position of the answer, in any notation; empty if there is none."""
    for value in guesses:
        if answer_passes(world.task.grading, _JOINT.join((*parts[:place], value, *parts[place + 1 :]))):
            return value
    return ""


def _matches(world: World, texts: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for fact in world.scenario.facts:
        text = texts.get(fact.id, "")
        for value in (fact.shown, fact.value):
            if value and stands_in(value, text):
                found.setdefault(fact.id, value)
    return found


def _asked(world: World, fact: Fact) -> bool:
    return world.task.final_action.kind == "submit" and fact.id in world.scenario.truth.facts


def _options(world: World) -> Iterator[str]:
    return (option for options in world.scenario.options.values() for option in options)


def _needs(proof: Proof) -> tuple[int, ...]:
    submit = proof.world.task.final_action.kind == "submit"
    found = [needed_at(proof.walk, fact.id, submit) for fact in proof.world.scenario.facts]
    return tuple(sorted({index for index in found if index is not None}))


def _may_pass(world: World, value: str) -> bool:
    grading = world.task.grading
    if grading.pass_regex:
        return answer_passes(grading, value)
    folded = "".join(value.casefold().split())
    return any(_alike(fact, folded) for fact in world.scenario.facts)


def _alike(fact: Fact, folded: str) -> bool:
    return any("".join(text.casefold().split()) in folded for text in (fact.shown, fact.value) if text)


def _earns(proof: Proof, values: Mapping[str, str]) -> bool:
    """Whether the walk succeeds with these values in place of the remembered ones."""
    world = proof.world
    twin = proof.twin
    oracle = Oracle(world, shared(twin.world).world)
    if proof.tail is None:
        twin.restore(proof.start)
        walk = oracle.walk(twin, lambda: twin.state, values)
    else:  # up to the first value put in, the guesser does as the oracle does
        state, moves = proof.tail
        twin.restore(state)
        walk = oracle.carry_out(iter(moves), twin, values)
    return grade(world, twin.state, walk.status or "complete", proof.start).success


def _everywhere(world: World, value: str) -> dict[str, str]:
    known = {f"fact:{fact.id}": value for fact in world.scenario.facts}
    return known | {"answer": value, "total": value}
