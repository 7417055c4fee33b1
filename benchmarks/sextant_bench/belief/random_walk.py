"""Somebody who touches and types at random in worlds of several apps, with and without a change behind him."""

import random
from dataclasses import dataclass
from typing import Any, Literal

from sextant.types.actions import Action, ByIndex, Click, InputText, NavigateBack, NavigateHome, OpenApp, Scroll, Wait
from sextant.types.screens import Screen
from sextant_bench.belief.episode import Hands, PlayedWalk, WalkTruth, Watching, first_difference
from sextant_bench.walks import walk_world
from sextant_worlds.engine.state import close_app, lose_drafts
from sextant_worlds.spec.phone import PopupSurprise, SessionSurprise
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice

__all__ = ["ROAMING", "Roamed", "Roaming", "roam"]

Roaming = Literal["drafts-lost", "choices-reset", "locked", "app-killed"]
ROAMING: tuple[Roaming, ...] = ("drafts-lost", "choices-reset", "locked", "app-killed")

_STEPS = 70
_TEXTS = ("Two adults", "see you at six", "42", "Elm Street 4", "tomorrow", "Ada", "3", "blue")
_APPS = 3
"""So many apps are gone about in, so that one comes back to them."""


@dataclass(frozen=True, slots=True)
class Roamed:
    """A walk, and what became of the change: nothing shown, or the step that first showed it."""

    played: PlayedWalk
    truth: WalkTruth


def roam(seed: int, change: Roaming | None, *watching: Watching) -> Roamed:
    """A walk of seventy steps in the world of a seed; the change comes about somewhere in its second third."""
    played = _walk(seed, change, watching)
    if change is None:
        return Roamed(played, WalkTruth(None, False))
    return Roamed(played, first_difference(played, _walk(seed, None, ())))


def _walk(seed: int, change: Roaming | None, watching: tuple[Watching, ...]) -> PlayedWalk:
    world, home = _world(seed), random.Random(f"belief roaming {seed}")  # noqa: S311 - a walk, no secret
    device = TwinDevice(world)
    device.open()
    _signed_in(device, world)
    names = [app.name for app in world.apps]
    home.shuffle(names)
    at = home.randint(_STEPS // 3, 2 * _STEPS // 3)
    rng = random.Random(f"belief roaming steps {seed}")  # noqa: S311 - a walk, no secret
    hands = Hands(device, seed, watching, lambda: _hidden(device))
    for step in range(_STEPS):
        if step == at and change is not None:
            _change(device, world, change)
        hands.do(_action(hands.screen, rng, names[:_APPS]))
    return hands.played(True)


def _world(seed: int) -> World:
    """One of several genres, in English or Chinese, with popups and with nothing else that happens by itself."""
    world = walk_world(seed, "zh" if seed % 4 == 3 else "en")
    kept = [one for one in world.phone.surprises if isinstance(one, PopupSurprise)]
    lock = next(one for one in world.phone.surprises if isinstance(one, SessionSurprise))
    apps = tuple(app for app in world.apps if app.id != "home")  # a twin calls its launcher so as well
    locks = [lock.model_copy(update={"app": app.id, "at": 1}) for app in apps]
    phone = world.phone.model_copy(update={"surprises": (*kept, *locks)})
    return world.model_copy(update={"phone": phone, "apps": apps})


def _signed_in(device: TwinDevice, world: World) -> None:
    state = device.twin.snapshot()
    for app in world.apps:
        state["seen"][f"session/{app.id}/1"] = 0
    device.twin.restore(state)


def _change(device: TwinDevice, world: World, change: Roaming) -> None:
    state = device.twin.snapshot()
    for app in world.apps:
        if app.id not in state["stacks"]:
            continue  # nobody has been there: nothing is believed of it
        match change:
            case "drafts-lost":
                pages = {page.id: _fields(page) for page in app.pages}
                lose_drafts({"apps": {app.id: {"pages": pages}}}, state, app.id)
            case "choices-reset":
                _reset(state, app)
            case "locked":
                state["seen"].pop(f"session/{app.id}/1", None)
            case "app-killed":
                if state["front"] != app.id:
                    close_app(state, app.id)
    device.twin.restore(state)


def _fields(page: Any) -> dict[str, Any]:
    return {"fields": [block.id for block in page.blocks if block.kind in ("field", "composer")]}


def _reset(state: Any, app: Any) -> None:
    starts = {(page.id, block.id): block.start for page in app.pages for block in page.blocks if block.kind == "choice"}
    for entry in state["stacks"].get(app.id, ()):
        for name in list(entry["ui"]):
            if (entry["page"], name) in starts:
                start = starts[entry["page"], name]
                if start is None:
                    entry["ui"].pop(name)
                else:
                    entry["ui"][name] = start


def _hidden(device: TwinDevice) -> str:
    state = device.twin.state
    pages = {app: [(one["page"], one["rec"], one["ui"]) for one in stack] for app, stack in state["stacks"].items()}
    return repr((state["clip"], pages, sorted(name for name in state["seen"] if name.startswith("session/"))))


def _action(screen: Screen, rng: random.Random, names: list[str]) -> Action:
    draw = rng.random()
    near = [
        one for one in screen.elements if one.interactable and one.visibility == "visible" and "tap" in one.affordances
    ]
    fields = [one for one in near if "type" in one.affordances]
    rest = [one for one in near if "type" not in one.affordances]
    if draw < 0.1:
        return NavigateBack()
    if draw < 0.24 or not near:
        return OpenApp(rng.choice(names))
    if draw < 0.28:
        return NavigateHome()
    if draw < 0.38:
        return Scroll(rng.choice(("down", "up")))
    if draw < 0.42:
        return Wait(1.0)
    if fields and draw < 0.62:
        return InputText(rng.choice(_TEXTS), ByIndex(rng.choice(fields).index, screen.digest))
    if not rest:
        return NavigateBack()
    choices = [one for one in rest if one.role in ("radio", "checkbox", "switch", "option")]
    return Click(ByIndex(rng.choice(choices if choices and draw < 0.75 else rest).index, screen.digest))
