"""Requests that an authorizer called harmless to repeat, and which later ones are covered by its answer."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from sextant.types.effects import HeldWrite
from sextant.types.requests import address_template, is_variable

__all__ = [
    "HarmlessForm",
    "endpoint_key",
    "harmless_form",
    "is_procedure_pattern",
    "kind_key",
    "pattern_of",
    "with_form",
]

_ADDRESS = "(address)"
"""The name of the address in `may_differ`."""
_NAMELESS = "(no name)"
_PATTERN = re.compile(r"(?:[\w*]+[./:])*[A-Za-z]\w{2,}\*?")
"""A name of procedures: whatever `*` stands for, its last part says what is done, or begins so."""
_MAX_FORMS = 60
"""The most forms of one kind."""


@dataclass(frozen=True, slots=True)
class HarmlessForm:
    """A form of a kind of requests that is harmless to repeat; another method of one address is another form.

    Attributes:
        why: The reason given by the authorizer.
        values: The values of their fields, including the address.
        free: Fields that may differ: named by the authorizer, or seen with other numbers, times or identifiers.
    """

    why: str
    values: Mapping[str, str]
    free: tuple[str, ...] = ()

    def covers(self, write: HeldWrite) -> bool:
        """Whether a request of this kind differs in free fields only."""
        found = _values(write)
        fixed = (name for name in self.values if not _is_free(name, self.free))
        return write.complete and all(found[name] == self.values[name] for name in fixed)


def harmless_form(write: HeldWrite, why: str, may_differ: Sequence[str]) -> HarmlessForm:
    """The form of a request that an authorizer called harmless, with the fields that it named."""
    values = _values(write)
    named = [one for name in may_differ if name for one in (name, _dotted(name))]
    free = {_field(name) for name in named}
    # A fully named object covers all its parts; one item of a list does not cover the others.
    free |= {f"{name}." for name in named if not any(part.isdigit() for part in name.split("."))}
    if _ADDRESS in free and _ADDRESS not in values:  # a page's own field of that name frees itself alone
        free.add("")
    return HarmlessForm(why, values, tuple(sorted(free)))


def with_form(forms: Sequence[HarmlessForm], new: HarmlessForm) -> list[HarmlessForm]:
    """The forms with a new one, the newest last. It takes the place of those that differ from it in numbers only."""
    kept: list[HarmlessForm] = []
    for form in forms:
        free = {*form.free, *new.free}
        other = {name for name in new.values if not _is_free(name, free) and form.values[name] != new.values[name]}
        if all(_parametric(name, form.values[name], new.values[name]) for name in other):
            new = replace(new, free=tuple(sorted(free | other)))
        else:
            kept.append(form)
    return [*kept, new][-_MAX_FORMS:]


def _is_free(name: str, free: Collection[str]) -> bool:
    return any(part in free for part in _with_parents(name))


def _with_parents(name: str) -> Iterator[str]:
    """A field and its enclosing objects; these end in a dot: `filter.name` is in `filter.`."""
    yield name
    parts = name.split(".")
    yield from (f"{'.'.join(parts[:count])}." for count in range(1, len(parts)))


def _parametric(name: str, *values: str) -> bool:
    """Whether the values of a field may differ in numbers, times or identifiers only; words may change the act."""
    if not name:
        return len({address_template(address) for address in values}) == 1
    return all(is_variable(item) for value in values for item in json.loads(value))


def _values(write: HeldWrite) -> dict[str, str]:
    """The values of each field by name. Items of a list belong to one field.

    The address has the empty name. Its query is left out if the fields hold it: what may differ is named by field.
    """
    held: dict[str, list[str]] = {}
    for name, value in write.fields:
        held.setdefault(_field(name) or _NAMELESS, []).append(value)
    return {**{name: json.dumps(values) for name, values in held.items()}, "": _without_query(write)}


def _without_query(write: HeldWrite) -> str:
    """The address without its query, if each part of that is one of the fields."""
    bare, _, query = write.address.partition("?")
    return bare if set(parse_qsl(query, keep_blank_values=True)) <= set(write.fields) else write.address


def _dotted(name: str) -> str:
    """The name of a list item as in requests; answers may write `tags[0]`, `tags[]` or `tags.*`."""
    return ".".join(filter(None, re.split(r"\.\*|\[\*?\]|[.\[\]]", name))) or name


def _field(name: str) -> str:
    """The name of a field without list positions: `tags.0` is `tags`."""
    return ".".join(part for part in name.split(".") if not part.isdigit()) or name


def kind_key(write: HeldWrite) -> str:
    """The key of a kind of request: everything except the values."""
    effect, names = write.effect, sorted({_field(name) for name, _ in write.fields})
    return json.dumps([effect.kind, effect.method, effect.origin, effect.address, effect.operation, names])


def endpoint_key(write: HeldWrite) -> str:
    """The key of where procedures are called: method, origin and address."""
    return json.dumps([write.effect.method, write.effect.origin, write.effect.address])


def is_procedure_pattern(name: str) -> bool:
    """Whether a name, with `*` for any part, still says what its procedures do: `model.*.read`, and not `model.*`."""
    return _PATTERN.fullmatch(name) is not None


def pattern_of(write: HeldWrite, patterns: Iterable[str]) -> str:
    """The pattern of the procedure that a request calls; empty if there is none. A final `*` ends with the name."""
    called = write.effect.operation
    if not called or [name for name, _ in write.fields].count("method") != 1:  # servers differ in which one they use
        return ""
    return next((one for one in patterns if re.fullmatch(_as_expression(one), called)), "")


def _as_expression(pattern: str) -> str:
    body = re.escape(pattern.removesuffix("*")).replace(r"\*", r"[\w./:]*")
    return body + (r"\w*" if pattern.endswith("*") else "")
