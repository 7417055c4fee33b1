"""What an actor is told when its decision was objected to: the same words for whoever decides."""

from collections.abc import Sequence

from sextant.text.legible import on_one_line
from sextant.types.decisions import Decision, Objection, Section

__all__ = ["objection_sections"]


def objection_sections(objections: Sequence[Objection], rejected: Decision | None) -> tuple[Section, ...]:
    """The section that asks for another decision, one objection a line; none where nothing was rejected."""
    if not objections or rejected is None:
        return ()
    lines = [f"You decided: {on_one_line(rejected.description) or rejected.action.kind}. It was not carried out:"]
    lines += [f"- {on_one_line(objection.message)}" for objection in objections]
    return (Section("Decide again", "\n".join(lines), 100, untrusted=True),)
