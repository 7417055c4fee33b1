"""Invisible and confusable characters of a text. Pure functions.

Apps may write with characters that show nothing, turn the direction of reading, or look like others: what is read
and what is compared must not be led astray by them.
"""

import re

__all__ = [
    "LINE_BREAK",
    "escaped_in_json",
    "for_terminal",
    "legible",
    "on_one_line",
    "quoted",
    "shortened",
    "state_in_words",
    "unquoted",
    "with_breaks",
    "worded",
]

_TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_JOINERS = "\u200c\u200d"
_EMPTY = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2064\u206a-\u206f"
_EMPTY_FURTHER = "\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
_CONTROLS = "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"

_INVISIBLE = re.compile(f"[{_EMPTY}{_EMPTY_FURTHER}{_CONTROLS}]")
_STEERING = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_TURNING}]")
"""What would move the cursor of a terminal, colour or clear it, or turn its text: all but line ends and tabs."""
_STEERING_JSON = re.compile(f"[\x7f-\x9f\ud800-\udfff{_TURNING}]")
"""The same in JSON, where the other control characters are escaped already; and halves of characters."""
_NOT_ASCII = re.compile("[^\x00-\x7e]")
_LOOSE_JOINER = re.compile(f"(?<![^\\x00-\\x7f])[{_JOINERS}]|[{_JOINERS}](?![^\\x00-\\x7f])")
"""Joiners belong into emoji and into scripts that join their letters; beside ASCII they only hide something."""
_TURNS = re.compile(f"[{_TURNING}]")

_PARTS = re.compile(r"[\W_]")
_COUNTED = re.compile(r"[^\W\d_]*\d{0,2}")
"""A word, with a number that counts or without."""
_MARK = re.compile(r'(\\*)("|$)')
_ESCAPED = r"\""
_LINE_END = re.compile(r"\r\n|\r|\n")
LINE_BREAK = "\u23ce"
"""Stands for a line break in a text on one line."""
_NEGATED = {"unchecked": "not checked", "unpressed": "not pressed"}
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")


def legible(text: str) -> str:
    """The text without what shows nothing; what turns the direction of reading is named, such as `<U+202E>`."""
    shown = _LOOSE_JOINER.sub("", _INVISIBLE.sub("", text))
    return _TURNS.sub(lambda found: f"<U+{ord(found.group()):04X}>", shown)


def for_terminal(text: str) -> str:
    """The text word for word, with whatever would steer a terminal named: `<U+001B>`."""
    return _STEERING.sub(lambda found: f"<U+{ord(found.group()):04X}>", text.replace("\r\n", "\n"))


def escaped_in_json(text: str, ascii_only: bool) -> str:
    r"""The JSON text with what would steer a terminal, or all but ASCII, escaped as `\u009b`: it means the same."""

    def escaped(found: re.Match[str]) -> str:
        units = found.group().encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))

    return (_NOT_ASCII if ascii_only else _STEERING_JSON).sub(escaped, text)


def on_one_line(text: str) -> str:
    """The legible text on one line, white space collapsed."""
    return " ".join(legible(text).split())


def with_breaks(text: str) -> str:
    """The text with a sign for each line break, which stays where white space is collapsed; folded it is a space."""
    return f" {LINE_BREAK} ".join(_LINE_END.split(text))


def shortened(text: str, most: int) -> str:
    """The text cut to so many characters; a cut ends in `…`, the mark by which a part of a private value is found."""
    return text if len(text) <= most else f"{text[: max(0, most - 1)]}…"


def quoted(text: str, most: int) -> str:
    r"""The text between quotation marks, on one line, cut to so many characters; a cut ends in `…`.

    It stands as it is but for `"`, which is `\"`: no text ends its own quotation. A backslash is doubled only where it
    would otherwise belong to a mark.
    """
    shown = shortened(on_one_line(text), most)
    return f'"{_MARK.sub(lambda found: found[1] * 2 + (found[2] and _ESCAPED), shown)}"'


def unquoted(inner: str) -> str:
    """What stood between the marks of `quoted`, as it was."""
    return _MARK.sub(lambda found: found[1][: len(found[1]) // 2] + found[2], inner)


def worded(ident: str) -> str:
    """An id that a programmer gave, where it reads as words; else empty: a hash or a number names nothing."""
    parts = _PARTS.split(_HUMPS.sub(" ", ident))
    long = any(sum(map(str.isalpha, part)) > 2 for part in parts)
    return ident if long and all(map(_COUNTED.fullmatch, parts)) else ""


def state_in_words(state: str) -> str:
    """The state of an element as text: `not checked`."""
    return _NEGATED.get(state, state)
