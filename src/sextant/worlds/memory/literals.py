"""Texts that count by their characters: mail addresses, addresses of pages, telephone numbers."""

import re

from sextant.worlds.memory.notation import folded
from sextant.worlds.memory.standing import Label, Mention, settle

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PAGE = re.compile(r"(?:https?://)?(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?|https?://\S+")
_PHONE = re.compile(r"\+?\d[\d ()./-]{5,}\d")


def is_literal(gold: str) -> bool:
    """Whether the text is nothing but an address or a telephone number."""
    text = folded(gold)
    return any(pattern.fullmatch(text) for pattern in (_MAIL, _PAGE, _PHONE)) and not re.fullmatch(
        r"[\d. -]{1,8}", text
    )


def compare_literal(gold: str, memory: str) -> Label:
    """Whether the note holds the address or the number, whole."""
    wanted, text = folded(gold), folded(memory)
    if _PHONE.fullmatch(wanted):
        digits = re.sub(r"\D", "", wanted)
        found = [
            Mention(
                m.start(), m.end(), "complete" if _same_line(digits, m.group()) else "none", re.sub(r"\D", "", m[0])
            )
            for m in re.finditer(r"\+?\(?\d[\d ()./-]{4,}\d", text)
        ]
        return settle(text, found)
    text = re.sub(r" ?(@|\.(?=\w)) ?", r"\1", re.sub(r" \(?(?:at|\[at\])\)? ", "@", text) if "@" in wanted else text)
    core = re.sub(r"^(?:https?://)?(?:www\.)?|/$", "", wanted)
    pattern = _MAIL if "@" in wanted else _PAGE
    found = [
        Mention(m.start(), m.end(), "complete" if _core(m.group()) == core else "none", m.group())
        for m in pattern.finditer(text)
    ]
    return settle(text, found)


def _core(address: str) -> str:
    return re.sub(r"^(?:https?://)?(?:www\.)?|[/.]+$", "", address)


def _same_line(digits: str, noted: str) -> bool:
    """Whether two telephone numbers are one, with the country's number or the leading zero left out of either."""
    one, two = digits.lstrip("0"), re.sub(r"\D", "", re.sub(r"\(0\)", "", noted)).lstrip("0")
    short, long = sorted((one, two), key=len)
    return short == long or (len(short) >= 7 and long.endswith(short) and len(long) - len(short) <= 3)
