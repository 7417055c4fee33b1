"""Reads the steps of a TOML file: tables of which one key names the kind, with messages that name file, line and step.

Recipes of logins and scripts consist of such steps.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

from sextant.dataclass import dataclass
from sextant.elements.named import NamedElement
from sextant.errors import UsageError
from sextant.settings.values import Kind
from sextant.types.codec import from_toml

__all__ = ["StepFormat", "StepTable", "step_tables"]

MOST_BYTES = 1_000_000
_HEADER = re.compile(r"\s*\[\[\s*steps\s*\]\]")


@dataclass(frozen=True, slots=True)
class StepFormat:
    """A kind of file with steps.

    Attributes:
        noun: What such a file is called.
        kinds: The key that names the kind of a step, and the keys it may be combined with.
        shape: How a step is written, for messages.
        facts: Further keys of the file.
        most_steps: More are refused.
        most_characters: Longer files are refused.
    """

    noun: str
    kinds: Mapping[str, tuple[str, ...]]
    shape: str
    facts: tuple[str, ...] = ()
    most_steps: int = 1000
    most_characters: int = MOST_BYTES


class StepTable:
    """One table of the file; messages about it begin with `where`."""

    def __init__(self, table: object, where: str, form: StepFormat) -> None:
        if not isinstance(table, dict):
            raise UsageError(f"{where} is not a table.", form.shape)
        self.where, self._table = where, cast("dict[str, object]", table)
        kinds = [kind for kind in form.kinds if kind in self._table]
        every = dict.fromkeys([*form.kinds, *(key for keys in form.kinds.values() for key in keys)])
        known = (kinds[0], *form.kinds[kinds[0]]) if len(kinds) == 1 else tuple(every)
        for key in self._table:
            if key not in known:
                raise UsageError(f"{where} has an unknown key {key!r}.", _suggested(key, known))
        if len(kinds) != 1:
            said = f"says {' and '.join(kinds)} at once" if kinds else f"says none of {', '.join(form.kinds)}"
            raise UsageError(f"{where} {said}.", form.shape)
        self.kind: str = kinds[0]

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def raw(self, key: str) -> object:
        """The value as it is in the file; None if there is none."""
        return self._table.get(key)

    def text(self, key: str, *, empty: bool = False) -> str:
        """A text without blanks around it; with `empty`, it may be missing or say nothing.

        Raises:
            UsageError: It is no text, or says nothing.
        """
        value = self._table.get(key, "" if empty else None)
        if not isinstance(value, str) or not (empty or value.strip()):
            raise UsageError(f"{self.where}: {key} expects a text.", f'Write {key} = "…".')
        return value.strip()

    def value(self, key: str, kind: Kind) -> Any:
        """A value of that kind.

        Raises:
            UsageError: It is none; the message says what is expected.
        """
        try:
            return kind.read(self._table[key])
        except (ValueError, TypeError, OverflowError) as error:
            problem = UsageError(f"{self.where}: {key} expects {kind.expects}.", "Correct it.")
            # The text of a hidden kind may be the secret itself, and the cause would repeat it.
            raise problem from (None if kind.hidden else error)

    def named(self, key: str, *, empty: bool = False) -> NamedElement:
        """The element that the step names; with `empty`, its label may say nothing."""
        role, anchor, test_id = (
            self.text(name) if name in self._table else "" for name in ("role", "anchor", "test_id")
        )
        return NamedElement(self.text(key, empty=empty), role, anchor, test_id)


def step_tables(text: str, name: str, form: StepFormat) -> tuple[dict[str, Any], tuple[StepTable, ...]]:
    """Parse a file: all of it as plain data, and its steps; messages call it `name`.

    Raises:
        UsageError: It is no such file.
    """
    if len(text) > form.most_characters:
        raise UsageError(f"{name} is not a {form.noun}: it has {len(text):,} characters.", "Name another file.")
    try:
        whole = from_toml(text)
    except ValueError as error:
        raise UsageError(f"{name} is not valid TOML: {str(error).rstrip('.')}.", "Correct this line.") from error
    known = (*form.facts, "steps")
    for key in whole:
        if key not in known:
            raise UsageError(f"{name} has an unknown key {key!r}.", _suggested(key, known))
    if not isinstance(whole.get("steps"), list) or not whole["steps"]:
        raise UsageError(f"{name} has no steps.", form.shape)
    tables = cast("list[object]", whole["steps"])
    if len(tables) > form.most_steps:
        raise UsageError(f"{name} has {len(tables):,} steps; the limit is {form.most_steps:,}.", "Divide it.")
    lines = [number for number, line in enumerate(text.split("\n"), 1) if _HEADER.match(line)]
    places = [f"{name}:{line}" for line in lines] if len(lines) == len(tables) else [name] * len(tables)
    steps = (StepTable(one, f"{places[at]}, step {at + 1}", form) for at, one in enumerate(tables))
    return whole, tuple(steps)


def _suggested(key: str, known: Sequence[str]) -> str:
    near = get_close_matches(key.lower(), known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known)}."
