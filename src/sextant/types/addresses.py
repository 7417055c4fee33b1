"""Addresses taken apart. Pages hold malformed ones, and no page may stop a walk."""

from urllib.parse import SplitResult, urlsplit

__all__ = ["parts_of"]


def parts_of(address: str) -> SplitResult:
    """Scheme, host, path, query and fragment; of what is no address (`http://[`), all of it as the path."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", address, "", "")
