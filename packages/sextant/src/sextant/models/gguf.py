"""Reads the header of a GGUF file. Files are untrusted: reading is bounded."""

import struct
from pathlib import Path
from typing import BinaryIO

from sextant.dataclass import dataclass
from sextant.errors import ModelUnreachable, UsageError

_MAGIC = b"GGUF"
_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9
_MAX_KEYS = 4096
_MAX_TEXT = 16 * 1024 * 1024
_MAX_ITEMS = 8_000_000
_MIN_BYTES = 1024


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The header of a model file."""

    path: Path
    architecture: str
    context_tokens: int | None
    """The context the model was trained with."""


def read_model_file(path: Path) -> ModelFile:
    """Read the header of a GGUF file.

    Raises:
        UsageError: It cannot be read.
        ModelUnreachable: It is no GGUF file, or damaged.
    """
    try:
        with path.open("rb") as file:
            return _read(path, file)
    except OSError as error:
        raise UsageError(
            f"The model file {str(path)!r} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    except (struct.error, ValueError, UnicodeDecodeError) as error:
        raise ModelUnreachable(
            f"The model file {str(path)!r} is not a usable GGUF file: {error}.", "Download it again."
        ) from error


def _read(path: Path, file: BinaryIO) -> ModelFile:
    if file.read(4) != _MAGIC:
        raise ValueError("it does not begin with 'GGUF'")
    version, _tensors, keys = struct.unpack("<IQQ", file.read(20))
    if version not in (2, 3):
        raise ValueError(f"its version is {version}")
    if path.stat().st_size < _MIN_BYTES:
        raise ValueError("it is cut off")
    architecture, context = "", None
    for _ in range(min(keys, _MAX_KEYS)):
        key, value = _text(file), _value(file)
        if key == "general.architecture":
            architecture = str(value)
        elif key.endswith(".context_length") and isinstance(value, int):
            context = value
        if architecture and context:
            break
    if not architecture:
        raise ValueError("it names no architecture")
    return ModelFile(path, architecture, context)


def _value(file: BinaryIO) -> str | float | None:
    (kind,) = struct.unpack("<I", file.read(4))
    if kind == _STRING:
        return _text(file)
    if kind == _ARRAY:
        _skip_array(file)
        return None
    return _scalar(file, kind)


def _scalar(file: BinaryIO, kind: int) -> float:
    form = _form(kind)
    (value,) = struct.unpack(form, file.read(struct.calcsize(form)))
    return value


def _form(kind: int) -> str:
    if kind not in _SCALARS:
        raise ValueError(f"it holds a value of unknown type {kind}")
    return _SCALARS[kind]


def _text(file: BinaryIO) -> str:
    (length,) = struct.unpack("<Q", file.read(8))
    if length > _MAX_TEXT:
        raise ValueError(f"it holds a text of {length} bytes")
    return file.read(length).decode("utf-8", "replace")


def _skip_array(file: BinaryIO) -> None:
    kind, length = struct.unpack("<IQ", file.read(12))
    if length > _MAX_ITEMS:
        raise ValueError(f"it holds an array of {length} items")
    if kind == _STRING:
        for _ in range(length):
            _text(file)
    else:
        file.seek(struct.calcsize(_form(kind)) * length, 1)
