"""Names in Chinese characters, of people first, of places and firms too."""

import re

from sextant.worlds.memory.letters import pinyin
from sextant.worlds.memory.notation import plain
from sextant.worlds.memory.standing import Label, Mention, settle

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


def compare_chinese(gold: str, memory: str) -> Label:
    """How much of a name in Chinese characters the note holds."""
    wanted = re.sub(r"\s", "", re.sub(_ZH_TITLES + "$", "", gold)) or gold
    text = re.sub(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])", "", plain(memory))
    cut = 2 if wanted[:2] in _DOUBLE else 1
    surname, given = wanted[:cut], wanted[cut:]
    if len(given) > 2 or (surname[0] not in _SURNAMES and cut == 1):
        return settle(text, _thing(text, wanted))
    mentions = [Mention(m.start(), m.end(), "complete", "gold") for m in re.finditer(re.escape(wanted), text)]
    mentions += _partial_zh(text, surname, given)
    for match in re.finditer(
        rf"(?:还是|或者?|/|改[为成]|换成|现在是?|而是|应该是|应为)\s*(?P<name>[{''.join(sorted(_SURNAMES))}][\u4e00-\u9fff]{{1,2}})",
        text,
    ):
        if not any(match.start("name") < item.end and item.start < match.end("name") for item in mentions):
            mentions.append(Mention(match.start("name"), match.end("name"), "none", match["name"]))
    for match in re.finditer(
        rf"(?P<name>[{''.join(sorted(_SURNAMES))}][\u4e00-\u9fff]{{1,2}}?)(?=\s*(?:还是|或者?|/))", text
    ):
        if not any(match.start("name") < item.end and item.start < match.end("name") for item in mentions):
            mentions.append(Mention(match.start("name"), match.end("name"), "none", match["name"]))
    return settle(text, mentions)


def in_pinyin(gold: str) -> str:
    """The name in Latin letters; empty where it is no person's or not known."""
    name = re.sub(r"\s", "", re.sub(_ZH_TITLES + "$", "", gold))
    cut = 2 if name[:2] in _DOUBLE else 1
    if not 1 <= len(name) - cut <= 2 or (cut == 1 and name[0] not in _SURNAMES):
        return ""
    return " ".join(pinyin(name[:cut], name[cut:]))


def _alternative(text: str, start: int, end: int) -> bool:
    """Whether the name there stands in an alternative: `张伟或者张炜`."""
    return bool(re.search(r"(?:还是|或者?|/|、)\s*$", text[:start]) or re.match(r"\s*(?:还是|或|/|、)", text[end:]))


def _thing(text: str, wanted: str) -> list[Mention]:
    whole = [Mention(m.start(), m.end(), "complete", "gold") for m in re.finditer(re.escape(wanted), text)]
    if whole:
        return whole
    head = wanted[: len(wanted) // 2]
    if len(head) >= 2 and re.search(rf"{re.escape(head)}(?![\u4e00-\u9fff])", text):
        at = text.find(head)
        return [Mention(at, at + len(head), "partial", "part")]
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
        elif len(given) == 1 and _alternative(text, m.start(), m.start() + len(surname) + 1):
            found.append(Mention(m.start(), m.start() + len(surname) + 1, "none", m.group()[: len(surname) + 1]))
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
