"""The entries of a trace and their stored form. The trace is the only record of a run."""

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from pydantic_core import PydanticSerializationError

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.journal.redact import Redactor, mapped
from sextant.types.codec import from_fields, from_json, inflated, state_text, to_json
from sextant.types.devices import Injection, Intent, Lease
from sextant.types.events import Aside
from sextant.types.geometry import Size
from sextant.types.screens import Observation, Picture, Screen, ScreenKey
from sextant.types.tasks import Episode, Task, Usage
from sextant.types.transitions import Transition

TRACE_VERSION = 1
"""Version of the records' meaning; readers refuse newer traces."""

LARGEST_SCREEN = 64 * 1024 * 1024
"""Bytes of an unpacked stored screen."""

_MOST_SPENT = 1e12

RecordKind = Literal[
    "begin", "leg", "saw", "intent", "outcome", "settled", "transition", "permission", "lease", "note", "finish"
]


@dataclass(frozen=True, slots=True)
class RunHead:
    """The task, settings and device with which a run began."""

    run: str
    task: Task
    settings: Mapping[str, str]
    device: str
    actor: str
    began: float
    """Unix seconds."""
    trace_version: int = TRACE_VERSION
    imported: bool = field(default=False, compare=False)
    """Whether the run was imported, so that its content is not trusted."""

    def to_resume(self) -> Mapping[str, str]:
        """The settings for a resume.

        Raises:
            UsageError: The run was imported: settings of another person are not used.
        """
        if self.imported:
            raise UsageError(
                f"The run {self.run!r} was imported and cannot be resumed here.",
                "Start a new run, or read this one with: sextant replay " + self.run,
            )
        return self.settings


@dataclass(frozen=True, slots=True)
class Outcome:
    """The device's response to an injection; `error` if it raised one."""

    intent: str
    injection: Injection | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class SettledIntention:
    """The result of an intention without an outcome, determined on resume. `happened`: None if unknown."""

    intent: str
    happened: bool | None
    by: str
    """What decided: `page`, `device`, or a person's name."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Permission:
    """A question to a person or a policy, and the answer."""

    question: str
    answer: bool
    by: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Any other entry; `kind` is `request`, `interrupt`, `hand_over`, `disclosure` or another word.

    A `request` to a model contains its cost in the fields of `Usage`.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


ASIDE = "event"
"""Kind of the notes that store events other than steps."""


def aside_note(aside: Aside) -> Note:
    """The stored form of an event that is not a step."""
    return Note(ASIDE, json.loads(state_text(Aside, aside)))


def aside_of(note: Note) -> Aside:
    """The event that `aside_note` stored.

    Raises:
        pydantic.ValidationError: The note contains none.
    """
    return from_json(Aside, json.dumps(dict(note.data)))


@dataclass(frozen=True, slots=True)
class StoredUsage(Usage):
    """The cost of the steps, and of all requests up to the record `until`; None if earlier versions counted none."""

    counted: Usage | None = None
    until: int = 0


def spent_amount(value: object) -> float:
    """The number of tokens, seconds or dollars; 0 if it is missing, or none that a run can have spent."""
    return float(value) if isinstance(value, (int, float)) and 0 <= value <= _MOST_SPENT else 0.0


def spent_on(request: Note) -> Usage:
    """The cost of a request, from its `request` note."""

    def number(name: str) -> float:
        return spent_amount(request.data.get(name))

    return Usage(
        requests=1,
        input_tokens=int(number("input_tokens")),
        output_tokens=int(number("output_tokens")),
        cached_tokens=int(number("cached_tokens")),
        image_tokens=int(number("image_tokens")),
        static_tokens=int(number("static_tokens")),
        seconds=number("seconds"),
        dollars=number("dollars"),
    )


@dataclass(frozen=True, slots=True)
class SeenScreen:
    """A screen of a look outside a transition: the first look, and the first after a resume."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Leg:
    """The beginning of a process on the run: the first leg begins the run, later ones resume it."""

    number: int
    pid: int


Entry = (
    RunHead | Leg | SeenScreen | Intent | Outcome | SettledIntention | Transition | Permission | Lease | Note | Episode
)


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of the trace, in order of `seq`."""

    seq: int
    at: float
    """Unix seconds."""
    step: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture by its content; the bytes are read on demand."""

    id: str
    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    scale: float
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class StoredScreen:
    """A screen by its content, without the bytes of its picture."""

    id: str
    digest: str
    body: bytes
    """Compressed JSON."""
    picture: str = ""
    """Id of the picture; empty if there is none."""


_KINDS: dict[type[Any], RecordKind] = {
    RunHead: "begin",
    Leg: "leg",
    SeenScreen: "saw",
    Intent: "intent",
    Outcome: "outcome",
    SettledIntention: "settled",
    Transition: "transition",
    Permission: "permission",
    Lease: "lease",
    Note: "note",
    Episode: "finish",
}
_TYPES: dict[str, type[Any]] = {kind: entry for entry, kind in _KINDS.items()}


def kind_of(entry: Entry) -> RecordKind:
    """The name of the entry's type in a trace."""
    return _KINDS[type(entry)]


def ref_of(entry: Entry) -> str:
    """The key by which an entry is found: its intention, or the kind of a note; empty for others."""
    if isinstance(entry, Note):
        return entry.kind
    return entry.id if isinstance(entry, Intent) else str(getattr(entry, "intent", ""))


def checksum(body: str | bytes) -> int:
    """CRC-32 of a stored body: detects a flipped bit, which SQLite does not."""
    return zlib.crc32(body.encode() if isinstance(body, str) else body)


class Encoder:
    """Encodes values as JSON text without secrets and without invalid Unicode."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor

    def typed(self, kind: Any, value: Any) -> str:
        """A frozen value as JSON."""
        try:
            text = to_json(kind, value)
        except (PydanticSerializationError, UnicodeError):
            value = mapped(value, _valid)
            text = to_json(kind, value)
        if self._redactor.touches(text):
            text = to_json(kind, self._redactor.value(value))
        return text

    def plain(self, value: object) -> str:
        """JSON-able data as JSON."""
        text = _dumped(value)
        if self._redactor.touches(text):
            text = _dumped(self._redactor.value(value))
        return text

    def text(self, text: str) -> str:
        """JSON text that was encoded elsewhere."""
        return self.plain(json.loads(text)) if self._redactor.touches(text) else text

    def screen(self, screen: Screen, picture: str) -> StoredScreen:
        """The screen without its picture, which is stored before it."""
        bare = replace(screen, observation=replace(screen.observation, picture=None))
        body = zlib.compress(self.typed(Screen, bare).encode(), 1)
        identity = hashlib.sha256(body + picture.encode()).hexdigest()[:32]
        return StoredScreen(identity, screen.digest, body, picture)

    def entry(self, entry: Entry, screens: Mapping[str, str]) -> str:
        """The entry as JSON; its screens are replaced by their ids in `screens` (by field)."""
        match entry:
            case Transition():
                stub = replace(entry, before=NO_SCREEN, after=NO_SCREEN)
                return _with_screens(self.typed(Transition, stub), screens)
            case SeenScreen():
                return _with_screens("{}", screens)
            case Note():
                return self.plain({"kind": entry.kind, "data": dict(entry.data)})
            case _:
                return self.typed(type(entry), entry)


def _with_screens(body: str, screens: Mapping[str, str]) -> str:
    data: dict[str, Any] = json.loads(body)
    data.update(screens)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _dumped(value: object) -> str:
    return _valid(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _valid(text: str) -> str:
    """The text with lone surrogates replaced: pages may contain them, but UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


NO_SCREEN = Screen(
    ScreenKey("", "lost", "Screen lost"),
    "",
    Observation("", "", "", Size(1, 1), (), condition="blank", notes=("This screen could not be read back.",)),
)
"""The placeholder for a screen whose row is damaged."""


def decode_screen(body: bytes, picture: Picture | None = None) -> Screen:
    """The screen that `Encoder.screen` encoded, with its picture if given."""
    screen: Screen = from_json(Screen, inflated(body, LARGEST_SCREEN))
    if picture is None:
        return screen
    return replace(screen, observation=replace(screen.observation, picture=picture))


def screens_named(kind: str, body: str) -> dict[str, str]:
    """The ids of the screens of a stored entry, by field."""
    if kind not in ("transition", "saw"):
        return {}
    data: dict[str, Any] = json.loads(body)
    return {name: str(data[name]) for name in ("before", "after", "screen") if name in data}


def decode_entry(kind: str, body: str, screens: Mapping[str, Screen]) -> Entry:
    """The entry that `Encoder.entry` encoded; `screens` by field.

    Raises:
        pydantic.ValidationError: The body is not an entry of that kind.
    """
    if kind not in ("transition", "saw"):
        return from_json(_TYPES[kind], body)
    data: dict[str, Any] = json.loads(body)
    data.update(screens)
    return from_fields(_TYPES[kind], data)
