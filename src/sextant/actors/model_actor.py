"""An actor that asks a language model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sextant.brief import SECOND, Convert, as_decision, objection_sections, render
from sextant.contracts import Model, Prompt
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel


class ModelActor:
    """One model call a decision. `convert` turns the model's points into the 0-1000 frame."""

    def __init__(
        self,
        model: Model,
        profile: Profile,
        convert: Convert,
        guide_fields: "Mapping[str, type[BaseModel]] | None" = None,
    ) -> None:
        self._model, self._convert = model, convert
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
        decision = as_decision(reply.value, brief.screen, self._convert, self._guides)
        return replace(decision, dropped_fields=(*decision.dropped_fields, *(SECOND,) * reply.beside))

    def observe(self, transition: Transition) -> None:
        """A model actor keeps nothing: all it knows is in the brief."""

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """Nothing to restore."""
