"""`Ending`: how a run ends. What its actor says of the end is taken where the screens bear it out (`Claims`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.claims import Claims, against_schema, nothing_holds
from sextant.program.support import shown
from sextant.types.actions import Answer, Status
from sextant.types.decisions import Finished
from sextant.types.evidence import Verdict
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["VALUE_WANTED", "Ending", "Ruling"]

VALUE_WANTED = "the goal asks for a value; give it with `answer`, on the screen where it stands"
_EVERY, _HASTY = "every", "hasty"
_NONE_LEFT = "the goal speaks of all, and here is one more to do the same to; claim again at once if it is not meant"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a claim that all of it is done.

    Attributes:
        why: Why it is not taken; empty where it is.
        end: The end of the run: where the claim is taken, or else where too many were refused. None for one that is
            merely doubted, which is taken when it is made again.
        asks: The screen does not decide it, so that the actor is asked.
    """

    why: str = ""
    end: Finished | None = None
    asks: bool = False


class Ending:
    """Judges what is said of the end of a run, by an act or in answer to a question. Doubts are raised once.

    Args:
        task: Its goal is what is claimed.
        claims: Follows the run, and knows what bears a claim out.
        ledger: Where the verdicts are entered.
        requirement: Id of the goal in the ledger.
    """

    def __init__(self, task: Task, claims: Claims, ledger: ClaimKeeper, requirement: str) -> None:
        self._task, self._claims, self._ledger, self._requirement = task, claims, ledger, requirement
        self._doubted: tuple[str, ...] = ()

    def begin(self, screen: Screen) -> None:
        """The first screen; told again it changes nothing."""
        self._claims.begin(screen)

    def observe(self, transition: Transition) -> None:
        self._claims.observe(transition)
        if not transition.interrupt and not isinstance(transition.decision.action, Status | Answer):
            self._doubted = tuple(item for item in self._doubted if item != _EVERY)

    @property
    def wants_answer(self) -> bool:
        """Whether the goal asks for a value, so that being done answers nothing."""
        return self._claims.wants_answer

    def claimed(self, action: Status | Answer, transition: Transition, again: bool) -> Ruling:
        """What becomes of an act that says that it is done, or gives what was asked for.

        `again`: an earlier claim was refused.
        """
        if isinstance(action, Answer):
            return self._answered(action.text, transition)
        problem = self._unsupported(transition, again)
        verdicts = transition.verdicts
        failing = tuple(verdict for verdict in verdicts if verdict.outcome == "fails")
        self._decide(failing or (() if problem else verdicts))  # one that fails speaks louder
        if problem:
            undecided = any(verdict.outcome == "undecided" for verdict in verdicts)
            end = Finished(verified=False, claimed="complete", reason=problem)
            return Ruling(problem, end, asks=undecided and not failing)
        if self._claims.more_to_do(transition.before) and self._doubts(_EVERY):
            return Ruling(_NONE_LEFT)
        return Ruling(end=Finished(claimed="complete", reason=action.reason or _reasons(verdicts)))

    def against_quote(self, transition: Transition, quote: str, again: bool) -> str:
        """Why a quote does not show that all of it is done; empty where it does."""
        return self._against((*_holding(transition), self._claims.quoted(transition, quote)), transition, again)

    def against_over(self, transition: Transition, again: bool, anything_done: bool) -> str:
        """Why it cannot be over without a step that shows it: nothing is left, or none of it was to be done."""
        named = _holding(transition)
        if named:
            return self._against(named, transition, again)
        return "" if anything_done else self.hasty(transition.before)

    def hasty(self, screen: Screen) -> str:
        """What was not looked at before something was called impossible; said once, then empty."""
        missed = self._claims.missed(screen)
        return missed if missed and self._doubts(_HASTY) else ""

    def snapshot(self) -> Any:
        return {"doubted": list(self._doubted), "trail": self._claims.snapshot()}

    def restore(self, state: Any) -> None:
        self._doubted = tuple(str(item) for item in state["doubted"])
        self._claims.restore(state["trail"])

    def _answered(self, text: str, transition: Transition) -> Ruling:
        problem = against_schema(text, self._task.answer_schema) or self._claims.unfounded(text, transition)
        if problem:
            return Ruling(problem, Finished(text, verified=False, claimed="complete", reason=problem))
        stands = shown(transition.before, text)
        read = () if stands is None else (self._claims.read(transition, stands, text),)
        self._decide(read or transition.verdicts)
        return Ruling(end=Finished(text, claimed="complete", reason="the answer stands on the screen"))

    def _unsupported(self, transition: Transition, again: bool) -> str:
        problem = nothing_holds(transition.verdicts)
        if not problem and self.wants_answer:
            return VALUE_WANTED
        return problem or self._against(transition.verdicts, transition, again)

    def _against(self, verdicts: Sequence[Verdict], transition: Transition, again: bool) -> str:
        return self._claims.unsupported(transition, verdicts, again)

    def _decide(self, verdicts: Sequence[Verdict]) -> None:
        for verdict in verdicts:
            self._ledger.decide(self._requirement, verdict)

    def _doubts(self, what: str) -> bool:
        """Raises a doubt; False where it was raised before."""
        if what in self._doubted:
            return False
        self._doubted = (*self._doubted, what)
        return True


def _holding(transition: Transition) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in transition.verdicts if verdict.outcome == "holds")


def _reasons(verdicts: Sequence[Verdict]) -> str:
    return "; ".join(verdict.reason for verdict in verdicts if verdict.outcome == "holds")
