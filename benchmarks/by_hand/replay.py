"""What structure says of the answers of a cassette: review of each act, citations of each claim, spans of each ruling.

Neither a browser nor a model: screens, decisions and effects are those of the recorded run.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

from benchmarks.by_hand.cassettes import Cassette
from sextant.evidence import ClaimLedger, evaluate
from sextant.journal import RunStore, import_trace
from sextant.journal.entries import Note
from sextant.journal.run_reader import RunRecord
from sextant.models.answers import Accepted, read_answer
from sextant.prompts import as_decision, decision_schema
from sextant.review import OPEN_ACTS, AuthoritySource, RuleReviewer
from sextant.review.authorization import source_of
from sextant.state import CLAIMS, PAGES, PROGRESS, REQUIREMENTS, EventLog
from sextant.types.actions import Answer, Status
from sextant.types.decisions import Decision
from sextant.types.evidence import Claim
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudge, ClaimJudgeParts
from sextant.verification.verifier import VerificationCase, Verified

GOAL = "goal"
"""Id of the goal in the ledger."""
_SCROLLED = "outside the view; scroll to it first"
_STAMP = "<tool_call>"
"""Stands in every answer in the form of `stamp`."""
Kind = Literal["act", "claim", "ruling", "malformed"]


@dataclass(frozen=True, slots=True)
class Said:
    """What structure says of one answer of the actor, or of the authorizer: whether a ruling rests on the user's words.

    Attributes:
        number: The exchange.
        accepted: Whether nothing that code checks speaks against it.
        rule: The first rule that does, `claim` for citations.
        why: What does, as the actor is told.
    """

    number: int
    step: int
    kind: Kind
    accepted: bool
    rule: str = ""
    why: str = ""


class _Unasked:
    """A verifier: what only meaning decides is left to it."""

    def verify(self, case: VerificationCase) -> Verified:
        raise AssertionError(f"nobody settles a claim here: {case.task.goal}")


def said_of(cassette: Cassette) -> list[Said]:
    """What today's code says of each answer, in order."""
    with tempfile.TemporaryDirectory(prefix="sextant-cassette-") as folder:
        journal = RunStore.open(Path(folder))
        with journal.read(import_trace(journal, cassette.trace)) as run:
            return list(_walk(cassette, run))


def worse(cassette: Cassette, said: Sequence[Said]) -> list[str]:
    """Where today's code says worse than when the run was kept, in words.

    What was accepted and not wrong has to be accepted still. What was refused has to be refused still, unless a verdict
    calls that refusal wrong, or the target was out of view: the executor scrolls to it now.
    """
    today = {one.number: one for one in said}
    excused = {one["step"] for one in cassette.record["refusals"] if one["verdict"] == "wrong"}
    found: list[str] = []
    for then in cassette.said:
        number, now = int(then["number"]), today.get(int(then["number"]))
        if now is None:
            found.append(f"exchange {number}: the answer is not found any more")
        elif then["accepted"] and not now.accepted and number not in cassette.wrong:
            found.append(f"exchange {number}, step {now.step}: was accepted, is refused now: {now.why or 'malformed'}")
        elif not then["accepted"] and now.accepted and then["step"] not in excused and _SCROLLED not in then["why"]:
            found.append(f"exchange {number}, step {now.step}: was refused ({then['why']}), is accepted now")
    return found


def _walk(cassette: Cassette, run: RunRecord) -> Iterator[Said]:
    task, transitions = run.head.task, list(run.transitions())
    answers, rulings = _answers(cassette, run, "actor"), _answers(cassette, run, "authorizer")
    source = "".join(str(note.data.get("source", "")) for note in run.notes("program"))
    texts = (
        (AuthoritySource("goal", task.goal), AuthoritySource("program", source))
        if source
        else (AuthoritySource("goal", task.goal),)
    )
    log = EventLog((PROGRESS, OPEN_ACTS, CLAIMS, PAGES, REQUIREMENTS))
    ledger = ClaimLedger(log)
    ledger.propose(Claim(GOAL, "requirement", task.goal, "reached"))
    seen: dict[int, Screen] = {}
    reviewer = RuleReviewer(log, None, lambda: texts[1:])
    cites = cassette.record["arm"] != "stamp"
    judge = ClaimJudge(
        task, ledger, GOAL, ClaimJudgeParts(log, _Unasked(), cites=cites, screens=seen.get, program=source)
    )
    for transition in transitions:
        seen[transition.step] = transition.before
        for number, text in answers.get(transition.step, ()) if not transition.interrupt else ():
            decision = _decision(text, transition.before)
            if decision is None:
                yield Said(number, transition.step, "malformed", False)
                continue
            objections = [one for one in reviewer.objections(decision, transition.before, task) if not one.advisory]
            rule, why = objections[0].rule if objections else "", "; ".join(one.message for one in objections)
            claim = _claim(decision)
            if claim is not None and not why and not source:
                why = judge.claimed(claim, _with(transition, decision, claim))
                rule = "claim" if why else ""
            yield Said(number, transition.step, "claim" if claim else "act", not why, rule, why)
        for number, text in rulings.get(transition.step, ()):
            yield _ruling(number, text, transition, texts)
        log.append(transition)
        judge.observe(transition)


def _ruling(number: int, text: str, transition: Transition, texts: Sequence[AuthoritySource]) -> Said:
    """Whether all that the authorizer allowed rests on words that stand in the goal or the program, or needs none."""
    try:
        told: Any = json.loads(text)
        rulings = told["answers"] if "answers" in told else [told]
        allowed = [one["decision"] == "allow" for one in rulings]
        spans = [str(one.get("span", "")) for one in rulings if one.get("harmless") is not True]
    except (ValueError, TypeError, KeyError, AttributeError):
        return Said(number, transition.step, "malformed", False)
    if not allowed or not all(allowed):
        return Said(number, transition.step, "ruling", False, "authorization", "it was not allowed")
    own = source_of(transition.decision.authorised_by, texts) if transition.decision.authorised_by else None
    if own is not None or all(span and source_of(span, texts) is not None for span in spans):
        return Said(number, transition.step, "ruling", True)
    return Said(number, transition.step, "ruling", False, "authorization", "no words of the goal ask for it")


def _claim(decision: Decision) -> Answer | Status | None:
    match decision.action:
        case Answer() as action:
            return action
        case Status(goal_status="complete") as action:
            return action
        case _:
            return None


def _with(transition: Transition, decision: Decision, claim: Answer | Status) -> Transition:
    """The step as it would be with this decision: what it expects of the present screen is looked up there."""
    if decision.action == transition.decision.action and decision.shows == transition.decision.shows:
        return transition
    screen = transition.before
    verdicts = tuple(evaluate(one, None, screen, transition.step) for one in decision.expectations)
    return replace(transition, decision=replace(decision, action=claim), verdicts=verdicts)


def _answers(cassette: Cassette, run: RunRecord, role: str) -> Mapping[int, Sequence[tuple[int, str]]]:
    """A role's answers by step, as the run's notes tell: after what the actor read, each request that was made."""
    asked = [one for one in cassette.exchanges if one["role"] == role]
    found: dict[int, list[tuple[int, str]]] = {}
    step, place = 0, 0
    for note in cast("Sequence[Note]", run.notes()):
        if note.kind == "brief":
            step = int(note.data["step"])
        elif note.kind == "request" and note.data.get("role") == role and place < len(asked):
            found.setdefault(step, []).append((int(asked[place]["number"]), str(asked[place]["answer"])))
            place += 1
    return found


def _decision(text: str, screen: Screen) -> Decision | None:
    """The answer as a decision; fields of guides, which review does not look at, are left out."""
    schema = decision_schema("stamp" if _STAMP in text else "full")
    try:
        told: Any = json.loads(text)
        text = json.dumps({name: told[name] for name in schema.model_fields if name in told})
    except (ValueError, TypeError):
        pass  # prose around the object: the reader of answers looks for it
    read = read_answer(text, schema)
    return as_decision(read.value, screen, lambda x, y, _screen: (x, y)) if isinstance(read, Accepted) else None
