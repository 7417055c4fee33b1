"""The writes that a browser attempted since the last query. Bounded."""

from collections import Counter
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.types.effects import ObservedEffect

__all__ = ["EffectEntry", "EffectLog"]

_ALIKE = 20
"""Equal effects are stored one by one up to this number, then only counted."""
_KEPT = 1000
_OPEN = 500
"""Limits on memory for pages that flood. `_OPEN`: requests whose response is awaited."""


@dataclass(slots=True)
class EffectEntry:
    """One effect. `decided` is False while its request is held; `void`: nothing was sent after all.

    `given` is the effect as `drain` returned it; None before.
    """

    effect: ObservedEffect
    request: str = ""
    decided: bool = True
    void: bool = False
    given: ObservedEffect | None = None


class EffectLog:
    """Effects in order. `drain` returns each one once."""

    def __init__(self) -> None:
        self._entries: list[EffectEntry] = []
        self._open: dict[str, EffectEntry] = {}
        self._alike: Counter[ObservedEffect] = Counter()
        self._more = 0

    def add(self, effect: ObservedEffect, request: str = "", decided: bool = True) -> EffectEntry:
        """Append an effect. `request` is the browser's id of the request, by which its response is found."""
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
        """Record the status of a request's response."""
        entry = self._open.get(request)
        if entry is not None and not entry.effect.held:
            entry.effect = replace(entry.effect, status=status)
            entry.void = entry.void and not status  # the two events come from different processes

    def unsent(self, request: str) -> None:
        """Record that a request did not leave after all; one that the gate holds stays, and one that was answered."""
        entry = self._open.get(request)
        if entry is not None and not entry.effect.held and entry.decided and not entry.effect.status:
            entry.void = True

    def with_answers(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """Return the effects of the last `drain` with later responses, without those that did not leave."""
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
        """Return the effects since the last call, without those still held, and the number of equal ones left out."""
        taken = [entry for entry in self._entries if entry.decided]
        self._entries = [entry for entry in self._entries if not entry.decided]
        for entry in taken:
            entry.given = entry.effect
            if not entry.effect.unanswered and self._open.get(entry.request) is entry:
                del self._open[entry.request]
        self._alike.clear()
        more, self._more = self._more, 0
        return tuple(entry.effect for entry in taken if not entry.void), more
