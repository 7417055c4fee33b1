"""A screen as arrays of fixed shape: what a `Gymnasium` policy sees. Row i of each array is element i."""

from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sextant.types.screens import Affordance, Screen, State, Visibility

Arrays: TypeAlias = dict[str, NDArray[Any]]

ROLES: tuple[str, ...] = (
    "",
    "text",
    "heading",
    "button",
    "link",
    "tab",
    "switch",
    "checkbox",
    "radio",
    "textbox",
    "searchbox",
    "spinbutton",
    "image",
    "canvas",
    "dialog",
    "banner",
    "main",
    "navigation",
    "status",
    "list",
    "listitem",
    "combobox",
    "generic",
)
"""Number of a role in `roles`; one that is not here is the last number, `generic`. 0 fills empty rows."""

STATES: tuple[State, ...] = get_args(State)
"""Bit i of `states` is the i-th of these."""

AFFORDANCES: tuple[Affordance, ...] = get_args(Affordance)
"""Bit i of `affordances` is the i-th of these."""

VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)
"""`visibility` is 1 + the place in this tuple; 0 fills empty rows."""

_ROLE = {role: number for number, role in enumerate(ROLES)}
_OTHER = len(ROLES) - 1
_VISIBILITY = {visibility: 1 + place for place, visibility in enumerate(VISIBILITIES)}


class _Bits(dict[frozenset[str], int]):
    """The bit set of each set that was asked for."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, asked: frozenset[str]) -> int:
        bits = self[asked] = sum(1 << place for place, name in enumerate(self._names) if name in asked)
        return bits


_state_bits = _Bits(STATES)
_affordance_bits = _Bits(AFFORDANCES)


def encode(screen: Screen, rows: int, length: int, goal: NDArray[np.uint8]) -> Arrays:
    """The screen as arrays.

    Returns:
        `boxes` int32 (rows, 4): x, y, width, height in pixels of the viewport, which they may leave;
        `roles`, `visibility` uint8 (rows,); `states` int32, `affordances` uint8 (rows,): bit sets;
        `text` uint8 (length,): UTF-8, line i is the label of element i, cut at the end; `goal` the same for the goal;
        `count` int32 (1,): elements that the screen has, of which the first `rows` are told.
    """
    elements = screen.elements
    told = elements if len(elements) <= rows else elements[:rows]
    n = len(told)
    boxes = np.zeros((rows, 4), np.int32)
    columns = np.zeros((3, rows), np.uint8)
    states = np.zeros(rows, np.int32)
    text = np.zeros(length, np.uint8)
    if n:
        boxes[:n] = [(box.x, box.y, box.width, box.height) for box in [element.box for element in told]]
        columns[0, :n] = bytearray([_ROLE.get(element.role, _OTHER) for element in told])
        columns[1, :n] = bytearray([_VISIBILITY[element.visibility] for element in told])
        columns[2, :n] = bytearray([_affordance_bits[element.affordances] for element in told])
        states[:n] = [_state_bits[element.states] for element in told]
        labels = [element.name or element.text or element.hint or element.value for element in told]
        data = "\n".join(labels).encode()
        text[: len(data)] = np.frombuffer(data, np.uint8, min(len(data), length))
    return {
        "boxes": boxes,
        "roles": columns[0],
        "visibility": columns[1],
        "affordances": columns[2],
        "states": states,
        "text": text,
        "goal": goal,
        "count": np.array([len(elements)], np.int32),
    }


def encode_text(text: str, length: int) -> NDArray[np.uint8]:
    """UTF-8 in an array of fixed length, zeros after it."""
    data = text.encode()[:length]
    array = np.zeros(length, np.uint8)
    array[: len(data)] = np.frombuffer(data, np.uint8)
    return array
