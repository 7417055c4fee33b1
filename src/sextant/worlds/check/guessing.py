"""Guessers: those who never remembered anything. They must earn nothing where memory is what is asked for.

A guesser knows the way (the whole reference walk) and lacks the values only: it puts in what it finds in the goal, or
on the last screen before a value is needed. Every pattern of a value there is tried, the best counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sextant.worlds.actors.oracle import Oracle
from sextant.worlds.actors.proving import Proof, needed_at
from sextant.worlds.spec.scenario import Fact
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import answer_passes, grade
from sextant.worlds.twin.shared import shared

__all__ = ["Guessed", "goal_guesses", "guess", "last_screen_guesses", "values_in"]

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


@dataclass(frozen=True, slots=True)
class Guessed:
    """The best of a guesser's tries."""

    tried: int
    success: bool
    value: str = ""


def values_in(text: str, options: Iterable[str] = ()) -> tuple[str, ...]:
    """Everything in a text that looks like a value, and each of the options that stands in it."""
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


def guess(proof: Proof, guesses: Sequence[str]) -> Guessed:
    """The best of the guesses, each carried out: put in wherever a remembered value is needed.

    Only those that could possibly pass are walked to the end, and the first of the others.
    """
    world = proof.world
    hopeful = [value for value in guesses if _may_pass(world, value)]
    walked = hopeful or list(guesses[:1])
    for value in walked:
        if _earns(proof, value):
            return Guessed(len(guesses), True, value)
    return Guessed(len(guesses), False)


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


def _earns(proof: Proof, value: str) -> bool:
    """Whether the walk succeeds with this value in place of every remembered one."""
    world = proof.world
    twin = proof.twin
    oracle = Oracle(world, shared(twin.world).world)
    values = _everywhere(world, value)
    if proof.tail is None:
        twin.restore(proof.start)
        walk = oracle.walk(twin, lambda: twin.state, values)
    else:  # up to the first value put in, the guesser does as the oracle does
        state, moves = proof.tail
        twin.restore(state)
        walk = oracle.carry_out(iter(moves), twin, values)
    return grade(world, twin.state, walk.status or "complete", proof.start).success


def _everywhere(world: World, value: str) -> Mapping[str, str]:
    known = {f"fact:{fact.id}": value for fact in world.scenario.facts}
    return known | {"answer": value, "total": value}
