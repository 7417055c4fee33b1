"""Conditions: states in common words of both languages, their synonyms and opposites."""

# ruff: noqa: E501 - patterns and word lists are read a line at a time

import re
from collections.abc import Mapping, Sequence

from sextant.worlds.memory.notation import folded
from sextant.worlds.memory.sayings import compare_text, stems
from sextant.worlds.memory.standing import Label, Mention, denied_after, negated, settle
from sextant.worlds.memory.vocabulary import STATES, State, states_in

_OPEN_ENDED = frozenset({"going", "parcel", "weather", "colour", "size", "timing", "level", "payment", "diet"})
"""Dimensions with third states: denying one value says no other."""

_OPPOSITES: Mapping[tuple[str, str], str] = {
    ("timing", "late"): "ontime",
    ("timing", "ontime"): "late",
    ("level", "occupied"): "free",
    ("level", "free"): "occupied",
    ("payment", "paid"): "unpaid",
    ("payment", "unpaid"): "paid",
    ("going", "confirmed"): "unconfirmed",
    ("going", "unconfirmed"): "confirmed",
    ("going", "done"): "undone",
    ("going", "undone"): "done",
    ("going", "failed"): "succeeded",
    ("going", "succeeded"): "failed",
    ("parcel", "shipped"): "unshipped",
    ("parcel", "unshipped"): "shipped",
}

_EARLIER = re.compile(
    r"\b(?:was|were)\b[^,;.]*\b(?:yesterday|before|earlier|this morning|last (?:week|night|time)|at first|until)\b|昨天|早上还|上次"
)
_UNSTATED = re.compile(
    r"\b(?:if|whether|check|see if|unless|when(?:ever)? it|may be|might be|could be|in case|wonder|once it|until it)\b[^,;.]*$|(?:是否|如果|看看|检查|要是|有没有|能否|会不会)[^，。；]*$"
)


_UNBEGUN = re.compile(
    r"\s*(?:has|have|had|is|was|does|did|will)?(?: not|n't) (?:yet )?(?:start|begin|beg[au]n|open|happen|over|allowed|possible)"
)


def compare_condition(gold: str, memory: str) -> Label:
    """How many of the states of the gold the note holds."""
    units = [part for part in re.split(r"\s*(?:[;,/；，、+&]|\band\b|并且|而且|且|但)\s*", folded(gold)) if part]
    labels = [_one(unit, memory) for unit in units]
    if all(label == "complete" for label in labels):
        return "complete"
    return "partial" if any(label != "none" for label in labels) else "none"


def _one(gold: str, memory: str) -> Label:
    wanted = states_in(gold)
    text = _flags(folded(memory), {item.dimension for item in wanted})
    if not wanted:
        label = compare_text(gold, memory)
        return label if label == "complete" or len(stems(gold)) > 2 else "none"
    goal = _turned(gold, _main(wanted))
    text = _under_way(gold, text)
    mentions = [
        _mention(state, goal) for state in states_in(text) if any(state.dimension == item.dimension for item in goal)
    ]
    mentions += _alternatives(text, mentions, goal)
    mentions += _verbatim(gold, text, mentions)
    mentions = [item for item in mentions if not _unstated(text, item)]
    return _settled(text, mentions, {(item.dimension, item.value) for item in goal})


def _turned(gold: str, goal: list[State]) -> list[State]:
    """The opposites, where the gold itself denies its state: `not available`."""
    if not _denied(gold[: goal[0].start]):
        return goal
    return [
        State(item.dimension, value, item.start, item.end)
        for item in goal
        if (value := _opposite(item.dimension, item.value))
    ]


def _under_way(gold: str, text: str) -> str:
    """The note with `正在X` as the gold's `X中`."""
    found = re.fullmatch(r"([\u4e00-\u9fff]{2,3})中", gold)
    return re.sub(rf"正?在{found[1]}(?!中)", gold, text) if found else text


def _flags(text: str, dimensions: set[str]) -> str:
    """`"enabled": false` as `not enabled`, where the name is itself a state; as it stands where yes or no is asked."""
    if "truth" in dimensions:
        return text

    def said(found: re.Match[str]) -> str:
        if not any(item.dimension in dimensions for item in states_in(found[1])):
            return found.group()
        return f" it is {'' if found[2] in ('true', 'yes', 'on') else 'not '}{found[1]} "

    return re.sub(r"\"?\b(?:is_)?([a-z]{3,})\"?\s*[:=]\s*\"?(true|false|yes|no)\b\"?", said, text)


def _verbatim(gold: str, text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """A Chinese state without its particles, where no pattern saw it: `关机` of `已关机`."""
    core = re.sub(r"^(?:已经?|正在|被)|(?:了|中)$", "", gold)
    if mentions or not re.fullmatch(r"[\u4e00-\u9fff]{2,}", core) or re.match(r"[未没不无待]", core):
        return []
    return [Mention(found.start(), found.end(), "complete", "gold") for found in re.finditer(core, text)]


def _alternatives(text: str, mentions: list[Mention], goal: list[State]) -> list[Mention]:
    """States of other kinds that the note leaves open beside one of the right kind: `delayed or cancelled`."""
    dimensions = {item.dimension for item in goal}
    found: list[Mention] = []
    for state in states_in(text):
        for item in mentions:
            gap = text[min(item.end, state.end) : max(item.start, state.start)]
            apart = state.start >= item.end or state.end <= item.start
            if (
                apart
                and state.dimension not in dimensions
                and re.fullmatch(r"[款货]?\W*(?:or|还是|或者?|要么)\W*(?:maybe|perhaps)?\W*", gap)
            ):
                found.append(Mention(state.start, state.end, "none", state.value))
    return found


def _main(wanted: Sequence[State]) -> list[State]:
    """The readings of the gold's own state word: those of the widest span."""
    widest = max(item.end - item.start for item in wanted)
    head = next(item for item in wanted if item.end - item.start == widest)
    return [
        item
        for item in wanted
        if item.start < head.end and head.start < item.end and item.end - item.start >= widest - 1
    ]


def _mention(state: State, goal: list[State]) -> Mention:
    right = any((state.dimension, state.value) == (item.dimension, item.value) for item in goal)
    return Mention(state.start, state.end, "complete" if right else "none", "gold" if right else state.value)


def _unstated(text: str, item: Mention) -> bool:
    low = max((found.end() for found in re.finditer(r"[.;!?。；]", text[: item.start])), default=0)
    return _UNSTATED.search(text[low : item.start]) is not None


def _settled(text: str, mentions: list[Mention], goal: set[tuple[str, str]]) -> Label:
    turned: list[Mention] = []
    opposite = {_opposite(dimension, value) for dimension, value in goal}
    cover = {(item.start, item.end): item for item in mentions if item.label == "complete"}
    for item in mentions:
        if item.label == "none" and any(item.start >= low and item.end <= high for low, high in cover):
            continue
        lead = re.split(r"[,;.!?，。；]", text[: item.start])[-1]
        denied = (
            _denied(lead)
            or _UNBEGUN.match(text[item.end :]) is not None
            or (denied_after(text[item.end : item.end + 24]) and not re.match(r"\s*,?\s*not\b", text[item.end :]))
        )
        if denied and negated(lead) and item.label == "none" and item.says in opposite:
            turned.append(Mention(max(0, item.start - 1), item.end, "complete", "turned"))
        elif denied and item.label == "complete":
            continue
        elif not denied:
            turned.append(item)
    if _EARLIER.search(text) and not re.search(r"\bnow\b|现在|今天", text):
        return "none"
    return settle(_undenied(text, turned), turned)


def _undenied(text: str, mentions: list[Mention]) -> str:
    """The text with the negations that were used up blanked."""
    for item in mentions:
        if item.says == "turned":
            lead = text[: item.start + 1]
            low = max((found.end() for found in re.finditer(r"[,;.!?，。；]", lead)), default=0)
            text = text[:low] + "_" * (item.start + 1 - low) + text[item.start + 1 :]
    return text


def _denied(lead: str) -> bool:
    return (
        negated(lead)
        or re.search(r"(?:未|没|没有|不|尚未|并未|还没|无)\s*$", lead) is not None
        or re.search(
            r"\b(?:isn't|hasn't|not|never|no longer|nobody|wasn't) (?:yet |been |being |really |at all |actually )*$",
            lead,
        )
        is not None
    )


def _opposite(dimension: str, value: str) -> str:
    known = _OPPOSITES.get((dimension, value))
    if known:
        return known
    values = [other for other in STATES[dimension] if other != value]
    return values[0] if dimension not in _OPEN_ENDED and len(values) == 1 else ""
