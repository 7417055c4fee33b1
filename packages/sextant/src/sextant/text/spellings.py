"""Finds known values in a text in any spelling or encoding, in linear time and memory."""

import re
import unicodedata
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from typing import Final, TypeVar

from sextant.dataclass import dataclass
from sextant.text.cuts import MARK, begun, is_cut

__all__ = ["SEARCHABLE", "Spellings", "placeholder"]

SEARCHABLE: Final = 4
"""Shorter values occur by chance: they are found only if they are the whole text."""

_ROUNDS: Final = 16
"""Nested escapes are undone so many times; each time makes the text shorter."""
_REMEMBERED: Final = 8192
"""Size of the cache of results: screens repeat themselves."""
_REMEMBERED_LENGTH: Final = 400
_APART: Final = 100
"""Distance from a value within which its own first and last characters are searched, if folding drops them."""

_BLANK: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Pd", "Zl", "Zp", "Zs"})
_BLANKS: Final = frozenset("+\\\u2212\u00b7\u115f\u1160\u2800\ufffc")
"""Characters that separate or quote and do not show as letters: a form's space, an escape, a minus, fillers."""

_ESCAPE: Final = re.compile(
    r"%[0-7][0-9a-f]"
    r"|%[cd][0-9a-f]%[89ab][0-9a-f]"
    r"|%e[0-9a-f](?:%[89ab][0-9a-f]){2}"
    r"|%f[0-7](?:%[89ab][0-9a-f]){3}"
    r"|%[0-9a-f]{2}"
    r"|%u[0-9a-f]{4}"
    r"|&\#0{0,99}[0-9]{1,10};?|&\#x0{0,99}[0-9a-f]{1,8};?|&[a-z][a-z0-9]{1,31};?"
    r"|(?<!\\)\\++u[d][89ab][0-9a-f]{2}\\{1,8}u[d][c-f][0-9a-f]{2}"
    r"|(?<!\\)\\++(?:(?-i:U)000[0-9a-f]{5}|u[0-9a-f]{4}|x[0-9a-f]{2}|u\{[0-9a-f]{1,6}\}|[0-3][0-7]{2}|[nrtbf])",
    re.IGNORECASE,
)
"""One escaped character: of addresses, of HTML, of JSON and scripts."""
_CUT_ESCAPE: Final = re.compile(
    r"(?:%(?:u[0-9a-f]{0,3}|[0-9a-f]?"
    r"|(?:[cd][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f])?|f[0-7](?:%[89ab][0-9a-f]){0,2})(?:%[0-9a-f]?)?)"
    r"|&\#?[a-z0-9]{0,110}"
    r"|(?<!\\)\\++(?:(?-i:U)[0-9a-f]{0,7}|u[0-9a-f]{0,3}|u\{[0-9a-f]{0,6}|x[0-9a-f]?|[0-3][0-7]?)?)"
    r"(?=\u2026)",
    re.IGNORECASE,
)
"""The beginning of an escaped character, right before the mark of a cut."""
_LEAST_CODED, _LEAST_HEX = 6, 8
"""Base64 characters and hexadecimal digits of a value's beginning that are recognised before such a mark."""
_NARROW: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
"""Full-width forms of ASCII."""
_HEX_NOISE: Final = re.compile(r"0x|\\x|[\s:,;\-]", re.IGNORECASE)


def placeholder(name: str) -> str:
    """Return the text that replaces a value."""
    return f"‹{name}›"


class _Folding(dict[int, str]):
    """Translation table for comparison: no case, accents or width; separators map to nothing."""

    def __missing__(self, code: int) -> str:
        bare = unicodedata.normalize("NFKD", chr(code)).upper().casefold()
        kept = (sign for sign in unicodedata.normalize("NFKD", bare) if sign not in _BLANKS)
        found = self[code] = "".join(sign for sign in kept if unicodedata.category(sign) not in _BLANK)
        return found


class _Alphabet(dict[int, str]):
    """Maps Base64 of either alphabet to the first one, without line ends and invisible characters."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        gone = sign.isspace() or sign == "\\" or unicodedata.category(sign) in ("Cc", "Cf")
        found = self[code] = "" if gone else {"-": "+", "_": "/"}.get(sign, sign)
        return found


class _HexDigits(dict[int, str]):
    """Maps hexadecimal digits to lower case, and separators to nothing."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        found = self[code] = "" if sign.isspace() or sign in ":,;-\\" else sign.lower()
        return found


_FOLDING, _ALPHABET, _HEX_DIGITS = _Folding(), _Alphabet(), _HexDigits()
_Spans = list[tuple[int, int]]
At = TypeVar("At")


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded form's value name, and the characters at its ends that folding drops."""

    name: str
    head: str
    tail: str

    def reach(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Extend a span over the accents of its last letter and the value's own characters at both ends."""
        while end < len(text) and unicodedata.category(text[end]) in ("Mn", "Me"):
            end += 1
        ahead = _reach_of(reversed(self.head), text, range(start - 1, max(-1, start - _APART), -1))
        return start - ahead, end + _reach_of(self.tail, text, range(end, min(len(text), end + _APART)))


def _reach_of(signs: Iterable[str], text: str, places: range) -> int:
    """Return how many characters contain those signs in order, separators included; 0 if they do not."""
    left, met = list(signs), 0
    for count, place in enumerate(places, 1):
        if not left or _FOLDING[ord(text[place])]:
            break
        if text[place] == left[0]:
            del left[0]
            met = count
    return 0 if left else met


def _escape_of(level: str, start: int) -> int:
    """Return where the backslashes begin that escape a quote at that place."""
    while start and level[start] in "\"'\\" and level[start - 1] == "\\":
        start -= 1
    return start


def _edges(form: str) -> tuple[str, str]:
    shown = [place for place, sign in enumerate(form) if _FOLDING[ord(sign)]]
    return form[: shown[0]], form[shown[-1] + 1 :]


class Spellings:
    """Known values by name, and their occurrences in texts.

    A value is found in any case, accents, width, spaces, dashes and invisible characters; in escapes of addresses, HTML
    or JSON, also nested; in Base64 of either alphabet, at any offset; and in hexadecimal digits. A value of fewer than
    `SEARCHABLE` characters is found only if it is the whole text. Before the mark of a cut (`…`) the beginning of a
    value is found too, from `SEARCHABLE` characters on, if the text before the mark is as long as cut texts are.
    """

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._folded: dict[str, _Folded] = {}
        self._coded: dict[str, tuple[str, int, int]] = {}
        self._hex: dict[str, str] = {}
        self._short: dict[str, str] = {}
        self._literal: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._learned = set[tuple[str, str]]()
        self._sources: list[Callable[[], Iterable[tuple[str, str]]]] = []
        self._shown: Callable[[str], str] | None = None
        for name, value in (values or {}).items():
            self.learn(name, value)

    def __bool__(self) -> bool:
        for source in self._sources:
            for name, value in source():
                if (name, value) not in self._learned:
                    self.learn(name, value)
        return bool(self._folded or self._short or self._literal)

    def follow(self, source: Callable[[], Iterable[tuple[str, str]]]) -> None:
        """Add the names and values that the function returns, before each search."""
        self._sources.append(source)

    def learn(self, name: str, value: str) -> None:
        """Add a value. Other threads may search meanwhile."""
        if value.strip():
            self._add(name, value.translate(_NARROW))
        self._learned.add((name, value))
        self._seen = {}  # last, and a new one: a search in progress does not know the value

    def _add(self, name: str, value: str) -> None:
        for form in dict.fromkeys((value, *_unescaped(value), *_unescaped(unicodedata.normalize("NFKD", value)))):
            folded = form.translate(_FOLDING)
            if len(folded) >= SEARCHABLE:
                self._folded.setdefault(folded, _Folded(name, *_edges(form)))
            elif len(form.strip()) >= SEARCHABLE:
                self._literal.setdefault(form.strip(), name)
            else:
                self._short.setdefault(folded or form.strip(), name)
        for form in dict.fromkeys(
            (value, value.strip(), *(unicodedata.normalize(form, value) for form in ("NFC", "NFD", "NFKC")))
        ):
            for data in _encoded(form):
                self._hex.setdefault(data.hex(), name)
                for core, before, after in _cores(data):
                    self._coded.setdefault(core, (name, before, after))

    def holds(self, text: str) -> bool:
        """Whether a text may contain a value; false alarms are possible."""
        if not self:
            return False
        text = text.translate(_NARROW)
        levels = (text, *_unescaped(text))
        if any(map(self._in_level, levels)):
            return True
        return any(MARK in level for level in levels) and any(
            next(self._begun_places(level, spans, text), None) for level, spans in _all_levels(text)
        )

    def _in_level(self, level: str) -> bool:
        folded = level.translate(_FOLDING)
        if any(form in folded for form in (*self._folded, *self._short) if form):
            return True
        if any(form in level for form in (*self._literal, *self._short)):
            return True
        coded = level.translate(_ALPHABET)
        if any(form in coded for form in tuple(self._coded)):
            return True
        digits = _HEX_NOISE.sub("", level).lower()
        return any(form in digits for form in tuple(self._hex))

    def replaced(self, text: str, shown: Callable[[str], str] = placeholder) -> str:
        """Replace every value in the text by what `shown` returns for its name."""
        if not text or not self:
            return text
        if shown is not self._shown:
            self._seen = {}
            self._shown = shown
        seen = self._seen
        known = seen.get(text)
        if known is not None:
            return known
        found = self._replaced(text, shown)
        if len(text) <= _REMEMBERED_LENGTH:
            if len(seen) >= _REMEMBERED:
                seen.clear()
            seen[text] = found
        return found

    def _replaced(self, text: str, shown: Callable[[str], str]) -> str:
        if not self.holds(text):
            return text
        places: list[tuple[int, int, str]] = []
        narrow = text.translate(_NARROW)
        for level, spans in _all_levels(narrow):
            whole = level.translate(_FOLDING) or level.strip()
            if (name := self._short.get(whole)) is not None and not _is_shown(text, 0, len(text), name, shown):
                return shown(name)
            places += self._places(level, spans)
            places += self._begun_places(level, spans, narrow)
        return _covered(text, places, shown)

    def _places(self, level: str, spans: _Spans) -> Iterator[tuple[int, int, str]]:
        folded, where = _mapped(level, range(len(level)), _FOLDING)
        for form, value in tuple(self._folded.items()):
            for one in _found(form, folded):
                first, end = value.reach(level, where[one], where[one + len(form) - 1] + 1)
                yield spans[_escape_of(level, first)][0], spans[end - 1][1], value.name
        for form, name in tuple(self._literal.items()):
            for one in _found(form, level):
                yield spans[_escape_of(level, one)][0], spans[one + len(form) - 1][1], name
        coded, at = _mapped(level, spans, _ALPHABET)
        for form, (name, before, after) in tuple(self._coded.items()):
            for one in _found(form, coded):
                last = min(one + len(form) - 1 + after, len(at) - 1)
                yield at[max(one - before, 0)][0], at[last][1], name
        for digits, at in _digits(level, spans):
            for form, name in tuple(self._hex.items()):
                yield from ((at[one][0], at[one + len(form) - 1][1], name) for one in _found(form, digits))

    def _begun_places(self, level: str, spans: _Spans, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the beginnings of values before marks of cuts; `text`: the original one."""
        marks = [place for place, sign in enumerate(level) if sign == MARK and is_cut(text, *spans[place])]
        if not marks:
            return
        cuts = [spans[place] for place in marks]
        folded, where = _mapped(level, range(len(level)), _FOLDING)
        ends = [bisect_left(where, place) for place in marks]
        for form, value in tuple(self._folded.items()):
            for one, end in begun(form, folded, ends, SEARCHABLE):
                first, _ = value.reach(level, where[one], where[one] + 1)
                yield spans[_escape_of(level, first)][0], spans[where[end]][0], value.name
        coded, at = _mapped(level, spans, _ALPHABET)
        ends = [bisect_left(at, span) for span in cuts]
        for form, (name, before, _) in tuple(self._coded.items()):
            for one, end in begun(form, coded, ends, _LEAST_CODED):
                yield at[max(one - before, 0)][0], at[end][0], name
        for digits, at in _digits(level, spans):
            ends = [bisect_left(at, span) for span in cuts]
            for form, name in tuple(self._hex.items()):
                for one, end in begun(form, digits, ends, _LEAST_HEX):
                    yield at[one][0], at[end][0], name


def _encoded(value: str) -> Iterator[bytes]:
    """Yield the bytes of a value as texts are stored: UTF-8, UTF-16 without its mark, and Latin-1 where it differs."""
    codings = ("utf-8", "utf-16-le") if value.isascii() else ("utf-8", "utf-16-le", "latin-1")
    for coding in codings:
        with suppress(UnicodeEncodeError):
            data = value.encode(coding, "strict" if coding == "latin-1" else "surrogatepass")
            if len(data) >= SEARCHABLE:
                yield data


def _cores(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the Base64 characters fixed by the data at each of three offsets, and how many neighbours it shares."""
    for offset in range(3):
        begins, ends = offset * 8, (offset + len(data)) * 8
        coded = b64encode(bytes(offset) + data + b"\0\0").decode("ascii")
        first, last = -(-begins // 6), ends // 6
        if last - first >= SEARCHABLE:
            yield coded[first:last], int(begins % 6 > 0), int(ends % 6 > 0)


def _unescaped(text: str) -> Iterator[str]:
    """Yield the text with its escapes undone once, twice, as long as there are some."""
    for _ in range(_ROUNDS):
        if not ("%" in text or "&" in text or "\\" in text):
            return
        plain = _ESCAPE.sub(lambda found: _sign(found[0]), text)
        if plain == text:
            return
        yield plain
        text = plain


def _levels(text: str, cut_escapes: bool = True) -> Iterator[tuple[str, _Spans]]:
    """Yield the text and its unescaped forms, each with the spans of its characters in the original text.

    `cut_escapes`: with the beginnings of escapes before the mark of a cut.
    """
    spans: _Spans = [(place, place + 1) for place in range(len(text))]
    if not cut_escapes:
        text, spans = _without_cut_escapes(text, spans)
    yield text, spans
    for _ in range(_ROUNDS):
        plain: list[str] = []
        at: _Spans = []
        end = 0
        for found in _ESCAPE.finditer(text):
            plain.append(text[end : found.start()])
            at += spans[end : found.start()]
            sign = _sign(found[0])
            plain.append(sign)
            whole = (spans[found.start()][0], spans[found.end() - 1][1])
            at += spans[found.start() : found.end()] if sign == found[0] else [whole] * len(sign)
            end = found.end()
        if not end:
            return
        plain.append(text[end:])
        at += spans[end:]
        undone = "".join(plain)
        if undone == text:
            return
        text, spans = (undone, at) if cut_escapes else _without_cut_escapes(undone, at)
        yield text, spans


def _all_levels(text: str) -> list[tuple[str, _Spans]]:
    """Return the levels of the text, also those without the beginnings of escapes at a cut if there are any."""
    levels = list(_levels(text))
    if any(MARK in level and _CUT_ESCAPE.search(level) for level, _ in levels):
        levels += _levels(text, cut_escapes=False)
    return levels


def _without_cut_escapes(text: str, spans: _Spans) -> tuple[str, _Spans]:
    parts: list[str] = []
    at: _Spans = []
    end = 0
    for found in _CUT_ESCAPE.finditer(text):
        parts.append(text[end : found.start()])
        at += spans[end : found.start()]
        end = found.end()
    return "".join((*parts, text[end:])), at + spans[end:]


def _sign(escape: str) -> str:
    """Return the character of an escape; the escape itself if it is invalid."""
    if escape[:2] in ("%u", "%U"):
        return chr(int(escape[2:], 16))
    if escape[0] == "%":
        data = bytes.fromhex(escape.replace("%", ""))
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data.decode("latin-1")
    if escape[0] == "&":
        return unescape(escape)
    kind = escape.lstrip("\\")
    if len(kind) == 1:
        return " "
    if kind.isdecimal():
        return chr(int(kind, 8))
    points = [int(part.strip("{}uU\\"), 16) for part in re.split(r"\\+u", kind[1:], flags=re.IGNORECASE)]
    if len(points) == 2:
        return chr(0x10000 + ((points[0] - 0xD800) << 10) + (points[1] - 0xDC00))
    return chr(points[0]) if points[0] <= 0x10FFFF else escape


def _mapped(level: str, places: Sequence[At], table: Mapping[int, str]) -> tuple[str, list[At]]:
    signs: list[str] = []
    at: list[At] = []
    for sign, place in zip(level, places, strict=True):
        said = table[ord(sign)]
        signs.append(said)
        at += [place] * len(said)
    return "".join(signs), at


def _digits(level: str, spans: _Spans) -> Iterator[tuple[str, _Spans]]:
    plain: list[str] = []
    at: _Spans = []
    end = 0
    for noise in _HEX_NOISE.finditer(level):
        plain.append(level[end : noise.start()])
        at += spans[end : noise.start()]
        end = noise.end()
    plain.append(level[end:])
    at += spans[end:]
    yield _mapped("".join(plain), at, _HEX_DIGITS)


def _found(form: str, text: str) -> Iterator[int]:
    place = text.find(form)
    while place >= 0:
        yield place
        place = text.find(form, place + len(form))


def _is_shown(text: str, start: int, end: int, name: str, shown: Callable[[str], str]) -> bool:
    """Whether the match is part of a replacement for that name that is already in the text."""
    instead = shown(name)
    place = instead.find(text[start:end])
    begins = start - place
    return place >= 0 and begins >= 0 and text[begins : begins + len(instead)] == instead


def _covered(text: str, places: Iterable[tuple[int, int, str]], shown: Callable[[str], str]) -> str:
    """Replace the places in the text; of overlapping ones, the longest gives its name."""
    parts: list[str] = []
    end = 0
    for start, stop, name in _joined(places):
        if _is_shown(text, start, stop, name, shown):
            continue
        parts += (text[end:start], shown(name))
        end = stop
    return "".join((*parts, text[end:]))


def _joined(places: Iterable[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    waiting: tuple[int, int, str] | None = None
    longest = 0
    for start, stop, name in sorted(places, key=lambda place: (place[0], -place[1])):
        if waiting is None or start >= waiting[1]:
            if waiting is not None:
                yield waiting
            waiting, longest = (start, stop, name), stop - start
            continue
        if stop - start > longest:
            longest = stop - start
            waiting = (waiting[0], max(waiting[1], stop), name)
        else:
            waiting = (waiting[0], max(waiting[1], stop), waiting[2])
    if waiting is not None:
        yield waiting
