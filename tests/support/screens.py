"""Screens made by hand, for tests of pure functions."""

import hashlib
from collections.abc import Sequence

from sextant.types.codec import to_json
from sextant.types.geometry import Box, Size
from sextant.types.screens import (
    Affordance,
    Condition,
    Element,
    Modal,
    Observation,
    Screen,
    ScreenKey,
    State,
    Visibility,
)

SIZE = Size(412, 915)


def element(
    index: int,
    role: str,
    label: str = "",
    *,
    states: Sequence[State] = (),
    affordances: Sequence[Affordance] | None = None,
    visibility: Visibility = "visible",
    value: str = "",
    href: str = "",
    test_id: str = "",
    input_type: str = "",
    parent: int | None = None,
    landmark: str = "",
    frame: str = "",
    enter: int | None = None,
) -> Element:
    """An element one row high; controls can be tapped, fields typed into."""
    default: dict[str, tuple[Affordance, ...]] = {"textbox": ("tap", "type"), "text": (), "heading": ()}
    able = default.get(role, ("tap",)) if affordances is None else affordances
    return Element(
        index=index,
        box=Box(0, index * 48.0, 412, 48),
        role=role,
        text="" if role == "textbox" else label,
        name=label,
        value=value,
        href=href,
        test_id=test_id,
        input_type=input_type,
        states=frozenset(states),
        affordances=frozenset(able),
        visibility=visibility,
        parent=parent,
        landmark=landmark,
        enter=enter,
        frame=frame,
    )


def screen(
    *elements: Element,
    title: str = "Notes",
    app: str = "http://app.test",
    location: str = "http://app.test/notes",
    key: str = "",
    modal: Modal | None = None,
    condition: Condition = "ok",
    landmarks: tuple[str, ...] = (),
    look: int = 0,
) -> Screen:
    """A screen whose digest is a hash of everything on it."""
    observation = Observation(
        app=app,
        location=location,
        title=title,
        size=SIZE,
        elements=elements,
        landmarks=landmarks,
        modal=modal,
        condition=condition,
    )
    digest = hashlib.sha256(to_json(Observation, observation).encode()).hexdigest()[:16]
    return Screen(ScreenKey(app, key or location, title), digest, observation, look=look)


def plain(x: float, y: float, on: Screen) -> tuple[float, float]:
    """Points as a model gives them."""
    del on
    return x, y
