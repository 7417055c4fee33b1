"""Reads recipes: the steps of a login as a small TOML file, with references to secret values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import cast

from sextant.errors import UsageError
from sextant.settings.values import SECRET, SecretRef, number
from sextant.types.codec import from_toml

__all__ = ["Fill", "NamedElement", "Recipe", "RecipeStep", "Touch", "Until", "load_recipe", "read_recipe"]

MOST_BYTES = 100_000
_SHAPE = 'Write [[steps]] above each step, which has a field, touch or until: touch = "Sign in".'
_KINDS: Mapping[str, tuple[str, ...]] = {
    "field": ("value", "secret", "role", "anchor"),
    "touch": ("role", "anchor"),
    "until": ("seconds",),
}
"""The key that names the kind of a step, and the keys it may be combined with."""
_SECONDS = number(least=0.1, most=600)


@dataclass(frozen=True, slots=True)
class NamedElement:
    """An element by its name. Role and anchor (its surroundings) distinguish equal names."""

    label: str
    role: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Fill:
    """Types a value, or the value of a secret, into a field."""

    field: NamedElement
    value: str = ""
    secret: SecretRef | None = None

    def __str__(self) -> str:
        typed = repr(self.value) if self.secret is None else str(self.secret)
        return f"type {typed} into {self.field.label!r}"


@dataclass(frozen=True, slots=True)
class Touch:
    """Touches an element."""

    element: NamedElement

    def __str__(self) -> str:
        return f"touch {self.element.label!r}"


@dataclass(frozen=True, slots=True)
class Until:
    """Waits until a text is on the screen, or until the page is at an address: `/inbox`, `https://…`."""

    text: str
    seconds: float = 20.0

    @property
    def is_address(self) -> bool:
        """Whether the text is an address."""
        return self.text.startswith("/") or "://" in self.text

    def __str__(self) -> str:
        return f"wait until {self.text!r}"


RecipeStep = Fill | Touch | Until


@dataclass(frozen=True, slots=True)
class Recipe:
    """The steps of a login; `name` is the file's."""

    name: str
    steps: tuple[RecipeStep, ...]

    def secrets(self, environ: Mapping[str, str]) -> dict[str, str]:
        """Read the secrets that the steps refer to, by reference.

        Raises:
            UsageError: A variable is not set, a file cannot be read, or the value is empty.
        """
        found: dict[str, str] = {}
        for place, step in enumerate(self.steps, 1):
            if not isinstance(step, Fill) or step.secret is None:
                continue
            try:
                value = step.secret.read(environ)
            except (KeyError, OSError, UnicodeDecodeError):
                value = ""
            if not value:
                what = f"the variable {step.secret.where!r} is not set" if step.secret.kind == "env" else "no value"
                raise UsageError(
                    f"{self.name}, step {place}: {step.secret} cannot be read: {what}.",
                    "Set it, then try again.",
                )
            found[str(step.secret)] = value
        return found


def load_recipe(path: Path) -> Recipe:
    """Read a recipe file.

    Raises:
        UsageError: It cannot be read, or is no recipe; the message names the step and the error.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--recipe names {str(path)!r}: {error.strerror}.", "Name a readable file.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name!r} is not a recipe: it is not UTF-8 text.", _SHAPE) from error
    return read_recipe(text, path.name)


def read_recipe(text: str, name: str) -> Recipe:
    """Parse a recipe; messages call it `name`.

    Raises:
        UsageError: It is no recipe.
    """
    if len(text) > MOST_BYTES:
        raise UsageError(f"{name} is not a recipe: it has {len(text):,} characters.", "Name another file.")
    try:
        whole = from_toml(text)
    except ValueError as error:
        raise UsageError(f"{name} is not valid TOML: {str(error).rstrip('.')}.", "Correct this line.") from error
    for key in whole:
        if key != "steps":
            raise UsageError(f"{name} has an unknown key {key!r}.", _suggested(key, ("steps",)))
    if not isinstance(whole.get("steps"), list) or not whole["steps"]:
        raise UsageError(f"{name} has no steps.", _SHAPE)
    tables = cast("list[object]", whole["steps"])
    return Recipe(name, tuple(_Step(one, f"{name}, step {at}").read() for at, one in enumerate(tables, 1)))


class _Step:
    """One table of the file; messages about it begin with `where`."""

    def __init__(self, table: object, where: str) -> None:
        if not isinstance(table, dict):
            raise UsageError(f"{where} is not a table.", _SHAPE)
        self._table, self._where = cast("dict[str, object]", table), where

    def read(self) -> RecipeStep:
        kinds = [kind for kind in _KINDS if kind in self._table]
        known = (kinds[0], *_KINDS[kinds[0]]) if len(kinds) == 1 else tuple(dict.fromkeys([*_KINDS, *_all_keys()]))
        for key in self._table:
            if key not in known:
                raise UsageError(f"{self._where} has an unknown key {key!r}.", _suggested(key, known))
        if len(kinds) != 1:
            said = f"says {' and '.join(kinds)} at once" if kinds else f"says none of {', '.join(_KINDS)}"
            raise UsageError(f"{self._where} {said}.", _SHAPE)
        match kinds[0]:
            case "field":
                return self._fill()
            case "touch":
                return Touch(self._named("touch"))
            case _:
                return self._until()

    def _fill(self) -> Fill:
        if ("value" in self._table) == ("secret" in self._table):
            raise UsageError(
                f"{self._where} needs either a value or a secret.",
                'Refer to a secret value: secret = "env:APP_PASSWORD".',
            )
        if "value" in self._table:
            return Fill(self._named("field"), self._text("value"))
        try:
            return Fill(self._named("field"), secret=cast("SecretRef", SECRET.read(self._table["secret"])))
        except (ValueError, TypeError):
            # From None: the text may be the secret itself, and the cause would repeat it.
            raise UsageError(f"{self._where}: secret expects {SECRET.expects}.", "Refer to it.") from None

    def _until(self) -> Until:
        if "seconds" not in self._table:
            return Until(self._text("until"))
        try:
            return Until(self._text("until"), cast("float", _SECONDS.read(self._table["seconds"])))
        except (ValueError, TypeError) as error:
            raise UsageError(f"{self._where}: seconds expects {_SECONDS.expects}.", "Correct it.") from error

    def _named(self, key: str) -> NamedElement:
        role, anchor = (self._text(name) if name in self._table else "" for name in ("role", "anchor"))
        return NamedElement(self._text(key), role, anchor)

    def _text(self, key: str) -> str:
        value = self._table[key]
        if not isinstance(value, str) or not value.strip():
            raise UsageError(f"{self._where}: {key} expects a text.", f'Write {key} = "…".')
        return value.strip()


def _all_keys() -> list[str]:
    return [key for keys in _KINDS.values() for key in keys]


def _suggested(key: str, known: Sequence[str]) -> str:
    near = get_close_matches(key.lower(), known, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Known: {', '.join(known)}."
