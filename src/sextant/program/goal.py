"""`GoalCourse`: the one-leaf program. One goal, pursued until its end is supported by evidence."""

import json
from collections.abc import Mapping
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.asked import read_goal
from sextant.program.support import answer_objection, basis_objection, claim_objection, hasty, shown
from sextant.program.trail import Trail
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Directive, Finished, Question
from sextant.types.evidence import Claim, Effect, Evidence, TextVisible, Verdict
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

REFUSALS = 2
"""After this many refused claims the run ends unverified (design, Evidence before belief)."""

REQUIREMENT = "goal"
"""Id of the one requirement of a goal in the ledger of claims."""

_ASK = "done"
_EVERY, _HASTY = "every", "hasty"
_NONE_LEFT = "the goal speaks of all, and here is one more to do the same to; claim again at once if it is not meant"
_NOWHERE = "nothing on the present screen shows this answer; go to where it stands, or name what shows it"


class GoalCourse:
    """Pursues `task.goal`. A claim to be done counts when a predicate that holds on the screen speaks of the goal.

    It has to show what the run has brought about, or that what is wanted is so already; and everything the goal names
    has to have been dealt with (`sextant.program.support`). What no screen decides becomes a question; a yes that
    quotes such words attests it. A claim that it cannot be done is questioned once where little was looked at.

    Args:
        task: Its goal is what the requirement in the ledger says.
        ledger: Where the requirement is entered.
        requirement: Id of the claim in the ledger.
        place: The goal names a place to be reached. Being there is all of it, so any predicate that holds there counts.
    """

    def __init__(self, task: Task, ledger: ClaimKeeper, requirement: str = REQUIREMENT, *, place: bool = False) -> None:
        self._task, self._ledger, self._requirement, self._place = task, ledger, requirement, place
        ledger.propose(Claim(requirement, "requirement", task.goal, "reached"))
        self._asked_for = read_goal(task.goal, question=task.answer_schema is not None)
        self._trail = Trail(self._asked_for)
        self._end: Finished | None = None
        self._refusals = 0
        self._why = ""
        self._asked: Question | None = None
        self._questioned: tuple[str, ...] = ()

    def next(self, screen: Screen) -> Directive:
        """The goal, with what stood against the last claim; a goal looks the same from everywhere."""
        self._trail.begin(screen)
        if self._end is not None:
            return self._end
        questions = () if self._asked is None else (self._asked,)
        return Act(self._task.goal, questions, f"Your last claim was not accepted: {self._why}" if self._why else "")

    def observe(self, transition: Transition) -> None:
        self._trail.observe(transition)
        if transition.interrupt:
            return
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
            self._why = ""
            self._questioned = tuple(item for item in self._questioned if item != _EVERY)

    def _claimed(self, action: Status, transition: Transition) -> None:
        if action.goal_status == "infeasible":
            self._given_up(action, transition)
            return
        problem = self._unsupported(transition)
        failing = tuple(verdict for verdict in transition.verdicts if verdict.outcome == "fails")
        for verdict in failing or (() if problem else transition.verdicts):  # one that fails speaks louder
            self._ledger.decide(self._requirement, verdict)
        if not problem and self._more_to_do(transition.before) and self._question(_EVERY, _NONE_LEFT):
            return
        if not problem:
            self._end = Finished(claimed="complete", reason=action.reason or _reasons(transition))
            return
        undecided = [verdict for verdict in transition.verdicts if verdict.outcome == "undecided"]
        if undecided and not any(verdict.outcome == "fails" for verdict in transition.verdicts):
            text = f"Is the goal reached ({self._task.goal[:300]})? Quote the words on the screen that show it."
            self._asked = Question(_ASK, text)
        self._refuse(problem, Finished(verified=False, claimed="complete", reason=problem))

    @property
    def _wants_answer(self) -> bool:
        """Whether saying that it is done answers nothing. What was asked for may also have been written somewhere."""
        return self._task.answer_schema is not None or (self._asked_for.question and not self._trail.wrote)

    def _more_to_do(self, screen: Screen) -> bool:
        """Whether the goal speaks of all of something and the last deed could be done once more here."""
        return self._asked_for.every and not self._place and self._trail.offers_again(screen)

    def _given_up(self, action: Status, transition: Transition) -> None:
        """A first try to give up is questioned where something was not looked at; the next one ends the run."""
        missed = "" if self._place else hasty(self._asked_for, self._trail, transition.before)
        if not (missed and self._question(_HASTY, missed)):
            self._end = Finished(verified=False, claimed="infeasible", reason=action.reason)

    def _question(self, what: str, why: str) -> bool:
        """Doubts a claim once; False where it was doubted before."""
        if what in self._questioned:
            return False
        self._questioned, self._why = (*self._questioned, what), why
        return True

    def _answered(self, action: Answer, transition: Transition) -> None:
        problem = _against_schema(action.text, self._task.answer_schema) or self._unfounded(action.text, transition)
        if problem:
            self._refuse(problem, Finished(action.text, verified=False, claimed="complete", reason=problem))
            return
        stands = shown(transition.before, action.text)
        read = () if stands is None else (self._read(transition, stands, action.text),)
        for verdict in read or transition.verdicts:
            self._ledger.decide(self._requirement, verdict)
        self._end = Finished(action.text, claimed="complete", reason="the answer stands on the screen")

    def _unfounded(self, text: str, transition: Transition) -> str:
        """Why nothing shows the answer: neither where it stands nor what was named for it."""
        screen = transition.before
        stands = shown(screen, text) is not None
        if self._place:
            return "" if stands or not self._unsupported(transition) else _NOWHERE
        if stands:
            return answer_objection(self._asked_for, self._trail, screen, text, transition.verdicts)
        if _nothing_holds(transition):
            return _NOWHERE
        return basis_objection(self._asked_for, self._trail, screen, transition.verdicts)

    def _unsupported(self, transition: Transition) -> str:
        """Why the claim is not supported; empty where it is."""
        problem = _nothing_holds(transition)
        if problem or self._place:
            return problem
        if isinstance(transition.decision.action, Status) and self._wants_answer:
            return "the goal asks for a value; give it with `answer`, on the screen where it stands"
        again = self._refusals > 0
        return claim_objection(self._asked_for, self._trail, transition.before, transition.verdicts, again)

    def _refuse(self, problem: str, end: Finished) -> None:
        self._refusals += 1
        self._why = problem
        if self._refusals >= REFUSALS:
            self._end = end

    def _attested(self, transition: Transition) -> Verdict | None:
        """The verdict of a yes that quotes what stands on the screen; None where there is none."""
        for item in transition.decision.judgements:
            if item.question != _ASK or item.answer != "yes":
                continue
            found = shown(transition.before, item.quote)
            if found is None:
                continue
            read = self._read(transition, found, item.quote)
            quoted = Verdict(TextVisible(item.quote), "holds", read.reason, read.evidence)
            if self._place or not claim_objection(self._asked_for, self._trail, transition.before, [quoted]):
                return read
        return None

    def _read(self, transition: Transition, stands: Element, quote: str) -> Verdict:
        """The model's judgement that the goal is reached, with where it read that."""
        seen = Evidence(transition.before.digest, transition.step, stands.index, stands.box, quote[:200])
        return Verdict(Effect(self._task.goal), "holds", f"judged from {quote!r}", (seen,), attested=True)

    def snapshot(self) -> Any:
        return {
            "end": None if self._end is None else to_json(Finished, self._end),
            "refusals": self._refusals,
            "why": self._why,
            "asked": None if self._asked is None else to_json(Question, self._asked),
            "questioned": list(self._questioned),
            "trail": self._trail.snapshot(),
        }

    def restore(self, state: Any) -> None:
        self._end = None if state["end"] is None else from_json(Finished, state["end"])
        self._refusals = int(state["refusals"])
        self._why = str(state["why"])
        self._asked = None if state["asked"] is None else from_json(Question, state["asked"])
        self._questioned = tuple(str(item) for item in state.get("questioned", ()))
        if "trail" in state:
            self._trail.restore(state["trail"])


def _nothing_holds(transition: Transition) -> str:
    """Why nothing that was named holds; empty where a predicate holds and none fails."""
    failing = [verdict.reason for verdict in transition.verdicts if verdict.outcome == "fails"]
    if failing:
        return failing[0]
    if not any(verdict.outcome == "holds" for verdict in transition.verdicts):
        return "nothing was named that the screen shows; say with `expect` what on this screen shows it"
    return ""


def _reasons(transition: Transition) -> str:
    return "; ".join(verdict.reason for verdict in transition.verdicts if verdict.outcome == "holds")


def _against_schema(text: str, schema: Mapping[str, Any] | None) -> str:
    """What is wrong with the answer under the task's schema; empty where nothing is."""
    if schema is None:
        return ""
    from jsonschema import ValidationError, validate

    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return f"the answer is not JSON: {error.msg} at character {error.pos}"
    try:
        validate(value, schema)
    except ValidationError as problem:
        where = "/".join(str(part) for part in problem.absolute_path) or "the answer"
        return f"the answer does not follow its schema: {where}: {problem.message}"
    return ""
