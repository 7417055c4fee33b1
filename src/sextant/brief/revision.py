"""What an actor is told when its decision was objected to: the same words for whoever decides."""

from collections.abc import Sequence

from sextant.types.decisions import Decision, Objection, Section

__all__ = ["objection_sections"]


def objection_sections(objections: Sequence[Objection], rejected: Decision | None) -> tuple[Section, ...]:
    """The section that asks for another decision, one objection a line; none where nothing was rejected."""
    if not objections or rejected is None:
        return ()
    lines = [f"You decided: {rejected.description or rejected.action.kind}. It was not carried out:"]
    lines += [f"- {objection.message}" for objection in objections]
    return (Section("Decide again", "\n".join(lines), 100, untrusted=True),)
