"""Relations between two items of an ordering: before, after, between, in sentences of either language."""

# ruff: noqa: E501 - patterns and word lists are read a line at a time

import re
from collections.abc import Sequence
from itertools import pairwise

from sextant.worlds.memory.places import Spot

Pair = tuple[int, int]
"""Earlier, later."""

_LATER = re.compile(
    r"\b(?:after|trails|follow(?:s|ing|ed)?(?! by)|behind|below|under|underneath|beneath|later than|preceded by|lower than|beaten by|loses to|comes from|subsequent to)\b|晚于|后于|次于|落后|低于|(?:排|跟)?在$"
)
_EARLIER = re.compile(
    r"\b(?:before|precedes?|preceding|above|over|ahead of|in front of|earlier than|prior to|followed by|higher than|beats|leads(?! with)|outranks|sooner than)\b|早于|先于|优先于|高于|领先(?!$)"
)
_NEXT = re.compile(r"\bthen\b|\bnext\b|\bfollowed by\b|>|然后|接着|再|之后是|后是|随后")
_BREAK = re.compile(r"[;!?\n。；！？]|\.(?:\s|$)")
_NOT = re.compile(r"\bnot\b|n't\b|\bnever\b|不")
_ZH_TAIL = re.compile(
    r"^\s*(?:的)?(?P<side>之前|以前|前面|前头|前(?!往)|之后|以后|后面|后头|后(?!续))(?!就?[是有为接跟轮])"
)
_LEAD = re.compile(r"\b(?P<side>after|following|before|between)\s*(?:the )?$")


def sequential(text: str) -> str:
    """The text with `after that` and its like as `then`, `before that` as one relation, and no `top 3:`."""
    text = re.sub(
        r"\b(?:and )?(?:after(?:wards| that| this| which| (?:it|them)(?! *(?:[,.;)]|$)))|thereafter|subsequently)\b",
        "then",
        text,
    )
    text = re.sub(r"\b(?:top|best|all|first|the) \d+\b(?=\s?[:：])|前\d[名个]?(?=[:：])", "", text)
    return re.sub(r"\bbefore (?:that|this|which|(?:it|them)(?! *(?:[,.;)]|$)))\b", "preceded by", text)


def related(text: str, spots: Sequence[Spot]) -> list[Pair]:
    """The pairs that words such as before and after decide; empty where the text has no such words."""
    pairs: list[Pair] = []
    plain: list[Pair] = []
    subject = spots[0]
    for at, (one, two) in enumerate(pairwise(spots)):
        gap = text[one.end : two.start]
        if one.item != two.item and _BREAK.search(gap) and re.search(r"\bthen\b|\bnext\b|然后|接着|随后", gap):
            plain.append((one.item, two.item))
        if one.item == two.item or _BREAK.search(gap) or len(gap) > 48:
            subject = two
            continue
        before = text[spots[at - 1].end if at else 0 : one.start]
        after = text[two.end : spots[at + 2].start if at + 2 < len(spots) else len(text)]
        first = subject if _shared(gap) else one
        subject = first
        about = re.match(r"\s*(?:comes? |goes |is |stands )?(before|after|above|below) (?:it|them)\b", after)
        if about:
            first = one if not pairs else spots[0]
            subject = spots[0]
            pairs.append((two.item, first.item) if about[1] in ("before", "above") else (first.item, two.item))
            continue
        pair = _pair(first, two, gap, before, after, text[: spots[0].start])
        if pair is None:
            plain += [(one.item, two.item)] if _NEXT.search(gap) else []
        else:
            pairs.append((pair[1], pair[0]) if _NOT.search(gap) else pair)
    return pairs + plain if pairs else []


def _shared(gap: str) -> bool:
    """Whether the relation before goes on with the same subject: `after Lisbon and before Faro`."""
    return bool(
        re.match(
            r"\s*,?\s*(?:and|but) (?:comes? |is |stands )?(?:before|after|above|below|ahead of|behind|leads|trails|beats|precedes|follows|outranks)\b",
            gap,
        )
        or re.fullmatch(r"(?:之后|后面|以后|后|之前|前面|以前|前)\s*[、，,和且]?\s*(?:在|排在)?", gap.strip())
    )


def _pair(one: Spot, two: Spot, gap: str, before: str, after: str, text_head: str) -> Pair | None:
    zh = re.match(
        r"\s*的?(?P<side>之前|前面|以前|前|之后|后面|以后|后)(?:一个|一位|一站|一节)?(?:就?是|为|有|接|跟|轮到)", gap
    )
    if zh:
        return (two.item, one.item) if "前" in zh["side"] else (one.item, two.item)
    tail = _ZH_TAIL.match(after)
    if tail and re.search(r"(?:在|比|排|跟|到)|^[、，,和且后之前面以]*$", gap):
        return (one.item, two.item) if "前" in tail["side"] else (two.item, one.item)
    fresh = before == text_head or re.search(r"[,;.:，；。\n]|\b(?:and|then|but)\b", before)
    lead = _LEAD.search(before) if fresh else None
    if lead and not _EARLIER.search(gap) and not _LATER.search(gap):
        if lead["side"] == "between":
            return None
        return (two.item, one.item) if lead["side"] == "before" else (one.item, two.item)
    if _EARLIER.search(gap) and not re.search(r"\bpreceded by\b", gap):
        return one.item, two.item
    return (two.item, one.item) if _LATER.search(gap) else None
