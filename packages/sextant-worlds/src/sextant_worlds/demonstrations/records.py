"""Training records, rendered from traces by the code that prompts a running model."""

import base64
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from sextant.prompts import BriefComposer, ClaimsView, Mark, Surroundings, as_decision, cited, decision_text, render
from sextant.prompts.schema import FURTHER_ACTIONS
from sextant.prompts.stamp import MEMORY
from sextant.protocols import Guide, TextSchema
from sextant.types.decisions import LAST_STEP, Decision, Judgement, Profile
from sextant.types.events import CourseRemark
from sextant.types.screens import Picture, Screen
from sextant.types.transitions import Transition
from sextant_worlds.demonstrations.recorder import StepJudge
from sextant_worlds.demonstrations.trace import DemonstrationStep, Label, Trace

Form = Literal["messages", "completion"]


@dataclass(frozen=True, slots=True)
class TrainingRecord:
    """One decision for training: `system` and `user` are the prompt of a model, `answer` is its answer.

    `origin` has its source: world, seed, template, step, label, actor.
    """

    system: str
    user: str
    answer: str
    label: Label
    pictures: tuple[Picture, ...] = ()
    origin: dict[str, str | int] = field(default_factory=dict[str, str | int])


def records(
    trace: Trace,
    profile: Profile = "full",
    *,
    max_tokens: int = 6000,
    vision: bool = False,
    mark: Mark | None = None,
    mistakes: bool = False,
    full_history: bool = False,
    pictures: int = 1,
    further_actions: int = FURTHER_ACTIONS,
    guides: Sequence[Guide] = (),
    ledger: ClaimsView | None = None,
    judge: StepJudge | None = None,
    told: Callable[[Transition], None] | None = None,
) -> tuple[TrainingRecord, ...]:
    """A record for each of the actor's decisions, in order.

    Mistakes stand in the history of what follows them; they are records themselves only where `mistakes` says so.

    Guides are fresh ones for each trace, made with that ledger. They follow the walk as they would follow a run: what
    they tell stands in the prompts, and what the walk knows for their fields in the answers. `told` hears of each step
    before they do, for the log that they read. A judge tells how a step
    went without the expectations that the profile has no field for; without one the history tells more than a run's.

    Raises:
        UsageError: The profile has no way to say one of the actions.
    """
    composer = BriefComposer(
        *(trace.task, profile, guides, max_tokens, vision, ledger, mark),
        full_history=full_history,
        pictures=pictures,
        further_actions=further_actions,
        surroundings=Surroundings(trace.now, trace.apps, pictures if vision else 0),
    )
    found: list[TrainingRecord] = []
    last: Transition | None = None
    fields = tuple(composer.guide_fields)
    for taken in trace.steps:
        transition, answer = taken.transition, ""
        if not transition.interrupt:
            decision = _with_notes(_in_form(taken, last, profile), taken, profile, fields)
            answer = decision_text(decision, transition.before, profile, composer.guide_fields)
        if answer and (mistakes or taken.label != "mistake"):
            if taken.directive.remark and last is not None:
                composer.log.append(CourseRemark(last.step, taken.directive.remark))
            brief = composer.compose(taken.directive, transition.before, transition.step, taken.questions)
            origin = _origin(trace, taken)
            found.append(
                TrainingRecord(brief.prefix, render(brief.sections), answer, taken.label, brief.pictures, origin)
            )
        observed = _as_run(transition, answer, composer, judge) if answer else transition
        composer.log.append(observed)
        if told is not None:
            told(observed)
        for guide in guides:
            guide.observe(observed)
        last = last if transition.interrupt else transition
    return tuple(found)


def _origin(trace: Trace, taken: DemonstrationStep) -> dict[str, str | int]:
    step, label = taken.transition.step, taken.label
    world: dict[str, str | int] = {"world": trace.world, "seed": trace.seed, "template": trace.template}
    return world | {"step": step, "label": label, "actor": trace.actor}


def _as_run(transition: Transition, answer: str, composer: BriefComposer, judge: StepJudge | None) -> Transition:
    """The step as in a run that parsed the decision from that answer, for the history in later prompts."""
    schema = composer.schema
    value = schema.read_text(answer) if isinstance(schema, TextSchema) else schema.model_validate_json(answer)
    told = as_decision(value, transition.before, _as_given, tuple(composer.guide_fields))
    was = transition.decision
    step = replace(transition, decision=replace(told, actor=was.actor, irreversible=was.irreversible))
    if judge is None or told.expectations == was.expectations or transition.effectiveness in ("refused", "none"):
        return step
    judged = judge(told.expectations, transition.before, transition.after, transition.step)
    return replace(step, effectiveness=judged.effectiveness, verdicts=judged.verdicts)


def _as_given(x: float, y: float, screen: Screen) -> tuple[float, float]:
    del screen
    return x, y


def _in_form(taken: DemonstrationStep, last: Transition | None, profile: Profile) -> Decision:
    """The decision with the further fields of its profile."""
    match profile:
        case "reflection":
            return reflected(taken, last)
        case "stamp":
            return remembering(taken)
        case _:
            return taken.transition.decision


def _with_notes(decision: Decision, taken: DemonstrationStep, profile: Profile, guides: Sequence[str]) -> Decision:
    """The decision with values for later in the field of the memory guide."""
    read = [note for note in taken.notes if note.op == "encode"]
    if MEMORY not in guides or not read:
        return decision
    if profile == "lite":
        noted: dict[str, Any] = {"remember": f"{read[-1].what}: {read[-1].value}"}
    else:
        noted = {"notes": [{"value": note.value, "meaning": note.what} for note in read]}
    return replace(decision, fields={**decision.fields, MEMORY: noted})


def remembering(taken: DemonstrationStep) -> Decision:
    """The decision with the values read on its screen, one on each line; of a running total the last."""
    decision = taken.transition.decision
    read = [f"{note.what}: {note.value}" for note in taken.notes if note.op == "encode"]
    read += [f"the total so far: {note.value}" for note in taken.notes if note.op == "add"][-1:]
    return replace(decision, fields={**decision.fields, MEMORY: {"remember": "\n".join(read)}})


def reflected(taken: DemonstrationStep, last: Transition | None) -> Decision:
    """The decision with the fields of reflection: the result of the last step, and the values read here.

    The status of the last step is `Unknown` unless it was computed and the screen shows it.
    """
    decision = taken.transition.decision
    read = [f"{note.what}: {note.value}" for note in taken.notes if note.op == "encode"]
    kept = {"reflection": {"important_contents": "; ".join(read)}} if read else {}
    judgements = (_status(taken, last), *decision.judgements)
    return replace(decision, judgements=judgements, fields={**decision.fields, **kept})


def _status(taken: DemonstrationStep, last: Transition | None) -> Judgement:
    unknown = Judgement(LAST_STEP, "unknown")
    if last is None or last.effectiveness not in ("effective", "ineffective", "refused"):
        return unknown
    worked, here = last.effectiveness == "effective", taken.transition.before
    outcome = "holds" if worked else "fails"
    quotes = [proof.quote for item in last.verdicts if item.outcome == outcome for proof in item.evidence]
    said = [Judgement(LAST_STEP, "yes" if worked else "no", quote) for quote in (*quotes, here.title)]
    return next((item for item in said if cited(item, here)), unknown)


def as_messages(record: TrainingRecord) -> dict[str, Any]:
    """The record as a conversation: system, user, assistant; pictures go before the text as `data:` addresses."""
    user: str | list[dict[str, Any]] = record.user
    if record.pictures:
        user = [{"type": "image_url", "image_url": {"url": _address(picture)}} for picture in record.pictures]
        user.append({"type": "text", "text": record.user})
    return {
        "messages": [
            {"role": "system", "content": record.system},
            {"role": "user", "content": user},
            {"role": "assistant", "content": record.answer},
        ],
        "origin": record.origin,
    }


def _address(picture: Picture) -> str:
    return f"data:{picture.media_type};base64,{base64.b64encode(picture.data).decode()}"


def as_completion(record: TrainingRecord) -> dict[str, Any]:
    """The record as one prompt and its completion."""
    return {"prompt": f"{record.system}\n\n{record.user}\n\n", "completion": record.answer, "origin": record.origin}


def lines(made: Iterable[TrainingRecord], form: Form = "messages") -> Iterator[str]:
    """The records as lines of JSON."""
    shape = as_messages if form == "messages" else as_completion
    for record in made:
        yield json.dumps(shape(record), ensure_ascii=False)


def save(made: Iterable[TrainingRecord], path: Path, form: Form = "messages") -> int:
    """Writes the whole file or nothing; returns the number of records."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    count = 0
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            for line in lines(made, form):
                file.write(line + "\n")
                count += 1
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return count
