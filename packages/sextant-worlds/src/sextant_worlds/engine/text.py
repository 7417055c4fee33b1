"""How wide a text is, and where its lines break. All in whole pixels, from the advances of the shipped fonts."""

from typing import Any

from sextant_worlds.engine.data import METRICS, Json

CLOSING = "、。，．：；！？）〕】》」』”’％·,.;:!?)]}%…"
"""No line starts with one of these."""
OPENING = "（〔【《「『“‘([{"
"""No line ends with one of these."""


def wide(char: str) -> bool:
    """Whether it is a character of the CJK font, a full em wide, with a break allowed on either side."""
    return char >= "\u2e80" and char <= "\uffef"


def thousandths(text: str, weight: int) -> int:
    """Its width in thousandths of an em."""
    table = METRICS[str(weight)]
    total = 0
    for char in text:
        ems = table.get(char, 0)  # no character of the table is wide, and none is without width
        total += ems if ems else 1000 if wide(char) else 600
    return total


def text_width(memo: Json, text: str, size: int, weight: int) -> int:
    """Its width in pixels, rounded up."""
    key = f"{weight}{text}"
    widths = memo["widths"]
    ems = widths.get(key)
    if ems is None:
        ems = thousandths(text, weight)
        widths[key] = ems
    return (ems * size + 999) // 1000


def pieces(text: str) -> list[str]:
    """Where a line may break: words with the spaces behind them, single CJK characters with what must stay on them."""
    found: list[str] = []
    piece = ""
    for char in text:
        if piece:
            last = piece[-1]
            split = (last == " " and char != " ") or (wide(char) and char != " ") or (wide(last) and char != " ")
            if split and char not in CLOSING and last not in OPENING:
                found.append(piece)
                piece = ""
        piece += char
    if piece:
        found.append(piece)
    return found


def broken(memo: Json, piece: str, size: int, weight: int, width: int) -> list[str]:
    """A piece that is wider than the line, cut into such that are not."""
    cut: list[str] = []
    part = ""
    for char in piece:
        if part and text_width(memo, part + char, size, weight) > width:
            cut.append(part)
            part = ""
        part += char
    cut.append(part)
    return cut


def cut_to(memo: Json, text: str, size: int, weight: int, width: int) -> str:
    """The text, or as much of it as fits with an ellipsis behind."""
    if text_width(memo, text, size, weight) <= width:
        return text
    return ellipsized(text, size, weight, width)


def ellipsized(text: str, size: int, weight: int, width: int) -> str:
    """As much of the text as fits with an ellipsis behind, which is there in any case."""
    room = width * 1000 // size - thousandths("…", weight)
    table = METRICS[str(weight)]
    out = ""
    for char in text:
        room -= 1000 if wide(char) else table.get(char, 600)
        if room < 0:
            break
        out += char
    return out.rstrip() + "…"


def wrap(memo: Json, text: str, size: int, weight: int, width: int, most: int) -> Any:
    """The text in lines no wider than `width`, at most `most` of them (0: any number); the last is cut then.

    Returns [lines, text as it is read]. A break in the text starts a new line.
    """
    key = f"{size}.{weight}.{width}.{most}.{text}"
    known = memo["wraps"].get(key)
    if known is not None:
        return known
    if text_width(memo, text, size, weight) <= width and "\n" not in text:
        made: list[Any] = [[text], text]
    else:
        made = wrapped(memo, text, size, weight, width, most)
    memo["wraps"][key] = made
    return made


def wrapped(memo: Json, text: str, size: int, weight: int, width: int, most: int) -> list[Any]:
    """`wrap` for a text that is known not to fit on a line."""
    raw: list[str] = []
    for paragraph in text.strip().split("\n"):
        line = ""
        for piece in pieces(paragraph):
            if text_width(memo, (line + piece).rstrip(), size, weight) <= width:
                line += piece
                continue
            if line:
                raw.append(line)
            line = piece
            if text_width(memo, piece.rstrip(), size, weight) > width:
                parts = broken(memo, piece, size, weight, width)
                line = parts.pop()
                raw.extend(parts)
        raw.append(line + " ")
    if most and len(raw) > most:
        rest = ""
        for line in raw[most - 1 :]:
            rest += line
        raw = raw[0:most]
        raw[most - 1] = ellipsized(rest.strip(), size, weight, width)
    read = ""
    lines: list[str] = []
    for line in raw:
        read += line
        lines.append(line.rstrip())
    return [lines, read.strip()]
