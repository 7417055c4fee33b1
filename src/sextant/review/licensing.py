"""How much of a goal may license an act: nothing that it keeps for a person or for later, or that it only drafts."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from sextant.review.clauses import spoken
from sextant.types.legible import legible
from sextant.types.refs import collapse

__all__ = ["licensing", "undrafted"]

_DEEDS: Mapping[str, str] = {
    "send": r"(?<!\w)(?:re|un)?(?:send\w*|sent|submi\w+|repl(?:y|ies|ied|ying)|forward\w*|post(?:s|ed|ing)?|publish\w*|"
    r"shar(?:e|es|ed|ing)|hand(?:ed|ing)? in|unsent|mail(?:ed|ing)?|answer\w*|"
    r"(?:ab|ver)?(?:ge)?(?:send\w*|sand\w*|schick\w*)|"
    r"antwort\w*|einreich\w*|veröffentlich\w*|poste\w*)(?!\w)|发|提交|回复|送|交出|➤",
    "pay": r"(?<!\w)(?:un)?(?:pay\w*|paid|purchas\w*|buy\w*|transfer\w*|donat\w*|(?:be)?zahl\w*|überweis\w*|kauf\w*)"
    r"(?!\w)|付|支付|买|购|转账|汇款|钱",
    "order": r"(?<!\w)(?:order\w*|purchas\w*|buy\w*|book(?:s|ed|ing)?|reserv\w*|checkout|bestell\w*|kauf\w*|buche?n?|"
    r"reservier\w*)(?!\w)|下单|提交订单|买|购|预订|预约|订",
    "delete": r"(?<!\w)(?:delet\w*|remov\w*|eras\w*|discard\w*|lösch\w*|entfern\w*)(?!\w)|删|移除|清空|清除",
    "end": r"(?<!\w)(?:cancel\w*|terminat\w*|unsubscrib\w*|(?:ge)?kündig\w*|stornier\w*|absag\w*)(?!\w)|取消|退订|"
    r"注销|撤",
    "decide": r"(?<!\w)(?:approv\w*|confirm\w*|accept\w*|sign(?:ed|ing|s)?|merg\w*|bestätig\w*|freigeb\w*|zustimm\w*|"
    r"unterschreib\w*)(?!\w)|确认|同意|批准|签署|接受",
}
"""Kinds of deeds that a goal may keep for a person, by the words of goals and of labels alike."""

_ASSENTS = re.compile(
    r"(?<!\w)(?:approv\w*|confirm\w*|agree\w*|read|seen|saw|see it|look\w*|check\w*|review\w*|ok|okay|say so|said so|"
    r"zu(?:ge)?stimm\w*|freigeb\w*|freigegeben|(?:ge)?prüf\w*|(?:an)?(?:ge)?seh\w*|(?:ge)?les\w*|bestätig\w*)(?!\w)"
    r"|确认|同意|批准|看|检查|过目|审"
)
"""Who wants to have seen it first keeps whatever cannot be taken back."""

_CLAUSE = re.compile(
    r"[.;:!?,](?=\s|$)|[。！？；：，\n]|(?<!\w)(?:and|then|but|und|dann|aber|et|puis|y|e|poi)(?!\w)|并|然后|接着|随后"
)
_SAYS_THAT = re.compile(
    r"(?<!\w)(?:that|saying|says|tell(?:ing)?|text|dass|sage?|schreibe? \w+ ich)(?!\w)|说|告诉|通知|转告|表示|写道|"
    r"发(?:消息|短信|微信|邮件|信息)"
)
"""What is told to somebody is no word to us."""
_OF_ONE = re.compile(
    r"(?<!\w)i(?!\w).*(?<!\w)(?:myself|on my own|by myself|personally|in person)(?!\w)"
    r"|^ ?(?:so )?(?:i['’]ll|i will|i shall|i am going to|i['’]m going to)(?!\w)"
    r"|(?<!\w)ich(?!\w).*(?<!\w)sel(?:bst|ber)(?!\w)"
    r"|(?<!\w)(?:will|werde|möchte) ich(?!\w).*(?<!\w)sel(?:bst|ber)(?!\w)"
    r"|(?<!\w)(?:mach\w*|übernehm\w*|erledig\w*|tue?|drück\w*) ich(?!\w)"
    r"|^ ?let (?!(?:\w+ ){1,3}(?:know|have|receive|take|collect)(?!\w))\w+ "
    r"|(?<!\w)lass\w* (?:mich|uns)(?!\w)"
    r"|由我|由本人|(?<![给到往为把和向])我自己(?!的)|我亲自|我来(?=$|[做处弄办吧付发提买删取确])|我会|自己来|交给我|归我|让我|"
    r"留给我|等我|等本人"
)
"""Somebody says that the deed is theirs."""
_AWAITED = re.compile(
    r"(?<!\w)(?:wait (?:for (?:me|us|my|our)|until (?:i|we))|(?:until|unless) (?:i|we)|"
    r"(?:only|not) (?:after|once|when|before) (?:i|we)|for me to|so (?:that )?i (?:can|could|may)|"
    r"(?:after|once|when|before|as soon as|if) (?:i|we)(?:['’]ve| have| had)? (?=approv|confirm|agree|read|seen|saw|"
    r"check|review|look|say|said|sign))"
)
"""From there on a clause says what somebody does first, or keeps."""
_KEPT = re.compile(
    r"(?<!\w)(?:stop|pause|halt)(?: \w+){0,3} (?:before|short of|prior to|at|ahead of)(?!\w)"
    r"|(?<!\w)leav(?:e|ing) .*(?:to|for|with|up to) (?:me|us)(?!\w)"
    r"|(?<!\w)leav(?:e|ing) (?:the )?\w+ing (?:[^\s]+ ){0,3}to \w+"
    r"|(?<!\w)(?:is|are|stays?|remains?) (?:my (?:job|task|business|turn|part)|on me|up to me|mine|for me)(?!\w)"
    r"|(?<!\w)(?:only|no earlier than|not until) (?:later|tomorrow|tonight|next|after|when|once)(?!\w)"
    r"|(?<!\w)(?:leav|keep)(?:e|ing)? .*(?<!\w)un(?:sent|paid|submitted|published|signed)(?!\w)"
    r"|(?<!\w)(?:von mir|mir überlassen|überlass\w* (?:\w+ ){0,4}(?:mir|uns))(?!\w)"
    r"|(?<!\w)erst(?: (?:über)?morgen| später| nachher| heute| nächste\w*| am| wenn| nachdem| sobald| danach| um| ?$)"
    r"|^(?!.*(?<!\w)(?:falls|wenn|sofern|weil|dass|ob)(?!\w)).*(?<!\w)(?:sie|es|ihn|das|noch) nicht(?: \w+)? ?$"
    r"|(?<!\w)(?:stopp\w*|halte?|warte|hör\w*) (?:\w+ ){0,2}(?:vor|bevor|bis ich)(?!\w)"
    r"|(?<!\w)vor .*(?:stopp\w*|anhalten|aufhören|abbrechen|halt\w*)(?!\w)"
    r"|(?:明天|后天|晚点|稍后|过后|回头|改天|待会儿?|下次|下周|下个?月|周末|有空|今晚)再"
    r"|(?:之前|以前|前)(?:就|先|要)?(?:停|暂停|打住)|停在|停到|先(?:别|不要?|留着|放着)"
)
"""In a clause: it is kept for somebody else, or for later."""

_AS_DRAFT = re.compile(
    r"(?<!\w)(?:leave|keep|save|store|park) (?:\w+ ){0,5}(?:(?:as|in) (?:an? |the |my )?drafts?|unsent)(?!\w)"
    r"|(?<!\w)(?:nur )?als entwurf (?:speicher|behalt|lass|ableg)\w*|存(?:为|成|到|进|入)?草稿|留在草稿"
)

_LETTER = r"(?:message|reply|answer|response|text|note|e ?mail|letter|post|comment|hello|hi)"
_DRAFTS = re.compile(
    rf"(?:(?<=^)|(?<=[.;:,!?]\s)|(?<=\band )|(?<=\bthen )|(?<=\bplease ))(?:(?:please|then|and) )?"
    rf"(?:draft|prepare|pre-?fill|get (?:[^\s.;,]+ ){{1,6}}ready"
    r"|write (?:up |out )?(?:an? |the |my )?draft"
    rf"|type(?![^.;,]* (?:in|into|at|under)(?!\w))(?: [^\s.;,]+){{0,3}} {_LETTER}"
    r"|bereite?(?= [^.;]* vor(?!\w))|entw[ei]rf|(?:schreibe?|erstelle?|verfasse?|tippe?) (?:[^\s.;,]+ ){0,3}entw[uü]rf"
    rf"|tippe)(?!\w)(?:(?!(?<!\w)(?:and|then|but|und|dann|aber)(?!\w))[^.;,!?])*"
    rf"|(?:起草|草拟|拟好?)(?:(?!发给|并|再|后|然后)[^，。；])*|(?:写|准备|编)好?[^，。；]{{0,12}}草稿"
    r"|准备[^，。；]{0,12}(?:消息|短信|邮件|回复|信息)",
    re.IGNORECASE,
)
"""Clauses that want a text made ready and nothing done with it."""

_MARKS = (
    r"(?:filters?|mute|highlight\w*|ticks?|check ?marks?|stars?|pins?|flags?|marks?|underlin\w*|bold|formatting|"
    r"sorting|search(?: field| box| bar| term)?|selection|zoom|full ?screen)"
)
_LIGHT = re.compile(
    rf"(?<!\w)(?P<clear>remove|delete|clear|erase) (?:(?:the|all|my|a|any|that|this|yellow|active|current) ){{0,2}}"
    rf"(?P<mark>{_MARKS})(?!\w)"
    rf"|(?<!\w)(?P<end>cancel|end|stop|terminate) (?:(?:the|all|my|a|any|that|this) ){{0,2}}"
    rf"(?P<turn>{_MARKS}|alarms?|timers?|countdown|downloads?|playback|recording|reminders?)(?!\w)"
    r"|(?<!\w)(?P<weg>entfern\w*|lösch\w*) (?:\w+ ){0,2}?(?P<filter>filter|häkchen|markierung\w*|stern|suche|"
    r"suchbegriff|auswahl|hervorhebung\w*|sortierung)(?!\w)"
    r"|(?P<qx>取消)(?:对[^，。；]{1,12}的?)?(?P<sign>静音|置顶|收藏|勾选|全屏|关注|标记|点赞|选择|选中|高亮|免打扰|提醒|闹钟|"
    r"筛选|隐藏|循环|星标|下载)"
)
"""What is removed or ended there is a mark or a setting, and no thing, account or contract."""


@lru_cache(maxsize=256)
def licensing(goal: str, label: str) -> str:
    """The goal as far as it may license an act by a button of that label; empty where the deed is kept."""
    said = collapse(legible(label))
    if any(re.search(_DEEDS[kind], said) for kind in _kept_kinds(goal)):
        return ""

    def shown(found: re.Match[str]) -> str:
        verb, thing = [part for part in found.groups() if part is not None]
        own = collapse(thing).rstrip("s") in said or said == collapse(verb)
        return found.group() if own else "…"

    return re.sub(_LIGHT.pattern, shown, goal, flags=re.IGNORECASE)


def undrafted(goal: str) -> str:
    """The goal without clauses that only want a text made ready."""
    return _DRAFTS.sub(" ", goal)


@lru_cache(maxsize=256)
def _kept_kinds(goal: str) -> frozenset[str]:
    """Kinds of deeds that the goal keeps for a person or for later."""
    text = spoken(goal)
    kinds = {kind for clause, told in _clauses(text) for kind in _kept_in(clause, told)}
    if _AS_DRAFT.search(text):
        kinds.add("send")
    return frozenset(kinds | {"pay"} if "order" in kinds else kinds)


def _clauses(text: str) -> Iterator[tuple[str, bool]]:
    """Each clause, and whether it is told to somebody: what follows an `and` is so where what precedes it is."""
    at, told = 0, False
    for found in [*_CLAUSE.finditer(text), None]:
        end, sign = (len(text), "") if found is None else (found.start(), found.group())
        clause = text[at:end]
        told = told or _SAYS_THAT.search(clause) is not None
        yield clause, told
        told = told and sign in ("and", "und", "et", "y", "e", "并")
        at = end + len(sign)


def _kept_in(clause: str, told: bool) -> Iterator[str]:
    awaited = _AWAITED.search(clause)
    if awaited is not None:
        first = awaited.group().startswith(("for", "so"))
        yield from _kinds_of(clause[awaited.start() :] if first else clause, assents=True)
    if not told and _OF_ONE.search(clause):
        yield from _kinds_of(clause, assents=True)
    if _KEPT.search(clause):
        yield from _kinds_of(clause, assents=False)


def _kinds_of(span: str, assents: bool) -> Iterator[str]:
    if assents and _ASSENTS.search(span):
        yield from _DEEDS
        return
    yield from (kind for kind, words in _DEEDS.items() if re.search(words, span))
