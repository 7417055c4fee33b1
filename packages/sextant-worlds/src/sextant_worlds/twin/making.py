"""Elements and boxes made fast: most of what a screen costs is the making of its elements.

A frozen dataclass sets each field by a call. These classes of the very same slots set them plainly and then become the
frozen class; what comes out is an `Element` or a `Box` like any other, frozen as they are.
"""

from collections.abc import Callable
from typing import Any, cast

from sextant.types.geometry import Box
from sextant.types.screens import Affordance, Element, State, Visibility

__all__ = ["new_box", "new_element"]


class _Box:
    __slots__ = ("height", "width", "x", "y")

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.__class__ = cast("Any", Box)


class _Element:
    __slots__ = (
        "affordances", "box", "drawn", "enter", "frame", "hint", "href", "index", "input_type", "landmark", "masked",
        "name", "parent", "role", "source", "states", "test_id", "text", "value", "visibility",
    )  # fmt: skip

    def __init__(
        self,
        index: int,
        box: Box,
        role: str,
        text: str,
        name: str,
        test_id: str,
        value: str,
        hint: str,
        input_type: str,
        states: frozenset[State],
        affordances: frozenset[Affordance],
        visibility: Visibility,
        parent: int | None,
        landmark: str,
        masked: int | None = None,
    ) -> None:
        self.index = index
        self.box = box
        self.role = role
        self.text = text
        self.name = name
        self.test_id = test_id
        self.value = value
        self.hint = hint
        self.href = ""
        self.input_type = input_type
        self.states = states
        self.affordances = affordances
        self.visibility = visibility
        self.parent = parent
        self.landmark = landmark
        self.frame = ""
        self.source = "hierarchy"
        self.drawn = ""
        self.enter = None
        self.masked = masked
        self.__class__ = cast("Any", Element)


new_box = cast("Callable[[float, float, float, float], Box]", _Box)
"""`Box(x, y, width, height)`."""
new_element = cast("Callable[..., Element]", _Element)
"""`Element` by place: index, box, role, text, name, test id, value, hint, input type, states, affordances, visibility,
parent, landmark, masked; the rest is as it is where nothing is said."""
