"""Persons of a run: an absent one, and one whose waiting time is not counted."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from sextant.protocols import Person


class AbsentPerson:
    """The person of an unattended run: refuses everything, and answers no question."""

    attended = False

    def allow(self, question: str, detail: str) -> bool:
        del question, detail
        return False

    def happened(self, what: str, detail: str) -> bool | None:
        del what, detail

    def take_over(self, reason: str) -> bool:
        del reason
        return False


class TimedPerson:
    """Wraps a person, and measures the seconds of waiting for their answers."""

    def __init__(self, person: Person, clock: Callable[[], float]) -> None:
        self._person, self._clock = person, clock
        self.seconds = 0.0

    @property
    def attended(self) -> bool:
        return self._person.attended

    def working_time(self) -> float:
        """The clock without the waiting time."""
        return self._clock() - self.seconds

    def allow(self, question: str, detail: str) -> bool:
        with self._counted():
            return self._person.allow(question, detail)

    def happened(self, what: str, detail: str) -> bool | None:
        with self._counted():
            return self._person.happened(what, detail)

    def take_over(self, reason: str) -> bool:
        with self._counted():
            return self._person.take_over(reason)

    @contextmanager
    def _counted(self) -> Generator[None]:
        began = self._clock()
        try:
            yield
        finally:
            self.seconds += self._clock() - began
