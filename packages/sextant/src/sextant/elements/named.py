"""Elements as a person names them in a file: by label, and by role, region or test id where labels are equal."""

from sextant.dataclass import dataclass
from sextant.elements.refs import Shown, anchor_of, collapse
from sextant.types.screens import Element


@dataclass(frozen=True, slots=True)
class NamedElement:
    """An element by its name. Role, anchor (its surroundings) and test id distinguish equal names."""

    label: str
    role: str = ""
    anchor: str = ""
    test_id: str = ""

    def means(self, screen: Shown, element: Element) -> bool:
        """Whether all that is said agrees with an element. An empty label means an element without one."""
        if self.role and element.role != self.role:
            return False
        if self.test_id and element.test_id != self.test_id:
            return False
        if self.anchor and collapse(self.anchor) not in map(collapse, (anchor_of(screen, element), element.landmark)):
            return False
        if not self.label:
            return not element.label
        return collapse(self.label) in map(collapse, (element.label, element.text, element.hint))
