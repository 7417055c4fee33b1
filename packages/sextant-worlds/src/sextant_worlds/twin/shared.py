"""Shared by all twins of one world: the served world, and cached layouts.

Every distinct content of a record, a list, an app gets a number, so that equal numbers mean equal contents; layouts of
pages are remembered under those numbers. Whole screens are not: each twin builds its own and holds the present one
alone. All memories are bounded, and may be used by several threads.
"""

import json
import re
import threading
from collections import deque
from collections.abc import Hashable
from typing import NamedTuple
from weakref import WeakValueDictionary

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.values import fresh_memo
from sextant_worlds.spec.world import World

_MAX_CONTENTS = 20_000
_MAX_MEMO = {"pages": 64, "rows": 2000, "widths": 8000, "wraps": 4000, "templates": 2000}
"""Most entries of each part of the engine's memo; a page takes some 18 KB, a row 1 KB, the rest a tenth of that."""


class Common:
    """Caches for worlds with the same apps and the same look of the phone, which differ in surprises and tasks."""

    def __init__(self, world: World, served_world: Json) -> None:
        self.holds = world.apps
        self.memo = fresh_memo()
        self.timed = {
            (app, page["id"]): (page["loads"], tuple(b["shown"] for b in page["blocks"] if b.get("shown")))
            for app, spec in served_world["apps"].items()
            for page in spec["pages"].values()
        }
        """By page: the steps it loads, and those after which banners of it are gone."""
        self.needs = {
            (app, page["id"]): needs_of(spec, page)
            for app, spec in served_world["apps"].items()
            for page in spec["pages"].values()
        }
        self.badges = {app: badge_needs(spec) for app, spec in served_world["apps"].items()}
        self.lists: dict[int, tuple[list[Json], int]] = {}
        """Numbers of lists of records, by identity."""
        self._contents: dict[Hashable, int] = {}
        self._count = 0
        self._lock = threading.Lock()

    def number(self, content: Hashable) -> int:
        """The number of a content: the same for an equal one, never used for another."""
        found = self._contents.get(content)
        if found is not None:
            return found
        with self._lock:
            found = self._contents.get(content)  # another thread may have numbered it meanwhile
            if found is None:
                if len(self._contents) >= _MAX_CONTENTS:
                    self._contents.clear()
                self._count += 1
                found = self._contents[content] = self._count
        return found


class Shared:
    """See the module. `world` is read only, also to the engine."""

    def __init__(self, world: World) -> None:
        self.spec = world
        self.world = served(world)
        self.common = _common(world, self.world)
        self.memo = self.common.memo
        self.world["memo"] = self.memo
        self.timed, self.needs, self.badges = self.common.timed, self.common.needs, self.common.badges
        self.lists, self.number = self.common.lists, self.common.number
        self.sessions: dict[str, list[tuple[int, str]]] = {}
        """By app: the steps at which its session expires, and what is said then."""
        self.popups: dict[str, str] = {}
        """What each popup says: those of two worlds may have one id."""
        for surprise in world.phone.surprises:
            if surprise.kind == "session":
                told = f"{surprise.title}|{surprise.text}|{surprise.button}"
                self.sessions.setdefault(surprise.app, []).append((surprise.at, told))
            elif surprise.kind == "popup":
                self.popups[surprise.id] = f"{surprise.title}|{surprise.text}|{surprise.close}|{surprise.other}"
        self.begin: Json | None = None
        """The state at the start, once it was made."""

    def trim(self) -> None:
        """Drops the older half of each full cache."""
        for name, most in _MAX_MEMO.items():
            kept: dict[str, Json] = self.memo[name]
            if len(kept) > most:
                for key in list(kept)[: most // 2]:  # another thread may have dropped it meanwhile
                    kept.pop(key, None)


_LIVING: "WeakValueDictionary[int, Shared]" = WeakValueDictionary()
_COMMON: "WeakValueDictionary[Hashable, Common]" = WeakValueDictionary()
_LATEST: "deque[Shared]" = deque(maxlen=2)
"""Kept without a twin: the next episode is often in the same world."""
_MAKING = threading.Lock()
"""Held while one of these is made, so that two threads do not make it twice."""


def _common(world: World, served_world: Json) -> Common:
    """That of another world of these very apps, if one lives; a pending sync shows in lists, so it shares nothing."""
    phone = world.phone
    if any(surprise.kind == "sync" for surprise in phone.surprises):
        return Common(world, served_world)
    looks = phone.model_dump_json(exclude={"surprises"})
    key = (tuple(id(app) for app in world.apps), looks)
    found = _COMMON.get(key)
    if found is None:  # it holds the apps, so that no others have their identity
        found = _COMMON[key] = Common(world, served_world)
    return found


def shared(world: World) -> Shared:
    """The caches of the twins of this world object; created for the first twin, dropped some time after the last."""
    with _MAKING:
        found = _LIVING.get(id(world))
        if found is None:  # an id is not used again while the world lives, and `Shared` holds it
            found = _LIVING[id(world)] = Shared(world)
            _LATEST.append(found)
        return found


# -- what of an app's data a page depends on, read off its spec: too much rather than too little


_NAMED = re.compile(r"\b(var|count|sum):([a-z0-9_-]+)")
_CLIP = re.compile(r'(\{clip[|}]|"left": "clip")')


class Needs(NamedTuple):
    """`own`: the collection of the page's record, "" for none; `lists`, `vars`: names; `clip`: whether it shows it."""

    own: str
    lists: tuple[str, ...]
    vars: tuple[str, ...]
    clip: bool


def needs_of(app: Json, page: Json) -> Needs:
    """Of a page with the tabs around it."""
    text = json.dumps([page, [tab["badge"] for tab in app["tabs"]]])
    lists, variables = _named(text)
    for block in page["blocks"]:
        if "source" in block:
            lists.add(block["source"])
        if block.get("var"):
            variables.add(block["var"])
    own = page["of"] or ""
    return Needs(
        own, tuple(sorted(lists & app["collections"].keys())), tuple(sorted(variables)), bool(_CLIP.search(text))
    )


def badge_needs(app: Json) -> Needs:
    """Of the app's icon on the launcher."""
    lists, variables = _named(app["badge"])
    return Needs("", tuple(sorted(lists & app["collections"].keys())), tuple(sorted(variables)), False)


def _named(text: str) -> tuple[set[str], set[str]]:
    lists, variables = set[str](), set[str]()
    for kind, name in _NAMED.findall(text):
        (variables if kind == "var" else lists).add(name)
    return lists, variables
