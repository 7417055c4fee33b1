"""`ProgramCourse`: a Semantic Task Program as a course (AgentProg; design, Semantic Task Program and The loop).

One call a step: what became of the last leaf, and which way a condition goes, is answered in hindsight, in the same
decision that acts; it is told beforehand what follows each answer.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.branches import OVER, ROOT, Branch, branches_of, claim_of, named, questions_of, value_in
from sextant.program.claims import Claims, against_schema, as_answer
from sextant.program.doing import Doing
from sextant.program.earlier import of_today
from sextant.program.ending import Ending
from sextant.program.items import Rows
from sextant.program.language import (
    End,
    Halt,
    Item,
    Limits,
    Machine,
    Missing,
    Program,
    ProgramStuckError,
    Step,
    Value,
    Want,
    parse,
)
from sextant.program.mending import Mender, rewritten
from sextant.program.support import nowhere, shown
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Blocked, Directive, Finished, Judgement
from sextant.types.evidence import Claim, Effect, Evidence, Verdict
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["REQUIREMENT", "ProgramCourse"]

_REFUSALS = 2
"""After more refused answers in a row, with nothing done between them, the run ends unverified."""
REQUIREMENT = "goal"
"""Id in the ledger of what the whole run is for."""


class ProgramCourse:
    """Walks a program, leaf after leaf. A leaf may take many actions, or none where it is done already.

    A leaf counts as done where the actor says so and quotes words of the screen that show it; a value, an item, a yes
    to a condition are quoted likewise. What shows a leaf is known to `Doing`. What is quoted and stands nowhere is not
    taken, and said so. The program being over ends the run; it is verified where every leaf was shown.

    Where it cannot go on (a step that is called impossible or takes too many actions, a value that cannot be computed
    with) the mender is asked for another program from there on. Without one the run ends, and says at which line.

    With `claims` the end is judged by what the screens have shown of the task's goal. The program being over ends the
    run where words that were quoted on the way bear the goal out; else it has to be claimed by an act (`status`,
    `answer`) that says what shows it, and so may the last step. Nothing is called impossible without a look around. A
    program of one step, as a goal is, asks nothing before it is claimed, since nothing hangs on the answer.

    Args:
        values: Of variables that are known beforehand.
        claims: Follows the run, and knows what bears out the task's goal; None leaves the end to the steps.
        requirement: Id of the goal in the ledger.
    """

    def __init__(
        self,
        task: Task,
        program: Program,
        ledger: ClaimKeeper,
        values: Mapping[str, Value] | None = None,
        limits: Limits | None = None,
        mender: Mender | None = None,
        claims: Claims | None = None,
        requirement: str = REQUIREMENT,
    ) -> None:
        self._task, self._written, self._ledger, self._requirement = task, program, ledger, requirement
        self._mender, self._limits = mender or Mender(), limits or Limits()
        self._ending = None if claims is None else Ending(task, claims, ledger, requirement)
        self._machine = Machine(program, values, limits)
        self._spent = 0
        self._refusals = 0
        self._why = ""
        self._claimed, self._rows = False, Rows()
        self._doing = Doing()
        self._impossible: str | None = None
        self._began = [0]
        self._end: Finished | None = None
        ledger.propose(Claim(requirement, "requirement", task.goal, "reached"))

    # -- what others read of it -------------------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """Where the program is; only to be looked at."""
        return self._machine

    @property
    def changed(self) -> str:
        """The lines of the program from the first that is not as it was written; empty where it was not changed."""
        return rewritten(self._machine.program.source, self._written.source)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The ways on that the next decision may take."""
        return branches_of(self._machine)

    def span(self, first: int, last: int) -> tuple[int, int] | None:
        """The steps of the run that some leaves took, from the first to the last; None where they took none."""
        if not 0 <= first <= last < len(self._began):
            return None
        until = self._began[last + 1] - 1 if last + 1 < len(self._began) else self._began[last]
        return (self._began[first], until) if self._began[first] <= until else None

    def active(self) -> tuple[tuple[int, float], ...]:
        """The steps that still matter here: of the present leaf, and of those done in this turn of each loop.

        Steps of other turns, of loops and functions that are over and of branches that were left are not among them.
        """
        done = [one for place in self._machine.path for one in place.done if one.first is None]
        spans = [span for one in done if (span := self.span(one.step, one.step)) is not None]
        return (*spans, (self._began[-1], math.inf))

    def where(self) -> str:
        """The line that is under way, and the turn of the loop around it; empty at the end, and in a single step."""
        want = self._machine.want
        if isinstance(want, End) or self.claimed_whole:
            return ""
        turn = next((place.turn for place in reversed(self._machine.path) if place.kind == "loop"), 0)
        return f"line {want.line}, turn {turn}" if turn else f"line {want.line}"

    def refused(self) -> str:
        """Why an answer of the last step was not taken; empty where all were."""
        return self._why

    # -- the course -------------------------------------------------------------------------------------------

    def next(self, screen: Screen) -> Directive:
        """The present leaf with what follows it, the same from everywhere; the end where the run has come to it.

        Raises:
            ModelFault, BudgetSpent: The program has to be mended, and its author cannot be asked.
        """
        if self._ending is not None:
            self._ending.begin(screen)
        if self._end is not None:
            return self._end
        while (stuck := self._stuck()) is not None:
            why = stuck.reason
            program = self._mender.mended(self._machine, self._task.goal, why, screen)
            if program is None:
                return stuck
            self._machine.change(program)
            self._spent, self._refusals, self._impossible = 0, 0, None
            self._doing.over()
            self._doing.begin(self._machine.want, screen)
            self._why = f"the program was changed from line {self._machine.line} on, because {why}"
        want, ending = self._machine.want, self._ending
        if not self._doing.begun:
            self._doing.begin(want, screen)
        if isinstance(want, End) and self._is_over(want):
            return self._finished(want)
        remark = f"Your last claim was not accepted: {self._why}" if self._claimed and self._why else self._why
        if ending is not None and (self.claimed_whole or isinstance(want, End)):
            asked = (claim_of(self._task.goal),) if ending.asks else ()
            return Act(want.text if isinstance(want, Step) else OVER, asked, remark)
        ways = "\n".join(f"[{branch.id}] {branch.text}" for branch in self.branches)
        return Act(ways, questions_of(self._machine), remark)

    def observe(self, transition: Transition) -> None:
        """Takes the answers of a decision, in the order of the program, as far as they go; then its claim."""
        if self._ending is not None and not transition.attempts:
            self._ending.observe(transition)
        if not transition.interrupt and self._end is None:
            self._decided(transition)
        if self._ending is not None and transition.attempts:  # what is said of a screen comes before what is done there
            self._ending.observe(transition)

    @property
    def claimed_whole(self) -> bool:
        """Whether the program is one step, which is claimed by an act, as a goal is."""
        return self._ending is not None and self._machine.program.sole_step

    def _decided(self, transition: Transition) -> None:
        self._why, self._claimed = "", False
        before = self._place()
        refused = self._take(transition)
        want = self._machine.want
        if self._place() != before:
            self._doing.begin(want, transition.before)
        acted = self._doing.observe(transition, want.told if isinstance(want, Step) else "")
        self._began += [transition.step] * (self._machine.steps + 1 - len(self._began))
        self._spent = self._spent + bool(transition.attempts) if self._place() == before else bool(transition.attempts)
        action = transition.decision.action
        if isinstance(action, Status) and action.goal_status == "infeasible":
            self._give_up(action.reason, transition.before)
        elif isinstance(action, Status | Answer) and not refused:
            refused = self._said_over(action, transition)
        if refused:
            self._refuse(refused)
        elif acted or self._place() != before:
            self._refusals = 0

    def _said_over(self, action: Status | Answer, transition: Transition) -> str:
        """Has an act judged that says that all of it is done; or says why it is no claim to be judged here."""
        want, ending = self._machine.want, self._ending
        if isinstance(want, End) and self._is_over(want):
            return ""
        last = isinstance(want, End) or (isinstance(want, Step) and isinstance(self._machine.ahead(True).want, End))
        if ending is None or not last:
            return "the program is not over; answer its questions, and go on with it"
        if isinstance(want, End) and ending.borne_out and isinstance(action, Status):
            return f"{self._misshapen(want)}; give it with `answer`"
        ruling = ending.claimed(action, transition)
        self._claimed, self._why, self._end = True, ruling.why, ruling.end
        if isinstance(want, End) and ruling.end is not None and not ruling.end.answer:
            self._end = replace(ruling.end, answer=as_answer(want.result, self._task.answer_schema))
        return ""

    def learn(self, name: str, value: str, screen: Screen) -> bool:
        """A value that was found while something else was done; False where it stands nowhere, or fits nothing."""
        program = self._machine.program
        if name not in program.variables and name not in program.undeclared:
            return False
        if shown(screen, value) is None:
            return False
        try:
            self._machine.learn(name, value)
        except ProgramStuckError:
            return False
        return True

    def snapshot(self) -> Any:
        return {
            "machine": self._machine.snapshot(),
            "spent": self._spent,
            "refusals": self._refusals,
            "why": self._why,
            "doing": self._doing.snapshot(),
            "impossible": self._impossible,
            "claimed": self._claimed,
            "ending": None if self._ending is None else self._ending.snapshot(),
            "rows": self._rows.snapshot(),
            "began": list(self._began),
            "end": None if self._end is None else to_json(Finished, self._end),
            "mender": self._mender.snapshot(),
            "changed": self._machine.program.source if self._machine.program is not self._written else "",
        }

    def restore(self, state: Any) -> None:
        state = of_today(state, self._machine)
        changed = str(state.get("changed", ""))
        self._machine = Machine(parse(changed) if changed else self._written, None, self._limits)
        self._machine.restore(state["machine"])
        self._spent, self._refusals, self._why = int(state["spent"]), int(state["refusals"]), str(state["why"])
        self._claimed = bool(state.get("claimed"))
        self._doing.restore(state.get("doing") or {"acted": state.get("acted"), "stood": None})
        self._impossible = state.get("impossible")
        if self._ending is not None and state.get("ending") is not None:
            self._ending.restore(state["ending"])
        self._rows.restore(state.get("rows"))
        self._began = [int(step) for step in state.get("began", [0])]
        self._end = None if state.get("end") is None else from_json(Finished, state["end"])
        self._mender.restore(state.get("mender", []))

    # -- answers ----------------------------------------------------------------------------------------------

    def _take(self, transition: Transition) -> str:
        """Goes on by the answers that were given; says why the first that is not taken is not."""
        said = {item.question: item for item in transition.decision.judgements}
        if self._ending is not None and (self.claimed_whole or isinstance(self._machine.want, End)):
            said = said if self._ending.asks else {}  # of the whole goal nothing is said unasked
            self._ending.asked()
        name = ROOT
        while (item := said.get(name)) is not None and item.answer != "unknown":
            want = self._machine.want
            refused = self._answered(want, item, transition)
            if refused:
                return refused
            if isinstance(want, Missing | End) or (isinstance(want, Step) and item.answer == "no"):
                return ""
            name = f"{name}.{item.answer}"
        return ""

    def _answered(self, want: Want, item: Judgement, transition: Transition) -> str:
        """Takes one answer; or says why not."""
        yes = item.answer == "yes"
        if isinstance(want, Step | Missing | End) and not yes:
            return ""
        quote = item.quote.strip()
        seen = shown(transition.before, quote) if quote else None
        if yes and seen is None:
            return f"{named(want)} was not taken: {nowhere(quote, transition.before)}"
        if isinstance(want, Item) and (told := self._rows.against(want, quote if yes else "", transition.before)):
            return told
        if isinstance(want, Step) and seen is not None and not self.claimed_whole:
            unshown = self._doing.against(want, quote, seen, transition.before)
            if unshown:
                return f"{named(want)} was not taken: {unshown}"
        value = value_in(want, quote, yes)
        against = self._against(want, value, quote, transition)
        if against:
            return against
        try:
            self._machine.give(value)
        except ProgramStuckError as error:
            return f"{named(want)} was not taken: {error}"
        self._doing.over()
        if isinstance(want, Step) and seen is not None:
            evidence = Evidence(transition.before.digest, transition.step, seen.index, seen.box, quote[:200])
            self._attest(want, transition.step, evidence)
        return ""

    def _attest(self, want: Step, step: int, evidence: Evidence) -> None:
        """Enters a leaf into the ledger, with where it was seen to be done; the only one is the goal itself."""
        if self.claimed_whole:
            return
        claim = f"line {want.line}, leaf {self._machine.steps}"
        self._ledger.propose(Claim(claim, "requirement", want.told, "done", step=step))
        verdict = Verdict(Effect(want.told), "holds", f"judged from {evidence.quote!r}", (evidence,), attested=True)
        self._ledger.decide(claim, verdict)
        if self._ending is None and isinstance(self._machine.want, End):
            self._ledger.decide(self._requirement, verdict)

    def _against(self, want: Want, value: Any, quote: str, transition: Transition) -> str:
        """Why the goal has something against an answer that would be taken for its statement; empty where not."""
        if self._ending is None:
            return ""
        if isinstance(want, End):
            return self._ending.attested(quote, transition)
        ahead = self._machine.copy()
        try:
            ahead.give(value)
        except ProgramStuckError:
            return ""
        over = ahead.want if isinstance(ahead.want, End) else None
        if not isinstance(want, Step | Missing):
            if over is not None:
                self._ending.over(over)
            return ""
        return self._ending.quoted(quote, over, transition, self._refusals > 0)

    def _give_up(self, reason: str, screen: Screen) -> None:
        """What was said to be impossible is the present statement; where the program is over, it is the end.

        It is doubted once, where not everything was looked at.
        """
        missed = "" if self._ending is None else self._ending.hasty(screen)
        if missed:
            self._why, self._claimed = missed, True
        elif isinstance(self._machine.want, End):
            self._end = Finished(verified=False, claimed="infeasible", reason=reason)
        else:
            self._impossible = reason

    def _refuse(self, why: str) -> None:
        self._refusals += 1
        self._why = why
        if self._refusals > _REFUSALS:
            self._end = Finished(verified=False, claimed="complete", reason=why)

    def _stuck(self) -> Finished | Blocked | None:
        """The end that the run has come to where the program cannot go on as it is written; None where it can."""
        want = self._machine.want
        if isinstance(want, End):
            return None
        if isinstance(want, Halt):
            return Blocked(f"the program cannot go on at line {want.line}: {want.reason}")
        if self._impossible is not None and self.claimed_whole:
            return Finished(verified=False, claimed="infeasible", reason=self._impossible)
        if self._impossible is not None:
            said = f"line {want.line} of the program, {named(want)}, was called impossible: {self._impossible}"
            return Finished(verified=False, claimed="infeasible", reason=said)
        if self._spent >= self._limits.actions:
            said = f"line {want.line} of the program took {self._spent} actions and is not done: {named(want)}"
            return Blocked(said)
        return None

    def _place(self) -> tuple[int, Want]:
        return self._machine.steps, self._machine.want

    def _is_over(self, want: End) -> bool:
        """Whether a program that has come to its end ends the run; else the end has to be claimed."""
        return self._ending is None or (self._ending.borne_out and not self._misshapen(want))

    def _misshapen(self, want: End) -> str:
        schema = self._task.answer_schema
        return against_schema(as_answer(want.result, schema), schema)

    def _finished(self, want: End) -> Finished:
        answer, count = as_answer(want.result, self._task.answer_schema), self._machine.steps
        over = f"the program is over; {count} of its steps were shown to be done"
        said = "words on the screen were quoted that show it" if self.claimed_whole else over
        problem = against_schema(answer, self._task.answer_schema)
        known = not problem and (count > 0 or self._ending is not None)  # where it is judged, it was shown
        return Finished(answer, verified=known, claimed="complete", reason=problem or said)
