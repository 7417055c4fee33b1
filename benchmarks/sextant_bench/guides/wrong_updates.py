"""Wrong updates: an actor whose decisions carry, with some share, what is not so, in the fields of its guides."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sextant.protocols import Actor
from sextant.types.decisions import Brief, Decision, Objection
from sextant_bench.stage import ActorBetween
from sextant_worlds.actors.brief_text import read_brief
from sextant_worlds.actors.faulty import meaning_of, serialised

__all__ = ["Wrongly"]

_NEAR = 6
"""Instructions ahead, one of which is said to be done."""


class Wrongly(ActorBetween):
    """An actor beside whom somebody writes wrong updates: half of them with a quote that stands on the screen."""

    def __init__(self, actor: Actor, guide: str, share: float, seed: str) -> None:
        super().__init__(actor)
        self._guide, self._share, self._seed = guide, share, seed
        self._number = 0

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        decision = super().decide(brief, objections, rejected)
        self._number += not objections
        rng = random.Random(f"{self._seed}/wrong/{self._number}")  # noqa: S311 - simulated mistakes
        if rng.random() >= self._share:
            return decision
        field = _wrong(self._guide, serialised(brief), rng)
        return replace(decision, fields={**decision.fields, self._guide: field}) if field else decision


def _wrong(guide: str, text: str, rng: random.Random) -> dict[str, Any]:
    """An update that is not so, in the short form of the guide."""
    brief = read_brief(text)
    shown = [seen.label for seen in brief.elements if seen.label and "out of view" not in seen.states]
    quote = rng.choice(shown) if shown and rng.random() < 0.5 else "Everything is done"
    ahead = [number for number in brief.instructions if number > brief.position]
    if guide == "task-state":
        return {"shown": f"{rng.choice(ahead[:_NEAR])}: {quote}"} if ahead else {}
    if guide == "memory":
        asked = [meaning_of(brief, number) for number in brief.instructions]
        told = [meaning for meaning in asked if meaning]
        made = f"{rng.choice('BCDFGHKL')}{rng.randint(1, 9)}-{rng.randint(1000, 9999)}"
        value = quote if quote in shown else made
        return {"remember": f"{rng.choice(told)}: {value}"} if told else {}
    return {"note": f"the draft is gone ({quote})"}
