"""What a goal names: quotations, figures, names. Pure functions over texts in any language."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sextant.types.legible import legible
from sextant.types.refs import collapse, whole_words

__all__ = ["Wanted", "another_figure", "clauses_of", "figures_in", "says", "says_person", "wanted_in"]

_QUOTED = re.compile(
    r"\"([^\"\n]{1,200})\"|“([^“”\n]{1,200})[”“]|„([^„“”\n]{1,200})[“”]|«([^«»\n]{1,200})»|»([^«»\n]{1,200})«"
    r"|「([^「」\n]{1,200})」|『([^『』\n]{1,200})』|《([^《》\n]{1,200})》|‘([^‘’\n]{1,200})’"
    r"|(?<!\w)'([^'\n]{1,200})'(?!\w)|‚([^‚‘’\n]{1,200})[‘’]"
)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w|https?://[^\s\"'<>]+", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,:\u00a0\u202f' ]\d+)*")
_CLOCK = re.compile(
    r"(?P<late>(?:下午|晚上|傍晚|午後)\s?)?(?<![\d.,:])(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|\s?(?:uhr|o['’]clock|点钟?|點|時|时)(?P<rest>\d{2})?)",
    re.IGNORECASE,
)
"""A time of day, other than `20:00`."""
_HONORIFICS = frozenset(
    {"mr", "mrs", "ms", "miss", "dr", "prof", "sir", "herr", "frau", "hr", "fr", "mme", "señor", "señora", "sr", "sra"}
)
_LETTERS = r"[A-Za-z\u00c0-\u024f\d_-]+"
_NAME = re.compile(rf"(?<=[\w,;:] )[A-Z]{_LETTERS}(?: [A-Z]{_LETTERS})*")
_GIVEN_TO = re.compile(
    r"(?<!\w)(?:[Tt]o|[Tt]ell|[Tt]ext|[Mm]essage|[Aa]sk|[Ss]end|[Pp]ay|[Gg]ive|[Ii]nvite|[Aa]nswer) "
    rf"([A-Z]{_LETTERS}(?: [A-Z]{_LETTERS})*)"
)
_MODEL = re.compile(r"(?<!\w)[A-Za-z]{1,3}-?\d+(?![\w.,:]\d)", re.ASCII)
"""`B12`: the figure belongs to a name."""
_PLACE = re.compile(
    r"第 ?\d+|(?<!\w)(?:row|column|line|page|step|zeile|spalte|ligne|colonne|fila|columna) \d+", re.IGNORECASE
)
"""Where to look, and no figure of the act."""
_GERMAN = re.compile(
    r"[äöüß]|(?<!\w)(?:der|die|das|dem|den|und|eine?[nmr]?|auf|mit|zum|zur|bitte)(?!\w)", re.IGNORECASE
)
_MANY = re.compile(
    r"(?<!\w)(?:each|every|all(?! [A-Z])|(?:^|(?<=[.!?] ))(?:Each|Every|All|Alle|Jede[rs]?)|both|"
    r"twice|times|several|(?<!for )(?:two|three|four|five)(?= [a-z])|"
    r"again|alle[nrs]?|jede[nmrs]?|beide[ns]?|zweimal|mehrere|"
    r"(?<!für )(?:zwei|drei|vier|fünf)(?= \w)|todos|todas|cada|tous|toutes|chaque|ogni|tutti|tutte|"
    r"(?:dos|tres|deux|trois|due|tre)(?= \w))(?![\w-])|每|逐[一个件笔条项封]|所有|全部|"
    r"各(?=[个项种条件])|都(?![^，。；]{0,2}的)|(?<![周期月第张李王])[两二三四五](?=[次个件笔条项封位份遍张])|すべて|全て"
)
"""Words by which something is asked for more than once, or of more than one: not parts of names, days and sizes."""


_COMPUTED = re.compile(
    r"(?<!\w)(?:sum|total|add(?:ed)? up|altogether|difference|average|count|how (?:many|much)|number of|most|least|"
    r"summe|insgesamt|zusammen|differenz|durchschnitt|anzahl|wie viele?|somme|total|suma|totale|soma|сумм\w+)(?!\w)"
    r"|总|合计|一共|加起来|相差|平均|多少|合計|平均",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w\w|[\u3040-\u9fff]|\d")
_DEPENDING = re.compile(
    r"(?<!\w)(?:if|unless|otherwise|should it|for anything else|in case|depending|wenn|falls|sonst|je nachdem|si|sinon|"
    r"sino|se|altrimenti|если)(?!\w)|如果|要是|若|否则|もし",
    re.IGNORECASE,
)
_END = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bProf)[.!?](?=\s)|[。！？\n]")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a goal names, collapsed; quotations are taken out before figures and names are looked for.

    Attributes:
        names: Words in capitals inside of a sentence; none where the language writes every noun so.
        many: Whether it may ask for one thing more than once.
        depends: Whether it names cases of which one is to be met.
        computed: Whether it asks for something that has to be worked out, and so stands nowhere.
    """

    goal: str
    text: str
    quotations: tuple[str, ...]
    addresses: tuple[str, ...]
    figures: tuple[frozenset[str], ...]
    names: tuple[str, ...]
    many: bool
    depends: bool
    computed: bool

    @property
    def receivers(self) -> tuple[str, ...]:
        """The names that stand where somebody stands who is to be given or told something."""
        found = {collapse(name) for name in _GIVEN_TO.findall(self.text)}
        return tuple(name for name in self.names if name in found)

    @property
    def named(self) -> tuple[str, ...]:
        """Everything that it calls by a name."""
        return (*self.quotations, *self.addresses, *self.names)

    def calls(self, label: str) -> bool:
        """Whether the goal names what is called so: by several words, in quotation marks, or not in small letters."""
        if not says(self.goal, label):
            return False
        if label in self.quotations or " " in label or not label.isascii() or any(map(str.isdigit, label)):
            return True
        return any(found.group() != label for found in re.finditer(re.escape(label), self.text, re.IGNORECASE))


@lru_cache(maxsize=64)
def wanted_in(goal: str) -> Wanted:
    """What the goal names."""
    text = legible(goal)
    quoted = [next(filter(None, found.groups())) for found in _QUOTED.finditer(text)]
    quotations = [one for one in quoted if _WORD.search(one)]  # `A > B > C` is a form
    rest = _QUOTED.sub(" … ", text)
    addresses = _ADDRESS.findall(rest)
    rest = _ADDRESS.sub(" … ", rest)
    names = () if _GERMAN.search(rest) else tuple(collapse(found) for found in _NAME.findall(_MODEL.sub(" … ", rest)))
    figures = figures_in(_PLACE.sub(" ", _MODEL.sub(" ", rest)))
    return Wanted(
        collapse(text),
        " ".join(text.split()),
        tuple(map(collapse, quotations)),
        tuple(map(collapse, addresses)),
        figures,
        names,
        _MANY.search(rest) is not None,
        _DEPENDING.search(rest) is not None,
        _COMPUTED.search(rest) is not None,
    )


def clauses_of(goal: str) -> list[str]:
    """Its sentences; an end inside of a quotation is none."""
    masked = _QUOTED.sub(lambda found: "x" * len(found.group()), goal)
    ends = [found.end() for found in _END.finditer(masked)]
    parts = [goal[begin:end].strip() for begin, end in zip([0, *ends], [*ends, len(goal)], strict=True)]
    return [part for part in parts if part]


def figures_in(text: str) -> tuple[frozenset[str], ...]:
    """The figures of a text, each in every form it may be written in: `1,500.00` is `1500` and `1500.00`."""
    plain = legible(text)
    times = tuple(_times(found) for found in _CLOCK.finditer(plain))
    return (*times, *(_forms(found) for found in _FIGURE.findall(_CLOCK.sub(" ", plain) if times else plain)))


def another_figure(wanted: Iterable[frozenset[str]], here: Iterable[frozenset[str]]) -> bool:
    """Whether what is here says another figure of a kind that is wanted: a time, a year, any other number."""
    kinds = {_kind(forms) for forms in wanted}
    known = frozenset[str]().union(*wanted)
    return any(_kind(forms) in kinds and known.isdisjoint(forms) for forms in here)


def says(text: str, wanted: str) -> bool:
    """Whether a collapsed text says another as whole words."""
    return bool(wanted) and wanted in text and _whole_words(wanted).search(text) is not None


def says_person(text: str, name: str) -> bool:
    """Whether a collapsed text says a name, or its last word with at most a title or a fitting initial before it."""
    if says(text, name):
        return True
    *first, last = [word for word in name.replace(".", " ").split() if word not in _HONORIFICS] or [""]
    titled = any(word in _HONORIFICS for word in name.replace(".", " ").split())
    if len(last) < 3 or not (titled or first):
        return False
    before = [found[1] for found in re.finditer(rf"(?:(\w+)[. ]+)?(?<!\w){re.escape(last)}(?!\w)", text)]
    return any(_fits(word or "", first) for word in before)


def _fits(before: str, first: list[str]) -> bool:
    """Whether a word before a surname is no other first name."""
    if before in first or (not first and (not before or before in _HONORIFICS)):
        return True
    return len(before) == 1 and (not first or first[0].startswith(before))


_whole_words = lru_cache(maxsize=4096)(whole_words)


def _kind(forms: frozenset[str]) -> str:
    if any(":" in form for form in forms):
        return "time"
    return "year" if any(re.fullmatch(r"(?:19|20)\d\d", form) for form in forms) else "number"


def _times(found: re.Match[str]) -> frozenset[str]:
    """A time of day in 24 hours, and the hour as it is written."""
    hour, minute = int(found["hour"]), found["minute"] or found["rest"] or "00"
    half = (found["half"] or "").casefold()
    late = half == "p" or (not half and found["late"] is not None)
    told = hour % 12 + 12 * late if half or late else hour
    return frozenset({f"{told}:{minute}", f"{told:02}:{minute}"})


def _forms(figure: str) -> frozenset[str]:
    plain = re.sub(r"[\u00a0\u202f' ]", "", figure)
    if ":" in plain:
        return frozenset({plain, plain.removeprefix("0")})
    found = {plain, figure}
    cents = re.fullmatch(r"(.*\d)[.,](\d{1,2})", plain)
    whole, rest = (cents[1], cents[2]) if cents is not None else (plain, "")
    digits = re.sub(r"[.,]", "", whole).lstrip("0") or "0"
    found.add(digits if not rest.strip("0") else f"{digits}.{rest.rstrip('0')}")
    return frozenset(found)
