"""Names: of people first, of places and things too."""

# ruff: noqa: SIM905 - patterns and word lists are read a line at a time

import re

from sextant.worlds.memory.notation import folded, is_chinese, plain
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
    "isn't wasn't rather than either correct correction".split()
)
_DOUBLE = (
    "欧阳",
    "司马",
    "诸葛",
    "上官",
    "东方",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
    "司徒",
    "令狐",
    "夏侯",
    "长孙",
    "端木",
    "独孤",
    "南宫",
)
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭"
    "廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢"
)
_ZH_TITLES = r"(?:先生|女士|小姐|老师|医生|大夫|经理|师傅|教授|博士|同学|主任|总|阿姨|叔叔|律师|护士|某)"
_WORDS = re.compile(r"[a-z0-9\u00c0-\u024f]+(?:'[a-z]+)?\.?")


def compare_name(gold: str, memory: str) -> Label:
    """How much of a name the note holds."""
    wanted = plain(gold)
    if is_chinese(wanted) and "·" not in wanted and not re.search("[a-zA-Z]", wanted):
        return _chinese(re.sub(r"\s", "", re.sub(_ZH_TITLES + "$", "", wanted)) or wanted, memory)
    parts = [part for part in _split(wanted) if part not in _TITLES] or _split(wanted)
    text, original = folded(memory), _same_length(memory)
    return settle(text, _mentions(text, original, parts))


def _split(name: str) -> list[str]:
    words = re.findall(r"[\w]+(?:'[\w]+)?", folded(name).replace("·", " ").replace("-", " "))
    return [word.replace("'", "") for word in words]


def _same_length(memory: str) -> str:
    """The note as `folded` has it, but with its capitals."""
    kept = plain(memory)
    text = folded(memory)
    return kept if len(kept) == len(text) else text


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
    at = 0
    while at < len(tokens):
        matched = _match(words, at, parts)
        if not matched:
            at += 1
            continue
        first, last = min(matched.values()), max(matched.values())
        label = _label(words, original, tokens, matched, parts)
        says = "gold" if label == "complete" else " ".join(words[max(0, first - 1) : last + 2])
        found.append(Mention(tokens[first].start(), tokens[last].end(), label, says))
        at = last + 1
    return found


def _match(words: list[str], at: int, parts: list[str]) -> dict[int, int]:
    """Which parts of the name stand from that word on, close together: part -> word."""
    taken: dict[int, int] = {}
    end, skipped = at, 0
    while end < len(words) and skipped <= 2:
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


# Chinese names


def _chinese(wanted: str, memory: str) -> Label:
    text = re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])", "", plain(memory))
    cut = 2 if wanted[:2] in _DOUBLE else 1
    surname, given = wanted[:cut], wanted[cut:]
    if surname[0] not in _SURNAMES and cut == 1:
        return settle(text, _thing(text, wanted))
    mentions = [Mention(m.start(), m.end(), "complete", "gold") for m in re.finditer(re.escape(wanted), text)]
    mentions += _partial_zh(text, surname, given)
    return settle(text, mentions)


def _thing(text: str, wanted: str) -> list[Mention]:
    whole = [Mention(m.start(), m.end(), "complete", "gold") for m in re.finditer(re.escape(wanted), text)]
    if whole:
        return whole
    for size in range(len(wanted) - 1, max(1, len(wanted) // 2), -1):
        for at in range(len(wanted) - size + 1):
            found = text.find(wanted[at : at + size])
            if found >= 0:
                return [Mention(found, found + size, "partial", "part")]
    return []


def _partial_zh(text: str, surname: str, given: str) -> list[Mention]:
    found: list[Mention] = []
    for m in re.finditer(re.escape(surname) + r"([\u4e00-\u9fff]{1,2})", text):
        rest = m[1]
        if rest.startswith(given):
            continue
        if re.match(rf"{_ZH_TITLES}?(?:不在|离职|休假|请假|调走|已离开)", text[m.start() + len(surname) :]):
            continue  # somebody else is asked for
        if re.match(_ZH_TITLES, text[m.start() + len(surname) :]) or re.search(r"(?:姓|老|小)$", text[: m.start()]):
            found.append(Mention(m.start(), m.start() + len(surname), "partial", surname))
        elif len(given) == 2 and len(rest) == 2 and sum(a != b for a, b in zip(given, rest, strict=True)) == 1:
            found.append(Mention(m.start(), m.end(), "partial", m.group()))
        elif len(given) == 2 and len(rest) >= 1 and rest[0] == given[0]:
            found.append(Mention(m.start(), m.start() + len(surname) + 1, "partial", m.group()))
    alone = re.finditer(rf"(?:姓|老|小){re.escape(surname)}(?![\u4e00-\u9fff])", text)
    found += [Mention(m.start(), m.end(), "partial", surname) for m in alone]
    if re.fullmatch(rf"\W*{re.escape(surname)}\W*", text):
        found.append(Mention(0, len(text), "partial", surname))
    for m in re.finditer(re.escape(given), text):
        before = text[: m.start()]
        if before.endswith(surname):
            continue
        other = before[-1:] in _SURNAMES or before[-2:] in _DOUBLE
        if len(given) >= 2:
            found.append(
                Mention(m.start() - (1 if other else 0), m.end(), "none" if other else "partial", before[-1:] + given)
            )
    return found
