"""Who may be asked."""

from typing import Protocol

__all__ = ["Person"]


class Person(Protocol):
    """Somebody who may be asked. The unattended one answers no."""

    @property
    def attended(self) -> bool: ...

    def allow(self, question: str, detail: str) -> bool:
        """Whether this act may be carried out."""
        ...

    def happened(self, what: str, detail: str) -> bool | None:
        """Whether an act has happened already; None where they cannot or do not say. Silence is never a no."""
        ...

    def take_over(self, reason: str) -> bool:
        """Gives the device to the person; True when they have given it back and the run may go on."""
        ...
