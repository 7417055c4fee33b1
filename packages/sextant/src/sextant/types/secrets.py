"""The places where secrets may be typed, and the question before one is typed elsewhere."""

from collections.abc import Callable
from dataclasses import field

from sextant.dataclass import dataclass

NOTHING_TYPED = "nothing was typed"
"""How a device's note begins where a secret was kept back."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A place where a secret may be typed.

    Attributes:
        origin: The one site, or the package of an Android app; empty: that of the start.
        field: The one field: its type (`password`), a word of its `autocomplete`, its name, id or label; empty: the
            fields of a login.
    """

    origin: str = ""
    field: str = ""

    @property
    def place(self) -> str:
        """The origin as settings have it: `android:` before a package."""
        return f"android:{self.origin}" if self.origin and "://" not in self.origin else self.origin


@dataclass(frozen=True, slots=True)
class Credentials:
    """User and password from an address. They are kept in memory only."""

    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SecretUse:
    """A secret that an agent wants to type where it does not belong.

    Attributes:
        origin: Who would receive it.
        field: What the page calls the field.
        why: What speaks against it.
        exposed: It would be sent so that others can read it: nobody is asked about that.
    """

    secret: str
    origin: str
    field: str
    why: str
    exposed: bool = False


ConfirmsSecret = Callable[[SecretUse], bool]
"""Whether a secret may be typed there; it may take as long as a person takes."""
