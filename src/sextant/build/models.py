"""The model actor of a run: model, profile, composer, ledger, disclosure."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from sextant.brief import Composer
from sextant.contracts import Actor, Journal, Model, Stateful
from sextant.errors import MalformedOutput, UsageError
from sextant.settings import Settings
from sextant.types.geometry import Size
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Task, Usage
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from sextant.models import Ledger, ModelProfile, ModelRouter, ModelSettings

_SHARE_OF_CONTEXT = 0.5
"""At most so much of a model's context is filled with the dynamic part of a brief."""

_MAX_BRIEF = 6000


@dataclass(frozen=True, slots=True)
class WiredModel:
    """What the loop needs of a model actor."""

    actor: Actor
    composer: Composer
    usage: Callable[[], Usage]
    requests: Stateful
    close: Callable[[], None]


def wire_model_actor(
    task: Task, settings: Settings, budget: Budget, journal: Journal, on_note: Callable[[str], None]
) -> WiredModel:
    """The actor of a run with a model, its composer and its ledger. What leaves the machine is said first.

    Raises:
        UsageError: No model was named, or the name is in no valid form.
    """
    from sextant.actors.model_actor import ModelActor
    from sextant.models import Ledger

    name = settings.models.of("actor")
    if not name:
        raise UsageError("No model was named.", "Add --model, such as --model openai:gpt-5 or --model local:smollm2.")
    ledger = Ledger(budget)
    router = open_router(settings, ledger)
    model = router.model("actor")
    profile = profile_of(settings, name)
    vision = model.vision
    disclose(settings, vision, on_note, journal)
    composer = Composer(
        task,
        profile.decision,
        max_tokens=min(_MAX_BRIEF, int(profile.context_tokens * _SHARE_OF_CONTEXT)),
        vision=vision,
    )
    actor = ModelActor(model, profile.decision, _converter(profile), composer.guide_fields)
    return WiredModel(actor, composer, ledger.usage, _Requests(ledger, journal), router.close)


def open_router(settings: Settings, ledger: "Ledger") -> "ModelRouter":
    """A model for every role that names one; the rest are played by the default, or by the actor's."""
    from sextant.models import ModelRouter, open_model
    from sextant.models.router import Role

    own = model_settings(settings)
    opened = {name: open_model(name, own, ledger=ledger) for name in _names(settings)}
    default = settings.models.default or settings.models.of("actor")
    roles: tuple[Role, ...] = get_args(Role)
    chosen: dict[Role, Model] = {role: opened[settings.models.of(role)] for role in roles if settings.models.of(role)}
    return ModelRouter(opened[default], ledger, chosen)


def model_settings(settings: Settings) -> "ModelSettings":
    """How models are reached, from the settings; a key is read now and kept in memory only."""
    from sextant.models import ModelSettings

    choices = settings.models
    key = "" if choices.api_key is None else choices.api_key.read(os.environ)
    return ModelSettings(
        temperature=choices.temperature,
        max_output_tokens=choices.max_output_tokens,
        deadline_seconds=choices.deadline_seconds,
        base_url=choices.base_url,
        api_key=key,
        vision={"auto": None, "yes": True, "no": False}[choices.vision],
        profiles=tuple(profile_of(settings, name) for name in _names(settings)),
    )


def profile_of(settings: Settings, name: str) -> "ModelProfile":
    """The profile of a model: the built-in one, with what the settings say instead."""
    from sextant.models import profile_for
    from sextant.models.spec import ScriptedSpec, parse_spec

    choices, spec = settings.models, parse_spec(name)
    bare = "scripted" if isinstance(spec, ScriptedSpec) else Path(spec.model).name
    profile = replace(profile_for(bare), pattern=f"*{bare}*")
    if choices.profile != "auto":
        profile = replace(profile, decision=choices.profile)
    if choices.coordinates != "auto":
        profile = replace(profile, coordinates=choices.coordinates)
    if choices.vision != "auto":
        profile = replace(profile, vision=choices.vision == "yes")
    return profile


def disclose(settings: Settings, vision: bool, on_note: Callable[[str], None], journal: Journal) -> None:
    """Says what leaves this machine, and to whom, before the first call of a new recipient."""
    from sextant.models import DisclosureRecord, disclosure

    told = DisclosureRecord(settings.journal.directory.expanduser().parent / "disclosures.json")
    for name in _names(settings):
        disclosed = disclosure(name, vision, settings.models.base_url, os.environ)
        if told.told(disclosed):
            continue
        on_note(disclosed.message)
        journal.note("disclosure", {"recipient": disclosed.recipient, "what": list(disclosed.what)})
        told.remember(disclosed)


class _Requests:
    """Writes the ledger's new entries into the journal after each step."""

    def __init__(self, ledger: "Ledger", journal: Journal) -> None:
        self._ledger, self._journal = ledger, journal
        self._written = 0

    def observe(self, transition: Transition) -> None:
        from sextant.models import LedgerEntry
        from sextant.types.codec import to_json

        entries = self._ledger.entries
        for entry in entries[self._written :]:
            self._journal.note("request", {"step": transition.step, "entry": to_json(LedgerEntry, entry)})
        self._written = len(entries)

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """A resumed run begins a ledger of its own; the journal keeps both."""


def _names(settings: Settings) -> tuple[str, ...]:
    choices = settings.models
    named = (choices.default, choices.actor, choices.author, choices.updater, choices.verifier, choices.selector)
    return tuple(dict.fromkeys(name for name in (*named, choices.grounder) if name))


def _converter(profile: "ModelProfile") -> Callable[[float, float, Screen], tuple[float, float]]:
    from sextant.models import ModelPoint, to_normalised

    def convert(x: float, y: float, screen: Screen) -> tuple[float, float]:
        picture = screen.picture
        scale = 1.0 if picture is None or not profile.vision else picture.scale
        shown = Size(screen.size.width * scale, screen.size.height * scale)
        try:
            point = to_normalised(ModelPoint(x, y, profile.coordinates), shown)
        except ValueError as error:
            raise MalformedOutput(f"The point cannot be used: {error}.") from error
        return point.x, point.y

    return convert
