"""An actor that asks a language model, and the record of what an actor read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from sextant.prompts import SECOND, Convert, TouchForm, as_decision, objection_sections, render
from sextant.protocols import Actor, Model, Prompt
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel


Ground = Callable[[str, Screen], "tuple[float, float] | None"]
"""Finds a described element on a screen: a point of the 0-1000 frame, or None."""


class ModelActor:
    """Makes one model call a decision. `convert` turns the model's points into the 0-1000 frame.

    With `ground`, a touch without an index is found by its description, as is any other action that has a point; the
    model's own point is the fallback.
    """

    def __init__(
        self,
        model: Model,
        profile: Profile,
        convert: Convert,
        guide_fields: "Mapping[str, type[BaseModel]] | None" = None,
        ground: Ground | None = None,
    ) -> None:
        self._model, self._convert, self._ground = model, convert, ground
        self._profile: Profile = profile
        self._guides = tuple(guide_fields or ())

    @property
    def profile(self) -> Profile:
        return self._profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if brief.schema is None:
            raise AssertionError("a model actor needs a brief with a schema")
        sections = [*brief.sections, *objection_sections(objections, rejected)]
        prompt = Prompt(brief.prefix, render(sections), brief.pictures, role="actor")
        reply = self._model.ask(prompt, brief.schema)
        decision = as_decision(reply.value, brief.screen, self._converter(reply.value, brief.screen), self._guides)
        return replace(decision, dropped_fields=(*decision.dropped_fields, *(SECOND,) * reply.beside))

    def _converter(self, value: Any, screen: Screen) -> Convert:
        """The conversion of the answer's point: the grounded place of its description, where that is found."""
        spot = value.action
        if self._ground is None or getattr(spot, "index", 0) is not None:  # an action without a target has no index
            return self._convert
        if spot.point is None and not isinstance(spot, TouchForm):
            return self._convert
        described = getattr(value, "does", "") or getattr(value, "next_goal", "") or getattr(value, "thought", "")
        found = self._ground(described, screen)
        if found is None:
            return self._convert
        spot.point = point = [0.0, 0.0] if spot.point is None else spot.point
        # Points of further actions are those of the actor.
        return lambda x, y, on: found if [x, y] == point else self._convert(x, y, on)

    def observe(self, transition: Transition) -> None:
        """Do nothing: all that a model actor knows is in the brief."""

    def snapshot(self) -> Json:
        return None

    def restore(self, state: Json) -> None:
        """Nothing to restore."""


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

    def snapshot(self) -> Json:
        return self._actor.snapshot()

    def restore(self, state: Json) -> None:
        self._actor.restore(state)
