"""People of a run: nobody at all, and somebody whose time does not count."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from sextant.protocols import Person


class AbsentPerson:
    """Nobody to ask: what needs a person is refused, and what only a person can tell stays untold."""

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
    """A person, with a count of the seconds that were spent waiting for them."""

    def __init__(self, person: Person, clock: Callable[[], float]) -> None:
        self._person, self._clock = person, clock
        self.seconds = 0.0

    @property
    def attended(self) -> bool:
        return self._person.attended

    def working_time(self) -> float:
        """The clock without the time of questions."""
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
