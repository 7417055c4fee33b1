"""`Claims`: whether what a run says of its goal is borne out. The one judge of ends, of goals and of programs alike."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sextant.program.asked import read_goal
from sextant.program.deeds import orders_deed
from sextant.program.support import answer_objection, basis_objection, claim_objection, hasty, shown
from sextant.program.trail import Trail
from sextant.types.evidence import Effect, Evidence, TextVisible, Verdict
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["Claims", "against_schema", "as_answer", "nothing_holds"]

_NOWHERE = "nothing on the present screen shows this answer; go to where it stands, or name what shows it"


class Claims:
    """Follows a run, and judges what it claims of its goal by what the screens have shown on the way.

    Args:
        task: Its goal is what is claimed.
        place: The goal names a place to be reached. Being there is all of it, so any predicate that holds there counts.
    """

    def __init__(self, task: Task, *, place: bool = False) -> None:
        self._task, self._place = task, place
        self._asked = read_goal(task.goal, question=task.answer_schema is not None)
        self._trail = Trail(self._asked)

    def begin(self, screen: Screen) -> None:
        """The first screen; told again it changes nothing."""
        self._trail.begin(screen)

    def observe(self, transition: Transition) -> None:
        self._trail.observe(transition)

    @property
    def asks(self) -> bool:
        """Whether the goal is a question: what is given for an answer is held to it."""
        return (self._task.answer_schema is not None or self._asked.question) and not self._place

    @property
    def wants_answer(self) -> bool:
        """Whether saying that it is done answers nothing. What was asked for may also have been handed in somewhere."""
        asks = self._task.answer_schema is not None or (self._asked.question and not self._trail.handed_in)
        return asks and not self._place

    @property
    def asks_beside(self) -> bool:
        """Whether a value is asked for beside a deed: what is given for it is held to the question all the same."""
        return self._asked.wants_value and not (self.asks or self._place)

    def unsupported(self, transition: Transition, verdicts: Sequence[Verdict], again: bool = False) -> str:
        """Why a claim that it is done is not supported by what was named for it; empty where it is.

        `again`: what was named before did not show it.
        """
        problem = nothing_holds(verdicts)
        if problem or self._place:
            return problem
        return claim_objection(self._asked, self._trail, transition.before, verdicts, again)

    def unfounded(self, text: str, transition: Transition) -> str:
        """Why nothing shows an answer: neither where it stands nor what was named for it."""
        screen, verdicts = transition.before, transition.verdicts
        stands = shown(screen, text) is not None
        if self._place:
            return "" if stands or not nothing_holds(verdicts) else _NOWHERE
        if stands:
            return answer_objection(self._asked, self._trail, screen, text, verdicts)
        if nothing_holds(verdicts):
            return _NOWHERE
        return basis_objection(self._asked, self._trail, screen, verdicts)

    def undone(self, transition: Transition) -> str:
        """Why an answer is not all of it: a deed is ordered as well, no touch did one, and nothing shows it."""
        if self._place or self._trail.did_something or not orders_deed(self._task.goal):
            return ""
        deeds = tuple(part for part in self._asked.parts if not (part.looks or part.limits))
        asked = replace(self._asked, parts=deeds or self._asked.parts)
        if not claim_objection(asked, self._trail, transition.before, transition.verdicts):
            return ""
        return "the goal asks for a deed as well, and nothing that you touched did one; name what shows that it is so"

    def attested(self, transition: Transition, quote: str) -> Verdict | None:
        """The judgement that it is done, by words that stand on the screen and show it; None where they do not."""
        found = shown(transition.before, quote)
        if found is None:
            return None
        quoted = self.quoted(transition, quote)
        if self._place or not claim_objection(self._asked, self._trail, transition.before, [quoted]):
            return self.read(transition, found, quote)
        return None

    def quoted(self, transition: Transition, quote: str) -> Verdict:
        """Words that were read on the screen, as something that was named for a claim."""
        found = shown(transition.before, quote)
        seen = () if found is None else self.read(transition, found, quote).evidence
        return Verdict(TextVisible(quote), "holds", f"judged from {quote!r}", seen)

    def read(self, transition: Transition, stands: Element, quote: str) -> Verdict:
        """The model's judgement that the goal is reached, with where it read that."""
        seen = Evidence(transition.before.digest, transition.step, stands.index, stands.box, quote[:200])
        return Verdict(Effect(self._task.goal), "holds", f"judged from {quote!r}", (seen,), attested=True)

    def more_to_do(self, screen: Screen) -> bool:
        """Whether the goal speaks of all of something and the last deed could be done once more here."""
        return self._asked.every and not self._place and self._trail.offers_again(screen)

    def missed(self, screen: Screen) -> str:
        """What was not looked at before it was called impossible; empty where everything was."""
        return "" if self._place else hasty(self._asked, self._trail, screen)

    def snapshot(self) -> Any:
        return self._trail.snapshot()

    def restore(self, state: Any) -> None:
        self._trail.restore(state)


def nothing_holds(verdicts: Sequence[Verdict]) -> str:
    """Why nothing that was named holds; empty where a predicate holds and none fails."""
    failing = [verdict.reason for verdict in verdicts if verdict.outcome == "fails"]
    if failing:
        return failing[0]
    if not any(verdict.outcome == "holds" for verdict in verdicts):
        return "nothing was named that the screen shows; say with `expect` what on this screen shows it"
    return ""


def against_schema(text: str, schema: Mapping[str, Any] | None) -> str:
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


def as_answer(result: Any, schema: Mapping[str, Any] | None) -> str:
    """What a program returns, as an answer: JSON where its shape is told, a text as it stands where that follows it."""
    if schema is None:
        return "" if result is None else str(result)
    as_it_is = isinstance(result, str) and not against_schema(result, schema)
    return str(result) if as_it_is else json.dumps(result, ensure_ascii=False)
