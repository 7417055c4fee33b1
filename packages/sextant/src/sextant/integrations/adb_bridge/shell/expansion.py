"""Expands the words of a command line: variables, substitutions, splitting, file name patterns."""

import fnmatch
from collections.abc import Callable, Mapping

from sextant.integrations.adb_bridge.files import Files
from sextant.integrations.adb_bridge.shell.syntax import Word

__all__ = ["MOST_CHARACTERS", "Expansion", "ExpansionError"]

MOST_WORDS = 20_000
LONGEST = 128 << 10
"""Most characters of one word."""
MOST_CHARACTERS = 2 << 20
"""Most characters of all words of a command, or of all variables."""


class ExpansionError(Exception):
    """The words of a command are too long."""


class Expansion:
    """Expands words with these variables; `substitute` runs a command line and returns its output."""

    def __init__(
        self, variables: Mapping[str, str], substitute: Callable[[str], str], files: Files, folder: str
    ) -> None:
        self._variables = variables
        self._substitute = substitute
        self._files = files
        self._folder = folder

    def text(self, word: Word) -> str:
        """Expands a word without splitting it."""
        pieces: list[str] = []
        size = 0
        for part in word:
            pieces.append(self._value(part.kind, part.text, part.default))
            size = _within(size + len(pieces[-1]), LONGEST)
        return "".join(pieces)

    def fits(self, assigned: Mapping[str, str]) -> None:
        """Raises an error if the variables would exceed the limit."""
        _within(sum(map(len, self._variables.values())) + sum(map(len, assigned.values())), MOST_CHARACTERS)

    def words(self, words: tuple[Word, ...]) -> list[str]:
        """Expands all words; unquoted ones are split."""
        found: list[str] = []
        size = 0
        for word in words:
            more = self._split(word)
            size = _within(size + sum(map(len, more)), MOST_CHARACTERS)
            found += more
            _within(len(found), MOST_WORDS)
        return found

    def _split(self, word: Word) -> list[str]:
        fields: list[tuple[str, bool]] = []  # text, and whether it may be a file name pattern
        current: str | None = None
        pattern = False
        size = 0
        for part in word:
            value = self._value(part.kind, part.text, part.default)
            size = _within(size + len(value), MOST_CHARACTERS)
            if part.quoted or part.kind == "text":
                current = (current or "") + value
                pattern = pattern or (not part.quoted and any(sign in value for sign in "*?["))
                continue
            pieces = value.split()
            if not pieces:
                continue
            if value[0].isspace() and current is not None:
                fields.append((current, pattern))
                current, pattern = None, False
            for number, piece in enumerate(pieces):
                if number:
                    fields.append((current or "", pattern))
                    current, pattern = None, False
                current = (current or "") + piece
            if value[-1].isspace():
                fields.append((current or "", pattern))
                current, pattern = None, False
        if current is not None:
            fields.append((current, pattern))
        found: list[str] = []
        for text, matches in fields:
            found += (self._files_like(text) if matches else []) or [text]
        return found

    def _value(self, kind: str, text: str, default: str | None) -> str:
        if kind == "text":
            return text
        if kind == "command":
            return self._substitute(text).rstrip("\n")
        value = self._variables.get(text, "")
        return default if default is not None and not value else value

    def _files_like(self, pattern: str) -> list[str]:
        """The paths that match a pattern; only its last part may have wildcards."""
        folder, slash, last = pattern.rpartition("/")
        where = f"{folder}/" if slash else self._folder
        if any(sign in folder for sign in "*?["):
            return []
        try:
            names = self._files.names(where if where.startswith("/") else f"{self._folder}/{where}")
        except OSError:
            return []
        shown = [name for name in names if not name.startswith(".") or last.startswith(".")]
        return [folder + slash + name for name in sorted(shown) if fnmatch.fnmatchcase(name, last)]


def _within(size: int, limit: int) -> int:
    if size > limit:
        raise ExpansionError("Argument list too long")
    return size
