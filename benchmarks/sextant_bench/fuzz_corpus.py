"""What parsers read that `sextant bench fuzz` attacks: one or two small texts each, and what was found with them."""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

TEXTS: Mapping[str, Sequence[str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""What the corpora begin with, by parser."""
_MOST_KEPT = 1000
_CHANGED_UP_TO = 20_000
"""Longer texts are tried again and not changed further: each would take the time of hundreds."""


class Corpus:
    """The texts of one parser from which cases are made.

    `kept` are those that were found besides. In `directory`, where there is one, each is a file named by its hash.
    """

    def __init__(self, texts: Sequence[str], directory: Path | None = None) -> None:
        self._texts, self._directory = texts, directory
        self._seen = {frozenset[tuple[str, int]]()}
        files = sorted(directory.glob("*.txt")) if directory is not None and directory.is_dir() else []
        self.kept = [file.read_text(encoding="utf-8", errors="surrogatepass") for file in files]
        self._known = set(self.kept)

    def some(self, rng: random.Random) -> Sequence[str]:
        """What the next case is made from: every other time the texts of the start, else a few of those kept."""
        short = [text for text in rng.sample(self.kept, min(3, len(self.kept))) if len(text) <= _CHANGED_UP_TO]
        return self._texts if not short or rng.random() < 0.5 else short

    def learn(self, text: str, places: frozenset[tuple[str, int]], *, must: bool) -> None:
        """Keeps a text that was refused where none was before, and one that `must` be tried again."""
        new = places not in self._seen
        self._seen.add(places)
        if text in self._known or not (must or (new and len(self.kept) < _MOST_KEPT)):
            return
        self._known.add(text)
        self.kept.append(text)
        if self._directory is not None:
            self._directory.mkdir(parents=True, exist_ok=True)
            data = text.encode("utf-8", "surrogatepass")
            (self._directory / f"{hashlib.sha256(data).hexdigest()[:16]}.txt").write_bytes(data)
