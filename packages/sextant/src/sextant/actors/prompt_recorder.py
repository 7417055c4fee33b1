"""`PromptRecorder` records what an actor read, word for word."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sextant.prompts import objection_sections, render
from sextant.protocols import Actor
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.transitions import Transition

__all__ = ["PromptRecorder"]


class Notes(Protocol):
    """Where it is recorded: a journal."""

    def note(self, kind: str, data: Mapping[str, object]) -> None: ...


class PromptRecorder:
    """Wraps an actor, and records each brief before the decision: `sextant brief` prints them.

    The static prefix is recorded once a process; each step's sections with their tokens and the tokenizer; a revision
    as a second record of its step.
    """

    def __init__(self, actor: Actor, journal: Notes) -> None:
        self._actor, self._journal = actor, journal
        self._prefix = ""

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if brief.prefix != self._prefix:
            self._prefix = brief.prefix
            self._journal.note("prefix", {"text": brief.prefix})
        record = {
            "step": brief.step,
            "text": render([*brief.sections, *objection_sections(objections, rejected)]),
            "tokens": dict(brief.tokens),
            "tokenizer": brief.tokenizer,
            "pictures": len(brief.pictures),
            "revision": bool(objections),
        }
        self._journal.note("brief", record)
        return self._actor.decide(brief, objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Any:
        return self._actor.snapshot()

    def restore(self, state: Any) -> None:
        self._actor.restore(state)
