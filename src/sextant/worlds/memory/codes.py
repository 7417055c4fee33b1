"""Codes: every character counts, separators between them do not."""

import re

from sextant.worlds.memory.notation import folded, spelt_out
from sextant.worlds.memory.standing import Label, Mention, settle

_JOIN = r"[\s\-_./·:,]*"
_TOKEN = re.compile(r"[a-z0-9]+(?:[-_./][a-z0-9]+)*")
_PHONE = re.compile(r"(?:\+|\btel\b|\bphone\b|\bcall\b|\bmobile\b|电话|手机|拨打)[^a-z]*$")
_LETTER_NAMES = {"dash": "", "hyphen": "", "slash": "", "dot": ""}


def compare_code(gold: str, memory: str) -> Label:
    """Whether the note holds the code, whole and not inside something longer."""
    wanted = _core(folded(gold))
    if not wanted:
        return "none"
    text = _spelt(spelt_out(memory), wanted)
    mentions = _exact(text, wanted)
    taken = [(item.start, item.end) for item in mentions]
    mentions += [
        item for item in _rivals(text, wanted) if not any(low < item.end and item.start < high for low, high in taken)
    ]
    return settle(text, mentions)


def _core(text: str) -> str:
    return re.sub(r"[^a-z0-9\u4e00-\u9fff]", "", text)


def _spelt(text: str, wanted: str) -> str:
    for word, sign in _LETTER_NAMES.items():
        if word not in wanted:
            text = re.sub(rf"\b{word}\b", sign, text)
    return text


def _exact(text: str, wanted: str) -> list[Mention]:
    pattern = _JOIN.join(re.escape(c) for c in wanted)
    return [
        Mention(match.start(), match.end(), "complete", wanted)
        for match in re.finditer(rf"(?<![a-z0-9]){pattern}(?![a-z0-9])", text)
        if not _inside(text, match.start(), match.end(), wanted)
    ]


def _inside(text: str, start: int, end: int, wanted: str) -> bool:
    """Whether what stands there is a piece of something longer: a telephone number, a longer code, an amount."""
    before, after = text[:start], text[end:]
    if re.search(r"[a-z0-9][-_./]$", before) or re.match(r"[-_./][a-z0-9]", after):
        return not re.search(r"\b(?:code|pin|no|nr|id|number)[-./]$", before) or bool(
            re.match(r"[-_./][a-z0-9]", after)
        )
    if _PHONE.search(before):
        return True
    if re.search(r"[$€£¥]\s?$", before):
        return True
    if wanted.isdigit() and re.search(r"\D", text[start:end]) and _goes_on(text, start, end):
        return True
    if wanted.isdigit():
        run_before = re.search(r"(?:(?:\+|\b)\d{2,}[ )]+)+$", before)
        run_after = re.match(r"(?: \d{2,}\b)+", after)
        digits = re.sub(
            r"\D", "", (run_before.group() if run_before else "") + (run_after.group() if run_after else "")
        )
        return len(digits) + len(wanted) >= 9 and len(wanted) < 9
    return False


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether groups of digits as long as those of the match stand right beside it: `41 82` in `41 82 93 05`."""
    groups = re.split(r"\D+", text[start:end])
    before, after = re.search(r"(?<![\d.])(\d+)[ .\-]$", text[:start]), re.match(r"[ .\-](\d+)(?![\d.])", text[end:])
    return any(found is not None and len(found[1]) == len(groups[0]) for found in (before, after))


def _rivals(text: str, wanted: str) -> list[Mention]:
    """Other things of the same make: as long, give or take one, and of digits where the code has digits."""
    found: list[Mention] = []
    for match in _TOKEN.finditer(_glued(text)):
        core = _core(match.group())
        alike = abs(len(core) - len(wanted)) <= 1 and any(c.isdigit() for c in core) == any(c.isdigit() for c in wanted)
        if core != wanted and alike and (any(c.isdigit() for c in core) or _near(core, wanted)):
            found.append(Mention(match.start(), match.end(), "none", core))
    return found


def _glued(text: str) -> str:
    """Single characters spelt apart, joined in place (same length)."""
    return re.sub(r"(?<![a-z0-9])(?:[a-z0-9] ){2,}[a-z0-9](?![a-z0-9])", lambda m: m.group().replace(" ", "-"), text)


def _near(one: str, two: str) -> bool:
    return len(one) == len(two) and sum(a != b for a, b in zip(one, two, strict=True)) <= 2
