"""Whether quoted words say that a deed was done, or deny it, in English, German and Chinese. Pure functions."""

import re

from sextant.evidence.denials import (
    CLAUSE_END,
    FAILURES,
    HANGING,
    NEGATIONS,
    PARTLY,
    PENDING,
    WIDE_FAILURES,
    without_names,
)
from sextant.guides.task_state.requirements import akin, names_in, telling, words_of
from sextant.types.refs import collapse, whole_words
from sextant.types.screens import Screen

__all__ = ["answers", "denies", "only_leads", "only_looks", "shown_on", "tells_a_state"]

_MOST_SHOWN = 4000
_CLAUSE = re.compile(rf"{CLAUSE_END}|(?<=[?？])")
_NEGATION = re.compile(rf"\b(?:{NEGATIONS})\b|[未没沒無无]|尚|不(?!客气|过|錯|错)")
_PUT_OFF = re.compile(
    rf"\b(?:{FAILURES}|{PENDING}|{PARTLY}|{HANGING}|to be|will (?:be|soon)|overdue|outstanding|incomplete|must|needs?"
    r"|required|please|soon|noch (?:offen|zu)|wird|werden|muss|müssen|bald|bitte)\b"
    rf"|\bzu \w+en\b|{WIDE_FAILURES}|待|即将|需要|必须|请|請|部分|如果"
)
_UNDONE = re.compile(r"\bun(?!til|der|it|ion|iver|ique|less|cle)-?([^\W\d_]{3,}(?:ed|en|t|d))\b")
_UNDONE_WORDS = re.compile(
    r"\b(?:unpaid|unsent|unsaved|undone|unread|unfinished|unconfirmed|undelivered|unsold|unbooked|unsigned|unbezahlt"
    r"|ungesendet|ungelesen|unerledigt|unbestätigt|ungespeichert)\b"
)
_TAKES_AWAY = re.compile(
    r"\b(?:delet|remov|cancel|clear|empt|disabl|turn\w* off|switch\w* off|discard|archiv|unsubscrib|unfollow|uninstall"
    r"|eras|clos|stop|block|mut|lösch|entfern|storn|leer|abschalt|ausschalt|deaktiv|abbestell)|删|移除|取消|清|关|停"
)
_LOOKS = re.compile(
    r"(?:please )?(?:find|check|look|read|see|compare|tell|report|count|what|which|how|when|where|who|is|are|does"
    r"|finde|such|prüf|lies|schau|sieh|nenn|sag|was|wie|wann|wo|wer)\w*\b|[查找看读]|告诉"
)
_LOOKS_UP = re.compile(
    r"(?:please )?(?:find(?: out)?|(?:check|see|read|note)(?!\s+(?:that|to)\b)|look(?: up| at| for)?|remember|what"
    r"|which|how much|how many|when|where|finde|prüfe?|lies|nachsehen|merke?|was|wie ?viel|wann|wo)\b|[查找看记]"
)
_LEADS = re.compile(
    r"(?:please |then )?(?:open|go(?: back)? to|visit|navigate|show|view|launch|switch to|return to|tap|click|press"
    r"|öffne|gehe? (?:zu|auf|in)|zeige?|tippe?|klicke?)\w*\b|打开|进入|点击|前往|返回"
)
_MORE = re.compile(r"[,;，；、]|\b(?:and|then|und|dann)\b|然后|并")
_STATE = re.compile(
    r"\b(?!hundred|united|sacred|naked|wicked)[^\W\d_]{2,}(?<!e)ed\b"
    r"|\b(?:done|sent|paid|bought|sold|made|set|put|written|gone|on|off|now|won|kept|left|shut|taken|given|hidden"
    r"|success(?:ful|fully)?|complete|thanks?|empty|active|enabled|no longer|up to date|confirmation|already|agreed)\b"
    r"|\b(?:ge[^\W\d_]{3,}(?:t|en)|[^\W\d_]{3,}iert|(?:be|ver|er|ent|über|ab|an|auf|aus|ein|hin|zu)[^\W\d_]{3,}t"
    r"|[^\W\d_]{2,}ge[^\W\d_]{3,}(?:t|en)|erfolgreich|danke|leer|fertig|aktiv|bereits)\b"
    r"|已|完成|成功|了(?:[\s。！]|$)|感谢|谢谢"
)


def denies(quote: str, requirement: str) -> bool:
    """Whether a quote says of what is wanted that it is not done, not yet, not wholly, or has failed.

    What the requirement names, and words that it has itself, deny nothing; nor does an absence where something is to be
    taken away (`No drafts`), unless it is the deed that is denied.
    """
    low, asked = _unnamed(quote, requirement), collapse(requirement)
    words = telling(requirement)
    for clause in _CLAUSE.split(low):
        if clause.rstrip().endswith(("?", "？")) or clause.strip().startswith("if you "):
            continue
        if any(_is_new(found[0], asked, words) for found in _UNDONE_WORDS.finditer(clause)):
            return True
        if any(
            _is_new(found[0], asked, words) and any(akin(word, other) for word in words for other in words_of(found[1]))
            for found in _UNDONE.finditer(clause)
        ):
            return True
        if any(_is_new(found[0], asked, words) for found in _PUT_OFF.finditer(clause)):
            return True
        if any(_is_new(found[0], asked, words) and _counts(clause[found.end() :], asked, words)
               for found in _NEGATION.finditer(clause)):  # fmt: skip
            return True
    return False


def tells_a_state(quote: str, requirement: str) -> bool:
    """Whether a quote says that something is so (`paid`, `gesendet`, `已完成`), and does not merely name it."""
    return _STATE.search(_unnamed(quote, requirement)) is not None


def only_looks(requirement: str) -> bool:
    """Whether all that is wanted is to find or to tell something: then what stands there is what was wanted."""
    return _LOOKS.match(collapse(requirement)) is not None


def only_leads(requirement: str) -> bool:
    """Whether all that is wanted is to get somewhere: then a page that comes up shows it."""
    asked = collapse(requirement)
    return _LEADS.match(asked) is not None and _MORE.search(_unnamed(asked, requirement)) is None


def answers(meaning: str, requirement: str) -> bool:
    """Whether a value of that meaning is what a requirement wants, which asks for no more than to look it up."""
    asked = collapse(requirement)
    verb = _LOOKS_UP.match(asked)
    if verb is None:
        return False
    wanted = words_of(asked[verb.end() :]) - {"be"}
    said = words_of(collapse(meaning))
    return bool(wanted) and all(any(akin(word, other) for other in said) for word in wanted)


def shown_on(screen: Screen) -> str:
    """What stands on a screen, collapsed, a line an element, bounded; nothing of passwords."""
    labels = (
        collapse(f"{item.label[:400]} {item.value[:200]}")
        for item in screen.elements
        if item.visibility in ("visible", "clipped") and "password" not in item.states
    )
    return "\n".join(dict.fromkeys(label for label in labels if label))[:_MOST_SHOWN]


def _counts(rest: str, asked: str, words: frozenset[str]) -> bool:
    """Whether a negation denies what is wanted: always, but where something is to be taken away only of the deed."""
    if _TAKES_AWAY.search(asked) is None:
        return True
    after = words_of(" ".join(rest.split()[:3]))
    return any(akin(word, other) for word in words if _TAKES_AWAY.search(word) for other in after) or (
        re.match(r"(?:删|移除|取消|清|关|停)", rest.strip()) is not None
    )


def _is_new(found: str, asked: str, words: frozenset[str]) -> bool:
    """Whether a requirement does not say a word itself (`decline the offer`: `Offer declined`)."""
    if not found.isascii():
        return found not in asked
    return not whole_words(found).search(asked) and not any(
        akin(word, one) for word in words for one in words_of(found)
    )


def _unnamed(quote: str, requirement: str) -> str:
    """What a quote says besides the names of the requirement; a figure alone is no name."""
    return without_names(quote, (name for name in names_in(requirement) if not collapse(name).isdigit()))
