"""The model actor of a run: model, profile, composer, ledger, disclosure."""

import os
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from types import MappingProxyType
from typing import get_args

from sextant.actors.model_actor import ModelActor, PromptRecorder
from sextant.assembly.privacy import RedactingModel, known_secrets
from sextant.dataclass import dataclass
from sextant.errors import MalformedOutput, ModelDenied, ModelFault, UsageError
from sextant.models import (
    DisclosureRecord,
    LedgerEntry,
    ModelPoint,
    ModelProfile,
    ModelRouter,
    ModelSettings,
    UsageLedger,
    disclosure,
    has_price,
    open_model,
    profile_for,
    to_normalised,
)
from sextant.models.grounding import Grounder
from sextant.models.router import Role
from sextant.models.spec import LocalSpec, ScriptedSpec, parse_spec
from sextant.models.vision_probe import VisionRecord, VisionTest, probe_vision
from sextant.perception.marks import mark
from sextant.prompts import Archive, BriefComposer, ClaimsView, Mark, Spans, Surroundings
from sextant.protocols import Actor, Guide, Journal, Model
from sextant.settings import Settings
from sextant.state import EventLog
from sextant.types.decisions import Act, Profile
from sextant.types.geometry import Size
from sextant.types.screens import Element, Picture, Screen
from sextant.types.tasks import Budget, Task

SEEING = ("actor", "updater", "verifier", "selector", "grounder")
"""Roles whose models receive screenshots."""
_SIGHT_SECONDS = 60.0
"""Longest wait for the answer to the question whether a model sees."""
_SHARE_OF_CONTEXT = 0.5
"""The largest share of a model's context for the dynamic part of a brief."""


@dataclass(frozen=True, slots=True)
class Past:
    """The past of a run for a composer: events, steps that still matter, all steps, claims, and the end of a list."""

    log: EventLog
    active: Callable[[], Spans] | None
    archive: Archive
    claims: ClaimsView
    list_end: Callable[[Act, Screen], str]


@dataclass(frozen=True, slots=True)
class OpenModels:
    """The models of a run, and the ledger that all of them write to.

    Attributes:
        profile: Of the actor's model.
        close: Frees them at the end of a run, and says what a reader of the totals must know.
    """

    router: "ModelRouter"
    ledger: "UsageLedger"
    profile: "ModelProfile"
    close: Callable[[], None]


def open_models(settings: Settings, budget: Budget, journal: Journal, on_note: Callable[[str], None]) -> OpenModels:
    """Opens the models of the settings, after a notice about the data that leave the machine.

    Raises:
        UsageError: No model was named, the name is in no valid form, or a limit in dollars cannot be kept.
    """
    name = settings.models.of("actor")
    if not name:
        raise UsageError("No model was named.", "Add --model, such as --model openai:gpt-5 or --model local:smollm2.")
    check_prices(settings, budget, on_note)
    ledger = UsageLedger(budget, on_record=lambda entry: _write_down(entry, journal), on_notice=on_note)
    denied = ask_vision(settings, ledger, on_note) if settings.context.pictures else {}
    router = open_router(settings, ledger, denied)
    disclose(settings, router.model("actor").vision, on_note, journal.note)

    def close() -> None:
        router.close()
        for note in ledger.notes():
            on_note(note)

    profile = profile_of(settings, name)
    if profile.decision == "stamp":
        profile = replace(profile, coordinates="thousand")  # as its form says, whatever the model's own frame is
    return OpenModels(router, ledger, profile, close)


def composer_of(
    task: Task,
    settings: Settings,
    models: OpenModels | None,
    profile: Profile,
    guides: Sequence[Guide],
    past: Past,
    surroundings: Surroundings | None,
    program: str = "",
) -> BriefComposer:
    """The composer of a run. Without models, it composes for an external actor, without pictures."""
    context = settings.context
    if surroundings is None:
        return BriefComposer(task, profile, log=past.log)
    if models is None:
        return BriefComposer(
            *(task, profile, guides, context.max_tokens),
            program=program,
            surroundings=surroundings,
            full_history=context.history == "full",
            log=past.log,
            active=past.active,
            archive=past.archive,
            further_actions=settings.models.further_actions,
            list_end=past.list_end,
        )
    vision = models.router.model("actor").vision
    return BriefComposer(
        task,
        profile,
        guides,
        max_tokens=min(context.max_tokens, int(models.profile.context_tokens * _SHARE_OF_CONTEXT)),
        vision=vision,
        ledger=past.claims,
        mark=_marker() if settings.models.marks else None,
        program=program,
        pictures=context.pictures,
        surroundings=replace(
            surroundings,
            pictures=context.pictures if vision else 0,
            points=models.profile.coordinates,
            grounded=bool(settings.models.grounder),
            marked=settings.models.marks,
        ),
        full_history=context.history == "full",
        log=past.log,
        active=past.active,
        archive=past.archive,
        further_actions=settings.models.further_actions,
        list_end=past.list_end,
    )


def model_actor(settings: Settings, models: OpenModels, journal: Journal, composer: BriefComposer) -> Actor:
    """The actor of a run with a model; its briefs are recorded."""
    router, profile = models.router, models.profile
    ground = None
    if settings.models.grounder:
        finder = router.model("grounder")
        ground = Grounder(finder, _converter(profile_of(settings, settings.models.grounder)))
    own = ModelActor(router.model("actor"), profile.decision, _converter(profile), composer.guide_fields, ground)
    return PromptRecorder(own, journal)


def _marker() -> Mark:

    def marked(picture: Picture, elements: Sequence[Element]) -> Picture:
        return mark(picture, [element for element in elements if element.markable])

    return marked


def open_router(
    settings: Settings, ledger: "UsageLedger", denied: Mapping[str, ModelDenied] = MappingProxyType({})
) -> "ModelRouter":
    """A model for every role that names one; the rest are played by the default, or by the actor's.

    What its provider has `denied` is not asked again: the first call ends the run with what was said then.
    """
    own = model_settings(settings)
    opened = {name: open_model(name, own, ledger=ledger) for name in settings.models.named}
    for name, fault in denied.items():
        opened[name].deny(fault)
    models: dict[str, Model] = dict(opened)
    if settings.secrets:
        secrets = known_secrets(settings)
        models = {name: RedactingModel(one, secrets) for name, one in opened.items()}
    default = settings.models.default or settings.models.of("actor")
    roles: tuple[Role, ...] = get_args(Role)
    chosen: dict[Role, Model] = {role: models[name] for role in roles if (name := settings.models.of(role)) in models}
    return ModelRouter(models[default], ledger, chosen)


def model_settings(settings: Settings) -> "ModelSettings":
    """How models are reached, from the settings; a key is read now and kept in memory only."""
    choices = settings.models
    key = "" if choices.api_key is None else choices.api_key.read(os.environ)
    return ModelSettings(
        temperature=choices.temperature,
        max_output_tokens=choices.max_output_tokens,
        updater_output_tokens=choices.updater_output_tokens,
        deadline_seconds=choices.deadline_seconds,
        base_url=choices.base_url,
        api_key=key,
        vision={"auto": None, "yes": True, "no": False}[choices.vision],
        profiles=tuple(profile_of(settings, name) for name in settings.models.named),
    )


def profile_of(settings: Settings, name: str) -> "ModelProfile":
    """The profile of a model: the built-in one, overridden by the settings."""
    choices, spec = settings.models, parse_spec(name)
    bare = "scripted" if isinstance(spec, ScriptedSpec) else Path(spec.model).name
    profile = replace(profile_for(bare), pattern=f"*{bare}*")
    if choices.profile != "auto":
        profile = replace(profile, decision=choices.profile)
    if choices.coordinates != "auto":
        profile = replace(profile, coordinates=choices.coordinates)
    if choices.vision != "auto":
        profile = replace(profile, vision=choices.vision == "yes")
    if profile.vision is None:
        profile = replace(profile, vision=False if isinstance(spec, LocalSpec) else vision_record(settings).sees(name))
    return profile


def vision_record(settings: Settings) -> "VisionRecord":
    """Where it is kept which models see that the table of profiles does not know."""
    return VisionRecord(settings.journal.directory.expanduser().parent / "sight.json")


def ask_vision(settings: Settings, ledger: "UsageLedger", on_note: Callable[[str], None]) -> dict[str, ModelDenied]:
    """Shows a picture once to each model with unknown vision, and stores the answer.

    Only roles that read pictures are asked. A model that gives no answer counts as one without sight for this run.
    Returns those that their provider denied, by name.
    """
    denied: dict[str, ModelDenied] = {}
    names = [settings.models.of(role) for role in SEEING]
    for name in dict.fromkeys(name for name in names if name):
        if isinstance(parse_spec(name), ScriptedSpec) or profile_of(settings, name).vision is not None:
            continue
        on_note(f"Nobody knows whether {name!r} sees: it is shown a drawn picture with a word, once.")
        try:
            seen = probe_named_model(settings, name, ledger)
        except ModelDenied as fault:
            denied[name] = fault
            continue
        except ModelFault as fault:
            on_note(f"It gave no answer ({fault.message.rstrip('.')}), and gets no pictures in this run.")
            continue
        on_note(seen.message)
    return denied


def probe_named_model(settings: Settings, name: str, ledger: "UsageLedger | None" = None) -> "VisionTest":
    """Asks a model to read a drawn picture, and stores whether it has vision.

    Raises:
        ModelFault: It cannot be reached, declined, or gave no usable answer.
    """
    given = model_settings(settings)
    seconds = min(given.deadline_seconds, _SIGHT_SECONDS)
    own = replace(given, vision=settings.models.vision != "no", deadline_seconds=seconds)
    with closing(open_model(name, own, ledger=ledger)) as opened:
        seen = probe_vision(opened, random.Random())  # noqa: S311 - not a secret: a word that cannot be guessed by chance
    vision_record(settings).remember(name, seen.sees)
    return seen


def disclose(
    settings: Settings,
    vision: bool,
    on_note: Callable[[str], None],
    record: Callable[[str, Mapping[str, object]], None],
    only: tuple[str, str] | None = None,
) -> None:
    """Announces which data leave this machine, and to whom, before the first call to a new recipient.

    `only`: for what, and what alone is sent, where it is no run that looks at screens.
    """
    known = DisclosureRecord(settings.journal.directory.expanduser().parent / "disclosures.json")
    for name in settings.models.named:
        disclosed = disclosure(name, vision, settings.models.base_url, os.environ)
        if known.is_known(disclosed):
            continue
        if only is not None and known.is_known(disclosed := disclosed.only(*only)):
            continue
        on_note(disclosed.message)
        record("disclosure", {"recipient": disclosed.recipient, "what": list(disclosed.what)})
        known.remember(disclosed)


def check_prices(settings: Settings, budget: Budget, on_note: Callable[[str], None]) -> None:
    """Sees to it that a limit in dollars is one: without a known price it would never be reached.

    Raises:
        UsageError: A limit in dollars is set, and no price is known for a model that is somebody else's to bill.
    """
    if budget.max_dollars is None:
        return

    for name in settings.models.named:
        if has_price(parse_spec(name), profile_of(settings, name)):
            continue
        unknown = f"No price is known for {name!r}: a limit in dollars does not stop it."
        if disclosure(name, vision=False, base_url=settings.models.base_url, environ=os.environ).leaves:
            raise UsageError(unknown, "Limit the tokens instead: --max-tokens 200000, without --max-dollars.")
        on_note(unknown)


def _write_down(entry: "LedgerEntry", journal: Journal) -> None:
    """Records each request at once, so that it is stored even if its step fails."""
    journal.note("request", asdict(entry))


def _converter(profile: "ModelProfile") -> Callable[[float, float, Screen], tuple[float, float]]:

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
