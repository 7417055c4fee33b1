"""Conformance suite of the `Device` contract: checks that run against any device.

A device under test shows the *reference app*: a page with the button `Add` and the text `added N` that counts its taps,
the text field `Name`, the button `Next` that leads to a page with the text `Second screen`, and, far below, the text
`Bottom`. `REFERENCE_HTML` and `SECOND_HTML` are that app for browsers. Its only named app is `reference`.

A device that cannot pass a check lists it among its known failures with the reason; a known failure that passes is
reported as well, so that the list stays true.
"""

import asyncio
import dataclasses
import threading
import time
from collections.abc import Callable, Mapping
from typing import Literal, Protocol

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of
from sextant.errors import DeviceFault, SextantError
from sextant.protocols import Device, TouchLocator
from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Meant,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.devices import Lease
from sextant.types.geometry import Point
from sextant.types.screens import Element, ElementRef, Observation

_HEAD = '<!doctype html><meta name="viewport" content="width=device-width"><style>body{font:16px sans-serif}'
REFERENCE_HTML = (
    _HEAD + "button,input{display:block;height:48px;width:90%;margin:8px}</style><title>Reference</title>"
    "<h1>Reference</h1><button id=add>Add</button><p id=out>added 0</p><input aria-label=Name>"
    "<button onclick=\"location.href='second.html'\">Next</button>"
    '<div style="height:1600px"></div><p>Bottom</p>'
    "<script>let n=0;document.getElementById('add').onclick=()=>"
    "{document.getElementById('out').textContent='added '+(++n)}</script>"
)
"""The reference app's first page, to be served next to `second.html`."""
SECOND_HTML = _HEAD + "</style><title>Second</title><h1>Second screen</h1>"
"""Its second page, `second.html`."""

LONGEST = 60.0
"""Longest time of a call, in seconds."""


class Make(Protocol):
    """Makes an unopened device over the reference app; with a lease, one that `open` must find again."""

    def __call__(self, lease: Lease | None = None) -> Device: ...


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The outcome of one check. `surprise`: a known failure passed."""

    check: str
    verdict: Literal["passed", "failed", "known_failure", "surprise"]
    detail: str = ""

    @property
    def good(self) -> bool:
        return self.verdict in ("passed", "known_failure")


class ContractError(AssertionError):
    """A device violates the contract."""


def require(held: bool, message: str) -> None:
    """Raise `ContractError` unless the condition held."""
    if not held:
        raise ContractError(message)


def find(seen: Observation, label: str) -> Element:
    """Return the element with that label, touchable ones first.

    Raises:
        ContractError: There is none.
    """
    found = [element for element in seen.elements if label in (element.label, element.text)]
    require(bool(found), f"the screen shows no {label!r}")
    return next((element for element in found if element.affordances), found[0])


def _shows(seen: Observation, text: str) -> bool:
    return any(text in (element.text or element.name) for element in seen.elements)


def _tap(device: Device, label: str, intent: str = "") -> None:
    device.perform(Tap(find(device.look(picture=False), label).box.centre), intent)


# ---------------------------------------------------------------------- checks on one open device


def opening_again_changes_nothing(device: Device) -> None:
    """`open` is idempotent."""
    _tap(device, "Add")
    before = device.look(picture=False)
    device.open()
    require(device.look(picture=False).elements == before.elements, "opening again changed the screen")


def a_look_is_frozen_and_dense(device: Device) -> None:
    """Observations are frozen; indices are 0, 1, 2 …; parents come before their children."""
    seen = device.look()
    require([element.index for element in seen.elements] == list(range(len(seen.elements))), "indices are not dense")
    parents = [(e.index, e.parent) for e in seen.elements if e.parent is not None]
    require(all(parent < index for index, parent in parents), "a parent is listed after its child")
    require(bool(seen.app and seen.location), "the look does not say where it was taken")
    try:
        seen.title = "changed"  # type: ignore[misc]
    except dataclasses.FrozenInstanceError:
        return
    raise ContractError("an observation can be changed")


def looking_changes_nothing(device: Device) -> None:
    """Two consecutive looks are equal."""
    first, second = device.look(picture=False), device.look(picture=False)
    require(first.elements == second.elements, "a look changed the screen")
    require(first.size == device.size, "the look has another size than the device")


def a_tap_acts_once(device: Device) -> None:
    """One tap has one effect."""
    _tap(device, "Add")
    require(_shows(device.look(picture=False), "added 1"), "one tap did not act exactly once")


def a_picture_comes_only_when_wanted(device: Device) -> None:
    """`look(False)` takes no picture."""
    require(device.look(picture=False).picture is None, "an unwanted picture was taken")


def typing_replaces_and_appends(device: Device) -> None:
    """Any text can be typed, at a point or into the focused field."""
    point = find(device.look(picture=False), "Name").box.centre
    device.perform(TypeText("Grüße", point))
    device.perform(TypeText(" 世界", point, replace=False))
    require(find(device.look(picture=False), "Name").value == "Grüße 世界", "text was not appended")
    device.perform(TypeText("new"))
    require(find(device.look(picture=False), "Name").value == "new", "text was not replaced in the focused field")


def scrolling_reveals(device: Device) -> None:
    """`down` shows what is below, `up` what is above."""
    for _ in range(6):
        device.perform(ScrollBy("down"))
    require(find(device.look(picture=False), "Bottom").visibility == "visible", "the bottom was not reached")
    require(device.look(picture=False).scroll.below < 1, "there is still something below")
    for _ in range(6):
        device.perform(ScrollBy("up"))
    require(find(device.look(picture=False), "Add").visibility == "visible", "the top was not reached again")


def dragging_moves_the_content(device: Device) -> None:
    """Content follows the finger."""
    size = device.size
    device.perform(DragPath(Point(size.width / 2, size.height * 0.8), Point(size.width / 2, size.height * 0.3)))
    require(device.look(picture=False).scroll.above > 50, "the content did not follow the finger")


def back_and_home_return(device: Device) -> None:
    """Back goes to the previous screen, home to the start."""
    for key in ("back", "home"):
        _tap(device, "Next")
        require(_shows(device.look(picture=False), "Second screen"), "'Next' did not lead to the second screen")
        device.perform(PressKey(key))
        require(_shows(device.look(picture=False), "added"), f"{key!r} did not return to the first screen")


def every_gesture_returns(device: Device) -> None:
    """Every kind of gesture is accepted and reports its time."""
    middle = find(device.look(picture=False), "Name").box.centre
    gestures: tuple[Gesture, ...] = (
        Hold(middle, 0.1),
        PressKey("enter"),
        PressKey("recents"),
        PressKey("back"),
        Pause(0.05),
        LaunchApp("reference"),
        TerminateApp("reference"),
        PressKey("home"),
    )
    for gesture in gestures:
        start = time.monotonic()
        injection = device.perform(gesture)
        require(time.monotonic() - start < LONGEST, f"{gesture.kind!r} took too long")
        require(0 <= injection.busy_seconds <= max(injection.seconds, 0) + 1e-6, f"{gesture.kind!r} reports odd times")
    require(_shows(device.look(picture=False), "added"), "home did not show the first screen")


def an_unknown_app_is_told(device: Device) -> None:
    """An unknown app is a note, not an error: the actor may have read the name on the screen."""
    injection = device.perform(LaunchApp("no such app"))
    require(bool(injection.notes), "an unknown app was not reported")


def injections_are_remembered(device: Device) -> None:
    """`injected` is True for what was injected, and not True for anything else."""
    _tap(device, "Add", "intent-1")
    require(device.injected("intent-1") is True, "an injection was forgotten")
    require(device.injected("intent-2") is not True, "an injection was claimed that never happened")
    _tap(device, "Next", "intent-3")
    require(device.injected("intent-3") is True, "an injection was forgotten when the screen changed")


def touches_are_told_where_they_were_put_down(device: Device) -> None:
    """`touched`, where offered, returns the point of an injected tap, and None for anything else."""
    if not isinstance(device, TouchLocator):
        return
    point = find(device.look(picture=False), "Add").box.centre
    device.perform(Tap(point), "tap-1")
    require(device.touched("tap-1") == point, "the point of a tap is not reported")
    device.perform(ScrollBy("down"), "scroll-1")
    require(device.touched("scroll-1") is None, "a scroll is reported as a touch")
    require(device.touched("tap-2") is None, "a touch was reported that never happened")


def a_touch_follows_what_it_is_meant_for(device: Device) -> None:
    """A touch whose target has moved is put down on the target."""
    seen = device.look(picture=False)
    add, other = find(seen, "Add"), find(seen, "Next")
    injection = device.perform(Tap(other.box.centre, meant=Meant(ref_of(seen, add), other.box)), "follow-1")
    require(not injection.untouched, "a touch was not made though its target is there")
    require(_shows(device.look(picture=False), "added 1"), "a touch did not follow its target")


def a_touch_for_what_is_gone_is_not_made(device: Device) -> None:
    """A touch whose target is gone is not injected, and the injection says why."""
    box = find(device.look(picture=False), "Add").box
    gone = Meant(ElementRef("button", "Nowhere to be seen"), box)
    injection = device.perform(Tap(box.centre, meant=gone), "gone-1")
    require(injection.untouched == "absent", "it is not reported that the target is gone")
    require(device.injected("gone-1") is False, "a touch was claimed that never happened")
    require(_shows(device.look(picture=False), "added 0"), "a touch reached another element than its target")


def it_works_inside_a_running_loop(device: Device) -> None:
    """Calls work inside an asyncio loop, as in Jupyter, MCP or FastAPI."""

    async def inside() -> Observation:
        return device.look(picture=False)

    require(len(asyncio.run(inside()).elements) > 0, "nothing was seen")


def it_works_from_other_threads(device: Device) -> None:
    """Concurrent calls from several threads are serialised."""
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(len(device.look(picture=False).elements))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONGEST)
    require(len(counts) == 3 and len(set(counts)) == 1, f"threads saw {counts} elements")


def a_closed_device_refuses(device: Device) -> None:
    """`close` is idempotent; a closed device raises."""
    device.close()
    device.close()
    try:
        device.look()
    except DeviceFault:
        return
    raise ContractError("a closed device still looks")


ON_ONE: tuple[Callable[[Device], None], ...] = (
    opening_again_changes_nothing,
    a_look_is_frozen_and_dense,
    looking_changes_nothing,
    a_tap_acts_once,
    a_picture_comes_only_when_wanted,
    typing_replaces_and_appends,
    scrolling_reveals,
    dragging_moves_the_content,
    back_and_home_return,
    every_gesture_returns,
    an_unknown_app_is_told,
    injections_are_remembered,
    touches_are_told_where_they_were_put_down,
    a_touch_follows_what_it_is_meant_for,
    a_touch_for_what_is_gone_is_not_made,
    it_works_inside_a_running_loop,
    it_works_from_other_threads,
    a_closed_device_refuses,
)


# ---------------------------------------------------------------------- checks that make devices themselves


def two_live_side_by_side(make: Make) -> None:
    """Two devices in one process do not affect each other."""
    first, second = make(), make()
    try:
        first.open()
        second.open()
        _tap(first, "Add")
        require(_shows(first.look(picture=False), "added 1"), "the first did not act")
        require(_shows(second.look(picture=False), "added 0"), "the second felt the first one's tap")
    finally:
        first.close()
        second.close()


def a_lease_finds_it_again(make: Make) -> None:
    """A device that was detached with a lease comes back as it was. Devices without a lease pass."""
    device = make()
    device.open()
    lease = device.lease()
    if lease is None:
        device.close()
        return
    try:
        _tap(device, "Add", "kept")
        lease = device.lease()
    finally:
        device.detach()
    again = make(lease)
    try:
        require(again.open().how == "reattached", "a detached device was not reattached")
        require(_shows(again.look(picture=False), "added 1"), "its state was lost")
        require(again.injected("kept") is True, "its injections were forgotten")
    finally:
        again.close()


ON_MANY: tuple[Callable[[Make], None], ...] = (two_live_side_by_side, a_lease_finds_it_again)

CHECKS: tuple[str, ...] = tuple(check.__name__ for check in (*ON_ONE, *ON_MANY))
"""The names of all checks."""


def run_check(name: str, make: Make, known_failures: Mapping[str, str] | None = None) -> CheckOutcome:
    """Run one check on a fresh device; a failure named in `known_failures` is reported as such."""
    known = (known_failures or {}).get(name)
    try:
        _run(name, make)
    except (ContractError, SextantError) as error:
        return CheckOutcome(name, "failed", str(error)) if known is None else CheckOutcome(name, "known_failure", known)
    return (
        CheckOutcome(name, "passed")
        if known is None
        else CheckOutcome(name, "surprise", f"it passes now, though: {known}")
    )


def _run(name: str, make: Make) -> None:
    for check in ON_MANY:
        if check.__name__ == name:
            check(make)
            return
    check_one = next(check for check in ON_ONE if check.__name__ == name)
    device = make()
    try:
        device.open()
        check_one(device)
    finally:
        device.close()


def check_device(make: Make, known_failures: Mapping[str, str] | None = None) -> tuple[CheckOutcome, ...]:
    """Run all checks, each on a fresh device."""
    return tuple(run_check(name, make, known_failures) for name in CHECKS)
