"""`ProgramCourse`: a Semantic Task Program as a course (AgentProg; design, Semantic Task Program and The loop).

One call a step: what became of the last leaf, and which way a condition goes, is answered in hindsight, in the same
decision that acts; it is told beforehand what follows each answer.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from sextant.contracts import ClaimKeeper
from sextant.program.asked import only_looks, speaks_of
from sextant.program.branches import ROOT, Branch, branches_of, questions_of
from sextant.program.claims import Claims, against_schema
from sextant.program.language import (
    Condition,
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
from sextant.program.mending import Mender
from sextant.program.support import shown
from sextant.types.actions import Answer, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Blocked, Directive, Finished, Judgement
from sextant.types.evidence import Claim, Effect, Evidence, Verdict
from sextant.types.refs import collapse
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

__all__ = ["ProgramCourse"]

REFUSALS = 2
"""After this many claims in a row that nothing shows, the run ends unverified."""
_REQUIREMENT = "goal"


class ProgramCourse:
    """Walks a program, leaf after leaf. A leaf may take many actions, or none where it is done already.

    A leaf counts as done where the actor says so and quotes words of the screen that show it; a value, an item, a yes
    to a condition are quoted likewise. A leaf that changes something and for which nothing was done yet is shown by
    words that speak of it alone. What is quoted and stands nowhere is not taken, and said so. The program being
    over ends the run; it is verified where every leaf was shown.

    Where it cannot go on (a step that is called impossible or takes too many actions, a value that cannot be computed
    with) the mender is asked for another program from there on. Without one the run ends, and says at which line.

    With `claims` the end is judged as that of a goal is: the last answer does not end the run before the screens bear
    out what the goal wants, and nothing is called impossible, or over before anything was done, without a look around.

    Args:
        values: Of variables that are known beforehand.
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
    ) -> None:
        self._task, self._written, self._ledger = task, program, ledger
        self._mender, self._claims = mender or Mender(), claims
        self._limits = limits or Limits()
        self._doubted = False
        self._machine = Machine(program, values, limits)
        self._spent = 0
        self._refusals = 0
        self._why = ""
        self._acted = False
        self._impossible: str | None = None
        self._began = [0]
        self._end: Finished | None = None
        ledger.propose(Claim(_REQUIREMENT, "requirement", task.goal, "reached"))

    # -- what others read of it -------------------------------------------------------------------------------

    @property
    def machine(self) -> Machine:
        """Where the program is; only to be looked at."""
        return self._machine

    @property
    def changed(self) -> str:
        """The lines of the program from the first that is not as it was written; empty where it was not changed."""
        now, before = self._machine.program.source.splitlines(), self._written.source.splitlines()
        if now == before:
            return ""
        same = next((n for n, (one, other) in enumerate(zip(now, before, strict=False)) if one != other), len(before))
        return "\n".join(now[min(same, len(now) - 1) :])

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
        """The line that is under way, and the turn of the loop around it; empty where the program is over."""
        want = self._machine.want
        if isinstance(want, End):
            return ""
        turn = next((place.turn for place in reversed(self._machine.path) if place.kind == "loop"), 0)
        return f"line {want.line}, turn {turn}" if turn else f"line {want.line}"

    def refused(self) -> str:
        """Why an answer of the last step was not taken; empty where all were."""
        return self._why

    # -- the course -------------------------------------------------------------------------------------------

    def next(self, screen: Screen) -> Directive:
        """The present leaf with what follows it, the same from everywhere; the end where the program has one.

        Raises:
            ModelFault, BudgetSpent: The program has to be mended, and its author cannot be asked.
        """
        if self._claims is not None:
            self._claims.begin(screen)
        if self._end is not None:
            return self._end
        while (stuck := self._stuck()) is not None:
            why = stuck.reason
            program = self._mender.mended(self._machine, self._task.goal, why, screen)
            if program is None:
                return stuck
            self._machine.change(program)
            self._spent, self._refusals, self._impossible, self._acted = 0, 0, None, False
            self._why = f"the program was changed from line {self._machine.line} on, because {why}"
        want = self._machine.want
        if isinstance(want, End):
            return self._finished(want)
        ways = "\n".join(f"[{branch.id}] {branch.text}" for branch in self.branches)
        return Act(ways, questions_of(self._machine), self._why)

    def observe(self, transition: Transition) -> None:
        """Takes the answers of a decision, in the order of the program, as far as they go."""
        if not transition.interrupt and self._end is None:
            self._decided(transition)
        if self._claims is not None:  # what a decision says of its screen comes before what it does there
            self._claims.observe(transition)

    def _decided(self, transition: Transition) -> None:
        self._why = ""
        before = self._place()
        refused = self._take(transition)
        self._began += [transition.step] * (self._machine.steps + 1 - len(self._began))
        self._acted = self._acted or (bool(transition.attempts) and transition.effectiveness == "effective")
        self._spent = self._spent + bool(transition.attempts) if self._place() == before else bool(transition.attempts)
        action = transition.decision.action
        if isinstance(action, Status) and action.goal_status == "infeasible":
            refused = self._give_up(action.reason, transition.before) or refused
        elif isinstance(action, Status | Answer) and not isinstance(self._machine.want, End):
            refused = refused or "the program is not over; answer its questions, and go on with it"
        if refused:
            self._refuse(refused)
        elif self._place() != before:
            self._refusals = 0

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
            "acted": self._acted,
            "impossible": self._impossible,
            "doubted": self._doubted,
            "claims": None if self._claims is None else self._claims.snapshot(),
            "began": list(self._began),
            "end": None if self._end is None else to_json(Finished, self._end),
            "mender": self._mender.snapshot(),
            "changed": self._machine.program.source if self._machine.program is not self._written else "",
        }

    def restore(self, state: Any) -> None:
        changed = str(state.get("changed", ""))
        self._machine = Machine(parse(changed) if changed else self._written, None, self._limits)
        self._machine.restore(state["machine"])
        self._spent, self._refusals, self._why = int(state["spent"]), int(state["refusals"]), str(state["why"])
        self._acted = bool(state.get("acted"))
        self._impossible, self._doubted = state.get("impossible"), bool(state.get("doubted"))
        if self._claims is not None and state.get("claims") is not None:
            self._claims.restore(state["claims"])
        self._began = [int(step) for step in state.get("began", [0])]
        self._end = None if state.get("end") is None else from_json(Finished, state["end"])
        self._mender.restore(state.get("mender", []))

    # -- answers ----------------------------------------------------------------------------------------------

    def _take(self, transition: Transition) -> str:
        """Goes on by the answers that were given; says why the first that is not taken is not."""
        said = {item.question: item for item in transition.decision.judgements}
        name = ROOT
        while (item := said.get(name)) is not None and item.answer != "unknown":
            want = self._machine.want
            refused = self._answered(want, item, transition)
            if refused:
                return refused
            if isinstance(want, Missing) or (isinstance(want, Step) and item.answer == "no"):
                return ""
            name = f"{name}.{item.answer}"
        return ""

    def _answered(self, want: Want, item: Judgement, transition: Transition) -> str:
        """Takes one answer; or says why not."""
        yes = item.answer == "yes"
        if isinstance(want, Step | Missing) and not yes:
            return ""
        quote = item.quote.strip()
        seen = shown(transition.before, quote) if quote else None
        if yes and seen is None:
            said = f"your quote {quote[:80]!r} stands nowhere on the screen" if quote else "nothing was quoted for it"
            return f"{_named(want)} was not taken: {said}"
        if isinstance(want, Item) and yes and collapse(quote) in map(collapse, want.before):
            return f"{quote[:80]!r} was there before; name one that was not, or say no"
        if isinstance(want, Step) and not self._is_shown(want, quote):
            return f"{_named(want)} was not taken: nothing was done for it yet, and {quote[:80]!r} does not speak of it"
        value = _value(want, quote, yes)
        against = self._against_end(want, value, quote, transition)
        if against:
            return against
        try:
            self._machine.give(value)
        except ProgramStuckError as error:
            return f"{_named(want)} was not taken: {error}"
        self._acted = False
        if isinstance(want, Step) and seen is not None:
            evidence = Evidence(transition.before.digest, transition.step, seen.index, seen.box, quote[:200])
            self._attest(want, transition.step, evidence)
        return ""

    def _is_shown(self, want: Step, quote: str) -> bool:
        """Whether something was done for a leaf, or its words are quoted; reading and looking change nothing."""
        return bool(want.target) or self._acted or only_looks(want.told) or speaks_of(quote, want.told)

    def _attest(self, want: Step, step: int, evidence: Evidence) -> None:
        """Enters a leaf into the ledger, with where it was seen to be done."""
        claim = f"line {want.line}, leaf {self._machine.steps}"
        self._ledger.propose(Claim(claim, "requirement", want.told, "done", step=step))
        verdict = Verdict(Effect(want.told), "holds", f"judged from {evidence.quote!r}", (evidence,), attested=True)
        self._ledger.decide(claim, verdict)
        if isinstance(self._machine.want, End):
            self._ledger.decide(_REQUIREMENT, verdict)

    def _against_end(self, want: Want, value: Any, quote: str, transition: Transition) -> str:
        """Why an answer that the program is over with does not end it; empty where it does, or it goes on."""
        if self._claims is None:
            return ""
        ahead = self._machine.copy()
        try:
            ahead.give(value)
        except ProgramStuckError:
            return ""
        if not isinstance(ahead.want, End) or self._claims.wants_answer:
            return ""
        named = [verdict for verdict in transition.verdicts if verdict.outcome == "holds"]
        if isinstance(want, Step):
            named.append(self._claims.quoted(transition, quote))
        if named:
            return self._claims.unsupported(transition, named, again=self._refusals > 0)
        return self._hasty(transition.before) if not self._machine.steps else ""

    def _hasty(self, screen: Screen) -> str:
        """What was not looked at yet, said once."""
        missed = "" if self._doubted or self._claims is None else self._claims.missed(screen)
        self._doubted = self._doubted or bool(missed)
        return missed

    def _give_up(self, reason: str, screen: Screen) -> str:
        """What was said to be impossible is the present statement; where the program is over, it is the end.

        Says why it is not taken, once, where not everything was looked at.
        """
        missed = self._hasty(screen)
        if missed:
            return missed
        if isinstance(self._machine.want, End):
            self._end = Finished(verified=False, claimed="infeasible", reason=reason)
        else:
            self._impossible = reason
        return ""

    def _refuse(self, why: str) -> None:
        self._refusals += 1
        self._why = why
        if self._refusals > REFUSALS:
            self._end = Finished(verified=False, claimed="complete", reason=why)

    def _stuck(self) -> Finished | Blocked | None:
        """The end that the run has come to where the program cannot go on as it is written; None where it can."""
        want = self._machine.want
        if isinstance(want, End):
            return None
        if isinstance(want, Halt):
            return Blocked(f"the program cannot go on at line {want.line}: {want.reason}")
        if self._impossible is not None:
            said = f"line {want.line} of the program, {_named(want)}, was called impossible: {self._impossible}"
            return Finished(verified=False, claimed="infeasible", reason=said)
        if self._spent >= self._limits.actions:
            said = f"line {want.line} of the program took {self._spent} actions and is not done: {_named(want)}"
            return Blocked(said)
        return None

    def _place(self) -> tuple[int, Want]:
        return self._machine.steps, self._machine.want

    def _finished(self, want: End) -> Finished:
        schema, count = self._task.answer_schema, self._machine.steps
        text = want.result if isinstance(want.result, str) else json.dumps(want.result, ensure_ascii=False)
        answer = text if schema is not None else "" if want.result is None else str(want.result)
        said = f"the program is over; {count} of its steps were shown to be done"
        problem = against_schema(answer, schema)
        return Finished(answer, verified=count > 0 and not problem, claimed="complete", reason=problem or said)


def _value(want: Want, quote: str, yes: bool) -> Any:
    match want:
        case Condition():
            return yes
        case Item():
            return quote if yes else None
        case Step(target=target):
            return quote if target else None
        case _:
            return quote


def _named(want: Want) -> str:
    match want:
        case Missing(name=name):
            return f"the value of {name}"
        case End() | Halt():
            return "the end"
        case _:
            return repr(want.told[:120])
