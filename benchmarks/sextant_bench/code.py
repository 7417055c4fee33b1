"""Which code a row was measured with: checkpoints keep rows of one build apart from those of another."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import sextant
import sextant_bench
import sextant_worlds

__all__ = ["code_hash", "hash_of"]

_READ = frozenset({".py", ".js", ".json", ".toml", ".txt", ".bin", ".html"})
"""What runs, and what is read by it: word vectors, glossary, metrics. Pictures and style sheets change no row."""


@lru_cache(maxsize=1)
def code_hash() -> str:
    """Of the three parts as they were when first asked for: a long run keeps the rows that it began with."""
    parts = (Path(str(module.__file__)).resolve().parent for module in (sextant, sextant_bench, sextant_worlds))
    return sha256(" ".join(map(hash_of, parts)).encode()).hexdigest()[:16]


def hash_of(root: Path) -> str:
    """Of the names and contents of all files below a folder that run or are read; 16 hexadecimal digits."""
    told = sha256()
    files = (file for file in root.rglob("*") if file.suffix in _READ and file.is_file())
    for name, file in sorted((file.relative_to(root).as_posix(), file) for file in files):
        data = file.read_bytes()
        told.update(f"{name}\0{len(data)}\0".encode())
        told.update(data)
    return told.hexdigest()[:16]
