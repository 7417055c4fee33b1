"""Reads recipes: the steps of a login as a small TOML file, with references to secret values."""

from collections.abc import Mapping
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.elements.named import NamedElement
from sextant.errors import UsageError
from sextant.login.step_tables import StepFormat, StepTable, step_tables
from sextant.settings.values import SECRET, SecretRef, number

__all__ = ["Fill", "NamedElement", "Recipe", "RecipeStep", "Touch", "Until", "load_recipe", "read_recipe", "read_until"]

_FORM = StepFormat(
    "recipe",
    {
        "field": ("value", "secret", "role", "anchor", "test_id"),
        "touch": ("role", "anchor", "test_id"),
        "until": ("seconds",),
    },
    'Write [[steps]] above each step, which has a field, touch or until: touch = "Sign in".',
    most_characters=100_000,
)
_SECONDS = number(least=0.1, most=600)


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
        raise UsageError(f"{path.name!r} is not a recipe: it is not UTF-8 text.", _FORM.shape) from error
    return read_recipe(text, path.name)


def read_recipe(text: str, name: str) -> Recipe:
    """Parse a recipe; messages call it `name`.

    Raises:
        UsageError: It is no recipe.
    """
    _, steps = step_tables(text, name, _FORM)
    return Recipe(name, tuple(map(_read, steps)))


def _read(table: StepTable) -> RecipeStep:
    match table.kind:
        case "field":
            return _fill(table)
        case "touch":
            return Touch(table.named("touch"))
        case _:
            return read_until(table)


def _fill(table: StepTable) -> Fill:
    if ("value" in table) == ("secret" in table):
        raise UsageError(
            f"{table.where} needs either a value or a secret.",
            'Refer to a secret value: secret = "env:APP_PASSWORD".',
        )
    if "value" in table:
        return Fill(table.named("field"), table.text("value"))
    return Fill(table.named("field"), secret=table.value("secret", SECRET))


def read_until(table: StepTable) -> Until:
    """Read a step that waits.

    Raises:
        UsageError: Its text or its seconds are invalid.
    """
    if "seconds" not in table:
        return Until(table.text("until"))
    return Until(table.text("until"), table.value("seconds", _SECONDS))
