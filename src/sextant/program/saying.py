"""Whether a text says of a deed that it was done, or that it was not: in the words of several languages.

A word for a state (`Paid`, `已读`, `gesperrt`) counts only where nothing near it, in its own clause, denies it, puts it
off, makes it hang on something or says it of others. What tells somebody to do it is an offer and no state.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from sextant.evidence.denials import CLAUSE_END, HANGING, NEGATIONS, PARTLY, PENDING, without_names
from sextant.evidence.goals import unquoted
from sextant.program.asked import IRREGULAR, stem_of, words_of
from sextant.program.confirming import denies
from sextant.types.refs import collapse

__all__ = ["is_denied", "is_done_form", "is_negation", "is_order", "is_put_off"]

_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_WIDE = re.compile(r"[\u3400-\u9fff]")
_NAMED = "\ue000"
"""Stands in a text, letter by letter, for what the goal names: `No Country for Old Men` denies nothing."""

_CLAUSE = re.compile(rf"{CLAUSE_END}|，|,(?=\s)|\s[–—-]\s|(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])")
_QUESTION = re.compile(r"[?？]\s*$|吗$|是否")
_PEOPLE = r"(?:people|persons?|users?|others|friends|members|personen|leuten?|anderen|nutzern?)"
_DENIED = re.compile(rf"\b(?:{NEGATIONS})(?:\W+\w+){{0,4}}\W+$")
_BEFORE = re.compile(
    rf"(?:\b(?:{PARTLY}|{PENDING}|{HANGING}|when|after|to be|please|noch|bald|fast|bitte)(?:\W+\w+){{0,4}}\W+"
    r"|\b(?:will|shall|must|should|can|could|may|might|would|wird|muss|müssen|soll|kann|kannst)(?:\W+\w+){0,5}\W+"
    r"|\b(?:0|zero)(?:\W+\w+)?(?:\W+(?:is|are|was|were|has|have|been|wurden?|sind)){0,2}\W+"
    rf"|\b(?:an?|any|every|each|only|nur)(?:\W+\w+)?\W+|(?<!you and )\b\d+ {_PEOPLE}\b.*)$"
)
_AFTER = re.compile(
    rf"^(?:\W*(?:\b(?:no|none|never|false|nein|kein\w*|nie)|\b0)\W*$"
    rf"|\W+(?:not|pending|failed|rejected|declined|soon|later|only if|if|unless|when|once|as soon as|werden|wird)\b"
    rf"|\W+(?:by|von) (?:\d+\b|{_PEOPLE}\b|someone|everyone|nobody|no one|{_NAMED})|\s*(?:…|\.\.\.))"
)
_NOT_ALL = re.compile(r"\b(\d+)\s*(?:of|/|von|out of)\s*(\d+)\b")
_COUNTED = re.compile(r"^\W*[^\W\d_]+\W*\d+\W*$|^\W*\d+\s+[^\W\d_]+\W*$")
_KIND = re.compile(
    r"^\W*[^\W\d_]+(?:ed|en|id)\s+"
    r"(?!(?:minutes|hours|days|weeks|months|years|yes|this|always)\b)[a-z]+s\b\W+\w"
)
"""`Muted groups make no sound`: of things of a kind."""
_BEGINS = re.compile(r"[.,;:!，。；：！]\s*|\b(?:and|then|please|und|dann|bitte|to|by(?= \w+ing))\b|[请把将并]|然后")
_SWITCHES = re.compile(r"(?:turn|switch)\b|打开|开启|关闭|关掉")
_NEGATION = re.compile(
    r"^(?:no|not?(?: yet)?|none|never|false|nein|noch nicht|nie|keine?r?|否|无|沒有|没有|未|尚未|0)$"
)

_WIDE_BEFORE = re.compile(
    r"[未没沒待尚]|[暂暫][无無]|[无無](?=已)|不(?=在|再|是|会|能)|并非|等待|等候|即将|将会?$|需|请|請|如|若|[是能]否|部分|人$|(?<!已)(?:标记?为|设为)$"
)
_WIDE_AFTER = re.compile(r"部分|失败|失敗|[人位]|[:：]\s*(?:[无無否未]|没有|0)|后|後|吗|名单|列表|的")
_WIDE_DONE = re.compile(
    r"(?:已(?:[经經]|于|在|被|成功|全[额部])?(?:\d[\d年月日号时分:：]*)?|取消)(?:标为|设为|加入|被)?([^\W\d_]+)"
)
_PASSING = words_of(
    ["send pay save delete upload download submit cancel process update install archive publish confirm transfer"]
)
"""Deeds that are soon over: who is still at them (`Sending`) has not done them."""
_ALSO: Mapping[str, frozenset[str]] = {
    "do": frozenset({"complet", "finish", "tick"}),
    "complet": frozenset({"do", "finish", "tick"}),
    "sav": frozenset({"bookmark", "star", "favourit", "favorit", "keep"}),
    "activ": frozenset({"activat", "enabl"}),
    "paus": frozenset({"stop", "suspend"}),
    "erledigt": frozenset({"erledig", "abschließ"}),
}
"""What a state may be called by other words than the deed: by its stem, the stems of the deeds."""
_GERMAN = re.compile(r"ge([a-zäöüß]{3,}?)(?:et|t|en)|([a-zäöüß]{3,}ier)t|((?:be|ver|er|ent)[a-zäöüß]{3,}?)(?:et|t)")


def is_done_form(text: str, asked: frozenset[str], names: Iterable[str] = ()) -> bool:
    """Whether a text says of an asked word that it is so (`Saved`, `Frozen`, `已读`) or offers to undo it.

    `names`: what the goal names; such words deny nothing.
    """
    low, bare = collapse(text), without_names(text, names, _NAMED)
    if any(not _is_undone(bare, *place, asked) for place in _forms(low, asked)):
        return True
    words = _WORD.findall(low)
    return any(word.startswith("un") and not _is_participle(word[2:]) and stem_of(word[2:]) in asked for word in words)


def is_denied(text: str, asked: frozenset[str], names: Iterable[str] = ()) -> bool:
    """Whether a text has a form for an asked deed, and has it only to say that it was not done, or not by this."""
    low, bare = collapse(text), without_names(text, names, _NAMED)
    found = [_is_undone(bare, *place, asked) for place in _forms(low, asked)]
    return bool(found) and all(found)


def is_put_off(text: str, asked: frozenset[str], names: Iterable[str] = ()) -> bool:
    """The same, also of asked words that are no such forms, where all are denied (`not urgent`, `7 people use it`)."""
    names = tuple(names)
    low, bare = collapse(text), without_names(text, names, _NAMED)
    places = [found.span() for found in _WORD.finditer(low) if words_of([found[0]]) & asked]
    places += [found.span() for found in re.finditer(r"\d+(?:[.,:]\d+)*", low) if found[0] in asked]
    found = [_is_undone(bare, *place, asked, form=False) for place in places]
    return (bool(found) and all(found)) or is_denied(text, asked, names)


def is_negation(text: str) -> bool:
    """Whether a text is no more than a no, as beside a label (`Paid  No`)."""
    return _NEGATION.search(collapse(text).strip(" .!:。：")) is not None


def is_order(text: str, goal: str, names: Iterable[str]) -> bool:
    """Whether a text tells to do what the goal tells to do, in a word that one of the goal's clauses begins with."""
    low = collapse(text)
    said = _WORD.match(low)
    if (
        said is None
        or _SWITCHES.match(low)
        or any(_is_participle(found[0]) and not low[: found.start()].endswith(" as ") for found in _WORD.finditer(low))
    ):
        return False  # `Order placed` orders nothing, and a switch may turn either way
    for clause in _BEGINS.split(without_names(unquoted(goal), names, _NAMED)):
        first = _WORD.match(clause.strip())
        if first is None or not words_of([first[0]]):
            continue
        same = stem_of(said[0]) == stem_of(first[0]) if first[0].endswith("ing") else said[0] == first[0]
        if same or (_WIDE.match(first[0]) and low.startswith(first[0][:2])):
            return True
    return False


def _forms(low: str, asked: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where a text has a form that says of an asked deed that it was done."""
    for found in _WIDE_DONE.finditer(low):
        if found[1][:2] in asked or (len(found[1]) == 1 and found[1] in "".join(asked)):
            yield found.start(), found.start(1) + min(2, len(found[1]))
    for found in re.finditer(r"已(?!有|经|經)|(?<=[\u3400-\u9fff])已", low):
        after = low[found.end() : found.end() + 2]
        if after in asked:
            yield found.start(), found.end() + 2
    for found in _WORD.finditer(low):
        word = found[0]
        told = _is_participle(word) or word.endswith("ing") or re.search(r"(?:[ts]|^l)ive$", word)
        stem = stem_of(word)
        if word.endswith("ing") and stem in _PASSING:
            continue
        stems = {stem, *_german(word)}
        if (told or stems > {stem}) and (stems | _ALSO.get(stem, frozenset())) & asked:
            yield found.span()


def _is_undone(bare: str, start: int, end: int, asked: frozenset[str], form: bool = True) -> bool:
    """Whether what stands around a word, in its clause, keeps it from saying that it is so.

    `form`: the word tells of a deed; of any other word nothing but a plain no counts.
    """
    first, last = _clause(bare, start, end)
    before, after = bare[first:start], bare[end:last]
    if _WIDE.search(bare[start:end]):
        denied = _WIDE_BEFORE.search(before) or _WIDE_AFTER.search(after) or _QUESTION.search(bare)
        return form and denied is not None
    if _DENIED.search(before) or _AFTER.search(after):
        return True
    return form and _is_open(bare, bare[first:last], before, asked)


def _is_open(bare: str, clause: str, before: str, asked: frozenset[str]) -> bool:
    """Whether it is asked, put off, had in part, counted, said of a kind, or went wrong."""
    partly = any(one != whole for one, whole in _NOT_ALL.findall(clause))
    patterns = ((_QUESTION, bare), (_BEFORE, before), (_COUNTED, clause), (_KIND, clause))
    return partly or any(pattern.search(text) for pattern, text in patterns) or bool(denies([clause], asked))


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    cuts = sorted({0, len(text), *(edge for found in _CLAUSE.finditer(text) for edge in found.span())})
    around = [pair for pair in pairwise(cuts) if pair[0] <= start < pair[1]]
    first, last = around[0] if around else (0, len(text))
    return first, max(last, end)


def _is_participle(word: str) -> bool:
    return word in IRREGULAR or word.endswith(("ed", "erledigt"))


def _german(word: str) -> frozenset[str]:
    """The stem of the deed that a German participle tells of."""
    found = _GERMAN.fullmatch(word)
    return frozenset() if found is None else frozenset({stem_of(root) for root in found.groups() if root})
