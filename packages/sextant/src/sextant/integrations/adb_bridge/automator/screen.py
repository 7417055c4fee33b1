"""One observation of the phone as an accessibility tree."""

from functools import cached_property

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.hierarchy import Bounds, HierarchyNode, hierarchy_of, hierarchy_xml
from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneView

__all__ = ["ScreenViews", "centre_of", "is_editable"]


@dataclass(frozen=True)
class ScreenViews:
    """An observation with its views, which are built on first use."""

    view: PhoneView

    @classmethod
    def of(cls, phone: BridgedPhone) -> "ScreenViews":
        """Observes the current screen."""
        return cls(phone.view())

    @cached_property
    def top(self) -> HierarchyNode:
        return hierarchy_of(self.view)

    @cached_property
    def xml(self) -> str:
        return hierarchy_xml(self.top)


def centre_of(bounds: Bounds) -> tuple[int, int]:
    """The point that a click on a view touches."""
    return (bounds.left + bounds.right) // 2, (bounds.top + bounds.bottom) // 2


def is_editable(node: HierarchyNode) -> bool:
    """Whether the view is a text field."""
    return node.element is not None and "editable" in node.element.states
