"""One look at the phone as UiAutomator has it, and what its calls need of the rest of the phone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from sextant.integrations.adb_bridge.automator.nodes import Bounds, Node, read_nodes
from sextant.integrations.adb_bridge.phone import Phone, PhoneView

__all__ = ["Hierarchy", "Keys", "Screen", "TextEntry"]

Hierarchy = Callable[[PhoneView], str]
"""Writes a look as `uiautomator dump` does."""


class Keys(Protocol):
    """The keys of the phone."""

    def __call__(self, code: int, meta: int = 0) -> bool:
        """Presses a key by its `KeyEvent` code; False where the phone has none."""
        ...


class TextEntry(Protocol):
    """The focused field. Each call returns False without one."""

    def type(self, text: str) -> bool: ...

    def replace(self, text: str) -> bool: ...


@dataclass(frozen=True)
class Screen:
    """A look with its hierarchy, which is read once it is asked for."""

    view: PhoneView
    hierarchy: Hierarchy

    @classmethod
    def of(cls, phone: Phone, hierarchy: Hierarchy) -> "Screen":
        """What the phone shows now."""
        return cls(phone.view(), hierarchy)

    @cached_property
    def xml(self) -> str:
        return self.hierarchy(self.view)

    @cached_property
    def roots(self) -> tuple[Node, ...]:
        return read_nodes(self.xml)

    @property
    def bounds(self) -> Bounds:
        size = self.view.seen.size
        return Bounds(0, 0, round(size.width), round(size.height))

    @property
    def active_root(self) -> Node | None:
        """The root of the window in front: of the app rather than of the bars around it."""
        package = self.view.component.package
        own = [root for root in self.roots if root.get("package") == package]
        return (own or list(self.roots) or [None])[-1]
