"""Random walks over a twin, as a curious and clumsy person would make them."""

import random

from sextant.types import actions as act
from sextant.types.geometry import Point
from sextant_worlds.twin.twin import Twin

WORDS = ("tea", "Ada", "42", "你好")


def next_gesture(twin: Twin, rng: random.Random) -> act.Gesture:
    """Mostly touches of what can be touched, now and then anything else."""
    near = [e for e in twin.observation().elements if e.affordances & {"tap", "type"} and e.visibility != "offscreen"]
    chance = rng.random()
    if chance < 0.66 and near:
        element = rng.choice(near)
        if "type" in element.affordances and rng.random() < 0.6:
            return act.TypeText(rng.choice(WORDS), element.box.centre, replace=rng.random() < 0.7)
        return act.Tap(element.box.centre)
    anywhere = Point(rng.uniform(0, twin.size.width), rng.uniform(0, twin.size.height))
    app = rng.choice(twin.world.apps).id
    back = act.PressKey("back")
    keys = (back, back, act.PressKey("home"), act.PressKey("recents"), act.PressKey("enter"))
    upwards = act.DragPath(anywhere, Point(anywhere.x, anywhere.y - rng.uniform(-300, 300)))
    others = (act.ScrollBy("down"), act.ScrollBy("up", anywhere), act.LaunchApp(app), act.TerminateApp(app))
    touches = (act.Hold(anywhere), act.Tap(anywhere, 2), act.TypeText(rng.choice(WORDS), None, replace=False))
    return rng.choice((*keys, *others, *touches, act.Pause(1.0), upwards))
