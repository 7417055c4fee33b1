"""Loads settings from flags, `sextant.toml`, environment variables, a preset and defaults, in that order."""

import re
import tempfile
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast, get_args

from sextant.dataclass import dataclass
from sextant.errors import SettingsError, UsageError
from sextant.settings.credentials import without_credentials
from sextant.settings.presets import PRESETS
from sextant.settings.schema import DROPPED, GROUPS, KEYS, TABLES, Key, Origin, Preset, SecretRef, Settings, shown
from sextant.settings.trust import FILE_NAME, find_file, named_bytes, own_bytes, refusal, trusted

__all__ = ["FILE_NAME", "PRESET_NAMES", "find_file", "load", "preset_named", "settings_of", "untrusted_values"]

PREFIX = "SEXTANT_"
FILE_VARIABLE = "SEXTANT_CONFIG"
SHORT = {"SEXTANT_MODEL": "models.default"}
"""Short names of common settings."""
OTHERS = frozenset({FILE_VARIABLE, "SEXTANT_BENCHMARKS", "SEXTANT_NO_NETWORK_MODELS"})
"""Variables that other code reads."""
PRESET_NAMES: tuple[Preset, ...] = get_args(Preset)


@dataclass(frozen=True, slots=True)
class _Found:
    """A value as it was written, and its source."""

    raw: object
    origin: Origin
    base: Path | None = None
    """The base of relative paths; None for the working directory."""


@dataclass(frozen=True, slots=True)
class _File:
    """A settings file. `named`: by the caller; else it was found."""

    path: Path
    named: bool
    data: bytes
    trusted: bool = False

    @property
    def obeyed(self) -> bool:
        return self.named or self.trusted


def load(
    flags: Mapping[str, object],
    *,
    environ: Mapping[str, str],
    directory: Path,
    file: Path | None = None,
    places: Mapping[str, str] = MappingProxyType({}),
    recorded: Mapping[str, str] = MappingProxyType({}),
    uses: Collection[str] | None = None,
) -> Settings:
    """Read every source and check every value.

    A found file that the user has not trusted sets only harmless values.

    Args:
        flags: By dotted name (`budget.max_steps`); None means the flag was not given.
        environ: The environment.
        directory: Where the search for `sextant.toml` begins.
        file: A settings file named by the caller; it must exist.
        places: The name of each flag in messages (`--max-steps`), by dotted name.
        recorded: The settings of a run that is resumed, as `shown` writes them: they override the file, and flags
            override them. Unknown keys are ignored.
        uses: Groups and tables that the caller reads; None means all.

    Raises:
        SettingsError: An unknown key or an invalid value; names the key, the place and the remedy. Or: an untrusted
            file that was found sets something that the caller reads.
    """
    chosen = _chosen_file(file, environ, directory)
    notices: list[str] = []
    found, withheld = _from_places(chosen, environ, notices)
    for name, text in recorded.items():
        if _known(name):
            found[name] = _Found(text, Origin("record", "the run's record"))
    for name, raw in flags.items():
        if raw is not None:
            place = places.get(name, f"the flag for {name}")
            _check_name(name, place)
            found[name] = _Found(raw, Origin("flag", place))
    withheld -= {name for name, item in found.items() if item.origin.source in ("record", "flag")}
    if chosen is not None and any(uses is None or name.partition(".")[0] in uses for name in withheld):
        values = _untrusted(chosen, environ)
        texts = {name: without_credentials(shown(name, value)) for name, value in values.items() if name in withheld}
        raise refusal(chosen.path, texts, trusted(environ).knows(chosen.path))
    if "context.preset" in found:
        preset = cast("Preset", _read("context.preset", found["context.preset"]))
        its = {name: _Found(raw, Origin("preset", f"the preset {preset}")) for name, raw in PRESETS[preset].items()}
        found = its | found
    values = {name: _read(name, item) for name, item in found.items()}
    if "journal.directory" not in values and environ.get("XDG_STATE_HOME"):
        values["journal.directory"] = Path(environ["XDG_STATE_HOME"]) / "sextant" / "runs"
        found["journal.directory"] = _Found(None, Origin("environment", "XDG_STATE_HOME"))
    settings = _assemble(values, {name: item.origin for name, item in found.items()}, tuple(notices))
    if chosen is None:
        return settings
    left = tuple(sorted(withheld))
    return replace(settings, file=chosen.path, named=chosen.named, trusted=chosen.trusted, withheld=left)


def _from_places(
    chosen: _File | None, environ: Mapping[str, str], notices: list[str]
) -> tuple[dict[str, _Found], set[str]]:
    """The values of the environment and of a file, and the names that an untrusted file may not set."""
    found = dict(_from_environment(environ, notices))
    withheld: set[str] = set()
    if chosen is not None:
        written = dict(_from_file(chosen, notices))
        if not chosen.obeyed:
            withheld = {name for name, item in written.items() if not _is_harmless(name, item, found.get(name))}
        found.update({name: item for name, item in written.items() if name not in withheld})
    return found, withheld


def untrusted_values(path: Path, data: bytes, environ: Mapping[str, str]) -> dict[str, object]:
    """The values of a found file that apply only if it is trusted, by name.

    Raises:
        SettingsError: It is no settings file, or a value in it is invalid.
    """
    return _untrusted(_File(path, False, data), environ)


def _untrusted(file: _File, environ: Mapping[str, str]) -> dict[str, object]:
    above = dict(_from_environment(environ, []))
    written = dict(_from_file(file, []))
    harmful = {name: item for name, item in written.items() if not _is_harmless(name, item, above.get(name))}
    return {name: _read(name, item) for name, item in harmful.items()}


def _is_harmless(name: str, written: _Found, instead: "_Found | None") -> bool:
    """Whether a value of an untrusted file may replace the one that applies without it."""
    try:
        value = _read(name, written)
    except SettingsError:
        return True  # an invalid value is refused where it is used
    return _key(name).harmless(value, _DEFAULTS.get(name) if instead is None else _read(name, instead))


_DEFAULTS = dict(Settings().values())


def _assemble(values: Mapping[str, object], origins: Mapping[str, Origin], notices: tuple[str, ...]) -> Settings:
    groups: dict[str, Any] = {}
    for group, kind in GROUPS.items():
        own = {name.partition(".")[2]: value for name, value in values.items() if name.startswith(f"{group}.")}
        groups[group] = kind(**own)
    groups["journal"] = type(groups["journal"])(
        _expanded(groups["journal"].directory), groups["journal"].keep_days, groups["journal"].keep_megabytes
    )
    tables: dict[str, dict[str, Any]] = {table: {} for table in TABLES}
    for name, value in values.items():
        table, _, entry = name.partition(".")
        if table in tables:
            tables[table][entry] = value
    everything: dict[str, Any] = {**groups, **tables, "origins": origins, "notices": notices}
    return Settings(**everything)


# --- the environment -------------------------------------------------------------------------------------------------


def _from_environment(environ: Mapping[str, str], notices: list[str]) -> Iterator[tuple[str, _Found]]:
    """Yield short names first, so that the full name wins where both are set."""
    names = {f"{PREFIX}{name.upper().replace('.', '_')}": name for name in KEYS}
    for variable, name in SHORT.items():
        if environ.get(variable):
            yield name, _Found(environ[variable], Origin("environment", variable))
    for variable, raw in sorted(environ.items()):
        if not variable.startswith(PREFIX) or variable in SHORT or variable in OTHERS or not raw:
            continue
        name = names.get(variable) or _table_entry(variable)
        if name is not None:
            yield name, _Found(raw, Origin("environment", variable))
        elif variable.removeprefix(PREFIX).partition("_")[0].lower() in GROUPS:
            raise SettingsError(
                f"The environment sets {variable!r}, which is not a setting.",
                _suggest(variable, names) or "Unset it, or see `sextant doctor --config` for all names.",
            )
        else:
            notices.append(f"The environment variable {variable!r} is not read by this version.")


def _table_entry(variable: str) -> str | None:
    table, _, entry = variable.removeprefix(PREFIX).partition("_")
    return f"{table.lower()}.{entry.lower()}" if table.lower() in TABLES and entry else None


# --- the file --------------------------------------------------------------------------------------------------------


def _chosen_file(file: Path | None, environ: Mapping[str, str], directory: Path) -> _File | None:
    named, by = (file, "--config") if file is not None else (environ.get(FILE_VARIABLE), FILE_VARIABLE)
    if not named:
        found = find_file(directory, Path(environ["HOME"]) if environ.get("HOME") else None)
        if found is None:
            return None
        data = own_bytes(found)
        return _File(found, False, data, trusted(environ).holds(found, data))
    path = directory / _expanded(Path(named))
    if not path.is_file():
        raise SettingsError(f"{by} names {str(named)!r}, but this file does not exist.", "Create it, or name another.")
    return _File(path, True, named_bytes(path))


def _from_file(file: _File, notices: list[str]) -> Iterator[tuple[str, _Found]]:
    path = file.path
    try:
        text = file.data.decode("utf-8")
        _check_lines(path, text)
        content = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from error
    except RecursionError as error:
        raise SettingsError(f"{path} is nested too deeply.", "Settings are sections of plain values.") from error
    except ValueError as error:  # tomllib's own, and Python's for a number with too many digits
        raise SettingsError(
            f"{path} is not valid TOML: {_cut(str(error))}.", "Correct this line, or name another file: --config FILE"
        ) from error
    lines = _lines_of_keys(text)
    for group, entries in content.items():
        place = f"{_short(path)}:{lines.get(group, 1)}"
        dropped = {name for name in DROPPED if name.startswith(f"{group}.")}
        if group not in GROUPS and group not in TABLES and not dropped:
            raise SettingsError(f"{place} has a section {_bounded(group)}, which is unknown.", _suggest_group(group))
        if not isinstance(entries, dict):
            raise SettingsError(
                f"{place} sets {_bounded(group)} to a value.", f"It is a section: write [{group}] above its keys."
            )
        for entry, raw in cast("dict[str, object]", entries).items():
            name = f"{group}.{entry}"
            place = f"{_short(path)}:{lines.get(name, lines.get(group, 1))}"
            if name in dropped:
                notices.append(f"{place} sets {_bounded(name)}, which this version does not have: remove it.")
                continue
            _check_name(name, place)
            yield name, _Found(raw, Origin("file", place), path.parent)


_MOST_DOTS = 100


def _check_lines(path: Path, text: str) -> None:
    """Refuse a line on which `tomllib` takes time and memory quadratic in the parts of a key."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MOST_DOTS:
            raise SettingsError(
                f"{_short(path)}:{number} has more than {_MOST_DOTS} dots.", "Write long lists over several lines."
            )


_NAME = re.compile(r"[\w.\-\"' ]{1,200}")
"""A possible name in a line; a single character class, so that matching takes linear time."""


def _lines_of_keys(text: str) -> dict[str, int]:
    """The line of each key by dotted name, for messages. TOML parsers report no lines."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.strip()
        if written.startswith("["):
            head, closing, _ = written[1:].partition("]")
            if closing and _NAME.fullmatch(head):
                section = _bare(head)
                lines.setdefault(section, number)
            continue
        entry, equals, _ = written.partition("=")
        if equals and _NAME.fullmatch(entry):
            name = _bare(entry)
            lines.setdefault(f"{section}.{name}" if section else name, number)
    return lines


def _bare(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))


def _short(path: Path) -> str:
    return path.name if path.name == FILE_NAME else str(path)


# --- values ----------------------------------------------------------------------------------------------------------


def _read(name: str, found: _Found) -> object:
    key = _key(name)
    try:
        value = key.kind.read(found.raw)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        written = "" if key.kind.hidden else f", got {_bounded(found.raw)}"
        near = key.kind.suggest(found.raw)
        remedy = f"Did you mean {near!r}?" if near else f"Correct {found.origin}."
        raise SettingsError(f"{name} ({found.origin}) expects {key.kind.expects}{written}.", remedy) from (
            None if key.kind.hidden else error
        )
    if isinstance(value, str) and name.startswith("apps."):
        value = without_credentials(value)
    return _anchored(value, found.base)


def _expanded(path: Path) -> Path:
    """Expand `~`; a path with an unknown user is returned unchanged, and fails where it is used."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _anchored(value: object, base: Path | None) -> object:
    """Resolve a relative path of a settings file against that file."""
    if isinstance(value, Path):
        path = _expanded(value)
        return path if base is None else base / path
    if isinstance(value, SecretRef) and value.kind == "file" and base is not None:
        return replace(value, where=str(base / _expanded(Path(value.where))))
    return value


def _bounded(raw: object) -> str:
    return _cut(repr(raw))


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _key(name: str) -> Key:
    table = name.partition(".")[0]
    return TABLES[table] if table in TABLES else KEYS[name]


def _known(name: str) -> bool:
    group, _, entry = name.partition(".")
    return name in KEYS or (group in TABLES and bool(entry))


def _check_name(name: str, place: str) -> None:
    if _known(name):
        return
    near = _suggest(name, KEYS) or _suggest_group(name.partition(".")[0])
    raise SettingsError(f"{place} sets {_bounded(name)}, which is not a setting.", near)


def _suggest(name: str, known: Mapping[str, object]) -> str:
    """The nearest known name; a right key in the wrong section is found too."""
    entry = name.rpartition(".")[2]
    same = [key for key in known if key.rpartition(".")[2] == entry]
    close = get_close_matches(name, same, n=1, cutoff=0) or get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean {close[0]!r}?" if close else ""


def _suggest_group(group: str) -> str:
    known = [*GROUPS, *TABLES]
    close = get_close_matches(group, known, n=1, cutoff=0.5)
    if close and close[0] != group:
        return f"Did you mean [{close[0]}]?"
    return f"Sections are {', '.join(known)}; `sextant doctor --config` lists every key."


def preset_named(name: str) -> Preset:
    """Parse the name of a preset.

    Raises:
        UsageError: There is none of that name.
    """
    for preset in PRESET_NAMES:
        if preset == name:
            return preset
    raise UsageError(f"There is no preset {name!r}.", f"Choose one of: {', '.join(PRESET_NAMES)}.")


def settings_of(preset: Preset, more: Mapping[str, object] | None = None) -> Settings:
    """The settings of a preset, with further settings by dotted name."""
    with tempfile.TemporaryDirectory(prefix="sextant-preset-") as empty:
        return load({"context.preset": preset, **(more or {})}, environ={}, directory=Path(empty))
