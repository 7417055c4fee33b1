"""Devices whose hidden state can be changed behind the actor: the phone, and a long list on the web."""

from dataclasses import dataclass
from typing import Any, Protocol

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.protocols import Device
from sextant_bench.belief.phone import names_of, phone_of
from sextant_bench.belief.walks import Change, Walk
from sextant_worlds.engine.state import close_app, lose_drafts
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice

__all__ = ["Bed", "bed_of"]


class Bed(Protocol):
    """A device, and a hand behind it."""

    @property
    def device(self) -> Device: ...

    def change(self, change: Change) -> None:
        """Changes what is hidden, without a touch."""
        ...

    def hidden(self) -> Any:
        """What no screen shows whole: the truth of a walk."""
        ...


def bed_of(walk: Walk) -> Bed:
    """The bed of a walk, opened."""
    return _Phone(walk) if walk.bed == "phone" else _LongList(walk)


@dataclass
class _Phone:
    """The twin of the walk's phone, already signed in."""

    walk: Walk

    def __post_init__(self) -> None:
        self.world: World = phone_of(self.walk.seed, self.walk.popup, self.walk.late)
        self.device: TwinDevice = TwinDevice(self.world)
        self.device.open()
        state = self.device.twin.snapshot()
        state["seen"]["session/target/1"] = 0
        self.device.twin.restore(state)

    def change(self, change: Change) -> None:
        twin = self.device.twin
        state = twin.snapshot()
        names = names_of(self.walk.seed)
        match change:
            case "clip-emptied":
                state["clip"] = ""
            case "clip-overwritten":
                state["clip"] = f"see you at {names.other}"
            case "drafts-lost":
                lose_drafts({"apps": {app.id: _pages(app) for app in self.world.apps}}, state, "target")
            case "choices-reset":
                for entry in state["stacks"].get("target", ()):
                    if "pick" in entry["ui"]:
                        entry["ui"]["pick"] = "o0"
            case "app-killed":
                close_app(state, "target")
            case "page-dropped":
                stack = state["stacks"].get("target", [])
                if len(stack) > 2:
                    stack.pop(-2)
            case "locked":
                state["seen"].pop("session/target/1", None)
            case "save-failed":
                state["pending"] = []
                state["data"]["target"]["v"]["sync"] = "Could not be saved. Try again later."
            case _:
                return
        twin.restore(state)

    def hidden(self) -> Any:
        state = self.device.twin.state
        pages = {app: [(one["page"], one["rec"], one["ui"]) for one in stack] for app, stack in state["stacks"].items()}
        return repr((state["clip"], pages, state["data"]["target"]["v"], "session/target/1" in state["seen"]))


def _pages(app: Any) -> dict[str, Any]:
    """As the engine asks for them: the fields of each page."""
    return {
        "pages": {
            page.id: {"fields": [block.id for block in page.blocks if block.kind == "field"]} for page in app.pages
        }
    }


@dataclass
class _LongList:
    """Forty rows to tick, a field above, a clock that goes on."""

    walk: Walk

    def __post_init__(self) -> None:
        rows = tuple(Widget(f"Row {row}", role="checkbox", toggles=f"row {row}") for row in range(1, 41))
        top = (
            Widget("Choose rows", role="heading"),
            Widget("Looks so far: {effect}", role="text", effect="looks"),
            Widget("Comment", role="textbox", field="comment"),
            Widget("More about rows", role="link", goes="about", href="/about"),
        )
        about = Page("About", (Widget("Rows are what is listed.", role="text"),), "http://list.test/about")
        pages = {"list": Page("Choose rows", top + rows, "http://list.test/list"), "about": about}
        app = ScriptedApp(pages, "list", name="http://list.test")
        self.device: ScriptedDevice = ScriptedDevice(app)
        self.device.open()

    def change(self, change: Change) -> None:
        if change == "page-reloaded":
            self.device.fields.clear()
            self.device.toggles.clear()

    def hidden(self) -> Any:
        return repr((sorted(self.device.toggles), sorted(self.device.fields.items())))
