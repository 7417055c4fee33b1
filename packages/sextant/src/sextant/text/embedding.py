"""Static word vectors distilled from MiniLM: sums of looked-up vectors, without further packages.

`scripts/distil_embedding.py` makes the file; docs/decisions/0011-embedding.md has the reasons.
"""

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from operator import mul
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.text.tokens import tokens

FORMAT = "sextant-words"
VERSION = 1
FILE = "words.bin"
_LONGEST_WORD = 40
_MOST_WORDS = 400
_MOST_KNOWN = 50_000
_SHORTEST_PIECE = 3
"""Least mean length: a word split into single letters (`gpx`) has no meaningful vector."""

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """Word pieces, each with a row of signed bytes and a weight from 0 to 255."""

    rows: dict[str, int]
    dimensions: int
    matrix: memoryview
    weights: bytes


class StaticEmbedder:
    """Sums the vectors of words. Thread-safe, deterministic.

    An unknown word is split into its longest known pieces; one with unknown letters has no vector.
    """

    def __init__(self, data: bytes) -> None:
        self._table = _read(data)
        self._word = lru_cache(maxsize=32768)(self._look_up)

    @property
    def dimensions(self) -> int:
        return self._table.dimensions

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return a unit vector for each text; zeros for one without a known word."""
        return [self._embedded(text) for text in texts]

    def _embedded(self, text: str) -> Vector:
        words = tokens(text)[:_MOST_WORDS]
        if len(words) == 1:
            return self._word(words[0])[0]
        found = [self._word(word) for word in words]
        total = [0.0] * self._table.dimensions
        for vector, weight in found:
            if weight:
                total = [have + weight * more for have, more in zip(total, vector, strict=True)]
        return unit(total)

    def _look_up(self, word: str) -> tuple[Vector, float]:
        table = self._table
        rows = self._pieces(word[:_LONGEST_WORD])
        if not rows:
            return (0.0,) * table.dimensions, 0.0
        size = table.dimensions
        parts = [table.matrix[row * size : (row + 1) * size] for row in rows]
        summed = [float(sum(column)) for column in zip(*parts, strict=True)]
        return unit(summed), sum(table.weights[row] for row in rows) / len(rows) / 255

    def _pieces(self, word: str) -> list[int]:
        """Return the rows of the longest pieces from the left (WordPiece); none if a part is unknown or too small."""
        rows, found, at = self._table.rows, list[int](), 0
        while at < len(word):
            for end in range(len(word), at, -1):
                row = rows.get(word[at:end] if not at else "##" + word[at:end])
                if row is not None:
                    found.append(row)
                    at = end
                    break
            else:
                return []
        return found if len(found) <= 1 + len(word) // _SHORTEST_PIECE else []


def unit(vector: Sequence[float]) -> Vector:
    """Return the vector scaled to length one; zeros stay zeros."""
    length = math.sqrt(sum(map(mul, vector, vector)))
    return tuple(value / length for value in vector) if length else tuple(vector)


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of two unit vectors."""
    return sum(map(mul, one, other))


@lru_cache(maxsize=1)
def shipped() -> StaticEmbedder:
    """Return the embedder of the package, read once.

    Raises:
        UsageError: Its file is missing or damaged.
    """
    return StaticEmbedder(model_file().read_bytes())


def model_file() -> Path:
    """Return the path of the shipped vectors."""
    return Path(str(resources.files("sextant.text") / FILE))


def packed(rows: Sequence[str], dimensions: int, matrix: bytes, weights: bytes) -> bytes:
    """Encode a file of vectors: a line of JSON, the pieces, weights, matrix."""
    pieces = "\n".join(rows).encode()
    head = {"format": FORMAT, "version": VERSION, "rows": len(rows), "dimensions": dimensions, "pieces": len(pieces)}
    return json.dumps(head).encode() + b"\n" + pieces + weights + matrix


def _read(data: bytes) -> _Table:
    line, _, rest = data.partition(b"\n")
    try:
        head = json.loads(line)
        count, size, pieces = int(head["rows"]), int(head["dimensions"]), int(head["pieces"])
        known = head["format"] == FORMAT and head["version"] == VERSION
        names = rest[:pieces].decode().split("\n")
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged() from error
    if not known or len(names) != count or len(rest) != pieces + count + count * size:
        raise _damaged()
    matrix = memoryview(rest)[pieces + count :].cast("b")
    return _Table({name: row for row, name in enumerate(names)}, size, matrix, rest[pieces : pieces + count])


def _damaged() -> UsageError:
    return UsageError("The file of word vectors is damaged.", "Reinstall the package.")


class WordNearness:
    """Compares texts by the sums of their word vectors: the fallback without sentence vectors."""

    def __init__(self, embedder: StaticEmbedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Vector] = {}

    @property
    def name(self) -> str:
        """Key of the parameters fitted for it."""
        return "words"

    def near(self, sentence: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine of each text with a sentence; 0 if no word is known."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        fresh = [text for text in {sentence, *texts} if text not in self._known]
        self._known.update(zip(fresh, self._embedder.embed(fresh), strict=True))
        return [sum(map(mul, self._known[sentence], self._known[text])) for text in texts]
