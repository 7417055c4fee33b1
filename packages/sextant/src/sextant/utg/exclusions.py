"""What an explorer must not touch: form controls, files, other sites, and the labels of `labels.toml`.

The write gate guards writes. The labels cover what no gate guards: effects by GET or by a socket, and devices without a
gate.
"""

import re
from functools import lru_cache
from typing import Literal
from urllib.parse import parse_qsl, unquote

from sextant.addresses.parts import parts_of
from sextant.text import folded
from sextant.types.screens import Element, Screen
from sextant.utg.labels import Words, labels

__all__ = [
    "Exclusion",
    "address_excluded",
    "element_excluded",
    "exclusion_of",
    "link_excluded",
    "same_origin",
    "unguarded",
]

Exclusion = Literal["risky", "other site", "form control", "file"]
"""The kind of exclusion, for reports."""

_REASONS: tuple[tuple[str, Exclusion], ...] = (
    ("it is a control of a form", "form control"),
    ("it submits a form", "form control"),
    ("it leads to another site", "other site"),
    ("it is a file", "file"),
)
_LEAVES = "leaves the app"
_LABELLED = "its label is one that is left alone"

_LOOKING_SCHEMES = frozenset({"", "http", "https"})
_DOWNLOADED = (
    "zip gz bz2 xz tar 7z rar xls xlsx doc docx ppt pptx ods odt epub mobi azw3 db sqlite apk exe msi deb rpm dmg iso "
    "mp3 mp4 ogg wav flac webm torrent"
)
_READ = "csv tsv pdf ics vcf json jsonl xml rss atom rdf opml sql png jpg jpeg gif webp svg txt log bak yaml yml"
_BINARIES = frozenset(_DOWNLOADED.split())  # structural: file extensions
"""Files that only download, wherever they are."""
_FILES = _BINARIES | frozenset(_READ.split())  # structural: file extensions
_VIEWERS = frozenset({"annotate", "blame", "blob", "tree"})
"""Path parts whose pages show a file as a page, whatever its name: `blob/main/prices.csv`."""
_HANDED_OUT = frozenset({"raw", "download", "inline", "attachment"})
"""Names of parameters for which such a page serves the file itself."""
_FORMAT_NAMES = frozenset({"format", "fmt", "output", "export", "as", "_format"})
_SWITCHES = frozenset(
    {"checkbox", "radio", "switch", "slider", "spinbutton", "option", "menuitemcheckbox", "menuitemradio"}
)  # structural: ARIA roles
_SENDING = frozenset({"submit", "image", "reset", "file"})
_LONGEST = 40
_PARTS = re.compile(r"[^\w]|_|(?<=[a-z0-9])(?=[A-Z])")


def unguarded(element: Element, screen: Screen) -> bool:
    """Whether an explorer must not touch a control because of its label; its effect may pass no gate."""
    del screen
    return _is_listed(element.label, "links", "controls")


def exclusion_of(reason: str) -> Exclusion:
    """The kind of a reason given by `element_excluded` or `address_excluded`."""
    if reason.endswith(_LEAVES):
        return "other site"
    for beginning, kind in _REASONS:
        if reason.startswith(beginning):
            return kind
    return "risky"


def element_excluded(element: Element, app: str) -> str:
    """Why an explorer never touches an element, on any device; empty where it may."""
    if element.role in _SWITCHES or element.affordances & {"type", "select", "upload"}:
        return "it is a control of a form"
    if element.href and not element.href.startswith("#"):
        reason = address_excluded(element.href, app)
        if reason or _is_listed(element.label, "links"):
            return reason or _LABELLED
    if element.input_type in _SENDING:
        return "it submits a form"
    return ""


def address_excluded(href: str, app: str) -> str:
    """Why an explorer does not fetch an address; empty where it may. `app` is the origin of its page."""
    parts = parts_of(href)
    if parts.scheme == "javascript":
        return ""
    if parts.scheme not in _LOOKING_SCHEMES:
        return f"a {parts.scheme} link {_LEAVES}"
    if parts.netloc and not same_origin(href, app):
        return f"it leads to another site ({parts.netloc})"
    segments = [segment for segment in unquote(parts.path).split("/") if segment]
    query = parse_qsl(parts.query, keep_blank_values=True)
    if _is_file(segments, query):
        return "it is a file, not a screen"
    for text in (*segments, *(text for pair in query for text in pair)):
        if word := _acting(text):
            return f"its address says {word!r}"
    return ""


def link_excluded(label: str, href: str, app: str) -> bool:
    """Whether a link must be neither followed nor read ahead."""
    return bool(address_excluded(href, app)) or _is_listed(label, "links")


def same_origin(href: str, app: str) -> bool:
    """Whether an absolute address belongs to the origin `app`; a relative one always does."""
    here, there = parts_of(app), parts_of(href)
    return not there.netloc or (here.scheme, here.netloc) == (there.scheme, there.netloc)


def _is_file(segments: list[str], query: list[tuple[str, str]]) -> bool:
    """Whether an address names a file; the address of a viewer has a version and a file name, but shows a page."""
    if any(name.casefold() in _FORMAT_NAMES and value.casefold() in _FILES for name, value in query):
        return True
    extension = _extension(segments[-1]) if segments else ""
    if extension not in _FILES or extension in _BINARIES:
        return extension in _FILES
    handed_out = not _HANDED_OUT.isdisjoint(name.casefold() for name, _ in query)
    return handed_out or _VIEWERS.isdisjoint(segments[:-2])


def _extension(segment: str) -> str:
    name, dot, extension = segment.rpartition(".")
    return extension.casefold() if name and dot else ""


def _acting(text: str) -> str:
    """The listed word that an address part is, begins or ends with; empty where there is none."""
    words = [folded(part) for part in _PARTS.split(text) if part]
    ends = {words[0], words[-1], "".join(words)} if words else set[str]()
    return min(ends & _listed("addresses"), default="")


def _is_listed(label: str, *kinds: Words) -> bool:
    """Whether a short label begins or ends with a listed one; in scripts without spaces, contains it."""
    said = folded(label)
    if not said or len(said) > _LONGEST:
        return False
    return any(_begins_or_ends(said, listed) for kind in kinds for listed in _listed(kind))


def _begins_or_ends(said: str, listed: str) -> bool:
    if not _has_case(listed):
        return listed in said
    return said == listed or said.startswith((f"{listed} ", f"{listed}:")) or said.endswith(f" {listed}")


def _has_case(text: str) -> bool:
    return text.upper() != text.lower()


@lru_cache
def _listed(kind: Words) -> frozenset[str]:
    return frozenset(map(folded, labels(kind)))
