"""The text field that has the focus on a phone."""

from sextant.dataclass import dataclass
from sextant.devices.android.private_fields import FieldPlace
from sextant.devices.android.views import View

__all__ = ["Focus"]


@dataclass(frozen=True, slots=True)
class Focus:
    """The field, and the pages around it.

    Attributes:
        page: Origins of the documents that the field is in, the innermost first; empty where its page could not be
            read, None where it is in no page.
        place: Which field of its activity it is; None for one that only its page tells of.
    """

    field: View
    page: tuple[str, ...] | None = None
    place: FieldPlace | None = None

    def is_that_of(self, other: "Focus") -> bool:
        """Whether the same field in the same page has the focus there."""
        if (other.page, other.place) != (self.page, self.place):
            return False
        names = [(one.package, one.class_name, one.description, one.hint) for one in (self.field, other.field)]
        return names[0] == names[1] and ("password" in self.field.flags) == ("password" in other.field.flags)
