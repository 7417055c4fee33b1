"""`TaskState`: what is wanted, what of it is done, and what the last step did, beside an actor (TSR)."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sextant.contracts import ClaimKeeper, Updating, View
from sextant.errors import BudgetSpent, ModelFault
from sextant.evidence.goals import sends_something
from sextant.guides.task_state import asking
from sextant.guides.task_state.activation import DEFAULT, Thresholds, active
from sextant.guides.task_state.pages import Pages
from sextant.guides.task_state.quotes import answers, denies, shown_on
from sextant.guides.task_state.requirements import Requirement, read_instruction, short
from sextant.guides.task_state.state import PARTS, LastStep, State
from sextant.guides.task_state.step import Step, act_of, wanted_of
from sextant.guides.task_state.telling import Known, Wording, sections_of
from sextant.guides.task_state.updates import Milestones, Update, apply, open_items, standing, supported
from sextant.guides.task_state.way import Way
from sextant.types.actions import InputText, Scroll, Status, Swipe, Wait
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import LAST_STEP, Decision, Judgement, Objection, Profile, Section
from sextant.types.evidence import ClaimStatus, Verdict
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["TaskState"]

_NO_ANSWER = "no answer"
_LOOKS = (Wait, Scroll, Swipe)
"""Acts that only look, so that doing them again repeats nothing."""


class TaskState:
    """A `Guide` of three views: summary, progress tracker, and what to make of the last step.

    Milestones are claims in the ledger: a model or a step's words propose them, and only a verdict makes them shown. It
    is kept by the deltas of decisions and by evidence, or by a call of its own after each step where there is an
    `updating`. No fault of that call costs more than the update.

    Args:
        task: Its goal is all that the first state is made of.
        ledger: Where milestones are entered.
        updating: Its own calls; None keeps it by what decisions and screens say.
        hide: Views that are kept and not told, of `PARTS`.
        off: Views that are not kept.
        always: Whether all views are told at every step; else where `activation` says so.
        thresholds: What `activation` goes by.
        trust: Updates are taken at their word, as without the rule that evidence decides.
        wording: Of two that tell the same facts.
        profile: How much the actor reads.
    """

    def __init__(
        self,
        task: Task,
        ledger: ClaimKeeper,
        updating: Updating | None = None,
        *,
        hide: Collection[str] = (),
        off: Collection[str] = (),
        always: bool = False,
        thresholds: Thresholds = DEFAULT,
        trust: bool = False,
        wording: Wording = "first",
        profile: Profile = "full",
    ) -> None:
        self._task, self._milestones, self._updating = task, Milestones(ledger), updating
        self._kept = tuple(part for part in PARTS if part not in off)
        self._told = tuple(part for part in self._kept if part not in hide)
        self._always, self._thresholds, self._trust = always, thresholds, trust
        self._wording: Wording = wording
        self._profile: Profile = profile
        self._instruction = read_instruction(task.goal)
        self._state = State(self._instruction.requirements)
        self._way = Way(self._instruction, self._state.way)

    @property
    def name(self) -> str:
        return "task-state"

    @property
    def state(self) -> State:
        """What is kept, for reading."""
        return self._state

    @property
    def counts(self) -> Mapping[str, int]:
        """Calls of its own without a usable answer, and updates that were refused in a part."""
        flags = self._state.flags
        found = {"no_answer": flags.get(_NO_ANSWER, 0)}
        found["flagged"] = sum(flags.values()) - found["no_answer"]
        return {name: count for name, count in found.items() if count}

    def views(self, step: int) -> tuple[str, ...]:
        """Those that are told at a step, as things stand."""
        lines = len(self._way.lines)
        wanted = PARTS if self._always else active(self._state, step, lines, self._thresholds)
        return tuple(part for part in self._told if part in wanted)

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Deltas for decisions that have room; none where it has calls of its own."""
        if self._updating is not None:
            return None
        from sextant.guides.task_state.forms import delta_form

        return delta_form(profile, self._kept)

    def sections(self, view: View) -> Sequence[Section]:
        """The views that are told at this step, of the same size however long the run."""
        chosen = self.views(view.step)
        if not chosen:
            return ()
        known = Known(self._instruction, self._state, self._way, self._statuses(view))
        return sections_of(known, chosen, view.step, self._wording, self._profile == "compact")

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        """Advises against doing an uncertain step again unchecked, and against ending with lines still to be done."""
        found: list[Objection] = []
        if "transition" in self._told and self._repeats(decision, view.screen):
            sign = f", such as {self._state.last.look_for!r}" if self._state.last.look_for else ""
            message = (
                f"this is the same act as in step {self._state.last.unsure}, of which it cannot be told whether it had "
                f"an effect; look for what shows it{sign} before doing it again"
            )
            found.append(Objection("guide", message, advisory=True))
        claims = isinstance(decision.action, Status) and decision.action.goal_status == "complete"
        line = self._way.to_do if claims and "tracker" in self._told else None
        if line is not None and self._way.state.at:
            message = f"no step is known to have carried out line {line.number} of the instruction: {line.text}"
            found.append(Objection("guide", message, advisory=True))
        return tuple(found)

    def observe(self, transition: Transition) -> None:
        """Takes note of a step: by evidence first, then by what a model says of it."""
        state = self._state
        if state.app and transition.after.app and transition.after.app != state.app:
            state.switched = transition.step
        state.app = transition.after.app or state.app
        pages = Pages(state.pages)
        if transition.interrupt:
            state.last.interrupt = short(transition.interrupt, 60)
            pages.see(transition.after)
            return
        step = Step(transition)
        pages.see(transition.before)
        self._look_back(transition.decision.judgements, transition.before, transition.step)
        state.focus = ""
        self._listen(step)
        pages.observe(transition)
        if step.kind in ("worked", "uncertain", "no effect") and not isinstance(transition.decision.action, _LOOKS):
            state.before = shown_on(transition.before)
        if step.kind in ("uncertain", "no effect", "refused"):
            state.failed(step.number)
        if "transition" in self._kept and step.kind != "noted":
            state.last = _last(step, state.last)
        if "tracker" in self._kept:
            self._by_evidence(step)
        if self._updating is not None and self._kept and step.kind not in ("noted", "refused"):
            self._ask(self._updating, step)

    def snapshot(self) -> Any:
        return json.loads(to_json(State, self._state))

    def restore(self, state: Any) -> None:
        self._state = from_json(State, json.dumps(state))
        self._way = Way(self._instruction, self._state.way)

    def _statuses(self, view: View) -> dict[str, ClaimStatus]:
        """Of milestones; what was only to be looked up is also shown by a value that memory keeps of it."""
        statuses = self._milestones.statuses()
        kept = [claim.subject for claim in view.claims if claim.kind == "memory" and claim.status == "verified"]
        for item in open_items(self._state, statuses) if kept else ():
            if any(answers(meaning, item.text) for meaning in kept):
                statuses[item.id] = "verified"
        return statuses

    # -- by evidence ------------------------------------------------------------------------------------------

    def _by_evidence(self, step: Step) -> None:
        """What the verdicts of a step say of requirements and lines, and what its words say of them."""
        state, number = self._state, step.number
        effects = [
            verdict for verdict in step.transition.verdicts if verdict.outcome == "holds" and not verdict.vacuous
        ]
        carried = self._way.observe(step)
        if carried and effects:
            self._milestones.decide(f"line {carried}", self._way.lines[carried].text, number, effects[0])
        open_ids = {item.id for item in open_items(state, self._milestones.statuses())}
        typed = isinstance(step.transition.decision.action, InputText)
        for item in state.requirements:
            if typed and sends_something(item.text):
                continue  # a draft sends nothing
            speaking = step.speaking_of(item)
            failing = [verdict for verdict in speaking if verdict.outcome == "fails"]
            holding = [verdict for verdict in speaking if verdict in effects and _bears_out(verdict, item)]
            if failing and (item.id in state.said or item.id not in open_ids):
                self._milestones.decide(item.id, item.text, number, failing[0])
                state.said.pop(item.id, None)
            elif holding and step.kind == "worked" and not failing:
                self._milestones.decide(item.id, item.text, number, holding[0])
                state.said.pop(item.id, None)
            elif item.id in open_ids and step.kind in ("worked", "uncertain") and step.mentions(item):
                self._milestones.propose(item.id, item.text, number)
                state.said.setdefault(item.id, number)

    def _look_back(self, judgements: Sequence[Judgement], screen: Screen, step: int) -> None:
        """What the actor judged of the last step in hindsight counts where the words it quotes stand on the screen."""
        last = self._state.last
        for judgement in judgements:
            own = judgement.question == LAST_STEP or judgement.question.startswith(f"q{last.step}.")
            if not own or judgement.answer == "unknown" or standing(judgement.quote, screen, step) is None:
                continue
            holds = judgement.answer == "yes"
            if last.kind == "uncertain":
                last.effective, last.checked = holds, True
            for item in self._state.requirements:
                if self._state.said.get(item.id) == last.step and not (holds and denies(judgement.quote, item.text)):
                    self._milestones.attest(item.id, item.text, step, judgement.quote, screen, holds)
                    del self._state.said[item.id]

    def _repeats(self, decision: Decision, screen: Screen) -> bool:
        last = self._state.last
        if last.unsure < 0 or last.checked or isinstance(decision.action, _LOOKS):
            return False
        answered = [item for item in decision.judgements if item.question == LAST_STEP and item.answer == "no"]
        if any(standing(item.quote, screen, last.step) is not None for item in answered):
            return False
        return act_of(decision.action, screen) == last.act

    # -- by a model -------------------------------------------------------------------------------------------

    def _listen(self, step: Step) -> None:
        """Takes over the delta of a decision, which speaks of the screen that it was made on."""
        said = step.transition.decision.fields.get(self.name)
        if said is None or "tracker" not in self._kept:
            return
        from sextant.guides.task_state.forms import read_delta

        update = read_delta(said)
        if update is not None:
            self._take(update, step, step.transition.before, self._state.last.effective is False)

    def _take(self, update: Update, step: Step, screen: Screen, failed: bool) -> None:
        """An update of requirements and of lines, as far as evidence lets it."""
        lines = [(line, mark) for mark in update.marks if (line := self._way.line_of(mark.which)) is not None]
        rest = tuple(mark for mark in update.marks if self._way.line_of(mark.which) is None)
        apply(replace(update, marks=rest), self._state, self._milestones, screen, step.number, self._trust, failed)
        for line, mark in lines:
            item = Requirement(f"line {line.number}", line.text)
            shown = supported(item, mark, screen, step.number, "")  # many lines ask to come to a page
            due = shown and line in self._way.due()
            if self._trust or due:
                self._milestones.propose(item.id, item.text, step.number)
                self._milestones.attest(item.id, item.text, step.number, mark.quote, screen)
                self._way.mark(line, step)
            elif line.number not in self._way.state.done:
                self._state.flag("against the evidence", f"line {line.number}")

    def _ask(self, updating: Updating, step: Step) -> None:
        """The guide's own call. Whatever it costs, the step stands; without an answer the state stays as it is."""
        from sextant.guides.task_state.forms import read_update, update_form

        state, transition = self._state, step.transition
        try:
            answer = updating.update(
                asking.instructions(self._kept),
                asking.sections(self._task.goal, state, self._milestones.statuses(), step),
                update_form(self._kept),
                asking.pictures(step),
            )
        except (ModelFault, BudgetSpent) as error:
            state.flag(_NO_ANSWER, type(error).__name__)
            return
        if answer is None:
            state.flag(_NO_ANSWER)
            return
        update = read_update(answer)
        self._take(update, step, transition.after, step.kind == "no effect")
        if "transition" not in self._kept:
            return
        last = state.last
        if self._trust:
            last.effective = update.effective
        elif update.effective is not None and last.effective is not None and update.effective != last.effective:
            state.flag("against the evidence", "action_effective")
        last.result = update.result or last.result


def _bears_out(verdict: Verdict, item: Requirement) -> bool:
    """Whether what was seen shows the requirement met, and does not deny it (`not paid`)."""
    return bool(verdict.evidence) and not any(denies(found.quote, item.text) for found in verdict.evidence)


def _last(step: Step, before: LastStep) -> LastStep:
    """The view of a step. What is unsure stays so through steps that touched nothing."""
    transition = step.transition
    unsure = step.kind == "uncertain"
    keeps = step.kind == "refused" and before.unsure >= 0 and not before.checked
    doubtful = [item for item in transition.verdicts if item.outcome != "holds"]
    telling = doubtful if step.kind != "worked" else [item for item in transition.verdicts if item.outcome == "holds"]
    wanted = next((text for item in doubtful if (text := wanted_of(item.predicate))), "")
    objected = "; ".join(item.message for item in transition.objections if not item.advisory)
    return LastStep(
        step=step.number,
        kind=step.kind,
        effective={"worked": True, "no effect": False, "refused": False}.get(step.kind),
        what=step.what,
        result=short(objected or (telling[0].reason if telling else "")),
        cause="" if isinstance(transition.decision.action, _LOOKS) else transition.cause,
        unsure=step.number if unsure else before.unsure if keeps else -1,
        act=act_of(transition.decision.action, transition.before) if unsure else before.act if keeps else "",
        look_for=wanted if unsure else before.look_for if keeps else "",
    )
