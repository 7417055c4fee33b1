"""`ProgramCourse`: a Semantic Task Program as a course (AgentProg; design, Semantic Task Program and The loop).

One model call per step: the decision that contains the next action also answers whether the last leaf is done, and
whether a condition holds. The prompt lists in advance what follows each answer.
"""

import math
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, cast

from sextant.dataclass import dataclass
from sextant.program.branches import OVER, ROOT, Branch, branches_of, leads_on, named, questions_of, target_of, value_in
from sextant.program.items import ITEMS, OTHERS, ItemTracker, items_in_words, others_in_words
from sextant.program.language import (
    End,
    Halt,
    LeafRequest,
    Machine,
    Missing,
    NextItem,
    Program,
    ProgramLimits,
    ProgramStuckError,
    Value,
    Want,
    parse,
)
from sextant.program.language.numbers import number_in
from sextant.program.repair import Mender, rewritten
from sextant.protocols import ClaimKeeper
from sextant.types.actions import Answer, Status
from sextant.types.codec import field_of, from_plain, to_fields
from sextant.types.decisions import Act, Blocked, Decision, Directive, Finished, Section
from sextant.types.evidence import Claim, Effect, Evidence, Verdict, leaf_id
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudge, against_schema, as_answer, quoted_on

__all__ = ["NAME", "REQUIREMENT", "ProgramCourse", "named_values"]

NAME = "program"
"""Name of the decision field about the program."""
_REFUSALS = 2
"""Most refused answers in a row without an effective action; then the run ends unverified."""
_LEAVES = 50
"""Number of the latest leaves in the ledger. Quotes of earlier ones are stored with their steps."""
_NOT_ALL = "the program is over, and what was quoted for its steps does not show all of it"
REQUIREMENT = "goal"
"""Id in the ledger of the requirement for the whole run."""


@dataclass(slots=True)
class _State:
    """The state of the course, apart from the position in the program.

    Attributes:
        spent: Number of actions for the current leaf.
        step: The next step of the run.
        refusals: Number of refused answers in a row.
        why: Why the last answer was refused.
        claimed: Whether the last step claimed the end.
        doubted: The place at which a value was refused once because it is not a number.
        impossible: Why the actor called the current statement impossible.
        began: The step at which each leaf began.
        end: The end of the run, once it is reached.
    """

    spent: int = 0
    step: int = 0
    refusals: int = 0
    why: str = ""
    claimed: bool = False
    doubted: str = ""
    impossible: str | None = None
    began: list[int] = field(default_factory=lambda: [0])
    end: Finished | None = None


class ProgramCourse:
    """Follows a program leaf by leaf. A leaf takes any number of actions, or none if it is done already.

    A leaf is done if the actor says so and quotes text of a screen that shows it. Values, items and a `yes` to a
    condition need a quote too. If no screen shows the quote, the answer is refused, with a message. A value that should
    be a number but has none is refused once. The meaning of quotes is not judged here.

    If the program cannot continue, the mender is asked to change it. This happens if a step is called impossible or
    takes too many actions, or if a value cannot be used in a computation. Without a change, the run ends with a message
    that names the line.

    With a judge, the end of the run is judged as a claim about the goal. At the end of the program, the run ends if the
    quotes for its steps show that something was done; otherwise the actor has to claim the end by an action (`status`,
    `answer`). It may also do so at the last step. A program of one step, such as a goal, asks no questions.

    Args:
        values: Values of variables that are known in advance.
        judge: Judges claims about the goal; with None, the steps alone decide.
        requirement: Id of the goal in the ledger.
    """

    def __init__(
        self,
        task: Task,
        program: Program,
        ledger: ClaimKeeper,
        values: Mapping[str, Value] | None = None,
        limits: ProgramLimits | None = None,
        mender: Mender | None = None,
        judge: ClaimJudge | None = None,
        requirement: str = REQUIREMENT,
    ) -> None:
        self._task, self._written, self._ledger, self._requirement = task, program, ledger, requirement
        self._mender, self._limits = mender or Mender(), limits or ProgramLimits()
        self._judge, self._cites = judge, judge is None or judge.cites
        self._machine = Machine(program, values, limits)
        self._rows, self._state = ItemTracker(), _State()
        ledger.propose(Claim(requirement, "requirement", task.goal, "reached"))

    # -- what others read of it -------------------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """The machine that executes the program; read-only."""
        return self._machine

    @property
    def repaired(self) -> bool:
        """Whether a model changed the program. The texts do not tell: a second repair may undo the first."""
        return self._machine.program is not self._written

    @property
    def changed(self) -> str:
        """The lines of the program from the first changed one on; empty if it was not changed."""
        return rewritten(self._machine.program.source, self._written.source)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The possible continuations for the next decision."""
        return branches_of(self._machine, self._cites)

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """The first and last step of the run that these leaves took; None if they took none."""
        if not 0 <= first <= last < len(self._state.began):
            return None
        until = self._state.began[last + 1] - 1 if last + 1 < len(self._state.began) else self._state.began[last]
        return (self._state.began[first], until) if self._state.began[first] <= until else None

    def active(self) -> tuple[tuple[int, float], ...]:
        """The steps that still matter: of the current leaf, and of the leaves done in the current turn of each loop.

        Steps of other turns, of finished loops and functions, and of other branches are left out.
        """
        done = [one for place in self._machine.path for one in place.done if one.first is None]
        spans = [span for one in done if (span := self.span(one.step, one.step)) is not None]
        return (*spans, (self._state.began[-1], math.inf))

    def where(self) -> str:
        """The current line, with the turn of its loop; empty at the end, and for a program of one step."""
        want = self._machine.want
        if isinstance(want, End) or self.claimed_whole:
            return ""
        turn = next((place.turn for place in reversed(self._machine.path) if place.kind == "loop"), 0)
        return f"line {want.line}, turn {turn}" if turn else f"line {want.line}"

    def refused(self) -> str:
        """Why an answer of the last step was refused; empty if none was."""
        return self._state.why

    # -- the course -------------------------------------------------------------------------------------------

    def next(self, screen: Screen) -> Directive:
        """The current leaf with its possible continuations, or the end of the run.

        Raises:
            ModelFault, BudgetSpent: The program has to be repaired, and its author cannot be asked.
        """
        return self._claimed_end(screen) or self._stuck_end(screen) or self._program_end(screen) or self._directive()

    def observe(self, transition: Transition) -> None:
        """Applies the answers of a decision in the order of the program, then its claim of the end, if any."""
        if not transition.interrupt and self._state.end is None:
            self._decided(transition)
        if self._judge is not None:
            self._judge.observe(transition)
        self._state.step = transition.step + 1

    @property
    def claimed_whole(self) -> bool:
        """Whether the program is a single step, such as a goal: then the end is claimed by an action."""
        return self._judge is not None and self._machine.program.sole_step

    def learn(self, name: str, value: str, screen: Screen) -> str:
        """Stores a value that was found early. Returns why it was refused, else an empty string."""
        program, said = self._machine.program, f"{name[:80]} was not set to {value[:80]!r}"
        if name not in program.variables and name not in program.undeclared:
            return f"{said}: the program has no such variable"
        if self._machine.variables.get(name) == value:
            return ""
        if self._find(screen, value, self._turn_began(), self._state.step) is None:
            return f"{said}: these words stand on no screen of yours"
        if _no_number(program, name, value):
            return f"{said}: it is read as a number, and these words hold none"
        try:
            self._machine.learn(name, value)
        except ProgramStuckError as error:
            waits = name in program.variables and not self._machine.known(name)[0]
            later = "give it when the step that reads it is asked about; the run can end without it"
            return f"{said}: {later if waits else error}"
        return ""

    def items(self, screen: Screen) -> tuple[Section, ...]:
        """Previous items of the enclosing loops, and similar elements on this screen; empty if no item is requested."""
        had, others = items_in_words(self._machine), others_in_words(self._machine, self._rows, screen)
        told = (
            Section(ITEMS, had, 93, 400, untrusted=True, keep="tail"),
            Section(OTHERS, others, 92, 200, untrusted=True),
        )
        return tuple(one for one in told if one.text)

    def snapshot(self) -> Json:
        parts: dict[str, Json] = {"machine": self._machine.snapshot(), "rows": self._rows.snapshot()}
        parts["judge"] = None if self._judge is None else self._judge.snapshot()
        parts["changed"] = self._machine.program.source if self.repaired else ""
        return {**to_fields(_State, self._state), **parts, "mender": self._mender.snapshot()}

    def restore(self, state: Json) -> None:
        changed = str(field_of(state, "changed") or "")
        self._state = from_plain(_State, state)
        self._machine = Machine(parse(changed) if changed else self._written, None, self._limits)
        self._machine.restore(field_of(state, "machine"))
        if self._judge is not None:
            self._judge.restore(field_of(state, "judge"))
        self._rows.restore(field_of(state, "rows"))
        self._mender.restore(field_of(state, "mender") or [])

    # -- what comes next --------------------------------------------------------------------------------------

    def _claimed_end(self, screen: Screen) -> Finished | None:
        """The claimed end of the run, if it is accepted."""
        if self._state.end is None and self._judge is not None and self._judge.pending:
            self._settle(self._judge, screen)
        return self._state.end

    def _stuck_end(self, screen: Screen) -> Finished | Blocked | None:
        """Has the program repaired if it cannot continue. Returns the end of the run if it is not repaired."""
        while (stuck := self._stuck()) is not None:
            program = self._mender.mended(self._machine, self._task.goal, stuck.reason, screen)
            if program is None:
                break
            self._machine.change(program)
            self._state.spent, self._state.refusals, self._state.impossible = 0, 0, None
            self._state.why = f"the program was changed from line {self._machine.line} on, because {stuck.reason}"
        return stuck

    def _stuck(self) -> Finished | Blocked | None:
        """The end of the run if the program cannot continue; None if it can."""
        impossible, spent = self._state.impossible, self._state.spent
        match self._machine.want:
            case End():
                return None
            case Halt(line=line, reason=reason):
                return Blocked(f"the program cannot go on at line {line}: {reason}")
            case want if impossible is not None:
                called = f"line {want.line} of the program, {named(want)}, was called impossible: {impossible}"
                reason = impossible if self.claimed_whole else called
                return Finished(verified=False, claimed="infeasible", reason=reason)
            case want if spent >= self._limits.actions:
                return Blocked(f"line {want.line} of the program took {spent} actions and is not done: {named(want)}")
            case _:
                return None

    def _program_end(self, screen: Screen) -> Finished | None:
        """The end of the run if the program is over and no claim of the actor is needed; else None."""
        want, judge, schema = self._machine.want, self._judge, self._task.answer_schema
        if not isinstance(want, End):
            return None
        answer = as_answer(want.result, schema)
        problem = against_schema(answer, schema)
        if judge is None:
            known = not problem and self._machine.steps > 0
            over = f"the program is over; {self._machine.steps} of its steps were shown to be done"
            by = "evidence" if known else ""
            return Finished(answer, verified=known, claimed="complete", reason=problem or over, by=by)
        if not self._state.claimed and not problem and judge.over(answer, self._state.step, screen):
            self._settle(judge, screen)
        return self._state.end

    def _directive(self) -> Act:
        """The directive: the current leaf with its continuations, or only the goal if its claim is all that is left."""
        want, why = self._machine.want, self._state.why
        remark = f"Your last claim was not accepted: {why}" if self._state.claimed and why else why
        if self.claimed_whole or isinstance(want, End):
            return Act(want.text if isinstance(want, LeafRequest) else OVER[self._cites], (), remark)
        ways = "\n".join(f"[{branch.id}] {branch.text}" for branch in self.branches)
        asked = questions_of(self._machine)
        return Act(ways, asked, remark, asked[0].leaf if asked else "")

    def _settle(self, judge: ClaimJudge, screen: Screen) -> None:
        computed = judge.computed
        settled, want = judge.settle(screen), self._machine.want
        if isinstance(settled, str):
            self._state.claimed, self._state.why = not computed, f"{_NOT_ALL}: {settled}" if computed else settled
            return
        told = settled.answer or (as_answer(want.result, self._task.answer_schema) if isinstance(want, End) else "")
        self._state.end = replace(settled, answer=told)

    # -- what became of a step --------------------------------------------------------------------------------

    def _decided(self, transition: Transition) -> None:
        before = self._place()
        self._state.why, self._state.claimed = "", False
        refused = self._apply_answers(transition)
        moved = self._place() != before
        self._count(transition, moved)
        refused = self._end_claim(transition, refused)
        if refused:
            self._refuse(refused)
        elif moved or (transition.attempts and transition.effectiveness == "effective"):
            self._state.refusals = 0

    def _count(self, transition: Transition, moved: bool) -> None:
        """Counts the actions of the current leaf, and records at which step leaves began."""
        self._state.began += [transition.step] * (self._machine.steps + 1 - len(self._state.began))
        self._state.spent = (0 if moved else self._state.spent) + bool(transition.attempts)

    def _refuse(self, why: str) -> None:
        self._state.refusals += 1
        self._state.why = why
        if self._state.refusals > _REFUSALS:
            self._state.end = Finished(verified=False, claimed="complete", reason=why)

    # -- its claim --------------------------------------------------------------------------------------------

    def _end_claim(self, transition: Transition, refused: str) -> str:
        """Handles an action that claims the end. Returns the reason for a refusal, with those refused before."""
        match transition.decision.action:
            case Status(goal_status="infeasible", reason=reason):
                self._give_up(reason)
            case Status(goal_status="unsure") as action:
                self._state.end = Finished("", False, "unsure", action.reason, candidates=action.candidates)
            case Status() | Answer() as action:
                return self._done_claim_refusal(action, transition, refused)
            case _:
                pass
        return refused

    def _done_claim_refusal(self, action: Status | Answer, transition: Transition, refused: str) -> str:
        """Has a claim that the task is done judged, or returns why it is not judged here.

        Before the last statement of the program, a claim is judged only if it is repeated right after a refusal.
        Refused answers in the same decision do not matter: the claim has its own citations.
        """
        want, judge = self._machine.want, self._judge
        over = isinstance(want, End)
        last = over or (isinstance(want, LeafRequest) and isinstance(self._machine.ahead(True).want, End))
        if judge is not None and (last or self._state.refusals):
            self._state.claimed, self._state.why = True, judge.claimed(action, transition)
            self._state.end = judge.refuse(self._state.why) if self._state.why else None
            return ""
        said = "the program is not over; end again if the goal is reached anyway, else go on with its present step"
        return "; ".join(filter(None, (refused, "" if judge is None and (refused or over) else said)))

    def _give_up(self, reason: str) -> None:
        """Handles a claim that the current statement is impossible, or, after the program, the goal.

        If nothing was tried, the first such claim is refused.
        """
        missed = "" if self._judge is None else self._judge.given_up()
        if missed:
            self._state.why, self._state.claimed = missed, True
        elif isinstance(self._machine.want, End):
            self._state.end = Finished(verified=False, claimed="infeasible", reason=reason)
        else:
            self._state.impossible = reason

    # -- its answers ------------------------------------------------------------------------------------------

    def _apply_answers(self, transition: Transition) -> str:
        """Applies the answers in order. Returns why the first refused one was refused, else an empty string."""
        judgements = () if self.claimed_whole else transition.decision.judgements  # a whole goal has no questions
        said = {item.question: item for item in judgements}
        name, refused = ROOT, ""
        while not refused and (item := said.get(name)) is not None and item.answer != "unknown":
            want = self._machine.want
            refused = self._apply_answer(want, item.answer == "yes", item.quote.strip(), transition)
            name = f"{name}.{item.answer}" if leads_on(want, item.answer) else ""
        return refused

    def _apply_answer(self, want: Want, yes: bool, quote: str, transition: Transition) -> str:
        """Applies one answer. Returns why it was refused, else an empty string."""
        if isinstance(want, End) or (isinstance(want, LeafRequest | Missing) and not yes):
            return ""
        seen = self._find_quote(want, quote, transition) if quote else None
        value = self._answer_value(want, quote, transition) if yes else quote
        refused = (
            (self._unproven(want, quote) if yes and seen is None else "")
            or (self._rows.against(want, quote if yes else "", transition.before) if isinstance(want, NextItem) else "")
            or (self._doubted(want, value) if yes else "")
            or self._give(want, value, yes)
        )
        if not refused and isinstance(want, LeafRequest) and seen is not None:
            self._attest(want, transition.step, seen)
            if self._judge is not None:
                self._judge.leaf(quote, seen.step)
        return refused

    def _doubted(self, want: Want, value: str) -> str:
        """Refuses a value without a number for a variable that is read as a number, once per place."""
        name, spot = target_of(want), f"{self._machine.spot}|{self._machine.steps}"
        if not name or self._state.doubted == spot or not _no_number(self._machine.program, name, value):
            return ""
        self._state.doubted = spot
        return f"{{{name}}} is read as a number and {value[:80]!r} holds none; quote its number, or say it again"

    def _give(self, want: Want, value: str, yes: bool) -> str:
        try:
            self._machine.give(value_in(want, value, yes))
        except ProgramStuckError as error:
            return f"{named(want)} was not taken: {error}"
        return ""

    def _find_quote(self, want: Want, quote: str, transition: Transition) -> Evidence | None:
        """Finds the quote of an answer on a screen.

        Besides the current screen, earlier ones count: for a step, those since it began; for a value, those of this
        turn of the loop.
        """
        match want:
            case LeafRequest(target=""):
                since = self._state.began[-1] + 1
            case LeafRequest() | Missing():
                since = self._turn_began()
            case _:
                since = transition.step
        return self._find(transition.before, quote, since, transition.step)

    def _find(self, screen: Screen, words: str, since: int, step: int) -> Evidence | None:
        """Finds a text on the screen of this step, else on the latest screen since the step `since`."""
        found = quoted_on(screen, words)
        if found is not None:
            return Evidence(screen.digest, step, found.index, found.box, words[:200])
        return None if self._judge is None else self._judge.seen_before(words, since, step)

    def _unproven(self, want: Want, quote: str) -> str:
        """Why a yes without words of a screen is not taken."""
        said = f"your quote {quote[:80]!r} stands nowhere on the screen" if quote else "nothing was quoted for it"
        if isinstance(want, LeafRequest) and not want.target and self._judge is not None and quote:
            began = self._state.began[-1]
            if self._judge.seen_before(quote, began, began + 1) is not None:
                said = f"{quote[:80]!r} stood there before this was done; quote what came of it"
        return f"{named(want)} was not taken: {said}"

    def _turn_began(self) -> int:
        """The step at which the current turn of the innermost loop began; 0 outside of loops."""
        loop = next((place for place in reversed(self._machine.path) if place.kind == "loop"), None)
        if loop is None:
            return 0
        leaf = self._machine.steps
        if loop.forgotten:
            leaf = loop.since
        elif loop.done:
            leaf = loop.done[0].step if loop.done[0].first is None else loop.done[0].first
        return self._state.began[min(leaf, len(self._state.began) - 1)]

    def _answer_value(self, want: Want, quote: str, transition: Transition) -> str:
        """The value of an answer: the decision's value for the variable if a screen shows it, else the quote."""
        name = target_of(want)
        value = "" if isinstance(want, NextItem) else named_values(transition.decision).get(name, "")
        if not value or _no_number(self._machine.program, name, value):
            return quote
        return quote if self._find(transition.before, value, self._turn_began(), transition.step) is None else value

    def _attest(self, want: LeafRequest, step: int, evidence: Evidence) -> None:
        """Records a finished leaf in the ledger, with its evidence."""
        leaves = [one.id for one in self._ledger.claims if one.is_leaf]
        if len(leaves) >= _LEAVES:
            self._ledger.forget(leaves[: 1 - _LEAVES])
        claim = Claim(leaf_id(want.line, self._machine.steps), "requirement", want.told, "done", step=step)
        self._ledger.propose(claim)
        verdict = Verdict(Effect(want.told), "holds", f"judged from {evidence.quote!r}", (evidence,), attested=True)
        self._ledger.decide(claim.id, verdict)
        if self._judge is None and isinstance(self._machine.want, End):
            self._ledger.decide(self._requirement, verdict)

    def _place(self) -> tuple[int, Want]:
        return self._machine.steps, self._machine.want


def _no_number(program: Program, name: str, quote: str) -> bool:
    """Whether the variable is read as a number, and the text has none."""
    return name in program.numbers and number_in(quote) is None


def named_values(decision: Decision) -> Mapping[str, str]:
    """The values that a decision names, by variable."""
    own = decision.fields.get(NAME)
    values = cast("Mapping[str, Any]", own).get("values") if isinstance(own, Mapping) else None
    return {str(name): str(value) for name, value in cast("Mapping[str, Any]", values or {}).items()}
