"""What the updater is asked in a call of its own: instruction, last state, last step, before and after (TSR, 2.3)."""

import json
from collections.abc import Collection, Sequence

from sextant.evidence import change_between
from sextant.guides.task_state.requirements import short
from sextant.guides.task_state.state import State
from sextant.guides.task_state.step import Step
from sextant.guides.task_state.updates import open_items
from sextant.types.decisions import Section
from sextant.types.evidence import ClaimStatus
from sextant.types.legible import on_one_line
from sextant.types.screens import Element, Picture, Screen

__all__ = ["instructions", "pictures", "sections"]

_NEW = 20
"""So many elements are told that came or went."""

_ROLE = """\
You keep the state of a task for somebody else, who operates an app and sees one screen at a time. After each of their
steps you are given the instruction, the state as it was, the step, and what was to be seen before and after it. Answer
with the new state as JSON and nothing else."""

_RULES = """\
Rules
- Judge only by what is to be seen. What no screen shows, you do not know.
- What the state says is shown to be done stays done, unless this step undid it."""

_TRANSITION = """\
- action_effective: true if the step had its effect, false if it had none, null if that cannot be told.
- last_step_result: what the step led to, in a few words.
- next_action_focus: what to look at or do next. If it cannot be told whether the step worked, say what to check first.
  Never advise to do the same again unchecked."""

_SUMMARY = """\
- task_summary: what is wanted and how far it is, in two sentences. Nothing of the instruction is lost in it."""

_TRACKER = """\
- task_decomposition: the requirements of the instruction, few and whole: what one screen can settle is one of them.
  Keep those of the state; add one only if the instruction needs it.
- completed_progress: those that are done, by id, each with the words on the screen that show it. If one turns out not
  to be needed, set not_needed and quote the words that say so.
- current_subgoal: the one that is being worked on.
- remaining_requirements: all others. None may be lost."""


def instructions(parts: Collection[str]) -> str:
    """The same bytes for a whole run."""
    own = {"transition": _TRANSITION, "summary": _SUMMARY, "tracker": _TRACKER}
    rules = "\n".join([_RULES, *(text for part, text in own.items() if part in parts)])
    return f"{_ROLE}\n\n{rules}"


def sections(goal: str, state: State, statuses: dict[str, ClaimStatus], step: Step) -> Sequence[Section]:
    """The request besides its instructions."""
    before, after = step.transition.before, step.transition.after
    told = [f"Step: {step.what}", f"Touched: {step.touched or 'nothing that has a label'}"]
    if step.transition.decision.thought:
        told.append(f"Their reasons: {short(step.transition.decision.thought, 600)}")
    verdicts = [short(verdict.reason) for verdict in step.transition.verdicts[:4]]
    return (
        Section("Instruction", goal, 90, 2000),
        Section("The state before this step", _as_json(state, statuses), 80, 1200, untrusted=True),
        Section("The step", "\n".join(told), 95, 400, untrusted=True),
        Section("What was checked of it", "\n".join(verdicts), 85, 200, untrusted=True),
        Section("What changed on the screen", _difference(before, after), 94, 1200, untrusted=True),
    )


def pictures(step: Step) -> tuple[Picture, ...]:
    """Before and after, where the device gave pictures."""
    shown = (step.transition.before.picture, step.transition.after.picture)
    return tuple(picture for picture in shown if picture is not None)


def _as_json(state: State, statuses: dict[str, ClaimStatus]) -> str:
    remaining = open_items(state, statuses)
    left = {item.id for item in remaining}
    done = [item for item in state.requirements if item.id not in left]
    told = {
        "action_effective": state.last.effective,
        "task_summary": state.summary,
        "task_decomposition": [f"{item.id}: {item.text}" for item in state.requirements],
        "completed_progress": [
            f"{item.id}: not needed" if item.id in state.unneeded else f"{item.id}: shown" for item in done
        ],
        "said_to_be_done": [item.id for item in remaining if item.id in state.said],
        "current_subgoal": state.subgoal,
        "remaining_requirements": [item.id for item in remaining],
        "last_step_result": state.last.result,
        "next_action_focus": state.focus,
    }
    return json.dumps(told, ensure_ascii=False, indent=1)


def _difference(before: Screen, after: Screen) -> str:
    """What stands on the screen after that did not before, and the other way round."""
    change = change_between(before, after)
    was, now = _lines(before), _lines(after)
    came = [line for line in now if line not in was]
    went = [line for line in was if line not in now]
    stays = [line for line in now if line in was]
    told = [f"In short: {short(change.reason)}", f"Screen: {short(after.key.label or after.title)}"]
    for label, lines in (("New", came), ("Gone", went), ("Still there", stays)):
        told += [f"{label}: {line}" for line in lines[:_NEW]]
        told += [f"{label}, further: {len(lines) - _NEW}"] if len(lines) > _NEW else []
    return "\n".join(told)


def _lines(screen: Screen) -> dict[str, None]:
    shown = [element for element in screen.elements if element.visibility in ("visible", "clipped")]
    return dict.fromkeys(line for element in shown if (line := _line(element)))


def _line(element: Element) -> str:
    value = f" = {element.value}" if element.value and "password" not in element.states else ""
    states = f" ({', '.join(sorted(element.states))})" if element.states else ""
    label = element.label if "password" not in element.states else element.name or element.hint
    return short(on_one_line(f"{element.role} {label[:400]}{value[:200]}{states}")) if label or value else ""
