"""Which of the values that a note names it stands by: negation, correction, alternatives.

A note may hold several candidates. One that is denied, replaced or excluded does not count; one singled out counts
alone; candidates left side by side without a choice are worth half. What is looked at is only the words around each
mention, in English and Chinese.
"""

# ruff: noqa: E501 - patterns and word lists are read a line at a time

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Label = Literal["complete", "partial", "none"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A candidate in a note: where it stands in the text, what it is worth, what it says (equal says are one)."""

    start: int
    end: int
    label: Label
    says: str


_NOT_BEFORE = re.compile(
    r"(?:\bnot\b|n't\b|\bno longer\b|\bnever\b|\brather than\b|\binstead of\b|\bexcept(?: for)?\b|\bexcluding\b"
    r"|\bwithout\b|\bother than\b|\bignore\b|\bforget\b|\bavoid\b|\bdiscard\b|\breplac(?:es|ing)\b|\breplaced\b(?! by| with)|\btakes over from\b|\btook over from\b|\bsupersedes\b|\bwrongly\b"
    r"|\bincorrect(?:ly)?\b|\bmistaken(?:ly)?\b|\bdoes not\b|\b(?:any|every|each|all|no) ?(?:\w+ )?(?:but|except|besides)\b|\ball (?:but|except)\b|\bcannot\b|\bneither\b|\bnor\b|\banything but\b"
    r"|\bno, not\b|\bruled out\b|\bwrong\b(?!.*\bright\b)|\bformer\b"
    r"|不是|并非|而非|非(?!常)|不再是|不要|别(?!名|墅|的)|除了|除|没有|不算|无关|排除|忽略|误记|误以为|(?<![延耽贻无])误(?!点|机|车)|错记|错误|并不|不为|取代|替代|代替)"
    r"(?P<rest>[^,;.!?:，。；：]*)$"
)
_UNDONE = re.compile(
    r"\bnot (?:only|just|sure|certain|to forget)\b|\b(?:do not|don't|never) forget\b|不(?:只|仅|确定)是?|别忘|不要忘"
)
_NOT_AFTER = re.compile(
    r"^[\s\"')]*,?[\s\"')]*(?:(?:,? ?which )?(?:(?:is|was|are|were) not (?!(?:\w+ )?(?:sure|certain))"
    r"|(?:is|was|are|would be|has been|had been|being)?\s*(?:wrong\b|incorrect|invalid|mistaken|false\b|no longer|out\b|excluded|cancell?ed"
    r"|expired|outdated|obsolete|rejected|ruled out|void\b|superseded|crossed out|an? (?:mistake|error|distractor|decoy|typo|slip|misreading|misprint)))"
    r"|(?:did(?:n't| not)|does(?:n't| not)|do(?:n't| not)|never) (?:work|open|match|fit)|(?:is|was|are) (?:refused|denied|declined)|stopped working|fail(?:s|ed)\b"
    r"|(?:(?:is|was|been|got|being) replaced|replaced (?:by|with))\b|(?:isn't|wasn't|won't|doesn't)\b|不对|错|是错|有误|的?[那这]?[个班趟次场家件]?(?:已经?)?被?(?:取消|作废|停运)|(?<!,)(?<!, )不是(?!吗)|作废|已(?:作废|取消|失效|过期|改)|不再|无效|被(?:取代|替|换|排除)|除外|排除)"
)
_OLD_BEFORE = re.compile(
    r"(?:(?<!\bor )\b(?:was|were|used to be|previous(?:ly)?|formerly|original(?:ly)?|old|earlier|before|initially|first said"
    r"|had been|yesterday|last (?:week|month|year|time)|from|down from|up from|reduced from|at first|once|list price|rrp|regular(?:ly)?|instead of)\b"
    r"|原来|原价|原本|之前|以前|先前|起初|旧|曾|原定|原先|最初|从|由|本来|一开始|早先|昨天|上次)[^,;.!?，。；]{0,24}$|原\s*$"
)
_ONLY_OLD = re.compile(
    r"(?:\b(?:used to be|formerly|no longer|previously|originally|initially|once was)\b|原来是|原价|原本|以前|曾经|旧|本来|原先|原定|起初|最初)"
    r"[^,;.!?，。；]{0,24}$"
)
_OLD_AFTER = re.compile(
    r"^\s*(?:(?:before|originally|previously|at first|earlier)\b|原价|之前|以前"
    r"|(?:is|was|are|belongs|comes)\b[^,;.]{0,28}\b(?:other|another|different|wrong|someone|fully|full|taken|sold)\b"
    r"|(?:has|have) (?:left|quit|moved on|retired)\b|(?:is|was) (?:away|on leave|on holiday|retired|gone)\b|已?(?:离职|调走|休假)|belongs? to\b(?! (?:me|us|you)\b)|是(?:另|别|其他|隔壁|上一)|已(?:满|被占|售完|订满))"
)
"""Said of a value that another one has taken the place of, or that belongs to something else."""
_PICKED = re.compile(
    r"\b(?P<which>first|second|third|latter|former|last)(?: (?:one|1|code|value|number|of them))? (?:is|was|seems|must be) "
    r"(?:the )?(?:right|correct|valid|real|current|good|mine)\b|(?P<zh>前者|后者|第[123一二三]个)(?:才?是?)(?:对|正确)"
)
_PLACE = {"first": 0, "former": 0, "second": 1, "third": 2, "last": -1, "latter": -1, "前者": 0, "后者": -1}
_NEW_BEFORE = re.compile(
    r"(?:\bcorrect(?:ion|ed)\b|\bactually\b|\bnow\b|\bupdate[ds]?\b|\bchang(?:ed?|es|ing)\b.*\bto\b|\bmoved\b.*\bto\b"
    r"|\breplaced (?:by|with)\b|\brescheduled\b|\bscratch that\b|\bsorry\b|\bi mean\b|\bno[,.:]|\bwait\b|\bmake that\b"
    r"|\bfinal(?:ly)?\b|->|=>|→|\bin fact\b|\breally\b|\bshould be\b|\bcurrent(?:ly)?\b|\bnew\b|\bthe right one\b"
    r"|\breduced to\b|\bpostponed\b|\bbrought forward\b|\bput (?:off|back)\b|\binstead\b|\bcut to\b|\bturned out\b"
    r"|更正|改(?=[为成到至坐乘走在用去从了])|现在|现价|现为|应为|应该是|实际|其实|而是|变成|变为|换成|更新|推迟到|提前到|调整为|正确|最终|最后是|纠正|降到|降至|涨到|不，|不对|才是|到)"
    r"[^.!?。！？]{0,32}$"
)
_NEW_AFTER = re.compile(
    r"^[\s,]*(?:instead\b|now\b|is (?:right|correct|the right|the correct|the current|the one)|才(?:是)?对|才是|是对的|正确|为准|是正确)"
)
_OR = re.compile(r"\bbut\b(?!.*\bnot\b)|\bor\b|\beither\b|\bperhaps\b|\bversus\b|\bvs\b|\?|还是|或|要么|也可能|也许是")
_BARE = re.compile(r"^[\s,;/|、，&]*(?:and|和|与|及)?[\s,;/|、，&]*$")
_SUM = re.compile(r"[+=]|\bplus\b|\bmakes?\b|\bin total\b|\btotal(?:s|ling)?\b|加|等于|共|合计|总")
_END = re.compile(r"(?<!\d)[.](?!\d)|[;!?\n。；！？](?!\d)|\.(?=\s)|(?<=\d)\.(?=$)")


_CHANGE = re.compile(
    r"\b(?:mov|chang|reschedul|postpon|push|delay|shift|brought|put|correct|updat|switch|now|instead|went|swap)\w*|改|推|提前|调整|延|换|变|挪|移"
)


def spans_joined(text: str) -> str:
    """A text about days or hours with `from A to B` and `between A and B` as `A - B`, where nothing is said to change."""
    if _CHANGE.search(text):
        return text
    text = re.sub(r"\bbetween (.{2,24}?) and ", r"\1 - ", text)
    text = re.sub(r"\bfrom (.{1,24}?) (?:to|till|until) ", r"\1 - ", text)
    return re.sub(r"从(.{2,12}?)[到至]", r"\1 - ", text)


def clause_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the clause around a span begins and ends."""
    low, high = 0, len(text)
    for found in _END.finditer(text):
        if found.end() <= start:
            low = found.end()
        elif found.start() >= end:
            high = found.start()
            break
    return low, high


def negated(lead: str) -> bool:
    """Whether the words right before a mention deny it."""
    cleared = _UNDONE.sub(" ", lead)
    found = _NOT_BEFORE.search(cleared)
    return found is not None and len(found["rest"].split()) <= 5 and not re.search(r"\bbut\b|而是", found["rest"])


def denied_after(tail: str) -> bool:
    """Whether the words right after a mention deny it."""
    return _NOT_AFTER.search(tail) is not None


@dataclass(frozen=True, slots=True)
class _Placed:
    mention: Mention
    lead: str
    tail: str
    dead: bool
    old: bool
    new: bool


def settle(text: str, mentions: Sequence[Mention]) -> Label:
    """What the note is worth, from its mentions in the order of the text."""
    ordered = _apart(mentions)
    live = _live(text, ordered)
    if not live:
        return "none"
    live = _picked(text, live)
    best = {item.mention.label for item in live}
    if "complete" in best:
        return "partial" if _undecided(text, live) else "complete"
    return "partial" if "partial" in best else "none"


def _picked(text: str, live: list[_Placed]) -> list[_Placed]:
    """Only the candidate that the note points to by its place: `the second one is right`."""
    found = _PICKED.search(text)
    if found is None or len(live) < 2:
        return live
    word = found["which"] or found["zh"]
    at = _PLACE.get(word, "1一2二3三".find(word[1]) // 2 if word else 0)
    return [live[at]] if at < len(live) else live


def surviving(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that the note neither denies nor replaces."""
    return [item.mention for item in _live(text, _apart(mentions))]


def _apart(mentions: Sequence[Mention]) -> list[Mention]:
    """Without those that lie inside a longer one."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda item: (item.start, -item.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _live(text: str, mentions: Sequence[Mention]) -> list[_Placed]:
    placed = [_place(text, mentions, at) for at in range(len(mentions))]
    said = {item.mention.says for item in placed if not item.dead}
    kept: list[_Placed] = []
    for at, item in enumerate(placed):
        rivals = said - {item.mention.says}
        replaced = any(
            later.new and not later.dead and later.mention.says != item.mention.says and not item.new
            for later in placed[at + 1 :]
        )
        gone = item.dead or (item.old and not item.new and bool(rivals)) or replaced
        gone = gone or (not rivals and not item.new and _ONLY_OLD.search(item.lead) is not None)
        if not gone:
            kept.append(item)
    singled = [item for item in kept if _NEW_AFTER.search(item.tail)]
    dead = {item.mention.says for item in placed if item.dead} - {item.mention.says for item in singled}
    kept = singled or kept
    return [item for item in kept if item.mention.says not in dead or item.new]


def _place(text: str, mentions: Sequence[Mention], at: int) -> _Placed:
    mention = mentions[at]
    low, high = clause_of(text, mention.start, mention.end)
    previous = mentions[at - 1].end if at else 0
    following = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
    lead, wide = text[max(low, previous) : mention.start], text[previous : mention.start]
    tail = text[mention.end : min(high, following)]
    struck = lead.endswith("~~") and tail.startswith("~~")
    dead = struck or negated(lead) or (denied_after(tail) and not _hands_on(text, mentions, at))
    new = not dead and at > 0 and _NEW_BEFORE.search(wide) is not None
    old = _OLD_BEFORE.search(lead) is not None or _OLD_AFTER.search(tail) is not None
    return _Placed(mention, lead, tail, dead, old, new)


def _hands_on(text: str, mentions: Sequence[Mention], at: int) -> bool:
    """Whether a denial after the mention belongs to the next one: `4182, not 4128`."""
    if at + 1 >= len(mentions):
        return False
    gap = text[mentions[at].end : mentions[at + 1].start]
    return re.search(
        r"(?:,|\(|-|\band\b|，|、|^)\s*(?:and |but )?(?:not|不是|而不是|而非|并非|非)\s*\S{0,8}\s*$", gap.strip() + " "
    ) is not None and (re.match(r"\s*(?:is|was|isn't|wasn't|是错|错)", gap) is None)


def _undecided(text: str, live: Sequence[_Placed]) -> bool:
    """Whether a right candidate stands beside another one and nothing is chosen."""
    for first, second in itertools.pairwise(live):
        one, two = first.mention, second.mention
        if one.says == two.says or "complete" not in (one.label, two.label) or one.label == two.label == "complete":
            continue
        gap = text[one.end : two.start]
        if _SUM.search(gap):
            continue
        if _OR.search(gap) or _BARE.match(gap) or _same_words(first.lead, second.lead) or _two_sources(first, second):
            return True
        if re.search(
            r"\beither\b|\b(?:sure|unsure|clear|unclear|know|certain|forgot|remember|wonder(?:ing)?) which\b|\bone of\b|\bwhich one\b|不确定是哪|哪个|哪一个|之一",
            text,
        ):
            return True
    return False


_SOURCE = re.compile(
    r"\b(?:page|screen|sign|till|tag|shelf|label|receipt|card|cart|site|website|app|mail|email|list|menu|poster|badge|banner|header|invoice)\b|页|屏|标签|小票|邮件|海报"
)


def _two_sources(first: _Placed, second: _Placed) -> bool:
    """Whether two places to read the same value from disagree: `3.50 on the sign, 3.80 at the till`."""
    if _SOURCE.search(first.tail) and _SOURCE.search(second.tail):
        return True
    leads = [
        re.sub(r"\b(?:first|second|third|top|bottom|1|2|3)\b|[第一二两三]", "", item.lead) for item in (first, second)
    ]
    one, two = (re.findall(r"[a-z]+|[\u4e00-\u9fff]", lead) for lead in leads)
    return bool(_SOURCE.search(leads[0])) and one == two


def _same_words(first: str, second: str) -> bool:
    def words(lead: str) -> list[str]:
        return re.findall(r"[a-z]+|\d+|[\u4e00-\u9fff]", lead)

    one, two = words(first), words(second)
    telling = (
        "says",
        "said",
        "shows",
        "showed",
        "reads",
        "shown",
        "lists",
        "listed",
        "gives",
        "has",
        "示",
        "着",
        "说",
        "写",
    )
    return bool(one) and bool(two) and (one == two or (one[-1] == two[-1] and one[-1] in telling))
