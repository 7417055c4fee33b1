"""What the shape of a label says of the deed that it names: an order at its head, or only a thing called after it."""

import re
from collections.abc import Iterator

__all__ = ["ORDERED", "clears_a_view", "names_a_thing", "ordered", "orders_in"]

_GROUPS = (
    r"(?:group|team|chat|channel|server|family|organi[sz]ation|community|workspace|club|conversation|room|project)"
)
_CONTRACTS = r"(?:subscription|membership|plan|contract|trial|meeting|call|session|lease)"
_MONEY = r"(?:payment|funds|money|escrow|transaction|transfer)"
_STORAGE = r"(?:sd|card|disk|disc|drive|device|storage|usb|phone|partition)"

ORDERED: tuple[tuple[str, str], ...] = (
    ("buy", r"wire|top up|upgrade (?:to|now|plan)"),
    ("buy", rf"(?:release|authori[sz]e) (?:the |this |my )?{_MONEY}"),
    ("sell", r"sell|liquidate"),
    ("publish", r"tweet|go live|start (?:live|streaming|broadcast\w*)|(?:make|set) (?:\w+ ){0,2}public"),
    ("publish", r"share (?:to|publicly|now|(?:this |the |my )?(?:post|story|status))"),
    ("send", r"invite|nudge|turn in"),
    ("delete", r"tear down|unsend|unpublish|forget|don['’]t save"),
    ("delete", rf"format (?:the |this )?{_STORAGE}|(?:restore|reset) (?:\w+ ){{0,2}}factory"),
    ("end", rf"block(?! (?:\d+|[a-z])$)|ban|kick|(?:end|stop|quit|terminate) (?:the |this |my |your )?{_CONTRACTS}"),
    ("part", rf"resign|(?:leave|quit|exit) (?:the |this |my )?{_GROUPS}"),
    ("grant", r"grant|authori[sz]e|always allow|allow (?:full|all|always)"),
    ("grant", r"make (?:\w+ ){0,3}(?:admin\w*|owner|moderator)"),
    ("sign", r"e-?sign|sign(?! (?:in|up|on|out|off|language)(?!\w))"),
    ("vote", r"(?:cast (?:\w+ )?)?(?:vote|ballot)"),
    ("decide", r"request (?:an?|the|refund|access)|request$"),
    ("decide", r"申请"),
)
"""Kinds of deeds, and what orders them where it stands at the head of a label, or behind an `and`."""

_ORDERED = tuple(re.compile(rf"(?:^|(?<=\band )|(?<=& ))(?:{said})(?![a-zäöüß])") for _, said in ORDERED)
_ANYWHERE = tuple(re.compile(rf"(?<!\w)(?:{said})(?![a-zäöüß])") for _, said in ORDERED)

_RECORDS = (
    r"histor(?:y|ies)|limits?|options?|methods?|levels?|dates?|times?|logs?|guides?|guidelines?|faqs?|polic(?:y|ies)|"
    r"rules|statistics|results?|notes|calendar|previews?|offices?"
)
_OF_GOODS = r"|overview|views?|status|details|numbers?|list|lists|documents|summary"
_THING = re.compile(rf"(?: \w+)?(?: (?:{_RECORDS}))(?: \w+)?")
_THING_OF_GOODS = re.compile(rf"(?: \w+)?(?: (?:{_RECORDS}{_OF_GOODS}))(?: \w+)?")
_THING_JOINED = re.compile(
    r".{0,2}(?:方式|方法|限额|额度|时间|日期|记录|历史|明细|进度|状态|结果|说明|政策|规则|须知|指南|详情|渠道|列表)"
)
_PAST_JOINED = re.compile(r"(?:已|已经|最近|待|未|我的)$")

_VIEW = r"(?:search|filters?|input)"
_ANSICHT = r"(?:suche|suchbegriff|filter|eingabe)"
_CLEARS = re.compile(
    rf"(?:clear|reset|remove) (?:all |the |this |your )?{_VIEW}|(?:alle )?{_ANSICHT} (?:l[öo]schen|entfernen|verwerfen)"
    r"|(?:清空|清除|删除|移除)(?:全部|所有)?(?:搜索|筛选|输入)(?:条件|内容|框|项)?"
)


def ordered(label: str) -> tuple[str, str]:
    """The words of a collapsed label that order a deed by standing at its head, and the deed's kind; else empty."""
    for (concept, _), pattern in zip(ORDERED, _ORDERED, strict=True):
        for found in pattern.finditer(label):
            if not names_a_thing(label, found.start(), found.end(), strict=False, goods=True):
                return found.group(), concept
    return "", ""


def orders_in(goal: str, word: str) -> Iterator[re.Match[str]]:
    """Where a goal orders a deed by the very words that order it on a label."""
    for pattern in _ANYWHERE:
        if pattern.match(word):
            yield from (found for found in pattern.finditer(goal) if found.group() == word)


def names_a_thing(label: str, start: int, end: int, strict: bool, goods: bool) -> bool:
    """Whether the word at that place only says of what kind a thing is: `Order history`, `转账限额`, `已发送`.

    What is deleted, ended or left (`strict`) may itself be a history. What is bought or settled (`goods`) has a number
    and details, which might as well be sent.
    """
    before, after = label[:start], label[end:]
    if _PAST_JOINED.search(before):
        return True
    if strict:
        return False
    return (_THING_OF_GOODS if goods else _THING).fullmatch(after) is not None or (
        _THING_JOINED.fullmatch(after) is not None
    )


def clears_a_view(label: str) -> bool:
    """Whether a collapsed label only takes back what narrows a view: `Clear search`, `清除筛选`."""
    return _CLEARS.fullmatch(label) is not None
