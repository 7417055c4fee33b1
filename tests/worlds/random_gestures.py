"""Random walks over a twin, as a curious and clumsy person would make them."""

import random

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
from sextant.types.geometry import Point
from sextant_worlds.twin.twin import Twin

WORDS = ("tea", "Ada", "42", "你好")


def next_gesture(twin: Twin, rng: random.Random) -> Gesture:
    """Mostly touches of what can be touched, now and then anything else."""
    near = [e for e in twin.observation().elements if e.affordances & {"tap", "type"} and e.visibility != "offscreen"]
    chance = rng.random()
    if chance < 0.66 and near:
        element = rng.choice(near)
        if "type" in element.affordances and rng.random() < 0.6:
            return TypeText(rng.choice(WORDS), element.box.centre, replace=rng.random() < 0.7)
        return Tap(element.box.centre)
    return _another(twin, rng)


def _another(twin: Twin, rng: random.Random) -> Gesture:
    anywhere = Point(rng.uniform(0, twin.size.width), rng.uniform(0, twin.size.height))
    apps = [app.id for app in twin.world.apps]
    made: tuple[Gesture, ...] = (
        ScrollBy("down"),
        ScrollBy("up", anywhere),
        PressKey("back"),
        PressKey("back"),
        PressKey("home"),
        PressKey("recents"),
        PressKey("enter"),
        LaunchApp(rng.choice(apps)),
        TerminateApp(rng.choice(apps)),
        Pause(1.0),
        Hold(anywhere),
        Tap(anywhere, 2),
        DragPath(anywhere, Point(anywhere.x, anywhere.y - rng.uniform(-300, 300))),
        TypeText(rng.choice(WORDS), None, replace=False),
    )
    return rng.choice(made)
