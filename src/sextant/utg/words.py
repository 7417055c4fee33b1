"""Lexical matching of a goal with labels, titles and addresses: no model, any script, a handful of synonyms."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_CYRILLIC = 0x0400
"""Below this code point (Latin, Greek) combining marks are accents; above, they make letters of their own."""

_PHRASES = (
    (re.compile(r"\b(?:sign|log)[\s-]+in\b"), "login"),
    (re.compile(r"\b(?:sign|log)[\s-]+out\b"), "logout"),
    (re.compile(r"\bsign[\s-]+up\b"), "signup"),
    (re.compile(r"\be[\s-]mail\b"), "email"),
    (re.compile(r"\bf\.?a\.?q\.?s?\b"), "faq"),
)


def lexicon(text: str) -> frozenset[str]:
    """The words of a list kept as running text."""
    return frozenset(text.split())


_STOP = lexicon(
    "a all an and any are at be by can do for from get give go goto have how i in into is it its lead me my "
    "navigate of on onto open or our page pages please reach screen screens see show so take that the their there "
    "this to up us via view visit want we list what when where which who with you your "
    "der die das den dem ein eine und zur zum seite öffne "
    "le la les un une des du de et page ouvrir el los las una y pagina página abrir il lo gli di"
)

_WHICHEVER = lexicon("one some somebody someone")
_LIST_OF = re.compile(r"\b(?:list(?:ing)?\sof|all(?:\sof)?)\s(?:the\s|my\s|our\s|all\s)*([^\W\d]{2,}s)\b(?!\s\w)")
_LISTS = lexicon(
    "list lists listing all overview index directory table browser explorer management manager administration accounts"
)
_NEGATIONS = frozenset({"without", "no", "not"})
NEGATION = 0.25
"""What `without` weighs beside other words: the app may say it in any other."""
_PREPOSITIONS = lexicon("of for from in on at about with by to de du des del della von für zu pour para per di")
_FRAMES = lexicon("detail information info overview particular content")
_HOLDERS = lexicon("dialog directory file folder form window")
"""Heads that say of what sort a thing is that is named after them: `form for a refund`, not `refund form`."""
FRAME = 0.5
"""Weight of a head that says no more than that something is to be looked at: `details of the user`."""
HOLDER = 0.25
"""Weight of a head that says of what sort it is: the app need not say that at all."""
ONLY_ONE = 0.6
"""What a text is worth at most that names one where all are asked for."""
HEAD = 1.5
"""Weight of the word that the others qualify."""
SPELT_OUT = 0.93
"""Least score of a text that holds the goal as it was put, whatever else it says."""

_SYNONYMS: tuple[frozenset[str], ...] = tuple(
    lexicon(group)
    for group in (
        "setting preference option configuration config einstellung paramètre ajuste configuración",
        "login signin anmeldung connexion anmelden",
        "signup register registration join",
        "profile me account",
        "statistic stat analytic report insight",
        "administration admin manage management",
        "basket cart bag",
        "term condition tos",
        "privacy datenschutz confidentialité privacidad",
        "imprint impressum legal",
        "support help hilfe aide ayuda guide documentation manual",
        "history log activity changelog",
        "photo picture image",
        "film movie",
        "user member people person",
        "add new create neu nouveau nuevo",
        "edit change modify update",
        "search find lookup",
        "notification alert",
        "message inbox chat",
        "home start dashboard overview",
        "category genre",
        "download downloads",
        "last latest recent newest",
    )
)


def _strip_accents(text: str) -> str:
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char) != "Mn":
            base = char
            kept.append(char)
        elif base and ord(base) >= _CYRILLIC:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def stem(word: str) -> str:
    """A light stem: plural endings only. Everything further is left to shared prefixes (`kinship`)."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """The stemmed words of a text in order; runs of Chinese, Japanese or Korean become pairs of characters."""
    plain = _strip_accents(unicodedata.normalize("NFKC", _CAMEL.sub(" ", text)).casefold())
    for pattern, word in _PHRASES:
        plain = pattern.sub(word, plain)
    found: list[str] = []
    for word in _WORD.findall(plain):
        run = _CJK.fullmatch(word)
        if run is None:
            found.append(stem(word))
        elif len(word) <= 2:
            found.append(word)
        else:
            found.extend(word[at : at + 2] for at in range(len(word) - 1))
    return tuple(found)


def _groups() -> Mapping[str, frozenset[int]]:
    table: dict[str, set[int]] = {}
    for number, group in enumerate(_SYNONYMS):
        for word in group:
            table.setdefault(stem(_strip_accents(word)), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in table.items()}


_GROUP_OF = _groups()
_STOP_STEMS = frozenset(stem(_strip_accents(word)) for word in _STOP) | _STOP


def stopwords() -> frozenset[str]:
    """Words, as they stand and stemmed, that tell no screen from another."""
    return _STOP_STEMS


@lru_cache(maxsize=65536)
def kinship(one: str, other: str) -> float:
    """How far two stems mean the same, 0-1: equal, synonyms, or one the beginning of the other."""
    if one == other:
        return 1.0
    if _GROUP_OF.get(one, frozenset[int]()) & _GROUP_OF.get(other, frozenset[int]()):
        return 0.8
    short, long = sorted((one, other), key=len)
    if len(short) >= 4 and long.startswith(short) and not short.isdigit():
        return 0.85 if len(long) - len(short) <= 3 else 0.6
    return 0.0


@dataclass(frozen=True, slots=True)
class Match:
    """How a text answers a query. All values 0-1.

    Attributes:
        coverage: Share of the query that the text holds.
        precision: Share of the text that the query accounts for.
        score: Both in one figure; 1 for equal texts.
    """

    coverage: float
    precision: float
    score: float


WRITTEN_AS_ONE = 0.95
"""What two words are worth that a text writes as one."""
NO_MATCH = Match(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Query:
    """A goal in words, ready to be matched. `weights` are of words that count more or less than others."""

    text: str
    words: tuple[str, ...]
    weights: Mapping[str, float] = field(default_factory=dict[str, float])

    def weight(self, word: str) -> float:
        return self.weights.get(word, 1.0)

    @property
    def total(self) -> float:
        return sum(self.weight(word) for word in self.words)


def query_of(goal: str) -> Query:
    """The words of a goal that tell it apart: filler is dropped unless nothing else is left.

    The word that the others only qualify (`settings` in `project settings` and in `settings of the project`) weighs
    more.
    """
    every = tokens(goal[:2000])
    telling = tuple(dict.fromkeys(word for word in every if word not in _STOP_STEMS))
    which = tuple(word for word in telling if word not in _WHICHEVER)
    telling = which or telling  # `one of the rounds` and `profile of somebody` say nothing of which
    if len(telling) > 2:  # `about` is a name in `About` and `Help, about`; in the middle of more it is filler
        telling = tuple(word for place, word in enumerate(telling) if word != "about" or not place)
    words = telling or tuple(dict.fromkeys(every))
    return Query(goal, words, _weights(every, words, frozenset(_WORD.findall(goal[:2000].casefold()))))


def _weights(every: tuple[str, ...], words: tuple[str, ...], spoken: frozenset[str]) -> dict[str, float]:
    """More for the word that the others qualify, less for one that only says that a thing is to be looked at.

    `spoken` are the words of the goal as they stand, not stemmed: many folders are no holder of something.
    """
    if len(words) < 2:
        return {}
    head, little = _head(every, words), dict.fromkeys((word for word in words if word in _NEGATIONS), NEGATION)
    rest = tuple(word for word in words if word != head)
    after = every[every.index(head) + 1 :]
    holds = head in _HOLDERS & spoken and words[0] == head and any(word in rest for word in after)
    if head not in _FRAMES and not holds:
        return {**little, head: HEAD}
    weak = HOLDER if holds else FRAME
    return {**little, head: weak} if len(rest) < 2 else {**little, head: weak, _head(after, rest): HEAD}


def _head(every: tuple[str, ...], words: tuple[str, ...]) -> str:
    """The last telling word before the first preposition, else the last one."""
    head = words[-1]
    for place, word in enumerate(every):
        before = [one for one in every[:place] if one in words]
        if word in _PREPOSITIONS and before and place + 1 < len(every):
            return before[-1]
    return head


def matched(query: Query, words: Iterable[str]) -> dict[str, float]:
    """For each word of the query, the kinship of the nearest of `words`; absent where there is none."""
    return dict(_matched(query.words, tuple(words)))


@lru_cache(maxsize=16384)
def _matched(asked: tuple[str, ...], given: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    having = dict.fromkeys((*given, *map("".join, pairwise(given))))  # `time zone` holds `timezone`
    found: dict[str, float] = {}
    for word in asked:
        best = max((kinship(word, other) for other in having), default=0.0)
        if best > 0:
            found[word] = best
    for one, other in pairwise(asked):  # and `openletters` holds `open letters`
        if one + other in having:
            found[one] = max(found.get(one, 0.0), WRITTEN_AS_ONE)
            found[other] = max(found.get(other, 0.0), WRITTEN_AS_ONE)
    return tuple(found.items())


def coverage(query: Query, words: Iterable[str]) -> float:
    """Weighted share of the query that stands in `words`, 0-1."""
    total = query.total
    if total <= 0:
        return 0.0
    return sum(query.weight(word) * kin for word, kin in matched(query, words).items()) / total


def match(query: Query, text: str) -> Match:
    """How well a label, title or heading answers the query."""
    words = tokens(text)
    if not words or not query.words:
        return NO_MATCH
    covered = coverage(query, words)
    if covered <= 0:
        return NO_MATCH
    telling = [word for word in words if word not in _STOP_STEMS] or list(words)
    asked = (*query.words, *map("".join, pairwise(query.words)))
    hits = sum(max(kinship(word, other) for other in asked) for word in telling)
    precision = hits / len(telling)
    score = covered * (0.75 + 0.25 * precision)
    if _only_one(query.text, text):
        return Match(covered, precision, min(score, ONLY_ONE))
    return Match(covered, precision, max(score, SPELT_OUT) if _spelt_out(query.text, words) else score)


def _only_one(goal: str, text: str) -> bool:
    """Whether a goal asks for the list of all, and a text names no more than one: `user` for the `list of users`."""
    many = _listed(goal)
    if not many:
        return False
    said = frozenset(_WORD.findall(text.casefold()))
    return many not in said and not said & _LISTS and any(tokens(word) == tokens(many) for word in said)


@lru_cache(maxsize=4096)
def _listed(goal: str) -> str:
    """What a goal asks for a list of, in the plural; empty where it does not."""
    found = _LIST_OF.search(goal[:2000].casefold())
    return found[1] if found is not None else ""


def _spelt_out(goal: str, words: tuple[str, ...]) -> bool:
    """Whether a text holds the whole goal, word after word, filler included: a goal of one word says too little."""
    wanted = tokens(goal[:2000])
    return len(wanted) > 1 and f" {' '.join(wanted)} " in f" {' '.join(words)} "
