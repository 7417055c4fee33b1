"""What a device was about to inject, on disk beside the profile: half of the answer to `injected` after a crash."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from sextant.devices.browser.registry import write_atomically

FILE_NAME = "sextant-state.json"
_KEPT = 60

Stage = Literal["prepared", "sending", "done"]
Target = Literal["page", "sheet", "browser", "none"]


@dataclass(frozen=True, slots=True)
class InjectionMark:
    """The latest injection. `prepared`: nothing has been sent; `sending`: it may have been; `done`: it has been."""

    intent: str = ""
    stage: Stage = "done"
    gesture: str = ""
    target: Target = "none"
    """Who takes the input: a document, a sheet of the device, the browser (history, tabs), nobody."""
    documents: tuple[str, ...] = ()
    """Agent ids of the documents that were there."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """All that is kept: the latest mark, the verdicts on earlier ones, where the device was last seen."""

    mark: InjectionMark = InjectionMark()
    past: dict[str, bool] = field(default_factory=dict[str, bool])
    url: str = ""
    page: str = ""
    """Target id of the foreground tab."""
    hidden: str = ""
    """Target id of the tab that nobody sees, in which pages are read."""
    clock_offset: float = 0.0
    key: str = ""
    """Names the event by which the page's timers are told to the agent."""
    private: bool = False
    """Whether something private was typed."""


def load(directory: Path) -> DeviceState | None:
    """The state in that directory; None where there is none or it cannot be read."""
    try:
        data = json.loads((directory / FILE_NAME).read_text())
        mark = data.pop("mark")
        mark["documents"] = tuple(mark["documents"])
        return DeviceState(mark=InjectionMark(**mark), **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def save(directory: Path, state: DeviceState) -> None:
    """Replaces the state, whole. Survives this process's death, not the machine's."""
    kept = dict(list(state.past.items())[-_KEPT:])
    write_atomically(directory / FILE_NAME, json.dumps({**asdict(state), "past": kept}))
