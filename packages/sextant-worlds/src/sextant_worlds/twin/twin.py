"""A world that runs in this process: gestures in, screens out, exactly as its page in a browser."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, assert_never, cast

from sextant.types.actions import (
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
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation, Screen, ScreenKey
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.scene import scene as scene_of
from sextant_worlds.engine.update import find_node, handle, settle_focus, start
from sextant_worlds.engine.values import record_of
from sextant_worlds.spec.world import World
from sextant_worlds.twin.hit import LONG_PRESS, drag_event, hit, is_tap, scroll_event, tap_event
from sextant_worlds.twin.observe import observe
from sextant_worlds.twin.shared import Needs, shared

_DRAWN = ("picture", "canvas")


@dataclass(frozen=True, slots=True)
class ShownScene:
    """A scene with its observation and its screen."""

    scene: Json
    observation: Observation
    screen: Screen


class Twin:
    """One run of a world. Its state is a function of its gestures.

    `note` says why the last gesture failed; empty if it did not.
    """

    def __init__(self, world: World) -> None:
        self._shared = shared(world)
        phone = world.phone
        self._size = Size(phone.width, phone.height)
        self._names = {
            **{app.name.casefold(): app.id for app in reversed(world.apps)},
            **{app.id: app.id for app in world.apps},
        }
        self.note = ""
        self.reset()

    @property
    def world(self) -> World:
        """The world as it was given."""
        return self._shared.spec

    @property
    def size(self) -> Size:
        """The phone's screen in pixels."""
        return self._size

    @property
    def state(self) -> Json:
        """The engine's state, to be read only."""
        return self._state

    @property
    def scene(self) -> Json:
        """The present scene; read-only."""
        return self._see().scene

    def reset(self) -> None:
        """Back to the start of the world."""
        if self._shared.begin is None:
            self._shared.begin = start(self._shared.world)
        self._adopt(copy_state(self._shared.begin))

    def observation(self) -> Observation:
        """The present observation."""
        return self._see().observation

    def screen(self) -> Screen:
        """The same, perceived: the key is app, page and dialog; the binding the record shown."""
        return self._see().screen

    def snapshot(self) -> Json:
        """The whole state, to be restored as often as wanted."""
        return copy_state(self._state)

    def restore(self, state: Json) -> None:
        """Back to a snapshot of a twin of the same world."""
        self._adopt(copy_state(state))

    # ------------------------------------------------------------------ gestures

    def perform(self, gesture: Gesture) -> bool:
        """Executes a gesture; False if only the time changed."""
        self.note = ""
        before = self._fingerprint()
        self._carry_out(gesture)
        return self._fingerprint() != before

    def _carry_out(self, gesture: Gesture) -> None:
        match gesture:
            case Tap():
                for _ in range(gesture.count):
                    self._touch(gesture.point, "tap")
            case Hold():
                self._touch(gesture.point, "hold" if gesture.seconds >= LONG_PRESS else "tap")
            case DragPath():
                self._drag(gesture)
            case ScrollBy():
                event = scroll_event(self.scene, gesture)
                if event is not None:
                    self._apply(event)
                else:
                    self.note = f"nothing more can be scrolled {gesture.direction}"
            case TypeText():
                self._type(gesture)
            case PressKey():
                self._press(gesture)
            case LaunchApp():
                self._name(gesture.name, "launch")
            case TerminateApp():
                self._name(gesture.name, "close")
            case Pause():
                self._apply({"on": "wait"})
            case _:
                assert_never(gesture)

    def _touch(self, point: Point, on: str) -> None:
        self._apply(tap_event(self.scene, point, on))

    def _drag(self, gesture: DragPath) -> None:
        if is_tap(gesture):
            self._touch(gesture.start, "tap")
            return
        event = drag_event(self.scene, gesture)
        if event is not None:
            self._apply(event)

    def _press(self, gesture: PressKey) -> None:
        if gesture.key != "enter":
            self._apply({"on": "key", "key": gesture.key})
        elif self._state["focus"]:
            self._apply({"on": "enter", "k": self._state["focus"]})

    def _type(self, gesture: TypeText) -> None:
        if gesture.point is not None:
            self._touch(gesture.point, "tap")
            if not self._state["focus"]:
                self._focus_at(gesture.point)
        focus = self._state["focus"]
        node = find_node(self.scene, focus) if focus else None
        if node is None:
            self.note = "there is no field to type into"
            return
        text = gesture.text if node.get("long") else " ".join(gesture.text.splitlines())
        held = self._held(node)
        new = text if gesture.replace else held + text
        if new != held:
            self._apply({"on": "input", "k": focus, "text": new})

    def _focus_at(self, point: Point) -> None:
        """A field under the point that the tap left without the focus, since something came of the step itself."""
        node = hit(self.scene, point).node
        if node is not None and node["t"] == "field":
            self._apply({"on": "focus", "k": node["k"]})

    def _held(self, field: Json) -> str:
        """The whole text of a field, a secret one too."""
        top = self._state["stacks"][self._state["front"]][-1]
        return str(top["ui"].get(field["ui"], field["value"]))

    def _name(self, name: str, on: str) -> None:
        app = self._names.get(name) or self._names.get(name.casefold())
        if app is None:
            self.note = f"there is no app called {name!r}"
            return
        self._apply({"on": on, "app": app})

    def _apply(self, event: Json) -> None:
        state = self._state
        handle(self._shared.world, state, self._see().scene, event)
        for app, part, name in state["dirty"]:
            self._note_change(app, part, name)
        if state["dirty"]:
            state["dirty"] = []
        self._stale = True
        if state["focus"]:
            settle_focus(state, self._see().scene)
            if not state["focus"]:
                self._stale = True

    def _note_change(self, app: str, part: str, name: str) -> None:
        data = self._state["data"][app]
        if part == "c":
            self._lists[app, name] = self._content(data["c"][name])
        self._data[app] = self._version(app)

    # ------------------------------------------------------------------ what is shown

    def _adopt(self, state: Json) -> None:
        self._state = state
        self._lists = {
            (app, name): self._content(records)
            for app, data in state["data"].items()
            for name, records in data["c"].items()
        }
        self._data = {app: self._version(app) for app in state["data"]}
        self._shown: ShownScene | None = None
        self._shown_key: Hashable = None
        self._stale = True

    def _content(self, records: list[Json]) -> int:
        shared = self._shared
        known = shared.lists.get(id(records))
        if known is not None and known[0] is records:  # lists are replaced, never changed
            return known[1]
        number = shared.number
        made = number(("list", *[number(tuple(record.items())) for record in records]))
        if len(shared.lists) > 500:
            shared.lists.clear()
        shared.lists[id(records)] = (records, made)
        return made

    def _version(self, app: str) -> int:
        """The number of all of the app's data: equal for equal data."""
        data = self._state["data"][app]
        return self._shared.number((app, *[self._lists[app, name] for name in data["c"]], *data["v"].items()))

    def _needed(self, app: str, needs: Needs, record: str) -> Hashable:
        """The part of the app's data that something depends on."""
        data, lists = self._state["data"][app], self._lists
        own: Hashable = None
        if needs.own:
            found = record_of(self._state, app, needs.own, record)
            own = self._shared.number(tuple(found.items()))
        values = data["v"]
        clip = self._state["clip"] if needs.clip else ""
        return (app, own, *[lists[app, name] for name in needs.lists], *[values.get(name) for name in needs.vars], clip)

    def _fingerprint(self) -> Hashable:
        state = self._state
        self._see()
        acts = (len(state["acts"]), len(state["pending"]))
        return (self._shown_key, tuple(self._data.values()), state["clip"], acts, state["answer"])

    def _see(self) -> ShownScene:
        """What is shown now: built anew, unless it depends on nothing that changed since it was built last."""
        shown = self._shown
        if shown is not None and not self._stale:
            return shown
        key = self._key()
        if shown is None or key != self._shown_key:
            self._shared.trim()
            shown = self._shown = self._look()
            self._shown_key = key
        self._stale = False
        return shown

    def _key(self) -> Hashable:
        """Everything that what is shown depends on; numbers the data among it for the engine's own memory."""
        state, share = self._state, self._shared
        front, toast = state["front"], state["toast"]
        popup = state["popup"]
        said = None if popup is None else share.popups.get(popup, popup)
        over = (popup, said, None if toast is None else toast["text"], state["focus"])
        if front == "":
            rev = state["rev"] = share.number(
                tuple([self._needed(app, needs, "") for app, needs in share.badges.items()])
            )
            return (front, rev, tuple(state["scroll"].items()), over)
        if front == "*recents":
            tops = tuple(
                [(app, state["stacks"][app][-1]["page"], state["stacks"][app][-1]["rec"]) for app in state["recent"]]
            )
            rev = state["rev"] = share.number(("recents", *self._data.values()))
            return (front, rev, tuple(state["scroll"].items()), over, tops)
        stack = state["stacks"][front]
        top = stack[-1]
        page, rec = top["page"], top["rec"]
        rev = state["rev"] = share.number(self._needed(front, share.needs[front, page], rec))
        loads, shown = share.timed[front, page]
        now = state["now"]
        timed: tuple[bool, ...] = ()
        if loads or shown:
            first = state["seen"].get(f"{front}/{page}/{rec}", now)
            timed = (now - top["at"] < loads, *[now - first < steps for steps in shown])
        dialog = state["dialog"]
        asked = (dialog["dialog"], dialog["rec"]) if dialog and dialog["app"] == front else ""
        held = tuple([entry["i"] for entry in state["held"]]) if state["held"] else ()
        return (
            front, page, rec, rev, tuple(top["ui"].items()), tuple(top["scroll"].items()), state["tab"][front],
            timed, asked, len(stack) > 1, over, self._locked(front), held,
        )  # fmt: skip

    def _locked(self, app: str) -> str:
        """What is said of the session that expired, with its step; empty where the app does not ask."""
        for at, told in self._shared.sessions.get(app, ()):
            if at <= self._state["now"] and f"session/{app}/{at}" not in self._state["seen"]:
                return f"{at} {told}"
        return ""

    def _look(self) -> ShownScene:
        state = self._state
        scene = scene_of(self._shared.world, state, self._shared.memo)
        seen = observe(scene, state["focus"], int(self._size.width), int(self._size.height))
        front = state["front"]
        app = f"world:{scene['app'] or 'home'}"
        page = scene["page"] or front or "home"
        dialog = state["dialog"]["dialog"] if state["dialog"] and state["dialog"]["app"] == front else ""
        observation = Observation(
            app=app,
            location=f"/{scene['app'] or 'home'}/{page}" + (f"/{scene['rec']}" if scene["rec"] else ""),
            title=scene["title"],
            size=self._size,
            elements=seen.elements,
            landmarks=seen.landmarks,
            scroll=seen.scroll,
            condition=seen.condition,
            facts=facts_of(scene["app"], scene["page"], scene["rec"], scene["over"]),
        )
        identity = page + (f"+{dialog}" if dialog else "")
        screen = Screen(
            key=ScreenKey(app, identity, scene["title"]),
            digest=_digest(scene, seen.sights),
            observation=observation,
            binding=(("record", scene["rec"]),) if scene["rec"] else (),
        )
        return ShownScene(scene, observation, screen)


def _digest(scene: Json, sights: list[str]) -> str:
    """The fine identity of the visible content, including pixels."""
    drawn = [
        (layer["k"], node["k"], node.get("text"), node.get("seed"), node.get("board"))
        for layer in scene["layers"]
        for node in layer["nodes"]
        if node["t"] in _DRAWN
    ]
    head = repr((scene["app"], scene["page"], scene["title"], drawn))
    return hashlib.blake2b("\n".join([head, *sights]).encode(), digest_size=16).hexdigest()


def facts_of(app: str, page: str, record: str, over: str) -> dict[str, str]:
    """The facts of a phone about the screen in front: the component and its record."""
    component = f"{app or 'launcher'}/{page}" + (f"+{over}" if over else "")
    return {"component": component, "instance": record} if record else {"component": component}


def copy_state(state: Json) -> Json:
    """A deep copy; records and their lists are never changed in place and need no copy."""
    copied = {name: _copied(part) for name, part in state.items() if name != "data"}
    copied["data"] = {app: {"c": dict(data["c"]), "v": dict(data["v"])} for app, data in state["data"].items()}
    return copied


def _copied(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _copied(inner) for name, inner in cast("Json", part).items()}
    if isinstance(part, list):
        return [_copied(inner) for inner in cast("list[Any]", part)]
    return part
