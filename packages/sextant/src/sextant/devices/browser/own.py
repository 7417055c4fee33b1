"""Which pages are a run's own. Both the device and the keeper ask."""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sextant.types.origins import among

__all__ = ["OwnPages"]


class OwnPages:
    """Pages of the origins of some addresses and, of files, those in their folders.

    Attributes:
        addresses: `*` among them: every page is the run's own.
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        self.addresses = [one if "://" in one or one == "*" else f"http://{one}" for one in addresses]
        self._folders = [folder for one in self.addresses if (folder := _folder_of(one)) is not None]

    def add(self, address: str) -> None:
        """Pages of that origin are the run's own as well."""
        if not among(address, self.addresses):
            self.addresses.append(address)

    def owns(self, address: str) -> bool:
        """Whether an address is one of the run's own."""
        if address.startswith("file:") and "*" not in self.addresses:
            return any(_in_folder(address, folder) for folder in self._folders)
        return among(address, self.addresses)


def _folder_of(address: str) -> Path | None:
    path = _file_of(address)
    return path if path is None or path.is_dir() else path.parent


def _in_folder(address: str, folder: Path) -> bool:
    path = _file_of(address)
    return path is not None and path.is_relative_to(folder)


def _file_of(address: str) -> Path | None:
    """The file that an address names, wherever links lead."""
    try:
        parts = urlsplit(address)
        path = unquote(parts.path)
    except ValueError:
        return None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or "\0" in path:
        return None
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError):
        return None
