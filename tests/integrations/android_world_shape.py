"""AndroidWorld's interface as it was read there, for tests without the package; see decision 31 for what was read.

`test_android_world.py` compares it with the package where that is installed.
"""

import unicodedata
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

AGENT = {
    "reset": ("self", "go_home"),
    "set_max_steps": ("self", "max_steps"),
    "get_post_transition_state": ("self",),
    "step": ("self", "goal"),
}
"""Methods of `agents.base_agent.EnvironmentInteractingAgent` with their parameters."""

ATTRIBUTES = ("env", "name", "transition_pause")
"""Its properties, each of which can be set."""

ENVIRONMENT = {
    "reset": ("self", "go_home"),
    "get_state": ("self", "wait_to_stabilize"),
    "execute_action": ("self", "action"),
    "hide_automation_ui": ("self",),
}
"""What is called of `env.interface.AsyncEnv`."""

ACTION_TYPES = (
    *("click", "double_tap", "scroll", "swipe", "input_text", "navigate_home", "navigate_back"),
    *("keyboard_enter", "open_app", "status", "wait", "long_press", "answer", "unknown"),
)
_DIRECTIONS = ("left", "right", "down", "up")


@dataclass
class AgentInteractionResult:
    done: bool
    data: dict[str, Any]


@dataclass
class JSONAction:
    """Fields and checks of `env.json_action.JSONAction`."""

    action_type: str | None = None
    index: str | int | None = None
    x: int | None = None
    y: int | None = None
    text: str | None = None
    direction: str | None = None
    goal_status: str | None = None
    app_name: str | None = None
    keycode: str | None = None
    clear_text: bool | None = None

    def __post_init__(self) -> None:
        if self.action_type not in ACTION_TYPES:
            raise ValueError(f"Invalid action type: {self.action_type}")
        if self.index is not None:
            self.index = int(self.index)
            if self.x is not None or self.y is not None:
                raise ValueError("Either an index or a <x, y> should be provided.")
        if self.direction and self.direction not in _DIRECTIONS:
            raise ValueError(f"Invalid scroll direction: {self.direction}")
        if self.keycode is not None and not self.keycode.startswith("KEYCODE_"):
            raise ValueError(f"Invalid keycode: {self.keycode}")


@dataclass
class BoundingBox:
    x_min: float
    x_max: float
    y_min: float
    y_max: float


_VIEW = (
    *("text", "content_description", "class_name", "bbox", "bbox_pixels", "hint_text", "is_checked", "is_checkable"),
    *("is_clickable", "is_editable", "is_enabled", "is_focused", "is_focusable", "is_long_clickable", "is_scrollable"),
    *("is_selected", "is_visible", "package_name", "resource_name", "tooltip", "resource_id"),
)


class UIElement(SimpleNamespace):
    """A view; what is not given is None."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**dict.fromkeys(_VIEW), **given})


@dataclass(frozen=True)
class State:
    """Fields of `env.interface.State`; `forest` is None where the views come from `uiautomator`."""

    pixels: Any
    forest: Any
    ui_elements: list[UIElement]
    auxiliaries: dict[str, Any] | None = None


SIZE = (1080, 2400)
ROWS = {"launcher": ("Settings", "Clock"), "settings": ("Wi-Fi", "Display"), "wifi": ("Use Wi-Fi", "Network name")}
ACTIVITY = {"launcher": "launcher3/.Launcher", "settings": "settings/.Settings", "wifi": "settings/.WifiSettings"}


class ToyPhone:
    """A launcher and two screens of settings, as an `AsyncEnv`. Rows are clickable, their texts are not."""

    def __init__(self) -> None:
        self.screen, self.wifi, self.name = "launcher", False, ""
        self.interaction_cache, self.actions, self.hidden = "", list[JSONAction](), 0

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        return SIZE

    @property
    def foreground_activity_name(self) -> str:
        return f"com.android.{ACTIVITY[self.screen]}"

    def reset(self, go_home: bool = False) -> State:
        self.screen = "launcher" if go_home else self.screen
        self.interaction_cache = ""
        return self.get_state()

    def hide_automation_ui(self) -> None:
        self.hidden += 1

    def get_state(self, wait_to_stabilize: bool = False) -> State:
        del wait_to_stabilize
        return State(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), self._forest(), self._elements())

    def execute_action(self, action: JSONAction) -> None:
        self.actions.append(action)
        match action.action_type:
            case "answer":
                self.interaction_cache = action.text or ""
            case "navigate_home":
                self.screen = "launcher"
            case "navigate_back":
                self.screen = {"wifi": "settings"}.get(self.screen, "launcher")
            case "open_app":
                if not action.app_name:
                    raise ValueError("No app name provided")
                self.screen = "settings" if action.app_name == "Settings" else self.screen
            case "click" if action.y is not None:
                self._touch((action.y - 300) // 200)
            case "click" if isinstance(action.index, int):
                if not 0 <= action.index < len(self._elements()):
                    raise ValueError(f"Invalid element index: {action.index}")
                self._touch(action.index - 1)  # after the title
            case "click" | "long_press" | "double_tap" if action.y is None and action.index is None:
                raise ValueError(f"Invalid click action: {action}")
            case "input_text" if action.text:  # else nothing is carried out
                typed = unicodedata.normalize("NFKD", action.text).encode("ascii", "ignore").decode()
                self.name = typed if action.clear_text else self.name + typed
            case _:
                pass

    def _touch(self, row: int) -> None:
        leads = {("launcher", 0): "settings", ("settings", 0): "wifi"}
        self.wifi ^= (self.screen, row) == ("wifi", 0)
        self.screen = leads.get((self.screen, row), self.screen)

    def _elements(self) -> list[UIElement]:
        title = UIElement(
            text=self.screen.title(),
            class_name="android.widget.TextView",
            bbox_pixels=BoundingBox(40, 500, 100, 180),
            resource_name="com.android.settings:id/action_bar_title",
            is_visible=True,
        )
        return [title, *(self._row(index, label) for index, label in enumerate(ROWS[self.screen]))]

    def _row(self, index: int, label: str) -> UIElement:
        box = BoundingBox(40, 1000, 320 + 200 * index, 460 + 200 * index)
        switch, field = label == "Use Wi-Fi", label == "Network name"
        kind = "Switch" if switch else "EditText" if field else "TextView"
        return UIElement(
            text=self.name if field else label,
            hint_text=label if field else None,
            class_name=f"android.widget.{kind}",
            bbox_pixels=box,
            is_checkable=switch,
            is_checked=switch and self.wifi,
            is_editable=field,
            is_enabled=True,
            is_visible=True,
        )

    def _forest(self) -> Any:
        def node(index: int) -> Any:
            edges = SimpleNamespace(left=0, right=1080, top=300 + 200 * index, bottom=500 + 200 * index)
            return SimpleNamespace(bounds_in_screen=edges, is_clickable=True)

        nodes = [node(index) for index in range(len(ROWS[self.screen]))]
        return SimpleNamespace(windows=[SimpleNamespace(tree=SimpleNamespace(nodes=nodes))])
