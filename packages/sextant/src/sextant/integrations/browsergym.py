"""A BrowserGym agent: receives observations, and returns actions as text.

    from sextant.integrations.browsergym import SextantAgent
    agent = SextantAgent(Settings(models=ModelChoices(default="openai:gpt-5"), policy=Policy.everything()))
    action, info = agent.get_action(agent.obs_preprocessor(obs))

Implements `browsergym.experiments.Agent`. BrowserGym's environment executes the actions and judges the task. For
BrowserGym's agents on Sextant's devices see `sextant.integrations.browsergym_env`.
"""

import io
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, assert_never, cast

from sextant.addresses.origins import origin_of
from sextant.assembly import Harness, Hooks
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.integrations.hosted_run import GestureRequest, HostedRun, LookRequest, RunEnded, StepEnded
from sextant.journal import RunLine
from sextant.settings import Settings
from sextant.types.actions import (
    VECTORS,
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
from sextant.types.screens import Affordance, Element, Observation, Picture, ScrollExtent, State
from sextant.types.tasks import Episode, Graded

__all__ = ["SUBSETS", "GymScreen", "SextantAgent", "SextantAgentArgs", "call_of", "seen_in"]

SUBSETS = ("chat", "infeas", "bid", "coord", "nav", "tab")
"""Subsets of BrowserGym's high-level actions that are used."""

# structural: roles of Chromium's accessibility tree, and those of them that ARIA calls otherwise
_ROLES: Mapping[str, str] = {"StaticText": "text", "RootWebArea": "document", "LabelText": "label", "img": "image"}
_LEFT_OUT = frozenset({"InlineTextBox", "generic", "none", "LineBreak", "MenuListPopup", "RootWebArea", "ListMarker"})
_FRAMES = frozenset({"LabelText", "form", "paragraph", "group", "section"})
"""Roles that take touches for their content; elements of these roles without a name are left out."""
_TYPED = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
# structural: roles of the accessibility tree that take touches
_TOUCHED = frozenset(
    {"button", "link", "checkbox", "radio", "switch", "tab", "option", "menuitem", "slider", "treeitem", *_TYPED}
)
_SCROLL_SHARE = 0.7
"""Share of the viewport that one scroll moves."""


@dataclass(frozen=True, slots=True)
class GymScreen:
    """A BrowserGym observation in Sextant's form, with the `bid` of each element by its index."""

    observation: Observation
    bids: Mapping[int, str]

    def bid_at(self, point: Point) -> str:
        """The bid of the smallest element under a point; empty where there is none."""
        under = [
            (one.box.area, -one.index)
            for one in self.observation.elements
            if one.index in self.bids and one.box.x <= point.x < one.box.right and one.box.y <= point.y < one.box.bottom
        ]
        return self.bids[-min(under)[1]] if under else ""

    def is_select(self, bid: str) -> bool:
        """Whether the element with that bid is a select list."""
        return any("select" in one.affordances and self.bids.get(one.index) == bid for one in self.observation.elements)


class SextantAgent:
    """Decides as Sextant does, with the model and the guides of its settings; one object plays one episode.

    Args:
        settings: Model, preset, policy. Where the policy names no origins, any may be used.
        task: BrowserGym's name of the task, for the run's line.
        seed: Its seed, for the run's line.
        hooks: For tests and studies.
    """

    def __init__(self, settings: Settings, task: str = "", seed: int | None = None, hooks: Hooks | None = None) -> None:
        if not settings.policy.origins:
            settings = replace(settings, policy=replace(settings.policy, origins=("*",)))
        self._settings, self._harness, self._hooks = settings, Harness(task, seed), hooks
        self._hosted: HostedRun | None = None
        self._over: RunEnded | None = None
        self._performing = 0.0
        self._start = ""

    @property
    def action_set(self) -> Any:
        """BrowserGym's `HighLevelActionSet` with the subsets that are used.

        Raises:
            UsageError: BrowserGym is not installed.
        """
        from importlib import import_module

        try:
            return import_module("browsergym.core.action.highlevel").HighLevelActionSet(list(SUBSETS))
        except ImportError as error:
            raise UsageError(
                "The package 'browsergym-core' is not installed.", "Install it: pip install browsergym-core"
            ) from error

    def obs_preprocessor(self, obs: Mapping[str, Any]) -> dict[str, Any]:
        """The observation without the large, unused DOM snapshot."""
        return {name: value for name, value in obs.items() if name != "dom_object"}

    def get_action(self, obs: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
        """The next action on this observation, in BrowserGym's language; None once the run has ended without a claim.

        The second value is BrowserGym's record of the step: `think`, `stats`, and at the end `extra_info` with the
        run's line.

        Raises:
            SextantError: The run could not begin: no model, a malformed setting.
        """
        seen = seen_in(obs)
        if self._over is not None:
            return self._ended(self._over)
        if self._hosted is None:
            self._start = seen.observation.location
            size, goal = seen.observation.size, goal_of(obs)
            self._hosted = HostedRun(
                goal, "browsergym:page", size, self._settings, harness=self._harness, hooks=self._hooks
            )
        elif self._performing:
            error = str(obs.get("last_action_error") or "")
            notes = (f"the environment says: {error[:300]}",) if error else ()
            self._hosted.answer_gesture(Injection(time.monotonic() - self._performing, notes=notes))
        return self._until_an_action(self._hosted, seen)

    def line(self, graded: Graded | None = None) -> RunLine | None:
        """The run's line, with the verdict of BrowserGym's judge if given."""
        return None if self._hosted is None else self._hosted.line(graded)

    def close(self) -> None:
        """End the run. Idempotent."""
        if self._hosted is not None and self._over is None:
            self._hosted.stop()
            self._over = RunEnded(None)

    def _until_an_action(self, hosted: HostedRun, seen: GymScreen) -> tuple[str | None, dict[str, Any]]:
        record: dict[str, Any] = {"think": "", "stats": {}}
        while True:
            match asked := hosted.next():
                case LookRequest():
                    hosted.answer_look(seen.observation)
                case GestureRequest():
                    self._performing = time.monotonic()
                    return call_of(asked.gesture, seen, self._start), record
                case StepEnded(transition):
                    # The effect of an action is known with the next observation: a step spans two calls.
                    record = {
                        "think": transition.decision.thought,
                        "stats": {"sextant_effect": transition.effectiveness},
                    }
                    hosted.answer_step()
                case RunEnded():
                    self._over, self._performing = asked, 0.0
                    return self._ended(asked)
                case _:
                    assert_never(asked)

    def _ended(self, over: RunEnded) -> tuple[str | None, dict[str, Any]]:
        line = self.line()
        info = {"think": "", "stats": {}, "extra_info": {} if line is None else {"run": line.as_json()}}
        return (None if over.episode is None else last_word(over.episode)), info


@dataclass
class SextantAgentArgs:
    """The factory of agents for BrowserGym's and AgentLab's experiments (`AbstractAgentArgs`)."""

    settings: Settings = field(default_factory=Settings)
    agent_name: str = "sextant"
    task: str = ""
    seed: int | None = None

    def make_agent(self) -> SextantAgent:
        """A new agent, for one episode."""
        self._agent = SextantAgent(self.settings, self.task, self.seed)
        return self._agent

    def set_benchmark(self, benchmark: Any, demo_mode: bool) -> None:
        """Do nothing: the agent does not depend on the benchmark."""

    def set_reproducibility_mode(self) -> None:
        """Set the model's temperature to 0."""
        self.settings = replace(self.settings, models=replace(self.settings.models, temperature=0.0))

    def prepare(self) -> None:
        """Do nothing: the model is opened with the first observation."""

    def close(self) -> None:
        """End the run of the agent made last."""
        agent = getattr(self, "_agent", None)
        if agent is not None:
            agent.close()


# # ---------------------------------------------------------------------- observations


def goal_of(obs: Mapping[str, Any]) -> str:
    """The goal as text. Pictures of the goal are replaced by a note."""
    messages = cast("Sequence[Mapping[str, Any]]", obs.get("goal_object") or ())
    parts = [str(one["text"]) if one.get("type") == "text" else "(A picture belongs to this goal.)" for one in messages]
    return "\n".join(parts) or str(obs.get("goal", ""))


def seen_in(obs: Mapping[str, Any]) -> GymScreen:
    """Convert a BrowserGym observation; points are in pixels of its screenshot."""
    shot = obs.get("screenshot")
    size = Size(1280.0, 720.0) if shot is None else Size(float(shot.shape[1]), float(shot.shape[0]))
    properties = cast("Mapping[str, Mapping[str, Any]]", obs["extra_element_properties"])
    found = list(_elements(cast("Mapping[str, Any]", obs["axtree_object"]), properties, size))
    elements = tuple(replace(one, index=index) for index, (one, _) in enumerate(found))
    headings = [one.label for one in elements if one.role == "heading"]
    titles, active = tuple(obs.get("open_pages_titles") or ()), obs.get("active_page_index")
    place = int(active[0]) if active is not None and len(active) else 0
    url = str(obs["url"])
    bottom = max((one.box.bottom for one in elements), default=0.0)
    return GymScreen(
        Observation(
            app=origin_of(url),
            location=url,
            title=str(titles[place]) if place < len(titles) else "",
            size=size,
            elements=elements,
            landmarks=tuple(f"heading: {one[:160]}" for one in headings[:1]),
            condition="ok" if elements else "empty_hierarchy",
            picture=None if shot is None else _picture(shot),
            scroll=ScrollExtent(below=max(0.0, bottom - size.height)),
            at=time.time(),
        ),
        {index: bid for index, (_, bid) in enumerate(found) if bid},
    )


def _picture(pixels: Any) -> Picture:
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(pixels).convert("RGB").save(out, "JPEG", quality=80)
    return Picture(out.getvalue(), "image/jpeg", 1.0)


@dataclass(frozen=True, slots=True)
class _Within:
    """The context of a node: its ancestors' text, bid, box and region."""

    text: str = ""
    """Name and value of the nearest named ancestor: text that repeats them is left out."""
    bid: str = ""
    box: Box | None = None
    region: str = ""


def _elements(
    tree: Mapping[str, Any], properties: Mapping[str, Mapping[str, Any]], size: Size
) -> Iterator[tuple[Element, str]]:
    """The elements with their bids, in tree order. Text contained in an ancestor's name is left out."""
    nodes: dict[str, Mapping[str, Any]] = {str(node["nodeId"]): node for node in tree["nodes"]}
    if not nodes:
        return
    waiting = [(next(iter(nodes)), _Within())]
    while waiting:
        identity, within = waiting.pop()
        node = nodes[identity]
        bid = str(node.get("browsergym_id") or "")
        box = _box(properties.get(bid, {})) if bid else within.box
        role, name = _value_of(node, "role"), _value_of(node, "name")
        states = _properties(node)
        options = [_value_of(nodes[child], "name") for child in _descendants(node, nodes) if _is_option(nodes[child])]
        select = role == "combobox" and bool(options)
        shown = properties.get(bid or within.bid, {})
        clickable = bool(bid and shown.get("clickable"))
        redundant = role == "StaticText" and name in within.text
        listed = bool(name) or role in _TOUCHED or (clickable and role not in _FRAMES)
        if role not in _LEFT_OUT and not node.get("ignored") and box is not None and listed and not redundant:
            hint = f"one of: {', '.join(options[:40])}" if select else str(states.get("placeholder", ""))
            element = _element(role, name, node, box, shown, states, (within.region, hint, select), size)
            yield (element if clickable or role in _TOUCHED else replace(element, affordances=frozenset())), bid
        region = role if role in _REGIONS else within.region
        text = f"{name} {_value_of(node, 'value')}".strip() or within.text
        inside = _Within(text, bid or within.bid, box or within.box, region)
        if not select:
            children = [child for child in map(str, node.get("childIds", ())) if child in nodes and child != identity]
            waiting += [(child, inside) for child in reversed(children)]


# structural: ARIA landmarks
_REGIONS = frozenset(
    {"navigation", "main", "banner", "contentinfo", "complementary", "dialog", "alertdialog", "search"}
)


def _element(
    role: str,
    name: str,
    node: Mapping[str, Any],
    box: Box,
    shown: Mapping[str, Any],
    states: Mapping[str, Any],
    around: tuple[str, str, bool],
    size: Size,
) -> Element:
    region, hint, select = around
    plain = _ROLES.get(role, role.casefold())
    affordances = set[Affordance]()
    if role in _TOUCHED or shown.get("clickable"):
        affordances.add("tap")
    if role in _TYPED and not select:
        affordances.add("type")
    if select:
        affordances.add("select")
    inside = box.bottom > 0 and box.y < size.height and box.right > 0 and box.x < size.width
    seen = float(shown.get("visibility") or 0.0) >= 0.5 and inside
    return Element(
        index=0,
        box=box,
        role=plain,
        text="" if role in _TYPED else name,
        name=name,
        value=_value_of(node, "value"),
        hint=hint,
        href=str(states.get("url", "")) if role == "link" else "",
        states=frozenset(_states(states, role in _TYPED)),
        affordances=frozenset(affordances),
        visibility="visible" if seen else "offscreen",
        landmark=region,
    )


def _value_of(node: Mapping[str, Any], what: str) -> str:
    value = node.get(what)
    return str(value.get("value", "")).strip() if isinstance(value, Mapping) else ""  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def _properties(node: Mapping[str, Any]) -> dict[str, Any]:
    return {str(one["name"]): one.get("value", {}).get("value") for one in node.get("properties", ())}


def _descendants(node: Mapping[str, Any], nodes: Mapping[str, Mapping[str, Any]], depth: int = 3) -> Iterator[str]:
    for child in map(str, node.get("childIds", ())):
        if child in nodes and depth:
            yield child
            yield from _descendants(nodes[child], nodes, depth - 1)


def _is_option(node: Mapping[str, Any]) -> bool:
    return _value_of(node, "role") == "option"


def _box(shown: Mapping[str, Any]) -> Box | None:
    edges = shown.get("bbox")
    return None if not edges else Box(*(float(edge) for edge in edges))


def _states(states: Mapping[str, Any], field_: bool) -> Iterator[State]:
    if "checked" in states:
        by_word: Mapping[str, State] = {"true": "checked", "mixed": "mixed"}
        yield by_word.get(str(states["checked"]), "unchecked")
    flags: tuple[State, ...] = ("disabled", "expanded", "focused", "readonly", "required", "selected")
    for flag in flags:
        if states.get(flag) is True:
            yield flag
    if "pressed" in states:
        pressed: Mapping[str, State] = {"true": "pressed", "mixed": "mixed"}
        yield pressed.get(str(states["pressed"]), "unpressed")
    if str(states.get("invalid", "false")) not in ("false", "None"):
        yield "invalid"
    if field_ and not states.get("readonly"):
        yield "editable"


# # ---------------------------------------------------------------------- actions


def call_of(gesture: Gesture, seen: GymScreen, start: str) -> str:
    """The calls in BrowserGym's language that execute a gesture. An element with a bid is addressed by it."""
    match gesture:
        case Tap():
            bid, verb = seen.bid_at(gesture.point), "click" if gesture.count == 1 else "dblclick"
            return f"{verb}({bid!r})" if bid else f"mouse_{verb}({_xy(gesture.point)})"
        case Hold():
            place = _xy(gesture.point)
            return f"mouse_down({place})\nnoop({round(gesture.seconds * 1000)})\nmouse_up({place})"
        case DragPath():
            return f"mouse_drag_and_drop({_xy(gesture.start)}, {_xy(gesture.end)})"
        case ScrollBy():
            size, (across, along) = seen.observation.size, VECTORS[gesture.direction]
            by = f"{round(across * size.width * _SCROLL_SHARE)}, {round(along * size.height * _SCROLL_SHARE)}"
            return f"scroll({by})" if gesture.point is None else f"scroll_at({_xy(gesture.point)}, {by})"
        case TypeText():
            return _typing(gesture, seen)
        case PressKey():
            keys = {"enter": "keyboard_press('Enter')", "back": "go_back()", "home": f"goto({start!r})"}
            return keys.get(gesture.key, "noop(0)")
        case LaunchApp():
            return f"goto({gesture.name!r})"
        case TerminateApp():
            return "tab_close()"
        case Pause():
            return f"noop({round(gesture.seconds * 1000)})"
        case _:
            assert_never(gesture)


def _typing(gesture: TypeText, seen: GymScreen) -> str:
    bid = "" if gesture.point is None else seen.bid_at(gesture.point)
    if bid and seen.is_select(bid):
        return f"select_option({bid!r}, {gesture.text!r})"
    if bid and gesture.replace:
        return f"fill({bid!r}, {gesture.text!r})"
    first = "" if gesture.point is None else f"mouse_click({_xy(gesture.point)})\n"
    clear = "keyboard_press('ControlOrMeta+a')\n" if gesture.replace else ""
    return f"{first}{clear}keyboard_type({gesture.text!r})"


def _xy(point: Point) -> str:
    return f"{point.x:g}, {point.y:g}"


def last_word(episode: Episode) -> str | None:
    """The agent's last action: a message to the user, a report of infeasibility, or None without a claim."""
    match episode.agent_claimed:
        case "complete":
            return f"send_msg_to_user({episode.answer or 'Done.'!r})"
        case "infeasible" | "unsure":
            return f"report_infeasible({episode.reason or 'It cannot be done here.'!r})"
        case _:
            return None
