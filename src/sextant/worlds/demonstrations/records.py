"""Training records, rendered from traces by the very code that feeds a running model."""

import base64
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from sextant.brief import Composer, Mark, Surroundings, cited, decision_text, render
from sextant.types.decisions import LAST_STEP, Decision, Judgement, Profile
from sextant.types.screens import Picture
from sextant.types.transitions import Transition
from sextant.worlds.demonstrations.trace import Label, Taken, Trace

Form = Literal["messages", "completion"]


@dataclass(frozen=True, slots=True)
class Record:
    """One decision to learn: `system` and `user` are what a model would have been given, `answer` what it says.

    `origin` says where it comes from: world, seed, template, step, label, actor.
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
) -> tuple[Record, ...]:
    """A record for each of the actor's decisions, in order.

    Mistakes stand in the history of what follows them; they are records themselves only where `mistakes` says so.

    Raises:
        UsageError: The profile has no way to say one of the actions.
    """
    around = Surroundings(trace.now, pictures=1 if vision else 0)
    composer = Composer(trace.task, profile, max_tokens=max_tokens, vision=vision, mark=mark, surroundings=around)
    found: list[Record] = []
    last: Transition | None = None
    for taken in trace.steps:
        transition = taken.transition
        if not transition.interrupt and (mistakes or taken.label != "mistake"):
            brief = composer.compose(taken.directive, transition.before, transition.step, taken.questions)
            answer = decision_text(_in_form(taken, last, profile), transition.before, profile, composer.guide_fields)
            origin: dict[str, str | int] = {
                "world": trace.world,
                "seed": trace.seed,
                "template": trace.template,
                "step": transition.step,
                "label": taken.label,
                "actor": trace.actor,
            }
            text = render(brief.sections)
            found.append(Record(brief.prefix, text, answer, taken.label, brief.pictures, origin))
        composer.history.observe(transition)
        last = last if transition.interrupt else transition
    return tuple(found)


def _in_form(taken: Taken, last: Transition | None, profile: Profile) -> Decision:
    """The decision with what its profile asks for besides."""
    match profile:
        case "reflection":
            return reflected(taken, last)
        case "stamp":
            return remembering(taken)
        case _:
            return taken.transition.decision


def remembering(taken: Taken) -> Decision:
    """The decision with what is read on its screen and needed later, a line each; of a running total the last."""
    decision = taken.transition.decision
    read = [f"{note.what}: {note.value}" for note in taken.notes if note.op == "encode"]
    read += [f"the total so far: {note.value}" for note in taken.notes if note.op == "add"][-1:]
    return replace(decision, fields={**decision.fields, "memory": {"remember": "\n".join(read)}})


def reflected(taken: Taken, last: Transition | None) -> Decision:
    """The decision with what reflection adds: how the last step went, by its verdicts, and what is read here.

    A status is said where it was computed and the screen shows it; else it is unknown.
    """
    decision = taken.transition.decision
    read = [f"{note.what}: {note.value}" for note in taken.notes if note.op == "encode"]
    kept = {"reflection": {"important_contents": "; ".join(read)}} if read else {}
    judgements = (_status(taken, last), *decision.judgements)
    return replace(decision, judgements=judgements, fields={**decision.fields, **kept})


def _status(taken: Taken, last: Transition | None) -> Judgement:
    unknown = Judgement(LAST_STEP, "unknown")
    if last is None or last.effectiveness not in ("effective", "ineffective", "refused"):
        return unknown
    worked, here = last.effectiveness == "effective", taken.transition.before
    outcome = "holds" if worked else "fails"
    quotes = [proof.quote for item in last.verdicts if item.outcome == outcome for proof in item.evidence]
    said = [Judgement(LAST_STEP, "yes" if worked else "no", quote) for quote in (*quotes, here.title)]
    return next((item for item in said if cited(item, here)), unknown)


def as_messages(record: Record) -> dict[str, Any]:
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


def as_completion(record: Record) -> dict[str, Any]:
    """The record as one prompt and its completion."""
    return {"prompt": f"{record.system}\n\n{record.user}\n\n", "completion": record.answer, "origin": record.origin}


def lines(made: Iterable[Record], form: Form = "messages") -> Iterator[str]:
    """The records as lines of JSON."""
    shape = as_messages if form == "messages" else as_completion
    for record in made:
        yield json.dumps(shape(record), ensure_ascii=False)


def save(made: Iterable[Record], path: Path, form: Form = "messages") -> int:
    """Writes the whole file or nothing; says how many records it holds."""
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
