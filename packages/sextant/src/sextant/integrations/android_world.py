"""An AndroidWorld agent: `reset`, then `step(goal)` until done, on the harness's environment.

    from sextant.integrations.android_world import SextantAgent
    agent = SextantAgent(env, Settings(models=ModelChoices(default="openai:gpt-5"), policy=Policy.everything()))
    suite_utils.run(suite, agent)

Implements `android_world.agents.base_agent.EnvironmentInteractingAgent`; the package is imported at the first step.
Each step is one of Sextant's: decide, review, execute, look.
"""

import io
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, assert_never

from sextant.assembly import Harness, Hooks
from sextant.dataclass import dataclass
from sextant.devices.android.roles import TITLE_ID, role_of_class
from sextant.errors import UsageError
from sextant.integrations.android import activity_in_words
from sextant.integrations.hosted_run import GestureRequest, HostedRun, LookRequest, RunEnded, StepEnded
from sextant.journal import RunLine, describe
from sextant.settings import Settings
from sextant.types.actions import (
    OPPOSITE,
    Direction,
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.devices import Injection
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, Picture, ScrollExtent
from sextant.types.screens import State as ElementStates
from sextant.types.tasks import Episode, Graded

__all__ = ["AndroidWorldEnv", "Bindings", "SextantAgent"]

_MOST_OF_A_SCREEN = 0.6
"""A view with more than this share of the screen is its background: that it is clickable says nothing of its parts."""


class AndroidWorldElement(Protocol):
    """The part of AndroidWorld's `UIElement` that is used."""

    text: str | None
    content_description: str | None
    class_name: str | None
    bbox_pixels: Any
    hint_text: str | None
    is_checked: bool | None
    is_checkable: bool | None
    is_clickable: bool | None
    is_editable: bool | None
    is_enabled: bool | None
    is_focused: bool | None
    is_long_clickable: bool | None
    is_scrollable: bool | None
    is_selected: bool | None
    is_visible: bool | None
    package_name: str | None
    resource_name: str | None


class AndroidWorldState(Protocol):
    """The part of AndroidWorld's `AndroidWorldState` that is used."""

    @property
    def pixels(self) -> Any: ...
    @property
    def forest(self) -> Any: ...
    @property
    def ui_elements(self) -> Sequence[Any]: ...


class AndroidWorldEnv(Protocol):
    """The part of AndroidWorld's `AsyncEnv` that is used."""

    def reset(self, go_home: bool = False) -> Any: ...
    def get_state(self, wait_to_stabilize: bool = False) -> Any: ...
    def execute_action(self, action: Any) -> None: ...
    def hide_automation_ui(self) -> None: ...
    @property
    def foreground_activity_name(self) -> str: ...
    @property
    def logical_screen_size(self) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True)
class Bindings:
    """AndroidWorld's own classes: `json_action.JSONAction` and `base_agent.AgentInteractionResult`."""

    action: Callable[..., Any]
    result: Callable[[bool, dict[str, Any]], Any]

    @property
    def drags(self) -> bool:
        """Whether actions have the two points of a drag; those of some versions have none."""
        return hasattr(self.action, "touch_xy")

    @classmethod
    def installed(cls) -> "Bindings":
        """The classes of the installed package.

        Raises:
            UsageError: It is not installed.
        """
        from importlib import import_module

        try:
            return cls(
                import_module("android_world.env.json_action").JSONAction,
                import_module("android_world.agents.base_agent").AgentInteractionResult,
            )
        except ImportError as error:
            raise UsageError(
                "The package 'android_world' is not installed.",
                "Install it from https://github.com/google-research/android_world, beside Sextant.",
            ) from error


class SextantAgent:
    """An `EnvironmentInteractingAgent` that decides as Sextant does, with the model and the guides of its settings.

    Args:
        env: AndroidWorld's environment.
        settings: Model, preset, policy. Where the policy names no origins, every app may be used.
        name: The agent's name in AndroidWorld's results.
        transition_pause: Seconds between an action and the next look; None: until the screen is stable.
        bindings: AndroidWorld's classes; None: of the installed package.
        hooks: For tests and studies.
        scale: Pixels of the model's picture per pixel of the screen.
    """

    def __init__(
        self,
        env: AndroidWorldEnv,
        settings: Settings,
        name: str = "sextant",
        transition_pause: float | None = 1.0,
        *,
        bindings: Bindings | None = None,
        hooks: Hooks | None = None,
        scale: float = 0.5,
    ) -> None:
        if transition_pause is not None and transition_pause < 0:
            raise ValueError(f"transition_pause must be non-negative, got {transition_pause}")
        self.env, self.name, self.transition_pause = env, name, transition_pause
        self.task, self.seed = "", None
        """Recorded in the run's line; the harness may set them before `step`."""
        if not settings.policy.origins:
            settings = replace(settings, policy=replace(settings.policy, origins=("*",)))
        self._settings, self._bindings, self._hooks, self._scale = settings, bindings, hooks, scale
        self._hosted: HostedRun | None = None
        self._over: RunEnded | None = None

    task: str
    seed: int | None

    def set_max_steps(self, max_steps: int) -> None:
        """Set the most steps of the next run."""
        self._settings = replace(self._settings, budget=replace(self._settings.budget, max_steps=max_steps))

    def reset(self, go_home: bool = False) -> None:
        """End the current run, and reset the environment for the next."""
        self._stop()
        self._hosted, self._over = None, None
        self.env.reset(go_home=go_home)
        self.env.hide_automation_ui()

    def get_post_transition_state(self) -> Any:
        """The state after an action and the pause."""
        if self.transition_pause is None:
            return self.env.get_state(wait_to_stabilize=True)
        time.sleep(self.transition_pause)
        return self.env.get_state(wait_to_stabilize=False)

    def step(self, goal: str) -> Any:
        """Take one step towards the goal; return an `AgentInteractionResult`.

        `done` is True once the agent claims that the goal is reached or infeasible; never after another end (stuck, out
        of budget, a fault). `data` has the same keys at each step: `action`, `effect`, `reason`, and `run`, the run's
        line, which is empty until the end.

        Raises:
            SextantError: The run could not begin: no model, a malformed setting.
        """
        bindings = self._bindings = self._bindings or Bindings.installed()
        if self._over is not None:
            return bindings.result(*self._end(self._over, bindings, again=True))
        hosted = self._hosted = self._hosted or self._begun(goal)
        hosted.answer_step()
        while True:
            match asked := hosted.next():
                case LookRequest():
                    hosted.answer_look(self._observed(asked.picture))
                case GestureRequest():
                    hosted.answer_gesture(self._performed(asked.gesture, bindings))
                case StepEnded(transition):
                    description = transition.decision.description or describe(
                        transition.decision.action, transition.before
                    )
                    why = "; ".join(objection.message for objection in transition.objections)
                    data = {"action": description, "effect": transition.effectiveness, "reason": why, "run": ""}
                    return bindings.result(False, data)
                case RunEnded():
                    self._over = asked
                    return bindings.result(*self._end(asked, bindings))
                case _:
                    assert_never(asked)

    def line(self, graded: Graded | None = None) -> RunLine | None:
        """The line of the last run, with the verdict of AndroidWorld's judge if given."""
        return None if self._hosted is None else self._hosted.line(graded)

    def _begun(self, goal: str) -> HostedRun:
        width, height = self.env.logical_screen_size
        harness = Harness(self.task, self.seed)
        size = Size(float(width), float(height))
        return HostedRun(goal, "androidworld:emulator", size, self._settings, harness=harness, hooks=self._hooks)

    def _stop(self) -> None:
        if self._hosted is not None and self._over is None:
            self._hosted.stop()

    def _end(self, over: RunEnded, bindings: Bindings, again: bool = False) -> tuple[bool, dict[str, Any]]:
        episode = over.episode
        if episode is None:
            return False, {"action": "", "effect": "none", "reason": str(over.error or ""), "run": ""}
        if not again and episode.answer:
            self.env.execute_action(bindings.action(action_type="answer", text=episode.answer))
        line = self.line()
        data = {"action": _claimed(episode), "effect": "none", "reason": episode.reason}
        return bool(episode.agent_claimed), {**data, "run": "" if line is None else line.as_json()}

    # ------------------------------------------------------------------ the screen

    def _observed(self, picture: bool) -> Observation:
        return observed(
            self.env.get_state(wait_to_stabilize=self.transition_pause is None),
            self.env.foreground_activity_name,
            self.env.logical_screen_size,
            self._scale if picture else None,
        )

    def _performed(self, gesture: Gesture, bindings: Bindings) -> Injection:
        began = time.monotonic()
        form, note = action_form(gesture, self.env.get_state(wait_to_stabilize=False).ui_elements, bindings.drags)
        if form is not None:
            try:
                self.env.execute_action(bindings.action(**form))
            except ValueError as error:  # AndroidWorld refuses actions by ValueError
                note = f"the environment refused: {error}"
            if self.transition_pause is not None:
                time.sleep(self.transition_pause)
        return Injection(time.monotonic() - began, notes=(note,) if note else ())


def _claimed(episode: Episode) -> str:
    return f"status {episode.agent_claimed}" if episode.agent_claimed else episode.status


def observed(state: AndroidWorldState, activity: str, size: tuple[int, int], scale: float | None) -> Observation:
    """Convert AndroidWorld's state to an observation; without `scale`, without a picture."""
    views: list[AndroidWorldElement] = list(state.ui_elements)
    whole = Size(float(size[0]), float(size[1]))
    touched = tuple(_touched_boxes(state.forest, whole))
    elements = tuple(_element(index, view, whole, touched) for index, view in enumerate(views))
    titles = [e.label for view, e in zip(views, elements, strict=True) if TITLE_ID.search(view.resource_name or "")]
    package = activity.partition("/")[0] or next((view.package_name for view in views if view.package_name), "")
    more = whole.height if any(view.is_scrollable for view in views) else 0.0
    return Observation(
        app=package,
        location=activity,
        title=next(iter(titles), "") or activity_in_words(activity),
        size=whole,
        elements=elements,
        landmarks=tuple(f"heading: {title}" for title in titles),
        condition="ok" if elements else "empty_hierarchy",
        picture=None if scale is None else _picture(state.pixels, whole, scale),
        scroll=ScrollExtent(below=more),
        at=time.time(),
    )


def _element(index: int, view: AndroidWorldElement, size: Size, touched: Sequence[Box]) -> Element:
    box, role = _box(view), role_of_class(view.class_name or "") or "group"
    affordances, states = set[Affordance](), set[ElementStates]()
    inside = box.area > 0 and any(_holds(one, box) for one in touched)
    if view.is_clickable or view.is_checkable or view.is_long_clickable or view.is_editable or inside:
        affordances.add("tap")
    if view.is_editable:
        affordances.add("type")
        states.add("editable")
    if view.is_scrollable:
        affordances.add("scroll")
    if view.is_checkable:
        states.add("checked" if view.is_checked else "unchecked")
    if view.is_enabled is False:
        states.add("disabled")
    if view.is_focused:
        states.add("focused")
    if view.is_selected:
        states.add("selected")
    seen = view.is_visible is not False and box.area > 0 and box.bottom > 0 and box.y < size.height
    return Element(
        index=index,
        box=box,
        role="textbox" if view.is_editable else role,
        text="" if view.is_editable else view.text or "",
        name=view.content_description or ("" if view.is_editable else view.text) or "",
        test_id=view.resource_name or "",
        value=(view.text or "") if view.is_editable else "",
        hint=view.hint_text or "",
        states=frozenset(states),
        affordances=frozenset(affordances),
        visibility="visible" if seen else "offscreen",
    )


def _box(view: AndroidWorldElement) -> Box:
    edges = view.bbox_pixels
    if edges is None:
        return Box(0, 0, 0, 0)
    width, height = max(0.0, edges.x_max - edges.x_min), max(0.0, edges.y_max - edges.y_min)
    return Box(float(edges.x_min), float(edges.y_min), float(width), float(height))


def _touched_boxes(forest: Any, size: Size) -> Iterator[Box]:
    """Boxes of clickable views. AndroidWorld lists only leaves, which do not show that their row is clickable."""
    for window in getattr(forest, "windows", ()):
        for node in window.tree.nodes:
            edges = node.bounds_in_screen
            box = Box(edges.left, edges.top, max(0, edges.right - edges.left), max(0, edges.bottom - edges.top))
            if node.is_clickable and 0 < box.area < _MOST_OF_A_SCREEN * size.width * size.height:
                yield box


def _holds(outer: Box, inner: Box) -> bool:
    across = outer.x <= inner.x and inner.right <= outer.right
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom


def _picture(pixels: Any, size: Size, scale: float) -> Picture:
    from PIL import Image

    image, out = Image.fromarray(pixels).convert("RGB"), io.BytesIO()
    image.resize((max(1, round(size.width * scale)), max(1, round(size.height * scale)))).save(out, "JPEG", quality=80)
    return Picture(out.getvalue(), "image/jpeg", scale)


# ---------------------------------------------------------------------- gestures


def action_form(gesture: Gesture, views: Sequence[Any], drags: bool = False) -> tuple[dict[str, Any] | None, str]:
    """The fields of the `JSONAction` for a gesture, and a note on how it differs from the gesture.

    None where AndroidWorld has no such action. Without `drags`, a drag becomes a scroll: AndroidWorld's own `swipe`
    crosses the whole screen and inverts left and right.
    """
    match gesture:
        case Tap():
            return {"action_type": "click" if gesture.count == 1 else "double_tap", **_at(gesture.point)}, ""
        case Hold():
            return {"action_type": "long_press", **_at(gesture.point)}, ""
        case DragPath() if drags:
            ends = {"touch_xy": _pair(gesture.start), "lift_xy": _pair(gesture.end)}
            return {"action_type": "drag_and_drop", **ends}, ""
        case DragPath():
            form, _ = _scroll(OPPOSITE[_direction(gesture.start, gesture.end)], gesture.start, views)
            return form, "a finger was drawn half across"
        case ScrollBy():
            return _scroll(gesture.direction, gesture.point, views)
        case TypeText():
            return _typing(gesture, views)
        case PressKey(key="enter"):
            return {"action_type": "keyboard_enter"}, ""
        case PressKey(key="back" | "home"):
            return {"action_type": f"navigate_{gesture.key}"}, ""
        case LaunchApp():
            return {"action_type": "open_app", "app_name": gesture.name}, ""
        case Pause():
            return {"action_type": "wait"}, ""
        case PressKey() | TerminateApp():
            return None, "AndroidWorld has no such action"
        case _:
            assert_never(gesture)


def _at(point: Point) -> dict[str, int]:
    return {"x": round(point.x), "y": round(point.y)}


def _pair(point: Point) -> tuple[int, int]:
    return round(point.x), round(point.y)


def _typing(gesture: TypeText, views: Sequence[AndroidWorldElement]) -> tuple[dict[str, Any] | None, str]:
    """AndroidWorld types nothing where the text is empty, and takes a text apart to ASCII.

    It touches the place first, which would move a slider.
    """
    if not gesture.text:
        return None, "AndroidWorld has no action that empties a field"
    there = [view for view in views if _covers(view, gesture.point)]
    takes_text = any(view.is_editable for view in there)
    if not takes_text and {role_of_class(view.class_name or "") for view in there} & {"combobox", "slider"}:
        return None, "this device types text only: touch the list and its entry, or swipe along the slider"
    form = {"action_type": "input_text", "text": gesture.text, "clear_text": gesture.replace}
    place = {} if gesture.point is None else _at(gesture.point)
    notes = ["the Enter key was pressed after the text"]
    if there and not takes_text:
        notes.append("there is no text field in this place")
    if not gesture.text.isascii():
        notes.append("AndroidWorld types ASCII characters alone: others lost their marks, or were left out")
    return {**form, **place}, "; ".join(notes)


def _scroll(
    direction: Direction, point: Point | None, views: Sequence[AndroidWorldElement]
) -> tuple[dict[str, Any], str]:
    """A scroll of the smallest view under the point that scrolls, else of the whole screen."""
    form: dict[str, Any] = {"action_type": "scroll", "direction": direction}
    scrollers = [index for index, view in enumerate(views) if view.is_scrollable and _covers(view, point)]
    index = min(scrollers, key=lambda one: _box(views[one]).area, default=0)
    if index:
        return {**form, "index": index}, ""
    # AndroidWorld takes the index 0 for none.
    return form, "the whole screen was scrolled, from its middle" if scrollers else ""


def _covers(view: AndroidWorldElement, point: Point | None) -> bool:
    box = _box(view)
    return point is not None and box.x <= point.x < box.right and box.y <= point.y < box.bottom


def _direction(start: Point, end: Point) -> Direction:
    across, along = end.x - start.x, end.y - start.y
    if abs(across) > abs(along):
        return "right" if across > 0 else "left"
    return "down" if along > 0 else "up"
