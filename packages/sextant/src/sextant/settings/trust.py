"""Finds settings files, checks who owns them, and stores which of them the user trusts.

As in git, a found file counts only if the user or root owns it and nobody else can write it. As in direnv, the user
trusts one content at one path.
"""

import errno
import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any, Literal, cast

from sextant.dataclass import dataclass
from sextant.errors import JournalFault, SettingsError
from sextant.storage import Folder, UnsafePath, may_be_written_by_others, read_private, write_private

__all__ = ["FILE_NAME", "LARGEST_FILE_BYTES", "Trusted", "find_file", "named_bytes", "own_bytes", "refusal", "trusted"]

FILE_NAME = "sextant.toml"
LARGEST_FILE_BYTES = 256 * 1024
Standing = Literal["trusted", "changed", "gone"]
_REPOSITORY = ".git"
_NAMES_TOLD = 8
_LONGEST_SHOWN = 60
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would move the cursor of a terminal, colour or clear it, or turn its text."""
"""Limit of characters of a name or a value in a message."""


def find_file(directory: Path, home: Path | None = None) -> Path | None:
    """Find the nearest `sextant.toml` from this directory up to the repository's root or the home directory.

    A file that another user put into a shared directory above, such as /tmp, is skipped.
    """
    home = (home or Path.home()).resolve()
    for place in (directory, *directory.parents):
        path = place / FILE_NAME
        if _is_there(path) and (place == directory or not _is_strangers(path)):
            return path
        if place.resolve() == home or os.path.lexists(place / _REPOSITORY):
            return None
    return None


def _is_there(path: Path) -> bool:
    try:
        return path.is_file() or path.is_symlink()
    except OSError:  # a directory above without read permission
        return False


def _is_strangers(path: Path) -> bool:
    return path.lstat().st_uid not in (os.geteuid(), 0) and may_be_written_by_others(path.parent.stat())


def own_bytes(path: Path) -> bytes:
    """Read a settings file that was found.

    Raises:
        SettingsError: It is a link, or another user owns it or can write it or its directory, or it is too large.
    """
    try:
        with Folder.open(path.parent.resolve()) as folder:
            descriptor = folder.file(path.name, os.O_RDONLY)
            with os.fdopen(descriptor, "rb") as file:
                for one, found in ((path.parent, os.fstat(folder.descriptor)), (path, os.fstat(descriptor))):
                    if may_be_written_by_others(found):
                        raise UnsafePath(
                            one, "other users can write it", f"Remove their permission: chmod go-w {quote(str(one))}"
                        )
                return _bounded(path, file.read(LARGEST_FILE_BYTES + 1))
    except UnsafePath as error:
        raise SettingsError(
            f"{path} was found but is not read: {_of(path, error)}{error.strerror}.",
            f"{error.remedy}; or name the file: --config {quote(str(path))}",
        ) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def _of(path: Path, error: OSError) -> str:
    """The name of the directory above, if the reason concerns it and not the file."""
    return "" if error.filename == str(path) else f"of {str(error.filename)!r}, "


def named_bytes(path: Path) -> bytes:
    """Read a settings file that the user named.

    Raises:
        SettingsError: It cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            return _bounded(path, file.read(LARGEST_FILE_BYTES + 1))
    except OSError as error:
        raise _unreadable(path, error) from error


def _bounded(path: Path, data: bytes) -> bytes:
    if len(data) > LARGEST_FILE_BYTES:
        raise SettingsError(
            f"{path} is larger than {LARGEST_FILE_BYTES} bytes.",
            "Name another file: this one is too large for settings.",
        )
    return data


def _unreadable(path: Path, error: OSError) -> SettingsError:
    return SettingsError(f"{path} cannot be read: {error.strerror}.", "Check its permissions.")


def refusal(path: Path, values: Mapping[str, str], changed: bool) -> SettingsError:
    """The error that shows the settings of a found file which need the user's trust, and how to give it.

    `changed`: the user trusted an earlier content of the file.
    """
    known = [f"{_cut(name)} = {_cut(value)}" for name, value in sorted(values.items(), key=_named_last)]
    some = ", ".join(known[:_NAMES_TOLD])
    more = f" and {len(known) - _NAMES_TOLD} more" if len(known) > _NAMES_TOLD else ""
    why = "has changed since you trusted it" if changed else "is not trusted"
    return SettingsError(
        f"{path} was found, and {why}. It sets {some}{more}. "
        "Such settings run, connect, read, spend or allow something, or raise a limit.",
        f"Read the file. To apply it: sextant trust {quote(str(path))}",
    )


def printable(text: str) -> str:
    """The text with what would steer a terminal named: `<U+001B>`."""
    return _STEERING.sub(lambda found: f"<U+{ord(found.group()):04X}>", text)


def _named_last(item: tuple[str, str]) -> tuple[bool, str]:
    """Entries of tables, of which there may be many, come last, so that they hide no other setting."""
    name, _ = item
    return name.partition(".")[0] in ("apps", "hooks", "secrets"), name


def _cut(text: str) -> str:
    """A name or a value of a file from others, on one line: a line of its own could pass for ours."""
    text = printable(" ".join(text.split()))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True, slots=True)
class Trusted:
    """The trusted settings files: the digest of each one's content, by path."""

    path: Path
    """The file of the digests; only the user may read or write it."""

    def holds(self, file: Path, data: bytes) -> bool:
        """Whether the user has trusted this content at this path."""
        return self.entries().get(_place(file)) == _digest(data)

    def knows(self, file: Path) -> bool:
        """Whether the user has trusted some content at this path."""
        return _place(file) in self.entries()

    def standing(self, file: Path) -> Standing:
        """Whether a trusted file is unchanged, changed or gone."""
        try:
            return "trusted" if self.holds(file, own_bytes(file)) else "changed"
        except SettingsError:
            return "changed" if os.path.lexists(file) else "gone"

    def add(self, file: Path, data: bytes) -> None:
        """Trust this content at this path, in place of an earlier one."""
        self._write({**self.entries(), _place(file): _digest(data)})

    def forget(self, file: Path) -> bool:
        """Remove the trust in a path; False where there was none."""
        known = self.entries()
        gone = known.pop(_place(file), None) is not None
        if gone:
            self._write(known)
        return gone

    def entries(self) -> dict[str, str]:
        """Digests by path; empty where the file is damaged.

        Raises:
            SettingsError: The file is a link, or another user owns it or can write it.
        """
        try:
            data: Any = json.loads(read_private(self.path))
            digests: Any = cast("dict[str, Any]", data)["trusted"]
            return {str(place): str(digest) for place, digest in cast("dict[str, Any]", digests).items()}
        except UnsafePath as error:
            raise SettingsError(
                f"The list of trusted files {self.path} cannot be used: {error.strerror}.", error.remedy
            ) from error
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}

    def _write(self, entries: Mapping[str, str]) -> None:
        text = json.dumps({"version": 1, "trusted": dict(entries)}, indent=2, sort_keys=True)
        try:
            write_private(self.path, text.encode(), sync=True)
        except UnsafePath as error:
            raise SettingsError(f"{self.path} cannot be written: {error.strerror}.", error.remedy) from error
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            raise JournalFault(
                f"{'The disk is full: ' if full else ''}{self.path} cannot be written: {error.strerror}.",
                f"{'Free some space' if full else 'Make it writable'}, or keep the state elsewhere: XDG_STATE_HOME=DIR",
            ) from error


def trusted(environ: Mapping[str, str]) -> Trusted:
    """The trusted files of the user, from the state directory."""
    home = Path(environ.get("HOME") or Path.home())
    return Trusted(Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / "sextant" / "trusted.json")


def _place(file: Path) -> str:
    return str(file.resolve())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
