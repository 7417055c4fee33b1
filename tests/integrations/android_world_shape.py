"""AndroidWorld's interface as it was read there (google-research/android_world, 2026), for tests without the package.

`test_android_world.py` compares it with the package where that is installed.
"""

from dataclasses import dataclass
from typing import Any

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


@dataclass
class BoundingBox:
    x_min: float
    x_max: float
    y_min: float
    y_max: float


@dataclass
class UIElement:
    text: str | None = None
    content_description: str | None = None
    class_name: str | None = None
    bbox: BoundingBox | None = None
    bbox_pixels: BoundingBox | None = None
    hint_text: str | None = None
    is_checked: bool | None = None
    is_checkable: bool | None = None
    is_clickable: bool | None = None
    is_editable: bool | None = None
    is_enabled: bool | None = None
    is_focused: bool | None = None
    is_focusable: bool | None = None
    is_long_clickable: bool | None = None
    is_scrollable: bool | None = None
    is_selected: bool | None = None
    is_visible: bool | None = None
    package_name: str | None = None
    resource_name: str | None = None
    tooltip: str | None = None
    resource_id: str | None = None


@dataclass
class State:
    pixels: Any
    forest: Any
    ui_elements: list[UIElement]
