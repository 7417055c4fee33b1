"""`GoalCourse`: the one-leaf program. One goal, pursued until its end is supported by evidence."""

from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.claims import Claims, against_schema, nothing_holds
from sextant.program.support import shown
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Directive, Finished, Question
from sextant.types.evidence import Claim, Verdict
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

REFUSALS = 2
"""After this many refused claims the run ends unverified (design, Evidence before belief)."""

REQUIREMENT = "goal"
"""Id of the one requirement of a goal in the ledger of claims."""

_ASK = "done"
_EVERY, _HASTY = "every", "hasty"
_NONE_LEFT = "the goal speaks of all, and here is one more to do the same to; claim again at once if it is not meant"


class GoalCourse:
    """Pursues `task.goal`. A claim to be done counts when a predicate that holds on the screen speaks of the goal.

    It has to show what the run has brought about, or that what is wanted is so already; and everything the goal names
    has to have been dealt with (`sextant.program.claims`). What no screen decides becomes a question; a yes that
    quotes such words attests it. A claim that it cannot be done is questioned once where little was looked at.

    Args:
        task: Its goal is what the requirement in the ledger says.
        ledger: Where the requirement is entered.
        requirement: Id of the claim in the ledger.
        place: The goal names a place to be reached. Being there is all of it, so any predicate that holds there counts.
    """

    def __init__(self, task: Task, ledger: ClaimKeeper, requirement: str = REQUIREMENT, *, place: bool = False) -> None:
        self._task, self._ledger, self._requirement = task, ledger, requirement
        ledger.propose(Claim(requirement, "requirement", task.goal, "reached"))
        self._claims = Claims(task, place=place)
        self._end: Finished | None = None
        self._refusals = 0
        self._why = ""
        self._asked: Question | None = None
        self._questioned: tuple[str, ...] = ()

    def next(self, screen: Screen) -> Directive:
        """The goal, with what stood against the last claim; a goal looks the same from everywhere."""
        self._claims.begin(screen)
        if self._end is not None:
            return self._end
        questions = () if self._asked is None else (self._asked,)
        return Act(self._task.goal, questions, f"Your last claim was not accepted: {self._why}" if self._why else "")

    def observe(self, transition: Transition) -> None:
        self._claims.observe(transition)
        if transition.interrupt:
            return
        self._why = ""
        judged = None if self._asked is None else self._attested(transition)
        if self._asked is not None and judged is not None:
            self._ledger.decide(self._requirement, judged)
            self._end = Finished(claimed="complete", reason=f"attested: {self._asked.text}")
            return
        self._asked = None
        action = transition.decision.action
        if isinstance(action, Status):
            self._claimed(action, transition)
        elif isinstance(action, Answer):
            self._answered(action, transition)
        else:
            self._questioned = tuple(item for item in self._questioned if item != _EVERY)

    def where(self) -> str:
        """A goal has no places."""
        return ""

    def refused(self) -> str:
        """Why the last claim was not accepted; empty where it was, or nothing was claimed."""
        return self._why

    def _claimed(self, action: Status, transition: Transition) -> None:
        if action.goal_status == "infeasible":
            self._given_up(action, transition)
            return
        problem = self._unsupported(transition)
        failing = tuple(verdict for verdict in transition.verdicts if verdict.outcome == "fails")
        for verdict in failing or (() if problem else transition.verdicts):  # one that fails speaks louder
            self._ledger.decide(self._requirement, verdict)
        if not problem and self._claims.more_to_do(transition.before) and self._question(_EVERY, _NONE_LEFT):
            return
        if not problem:
            self._end = Finished(claimed="complete", reason=action.reason or _reasons(transition))
            return
        undecided = [verdict for verdict in transition.verdicts if verdict.outcome == "undecided"]
        if undecided and not any(verdict.outcome == "fails" for verdict in transition.verdicts):
            text = f"Is the goal reached ({self._task.goal[:300]})? Quote the words on the screen that show it."
            self._asked = Question(_ASK, text)
        self._refuse(problem, Finished(verified=False, claimed="complete", reason=problem))

    def _given_up(self, action: Status, transition: Transition) -> None:
        """A first try to give up is questioned where something was not looked at; the next one ends the run."""
        missed = self._claims.missed(transition.before)
        if not (missed and self._question(_HASTY, missed)):
            self._end = Finished(verified=False, claimed="infeasible", reason=action.reason)

    def _question(self, what: str, why: str) -> bool:
        """Doubts a claim once; False where it was doubted before."""
        if what in self._questioned:
            return False
        self._questioned, self._why = (*self._questioned, what), why
        return True

    def _answered(self, action: Answer, transition: Transition) -> None:
        schema = self._task.answer_schema
        problem = against_schema(action.text, schema) or self._claims.unfounded(action.text, transition)
        if problem:
            self._refuse(problem, Finished(action.text, verified=False, claimed="complete", reason=problem))
            return
        stands = shown(transition.before, action.text)
        read = () if stands is None else (self._claims.read(transition, stands, action.text),)
        for verdict in read or transition.verdicts:
            self._ledger.decide(self._requirement, verdict)
        self._end = Finished(action.text, claimed="complete", reason="the answer stands on the screen")

    def _unsupported(self, transition: Transition) -> str:
        """Why the claim is not supported; empty where it is."""
        problem = nothing_holds(transition.verdicts)
        if not problem and self._claims.wants_answer:
            return "the goal asks for a value; give it with `answer`, on the screen where it stands"
        return problem or self._claims.unsupported(transition, transition.verdicts, self._refusals > 0)

    def _refuse(self, problem: str, end: Finished) -> None:
        self._refusals += 1
        self._why = problem
        if self._refusals >= REFUSALS:
            self._end = end

    def _attested(self, transition: Transition) -> Verdict | None:
        """The verdict of a yes that quotes what stands on the screen; None where there is none."""
        yes = (item for item in transition.decision.judgements if item.question == _ASK and item.answer == "yes")
        return next((read for item in yes if (read := self._claims.attested(transition, item.quote))), None)

    def snapshot(self) -> Any:
        return {
            "end": None if self._end is None else to_json(Finished, self._end),
            "refusals": self._refusals,
            "why": self._why,
            "asked": None if self._asked is None else to_json(Question, self._asked),
            "questioned": list(self._questioned),
            "trail": self._claims.snapshot(),
        }

    def restore(self, state: Any) -> None:
        self._end = None if state["end"] is None else from_json(Finished, state["end"])
        self._refusals = int(state["refusals"])
        self._why = str(state["why"])
        self._asked = None if state["asked"] is None else from_json(Question, state["asked"])
        self._questioned = tuple(str(item) for item in state.get("questioned", ()))
        if "trail" in state:
            self._claims.restore(state["trail"])


def _reasons(transition: Transition) -> str:
    return "; ".join(verdict.reason for verdict in transition.verdicts if verdict.outcome == "holds")
