"""Whether a request may write, and what it sends: forms, multipart, JSON and GraphQL, bounded. Pure functions."""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email.message import Message
from typing import Any, cast
from urllib.parse import parse_qsl

from sextant.addresses.origins import origin_of
from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass
from sextant.devices.browser.graphql import GraphQLOperation, is_asked_by, operation_of
from sextant.text.legible import quoted, shortened
from sextant.types.effects import EffectCause, EffectKind, ObservedEffect
from sextant.types.requests import SAFE_METHODS, address_template, is_variable

__all__ = [
    "WRITING_TYPES",
    "Body",
    "Fields",
    "Signature",
    "body_of",
    "effect_of",
    "fields_of",
    "may_write",
    "operation_in",
    "signature_of",
]

WRITING_TYPES = ("Document", "XHR", "Fetch", "Ping", "Other")
"""Resource types that can have an unsafe method; pictures, scripts, styles, fonts and media are not paused."""
_OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
MAX_READ = 2**18
"""Bytes of a body that are parsed; the rest only counts."""
MAX_FIELDS = 100
MAX_VALUE = 400
"""Limits on what the write authority is shown; a body with more is not `complete`."""

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Body:
    """The content of a request. `complete` is False if a part could not be read or was left out."""

    fields: Fields = ()
    bytes: int = 0
    complete: bool = True
    operation: GraphQLOperation | None = None
    digest: str = ""
    """Hash of the bytes read and of the size: equal digests of `complete` bodies mean equal content."""


def body_of(request: Mapping[str, Any]) -> Body:
    """Return the body of a request in the protocol's form (`Network.Request`)."""
    data, size, whole = _bytes_of(request)
    if not size and whole:
        return Body()
    digest = hashlib.sha256(data + str(size).encode()).hexdigest()
    if not whole:
        multipart = _multipart(data, _content_type(request)) if data else None
        return Body(multipart or (), size, False, None, digest)
    try:
        parsed = _parsed(data, _content_type(request))
    except (ValueError, RecursionError):  # a page can send anything
        parsed = None
    if parsed is None:
        return Body((("body", f"binary, {size} bytes"),), size, False, None, digest)
    fields, complete, operation = parsed
    return Body(fields, size, complete, operation, digest)


def may_write(request: Mapping[str, Any]) -> Body | None:
    """Return the body of a request that may change something; None for a read."""
    if str(request["method"]).upper() in SAFE_METHODS and _OVERRIDES.isdisjoint(map(str.lower, request["headers"])):
        return None
    body = body_of(request)
    if body.operation is None or body.operation.writes or is_asked_by(str(request["url"])):
        return body
    return None


def fields_of(address: str) -> Fields:
    """Return the fields in the query of an address."""
    return _query(address)[0]


def _query(address: str) -> tuple[Fields, bool]:
    """Return the fields in the query of an address, and whether they are complete."""
    query = parts_of(address).query
    fields, complete, _ = _bounded(parse_qsl(query[:MAX_READ], keep_blank_values=True))
    return fields, complete and len(query) <= MAX_READ


@dataclass(frozen=True, slots=True)
class Signature:
    """Identifies a kind of request, to recognise those that a page sends untouched.

    Attributes:
        kind: Hash of the target, the field names and their texts. An incompletely read body equals only its own copies.
        numbers: The numbers, times and identifiers in its address and fields, in an order that the kind fixes.
    """

    kind: str
    numbers: tuple[str, ...] = ()


def signature_of(method: str, origin: str, address: str, body: Body) -> Signature:
    """Return the signature of a request."""
    queried, whole = _query(address)
    fields = sorted((*queried, *body.fields), key=lambda field: (field[0], is_variable(field[1].strip())))
    values = [*parts_of(address).path.split("/"), *(value.strip() for _, value in fields)]
    numbers = [value for value in values if is_variable(value)]
    texts = sorted((name, "{}" if is_variable(value.strip()) else value) for name, value in fields)
    operation = "" if body.operation is None else str(body.operation)
    rest = ["" if body.complete else body.digest, "" if whole else address]
    description = json.dumps([method, origin, address_template(address), operation, texts, len(numbers), rest])
    return Signature(hashlib.sha256(description.encode()).hexdigest(), tuple(numbers))


def _bytes_of(request: Mapping[str, Any]) -> tuple[bytes, int, bool]:
    """Return the bytes read of the body, its size, and whether they are all of it."""
    entries = cast("Sequence[Mapping[str, str]]", request.get("postDataEntries") or ())
    if not entries:
        if "bodySize" in request:  # the wire left the long body out
            return b"", int(request["bodySize"]), False
        text = str(request.get("postData") or "")
        data = text[:MAX_READ].encode(errors="replace")[:MAX_READ]
        whole = len(text) <= MAX_READ and (bool(text) or not request.get("hasPostData"))
        return data, len(data) if len(text) <= MAX_READ else len(text), whole
    read, size, whole = bytearray(), 0, True
    for entry in entries:
        encoded = entry.get("bytes")
        if encoded is None:  # a file, which the browser sends by itself
            whole = False
            continue
        size += len(encoded) * 3 // 4 - encoded[-2:].count("=")
        room = MAX_READ - len(read)
        if room > 0:
            read += base64.b64decode(encoded[: room * 4 // 3 // 4 * 4 + 4])[:room]
    return bytes(read), size, whole and len(read) == size


def _content_type(request: Mapping[str, Any]) -> str:
    headers = cast("Mapping[str, str]", request.get("headers") or {})
    return next((value for name, value in headers.items() if name.lower() == "content-type"), "")


_CALLS = frozenset({"params", "jsonrpc"})  # structural: JSON-RPC 2.0, sec. 4
_LONGEST_CALL = 100
_PLAIN_CALL = re.compile(r"(?:(?:query|mutation|subscription) )?[\w.:/$-]*")
"""Names of procedures, and operations of GraphQL."""

_Parsed = tuple[Fields, bool, GraphQLOperation | None]


def _parsed(data: bytes, content_type: str) -> _Parsed | None:
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        fields = _multipart(data, content_type)
        return None if fields is None else (fields, _is_whole(fields), None)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if kind == "application/graphql":
        return (("query", shortened(text, MAX_VALUE)),), len(text) <= MAX_VALUE, operation_of({"query": text})
    if kind == "application/x-www-form-urlencoded":
        return _bounded((name, value) for name, value in parse_qsl(text, keep_blank_values=True))
    value = _json(text)
    if isinstance(value, (dict, list)):
        fields, complete, _ = _bounded(_flattened(cast("object", value)))
        return fields, complete, operation_of(cast("object", value))
    return None if "\x00" in text else _bounded([("body", text)])


def _json(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key occurs twice: servers differ in which one they use")
    return found


def _is_whole(fields: Fields) -> bool:
    return len(fields) < MAX_FIELDS and all(len(value) < MAX_VALUE for _, value in fields)


def _bounded(pairs: Iterable[tuple[str, str]]) -> _Parsed:
    fields: list[tuple[str, str]] = []
    complete = True
    for name, value in pairs:
        if len(fields) >= MAX_FIELDS:
            complete = False
            break
        complete = complete and len(name) <= MAX_VALUE and len(value) <= MAX_VALUE
        fields.append((shortened(name, MAX_VALUE), shortened(value, MAX_VALUE)))
    return tuple(fields), complete, None


def _flattened(value: object, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield every leaf of a JSON value with its path: `items.0.name`."""
    if isinstance(value, dict) and value and depth < 20:
        for key, inner in cast("dict[str, object]", value).items():
            yield from _flattened(inner, f"{path}.{key}" if path else key, depth + 1)
    elif isinstance(value, list) and value and depth < 20:
        for place, inner in enumerate(cast("list[object]", value)):
            yield from _flattened(inner, f"{path}.{place}" if path else str(place), depth + 1)
    else:
        yield path or "body", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _multipart(data: bytes, content_type: str) -> Fields | None:
    """Return the fields of a multipart form; for a file, its name and size."""
    boundary = _parameters(content_type).get_param("boundary")
    if not isinstance(boundary, str) or not boundary:
        return None
    found: list[tuple[str, str]] = []
    for part in data.split(b"--" + boundary.encode())[1 : MAX_FIELDS + 1]:
        head, blank, value = part.partition(b"\r\n\r\n")
        if not blank:
            continue
        lines = head.decode(errors="replace").splitlines()
        about = next((line.partition(":")[2] for line in lines if line.lower().startswith("content-disposition:")), "")
        given = _parameters(about)
        name, file = given.get_param("name"), given.get_param("filename")
        value = value.removesuffix(b"\r\n")
        text = f"file {str(file)!r}, {len(value)} bytes" if file is not None else value.decode(errors="replace")
        found.append((shortened(str(name or ""), MAX_VALUE), shortened(text, MAX_VALUE)))
    return tuple(found)


def _parameters(header: str) -> Message:
    message = Message()
    message["Content-Type"] = header.strip()
    return message


def effect_of(kind: str, method: str, address: str, cause: EffectCause, body: Body, sent: str = "") -> ObservedEffect:
    """Return the effect of a request. `kind`: the browser's resource type; `sent`: the address as it may be stored."""
    effect_kind: EffectKind = "navigation" if kind == "Document" else "beacon" if kind == "Ping" else "request"
    operation = operation_in(body)
    return ObservedEffect(
        effect_kind, method, address_template(address), origin_of(address), 0, cause, operation=operation, whole=sent
    )


def operation_in(body: Body) -> str:
    """Name the operation that a request calls at an address with many; empty if the address says it.

    A name has one line and at most 100 characters. What is no plain name stands between quotation marks: a page can
    write sentences there.
    """
    said = _procedure_of(body) if body.operation is None else str(body.operation)
    return shortened(said, _LONGEST_CALL) if _PLAIN_CALL.fullmatch(said) else quoted(said, _LONGEST_CALL)


def _procedure_of(body: Body) -> str:
    """Return the procedure that a JSON-RPC request calls; empty if it is none."""
    names = {name.partition(".")[0] for name, _ in body.fields}
    if names.isdisjoint(_CALLS):
        return ""
    return next((value for name, value in body.fields if name == "method"), "")
