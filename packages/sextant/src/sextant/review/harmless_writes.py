"""Requests that an authorizer called harmless to repeat, and which later ones are covered by its answer."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl

from sextant.dataclass import dataclass
from sextant.types.effects import HeldWrite
from sextant.types.requests import address_template, is_variable

__all__ = ["HarmlessForm", "call_key", "covering", "harmless_form", "kind_key", "with_form"]

_ADDRESS = "(address)"
"""The name of the address in `may_differ`."""
_NAMELESS = "(no name)"
_ARGUMENTS, _OF_A_CALL = "params", ("method", "id")  # structural: JSON-RPC 2.0, section 4
_CALL_PARTS = 3
_LONGEST_QUERY = 10_000
_MAX_FORMS = 60
"""The most forms of one kind."""


@dataclass(frozen=True, slots=True)
class HarmlessForm:
    """A form of a kind of requests that is harmless to repeat; another method of one address is another form.

    Attributes:
        why: The reason given by the authorizer.
        values: The values of their fields, including the address.
        free: Fields that may differ, as the authorizer named them.
        numbers: Fields that were seen with other numbers, times or identifiers, and may hold any.
    """

    why: str
    values: Mapping[str, str]
    free: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()

    def differing(self, values: Mapping[str, str]) -> frozenset[str]:
        """The fields in which a request of this kind differs from this form, without those that may."""
        names = values.keys() | self.values.keys()
        other = {one for one in names if not _is_free(one, self.free) and values.get(one) != self.values.get(one)}
        return frozenset(name for name in other if name not in self.numbers or not self._numbered(name, values))

    def _numbered(self, name: str, values: Mapping[str, str]) -> bool:
        return name in self.values and name in values and _parametric(name, self.values[name], values[name])

    def widened(self, values: Mapping[str, str]) -> "HarmlessForm | None":
        """The form with a request of which all differing fields are numbers, times or identifiers; else None."""
        other = self.differing(values)
        if not all(self._numbered(name, values) for name in other):
            return None
        return replace(self, numbers=tuple(sorted({*self.numbers, *other})))


def covering(forms: Sequence[HarmlessForm], write: HeldWrite) -> HarmlessForm | None:
    """The form of its kind that a request has, if any."""
    values = _values(write) if forms and write.complete else {}
    return next((form for form in forms if write.complete and not form.differing(values)), None)


def harmless_form(write: HeldWrite, why: str, may_differ: Sequence[str]) -> HarmlessForm:
    """The form of a request that an authorizer called harmless, with the fields that it named."""
    values = _values(write)
    named = [one for name in may_differ if name for one in (name, _dotted(name))]
    free = {_field(name) for name in named}
    # A fully named object covers all its parts; one item of a list does not cover the others.
    free |= {f"{name}." for name in named if _field(name) == name}
    if _ADDRESS in free and _ADDRESS not in values:  # a page's own field of that name frees itself alone
        free.add("")
    return HarmlessForm(why, values, tuple(sorted(free)))


def with_form(forms: Sequence[HarmlessForm], new: HarmlessForm) -> list[HarmlessForm]:
    """The forms with a new one, the newest last; a form that differs from it in numbers only covers it as well."""
    kept = [form.widened(new.values) or form for form in forms]
    return [*(form for form in kept if form != new), new][-_MAX_FORMS:]


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
    """The address without its query, if the fields tell it: each parameter is one, and none is in the body too."""
    bare, _, query = write.address.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True) if len(query) <= _LONGEST_QUERY else [(query, "")]
    names, held = Counter(name for name, _ in pairs), Counter(name for name, _ in write.fields)
    told = set(pairs) <= set(write.fields) and all(held[name] == count for name, count in names.items())
    return bare if told and not any("\ufffd" in part for pair in pairs for part in pair) else write.address


def _dotted(name: str) -> str:
    """The name of a list item as in requests; answers may write `tags[0]`, `tags[]` or `tags.*`."""
    return ".".join(filter(None, re.split(r"\.\*|\[\*?\]|[.\[\]]", name))) or name


def _field(name: str) -> str:
    """The name of a field without list positions: `tags.0` is `tags`. Arguments of a JSON-RPC call keep theirs."""
    parts = name.split(".")
    kept = 2 if parts[0] == _ARGUMENTS else 0
    return ".".join(part for at, part in enumerate(parts) if at < kept or not part.isdigit()) or name


def kind_key(write: HeldWrite) -> str:
    """The key of a kind of request: everything except its fields."""
    effect = write.effect
    return json.dumps([effect.kind, effect.method, effect.origin, effect.address, effect.operation])


def call_key(write: HeldWrite, last: str = "") -> str:
    """The key of a call of a procedure, without the thing: `model.order.read` and `model.invoice.read` have one.

    Its arguments (`params`) and its number may be any; all other fields and the address are part of the key. Empty for
    a name with fewer than three parts, and for a request that is not known as a whole or has a field twice. `last`: the
    last part of another procedure of the same API, instead of its own.
    """
    effect, parts = write.effect, write.effect.operation.split(".")
    names = Counter(name for name, _ in write.fields)
    if len(parts) < _CALL_PARTS or not write.complete or not all(part.isidentifier() for part in (*parts, last or "_")):
        return ""
    if max(names.values(), default=0) > 1:
        return ""
    others = sorted(one for one in write.fields if one[0].partition(".")[0] not in (_ARGUMENTS, *_OF_A_CALL))
    return json.dumps([effect.kind, effect.method, write.address, parts[0], last or parts[-1], others])
