"""The text field that has the focus on a phone."""

from dataclasses import dataclass

from sextant.devices.android.views import View

__all__ = ["Focus"]


@dataclass(frozen=True, slots=True)
class Focus:
    """The field, and the pages around it.

    Attributes:
        page: Origins of the documents that the field is in, the innermost first; empty where its page could not be
            read, None where it is in no page.
    """

    field: View
    page: tuple[str, ...] | None = None

    def is_that_of(self, other: "Focus") -> bool:
        """Whether the same field in the same page has the focus there."""
        if other.page != self.page:
            return False
        names = [(one.package, one.resource_id, one.class_name, one.hint) for one in (self.field, other.field)]
        return names[0] == names[1] and ("password" in self.field.flags) == ("password" in other.field.flags)
