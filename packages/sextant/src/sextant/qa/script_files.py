"""Scripts: the recorded steps of a person as a TOML file that people read and edit. Pure.

A step names its element as a recipe of a login does. Everything that it says about the element has to agree.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

from sextant.dataclass import dataclass
from sextant.elements.named import NamedElement
from sextant.errors import UsageError
from sextant.login.recipes import Until, read_until
from sextant.login.step_tables import StepFormat, StepTable, step_tables
from sextant.settings.values import Kind, choice, number, whole
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    Direction,
    DoubleTap,
    Drag,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Recents,
    Scroll,
    Swipe,
    Target,
    targets_of,
)
from sextant.types.codec import comment, toml_pairs, toml_text
from sextant.types.geometry import NORMALISED

__all__ = [
    "FORMAT",
    "Script",
    "ScriptStep",
    "ScriptTarget",
    "ScriptWait",
    "check_place",
    "load_script",
    "read_script",
    "script_text",
]

FORMAT = "sextant-script"
VERSION = 1
_RECORD = "Record one with: sextant record TARGET --script FILE"
_NAMED = ("role", "anchor", "test_id", "ordinal", "at", "point")
_FORM = StepFormat(
    "script",
    {
        "touch": (*_NAMED, "lands"),
        "touch_twice": (*_NAMED, "lands"),
        "hold": (*_NAMED, "seconds", "lands"),
        "drag": (*_NAMED, "to", "lands"),
        "field": ("value", "secret", *_NAMED, "lands"),
        "scroll": ("of", *_NAMED, "distance", "lands"),
        "swipe": ("of", *_NAMED, "distance", "lands"),
        "press": ("lands",),
        "open": ("lands",),
        "until": ("seconds",),
    },
    'Write [[steps]] above each step, which has a touch, field, press …: touch = "Sign in".',
    ("format", "version", "goal", "target", "app"),
    most_steps=500,
)
_END = StepFormat("script", {"touch": _NAMED}, 'Write to = { touch = "Done" }.')
_KEYS: Final[Mapping[str, DeviceAction]] = {
    "enter": KeyboardEnter(),
    "back": NavigateBack(),
    "home": NavigateHome(),
    "recents": Recents(),
}
_WORDS = {"click": "touch", "double_tap": "touch twice", "long_press": "hold", "input_text": "type into"}
_PRESS = choice(*_KEYS)
_DIRECTION = choice("up", "down", "left", "right")
_SECONDS, _DISTANCE, _ORDINAL = number(0.1, 10), number(0.01, 20), whole(0, 10_000)


@dataclass(frozen=True, slots=True)
class ScriptTarget:
    """The element of a step. `ordinal` counts equal ones from 0; None: there has to be one only."""

    element: NamedElement
    ordinal: int | None = None

    def __str__(self) -> str:
        role, place = self.element.role or "element", self.element.anchor
        which = f", number {self.ordinal + 1}" if self.ordinal is not None else ""
        known = f" with the test id {self.element.test_id!r}" if self.element.test_id else ""
        label = repr(self.element.label) if self.element.label else "without a name"
        return f"the {role} {label}{f' in {place!r}' if place else ''}{known}{which}"


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """An action, whose targets by index stand for `targets` in this order, and the name of the screen that follows."""

    action: DeviceAction
    targets: tuple[ScriptTarget, ...] = ()
    lands: str = ""
    where: str = ""
    """The place in the file, for messages."""

    @property
    def label(self) -> str:
        """The step in words, without its element's details."""
        action = self.action
        what = _WORDS.get(action.kind, action.kind)
        if isinstance(action, Scroll | Swipe):
            return f"{what} {action.direction}"
        if isinstance(action, OpenApp):
            return f"open {action.name!r}"
        if key := _key_of(action):
            return f"press {key}"
        labels = [repr(one.element.label) if one.element.label else f"a {one.element.role}" for one in self.targets]
        return f"{what} {' to '.join(labels)}" if labels else what


@dataclass(frozen=True, slots=True)
class ScriptWait:
    """A step that waits for a text or an address, and fails without it."""

    until: Until
    where: str = ""
    lands: str = ""

    @property
    def label(self) -> str:
        """The step in words."""
        return str(self.until)


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of a file, and where they begin.

    Attributes:
        goal: What they do, in words.
        target: Where they begin, as on the command line; files are relative to the script's own folder.
        app: The app in which they begin: an origin, a package.
    """

    goal: str
    target: str
    app: str
    steps: tuple[ScriptStep | ScriptWait, ...]

    @property
    def hops(self) -> tuple[ScriptStep | ScriptWait, ...]:
        """The steps, as the hops of a route."""
        return self.steps

    @property
    def way(self) -> str:
        """The script in a line."""
        return " › ".join(one.label for one in self.steps)

    def check_secrets(self, known: Sequence[str]) -> None:
        """Check that every secret that a step types is given.

        Raises:
            UsageError: One is not.
        """
        for step in self.steps:
            if isinstance(step, ScriptWait) or not isinstance(step.action, InputText):
                continue
            secret = step.action.secret
            if secret and secret not in known:
                raise UsageError(
                    f"{step.where} types the secret {secret!r} into {step.targets[0] if step.targets else 'a field'}, "
                    "and it is not given.",
                    f"Refer to it: --secret {secret}=env:VARIABLE or {secret}=file:PATH",
                )


# ---- reading


def load_script(path: Path) -> Script:
    """Read a script file.

    Raises:
        UsageError: It cannot be read, or is no script.
    """
    try:
        return read_script(path.read_text(encoding="utf-8"), path.name)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror}.", "Check the path.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path.name!r} is not a script: it is not text.", _RECORD) from error


def read_script(text: str, name: str) -> Script:
    """Parse a script; messages call it `name`.

    Raises:
        UsageError: It is no script, or of another format version; the message names the line and the step.
    """
    head, tables = step_tables(text, name, _FORM)
    if head.get("format") != FORMAT:
        raise UsageError(f"{name} is not a script: it does not say format = {FORMAT!r}.", _RECORD)
    if head.get("version") != VERSION:
        raise UsageError(
            f"{name} has format version {head.get('version')!r}; this Sextant reads version {VERSION}.", _RECORD
        )
    for key in ("goal", "target", "app"):
        if not isinstance(head.get(key), str) or not (head[key].strip() or key == "app"):
            raise UsageError(f"{name}: {key} expects a text.", f'Write {key} = "…" above the steps.')
    return Script(head["goal"], head["target"], head["app"], tuple(map(_read, tables)))


def _read(table: StepTable) -> ScriptStep | ScriptWait:
    if table.kind == "until":
        return ScriptWait(read_until(table), table.where)
    action, targets = _action(table)
    return ScriptStep(action, targets, table.text("lands", empty=True), table.where)


def _action(table: StepTable) -> tuple[DeviceAction, tuple[ScriptTarget, ...]]:
    kind = table.kind
    match kind:
        case "press":
            return _KEYS[table.value("press", _PRESS)], ()
        case "open":
            return OpenApp(table.text("open")), ()
        case "scroll" | "swipe":
            target, named = _target(table, "of", needed=False)
            direction: Direction = table.value(kind, _DIRECTION)
            distance: float | None = table.value("distance", _DISTANCE) if "distance" in table else None
            return (Scroll if kind == "scroll" else Swipe)(direction, target, distance), named
        case "field":
            return _typing(table)
        case "drag":
            return _drag(table)
        case _:
            target, named = _target(table, kind)
            assert target is not None
            if kind == "hold" and "seconds" in table:
                return LongPress(target, table.value("seconds", _SECONDS)), named
            return {"touch": Click, "touch_twice": DoubleTap, "hold": LongPress}[kind](target), named


def _typing(table: StepTable) -> tuple[DeviceAction, tuple[ScriptTarget, ...]]:
    target, named = _target(table, "field", needed=False)
    if ("value" in table) == ("secret" in table):
        raise UsageError(
            f"{table.where} needs either a value or a secret.",
            'Name a secret: secret = "password", and give it with --secret password=env:VARIABLE',
        )
    if "secret" in table:
        return InputText(target=target, secret=table.text("secret")), named
    value = table.raw("value")
    if not isinstance(value, str):
        raise UsageError(f"{table.where}: value expects a text.", 'Write value = "…".')
    return InputText(value, target), named


def _drag(table: StepTable) -> tuple[DeviceAction, tuple[ScriptTarget, ...]]:
    start, named = _target(table, "drag")
    end, others = _target(StepTable(table.raw("to"), f"{table.where}, to", _END), "touch")
    assert start is not None
    assert end is not None
    return Drag(start, end), (*named, *others)


def _target(table: StepTable, key: str, *, needed: bool = True) -> tuple[Target | None, tuple[ScriptTarget, ...]]:
    """The target of an action, and the element that it stands for; neither, where none is named nor needed."""
    if "point" in table:
        return ByPoint(*_pair(table, "point", NORMALISED)), ()
    element = table.named(key, empty=True)
    if element == NamedElement(""):
        if needed:
            raise UsageError(f"{table.where} names no element.", f'Write {key} = "…", or a role, or point = [x, y].')
        return None, ()
    named = ScriptTarget(element, table.value("ordinal", _ORDINAL) if "ordinal" in table else None)
    return (ByRelative(0, *_pair(table, "at", 1)) if "at" in table else ByIndex(0)), (named,)


def _pair(table: StepTable, key: str, most: float) -> tuple[float, float]:
    def read(value: object) -> tuple[float, float]:
        if not isinstance(value, list) or len(pair := cast("list[object]", value)) != 2:
            raise ValueError
        x, y = (cast("float", number(0, most).read(one)) for one in pair)
        return x, y

    found: tuple[float, float] = table.value(key, Kind(f"two numbers from 0 to {most:g}: [x, y]", read))
    return found


# ---- writing


def check_place(path: Path) -> None:
    """Check before a recording that its script can be written.

    Raises:
        UsageError: It is no TOML file by its name, or a file that exists and is no script.
    """
    if path.suffix != ".toml":
        raise UsageError(f"A script is written to a .toml file, not to {str(path)!r}.", f"Try --script {path}.toml")
    if path.exists():
        load_script(path)  # only a script may be overwritten
    else:
        path.parent.mkdir(parents=True, exist_ok=True)


def script_text(script: Script, remarks: Sequence[str] = ()) -> str:
    """The script as TOML, with the remarks as comments at its top."""
    lines = ["# A script for `sextant check`; `sextant record --script` writes such files."]
    lines += [f"# {comment(one)}" for one in remarks]
    lines += ["", *toml_pairs(format=FORMAT, version=VERSION, goal=script.goal, target=script.target)]
    lines.append(f"app = {toml_text(script.app)}")
    for number_, step in enumerate(script.steps, 1):
        lines += ["", f"# {number_}. {comment(step.label)}", "[[steps]]"]
        if isinstance(step, ScriptWait):
            lines += toml_pairs(until=step.until.text, seconds=step.until.seconds)
        else:
            lines += _step_lines(step)
        lines += toml_pairs(lands=step.lands)
    return "\n".join(lines) + "\n"


def _step_lines(step: ScriptStep) -> list[str]:
    action, named = step.action, iter(step.targets)
    target = next(iter(targets_of(action)), None)
    match action:
        case Click():
            return [*_target_lines("touch", target, named)]
        case DoubleTap():
            return [*_target_lines("touch_twice", target, named)]
        case LongPress():
            return [*_target_lines("hold", target, named), f"seconds = {min(10.0, max(0.1, action.seconds)):g}"]
        case Drag():
            start, end = [*_target_lines("drag", action.start, named)], _target_lines("touch", action.end, named)
            return [*start, f"to = {{ {', '.join(end)} }}"]
        case InputText():
            typed = toml_pairs(secret=action.secret) or [f"value = {toml_text(action.text)}"]
            return [*_target_lines("field", target, named), *typed]
        case Scroll() | Swipe():
            moved = [f"{action.kind} = {toml_text(action.direction)}"]
            moved += [] if action.distance is None else [f"distance = {min(20.0, max(0.01, action.distance)):g}"]
            return moved if target is None else [*moved, *_target_lines("of", target, named)]
        case OpenApp():
            return [f"open = {toml_text(action.name)}"]
        case _:
            return toml_pairs(press=_key_of(action))


def _key_of(action: DeviceAction) -> str:
    """The name of the key that an action presses; empty if it presses none."""
    return next((name for name, one in _KEYS.items() if one == action), "")


def _target_lines(key: str, target: Target | None, named: Iterator[ScriptTarget]) -> Iterator[str]:
    if target is None or isinstance(target, ByPoint):
        yield f'{key} = ""'
        if target is not None:
            yield f"point = [{target.x:g}, {target.y:g}]"
        return
    one = next(named)
    element = one.element
    yield f"{key} = {toml_text(element.label)}"
    yield from toml_pairs(role=element.role, anchor=element.anchor, test_id=element.test_id)
    if one.ordinal is not None:
        yield f"ordinal = {one.ordinal}"
    if isinstance(target, ByRelative):
        yield f"at = [{target.x:g}, {target.y:g}]"
