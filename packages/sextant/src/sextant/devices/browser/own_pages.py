"""Which pages are a run's own, for the device and the keeper."""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sextant.addresses.origins import among

__all__ = ["OwnPages"]


class OwnPages:
    """The pages of the origins of some addresses, and the files in the folders of file addresses.

    Attributes:
        addresses: If `*` is among them, every page is the run's own.
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        self.addresses = [one if "://" in one or one == "*" else f"http://{one}" for one in addresses]
        self._folders = [folder for one in self.addresses if (folder := _folder_of(one)) is not None]

    def add(self, address: str) -> None:
        """Add the origin of an address."""
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
    """Return the file that an address names, with links resolved."""
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
