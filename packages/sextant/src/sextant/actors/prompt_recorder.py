"""`PromptRecorder`: keeps what an actor read, word for word."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from sextant.prompts import objection_sections, render
from sextant.protocols import Actor
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["PromptRecorder"]


class Notes(Protocol):
    """Where it is kept: a journal."""

    def note(self, kind: str, data: Mapping[str, object]) -> None: ...


class PromptRecorder:
    """Any actor whose briefs are put on record before it decides: `sextant brief` prints them.

    The static prefix is kept once a process, the rest of every step with its tokens by section and the tokenizer; a
    revision is kept beside the first try.
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
        told = {
            "step": brief.step,
            "text": render([*brief.sections, *objection_sections(objections, rejected)]),
            "tokens": dict(brief.tokens),
            "tokenizer": brief.tokenizer,
            "pictures": len(brief.pictures),
            "revision": bool(objections),
        }
        self._journal.note("brief", told)
        return self._actor.decide(brief, objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Json:
        return self._actor.snapshot()

    def restore(self, state: Json) -> None:
        self._actor.restore(state)
