"""The interface of a person who may be asked."""

from typing import Protocol

__all__ = ["Person"]


class Person(Protocol):
    """The human operator. In an unattended run the answer is always no."""

    @property
    def attended(self) -> bool: ...

    def allow(self, question: str, detail: str) -> bool:
        """Asks whether an act may be executed."""
        ...

    def happened(self, what: str, detail: str) -> bool | None:
        """Asks whether an act has happened already; None if the person cannot or does not say."""
        ...

    def take_over(self, reason: str) -> bool:
        """Gives control of the device to the person; True if they returned it and the run may continue."""
        ...
