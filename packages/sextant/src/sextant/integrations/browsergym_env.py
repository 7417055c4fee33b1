"""Sextant's devices for BrowserGym agents: an environment with BrowserGym's observations and actions.

    import gymnasium, sextant.integrations.browsergym_env
    env = gymnasium.make("sextant/BrowserGym-v0", device="world:lite/1")
    obs, info = env.reset(seed=0)
    obs, reward, terminated, truncated, info = env.step("click('12')")

Observations have every key of BrowserGym's. The accessibility tree and the DOM snapshot list the elements of Sextant's
device; `browsergym.utils.obs` reads both. A `bid` is the element's index on the current screen. Actions are text, one
call a line; they are parsed, never run. BrowserGym need not be installed. Importing this registers the id.
"""

import ast
import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, cast

import numpy as np

from sextant.assembly import open_device
from sextant.assembly.graders import judge_of
from sextant.dataclass import dataclass
from sextant.errors import MissingExtra, UsageError
from sextant.integrations import browsergym_page as page
from sextant.protocols import Device, RunGrader
from sextant.settings import Settings
from sextant.types.actions import (
    DragPath,
    Gesture,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TypeText,
)
from sextant.types.geometry import Box, Point
from sextant.types.screens import Observation
from sextant.types.tasks import Claimed, Episode, Graded, Task

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise MissingExtra("gymnasium", "gym") from error

__all__ = ["CALLS", "ID", "ActionCall", "BrowserGymEnv", "Judging", "calls_in", "register"]

ID = "sextant/BrowserGym-v0"

Judging = Callable[[Claimed], Graded | None]
"""Grades the end of an episode by the agent's claim; None where it cannot be graded."""

_LONGEST_ACTION = 20_000
_GREETING = "Hi! I am your UI assistant, I can perform web tasks for you. What can I help you with?"


class _Anything(gymnasium.Space[Any]):
    """A space of all values of some Python types, like BrowserGym's own spaces."""

    def __init__(self, *kinds: type) -> None:
        super().__init__()
        self._kinds = kinds

    def contains(self, x: Any) -> bool:
        return isinstance(x, self._kinds)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        del mask, probability
        return self._kinds[0]()

    @property
    def is_np_flattenable(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"Anything({', '.join(kind.__name__ for kind in self._kinds)})"


@dataclass(frozen=True, slots=True)
class ActionCall:
    """One call in the text of an action."""

    name: str
    values: Mapping[str, Any]


class BrowserGymEnv(gymnasium.Env[dict[str, Any], str]):
    """A Sextant device as a BrowserGym environment.

    Reward: the judge's, once the agent sends a message to the user or reports infeasibility; the episode terminates
    then. A world judges by its own state. Without a judge the reward is 0. A call that cannot be executed is reported
    in `last_action_error`, and the calls after it are skipped.

    Args:
        device: As on the command line: `world:lite/1`, `web:http://…`.
        goal: The goal; by default that of the world.
        settings: Settings of the device.
        judge: Grades the episode, where the device does not.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self, device: str, goal: str = "", settings: Settings | None = None, judge: Judging | None = None
    ) -> None:
        self._spec, self._goal, self._settings, self._judge = device, goal, settings or Settings(), judge
        self._device: Device | None = None
        self._chat: list[dict[str, Any]] = []
        self._began, self._last, self._error = 0.0, "", ""
        self._steps = 0
        self._seen: Observation | None = None
        self.action_space = _Anything(str)
        texts = _Anything(tuple)
        self.observation_space: Any = spaces.Dict(
            {
                "chat_messages": texts,
                "goal": _Anything(str),
                "goal_object": texts,
                "open_pages_urls": texts,
                "open_pages_titles": texts,
                "active_page_index": _Anything(np.ndarray),
                "url": _Anything(str),
                "screenshot": _Anything(np.ndarray),
                "dom_object": _Anything(dict),
                "axtree_object": _Anything(dict),
                "extra_element_properties": _Anything(dict),
                "focused_element_bid": _Anything(str),
                "last_action": _Anything(str),
                "last_action_error": _Anything(str),
                "elapsed_time": _Anything(np.ndarray),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Open the device afresh.

        Raises:
            UsageError: The device's name is in no valid form, or there is no goal.
            DeviceUnreachable: It cannot be opened.
        """
        super().reset(seed=seed, options=options)
        self.close()
        device = open_device(self._spec, self._settings)
        goal = self._goal or (device.goal if isinstance(device, RunGrader) else "")
        if not goal:
            raise UsageError("There is no goal.", 'Give one: gymnasium.make(…, goal="…").')
        device.open()
        self._device = device
        self._chat = []
        self._say("assistant", _GREETING)
        self._say("user", goal)
        self._began, self._last, self._error, self._steps = time.monotonic(), "", "", 0
        return self._observe(goal), {"task_info": {"goal": goal, "device": device.name}}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Execute an action: text with BrowserGym's calls, such as `fill('7', 'Ada')`."""
        device = self._require()
        self._last, self._error, self._steps = action, "", self._steps + 1
        claimed: Claimed = ""
        try:
            for call in calls_in(action):
                claimed = self._carry_out(device, call)
                if claimed:
                    break
        except ValueError as error:
            self._error = f"ValueError: {error}"
        graded = self._graded(device, claimed) if claimed else None
        reward = 0.0 if graded is None else float(graded.outcome)
        info = {"task_info": {"claimed": claimed, "graded": None if graded is None else graded.reason}}
        return self._observe(str(self._chat[1]["message"])), reward, bool(claimed), False, info

    def close(self) -> None:
        """Close the device. Idempotent."""
        if self._device is not None:
            self._device.close()
            self._device = None

    def _require(self) -> Device:
        if self._device is None:
            raise UsageError("The environment has no episode yet.", "Call reset() first.")
        return self._device

    def _say(self, role: str, message: str) -> None:
        self._chat.append({"role": role, "timestamp": time.time(), "message": message})

    def _carry_out(self, device: Device, call: ActionCall) -> Claimed:
        """Execute one call; return the agent's claim, if it makes one.

        Raises:
            ValueError: It cannot be executed here.
        """
        match call.name:
            case "send_msg_to_user":
                self._say("assistant", str(call.values["text"]))
                return "complete"
            case "report_infeasible":
                self._say("infeasible", str(call.values["reason"]))
                return "infeasible"
            case _:
                pass
        assert self._seen is not None
        for gesture in gestures_of(call, self._seen):
            injection = device.perform(gesture)
            if injection.untouched:
                raise ValueError(f"{call.name}: the element is {injection.untouched}")
        self._seen = device.look(picture=False)
        return ""

    def _graded(self, device: Device, claimed: Claimed) -> Graded | None:
        if self._judge is not None:
            return self._judge(claimed)
        judge = judge_of(device)
        ended = Episode("", Task(str(self._chat[1]["message"])), "unverified", claimed, self._steps)
        return None if judge is None else judge(ended)

    def _observe(self, goal: str) -> dict[str, Any]:
        seen = self._seen = self._require().look()
        return {
            "chat_messages": tuple(dict(message) for message in self._chat),
            "goal": goal,
            "goal_object": ({"type": "text", "text": goal},),
            "open_pages_urls": (seen.location,),
            "open_pages_titles": (seen.title,),
            "active_page_index": np.asarray([0]),
            "url": seen.location,
            "screenshot": _pixels(seen),
            "dom_object": page.dom_of(seen),
            "axtree_object": page.tree_of(seen),
            "extra_element_properties": page.properties_of(seen),
            "focused_element_bid": next((str(one.index) for one in seen.elements if "focused" in one.states), ""),
            "last_action": self._last,
            "last_action_error": self._error,
            "elapsed_time": np.asarray([time.monotonic() - self._began]),
        }


def register() -> None:
    """Register the id for `gymnasium.make("sextant/BrowserGym-v0", device=…)`."""
    if ID not in gymnasium.registry:
        gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
            ID, entry_point=f"{__name__}:BrowserGymEnv", disable_env_checker=True, order_enforce=False
        )


def _pixels(seen: Observation) -> Any:
    """The screen as height x width x 3 bytes, in pixels of the viewport; grey without a picture."""
    from PIL import Image

    size = (max(1, round(seen.size.width)), max(1, round(seen.size.height)))
    if seen.picture is None:
        return np.full((size[1], size[0], 3), 200, np.uint8)
    with Image.open(io.BytesIO(seen.picture.data)) as opened:
        return np.asarray(opened.convert("RGB").resize(size), np.uint8)


# ---------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class _Form:
    """Parameters of a call in their order, and defaults of the optional ones."""

    names: tuple[str, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict[str, Any])


CALLS: Mapping[str, _Form] = {
    "noop": _Form(("wait_ms",), {"wait_ms": 1000}),
    "send_msg_to_user": _Form(("text",)),
    "report_infeasible": _Form(("reason",)),
    "click": _Form(("bid", "button", "modifiers"), {"button": "left", "modifiers": []}),
    "dblclick": _Form(("bid", "button", "modifiers"), {"button": "left", "modifiers": []}),
    "fill": _Form(("bid", "value", "enable_autocomplete_menu"), {"enable_autocomplete_menu": False}),
    "clear": _Form(("bid",)),
    "focus": _Form(("bid",)),
    "check": _Form(("bid",)),
    "uncheck": _Form(("bid",)),
    "select_option": _Form(("bid", "options")),
    "press": _Form(("bid", "key_comb")),
    "drag_and_drop": _Form(("from_bid", "to_bid")),
    "scroll": _Form(("delta_x", "delta_y")),
    "scroll_at": _Form(("x", "y", "dx", "dy")),
    "mouse_click": _Form(("x", "y", "button"), {"button": "left"}),
    "mouse_dblclick": _Form(("x", "y", "button"), {"button": "left"}),
    "mouse_drag_and_drop": _Form(("from_x", "from_y", "to_x", "to_y")),
    "keyboard_press": _Form(("key",)),
    "keyboard_type": _Form(("text",)),
    "keyboard_insert_text": _Form(("text",)),
    "go_back": _Form(()),
    "goto": _Form(("url",)),
}
"""Calls that a phone can execute. It has no hover, no single mouse buttons, no tabs."""


def calls_in(action: str) -> Iterator[ActionCall]:
    """Parse the calls in an action's text.

    Raises:
        ValueError: It is no list of calls with literal arguments, or a call is unknown here.
    """
    if len(action) > _LONGEST_ACTION:
        raise ValueError(f"the action has more than {_LONGEST_ACTION} characters")
    try:
        lines = ast.parse(action.strip()).body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError("this is no call, such as click('12')") from error
    if not lines:
        raise ValueError("the action is empty")
    for line in lines:
        call = line.value if isinstance(line, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError(f"{ast.unparse(line)[:80]!r} is no call, such as click('12')")
        yield _call(call.func.id, call)


def _call(name: str, call: ast.Call) -> ActionCall:
    form = CALLS.get(name)
    if form is None:
        raise ValueError(f"there is no {name!r} on this device; there are {', '.join(CALLS)}")
    if len(call.args) > len(form.names) or any(one.arg not in form.names for one in call.keywords):
        raise ValueError(f"{name} takes {', '.join(form.names) or 'nothing'}")
    given = {key: _literal(value) for key, value in zip(form.names, call.args, strict=False)}
    given |= {str(one.arg): _literal(one.value) for one in call.keywords}
    missing = [key for key in form.names if key not in given and key not in form.defaults]
    if missing:
        raise ValueError(f"{name} needs {', '.join(missing)}")
    return ActionCall(name, {**form.defaults, **given})


def _literal(value: ast.expr) -> Any:
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{ast.unparse(value)[:80]!r} is no text, number or list") from error


def gestures_of(call: ActionCall, seen: Observation) -> Sequence[Gesture]:
    """The gestures that execute a call on a screen.

    Raises:
        ValueError: There is no such element, or a phone has no such key or button.
    """
    values = call.values
    if values.get("button", "left") != "left" or values.get("modifiers"):
        raise ValueError("a phone has no other buttons and no modifiers")
    match call.name:
        case "click" | "focus":
            return [Tap(_centre(values["bid"], seen))]
        case "dblclick":
            return [Tap(_centre(values["bid"], seen), 2)]
        case "check" | "uncheck":
            element = page.element_of(str(values["bid"]), seen)
            held = "checked" in element.states
            return [] if held == (call.name == "check") else [Tap(element.box.centre)]
        case "fill":
            return [TypeText(str(values["value"]), _centre(values["bid"], seen))]
        case "clear":
            return [TypeText("", _centre(values["bid"], seen))]
        case "select_option":
            return [TypeText(_single(values["options"]), _centre(values["bid"], seen))]
        case "press":
            return [Tap(_centre(values["bid"], seen)), _key(values["key_comb"])]
        case "drag_and_drop":
            return [DragPath(_centre(values["from_bid"], seen), _centre(values["to_bid"], seen), 0.3)]
        case _:
            return _by_place(call, seen)


def _by_place(call: ActionCall, seen: Observation) -> Sequence[Gesture]:
    values = call.values
    match call.name:
        case "scroll":
            return [_scroll(values["delta_x"], values["delta_y"], None)]
        case "scroll_at":
            return [_scroll(values["dx"], values["dy"], _point(values["x"], values["y"], seen))]
        case "mouse_click":
            return [Tap(_point(values["x"], values["y"], seen))]
        case "mouse_dblclick":
            return [Tap(_point(values["x"], values["y"], seen), 2)]
        case "mouse_drag_and_drop":
            start = _point(values["from_x"], values["from_y"], seen)
            return [DragPath(start, _point(values["to_x"], values["to_y"], seen), 0.3)]
        case "keyboard_press":
            return [_key(values["key"])]
        case "keyboard_type" | "keyboard_insert_text":
            return [TypeText(str(values["text"]), None, replace=False)]
        case "go_back":
            return [PressKey("back")]
        case "goto":
            return [LaunchApp(str(values["url"]))]
        case "noop":
            return [Pause(min(30.0, max(0.0, float(values["wait_ms"]) / 1000)))]
        case _:
            raise ValueError(f"there is no {call.name!r} on this device")


def _centre(bid: object, seen: Observation) -> Point:
    element = page.element_of(str(bid), seen)
    if element.visibility in ("offscreen", "covered"):
        raise ValueError(f"element {bid!r} is {element.visibility}; scroll to it, or deal with what covers it")
    return _inside(element.box, seen)


def _inside(box: Box, seen: Observation) -> Point:
    x = min(max(box.centre.x, 0.0), seen.size.width - 1)
    return Point(x, min(max(box.centre.y, 0.0), seen.size.height - 1))


def _point(x: object, y: object, seen: Observation) -> Point:
    across, along = float(cast("float", x)), float(cast("float", y))
    if not (0 <= across < seen.size.width and 0 <= along < seen.size.height):
        raise ValueError(f"({across:g}, {along:g}) is outside the screen")
    return Point(across, along)


def _scroll(dx: object, dy: object, point: Point | None) -> ScrollBy:
    across, along = float(cast("float", dx)), float(cast("float", dy))
    if abs(across) > abs(along):
        return ScrollBy("right" if across > 0 else "left", point)
    return ScrollBy("down" if along > 0 else "up", point)


def _key(key: object) -> PressKey:
    if key != "Enter":
        raise ValueError(f"a phone has no key {key!r}; it has 'Enter'")
    return PressKey("enter")


def _single(options: object) -> str:
    if isinstance(options, list) and len(cast("list[object]", options)) != 1:
        raise ValueError("one option can be chosen at a time")
    return str(cast("list[object]", options)[0] if isinstance(options, list) else options)


register()
