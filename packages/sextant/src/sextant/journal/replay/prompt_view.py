"""What an actor read before a step, as long as a page has room for its text."""

from dataclasses import replace

from sextant.journal.briefs import ReadBrief

MAX_READ_CHARACTERS = 4_000_000
"""All texts of a page together: beyond it a step tells its tokens alone."""


class Reading:
    """What was read and not yet decided on, while a record is gone through."""

    def __init__(self, most: int = MAX_READ_CHARACTERS) -> None:
        self._left = most
        self._step, self._prefix = -1, ""
        self._briefs: list[ReadBrief] = []
        self.left_out = 0
        """Prompts whose text had no room."""

    def take(self, step: int, read: ReadBrief) -> None:
        """A prompt; one that is repeated after a crash replaces the earlier one."""
        self._briefs = [*self._briefs, self._fitted(read)] if read.revision else [self._fitted(read)]
        self._step = step

    def of(self, step: int) -> tuple[ReadBrief, ...]:
        """The prompts of that step, which then count as shown; empty if there are none."""
        if step != self._step:
            return ()
        found, self._briefs, self._step = tuple(self._briefs), [], -1
        return found

    @property
    def undecided(self) -> tuple[ReadBrief, ...]:
        """What was read last, where no step came of it."""
        return tuple(self._briefs)

    def _fitted(self, read: ReadBrief) -> ReadBrief:
        """Omits the static part if it was shown before, and the text if the page is full."""
        known, self._prefix = read.prefix == self._prefix, read.prefix
        read = replace(read, prefix="" if known else read.prefix)
        self._left -= len(read.text) + len(read.prefix)
        if self._left >= 0:
            return read
        self.left_out += 1
        return replace(read, prefix="", text="")
