"""The writes that a browser showed since they were last asked for, bounded."""

from collections import Counter
from dataclasses import dataclass, replace

from sextant.types.effects import ObservedEffect

__all__ = ["EffectEntry", "EffectLog"]

_ALIKE = 20
"""So many effects that are told in the same words are kept one by one; further ones are counted."""
_KEPT = 1000
_OPEN = 500
"""Bounds on memory for pages that flood. `_OPEN` is of requests whose answer is awaited."""


@dataclass(slots=True)
class EffectEntry:
    """One effect. `decided` is False while its request is held; `void` if it turned out that nothing was sent.

    `given` is what `drain` gave of it; None before.
    """

    effect: ObservedEffect
    request: str = ""
    decided: bool = True
    void: bool = False
    given: ObservedEffect | None = None


class EffectLog:
    """Effects in their order. What is asked for once is gone."""

    def __init__(self) -> None:
        self._entries: list[EffectEntry] = []
        self._open: dict[str, EffectEntry] = {}
        self._alike: Counter[ObservedEffect] = Counter()
        self._more = 0

    def add(self, effect: ObservedEffect, request: str = "", decided: bool = True) -> EffectEntry:
        """Takes an effect in. `request` is the browser's number of the request, by which its answer is found."""
        entry = EffectEntry(effect, request, decided)
        if self._alike[effect] >= _ALIKE or len(self._entries) >= _KEPT:
            self._more += 1
        else:
            self._alike[effect] += 1
            self._entries.append(entry)
        if request:
            self._open[request] = entry
            while len(self._open) > _OPEN:
                del self._open[next(iter(self._open))]
        return entry

    def answered(self, request: str, status: int) -> None:
        """A request was answered."""
        entry = self._open.get(request)
        if entry is not None and not entry.effect.held:
            entry.effect = replace(entry.effect, status=status)

    def unsent(self, request: str) -> None:
        """A request did not leave after all; one that the gate holds stays."""
        entry = self._open.get(request)
        if entry is not None and not entry.effect.held and entry.decided:
            entry.void = True

    def with_answers(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """What `drain` gave since the last call of this, with later answers and without what did not leave."""
        waiting = [entry for entry in self._open.values() if entry.given is not None]
        self._open = {request: entry for request, entry in self._open.items() if entry.given is None}
        found: list[ObservedEffect] = []
        for effect in effects:
            entry = next((entry for entry in waiting if entry.given == effect), None)
            if entry is not None:
                waiting.remove(entry)
            if entry is None or not entry.void:
                found.append(effect if entry is None else entry.effect)
        return tuple(found)

    def drain(self) -> tuple[tuple[ObservedEffect, ...], int]:
        """The effects since the last call, without those still held, and how many more there were like them."""
        taken = [entry for entry in self._entries if entry.decided]
        self._entries = [entry for entry in self._entries if not entry.decided]
        for entry in taken:
            entry.given = entry.effect
            if not entry.effect.unanswered and self._open.get(entry.request) is entry:
                del self._open[entry.request]
        self._alike.clear()
        more, self._more = self._more, 0
        return tuple(entry.effect for entry in taken if not entry.void), more
