"""What a goal's own words ask for, read without a model: its parts, what each names, and which way it wants things.

The reading is plain on purpose, so that a refusal can be explained by it: quoted texts and capitalised words are names,
the rest are words compared by their stem (in scripts without spaces, by pairs of characters). What is not recognised
asks for nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sextant.evidence.goals import CONDITIONS, SLOT, Hidden, hidden, sentences, trimmed, unquoted
from sextant.types.refs import collapse, whole_words

__all__ = [
    "IRREGULAR",
    "Asked",
    "Part",
    "named_in",
    "numbers_in",
    "only_looks",
    "read_goal",
    "speaks_of",
    "stem_of",
    "words_of",
]

_STEP_LINE = re.compile(r"^\s*\d+[.)]\s")
_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*|\d+(?:[.,:]\d+)*")
_DIGITS = re.compile(r"\d+")
_PARTED = re.compile(r"[,;.:]\s+|\s+(?:and|then|und|to)\s+")
_PLACES = re.compile(r"\W*|(?:\w+ )?\d+|in [\w ]{1,40}")
"""What stands before a step: its number, the app."""
_LOOKS = re.compile(
    r"(?:look|see|check|find|note|read|compare|remember|count|identify|locate|learn|memori[sz]e|watch|view)\b"
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_LEAST_HEAD = 10


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PLAIN = _listed("""
    a an the this that these those it its i me my we us our you your he she they them their there here and or but so as
    of in on at to for from by with within into onto under over about among between is are be been was were am do does
    did has have had can could will would shall should must may might not no yes if when while then than also too now
    next first last finally again once only just still already all each every any some other both more most please sure
    make made let see need want know new one two get give put set keep take use using page
screen app site view tab menu section that's don't
dr mr mrs ms prof
""")
_GOING = _listed("open go goto show navigate find search start view bring enter reach launch")
_CALENDAR = _listed("""
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    sat sun today tomorrow yesterday
""")
"""Days are written in too many ways to be looked for as names."""
IRREGULAR = {
    "frozen": "freeze", "sent": "send", "paid": "pay", "bought": "buy", "done": "do", "made": "make", "taken": "take",
    "chosen": "choose", "written": "write", "hidden": "hide", "shown": "show", "begun": "begin",
    "left": "leave", "lost": "lose", "kept": "keep", "sold": "sell", "told": "tell", "read": "read", "given": "give",
}  # fmt: skip
_LOOKING = re.compile(
    r"\b(?:look|see|check|find|(?<!the )(?<!a )note|know|compare|glance|tell|what|when|where|which|who|whose|how"
    r"|get me|take down|forgot|remember|work out|add up|total|sum|search|read (?!it)|wonder|start from|make sure"
    r"|whether|report|count|calculate|extract|identify|list (?:all|the|every)"
    r"|obtain|discover|determine|retrieve|consult|known|reading|memori[sz]e|fetch|learn|locate|will need|required)\b"
    r"|看|查|找|记下|知道|告诉我|多少|什么|哪|算|加起来|合计|总和|忘了|弄清|所需|读取|获取|获知|牢记|记住",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:please )?(?:tell me|what|when|who|which|how (?:many|much|long|often|old)|report|give me)\b"
    r"|告诉我|多少|什么|哪|[?？]$",
    re.IGNORECASE,
)
_TELL = re.compile(
    r"\b(?:tell me|let me know|what|which|how (?:many|much|long|often|old)|report|answer|give me|sag mir|nenne?)\b"
    r"|告诉我|多少|什么|哪|回答|[?？]$",
    re.IGNORECASE,
)
_SUMS = re.compile(r"\b(?:total|sum|count|balance)\b|合计|总和|总数|总计", re.IGNORECASE)
"""Words of looking that may be all that is asked for."""
_CONDITIONAL = re.compile(
    rf"{CONDITIONS}|\b(?:provided|providing|as long as|falls)\b|其他情况|其它情况|根据|的话",
    re.IGNORECASE,
)
_CONDITIONAL_QUOTE = re.compile(rf"\b(?:for|when)\b[^{SLOT}]{{0,30}}{SLOT}", re.IGNORECASE)
_EVERY = re.compile(
    r"\b(?:every|all|each|everything|everybody|everyone)\b|所有|全部|逐个|逐一|每个|每一|每条|都", re.IGNORECASE
)
_OFF = re.compile(
    r"\b(?:(?<!tick )(?<!check )(?<!cross )(?<!not )(?<!drop )(?<!dropped )off"
    r"|no (?!other|further|more|one|need)(?=[a-z])"
    r"|shut|disable|deactivate|stop|remove|delete|clear|erase|wipe|cancel|no longer|do not|don['’]t|without"
    r"|lift|pause|suspend|undo|revoke|take back|keep\b.{1,60}?\bfrom \w+ing|prevent|un(?!til|der|less|it|i)[a-z]{3,}"
    r"|(?:aus|ab)schalt\w*|schalte?\b.*\baus|deaktivier\w*|lösch\w*|entfern\w*|beende\w*|stopp\w*|pausier\w*"
    r"|désactive\w*|supprime\w*|desactiva\w*|apaga\w*|elimina\w*|disattiva\w*|spegni\w*)\b"
    r"|暂停|解除|解冻|解锁|解绑|关闭|关掉|停用|停止|取消|不要|不再|删除|移除|清空|清除|擦掉|别",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:turn|switch)\w*\b(?:(?!\boff\b).){0,60}?\bon\b|\b(?:be|is|are|stays?) on\b(?! the| a| my)"
    r"|\bon(?=[\s.,;!?]*$)|\b(?:running|enable|activate|einschalt\w*|schalte?\b.*\bein|aktivier\w*|active[rz]|activa|attiva)\b|打开|开启|启用",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"\b(?:nothing|no (?:other|further|more)|else|untouched|unmentioned|alone|thanks?|nichts|sonst|rien|nada)\b"
    r"|其他|其它|除此|未提及|勿|别的|别动|谢谢",
    re.IGNORECASE,
)
_PUTS = re.compile(
    r"\b(?:add|put|save|say|tell (?!me)|write|text|send|post|comment|reply|answer|enter"
    r"|(?:set|has|have|create|make) an?|must (?:be|have)|should (?:be|have)|stay|keep)\b"
    r"|添加|加入|加到|加进|放入|放进|写|发|说|留言|回复|记到|要有|必须有|保留",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of the goal.

    Attributes:
        names: What it names: quoted texts, capitalised words. Compared collapsed.
        words: Its other telling words, as `words_of` gives them.
        looks: Whether it asks to look rather than to do; what it names then has to be seen only.
        conditional: Whether it holds on a condition; then nothing it names has to be dealt with.
        off: Whether it wants something off, gone or not so; `on`: on.
        puts: Whether it wants something to be somewhere: written, added, kept there.
        limits: Whether it names nothing, and only says what is to be left alone.
        every: Whether it speaks of all of something.
    """

    text: str
    names: tuple[str, ...]
    words: frozenset[str]
    looks: bool = False
    conditional: bool = False
    off: bool = False
    on: bool = False
    puts: bool = False
    limits: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A goal, read. `answered`: its task says what shape the answer has."""

    parts: tuple[Part, ...]
    answered: bool = False

    @property
    def every(self) -> bool:
        """Whether it speaks of all of something, so that one of them is not yet the whole."""
        return any(part.every and not part.limits for part in self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))

    @property
    def question(self) -> bool:
        """Whether it asks for a value and for nothing else, so that saying it is done answers nothing."""
        asks = any(part.looks and _ASKS.search(part.text) for part in self.parts)
        return asks and not self._deeds

    @property
    def wants_value(self) -> bool:
        """Whether a value may end it: one is asked for, or all that is wanted is to look something up."""
        looks = any(part.looks for part in self.parts)
        asks = any(part.looks and _TELL.search(part.text) for part in self.parts)
        return self.answered or asks or (looks and not self._deeds)

    @property
    def _deeds(self) -> bool:
        return any(part.words and not (part.looks or part.limits) for part in self.parts)

    @property
    def looked_at(self) -> frozenset[str]:
        """Names that some part only wants looked at; where another one names them again, it means what was seen."""
        return frozenset(name for part in self.parts if part.looks for name in part.names)

    @property
    def words(self) -> frozenset[str]:
        """Every telling word, those of names among them."""
        return frozenset[str]().union(*(part.words | words_of(part.names) for part in self.parts))


def read_goal(goal: str, question: bool = False) -> Asked:
    """The parts of a goal. Numbered lines tell the way and not the end: they are left out. `question`: it asks."""
    whole = hidden("\n".join(line for line in goal.splitlines() if not _STEP_LINE.match(line)))
    spoken = sentences(whole.text)
    capitals = _speaks_in_capitals(spoken)
    parts = tuple(part for sentence in spoken if (part := _part(sentence, whole, capitals)) is not None)
    parts = parts or (_bare_part(goal),)
    if question and not any(part.looks for part in parts):
        parts = (*parts[:-1], replace(parts[-1], looks=True))
    return Asked(parts, question)


def _part(sentence: str, whole: Hidden, capitals: bool) -> Part | None:
    """None for a sentence that says nothing of its own (`Thank you.`)."""
    bare = whole.bare(sentence)
    capital = () if capitals else _capitalised(bare)
    names = tuple(dict.fromkeys([*(trimmed(collapse(quote)) for quote in whole.quoted(sentence)), *capital]))
    words = words_of([_LOOKING.sub(" ", bare)] if names else _telling(bare)) - words_of(names)
    if not names and not words:
        return None
    off = _last(_OFF, bare) >= max(_last(_ON, bare), 0)
    return Part(
        collapse(whole.shown(sentence)),
        tuple(name for name in names if name),
        words,
        _is_looking(bare),
        bool(_CONDITIONAL.search(bare) or _CONDITIONAL_QUOTE.search(bare)),
        off,
        bool(_ON.search(bare)) and not off,
        bool(_PUTS.search(bare)) and not _OFF.search(bare),
        not names and bool(_LIMITS.search(bare)),
        bool(_EVERY.search(bare)),
    )


def _telling(bare: str) -> list[str]:
    """What a sentence says besides that it looks; where that is all, the sum that it looks for."""
    rest = _LOOKING.sub(" ", bare)
    return [rest] if words_of([rest]) else _SUMS.findall(bare)


def _is_looking(bare: str) -> bool:
    return bool(_LOOKING.search(bare)) or bare.rstrip().endswith(("?", "？"))


def _bare_part(goal: str) -> Part:
    """All of a goal that names nothing and has no telling word."""
    looks = _is_looking(goal)
    return Part(collapse(goal), (), frozenset() if looks else words_of([goal]), looks)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Where it is said last, by its end; -1 where it is not said."""
    return max((found.end() for found in pattern.finditer(text)), default=-1)


def _speaks_in_capitals(spoken: Iterable[str]) -> bool:
    """Whether capital letters say nothing, as in a title or a shout: small words have them, too."""
    words = [word for sentence in spoken for word in _WORD.findall(sentence)[1:] if word[0].isalpha()]
    small = [word for word in words if len(word) > 1 and word.lower() in _PLAIN]
    return any(word[0].isupper() for word in small) and sum(word[0].isupper() for word in words) > 0.7 * len(words)


def _capitalised(sentence: str) -> tuple[str, ...]:
    """Capitalised words but the first, which any sentence begins with, and what is counted (`20 Euro`)."""
    found: list[str] = []
    for number, match in enumerate(_WORD.finditer(sentence)):
        word = re.sub(r"['’]s?$", "", match[0])
        telling = len(word) > 1 and word[0].isupper() and word.lower() not in _PLAIN | _CALENDAR
        counted = re.search(r"\d\s*$", sentence[: match.start()])
        if number and telling and not counted and not word.startswith(("I'", "I’")):
            found.append(word.casefold())
    return tuple(found)


def words_of(texts: Iterable[str]) -> frozenset[str]:
    """The telling words of texts by their stem; of scripts without spaces, each pair of neighbouring characters."""
    found: set[str] = set()
    for text in texts:
        low = collapse(text)
        for run in _WIDE.findall(low):
            found.update(run[at : at + 2] for at in range(len(run) - 1))
        for word in _WORD.findall(_WIDE.sub(" ", low)):
            if len(word) > 1 and word not in _PLAIN and word not in _GOING:
                found.update(stem_of(part) for part in {word, *word.split("-")} if len(part) > 1)
    return frozenset(found)


def speaks_of(quote: str, told: str) -> bool:
    """Whether a quote shares a telling word or a figure with a text; where it has no telling one, a word of going."""
    if set(_DIGITS.findall(quote)) & set(_DIGITS.findall(told)):
        return True
    wanted = words_of([told])
    if wanted:
        return bool(wanted & words_of([quote]))
    return bool((set(_WORD.findall(collapse(told))) - _PLAIN) & set(_WORD.findall(collapse(quote))))


def only_looks(told: str) -> bool:
    """Whether a step says nothing but to look at something: no part of it wants anything done."""
    parts = [part for part in _PARTED.split(unquoted(collapse(told), " it ")) if not _PLACES.fullmatch(part)]
    return bool(parts) and all(map(_LOOKS.match, parts))


def stem_of(word: str) -> str:
    """A word without its ending, so that forms of one word are equal."""
    word = re.sub(r"['’]s?$", "", word)
    word = IRREGULAR.get(word, word)
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > 3 else word


_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SMALL = (
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
)
_COUNTED = re.compile("([二两三四五六七八九十])(?=[\u4e00-\u9fff])")


def numbers_in(text: str) -> frozenset[str]:
    """The numbers of a text as figures, small ones also from their words."""
    low = collapse(text)
    found = set(_NUMBER.findall(low))
    words = set(_WORD.findall(low))
    found.update(str(value) for line in _SMALL for value, word in enumerate(line.split(), 1) if word in words)
    found.update(str(2 if sign == "两" else "一二三四五六七八九十".index(sign) + 1) for sign in _COUNTED.findall(low))
    return frozenset(found)


def named_in(name: str, texts: Iterable[str]) -> bool:
    """Whether one of the texts (collapsed) says the name: as it stands, or all of its words."""
    wanted = words_of([name])
    says = whole_words(name)
    return any(
        says.search(text) is not None or (bool(wanted) and wanted <= words_of([text])) or _begins(name, text)
        for text in texts
    )


def _begins(name: str, text: str) -> bool:
    """Whether a text that was cut short is the beginning of the name."""
    head, cut, _ = text.partition("…")
    return bool(cut) and len(head) >= _LEAST_HEAD and name.startswith(head.strip())
