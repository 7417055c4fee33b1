"""Kinds of values: how each is parsed from text or TOML, and how it is shown."""

import errno
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, cast

from sextant.addresses.origins import origin_of
from sextant.dataclass import dataclass
from sextant.types.geometry import Size
from sextant.types.requests import RequestPattern
from sextant.types.secrets import Binding

__all__ = [
    "BOOLEAN",
    "BOUND_SECRET",
    "DOWNLOADS",
    "GEOLOCATION",
    "NAMES",
    "PATH",
    "PERMISSIONS",
    "REQUESTS",
    "SECRET",
    "SIZE",
    "TEXT",
    "TEXTS",
    "TIME",
    "URL",
    "Geolocation",
    "Harmless",
    "Kind",
    "Origin",
    "SecretRef",
    "always",
    "choice",
    "held",
    "held_value",
    "just",
    "lower",
    "model_or",
    "names_of",
    "never",
    "number",
    "optional",
    "whole",
]


@dataclass(frozen=True, slots=True)
class Geolocation:
    """A position in degrees, with its accuracy in metres."""

    latitude: float
    longitude: float
    accuracy: float = 20.0


_UNBOUND = Binding()


@dataclass(frozen=True, slots=True)
class SecretRef:
    """A reference to a secret: an environment variable, a file, or a value held in this process. Never the value.

    Attributes:
        binding: Where it may be typed.
        seen: The values that were read so far, in memory only; a file or a variable may change.
    """

    kind: Literal["env", "file", "held"]
    where: str
    binding: Binding = _UNBOUND
    seen: list[str] = field(default_factory=list[str], init=False, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.kind}:{self.where}"

    @property
    def waits(self) -> bool:
        """Whether reading it may block, as on a pipe."""
        return self.kind == "file" and not Path(self.where).expanduser().is_file()

    def read(self, environ: Mapping[str, str]) -> str:
        """Read the value, without the line end at the end of a file.

        Raises:
            KeyError: The variable is not set.
            OSError: The file cannot be read, or is no UTF-8 text.
        """
        value = self._value(environ)
        if value and value not in self.seen:
            self.seen.append(value)
        return value

    def _value(self, environ: Mapping[str, str]) -> str:
        if self.kind == "env":
            return environ[self.where]
        if self.kind == "held":
            return _HELD[self.where]
        try:
            return Path(self.where).expanduser().read_text(encoding="utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise OSError(errno.EILSEQ, "it is no UTF-8 text", self.where) from error


_HELD: dict[str, str] = {}
"""Values held in memory for the life of this process."""


def held(name: str, value: str, binding: Binding) -> SecretRef:
    """Hold a value in memory, and return a reference to it."""
    _HELD[name] = value
    return SecretRef("held", name, binding)


def held_value(name: str) -> str | None:
    """A value held in memory; None where there is none of that name."""
    return _HELD.get(name)


Source = Literal["flag", "record", "file", "environment", "preset", "default"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a value. `place` is the flag, `sextant.toml:12`, or the variable."""

    source: Source
    place: str = ""

    def __str__(self) -> str:
        return self.place or self.source


Harmless = Callable[[object, object], bool]
"""Whether a value, in place of the one that would apply, allows no more: nothing further runs, connects or spends."""


def never(value: object, instead: object) -> bool:
    """No value is harmless: the default for every setting."""
    del value, instead
    return False


def always(value: object, instead: object) -> bool:
    """Every value is harmless."""
    del value, instead
    return True


def lower(value: object, instead: object) -> bool:
    """A limit is harmless if it is no higher than the other; None means no limit."""
    return isinstance(value, int | float) and (not isinstance(instead, int | float) or value <= instead)


def just(chosen: object) -> Harmless:
    """One value is harmless: it allows less than the others."""
    return lambda value, _: value == chosen


def _plain(value: object) -> str:
    return str(value)


_COMPARED = 20
"""Most written names compared with the known ones: a file may have any number."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How values of one kind are parsed and shown.

    Attributes:
        expects: What to write; follows "expects" in messages.
        read: Parses text or a TOML value; raises ValueError or TypeError.
        show: Formats a value as a person writes it.
        hidden: Never repeat the written text: it may be a secret's value.
        known: The allowed names, where there is a fixed set.
    """

    expects: str
    read: Callable[[object], object]
    show: Callable[[object], str] = _plain
    hidden: bool = False
    known: tuple[str, ...] = ()

    def suggest(self, raw: object) -> str:
        """The known name nearest to the first unknown one; empty where none is near."""
        written = (raw,) if isinstance(raw, str) else cast("Sequence[object]", raw) if isinstance(raw, list) else ()
        parts = [part.strip() for item in written for part in str(item).split(",")]
        for part in parts[:_COMPARED]:
            if part not in self.known and (near := get_close_matches(part.lower(), self.known, n=1)):
                return near[0]
        return ""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value.strip()


_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if (word := _text(value).lower()) not in _WORDS:
        raise ValueError
    return _WORDS[word]


def _number(value: object) -> float:
    if isinstance(value, bool):
        raise TypeError
    read = float(value) if isinstance(value, int | float) else float(_text(value))
    if read != read or read in (float("inf"), float("-inf")):
        raise ValueError
    return read


def _whole(value: object) -> int:
    if isinstance(value, bool):
        raise TypeError
    return value if isinstance(value, int) else int(_text(value))


def _within(value: float, least: float | None, most: float | None) -> None:
    if (least is not None and value < least) or (most is not None and value > most):
        raise ValueError


def _range(least: float | None, most: float | None) -> str:
    match least, most:
        case None, None:
            return ""
        case _, None:
            return f", at least {least:g}"
        case None, _:
            return f", at most {most:g}"
        case _:
            return f" from {least:g} to {most:g}"


def number(least: float | None = None, most: float | None = None) -> Kind:
    """A number within bounds, both included."""

    def read(value: object) -> float:
        found = _number(value)
        _within(found, least, most)
        return found

    return Kind(f"a number{_range(least, most)}", read, lambda value: f"{cast('float', value):g}")


def whole(least: int | None = None, most: int | None = None) -> Kind:
    """A whole number within bounds, both included."""

    def read(value: object) -> int:
        found = _whole(value)
        _within(found, least, most)
        return found

    return Kind(f"a whole number{_range(least, most)}", read)


def choice(*names: str) -> Kind:
    """One of a few names."""

    def read(value: object) -> str:
        if (found := _text(value)) not in names:
            raise ValueError
        return found

    return Kind(f"one of {', '.join(names)}", read, known=names)


def model_or(*words: str) -> Kind:
    """A model's name, which contains a colon, or one of these words, or empty."""

    def read(value: object) -> str:
        found = _text(value)
        if found and found not in words and ":" not in found:
            raise ValueError
        return found

    return Kind(f"a model such as openai:gpt-5, or {' or '.join(words)}", read, known=words)


def names_of(*known: str) -> Kind:
    """A set of known names, each at most once: a list, separated by commas, or both."""

    def read(value: object) -> tuple[str, ...]:
        found = tuple(name for item in _names(value) for name in _names(item))
        if not set(found) <= set(known) or len(set(found)) < len(found):
            raise ValueError
        return found

    return Kind(f"names from {', '.join(known)}, each at most once", read, NAMES.show, known=known)


def optional(kind: Kind) -> Kind:
    """A value of that kind, or `none`."""

    def read(value: object) -> object:
        return None if value is None or value == "none" else kind.read(value)

    def show(value: object) -> str:
        return "none" if value is None else kind.show(value)

    return Kind(f"{kind.expects}, or none", read, show, kind.hidden, kind.known)


def _names(value: object) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(_text(item) for item in cast("list[object]", value))
    return tuple(name for item in _text(value).split(",") if (name := item.strip()))


def _texts(value: object) -> tuple[str, ...]:
    """Parse a list, a JSON list as text, or one text: unlike names, texts may contain commas."""
    if isinstance(value, str):
        text = value.strip()
        value = json.loads(text) if text.startswith("[") else [text] if text else []
    if not isinstance(value, list | tuple):
        raise TypeError
    texts = tuple(_text(item) for item in cast("list[object]", value))
    if not all(texts):
        raise ValueError
    return texts


def _size(value: object) -> Size:
    if isinstance(value, list):
        width, height = (_whole(item) for item in cast("list[object]", value))
    elif found := re.fullmatch(r"(\d{1,5})\s*[x×,]\s*(\d{1,5})", _text(value)):
        width, height = int(found[1]), int(found[2])
    else:
        raise ValueError
    _within(min(width, height), 100, None)
    _within(max(width, height), None, 8000)
    return Size(width, height)


def _geolocation(value: object) -> Geolocation:
    parts: Sequence[object] = cast("list[object]", value) if isinstance(value, list) else _names(value)
    latitude, longitude = (_number(part) for part in parts)
    _within(latitude, -90, 90)
    _within(longitude, -180, 180)
    return Geolocation(latitude, longitude)


def _time(value: object) -> datetime:
    found = value if isinstance(value, datetime) else datetime.fromisoformat(_text(value))
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _path(value: object) -> Path:
    if isinstance(value, Path):
        return value
    if not (text := _text(value)) or "\0" in text:
        raise ValueError
    return Path(text)


def _url(value: object) -> str:
    if (found := _text(value)) and not re.match(r"(https?|wss?|file)://\S+$", found):
        raise ValueError
    return found


def _secret(value: object) -> SecretRef:
    kind, _, where = _text(value).partition(":")
    if kind == "env" and re.fullmatch(r"[A-Za-z_]\w*", where):
        return SecretRef("env", where)
    if kind == "file" and where:
        return SecretRef("file", where)
    raise ValueError


def _bound_secret(value: object) -> SecretRef:
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    if not isinstance(value, Mapping):
        return _secret(value)
    table = cast("Mapping[object, object]", value)
    if not set(table) <= {"ref", "origin", "field"} or "ref" not in table:
        raise ValueError
    reference, origin, field = _secret(table["ref"]), _text(table.get("origin", "")), _text(table.get("field", ""))
    return replace(reference, binding=Binding(_place(origin) if origin else "", field))


def _place(origin: str) -> str:
    """A site's origin, or the package of an Android app."""
    if app := re.fullmatch(r"android:([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)", origin, re.ASCII):
        return app[1]
    if not re.fullmatch(r"https?://[^/?#@\s]+/?", origin):
        raise ValueError
    return origin_of(origin)


def _show_bound_secret(value: object) -> str:
    reference = cast("SecretRef", value)
    parts = {"ref": str(reference), "origin": reference.binding.place, "field": reference.binding.field}
    if reference.binding == _UNBOUND:
        return str(reference)
    return json.dumps({name: said for name, said in parts.items() if said}, ensure_ascii=False)


def _show_boolean(value: object) -> str:
    return "true" if value else "false"


def _show_size(value: object) -> str:
    size = cast("Size", value)
    return f"{size.width:g}x{size.height:g}"


def _show_geolocation(value: object) -> str:
    place = cast("Geolocation", value)
    return f"{place.latitude:g},{place.longitude:g}"


TEXT = Kind("text", _text)
BOOLEAN = Kind("true or false", _boolean, _show_boolean)


def _requests(value: object) -> tuple[str, ...]:
    found = _texts(value)
    for text in found:
        RequestPattern.parse(text)
    return found


_ALL_OR_NONE = ("deny", "ask", "grant")
_PERMITTED = ("geolocation", "notifications", "camera", "microphone", "clipboard-read", "clipboard-write")


def _permissions(value: object) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(_names(value)))
    if found and not (set(found) <= set(_PERMITTED) or (len(found) == 1 and found[0] in _ALL_OR_NONE)):
        raise ValueError
    return found or ("deny",)


_KEEPING = ("off", "ask", "on")


def _downloads(value: object) -> object:
    """A directory means `on`, with that directory: the form of earlier versions."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Path):
        return value
    text = _text(value)
    if text in _KEEPING:
        return text
    if not ("/" in text or text.startswith((".", "~"))):  # a bare word is a typing error, no directory
        raise ValueError
    return _path(text)


TEXTS = Kind("a list of texts", _texts, lambda value: json.dumps(value, ensure_ascii=False))
REQUESTS = Kind(
    "a list of requests, each a method or * and a pattern that begins with / or * or is a whole address, such as "
    "POST /search*",
    _requests,
    TEXTS.show,
)
NAMES = Kind("a list of names", _names, lambda value: ", ".join(cast("tuple[str, ...]", value)))
PATH = Kind("a path", _path)
PERMISSIONS = Kind(
    f"deny, ask, grant, or names from {', '.join(_PERMITTED)}",
    _permissions,
    NAMES.show,
    known=(*_ALL_OR_NONE, *_PERMITTED),
)
DOWNLOADS = Kind("off, ask, on, or the path of a directory for them", _downloads, known=_KEEPING)
URL = Kind("an address such as http://localhost:8000", _url)
TIME = Kind(
    "a date and time such as 2026-05-01T09:00:00Z (UTC where no zone is given)",
    _time,
    lambda value: cast("datetime", value).isoformat(),
)
SIZE = Kind("a size such as 412x892, each side from 100 to 8000", _size, _show_size)
GEOLOCATION = Kind("latitude and longitude in degrees, such as 48.86,2.35", _geolocation, _show_geolocation)
SECRET = Kind("a reference, env:VARIABLE or file:PATH, never the value itself", _secret, hidden=True)
BOUND_SECRET = Kind(
    "a reference, env:VARIABLE or file:PATH, never the value itself; or a table with its place, "
    '{ref = "env:VARIABLE", origin = "https://bank.example", field = "password"}',
    _bound_secret,
    _show_bound_secret,
    hidden=True,
)
