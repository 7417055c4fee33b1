"""Prices, totals and numbers: amounts with a currency or a unit of measure, in any notation."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sextant.worlds.memory.notation import numbered
from sextant.worlds.memory.standing import Label, Mention, settle, surviving
from sextant.worlds.memory.units import AFTER, BEFORE, UNITS, Unit, fits, money

_NUMBER = re.compile(
    r"(?<![a-z0-9])(?<!\d[.,:/])(?P<sign>(?<![\w)%])[+-])?"
    r"(?P<digits>\d{1,3}(?:(?P<gap>[ ,.'])\d{3})(?:(?P=gap)\d{3})*(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?)"
    r"(?P<over>/\d+)?(?!\d)"
)
_ZH_CENTS = re.compile(r"\s*(\d)(?:角|毛)(?:钱)?(?:(\d)(?:分|(?![\d.])))?|\s*0?(\d{1,2})分|(?<=[元块])(\d)(?![\d.])")
_BOUND = re.compile(
    r"(?:\b(?:less|more|fewer|greater|higher|lower) than|\bunder|\bbelow(?! 0)|\babove|\bover|\bat (?:least|most)|(?<!adds )(?<!add )(?<!added )(?<!adding )(?<!comes )\bup to|\bbeyond"
    r"|\bno (?:more|less) than|\bmax(?:imum)?(?: of)?|\bmin(?:imum)?(?: of)?|(?<![-=])[<>≥≤]=?|\bjust (?:under|over)|\bnearly|\balmost"
    r"|超过|不到|低于|高于|至少|至多|最多|最少|不超过|少于|多于|大于|小于|不足|将近|接近)\s*[$€£¥]?\s*$"
)
_BOUND_AFTER = re.compile(
    r"^\s*(?:or (?:more|less|so)|and up|plus\b(?!\s*\S*\d)|\+(?!\s*[\d$€£¥])|以上|以下|以内|多(?=[元块欧美]|$)|左右以上|起(?!来))"
)
_ISO = re.compile(r"(?i)\b(eur|usd|gbp|cny|rmb|chf|jpy|hkd|cad|aud|inr|krw)(\d)")
_SPACED = re.compile(r"(?<![\d.,:] )(?<![^\s:：=(])\d(?: \d){2,}(?![^\s,;.!)])(?! \d)")
"""Digits spelt apart, as a reading of a picture has them."""
_CLOCK = re.compile(r"^(?:[:：]\d\d|\s*(?:am|pm|a\.m|p\.m|o'clock|点|时)\b)")
_DATE_AFTER = re.compile(
    r"^\s*(?:月|日|号|年|st\b|nd\b|rd\b|th\b|[/-]\d|\s(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec))"
)
_NAMED_BEFORE = re.compile(
    r"(?:#|\b(?:no|nr|order|gate|room|row|seat|page|step|line|item|code|number|floor|table|platform|lot|size|version)\.?|第|编号|订单号?|房间|单号)\s*$"
)
_FUNCTION = frozenset(
    "or and not but is was are in for at on to the now then instead total altogether each per a an as with of from "
    "overall all only exactly including incl excluding plus minus if when today due please net gross sum so it that "
    "no i think maybe probably rather than correct right actually after before until because since which where while "
    "here there listed shown noted seen displayed but currently again still final finally done ok checked".split()
)
_TOTAL = re.compile(
    r"(?:\b(?:total(?:s|led|ling)?|sum|altogether|in all|adds? up to|comes? to|makes?|overall|grand)\b|=|\bminus\b[^;.]*:|合计|总[共计价额和数]?|一共|共计?|加起来|等于)"
    r"[^,;.!?，。；\d]{0,20}$"
)
_TOTAL_AFTER = re.compile(
    r"^[^,;.!?，。；\d]{0,12}?\b(?:in total|total|altogether|in all|overall)\b|^\s*(?:的?总[价额数])"
)
_RUNNING = re.compile(
    r"\bso far\b|\brunning\b|\buntil now\b|\bsub-?total\b|\bas of now\b|目前|到现在|暂时|小计|截至|暂计"
)
_OPEN = re.compile(
    r"\b(?:still|yet|left|remaining|more|missing|another)\b[^.;]{0,24}\b(?:to (?:go|add|count|come|check|do)|missing|left|open|outstanding|not (?:added|counted|included))\b"
    r"|\b(?:to go|not (?:yet )?(?:added|counted|included|final|complete))\b|还差|还有[^，。]{0,8}(?:没|未)|没算完|未算完|待加|未计入"
)
"""Something is still to be added."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount as written; `values` holds each way to read it."""

    start: int
    end: int
    values: frozenset[Fraction]
    unit: Unit | None
    bound: bool = False
    word: str = ""
    """The unit as written."""


def compare_amount(gold: str, memory: str, kind: str) -> Label:
    """How much of an amount the note holds."""
    wanted = _gold(gold)
    if wanted is None:
        return "none"
    text = re.sub(r"(\d+) (?:/|(?:out )?of) (5|10|20|50|100|1000)\b", r"\1/\2", _spelt(memory))
    if money(wanted.unit):
        text = re.sub(r"(\d) ?c\b", r"\1 cents", text)
    elif wanted.unit is not None and wanted.unit.dimensions & {"celsius", "fahrenheit"}:
        text = re.sub(r"(\d) ?([cf])\b", r"\1 °\2", text)
    elif wanted.unit is not None and "duration" in wanted.unit.dimensions:
        text = re.sub(r"\b(\d{1,2}):(\d\d) ?(?:h|hrs?|hours?)\b|\b(\d{1,2}) ?h ?(\d\d)\b", _lasting, text)
    found = _relevant(text, amounts_in(text), wanted, kind)
    mentions = [_mention(item, wanted) for item in found]
    if kind == "total":
        return _total(text, found, mentions, wanted)
    return settle(text, mentions)


def _lasting(found: re.Match[str]) -> str:
    return f"{found[1] or found[3]} h {found[2] or found[4]} min"


def _gold(gold: str) -> Amount | None:
    found = amounts_in(_spelt(gold))
    return found[0] if found else None


def _spelt(text: str) -> str:
    text = re.sub("零下 ?", "-", text)
    text = _ISO.sub(r"\1 \2", re.sub(r"(\d) [.．] (\d\d)(?!\d)", r"\1.\2", text))
    text = _SPACED.sub(lambda m: m.group().replace(" ", ""), text)
    text = re.sub(r"(?i)\b(?:minus|negative) (?!the\b)(?=[\w$€£])", "-", text)
    text = numbered(text.replace("负", "-")).replace("- ", " - ") if "负" in text else numbered(text)
    text = re.sub(r"(\d)个半(?=\S)", r"\1.5", text)
    text = re.sub(r"(\d+)(公斤|千克|小时|公里|年|天|米|斤|升|岁|个月)半", r"\1.5\2", text)
    text = re.sub(r"(?<!\d)半个?(?=公斤|千克|小时|公里|年|天|米|斤|升|月)", "0.5", text)
    text = re.sub(r"\b(?:an?|1) ([a-z]+) and (?:a|1) half\b", r"1.5 \1", text)
    text = re.sub(r"\b(\d+) ([a-z]+) and (?:a|1) half\b", r"\1.5 \2", text)
    text = re.sub(r"\b(\d+) ([a-z]+) and (?:a|1) quarter\b", r"\1.25 \2", text)
    text = re.sub(r"\bhalf an? (?=[a-z])", "0.5 ", text)
    text = re.sub(r"\b(?:a )?quarter of an? (?=[a-z])", "0.25 ", text)
    text = re.sub(
        r"(?<![\d.])(\d+(?:[.,]\d+)?)( ?(?:°c?|degrees?(?: celsius)?|c))? below (?:0|freezing)", r"-\1\2", text
    )
    return (
        re.sub(r"\bfree(?: of charge)?\b|免费", "0", text)
        if re.fullmatch(r".{0,24}(?:free|免费).{0,24}", text)
        else text
    )


def amounts_in(text: str) -> list[Amount]:
    """Every amount of a text in plain digits."""
    found: list[Amount] = []
    for match in _NUMBER.finditer(text):
        if found and match.start() < found[-1].end:
            continue
        item = _amount(text, match)
        if item is not None:
            found.append(item)
    return _joined(text, found)


def _amount(text: str, match: re.Match[str]) -> Amount | None:
    before, after = text[: match.start()], text[match.end() :]
    prefix, suffix = BEFORE.search(before), AFTER.match(after)
    attached = re.match(r"[a-z]", after)
    if attached and (suffix is None or suffix.start(1) != 0):
        return None
    unit = UNITS[prefix[1]] if prefix else UNITS[suffix[1]] if suffix else None
    if prefix and suffix and money(UNITS[suffix[1]]):
        whole = UNITS[suffix[1]].factor == 1 or re.search(r"[.,]\d\d$", match["digits"]) is not None
        unit = unit if whole else UNITS[suffix[1]]
    if unit is None and (_CLOCK.match(after) or _DATE_AFTER.match(after)):
        return None
    if match["over"] and re.match(r"/\d+(?:/|年)", after):
        return None
    negative = match["sign"] == "-" or (
        prefix is not None and (prefix["sign"] == "-" or before[: prefix.start()].endswith("-"))
    )
    values = readings(match["digits"], match["over"] or "")
    if negative and re.search(r"\d\s*-?$|[\d)]$", before[: match.start()].rstrip("-")) and not prefix:
        negative = False
    start = prefix.start() if prefix else match.start()
    end = match.end() + (suffix.end() if suffix else 0)
    values, end = _with_cents(text, values, end, unit, bool(suffix or prefix))
    bound = bool(_BOUND.search(text[:start]) or _BOUND_AFTER.match(text[end:]))
    word = prefix[1] if prefix else suffix[1] if suffix else ""
    return Amount(start, end, frozenset(-value for value in values) if negative else values, unit, bound, word)


def readings(digits: str, over: str = "") -> frozenset[Fraction]:
    """Each way to read a number: `1.234` is a thousand and more, or one and a little."""
    bare = digits.replace(" ", "").replace("'", "")
    if over:
        divisor = int(over[1:])
        return frozenset(
            {Fraction(bare.replace(",", "."))} | ({Fraction(bare) / divisor} if divisor and bare.isdigit() else set())
        )
    signs = [c for c in bare if c in ".,"]
    if not signs:
        return frozenset({Fraction(bare)})
    if len(set(signs)) == 2:
        last = max(bare.rfind("."), bare.rfind(","))
        return frozenset({Fraction(re.sub(r"[.,]", "", bare[:last]) + "." + bare[last + 1 :])})
    grouped = Fraction(re.sub(r"[.,]", "", bare))
    if len(signs) > 1:
        return frozenset({grouped})
    decimal = Fraction(bare.replace(",", "."))
    return frozenset({decimal, grouped} if re.fullmatch(r"\d{1,3}[.,]\d{3}", bare) else {decimal})


def _with_cents(
    text: str, values: frozenset[Fraction], end: int, unit: Unit | None, marked: bool
) -> tuple[frozenset[Fraction], int]:
    """`24 euros 90`, `24元9角5分`, `24 and 90 cents`."""
    whole = next(iter(values))
    if not money(unit) or unit is None or unit.factor != 1 or not marked or len(values) > 1 or whole.denominator != 1:
        return values, end
    zh = _ZH_CENTS.match(text, end)
    if zh:
        tenth, hundredth, cents, last = zh.groups()
        more = Fraction(int(tenth or last or 0), 10) + Fraction(int(hundredth or cents or 0), 100)
        return frozenset({whole + more}), zh.end()
    en = re.match(
        r"(?:\s*,?\s*(?:and )?(\d{1,2}) ?(?:cents?|ct|pence|p|c)\b|\s?(\d\d)(?![\d.,:]|\s?[a-z%$€£]))", text[end:]
    )
    if en:
        return frozenset({whole + Fraction(int(en[1] or en[2]), 100)}), end + en.end()
    return values, end


def _joined(text: str, found: list[Amount]) -> list[Amount]:
    """Without pieces of one amount: `1 kg 200 g`, `2 h 15 min`, and the spoken `24 90`."""
    out: list[Amount] = []
    for item in found:
        last = out[-1] if out else None
        gap = text[last.end : item.start] if last else ""
        if (
            last
            and last.unit
            and item.unit
            and last.unit.dimensions == item.unit.dimensions
            and item.unit.factor < last.unit.factor
            and re.fullmatch(r"\s*,?(?:\s*and)?\s*|零|又", gap)
        ):
            value = sum((next(iter(part.values)) * part.unit.factor for part in (last, item) if part.unit), Fraction(0))
            out[-1] = Amount(last.start, item.end, frozenset({value / last.unit.factor}), last.unit, last.bound)
        elif (
            last
            and gap == " "
            and (last.unit is None or money(last.unit))
            and (item.unit is None or money(item.unit))
            and _spoken(last, item)
        ):
            one, two = next(iter(last.values)), next(iter(item.values))
            out[-1] = Amount(last.start, item.end, frozenset({one + two / 100}), item.unit or last.unit, last.bound)
        else:
            out.append(item)
    return out


def _spoken(first: Amount, second: Amount) -> bool:
    one, two = next(iter(first.values)), next(iter(second.values))
    return one.denominator == 1 and two.denominator == 1 and 0 < one < 1000 and 10 <= two < 100


def _relevant(text: str, found: list[Amount], wanted: Amount, kind: str) -> list[Amount]:
    """Without numbers of another kind."""
    with_money = money(wanted.unit)
    marked = [item for item in found if item.unit is not None and money(item.unit)]
    kept: list[Amount] = []
    for item in found:
        before, after = text[: item.start], text[item.end :]
        if item.unit is None and _NAMED_BEFORE.search(before) and kind != "number":
            continue
        if with_money and item.unit is not None and not money(item.unit):
            continue
        word = re.match(r"\s+([a-z]+)|([\u4e00-\u9fff])", after)
        noun = word is not None and (word[1] or "") not in _FUNCTION and word[2] is None
        if with_money and item.unit is None and (noun or (marked and not _linked(text, item, marked))):
            continue
        pounds = not with_money and wanted.unit is not None and money(item.unit)
        pound = item.word.startswith("pound")
        if pounds and not pound and not wanted.values & item.values:
            continue
        kept.append(replace(item, unit=UNITS["lb"]) if pounds and pound else item)
    return kept


def _linked(text: str, item: Amount, marked: Sequence[Amount]) -> bool:
    gaps = [text[min(item.end, other.end) : max(item.start, other.start)] for other in marked]
    return any(
        len(gap) <= 18
        and re.fullmatch(
            r"[\s,;/|+=\-(→>]*(?:or|and|not|but|to|now|was|instead of|plus|还是|或|不是|而不是)?[\s$€£¥(:]*(?:was|maybe)?\s*",
            gap,
        )
        for gap in gaps
    )


def _mention(item: Amount, wanted: Amount) -> Mention:
    return Mention(item.start, item.end, _worth(item, wanted), _says(item, wanted))


def _says(item: Amount, wanted: Amount) -> str:
    if _worth(item, wanted) == "complete":
        return "gold"
    factor = item.unit.factor if item.unit else Fraction(1)
    return str(min(item.values) * factor)


def _worth(item: Amount, wanted: Amount) -> Label:
    if item.bound:
        return "none"
    goal, unit = next(iter(wanted.values)), wanted.unit
    if unit is not None and item.unit is None and "percent" in unit.dimensions and max(item.values) < 1:
        return "complete" if goal in {100 * value for value in item.values} else "none"
    if unit is None or item.unit is None:
        return "complete" if wanted.values & item.values else "none"
    if fits(unit, item.unit):
        same = {value * item.unit.factor for value in item.values} & {value * unit.factor for value in wanted.values}
        return "complete" if same else "partial" if goal in item.values else "none"
    pair = unit.dimensions | item.unit.dimensions
    if pair == frozenset({"celsius", "fahrenheit"}):
        warm = {value * 9 / 5 + 32 for value in (wanted.values if "celsius" in unit.dimensions else item.values)}
        return "complete" if warm & (item.values if "celsius" in unit.dimensions else wanted.values) else "none"
    return "partial" if goal in item.values else "none"


def _total(text: str, found: list[Amount], mentions: list[Mention], wanted: Amount) -> Label:
    if _OPEN.search(text):
        kept = [at for at, item in enumerate(found) if not _running(text, item) and mentions[at].label != "complete"]
        found, mentions = [found[at] for at in kept], [mentions[at] for at in kept]
    found, mentions = _whole(text, found, mentions)
    final = [
        mention
        for mention, item in zip(mentions, found, strict=True)
        if (_TOTAL.search(text[: item.start]) or _TOTAL_AFTER.match(text[item.end :])) and not _running(text, item)
    ]
    if final:
        label = settle(text, final)
        if label != "none" or surviving(text, final):
            return label
    label = settle(text, mentions)
    if label != "none":
        return "complete" if _grown(text, mentions) else label
    alive = surviving(text, mentions)
    parts = [item for item in found if any(mention.start == item.start for mention in alive)]
    if _product(text) in wanted.values:
        return "partial"
    return "partial" if len(parts) >= 2 and not final and _adds_up(parts, wanted) else "none"


def _whole(text: str, found: Sequence[Amount], mentions: Sequence[Mention]) -> tuple[list[Amount], list[Mention]]:
    """Without shares: so much each."""
    kept = [
        at
        for at, item in enumerate(found)
        if not re.match(r"\s*(?:each|apiece|per (?:person|head|piece|night)|pp)\b", text[item.end :])
        and not re.search(r"(?:每人|每件|每个|人均|单价)\s*$", text[: item.start])
    ]
    return [found[at] for at in kept], [mentions[at] for at in kept]


def _product(text: str) -> Fraction:
    """So many times so much, not yet worked out; -1 where there is no such thing."""
    found = re.search(
        r"(\d+(?:\.\d+)?)\D{0,3} (\d+) times\b|(?<![\d.])(\d+) ?(?:[x×*]|times) ?\D?(\d+(?:\.\d+)?)", text
    )
    return Fraction(found[1] or found[3]) * Fraction(found[2] or found[4]) if found else Fraction(-1)


def _running(text: str, item: Amount) -> bool:
    return _RUNNING.search(text[max(0, item.start - 20) : item.end + 12]) is not None


def _grown(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether the gold is the last of several running totals."""
    return bool(mentions) and mentions[-1].label == "complete" and _RUNNING.search(text) is not None


def _adds_up(parts: Sequence[Amount], wanted: Amount) -> bool:
    total = sum(
        (
            max(item.values, key=lambda value: value.denominator)
            * (item.unit.factor if item.unit and wanted.unit else 1)
            for item in parts
        ),
        Fraction(0),
    )
    return total == next(iter(wanted.values)) * (wanted.unit.factor if wanted.unit else 1)
