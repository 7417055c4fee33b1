"""The same action on the same screen, again, and nothing new in between: told to the actor first, then it is stuck."""

from collections import Counter
from typing import Any

from sextant.types.actions import Action, Wait
from sextant.types.codec import to_json
from sextant.types.decisions import Decision, Objection
from sextant.types.transitions import Transition

_KNOWN = 1000
"""Screens kept in mind; older ones count as new again."""


class Stagnation:
    """Counts pairs of action and screen. `told` repeats bring an objection, `limit` of them end the run.

    A screen that the run had never seen before is progress, and counting begins anew: whoever opens one row of a list
    after the other comes back to the list again and again, and goes in no circle. An action that had an effect may be
    repeated twice as often as one that had none: going to a page again to read on is no circle either. What was counted
    before it was gone back, or begun anew, counts half: another beginning is another chance, and no endless one.
    """

    def __init__(self, told: int = 2, limit: int = 4) -> None:
        self._told, self._limit = told, limit
        self._seen: Counter[str] = Counter()
        self._effective: Counter[str] = Counter()
        self._last = ""
        self._back = False
        self._known: dict[str, None] = {}

    def object_to(self, decision: Decision) -> tuple[Objection, ...]:
        """An advisory objection where this very action was already tried on this very screen."""
        pair = _pair(decision.action, decision.screen)
        times = self._seen[pair]
        if self._in_vain(pair) < self._told or isinstance(decision.action, Wait):
            return ()
        message = (
            f"this action was already carried out {times} times on this very screen; what it did is shown, "
            "so choose another way"
        )
        return (Objection("stagnation", message, advisory=True),)

    def observe(self, transition: Transition) -> None:
        """Counts a step that was carried out."""
        back = transition.interrupt in ("rollback", "restart") and bool(transition.attempts)
        if back and not self._back:
            self._seen = Counter({pair: count // 2 for pair, count in self._seen.items()})
            self._effective = Counter({pair: count // 2 for pair, count in self._effective.items()})
        self._back = back
        if transition.interrupt or not transition.attempts or isinstance(transition.decision.action, Wait):
            return
        if transition.cause == "refused":  # what it sent was held: a setting or a person may let it pass the next time
            return
        self._known.setdefault(transition.before.digest)
        if transition.after.digest not in self._known:
            self._seen.clear()
            self._effective.clear()
            self._known[transition.after.digest] = None
            if len(self._known) > _KNOWN:
                del self._known[next(iter(self._known))]
        pair = _pair(transition.decision.action, transition.before.digest)
        self._seen[pair] += 1
        self._effective[pair] += transition.effectiveness == "effective"
        self._last = pair

    @property
    def stuck(self) -> bool:
        """Whether the last action has been repeated on one screen up to the limit."""
        return self._in_vain(self._last) >= self._limit

    def _in_vain(self, pair: str) -> float:
        """How often it was repeated; a repetition that had an effect counts half."""
        return self._seen[pair] - self._effective[pair] / 2

    @property
    def reason(self) -> str:
        """Why the run is stuck, for people."""
        return f"the same action was carried out {self._seen[self._last]} times on the same screen"

    def snapshot(self) -> Any:
        return {
            "seen": dict(self._seen),
            "effective": {pair: count for pair, count in self._effective.items() if count},
            "last": self._last,
            "known": list(self._known),
        }

    def restore(self, state: Any) -> None:
        self._seen = Counter({str(key): int(value) for key, value in state["seen"].items()})
        self._effective = Counter({str(key): int(value) for key, value in state.get("effective", {}).items()})
        self._last = str(state["last"])
        self._known = dict.fromkeys(str(digest) for digest in state.get("known", ()))


def _pair(action: Action, digest: str) -> str:
    return f"{digest} {to_json(Action, action)}"
