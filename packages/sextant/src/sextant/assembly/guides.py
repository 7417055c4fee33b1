"""From the names of guides to the guides of a run."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from sextant.assembly.maps import OpenedMaps, map_name
from sextant.assembly.privacy import known_secrets
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide
from sextant.guides.map import MapGuide
from sextant.guides.memory import Asker, MemoryGuide
from sextant.guides.task_state import TaskState
from sextant.prompts import count_tokens, list_screen
from sextant.protocols import CitationCheck, ClaimKeeper, Guide, Model, UpdateCall
from sextant.settings import Settings
from sextant.state import EventLog
from sextant.types.decisions import Profile, Section
from sextant.types.screens import Picture
from sextant.types.tasks import Task
from sextant.utg.selection import Selector
from sextant.verification import Exhibits

if TYPE_CHECKING:
    from pydantic import BaseModel


__all__ = ["GUIDES", "GuideKit", "guides_beside", "open_guides"]


@dataclass(frozen=True, slots=True)
class GuideKit:
    """The parts from which guides are built.

    Attributes:
        updating: Their own calls; None where they are kept by the actor's decisions alone.
        selector: The model that picks target screens, where the settings name one.
        maps: The maps, for a guide that draws on them.
        exhibits: What a quote shows, as the judge of the run's claims has it.
        gated: Whether the device has a write gate.
    """

    task: Task
    settings: Settings
    profile: Profile
    device: str
    ledger: ClaimKeeper
    exhibits: CitationCheck
    maps: OpenedMaps
    updating: UpdateCall | None = None
    selector: Model | None = None
    gated: bool = False


def open_guides(kit: GuideKit) -> tuple[Guide, ...]:
    """The guides that the settings name.

    Raises:
        UsageError: There is no guide of that name.
    """
    wanted = kit.settings.guides.use
    unknown = [name for name in wanted if name not in _MAKERS]
    if unknown:
        raise UsageError(f"There is no guide {unknown[0]!r}.", f"Guides: {', '.join(GUIDES)}.")
    return tuple(make(kit) for name, make in _MAKERS.items() if name in wanted)


def guides_beside(
    settings: Settings, task: Task, profile: Profile, log: EventLog, device: str, maps: OpenedMaps
) -> tuple[Guide, ...]:
    """The guides of the settings in a run without a model; guides with their own model calls get no answer."""
    updating = _NobodyAsked() if settings.guides.mode == "separate" else None
    return open_guides(GuideKit(task, settings, profile, device, ClaimLedger(log), Exhibits(log), maps, updating))


class _NobodyAsked:
    """An updater that never answers, so that guides rely on evidence only."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> None:
        del instructions, sections, form, pictures


def _map_guide(kit: GuideKit) -> Guide:
    return MapGuide(kit.maps.open(), Selector(kit.selector), kit.profile, map_name(kit.device), gated=kit.gated)


def _memory_guide(kit: GuideKit) -> Guide:
    conceal = known_secrets(kit.settings).replaced
    asker = None if kit.updating is None else Asker(kit.updating, lambda screen: list_screen(screen, "full"))
    return MemoryGuide(kit.task.goal, kit.ledger, kit.profile, count_tokens, asker, conceal=conceal)


def _task_state(kit: GuideKit) -> Guide:
    choices = kit.settings.guides
    return TaskState(
        kit.task,
        kit.ledger,
        kit.exhibits,
        kit.updating,
        always=choices.activation == "always",
        profile=kit.profile,
        trusting=choices.trust == "word",
    )


def _belief(kit: GuideKit) -> Guide:
    return BeliefGuide(kit.ledger, kit.profile, kit.updating, kit.settings.guides.activation == "always")


_MAKERS: Mapping[str, Callable[[GuideKit], Guide]] = MappingProxyType(
    {"map": _map_guide, "memory": _memory_guide, "task-state": _task_state, "belief": _belief}
)

GUIDES = tuple(_MAKERS)
"""The display name of each guide, in the order of their sections."""
