"""Stagnation: the same action on the same screen without progress. First an objection, then the run is stuck."""

from sextant.dataclass import dataclass
from sextant.state import RunProgress, attempt_key
from sextant.types.actions import Wait
from sextant.types.decisions import Decision, Objection

__all__ = ["Stagnation"]


@dataclass(frozen=True, slots=True)
class Stagnation:
    """The numbers of repeats that lead to an objection (`object_at`) and to the end of the run (`limit`).

    A screen that the run had never seen before is progress, and counting begins anew: whoever opens one row of a list
    after the other comes back to the list again and again, and goes in no circle. So is a finished leaf of the program,
    whose loops have limits of their own. An action that had an effect may be repeated twice as often as one that had
    none: going to a page again to read on is no circle either. What was counted before it was gone back, or begun anew,
    counts half: another beginning is another chance, and no endless one.
    """

    object_at: int = 2
    limit: int = 4

    def objections(self, progress: RunProgress, decision: Decision) -> tuple[Objection, ...]:
        """An advisory objection if the same action was already tried often enough on the same screen."""
        pair = attempt_key(decision.action, decision.screen)
        if progress.ineffective_repeats(pair) < self.object_at or isinstance(decision.action, Wait):
            return ()
        message = (
            f"this action was already carried out {progress.tried[pair]} times on this very screen; what it did is "
            "shown, so choose another way"
        )
        return (Objection("stagnation", message, advisory=True),)

    def stuck(self, progress: RunProgress) -> str:
        """Why the run is stuck, for people; empty unless the last action reached the limit on one screen."""
        if progress.ineffective_repeats(progress.last) < self.limit:
            return ""
        return f"the same action was carried out {progress.tried[progress.last]} times on the same screen"
