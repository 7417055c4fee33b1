"""Short-lived toasts of a page (live regions, toasts), which a look may miss."""

import re
from collections.abc import Iterable

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.types.screens import Element

__all__ = ["Toasts"]

_KEPT = 4
_ACTS = 2
"""An unread message is dropped after so many actions."""
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class _Toast:
    lines: tuple[str, ...]
    acts: int = 0
    read: bool = False


class Toasts:
    """The latest toasts of one tab, each until it was read and an action followed.

    A message replaces an earlier one that differs only in its numbers.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Toast] = {}

    def record(self, text: str) -> None:
        """Record a message of the page, one line for each part."""
        lines = tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())
        kind = _NUMBER.sub("0", "\n".join(lines))
        for earlier in [one for one in self._kept if kind.startswith(one)]:  # a longer version of the same message
            del self._kept[earlier]
        if lines:
            self._kept[kind] = _Toast(lines)
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]

    def begin(self) -> None:
        """Call before an action: toasts read before it are dropped."""
        for kind, one in list(self._kept.items()):
            one.acts += 1
            if one.read or one.acts > _ACTS:
                del self._kept[kind]

    def unseen(self, elements: Iterable[Element], title: str, read: bool) -> tuple[str, ...]:
        """Return the toasts that are not on the page any more. `read`: whether the look is read by an actor."""
        seen = [one for one in elements if one.visibility != "covered"]
        shown = "\n".join(map(collapse, [title, *(text for one in seen for text in (one.text, one.name, one.value))]))
        for one in self._kept.values():
            one.read = one.read or read
        return tuple(
            " ".join(one.lines) for one in self._kept.values() if not all(collapse(line) in shown for line in one.lines)
        )
