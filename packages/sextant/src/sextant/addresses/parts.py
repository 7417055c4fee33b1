"""Addresses taken apart. Pages hold malformed ones, and no page may stop a walk."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit, urlunsplit

__all__ = ["clean_location", "cut_to", "has_user_info", "hit_another", "parts_of", "readable", "same_page"]

# structural: names of URL parameters that hold credentials
_SECRET_KEY = re.compile(r"(pass|token|secret|session|sid$|auth|signature|api_?key|^key$|^code$)", re.IGNORECASE)
_ENCODED = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")
"""Characters beyond ASCII as an address writes them."""
_BETWEEN = re.compile(r"([&?])")
_MAX_LOCATION = 2000


def parts_of(address: str) -> SplitResult:
    """Scheme, host, path, query and fragment; of what is no address (`http://[`), all of it as the path."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", address, "", "")


def cut_to(address: str, most: int) -> str:
    """The address cut to so many characters; a cut ends in `…`, so that a part of a private value is found there."""
    return address if len(address) <= most else f"{address[: most - 1]}…"


def has_user_info(address: str) -> bool:
    """Whether an address has a user name or a password before its host."""
    return "@" in parts_of(address).netloc


def readable(address: str) -> str:
    """The address with its letters and digits beyond ASCII as such; for people and models only."""
    return _ENCODED.sub(_decoded, address)


def _decoded(written: re.Match[str]) -> str:
    """The letters in encoded bytes; what is no letter, mark or digit stays as it is written."""
    return "".join(
        char if unicodedata.category(char)[0] in "LMN" else quote(char, errors="surrogateescape")
        for char in unquote_to_bytes(written.group()).decode(errors="surrogateescape")
    )


def clean_location(url: str) -> str:
    """The address without user info and without the values of parameters that look like secrets."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return cut_to(url, _MAX_LOCATION)
    if parts.scheme == "data":
        return "data:"
    host, query, fragment = parts.netloc.rpartition("@")[2], _clean(parts.query), _clean(parts.fragment)
    return cut_to(urlunsplit((parts.scheme, host, parts.path, query, fragment)), _MAX_LOCATION)


def _clean(query: str) -> str:
    """A query, or a fragment with one (`#access_token=…`, `#/done?token=…`), without values that look like secrets."""
    pairs = (pair.partition("=") for pair in _BETWEEN.split(query))
    return "".join(f"{key}{sign}{'***' if value and _SECRET_KEY.search(key) else value}" for key, sign, value in pairs)


def hit_another(meant: str, came: str, others: Iterable[str]) -> bool:
    """Whether a touch that was meant for a link went where another link of the screen leads.

    Parameters, and where on the page it is, do not count. Where no other link leads there it was a redirection.
    """
    return bool(meant) and _page(came) != _page(meant) and any(_page(one) == _page(came) for one in others if one)


def same_page(one: str, other: str) -> bool:
    """Whether two whole addresses are of one page: parameters, and where on the page it is, do not count."""
    return _site(one) == _site(other) and _page(one) == _page(other)


def _site(address: str) -> str:
    parts = parts_of(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


@lru_cache(maxsize=65536)
def _page(address: str) -> str:
    """An address without parameters and without the place on the page; a fragment that is a route stays."""
    parts = parts_of(address)
    return parts.path.rstrip("/") + (parts.fragment if parts.fragment.startswith(("/", "!")) else "")
