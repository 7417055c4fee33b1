"""Names: of people first, of places and things too."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from sextant.worlds.memory.hanzi import compare_chinese, in_pinyin
from sextant.worlds.memory.letters import bare, spellings
from sextant.worlds.memory.notation import is_chinese, plain
from sextant.worlds.memory.standing import Label, Mention, settle

_TITLES = frozenset(
    "mr mrs ms miss mx dr doctor prof professor sir madam mme m dame lord lady herr frau captain capt nurse rev "
    "father sister brother uncle aunt señor senor señora senora the".split()
)
_COMMON = frozenset(
    "is was are the a an and or of for to in on at by with from called named name contact person guest doctor host not "
    "i it he she they my our their his her ask see call meet meets meeting who whose that this then note remember "
    "noted sent sender order seller buyer customer manager mr mrs ms dr will would be as but no yes actually now "
    "probably maybe think surname first last family given gate code has had have said wrote message from: phone "
    "number address room table flight driver courier receptionist teacher nurse room it's she's he's spelled spelt "
    "signed starts comes came works booked booking reservation under via today tomorrow instead formerly who's were "
    "isn't wasn't rather than either correct correction sure certain unsure unclear couldn't can't tell know don't "
    "didn't which one both me them us him here there new old right wrong left page list checked confirmed unknown changed replaced".split()
)
_BREAKS = frozenset("now not or but from to instead actually then was 或 或者 还是 不是 和 与 而不是".split())
"""Words that no name goes across."""


def compare_name(gold: str, memory: str) -> Label:
    """How much of a name the note holds."""
    wanted = plain(gold)
    if is_chinese(wanted) and "·" not in wanted and not re.search("[a-zA-Z]", wanted):
        label, latin = compare_chinese(wanted, memory), in_pinyin(wanted)
        return _latin(latin, memory) if label == "none" and latin else label
    return _latin(wanted, memory)


def _latin(wanted: str, memory: str) -> Label:
    parts = [part for part in _split(wanted) if part not in _TITLES] or _split(wanted)
    text, original = _respelt(*_cased(memory), wanted, parts)
    mentions = _mentions(text, original, parts)
    return settle(text, [*mentions, *_others(text, mentions, parts)])


_CUE = r"(?:\b(?:or|maybe|perhaps|now|to|by|actually|correction|mean|but|is|be|with|call|ask|see|contact|meet|instead)\b|/|>|\||[:,?(]|还是|或者?|改[为成]|换成|现在|是|而是)[\s:,?(]*"


def _others(text: str, mentions: list[Mention], parts: list[str]) -> list[Mention]:
    """Names of others that the note puts beside the name or in its place, as long as the name."""
    if not mentions or not _TURN.search(text):
        return []
    out: list[Mention] = []
    for match in _runs_of(len(parts)).finditer(text):
        group = "name" if match["name"] else "head"
        low, high = match.span(group)
        names = re.findall(r"[^\W\d_]+", match[group])
        taken = any(low < item.end and item.start < high for item in mentions)
        if not taken and not any(name in _COMMON or name in _BREAKS for name in names):
            out.append(Mention(low, high, "none", match[group]))
    return out


@cache
def _runs_of(size: int) -> re.Pattern[str]:
    """That many words in a row that may be a name, behind a cue or at the beginning."""
    word = rf"(?!(?:{_NO_NAME})(?![\w']))[^\W\d_\u4e00-\u9fff][^\W\d_\u4e00-\u9fff]*(?:'[^\W\d_]+)?\.?"
    run = rf"(?P<name>{word}(?:[ \-]{word}){{{size - 1}}})(?![^\W\u4e00-\u9fff]|')"
    return re.compile(rf"{_CUE}{run}|^\W*(?:either |was |old: )?{run.replace('name', 'head')}")


_NO_NAME = "|".join(sorted(map(re.escape, _COMMON | _BREAKS), key=len, reverse=True))
_TURN = re.compile(
    r"\bor\b|\?|\bnow\b|\bchanged?\b|\breplac|\bactually\b|\bcorrection\b|\bnot\b|\bmean\b|\bno longer\b|->|\binstead\b|\bleft\b|\baway\b|\bon leave\b|\bretired\b|\bquit\b|~~|还是|或|改|换|现在|不是"
)
"""A choice or a change is spoken of."""


def _respelt(text: str, original: str, wanted: str, parts: list[str]) -> tuple[str, str]:
    """The note with other spellings of the name's words as the name has them, in both of its forms."""
    for found, put in _changes(wanted, tuple(parts)):
        for match in reversed(list(found.finditer(text))):
            if match.group() != put:
                shape = put.title() if original[match.start()].isupper() else put
                original = original[: match.start()] + shape + original[match.end() :]
                text = text[: match.start()] + put + text[match.end() :]
    return text, original


@lru_cache(maxsize=1024)
def _changes(wanted: str, parts: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Other spellings of a name's words, and how the name has them."""
    changes: list[tuple[str, str]] = []
    for raw in re.findall(r"[^\s\-·.]+", wanted):
        changes += [(pattern, bare(raw).replace("'", "")) for pattern in spellings(raw)]
    changes += [(r"\W?".join(map(re.escape, one)), " ".join(one)) for one in _runs(parts) if len("".join(one)) > 3]
    edge = r"[^\W\d_\u4e00-\u9fff]"
    return tuple((re.compile(rf"(?<!{edge})(?:{pattern})(?!{edge})"), put) for pattern, put in changes)


def _runs(parts: Sequence[str]) -> list[Sequence[str]]:
    """Words of the name that may be written together."""
    return [parts[low:high] for low in range(len(parts)) for high in range(low + 2, len(parts) + 1)]


def _split(name: str) -> list[str]:
    words = re.findall(r"[\w]+(?:'[\w]+)?", bare(name).replace("·", " ").replace("-", " "))
    return [word.replace("'", "") for word in words]


def _cased(memory: str) -> tuple[str, str]:
    """The note as `bare` has it, and the same with its capitals."""
    text, kept = (
        bare(memory),
        "".join(spelt.upper() if sign.isupper() else spelt for sign in plain(memory) for spelt in [bare(sign) or sign]),
    )
    return text, kept if len(kept) == len(text) else text


# Names in Latin letters, and Chinese ones with a dot between


def _mentions(text: str, original: str, parts: list[str]) -> list[Mention]:
    tokens = list(re.finditer(r"[\u4e00-\u9fff]+|[^\W\d_\u4e00-\u9fff]+(?:'[^\W\d_]+)*|\d+", text))
    words = [
        token.group().replace("'", "")
        if token.group().replace("'", "") in parts
        else re.sub(r"'s$", "", token.group()).replace("'", "")
        for token in tokens
    ]
    found: list[Mention] = []
    whole = {at for at in range(len(words)) if len(parts) > 1 and words[at : at + len(parts)] == parts}
    at = 0
    while at < len(tokens):
        matched = _match(words, at, parts, whole)
        if not matched:
            at += 1
            continue
        first, last = min(matched.values()), max(matched.values())
        label = _label(words, original, tokens, matched, parts)
        says = "gold" if label == "complete" else " ".join(words[max(0, first - 1) : last + 2])
        found.append(Mention(tokens[first].start(), tokens[last].end(), label, says))
        at = last + 1
    return found


def _match(words: list[str], at: int, parts: list[str], whole: set[int]) -> dict[int, int]:
    """Which parts of the name stand from that word on, close together: part -> word."""
    taken: dict[int, int] = {}
    end, skipped = at, 0
    while end < len(words) and skipped <= 2:
        if end > at and (words[end] in _BREAKS or (end in whole and at not in whole)):
            break
        here = [i for i, part in enumerate(parts) if i not in taken and _alike(words[end], part) > 0]
        if here:
            best = max(here, key=lambda i: _alike(words[end], parts[i]))
            if _alike(words[end], parts[best]) > 1 or taken or _starts(words, end, best, parts):
                taken[best] = end
                skipped = 0
                end += 1
                continue
        if not taken:
            return {}
        skipped += 1
        end += 1
    exact = any(_alike(words[word], parts[part]) == 3 for part, word in taken.items())
    return (
        taken
        if exact or (len(taken) == len(parts) and all(_alike(words[w], parts[p]) >= 2 for p, w in taken.items()))
        else {}
    )


def _starts(words: list[str], at: int, part: int, parts: list[str]) -> bool:
    """Whether an initial or a misspelt word is followed by the rest of the name."""
    return any(
        _alike(word, parts[other]) >= 2
        for other in range(len(parts))
        if other != part
        for word in words[at + 1 : at + 3]
    )


def _alike(word: str, part: str) -> int:
    """3 the same, 2 misspelt by one letter, 1 an initial, 0 different."""
    if word == part:
        return 3
    if len(part) >= 4 and _one_off(word, part):
        return 2
    return 1 if len(word) == 1 and part.startswith(word) else 0


def _one_off(one: str, two: str) -> bool:
    if abs(len(one) - len(two)) > 1 or one[:1].isdigit():
        return False
    if len(one) == len(two):
        wrong = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
        swapped = (
            len(wrong) == 2
            and wrong[1] == wrong[0] + 1
            and one[wrong[0]] == two[wrong[1]]
            and one[wrong[1]] == two[wrong[0]]
        )
        return len(wrong) == 1 or swapped
    short, long = sorted((one, two), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def _label(
    words: list[str], original: str, tokens: list[re.Match[str]], matched: dict[int, int], parts: list[str]
) -> Label:
    if len(matched) == len(parts):
        return "complete" if all(_alike(words[word], parts[part]) == 3 for part, word in matched.items()) else "partial"
    return "none" if _other_person(words, original, tokens, matched, parts) else "partial"


def _other_person(
    words: list[str], original: str, tokens: list[re.Match[str]], matched: dict[int, int], parts: list[str]
) -> bool:
    """Whether another word stands where a part of the name is missing."""
    for part in range(len(parts)):
        if part in matched:
            continue
        spots: list[int] = []
        if part > 0 and part - 1 in matched:
            spots.append(matched[part - 1] + 1)
        if part + 1 < len(parts) and part + 1 in matched:
            spots.append(matched[part + 1] - 1)
        for spot in spots:
            if (
                0 <= spot < len(words)
                and spot not in matched.values()
                and _namelike(words, original, tokens, spot, max(matched.values()))
            ):
                return True
    return False


def _namelike(words: list[str], original: str, tokens: list[re.Match[str]], spot: int, anchor: int) -> bool:
    word = words[spot]
    if re.match(r"\.\.", original[tokens[spot].end() :]):
        return False  # cut off
    if word in _COMMON or word in _TITLES or word.isdigit() or len(word) == 1:
        return False
    low, high = sorted((spot, anchor))
    between = original[tokens[low].end() : tokens[high].start()]
    if re.search(r"[^\s\-.·,]", between) or (between.strip() == "," and spot > anchor):
        return False
    seen = original[tokens[spot].start() : tokens[spot].end()]
    if is_chinese(seen):
        return False
    anchored = original[tokens[anchor].start() : tokens[anchor].end()]
    if seen[:1].isupper():
        return spot > anchor or spot > 0 or len(words) <= 3
    return anchored[:1].islower() and len(words) <= 3
