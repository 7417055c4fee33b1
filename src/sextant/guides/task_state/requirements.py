"""What an instruction asks for, as requirements: the first state, made from the instruction alone (TSR, section 2.3).

Prose is read sentence by sentence and clause by clause; numbered lines below prose are the way and not the end, and
are kept apart (`sextant.guides.task_state.way`). Where there is nothing but numbered lines, they are the requirements.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sextant.evidence.goals import CONDITIONS, SLOT, hidden, quotes_in, says, sentences, trimmed, unquoted
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse
from sextant.utg.words import kinship, stopwords, tokens

__all__ = [
    "MOST",
    "MOST_ADDED",
    "Instruction",
    "Requirement",
    "akin",
    "ends_kept",
    "names_in",
    "read_instruction",
    "refined",
    "short",
    "telling",
    "words_of",
]

MOST = 12
"""Requirements at most. Taking a task apart too far is what makes the representation harmful (TSR, figure 3)."""
MOST_ADDED = 4
"""Of them so many may be found out on the way, by a model."""
LONGEST = 160
"""Characters of a requirement."""
_LONGEST_GOAL = 40_000
_MOST_LINES = 200
_MOST_PARTS = 200
_MOST_LIMITS = 2
_LONGEST_LINE = 400
_LONGEST_NAME = 400
"""What is quoted at greater length is a text and no name that a screen shows as a whole."""
_ALIKE = 0.8
_WITHIN = 0.5
_FEW = 2

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LINE = re.compile(r"^\s*(\d{1,3})[.)]\s+(\S.*)$")
_BULLET = re.compile(r"^\s*[-*•]\s+")
_DEEDS = (
    "open|go|add|delete|remove|send|set|turn|create|tell|report|reply|buy|book|save|write|type|mark|find|note|check|move"
    "|copy|rename|change|share|call|pay|order|cancel|enable|disable|switch|answer|put|take|search|select|choose|make"
    "|update|upload|download|archive|star|pin|log|post|submit|invite|schedule|look|read|compare|give|let"
)
_PLAIN_DEEDS = (
    "open|go|add|delete|remove|send|turn|create|tell|reply|buy|save|write|type|find|pay|cancel|enable|disable|put|take"
    "|select|choose|make|upload|download|archive|submit|invite|read|compare|give|let|install|uninstall|rename|remember"
    "|clear|close|attach|follow|unfollow|mute|unmute|block|unblock|confirm|accept|decline|approve|reject|transfer|assign"
)
_LIKE_NOUNS = (
    f"{_DEEDS}|file|email|e-mail|mail|message|text|list|name|print|plan|tick|untick|play|record|import|export|sort"
    "|filter|forward|show|hide|edit|log|sign|start|stop|rate|review|tag|label|lock|unlock|transfer|enter|tap|press|click"
)
"""Words that are deeds where something follows that is done to: `email it`, and things where not (`email address`)."""
_DONE_TO = (
    rf"\s+(?:{SLOT}|(?:the|a|an|it|them|this|that|these|those|him|her|me|us|my|your|his|its|our|their|all|both|each|every"
    r"|out|in|off|on|up|back|to|down|over|by)\b|(?-i:[A-Z])|\d)"
)
_IMPERATIVE = rf"(?-i:(?:{_PLAIN_DEEDS})\b(?=\s+\w|\s+{SLOT})|(?:{_LIKE_NOUNS})\b(?={_DONE_TO}))"
_CLAUSE = re.compile(rf",?\s+(?:and\s+)?then\s+|,?\s+and\s+(?=(?:{_DEEDS})\b|{_IMPERATIVE})|，然后|，再", re.IGNORECASE)
_COMMAS = re.compile(rf"{_CLAUSE.pattern}|,\s+(?={_IMPERATIVE})", re.IGNORECASE)
_ORDERS = re.compile(rf"(?:please\s+)?(?:{_DEEDS}|{_LIKE_NOUNS}|{_PLAIN_DEEDS})\b", re.IGNORECASE)
_OF_OTHERS = re.compile(r"\b(?:tell|ask|remind|invite|want|how)\b.* to \w+", re.IGNORECASE)
"""What somebody else is to do, however much of it, is one deed."""
_SERIES = 3
"""So many deeds in a row stand each for itself, going somewhere and short ones too."""
_LIST = re.compile(r"(?<=[;；])\s*")
_GOING = re.compile(
    r"(?:^|[,:]\s)(?:please\s+)?(?:open|go(?: back)?|launch|start|switch to|use)\b[^,;:]*$", re.IGNORECASE
)
"""Going somewhere is a part of what is done there."""
_REMARK = re.compile(r"(?:it|they|that|once|you(?: will|['’]ll)|thanks?(?: you)?|谢谢)\b", re.IGNORECASE)
"""What begins so says more of the sentence before."""
_LIMIT = re.compile(
    r"(?:please )?(?:nothing else|leave (?:everything|all|the rest)|be careful|(?:do not|don['’]t|never)\b|only once"
    r"|keep everything|no other|别的|其他|其它|不要|别|勿)",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(CONDITIONS, re.IGNORECASE)
_HEADER = re.compile(r"^[^.!?]{0,60}[:：]\s*$")


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that the task wants.

    Attributes:
        id: `r1`, `r2` … as it is named in updates.
        own: Whether the instruction says it; else a model found it out on the way.
        line: Number of the line that says it, where the instruction is a list; else 0.
    """

    id: str
    text: str
    own: bool = True
    line: int = 0


@dataclass(frozen=True, slots=True)
class Instruction:
    """A goal, read.

    Attributes:
        wanted: The goal in short.
        requirements: What has to be done.
        way: Its numbered lines with their numbers, where prose says what they lead to.
        limits: What holds throughout and is never done: `Nothing else should change.`
    """

    wanted: str
    requirements: tuple[Requirement, ...]
    way: tuple[tuple[int, str], ...] = ()
    limits: tuple[str, ...] = ()


def short(text: str, most: int = LONGEST) -> str:
    """The text on one line, without what shows nothing, at most so long."""
    plain = on_one_line(text[: 4 * most])
    return plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}…"


def ends_kept(text: str, most: int = LONGEST) -> str:
    """The text on one line, at most so long; where it is longer its middle goes, since what counts often comes last."""
    plain = on_one_line(text[: 40 * most])
    if len(plain) <= most:
        return plain
    tail = most * 2 // 5
    return f"{plain[: most - tail - 3].rstrip()} … {plain[-tail:].lstrip()}"


def read_instruction(goal: str) -> Instruction:
    """The requirements of a goal; at least one, at most `MOST`."""
    lines, prose = _numbered(goal[:_LONGEST_GOAL])
    parts = [part for part in _parts(prose)[:_MOST_PARTS] if telling(part) or names_in(part)]
    limits = [part for part in parts if _LIMIT.match(part) and not names_in(part)]
    said = [part for part in parts if part not in limits]
    if lines and (not said or _HEADER.match(prose.strip())):
        if len(lines) <= MOST:
            listed = [Requirement(f"r{at}", ends_kept(text), line=number) for at, (number, text) in enumerate(lines, 1)]
            return Instruction(ends_kept(prose or goal), tuple(listed))
        said = [f"Carry out lines {lines[0][0]} to {lines[-1][0]}"]
    merged = _merged(said or [goal])
    return Instruction(
        ends_kept(merged[0] if len(merged) == 1 else prose or goal, 2 * LONGEST),
        tuple(Requirement(f"r{number}", ends_kept(text)) for number, text in enumerate(merged, 1)),
        tuple((number, ends_kept(text, _LONGEST_LINE)) for number, text in lines),
        tuple(short(part) for part in limits[:_MOST_LIMITS]),
    )


def refined(known: Sequence[Requirement], proposed: Iterable[str]) -> tuple[Requirement, ...]:
    """The requirements with those of a model among them, as far as they say something new and there is room.

    What is nearly equal to one is that one; what is a part of one is folded into it. None is ever dropped.
    """
    found = list(known)
    for text in proposed:
        added = sum(not item.own for item in found)
        told = short(text)
        if len(found) >= MOST or added >= MOST_ADDED:
            break
        if not telling(told) and not names_in(told):
            continue
        if any(_alike(told, item.text) or _within(told, item.text) for item in found):
            continue
        number = 1 + max((int(item.id[1:]) for item in found), default=0)
        found.append(Requirement(f"r{number}", told, own=False))
    return tuple(found)


@lru_cache(maxsize=4096)
def names_in(text: str) -> tuple[str, ...]:
    """What a text quotes, and the numbers outside of quotes; slots such as `{A}` are no names."""
    plain = [trimmed(quote.text) for quote in quotes_in(text) if len(quote.text) <= _LONGEST_NAME]
    numbers = [number.rstrip(".,:") for number in _NUMBER.findall(re.sub(r"\bline \d+", " ", unquoted(text)))]
    return tuple(dict.fromkeys(name for name in (*plain, *numbers) if name and not re.search(r"\{\w+\}", name)))


def telling(text: str) -> frozenset[str]:
    """The telling words of a text outside its quotes, by their stems."""
    return words_of(unquoted(text))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The telling words of a text, those in quotes among them."""
    words = tokens(text)
    return frozenset(word for word in words if word not in stopwords() and not word.isdigit() and len(word) > 1)


def akin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word, or mean the same."""
    low, high = sorted((one, other), key=len)
    return kinship(one, other) >= 0.6 or (len(low) >= 3 and high.startswith(low) and len(high) - len(low) <= 4)


def _numbered(goal: str) -> tuple[list[tuple[int, str]], str]:
    """Its numbered lines, counted on from the first, and the rest."""
    lines, rest = list[tuple[int, str]](), list[str]()
    for line in goal.splitlines():
        found = _LINE.match(line)
        expected = lines[-1][0] + 1 if lines else 1
        if found is not None and int(found[1]) == expected and len(lines) < _MOST_LINES:
            lines.append((expected, found[2]))
        else:
            rest.append(line)
    if len(lines) < 2:
        return [], goal
    prose = [line for line in rest if not (_HEADER.match(line.strip()) and len(line.split()) <= 3)]
    return lines, "\n".join(prose).strip()


def _parts(prose: str) -> list[str]:
    """Its sentences and clauses; what says no deed of its own goes with what it belongs to."""
    whole = hidden(prose)
    found: list[str] = []
    for sentence in sentences(whole.text):
        plain = _BULLET.sub("", sentence).strip()
        if found and plain and _REMARK.match(plain):
            found[-1] += f" {plain}"
        else:
            found += _clauses(plain)
    return [whole.shown(part).strip(" ,") for part in found]


def _clauses(sentence: str) -> list[str]:
    """The deeds of a sentence. Going somewhere is a part of the deed after it, a word or two of the one before."""
    if _CONDITIONAL.search(sentence):
        return [sentence]
    listed = [part for part in _LIST.split(sentence) if part.strip(" ,.;；")]
    found: list[str] = []
    for part in listed if len(listed) > 2 else [sentence]:
        going = ""
        apart = _COMMAS if _ORDERS.match(part) and not _OF_OTHERS.search(part) else _CLAUSE
        clauses = [clause for clause in (clause.strip(" ,") for clause in apart.split(part)) if clause]
        if apart is _COMMAS and len(clauses) >= _SERIES and all(map(_ORDERS.match, clauses)):
            found += clauses
            continue
        for clause in clauses:
            whole = f"{going} and {clause}" if going else clause
            going = whole if _GOING.search(whole) and not going else ""
            if going:
                continue
            if found and SLOT not in clause and len(words_of(clause)) < _FEW:
                found[-1] += f" and {clause}"
            else:
                found.append(whole)
        found += [going] if going else []
    return [part for part in found if part.strip(" ,.")]


def _merged(parts: Sequence[str]) -> list[str]:
    """The parts without those that say the same again; what is beyond the bound is one part of its own."""
    found: list[str] = []
    for part in parts:
        if not any(_alike(part, other) for other in found):
            found.append(part)
    if len(found) > MOST:
        rest = "; ".join(found[MOST - 1 :])
        found = [*found[: MOST - 1], f"And {len(found) - MOST + 1} more: {rest}"]
    return found


def _alike(one: str, other: str) -> bool:
    """Whether two texts ask for the same: equal names, and nearly the same words."""
    if collapse(one) == collapse(other):
        return True
    if {collapse(name) for name in names_in(one)} != {collapse(name) for name in names_in(other)}:
        return False
    mine, theirs = telling(one), telling(other)
    together = len(mine | theirs)
    return bool(together) and len(mine & theirs) / together >= _ALIKE


def _within(part: str, whole: str) -> bool:
    """Whether a text names nothing that the other does not name, and speaks mostly of what that speaks of."""
    names, words = names_in(part), telling(part)
    if not all(says(name, whole) for name in names):
        return False
    shared = sum(any(akin(word, other) for other in telling(whole)) for word in words)
    if names and not any(not name.isdigit() for name in names):
        return shared >= max(1, _WITHIN * len(words))
    return bool(names) or (bool(words) and shared >= _WITHIN * len(words))
