"""What a goal wants done, apart from what it forbids, asks about, or only wants looked at: nine languages.

A deed is wanted where its verb heads a clause, or follows what verbs follow (`to`, `please`, `should`). The same word
as a noun, in the past, within a question or behind `find`, `show`, `read` licenses nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sextant.types.refs import collapse

__all__ = ["Wish", "heads", "spoken", "wish_of", "wished"]

_AND = r"(?<!\w)(?:and|then|but|und|dann|aber|et|puis|y|luego|e|poi|и)(?!\w)|并|然后|接着|随后"
_NOT = re.compile(
    r"(?<!\w)(?:do not|don['’]t|does not|doesn['’]t|must not|should not|never|without|no(?= \w+ yet)|"
    r"nicht|kein\w*|ohne|ne pas|sans|sin|senza|sem|не|без)(?!\w)"
    rf"(?! (?:forget|fail|hesitate|vergessen|olvid\w+|oubli\w+))(?:(?!{_AND})[^.,;:!?，。；]){{0,60}}"
    r"|(?:不要|不用|不必|无需|不得|(?<![类级分性差特区告离鉴辨])别(?![人的名])|请勿|勿)"
    rf"(?:(?!{_AND}|[的再])[^，。；！]){{0,20}}",
    re.IGNORECASE,
)
"""What a goal says not to do, as far as the clause goes."""

_QUOTED = re.compile(
    r"(?P<press>(?:press|tap|click|hit|push|choose|select|pick|use|tippe|klicke?|drücke|wähle|点击?|按|选择?)"
    r"(?: on| auf| the button)? ?)?"
    r"(?:\"(?P<a>[^\"\n]{1,300})\"|“(?P<b>[^“”\n]{1,300})[”“]|„(?P<c>[^„“”\n]{1,300})[“”]|«(?P<d>[^«»\n]{1,300})»"
    r"|「(?P<e>[^「」\n]{1,300})」|『(?P<f>[^『』\n]{1,300})』|《(?P<g>[^《》\n]{1,300})》|‘(?P<h>[^‘’\n]{1,300})’"
    r"|(?<!\w)'(?P<i>[^'\n]{1,300})'(?!\w))",
    re.IGNORECASE,
)
_BREAK = re.compile(
    rf"[.!?;:,](?=\s|$)|[。！？；：，\n]|{_AND}|再(?!次)|(?<![以今最之先前])后(?=[^天来面台续])", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.](?!\s|$)[^.!?。！？\n]*)*[.!?。！？\n]?")
_PREAMBLE = re.compile(
    r"^(?:(?:please|kindly|now|first|then|next|also|just|begin by|start by|finally|later|afterwards|can you|could you|"
    r"would you|will you|i want you to|i want to|i['’]d like to|i would like to|i need to|i['’]d like you to|help me|"
    r"let['’]s|let us|bitte|kannst du|könntest du|ich möchte|ich will|mal|you should|s['’]il te plaît|"
    r"por favor|per favore|quiero|je veux)(?!\w)[,:]?\s*|请|帮我|帮忙|麻烦你?|我想要?|我要|先|去|给我|可以)+",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"(?<!\w)(?:(?:can|could|would|will) you|please|kannst du|könntest du|würdest du|bitte|peux-tu|pourrais-tu|puedes|"
    r"podrías|puoi|potresti)(?!\w)|帮我|帮忙|麻烦|请",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"^(?:(?:ask|text|tell|write|message|reply|answer|send|email|frage?|schreibe?|antworte|sende|schicke?)(?!\w)"
    r"(?! (?:me|us|mir|uns)(?!\w))|问|告诉(?!我)|回复|发|给.{1,8}发)",
    re.IGNORECASE,
)
_LOOKS = re.compile(
    r"^(?:(?:find(?: out)?|finding|show|read|reading|tell (?:me|us)|look(?:ing)?(?: up| at| for)?|search|list all|"
    r"check(?! (?:\w+ ){0,4}(?:in|out|off)(?!\w))|see(?! (?:that|to it))|view|count|compare|name|note|memorise|"
    r"retrieve|"
    r"discover|locate|learn|determine|explain|describe|summari[sz]e|give me the|get me the (?:number|name|price|code)|"
    r"how|which|what|what['’]s|who|whose|when|where|why|whether|in which|at what|on which|from which|by when|"
    r"is|are|was|were|do i|does|did|has|have (?:i|you|we|they)|had|can i|could i|should i|may i|"
    r"finde(?: heraus)?|such[e]?|zeige?|lies|lese|sag(?:e)? (?:mir|uns)|nenne?|schau(?:e)?|sieh|prüfe?|vergleiche?|"
    r"wie|wo|wann|was|wer|wem|wen|welche[rsnm]?|warum|wieso|ob|wohin|woher|ist|sind|hat|habe ich|kann ich|"
    r"trouve|cherche|montre|lis|dis-moi|regarde|combien|quel(?:le)?s?|où|quand|comment|pourquoi|qui|"
    r"encuentra|busca|muestra|muéstrame|lee|dime|mira|cuánt[oa]s?|cuál(?:es)?|dónde|cuándo|cómo|quién|qué|"
    r"trova|cerca|mostra|mostrami|leggi|dimmi|guarda|quant[oaie]|quale|dove|quando|come|chi|"
    r"найди|покажи|прочитай|скажи мне|сколько|где|когда|как|какой|какая|кто)(?!\w)"
    r"|(?:.{0,14}[里中上])?(?:查|看(?!病|诊)|找(?!人)|读|搜|了解|告诉我|说说|列出|浏览|阅读|获取|获知|弄清|"
    r"怎么|怎样|如何|哪|多少|什么|几|谁|为什么|是否|有没有))",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?<!\w)(?:(?:how|where|when|whether) to|how (?:do|can|could|would) (?:i|you|we|one)|how i|wie (?:ich|man)|"
    r"wo (?:ich|man))(?!\w)",
    re.IGNORECASE,
)
"""What is asked how to do goes on over an `and`."""
_WONDERS = re.compile(r"怎么|怎样|如何|哪[里个些儿]|多少|什么|为什么|是否|有没有|上次|上回|上个?月|去年|曾经")
_TELLS_JOINED = re.compile(r"问|告诉(?!我)|回复|发(?:消息|短信|邮件|信息|给|送)")
_PAST_JOINED = re.compile(
    r"(?:删除|删掉|购买|买|转给|转账|转|发送|发布|发|取消|退订|退掉|支付|付|预订|预约|订购|订|报名|申请|充值|提交|"
    r"回复|评论|拒绝|接受|分享|点)(?:过的?|了的|的(?!士|话))"
)
"""A deed that tells which thing is meant: the photos that were deleted."""
_DEED_JOINED = (
    r"(?:删除|删|购买|转账|转发|发送|发布|取消|退订|支付|付款|预订|预约|订购|下单|报名|申请|充值|提交|回复|评论|拒绝|接受|分享|"
    r"通知|结算|注销|归档)"
)
_PLACES_JOINED = re.compile(
    rf"(?:已|待|未|(?:要|需要?|可以|应该|想|准备|能)(?={_DEED_JOINED}掉?的)){_DEED_JOINED}"
    rf"|(?:打开|点开|查看|进入|关闭|关掉|开启|浏览|显示|隐藏|切换到|整理|停止)(?:一下|我的|全部|所有|已|待|未){{0,2}}{_DEED_JOINED}+"
    r"(?=$|[，。；的区页栏中设箱夹记列权功提消位看]|后|并|然后)"
)
"""Nouns behind `open` and `show`, and what is yet to be paid or was deleted: places and things, no orders."""
_LISTED = re.compile(
    r"(?<!\w)(?:list|overview|notes?|summary|table|collection) of (?:[^\s.,;]+ ){1,6}to \w+(?: to)?"
    r"(?= (?:in|into|on)(?!\w)|[.,;]|$)"
    r"|(?<!\w)(?:write|note|jot|mark|select|copy|star|pin|list|collect|sort|show) (?:[^\s.,;]+ ){1,5}to \w+(?: to)?"
    r"(?= (?:in|into|on)(?!\w)|[.,;]|$)"
)
"""Things by what is yet to be done with them: the bills to pay."""

_TITLE = re.compile(r"(?<!\w)(dr|mr|mrs|ms|prof|st|hr|fr|nr|sra?)\.(?= )")
_LATER = re.compile(
    r"(?<!\w)(?:remind (?:me|us)|(?:set|add|create|make) (?:an? |the )?(?:\w+ )?"
    r"(?:reminder|alarm|to-?do|task))(?!\w)[^.,;]*"
    r"|(?<!\w)erinnere (?:mich|uns)(?!\w)[^.;]*|提醒我[^，。；]*"
)
"""What is to be thought of later is not to be done now."""

_START = re.compile(
    r"(?:^|[.,;:!?…。，；：]\s*|(?<!\w)(?:(?<!how )(?<!where )(?<!when )to|and|then|so|or|please|kindly|just|also|now|"
    r"must|(?:tap|press|click|hit|choose|select)(?: on)?(?: the)?|"
    r"should|shall|(?:can|could|would|will|may|please) you|you (?:can|may|could)|help (?:me|us|\w+)|let (?:me|us)|"
    r"let['’]s|go|not|first|next|later|last|finally|afterwards|moreover|again|today|tomorrow|[a-z]{3,}ly|bitte|und|"
    r"dann|et|puis|y|luego|e|poi)\s+)$"
)
_PARTICIPLE = re.compile(r".*(?:ed|sent|paid|bought)$")
_TO_BE = re.compile(
    r"(?<!\w)(?:to|must|should|shall|can|may) be (?:\w+ly )?$"
    r"|(?:^|[.,;:]\s*|\bto |please |\bi )(?:have|get|want|need) (?:[^\s.,;]+ ){1,6}$"
)
_BY = re.compile(r"(?<!\w)(?:by|needs?|mind|finish|end by|start by|begin by|go on)\s+$")
_PLACED = re.compile(
    r"(?:^|[.,;:!?]\s*|(?<!\w)(?:and|then)\s+)(?:in|on|at|from|with|using|via|inside|within|through|after|over|once|if|"
    r"under)(?!\w)[^.,;:!?]*$"
)
_NOUNING = re.compile(
    r"(?<!\w)(?:an?|the|my|your|his|her|its|our|their|this|that|these|those|of|no|any|some|each|every|all|last|latest|"
    r"previous|next|new|old|which|what|for|on|about|from|with|by|in|at|into|i|he|she|we|they|who|was|were|is|are|be|"
    r"been|has|had|did|nach|mit|von|für|bei|als|das|der|die|dem|den|des|zum|zur|beim|vom|ein|eine|einen|einer|mein|meine|meiner|meinen|la|le|"
    r"les|el|los|las|il|lo|gli|del|della|du|mon|ma|mi|un|una|une)\s+$|['’]$"
)
_MAKES = re.compile(
    r"(?:^|[.,;:!?]\s*|(?<!\w)(?:to|and|then|please|must|should|can|will|you)\s+)"
    r"(?:place|make|submit|confirm|complete|finish|send|write|file|arrange|schedule|leave|post|put in|give)\s+"
    r"(?:(?:an?|the|my|this|that|your|off|in)\s+)*(?:\w+\s+){0,2}$"
)
_OF_A_THING = re.compile(
    r"\s+(?:numbers?|status|confirmation|history|id|details?|polic(?:y|ies)|list|code|date|page|form|settings?|"
    r"button|email|office)(?!\w)"
)
_ENGLISH_NO_HEAD = re.compile(r"(?:should|must|has to|is to|expects?|goes|belongs)(?!\w)")
_INFINITIVE = re.compile(r"\w+[ea]?[nr]$")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a goal wants done, collapsed.

    Attributes:
        said: With its quotations.
        bare: Each quotation as the word `quoted`, but for what is to be pressed.
        looks: What it only wants to know, without quotations.
    """

    said: str
    bare: str
    looks: tuple[str, ...]


def wished(goal: str) -> str:
    """The goal without what it says not to do."""
    return _NOT.sub(" ", goal)


def spoken(goal: str) -> str:
    """The goal collapsed, each quotation as the word `quoted`, but for what is to be pressed."""

    def masked(found: re.Match[str]) -> str:
        inside = next(value for name, value in found.groupdict().items() if name != "press" and value is not None)
        return f"{found['press']}{inside}" if found["press"] else "quoted"

    return collapse(_QUOTED.sub(masked, goal))


@lru_cache(maxsize=512)
def wish_of(goal: str) -> Wish:
    """What the goal wants done."""
    quotations: list[str] = []

    def masked(found: re.Match[str]) -> str:
        inside = next(value for name, value in found.groupdict().items() if name != "press" and value is not None)
        quotations.append(found.group())
        if found["press"]:
            return f"{found['press']}{inside}"
        return f"quoted{len(quotations) - 1}quoted"

    text = _TITLE.sub(r"\1", collapse(wished(_QUOTED.sub(masked, goal))))
    looks: list[str] = []
    kept = "".join(_kept(text, looks))
    kept = _LATER.sub("set reminder", _PLACES_JOINED.sub(" ", _PAST_JOINED.sub(" ", kept)))
    kept = _LISTED.sub("list", kept)

    def shown(found: re.Match[str]) -> str:
        return collapse(quotations[int(found[1])])

    bare = re.sub(r"[-‐‑]", " ", re.sub(r"quoted\d+quoted", "quoted", kept))
    return Wish(re.sub(r"quoted(\d+)quoted", shown, kept), " ".join(bare.split()), tuple(looks))


def heads(text: str, found: re.Match[str]) -> bool:
    """Whether what was found in a wish is a verb that heads its clause, and no noun or past tense."""
    before, said = text[: found.start()], found.group()
    if _ENGLISH_NO_HEAD.match(said):
        return True
    noun, verb = _NOUNING.search(before) is not None, said.split()[0]
    if _PARTICIPLE.match(verb):
        return _TO_BE.search(before) is not None and not _NOUNING.search(re.sub(r"\bbe $", "", before))
    if verb.endswith("ing") and verb != "ring":
        return _BY.search(before) is not None or _START.search(before) is not None
    of_a_thing = _OF_A_THING.match(text, found.end()) is not None
    if _MAKES.search(before) and not of_a_thing:
        return True
    if _START.search(before):
        return True
    if noun:
        return False
    ends = re.match(r"\s*(?:$|[.,;:!?])|\s+(?:und|et|y|e)(?!\w)", text[found.end() :]) is not None
    if not said.isascii() or (ends and _INFINITIVE.match(said) and not of_a_thing):
        return True
    return _PLACED.search(before) is not None


def _kept(text: str, looks: list[str]) -> Iterator[str]:
    """The clauses that want something done, with their ends; one that is left out leaves an end behind."""
    for sentence in _SENTENCE.findall(text):
        if not sentence:
            continue
        if re.search(r"[?？]\s*$", sentence) and not _POLITE.search(sentence) and not _TELLS.match(sentence.strip()):
            looks.append(sentence)
            yield ". "
            continue
        yield from _kept_of(sentence, looks)


def _kept_of(sentence: str, looks: list[str]) -> Iterator[str]:
    at, goes_on = 0, False
    for found in [*_BREAK.finditer(sentence), None]:
        end, sign = (len(sentence), "") if found is None else (found.start(), found.group())
        clause = sentence[at:end]
        rest = _PREAMBLE.sub("", clause.strip())
        if goes_on or _only_looks(rest):
            looks.append(rest)
            goes_on = sign in ("and", "und", "et", "y", "e", "or") and (goes_on or _GOES_ON.search(rest) is not None)
            yield ". "
        else:
            yield clause + sign
        at = end + len(sign)


def _only_looks(clause: str) -> bool:
    if _LOOKS.match(clause):
        return True
    return _WONDERS.search(clause) is not None and _TELLS_JOINED.search(clause) is None
