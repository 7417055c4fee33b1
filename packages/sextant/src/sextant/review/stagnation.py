"""Stagnation: the same action on the same screen without progress. First an objection, then the run is stuck."""

from dataclasses import dataclass

from sextant.state import RunProgress, pair_of
from sextant.types.actions import Wait
from sextant.types.decisions import Decision, Objection

__all__ = ["Stagnation"]


@dataclass(frozen=True, slots=True)
class Stagnation:
    """When repeats bring an objection (`told`), and when they end the run (`limit`).

    A screen that the run had never seen before is progress, and counting begins anew: whoever opens one row of a list
    after the other comes back to the list again and again, and goes in no circle. So is a finished leaf of the program,
    whose loops have limits of their own. An action that had an effect may be repeated twice as often as one that had
    none: going to a page again to read on is no circle either. What was counted before it was gone back, or begun anew,
    counts half: another beginning is another chance, and no endless one.
    """

    told: int = 2
    limit: int = 4

    def objections(self, progress: RunProgress, decision: Decision) -> tuple[Objection, ...]:
        """An advisory objection where this very action was already tried on this very screen."""
        pair = pair_of(decision.action, decision.screen)
        if progress.in_vain(pair) < self.told or isinstance(decision.action, Wait):
            return ()
        message = (
            f"this action was already carried out {progress.tried[pair]} times on this very screen; what it did is "
            "shown, so choose another way"
        )
        return (Objection("stagnation", message, advisory=True),)

    def stuck(self, progress: RunProgress) -> str:
        """Why the run is stuck, for people: the last action was repeated on one screen up to the limit. Else empty."""
        if progress.in_vain(progress.last) < self.limit:
            return ""
        return f"the same action was carried out {progress.tried[progress.last]} times on the same screen"
