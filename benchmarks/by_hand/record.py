"""What is written down of a run that was played by hand."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from benchmarks.by_hand.endpoint import Exchange
from benchmarks.by_hand.replay import Said
from benchmarks.by_hand.truth import ByHandTask, Truth
from sextant.journal.entries import Permission
from sextant.journal.run_reader import RunRecord
from sextant.types.transitions import Transition


@dataclass(frozen=True, slots=True)
class Refusal:
    """An act that was not carried out, a claim that was not believed or a write that was refused, and why.

    `verdict` is for whoever studies the run: `right`, `wrong`, or empty as long as nobody has.
    """

    step: int
    rule: str
    text: str
    action: str
    verdict: str = ""


def refusals(record: RunRecord, transitions: Sequence[Transition]) -> list[Refusal]:
    """Every objection that vetoed, every claim that was not believed and every write that was not let through."""
    found = [
        Refusal(one.step, objection.rule, objection.message, one.decision.description or one.decision.action.kind)
        for one in transitions
        for objection in one.objections
        if not objection.advisory
    ]
    for note in record.notes("not_accepted"):  # a claim is refused after its step
        step = int(note.data.get("step", 0))
        found.append(Refusal(step, "claim", str(note.data.get("reason", "")), "claim"))
    texts = {objection.message for one in transitions for objection in one.objections}
    for told in record.records("permission"):
        permission = told.entry
        if isinstance(permission, Permission) and not permission.answer and permission.detail not in texts:
            found.append(Refusal(told.step, "write", f"{permission.by}: {permission.detail}", permission.question))
    return sorted(found, key=lambda one: one.step)


def with_drafts(known: Sequence[dict[str, Any]], said: Sequence[Said]) -> list[dict[str, Any]]:
    """The refusals with those of first drafts, which a run's steps do not hold: the actor revised them."""
    texts = {(one["step"], one["text"]) for one in known}
    drafts = [
        asdict(Refusal(one.step, one.rule, one.why, f"exchange {one.number}"))
        for one in said
        if not one.accepted and one.kind == "act" and (one.step, one.why) not in texts
    ]
    return sorted([*known, *drafts], key=lambda one: one["step"])


def record_of(
    task: ByHandTask, arm: str, told: Mapping[str, Any], truth: Truth, run: RunRecord, asked: Sequence[Exchange]
) -> dict[str, Any]:
    """The run as one JSON object; `told` is what `sextant run --json` printed."""
    transitions = list(run.transitions())
    effects = [(one.step, effect) for one in transitions for effect in one.effects]
    steps = int(told.get("steps") or 0)
    return {
        "task": task.id,
        "app": task.app,
        "arm": arm,
        "language": task.language,
        "kind": task.kind,
        "run": run.run,
        "status": told.get("status"),
        "verified_by": told.get("verified_by", ""),
        "claimed": told.get("agent_claimed", ""),
        "answer": told.get("answer", ""),
        "reason": told.get("reason", ""),
        "solved": truth.solved,
        "truth": asdict(truth),
        "steps": steps,
        "expected_steps": task.steps,
        "requests": dict(Counter(one.role for one in asked)),
        "prompt_tokens": sum(tokens(one.prompt) for one in asked),
        "requests_a_step": round(len(asked) / max(steps, 1), 3),
        "refusals": [asdict(one) for one in refusals(run, transitions)],
        "effects": [{"step": step, **asdict(effect)} for step, effect in effects],
        "held": sum(effect.held for _, effect in effects),
        "rulings": [asdict(one) for one in run.permissions()] + _rulings(run),
        "counters": told.get("counters", {}),
        "seconds": told.get("seconds", 0),
    }


def tokens(prompt: Mapping[str, Any]) -> int:
    """A request's text and schema in tokens, estimated at four characters each; pictures are not counted."""
    parts = [part for message in prompt.get("messages", ()) for part in _texts(message.get("content"))]
    schema = prompt.get("tools") or prompt.get("response_format")
    return (sum(map(len, parts)) + len(json.dumps(schema, ensure_ascii=False) if schema else "")) // 4


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [str(part.get("text", "")) for part in cast("list[dict[str, Any]]", content or [])]


def _rulings(run: RunRecord) -> list[dict[str, Any]]:
    """What was noted of held writes and of verdicts, whatever part noted it."""
    kinds = ("ruling", "write", "verified", "authorization")
    return [
        {"kind": note.kind, **cast("dict[str, Any]", dict(note.data))} for note in run.notes() if note.kind in kinds
    ]
