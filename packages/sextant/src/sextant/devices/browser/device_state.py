"""The device state on disk beside the profile, with a mark of the latest injection for `injected` after a crash."""

import json
from dataclasses import asdict, field
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass
from sextant.devices.browser import uploads
from sextant.devices.browser.registry import write_atomically

FILE_NAME = "sextant-state.json"
_KEPT = 60

Stage = Literal["prepared", "sending", "done"]
Target = Literal["page", "sheet", "browser", "none"]


@dataclass(frozen=True, slots=True)
class InjectionMark:
    """The latest injection. `prepared`: nothing was sent; `sending`: it may have been; `done`: it was."""

    intent: str = ""
    stage: Stage = "done"
    gesture: str = ""
    target: Target = "none"
    """What receives the input: a document, a sheet of the device, the browser (history, tabs), or nothing."""
    documents: tuple[str, ...] = ()
    """Agent ids of the documents present."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class DeviceState:
    """The latest mark, the results of earlier ones by intent, and the device's last place."""

    mark: InjectionMark = InjectionMark()
    past: dict[str, bool] = field(default_factory=dict[str, bool])
    url: str = ""
    page: str = ""
    """Target id of the foreground tab."""
    hidden: str = ""
    """Target id of the hidden tab in which pages are read."""
    clock_offset: float = 0.0
    key: str = ""
    """Names the event by which the page's timers are reported to the agent."""
    private: bool = False
    """Whether private text was typed."""


def load(directory: Path) -> DeviceState | None:
    """Return the state in that directory; None if it is missing or unreadable."""
    try:
        data = json.loads((directory / FILE_NAME).read_text())
        mark = data.pop("mark")
        mark["documents"] = tuple(mark["documents"])
        return DeviceState(mark=InjectionMark(**mark), **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def reset(directory: Path) -> None:
    """Remove what an earlier browser has left in that directory: its state, and its copies of uploaded files."""
    (directory / FILE_NAME).unlink(missing_ok=True)
    uploads.remove_copies(directory)


def save(directory: Path, state: DeviceState) -> None:
    """Replace the state atomically. Survives the death of this process, not of the machine."""
    kept = dict(list(state.past.items())[-_KEPT:])
    write_atomically(directory / FILE_NAME, json.dumps({**asdict(state), "past": kept}))
