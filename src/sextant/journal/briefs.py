"""What an actor read before a step, as it was put on record (`sextant.actors.noting`)."""

from collections.abc import Mapping
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant.journal.record import RunRecord
from sextant.journal.records import Note

__all__ = ["ReadBrief", "briefs_of"]


@dataclass(frozen=True, slots=True)
class ReadBrief:
    """One prompt.

    Attributes:
        prefix: The static part: role, schema, task.
        text: The rest, as it was sent.
        tokens: By section, estimated by `tokenizer`.
        pictures: Screenshots that went along.
        revision: Whether it asked for another decision in place of one that was objected to.
    """

    prefix: str
    text: str
    tokens: Mapping[str, int]
    tokenizer: str
    pictures: int
    revision: bool


def briefs_of(record: RunRecord, step: int) -> tuple[ReadBrief, ...]:
    """What was read before the decision of a step; with a revision, both.

    Raises:
        UsageError: The run has no such step, or nobody read anything before it.
    """
    prefix, found = "", list[ReadBrief]()
    for note in record.notes():
        if note.kind == "prefix":
            prefix = str(note.data.get("text", ""))
        elif note.kind == "brief" and note.data.get("step") == step:
            read = _read(note, prefix)
            found = [*found, read] if read.revision else [read]  # what was decided before a crash was decided anew
    if found:
        return tuple(found)
    steps = record.steps()
    if not 0 <= step < steps:
        told = f"from 0 to {steps - 1}" if steps else "none"
        raise UsageError(f"The run {record.run!r} has no step {step}; it has: {told}.", "See: sextant runs show")
    raise UsageError(
        f"Before step {step} of the run {record.run!r} nothing was read.",
        "It was decided without a model (an interrupt, a step replayed, a navigator), or by an older version.",
    )


def _read(note: Note, prefix: str) -> ReadBrief:
    data = note.data
    tokens = {str(name): int(count) for name, count in dict(data.get("tokens", {})).items()}
    return ReadBrief(
        prefix,
        str(data.get("text", "")),
        tokens,
        str(data.get("tokenizer", "")),
        int(data.get("pictures", 0)),
        bool(data.get("revision", False)),
    )
