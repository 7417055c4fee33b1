"""`GoalCourse`: the one-leaf program. One goal, pursued until its end is supported by evidence."""

import json
from collections.abc import Mapping
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Directive, Finished, Question
from sextant.types.evidence import Claim, Effect, Evidence, Verdict
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

REFUSALS = 2
"""After this many refused claims the run ends unverified (design, Evidence before belief)."""

REQUIREMENT = "goal"
"""Id of the one requirement of a goal in the ledger of claims."""

_ASK = "done"


class GoalCourse:
    """Pursues `task.goal`. A claim to be done counts when a predicate it names holds on the screen.

    What no screen decides becomes a question; a yes that quotes words of the screen attests it. `requirement` is the id
    of its claim in the ledger.
    """

    def __init__(self, task: Task, ledger: ClaimKeeper, requirement: str = REQUIREMENT) -> None:
        self._task, self._ledger, self._requirement = task, ledger, requirement
        ledger.propose(Claim(requirement, "requirement", task.goal, "reached"))
        self._end: Finished | None = None
        self._refusals = 0
        self._why = ""
        self._asked: Question | None = None

    def next(self, screen: Screen) -> Directive:
        del screen  # a goal looks the same from everywhere
        if self._end is not None:
            return self._end
        questions = () if self._asked is None else (self._asked,)
        return Act(self._task.goal, questions, f"Your last claim was not accepted: {self._why}" if self._why else "")

    def observe(self, transition: Transition) -> None:
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

    def _claimed(self, action: Status, transition: Transition) -> None:
        if action.goal_status == "infeasible":
            self._end = Finished(verified=False, claimed="infeasible", reason=action.reason)
            return
        problem = _unsupported(transition)
        failing = tuple(verdict for verdict in transition.verdicts if verdict.outcome == "fails")
        for verdict in failing or transition.verdicts:  # one that fails speaks louder than all that hold
            self._ledger.decide(self._requirement, verdict)
        if not problem:
            self._end = Finished(claimed="complete", reason=action.reason or _reasons(transition))
            return
        undecided = [verdict for verdict in transition.verdicts if verdict.outcome == "undecided"]
        if undecided and not any(verdict.outcome == "fails" for verdict in transition.verdicts):
            text = f"Is the goal reached ({self._task.goal[:300]})? Quote the words on the screen that show it."
            self._asked = Question(_ASK, text)
        self._refuse(problem, Finished(verified=False, claimed="complete", reason=problem))

    def _answered(self, action: Answer, transition: Transition) -> None:
        malformed = _against_schema(action.text, self._task.answer_schema)
        if malformed:
            self._refuse(malformed, Finished(action.text, verified=False, claimed="complete", reason=malformed))
            return
        stands = _shown(transition.before, action.text)
        if stands is not None or not _unsupported(transition):
            if stands is not None:
                self._ledger.decide(self._requirement, self._read(transition, stands, action.text))
            else:
                for verdict in transition.verdicts:
                    self._ledger.decide(self._requirement, verdict)
            self._end = Finished(action.text, claimed="complete", reason="the answer stands on the screen")
            return
        problem = "nothing on the present screen shows this answer; go to where it stands, or name what shows it"
        self._refuse(problem, Finished(action.text, verified=False, claimed="complete", reason=problem))

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
            shown = _shown(transition.before, item.quote)
            if shown is not None:
                return self._read(transition, shown, item.quote)
        return None

    def _read(self, transition: Transition, shown: Element, quote: str) -> Verdict:
        """The model's judgement that the goal is reached, with where it read that."""
        seen = Evidence(transition.before.digest, transition.step, shown.index, shown.box, quote[:200])
        return Verdict(Effect(self._task.goal), "holds", f"judged from {quote!r}", (seen,), attested=True)

    def snapshot(self) -> Any:
        return {
            "end": None if self._end is None else to_json(Finished, self._end),
            "refusals": self._refusals,
            "why": self._why,
            "asked": None if self._asked is None else to_json(Question, self._asked),
        }

    def restore(self, state: Any) -> None:
        self._end = None if state["end"] is None else from_json(Finished, state["end"])
        self._refusals = int(state["refusals"])
        self._why = str(state["why"])
        self._asked = None if state["asked"] is None else from_json(Question, state["asked"])


def _unsupported(transition: Transition) -> str:
    """Why the claim is not supported; empty where a predicate holds and none fails."""
    failing = [verdict.reason for verdict in transition.verdicts if verdict.outcome == "fails"]
    if failing:
        return failing[0]
    if not any(verdict.outcome == "holds" for verdict in transition.verdicts):
        return "nothing was named that the screen shows; say with `expect` what on this screen shows it"
    return ""


def _reasons(transition: Transition) -> str:
    return "; ".join(verdict.reason for verdict in transition.verdicts if verdict.outcome == "holds")


def _shown(screen: Screen, text: str) -> Element | None:
    """The element in view that says the text, as words of its own: `no` does not stand in `notes`."""
    wanted = collapse(text)
    if not wanted:
        return None
    says = whole_words(wanted)
    return next(
        (
            element
            for element in screen.elements
            if element.visibility in ("visible", "clipped")
            and any(says.search(collapse(item)) for item in (element.text, element.label, element.value))
        ),
        None,
    )


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
