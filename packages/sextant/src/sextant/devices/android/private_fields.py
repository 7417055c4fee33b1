"""Keeps fields private that were so once: a password that an app shows in clear is one still."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sextant.dataclass import dataclass
from sextant.devices.android.roles import is_field
from sextant.devices.android.views import View

__all__ = ["FieldPlace", "PrivateFields"]


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A field of an activity: by its resource id, and its number among those of that id; without one, by its path."""

    activity: str
    package: str
    name: str


class PrivateFields:
    """Remembers the private fields of each activity, for the whole run.

    A private field has the flag `password`, whatever Android says of it by now; with `filled` too where only a secret
    that was typed into it makes it private.
    """

    def __init__(self) -> None:
        self._hidden: set[FieldPlace] = set()
        self._filled: set[FieldPlace] = set()
        self._shown: list[tuple[View, FieldPlace]] = []

    def hide(self, windows: Sequence[View], activity: str, *, learn: bool) -> None:
        """Adds the flags to fields of windows. `learn`: the activity is surely theirs; hidden ones are remembered."""
        self._shown = [(view, place) for window in windows for view, place in _fields(window, activity)]
        for view, place in self._shown:
            if learn and "password" in view.flags:
                self._hidden.add(place)
            elif place in self._hidden:
                view.flags |= {"password"}
            elif place in self._filled:
                view.flags |= {"password", "filled"}

    def place_of(self, field: View) -> FieldPlace | None:
        """Which field of its activity a field of the last windows is."""
        return next((place for view, place in self._shown if view is field), None)

    def fill(self, field: View) -> None:
        """Remembers a field of the last windows, into which a secret is about to be typed."""
        self._filled.update(place for view, place in self._shown if view is field and "password" not in view.flags)


def _fields(window: View, activity: str) -> Iterator[tuple[View, FieldPlace]]:
    ids = Counter[str]()
    waiting = [(window, window.kind)]
    while waiting:
        view, path = waiting.pop()
        if is_field(view):
            name = f"{view.resource_id} {ids[view.resource_id]}" if view.resource_id else f"{path} {view.hint}"
            ids[view.resource_id] += 1
            yield view, FieldPlace(activity, view.package, name)
        kinds, below = Counter[str](), list[tuple[View, str]]()
        for child in view.children:
            below.append((child, f"{path}/{child.kind}{kinds[child.kind]}"))
            kinds[child.kind] += 1
        waiting.extend(reversed(below))
