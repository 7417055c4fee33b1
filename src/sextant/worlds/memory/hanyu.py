"""Free text in Chinese: the characters that say something, each with its own negation."""

import re
from collections.abc import Sequence

from sextant.worlds.memory.lexicon import ZH_SYNONYMS
from sextant.worlds.memory.standing import Label, Mention, negated, settle

_STOP = frozenset(
    "的了请在是把给和与着吗呢吧我你他她它们会要将被就到也都很这那个记住备注于从并所以且或者又得地一及跟对让先再"
)
_WEAK = frozenset(
    "放摆搁面边处子份张只件物食带去来进拿送做用还归品里色号名家本人位块间层位时候后之以为有些行好须需该务必走吃喝进入从往记得写说点条项"
)
"""Characters that may be left out."""
_VERBS = frozenset("穿戴交付买卖敲按喂浇洗听看问等坐乘停扔倒锁擦扫寄取接送订约点选换修搬叫喊帮陪签填")
"""What is to be done; it goes without saying where nothing else is to be done."""
_NOT = re.compile(
    r"不(?!锈|错|同|少|过|仅|但|论|管|久|远|断|粉|干胶)|别(?!的|人|墅|名|处)|勿|没|无(?!线|人机|锡)|未(?!来)|免(?!费)|禁止?|严禁"
)
_CLAUSE = re.compile(r"[,.;:!?()\n。、，；：！？（）]|但是?|而(?!且)|然后")
_CLOCK = re.compile(r"(凌晨|早上|上午|中午|下午|傍晚|晚上|晚|早)?(\d{1,2})点(?!钟?头)(?:钟|整)?(?:(\d{1,2})分?|(半))?")
_RIVALS = (
    "东南西北",
    "左右",
    "前后",
    "上下",
    "里外",
    "内外",
    "红橙黄绿蓝紫黑白灰粉棕",
    "大中小",
    "冷热温",
    "早午晚",
    "男女",
    "开关",
    "单双",
    "荤素",
    "甜咸辣",
    "留扔弃",
)
_UNIT = re.compile(r"\d+(?:[.:]\d+)*|[a-z]+|[\u4e00-\u9fff]")


def compare_hanyu(goal: str, text: str) -> Label:
    """How much of what was said the note holds; both in plain digits."""
    wanted, done = _alike(_CLOCK.sub(_hour, goal)), _alike(_CLOCK.sub(_hour, text))
    title = re.search("《(.+?)》", wanted)
    if title:
        return "complete" if title[1] in done and not negated(done[: done.find(title[1])]) else "none"
    units, noted = _units(wanted), _units(done)
    units = list(dict.fromkeys(units))
    if not units:
        return "complete" if goal in text else "none"
    return _verdict(units, noted, done, wanted)


def _hour(found: re.Match[str]) -> str:
    hour, part = int(found[2]), found[1] or ""
    hour += 12 if hour < 12 and part in ("下午", "傍晚", "晚上", "晚") else 0
    minute = 30 if found[4] else int(found[3] or 0)
    return f" {hour}:{minute:02d} "


def _alike(text: str) -> str:
    text = re.sub(r"(\d)大(\d)小(?![\u4e00-\u9fff])", r"\1个大人\2个小孩", text)
    text = re.sub(r"每(?=[天日周月年])", "1", text)
    for group in ZH_SYNONYMS:
        words = sorted(group.split(), key=len, reverse=True)
        for word in words:
            text = text.replace(word, words[-1])
    return text


def _units(text: str) -> list[tuple[str, bool]]:
    """Characters, numbers and Latin words, each with whether it is denied."""
    found: list[tuple[str, bool]] = []
    for clause in _CLAUSE.split(text):
        denial = _NOT.search(clause)
        found += [
            (match.group(), denial is not None and match.start() >= denial.end())
            for match in _UNIT.finditer(clause)
            if match.group() not in _STOP and not (denial and denial.start() <= match.start() < denial.end())
        ]
    return found


def _verdict(units: Sequence[tuple[str, bool]], noted: Sequence[tuple[str, bool]], text: str, goal: str) -> Label:
    said = set(noted)
    held = [unit for unit in units if unit in said]
    wrong = [unit for unit in units if unit not in said and (unit[0], not unit[1]) in said]
    acts = {unit[0] for unit in noted if unit[0] in _VERBS} - {unit[0] for unit in units}
    lost = [unit[0] for unit in units if unit not in held and unit not in wrong and unit[0] not in _WEAK]
    lost = [word for word in lost if word not in _VERBS or acts or len(held) < 2]
    strong = [unit for unit in units if unit[0] not in _WEAK]
    if not held or (strong and not any(unit[0] not in _WEAK for unit in held)):
        return "none"
    told = any(word[0].isdigit() or any(word in group for group in _RIVALS) for word in lost)
    if not wrong and (not lost or (len(lost) / max(len(strong), 1) <= 0.2 and not told)):
        return _chosen(units, text)
    if not _shared_run(goal, text) or _opposed(lost, noted, len(strong)):
        return "none"
    return "partial" if len(held) / len(units) >= 0.25 else "none"


def _opposed(lost: Sequence[str], noted: Sequence[tuple[str, bool]], size: int) -> bool:
    """Whether the opposite of what a short text says stands in the note."""
    others = {unit[0] for unit in noted}
    return size <= 4 and any(word in group and others & (set(group) - {word}) for word in lost for group in _RIVALS)


def _chosen(units: Sequence[tuple[str, bool]], text: str) -> Label:
    """What a short text is worth where the note names something else of its kind too."""
    own = {unit[0] for unit in units}
    if len(own) > 3 or any(denied for _, denied in units):
        return "complete"
    mentions: list[Mention] = []
    for match in _UNIT.finditer(text):
        if match.group() in own:
            mentions.append(Mention(match.start(), match.end(), "complete", "gold"))
        elif any(match.group() in group and own & set(group) for group in _RIVALS):
            mentions.append(Mention(match.start(), match.end(), "none", match.group()))
    return "complete" if all(item.label == "complete" for item in mentions) else settle(text, mentions)


def _shared_run(goal: str, text: str) -> bool:
    """Whether a number, a Latin word, or two characters in a row that are no stop words stand in both."""
    if any(unit in text for unit in re.findall(r"\d+|[a-z]{2,}", goal)):
        return True
    pairs = (goal[at : at + 2] for at in range(len(goal) - 1))
    return any(pair in text and not set(pair) & _STOP and re.fullmatch(r"[\u4e00-\u9fff]{2}", pair) for pair in pairs)
