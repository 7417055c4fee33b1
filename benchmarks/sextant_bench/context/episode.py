"""The walk through the real loop: brief, decision, review, execution, journal; what was read and asked is kept."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import AbsentPerson, Hooks, Probes
from sextant.models.scripted import ScriptedModel
from sextant.models.tokens import schema_tokens
from sextant.protocols import Actor
from sextant.settings import JournalSettings, Settings
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_bench.context.stage import Fact, WalkStage
from sextant_bench.context.walker import AGAIN, Leg, ModelWalker
from sextant_bench.stage import ActorBetween, AskedClock, as_given, play_on
from sextant_worlds.twin.device import TwinDevice

__all__ = ["ContextWalk", "Read", "walk"]

_LISTED = re.compile(r"^\s*│?\s*\[\d+\] ", re.MULTILINE)
_PLACE = re.compile(r"^now: .+$", re.MULTILINE)
_AGAIN = re.compile(rf"^now: .*{AGAIN}", re.MULTILINE)
_NAMES = ("map", "task-state", "belief", "memory", "program")


@dataclass(frozen=True, slots=True)
class Read:
    """One brief: tokens by section, the screen it was read on, the elements listed, facts told beside the listing.

    `place` is what is asked first about the program: where that stands. `prefix` is the static part, `ours` what of the
    rest is no content of the app, `schema` the tokens of the schema that a provider is sent.
    """

    step: int
    page: str
    elements: int
    tokens: Mapping[str, int]
    told: tuple[str, ...]
    place: str = ""
    prefix: str = ""
    ours: str = ""
    schema: int = 0

    @property
    def total(self) -> int:
        return sum(self.tokens.values())


@dataclass(frozen=True, slots=True)
class ContextWalk:
    """A whole walk: what was read before each step, and the requests that were made, in all and by role.

    Attributes:
        happened: Answers that could not be used, decisions that were vetoed and revised, steps that asked for earlier
            ones, briefs in which those stood, and how often a condition of the program was taken for true.
    """

    reads: tuple[Read, ...]
    requests: int
    roles: Mapping[str, int]
    steps: int
    episode: Episode
    tokenizer: str
    happened: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def acts(self) -> int:
        """Steps besides those that only asked for earlier ones."""
        return self.steps - self.happened.get("recalls", 0)

    def at(self, step: int) -> Read:
        """What was read before that step; of a run that ended before, the last."""
        return next((read for read in self.reads if read.step == step), self.reads[-1])


class _Reading(ActorBetween):
    """The actor, with its briefs measured on the way in."""

    def __init__(self, actor: Actor, walker: ModelWalker, facts: Sequence[Fact]) -> None:
        super().__init__(actor)
        self.walker, self.facts = walker, facts
        self.reads: list[Read] = []
        self.tokenizer = ""
        self.happened: Counter[str] = Counter()
        self.again = False
        """Whether the program stands where it does only because its condition was true."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self.walker.step = brief.step
        self.happened["vetoed"] += bool(objections)
        if not objections:
            again = any(_AGAIN.search(section.text) for section in brief.sections)
            self.happened["true_conditions"] += again and not self.again
            self.happened["briefs_with_recalled_steps"] += "Recalled steps" in brief.tokens
            self.again = again
            self.tokenizer = brief.tokenizer
            prose = " ".join(section.text for section in brief.sections if not _LISTED.search(section.text))
            told = tuple(fact.value for fact in self.facts if fact.value in prose)
            screen = brief.screen
            place = next((found[0] for one in brief.sections if (found := _PLACE.search(one.text))), "")
            ours = "\n".join(one.text for one in brief.sections if not one.untrusted and not one.own)
            schema = 0 if brief.schema is None else schema_tokens(brief.schema)
            known = (brief.step, screen.key.label, len(screen.elements), dict(brief.tokens), told, place)
            self.reads.append(Read(*known, brief.prefix, ours, schema))
        return super().decide(brief, objections, rejected)

    def observe(self, transition: Transition) -> None:
        self.happened["recalls"] += transition.decision.action.kind == "recall"
        super().observe(transition)


def walk(
    stage: WalkStage, plan: Sequence[Leg], settings: Settings, scratch: Path, stumbling: bool = False
) -> ContextWalk:
    """The walk of a plan, with what the settings put beside the actor. Every request of every role is counted."""
    walker = ModelWalker(stage, plan, stumbling)
    model = ScriptedModel(walker, name="scripted walker")
    settings = replace(
        settings,
        budget=Budget(max_steps=len(plan) + 1),
        policy=Policy(allowed_acts=("*",)),  # nothing in a world is real
        journal=JournalSettings(scratch / "runs"),
    )
    profile: Profile = "full" if settings.models.profile == "auto" else settings.models.profile
    forms: dict[str, type[BaseModel]] = dict.fromkeys(_NAMES, BaseModel)  # only their names are looked at
    bare = ModelActor(model, profile, as_given, forms)
    reading = _Reading(bare, walker, stage.facts)
    probes = Probes(actor=lambda: reading, updater=lambda: model)
    hooks = Hooks(clock=AskedClock(), probes=probes)
    device = TwinDevice(stage.world)
    device.open()
    episode = play_on(device, stage.goal, settings, AbsentPerson(), hooks)
    roles = Counter(prompt.role for prompt in model.prompts)
    malformed = sum(entry.outcome == "malformed" for entry in model.ledger.entries)
    return ContextWalk(
        tuple(reading.reads),
        model.usage().requests,
        roles,
        episode.steps,
        episode,
        reading.tokenizer,
        {"malformed": malformed, **reading.happened},
    )
