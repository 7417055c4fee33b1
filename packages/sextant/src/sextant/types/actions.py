"""The actions of actors (`Action`, with symbolic targets) and the gestures of devices (`Gesture`, points in pixels).

The action space is the union of the five papers': TSR table 3, LongHorizonUI section 2.4, AndroidWorld's.
"""

from collections.abc import Mapping
from typing import Final, Literal, assert_never

from sextant.dataclass import dataclass
from sextant.types.candidates import Candidate
from sextant.types.geometry import Box, Point
from sextant.types.screens import ElementRef

Direction = Literal["up", "down", "left", "right"]

VECTORS: Final[Mapping[Direction, tuple[int, int]]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""Each direction as a step in x and y, in pixels from the top left corner."""
OPPOSITE: Final[Mapping[Direction, Direction]] = {"up": "down", "down": "up", "left": "right", "right": "left"}


@dataclass(frozen=True, slots=True)
class ByIndex:
    """The centroid of the element with this index on the screen with this digest."""

    index: int
    screen: str = ""
    """Digest of the screen it was chosen on; a mismatch is refused. Empty: the screen of the decision."""
    kind: Literal["index"] = "index"


@dataclass(frozen=True, slots=True)
class ByRelative:
    """A point inside an element's box; `x` and `y` are shares (0-1) of its width and height."""

    index: int
    x: float
    y: float
    screen: str = ""
    kind: Literal["relative"] = "relative"


@dataclass(frozen=True, slots=True)
class ByPoint:
    """A point of the viewport, normalised to 0-1000."""

    x: float
    y: float
    screen: str = ""
    kind: Literal["point"] = "point"


Target = ByIndex | ByRelative | ByPoint


@dataclass(frozen=True, slots=True)
class Click:
    target: Target
    kind: Literal["click"] = "click"


@dataclass(frozen=True, slots=True)
class DoubleTap:
    target: Target
    kind: Literal["double_tap"] = "double_tap"


@dataclass(frozen=True, slots=True)
class LongPress:
    target: Target
    seconds: float = 0.8
    kind: Literal["long_press"] = "long_press"


@dataclass(frozen=True, slots=True)
class Drag:
    start: Target
    end: Target
    kind: Literal["drag"] = "drag"


@dataclass(frozen=True, slots=True)
class Swipe:
    """A finger moving in `direction`; the content follows the finger.

    `distance` is the share (0-1) that the finger crosses of the target, of what scrolls around a small one, or, around
    a point and without a target, of the viewport; None: over half.
    """

    direction: Direction
    target: Target | None = None
    distance: float | None = None
    kind: Literal["swipe"] = "swipe"


@dataclass(frozen=True, slots=True)
class Scroll:
    """Shows more content towards `direction`: `down` reveals what is below. Of the page, or of one element.

    `distance` counts in what is visible of it at once (1: a whole screenful); None: most of that.
    """

    direction: Direction
    target: Target | None = None
    distance: float | None = None
    kind: Literal["scroll"] = "scroll"


@dataclass(frozen=True, slots=True)
class InputText:
    """Types into the target, or into the focused field. A secret is named, never spelt: `secret` is its name."""

    text: str = ""
    target: Target | None = None
    mode: Literal["replace", "append"] = "replace"
    secret: str = ""
    kind: Literal["input_text"] = "input_text"


@dataclass(frozen=True, slots=True)
class KeyboardEnter:
    kind: Literal["keyboard_enter"] = "keyboard_enter"


@dataclass(frozen=True, slots=True)
class NavigateBack:
    kind: Literal["navigate_back"] = "navigate_back"


@dataclass(frozen=True, slots=True)
class NavigateHome:
    kind: Literal["navigate_home"] = "navigate_home"


@dataclass(frozen=True, slots=True)
class Recents:
    kind: Literal["recents"] = "recents"


@dataclass(frozen=True, slots=True)
class OpenApp:
    name: str
    kind: Literal["open_app"] = "open_app"


@dataclass(frozen=True, slots=True)
class CloseApp:
    name: str
    kind: Literal["close_app"] = "close_app"


@dataclass(frozen=True, slots=True)
class Wait:
    """Waits until the screen changes, at most `seconds`."""

    seconds: float = 2.0
    kind: Literal["wait"] = "wait"


@dataclass(frozen=True, slots=True)
class Answer:
    """Reports a value to the user. `text` is JSON if the task has an answer schema."""

    text: str
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Status:
    """The actor's claim that the task is done, is infeasible, or may be done on one of the candidates."""

    goal_status: Literal["complete", "infeasible", "unsure"]
    reason: str = ""
    candidates: tuple[Candidate, ...] = ()
    """Of an unsure end, the likeliest first."""
    kind: Literal["status"] = "status"


@dataclass(frozen=True, slots=True)
class Recall:
    """Brings pruned steps into the next brief; nothing is injected."""

    steps: tuple[int, ...]
    kind: Literal["recall"] = "recall"


@dataclass(frozen=True, slots=True)
class HandOver:
    """Asks a person to take over (login, second factor, captcha) and to give the device back."""

    reason: str
    kind: Literal["hand_over"] = "hand_over"


DeviceAction = (
    Click
    | DoubleTap
    | LongPress
    | Drag
    | Swipe
    | Scroll
    | InputText
    | KeyboardEnter
    | NavigateBack
    | NavigateHome
    | Recents
    | OpenApp
    | CloseApp
    | Wait
)
"""Actions that reach the device."""

Action = DeviceAction | Answer | Status | Recall | HandOver
"""Everything an actor may say."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The intended element of a touch, and its box on the screen on which the point was chosen.

    A device that can tell touches that element wherever it stands by then, or touches nothing.
    """

    element: ElementRef
    box: Box


@dataclass(frozen=True, slots=True)
class Tap:
    point: Point
    count: Literal[1, 2] = 1
    meant: Meant | None = None
    kind: Literal["tap"] = "tap"


@dataclass(frozen=True, slots=True)
class Hold:
    point: Point
    seconds: float = 0.8
    meant: Meant | None = None
    kind: Literal["hold"] = "hold"


@dataclass(frozen=True, slots=True)
class DragPath:
    """A finger put down at `start`, moved to `end`, lifted there. `hold_seconds` before it moves.

    What scrolls under it follows it, less the slop (`sextant.elements.drags`), and stops with it. `whole`: it follows
    by all of the distance, so that the finger goes on by the slop there.
    """

    start: Point
    end: Point
    hold_seconds: float = 0.0
    whole: bool = False
    kind: Literal["drag_path"] = "drag_path"


@dataclass(frozen=True, slots=True)
class ScrollBy:
    """Scrolls the scroller under `point` (None: the page) so that content towards `direction` appears.

    `extent` is how far, in heights (or widths) of what is visible of it.
    """

    direction: Direction
    point: Point | None = None
    extent: float = 0.8
    kind: Literal["scroll_by"] = "scroll_by"


@dataclass(frozen=True, slots=True)
class TypeText:
    """Types `text` into the field at `point`, or the focused one; `replace` clears it first."""

    text: str
    point: Point | None = None
    replace: bool = True
    secret: str = ""
    """Where set, the text is the named secret's value: the device must not repeat it in notes or errors."""
    meant: Meant | None = None
    kind: Literal["type_text"] = "type_text"


@dataclass(frozen=True, slots=True)
class PressKey:
    key: Literal["enter", "back", "home", "recents"]
    kind: Literal["press_key"] = "press_key"


@dataclass(frozen=True, slots=True)
class LaunchApp:
    name: str
    kind: Literal["launch_app"] = "launch_app"


@dataclass(frozen=True, slots=True)
class TerminateApp:
    name: str
    kind: Literal["terminate_app"] = "terminate_app"


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits for a change of the screen, at most `seconds`."""

    seconds: float
    kind: Literal["pause"] = "pause"


Gesture = Tap | Hold | DragPath | ScrollBy | TypeText | PressKey | LaunchApp | TerminateApp | Pause
"""What a device injects. Points are pixels of the viewport it was last looked at with."""


def targets_of(action: Action) -> tuple[Target, ...]:
    """The targets of an action, in order."""
    match action:
        case Click() | DoubleTap() | LongPress():
            return (action.target,)
        case Drag():
            return (action.start, action.end)
        case Swipe() | Scroll() | InputText():
            return () if action.target is None else (action.target,)
        case KeyboardEnter() | NavigateBack() | NavigateHome() | Recents() | OpenApp() | CloseApp() | Wait():
            return ()
        case Answer() | Status() | Recall() | HandOver():
            return ()
        case _:
            assert_never(action)
