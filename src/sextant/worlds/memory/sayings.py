"""Free text: the things that were said, each with its own negation, in any words with the same meaning."""

# ruff: noqa: E501, SIM905 - patterns are read a line at a time

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sextant.worlds.memory.hanyu import compare_hanyu
from sextant.worlds.memory.lexicon import (
    CHOICES,
    DIRECTIONS,
    GENERIC,
    SAME,
    STOP,
    VERBS,
    WEAK,
    in_chinese,
    in_english,
    stem,
    told,
)
from sextant.worlds.memory.literals import compare_literal, is_literal
from sextant.worlds.memory.notation import is_chinese, numbered
from sextant.worlds.memory.standing import Label, Mention, negated, settle

_WORD = re.compile(r"\d+(?:[.:]\d+)*|(?<!\d)[a-z]+(?:'[a-z]+)?|(?<=\d)(?!(?:st|nd|rd|th)\b)[a-z]+|[\u4e00-\u9fff]+")
_CLAUSE = re.compile(
    r"[,;!?()\n]|[.:](?!\d)|\bbut\b|\band (?=(?:leave|put|bring|take|ring|call|ask|use|then|please|go|wait|knock|place|drop|send|pay|turn|press|sign|open|close|lock|collect|return|tell|buy|check|write|walk|feed|water)\b)"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|don't|dont|doesn't|isn't|aren't|won't|can't|cannot|nor|neither|none|nobody|nothing|except|forbidden|prohibited)\b"
)
_NEGATIONS = frozenset(
    "not no never without don't dont doesn't isn't aren't won't can't cannot nor neither none nobody nothing except free forbidden prohibited".split()
)
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|can|could|will|would|should|must|may|has|have|had)(?:n't| not)\b(?! (?:only|just|sure))"
    r"|\bcannot\b|\w not (?:\w+ed|allowed|possible|welcome|taken)\b|\b(?:forbidden|prohibited)\b"
)
"""A denial of all that its clause says."""
_CORRECTION = re.compile(
    r"\bno,? wait\b|\bcorrection\b|\bscratch that\b|\bactually\b|\bi mean\b|\bupdated?\b|\bnow\b(?=[^.;]*$)|\bchanged to\b|\bor rather\b|->|\binstead\b(?! of)"
)
_EITHER = re.compile(r"\bor\b|\?")
_REACH = 6
"""Content words that a negation covers."""
_LIGHT = 0.35


@dataclass(frozen=True, slots=True)
class _Unit:
    """A content word: its stem, whether it is denied, the clause it stands in, where it stands in the text."""

    stem: str
    denied: bool
    clause: int
    start: int
    end: int

    @property
    def weight(self) -> float:
        return _LIGHT if self.stem in WEAK else 1.0


def compare_text(gold: str, memory: str) -> Label:
    """How much of what was said the note holds."""
    if is_literal(gold):
        return compare_literal(gold, memory)
    goal, text = (numbered(_tags(words), clock=is_chinese(words)) for words in (gold, memory))
    if is_chinese(goal):
        return compare_hanyu(goal, text if is_chinese(text) else in_chinese(text))
    if is_chinese(text):
        text = in_english(text)
    goal, text = told(goal), _together(told(goal), told(text))
    wanted, noted = _units(goal), _standing(_units(text), text)
    if not wanted:
        return "complete" if goal and goal in text else "none"
    if _titled(gold):
        return _title([item.stem for item in wanted], text)
    return _verdict(wanted, noted, text, _single(goal))


def _together(goal: str, text: str) -> str:
    """The note with words that it writes as one, or apart, written as the gold has them."""
    ours, theirs = re.findall(r"[a-z]+", goal), re.findall(r"[a-z]+", text)
    for one, two in pairwise(ours):
        if len(one + two) >= 6 and one + two in theirs:
            text = re.sub(rf"\b{one}{two}\b", f"{one} {two}", text)
    for one, two in pairwise(theirs):
        if len(one + two) >= 6 and one + two in ours:
            text = re.sub(rf"\b{one}[ -]{two}\b", one + two, text)
    return text


def stems(text: str) -> list[str]:
    """The content words of a text, stemmed, each once."""
    return list(dict.fromkeys(item.stem for item in _units(text)))


def _tags(text: str) -> str:
    """Words written together with inner capitals, apart: `#LanternFestival`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)


def _units(text: str) -> list[_Unit]:
    found: list[_Unit] = []
    for number, (low, high) in enumerate(_spans(text)):
        left = 99 if _PREDICATE.search(text, low, high) else 0
        for match in _WORD.finditer(text, low, high):
            word = match.group().removesuffix("'s")
            if word in _NEGATIONS and not re.match(r" (?:only|just|sure|later)\b", text[match.end() :]):
                left = _REACH
            elif word not in STOP:
                found.append(_Unit(stem(word), left > 0, number, match.start(), match.end()))
                left -= 1
    return found


def _standing(noted: list[_Unit], text: str) -> list[_Unit]:
    """Without words that a later correction puts others in the place of."""
    cue = next(reversed(list(_CORRECTION.finditer(text))), None)
    if cue is None:
        return noted
    later = [item for item in noted if item.start >= cue.end()]
    groups = [group for group in CHOICES + DIRECTIONS if any(item.stem in group for item in later)]
    digits = any(item.stem[0].isdigit() for item in later)
    return [
        item
        for item in noted
        if item.start >= cue.start()
        or not (any(item.stem in group for group in groups) or (digits and item.stem[0].isdigit()))
    ]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    low = 0
    for match in _CLAUSE.finditer(text):
        yield low, match.start()
        low = match.end()
    yield low, len(text)


def _single(goal: str) -> bool:
    """Whether the text says one thing only."""
    return not re.search(r"[,;、+/]|\band\b|\bbut\b|\bthen\b", goal)


# Units against units


def _verdict(wanted: Sequence[_Unit], noted: Sequence[_Unit], text: str, single: bool) -> Label:
    held, wrong, lost = list[_Unit](), list[_Unit](), list[_Unit]()
    for unit in wanted:
        alike = [item for item in noted if _alike(unit.stem, item.stem)]
        if any(item.denied == unit.denied for item in alike):
            held.append(unit)
        else:
            (wrong if alike else lost).append(unit)
    total = sum(unit.weight for unit in wanted)
    share = sum(unit.weight for unit in held) / total
    telling = [unit for unit in held if unit.stem not in GENERIC]
    strong = [unit for unit in wanted if unit.weight == 1.0]
    clauses = {unit.clause for unit in held}
    lost = [unit for unit in lost if not _goes_without(unit, held, wanted, noted)]
    if not held or (not telling and len(held) < len(wanted)):
        return "none"
    if not wrong and (not lost or (all(unit.weight < 1.0 and unit.clause in clauses for unit in lost) and telling)):
        return _chosen(wanted, noted, text) if len(strong) <= 3 or _EITHER.search(text) else "complete"
    if single and _turned(lost, wanted, noted):
        return "none"
    if single and len(strong) <= 2 and any(_replaced(unit, wanted, noted) for unit in lost):
        return "none"
    return "partial" if share >= 0.25 else "none"


def _alike(one: str, two: str) -> bool:
    if one == two or two in SAME.get(one, ()):
        return True
    if one[0].isdigit() or two[0].isdigit() or min(len(one), len(two)) < 4:
        return False
    short, long = sorted((one, two), key=len)
    if len(short) >= 5 and re.fullmatch(rf"{short}(?:al|y|i|ion|ment|ation|er|or|ing|ed|ness|full?)", long):
        return True
    return len(short) >= 6 and long[:1] == short[:1] and _one_off(short, long)


@lru_cache(maxsize=4096)
def _one_off(short: str, long: str) -> bool:
    """Whether one letter was lost, added, changed or swapped with its neighbour."""
    if len(long) - len(short) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    return short[at + 1 :] == long[at + 1 :] or short[at:] == long[at : at + 2][::-1] + long[at + 2 :]


def _goes_without(unit: _Unit, held: Sequence[_Unit], wanted: Sequence[_Unit], noted: Sequence[_Unit]) -> bool:
    """Whether a lost verb can be left out: the rest of its clause is held, and the note has nothing else done."""
    if unit.stem not in VERBS or not any(other.clause == unit.clause and other.weight == 1.0 for other in held):
        return False
    own = [other.stem for other in wanted]
    return not any(item.stem in VERBS and not any(_alike(stem_, item.stem) for stem_ in own) for item in noted)


def _rival(word: str, wanted: set[str], noted: Sequence[_Unit]) -> bool:
    return any(
        word in group and any(item.stem in group and item.stem not in wanted and not item.denied for item in noted)
        for group in DIRECTIONS
    )


def _turned(lost: Sequence[_Unit], wanted: Sequence[_Unit], noted: Sequence[_Unit]) -> bool:
    """Whether a lost word's opposite stands in the note: `south` for `north`."""
    own = {unit.stem for unit in wanted}
    return any(_rival(unit.stem, own, noted) for unit in lost)


def _replaced(unit: _Unit, wanted: Sequence[_Unit], noted: Sequence[_Unit]) -> bool:
    """Whether another word stands in the place of a lost one, beside the word that it stands beside."""
    if unit.stem[0].isdigit():
        return False
    at = wanted.index(unit)
    for step in (-1, 1):
        if not 0 <= at + step < len(wanted):
            continue
        for place, item in enumerate(noted):
            other = place - step
            if (
                _alike(wanted[at + step].stem, item.stem)
                and 0 <= other < len(noted)
                and noted[other].clause == item.clause
                and noted[other].stem not in WEAK
                and not any(_alike(other_unit.stem, noted[other].stem) for other_unit in wanted)
            ):
                return True
    return False


def _chosen(wanted: Sequence[_Unit], noted: Sequence[_Unit], text: str) -> Label:
    """What a short text is worth where the note names something else of its kind too: `pink or purple`."""
    own = {unit.stem for unit in wanted}
    mentions: list[Mention] = []
    groups = CHOICES + DIRECTIONS if _EITHER.search(text) or _CORRECTION.search(text) else CHOICES
    for item in noted:
        if any(_alike(stem_, item.stem) for stem_ in own):
            mentions.append(Mention(item.start, item.end, "complete", "gold"))
        elif any(item.stem in group and group & own for group in groups):
            mentions.append(Mention(item.start, item.end, "none", item.stem))
    if all(item.label == "complete" for item in mentions) or any(unit.denied for unit in wanted):
        return "complete"
    return settle(text, mentions)


# Titles


def _titled(gold: str) -> bool:
    """Whether it is a title: all its longer words begin with a capital."""
    words = [word for word in re.findall(r"[A-Za-z']+", gold) if len(word) > 3]
    return len(words) >= 2 and not re.search(r"\d", gold) and all(word[0].isupper() for word in words)


def _title(wanted: list[str], text: str) -> Label:
    """A title is one thing: whole, with a word lost, or another one."""
    words = [stem(word.removesuffix("'s")) for word in re.findall(r"\d+|[a-z]+(?:'[a-z]+)?", text) if word not in STOP]
    if any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1)):
        return "none" if negated(text[: text.find(wanted[0])]) else "complete"
    held = [word for word in wanted if word in words]
    return "partial" if len(held) >= max(2, len(wanted) - 1) and len(words) <= len(wanted) else "none"
