"""What a goal names: quotations, figures, names. Pure functions over texts in any language."""

import re
from dataclasses import dataclass
from functools import lru_cache

from sextant.types.legible import legible
from sextant.types.refs import collapse, whole_words

__all__ = ["Wanted", "clauses_of", "figures_in", "says", "wanted_in"]

_QUOTED = re.compile(
    r"\"([^\"\n]{1,200})\"|“([^“”\n]{1,200})[”“]|„([^„“”\n]{1,200})[“”]|«([^«»\n]{1,200})»|»([^«»\n]{1,200})«"
    r"|「([^「」\n]{1,200})」|『([^『』\n]{1,200})』|《([^《》\n]{1,200})》|‘([^‘’\n]{1,200})’"
    r"|(?<!\w)'([^'\n]{1,200})'(?!\w)|‚([^‚‘’\n]{1,200})[‘’]"
)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w|https?://[^\s\"'<>]+", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,:\u00a0\u202f' ]\d+)*")
_NAME = re.compile(r"(?<=[\w,;] )[A-Z][\w-]+(?: [A-Z][\w-]+)*")
_GERMAN = re.compile(
    r"[äöüß]|(?<!\w)(?:der|die|das|dem|den|und|eine?[nmr]?|auf|mit|zum|zur|bitte)(?!\w)", re.IGNORECASE
)
_MANY = re.compile(
    r"(?<!\w)(?:each|every|all|both|twice|times|several|two|three|four|five|again|alle[nrs]?|jede[nmrs]?|beide[ns]?|"
    r"zweimal|mehrere|zwei|drei|vier|fünf|todos|todas|cada|dos|tres|tous|toutes|chaque|deux|trois|ogni|tutti|tutte|due|"
    r"tre)(?!\w)|每|所有|全部|两|二|三|四|五|各|都|すべて|全て",
    re.IGNORECASE,
)


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
_END = re.compile(r"[.!?](?=\s)|[。！？\n]")


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
    names = () if _GERMAN.search(rest) else tuple(collapse(found) for found in _NAME.findall(rest))
    figures = figures_in(rest)
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
    return tuple(_forms(found) for found in _FIGURE.findall(legible(text)))


def says(text: str, wanted: str) -> bool:
    """Whether a collapsed text says another as whole words."""
    return bool(wanted) and whole_words(wanted).search(text) is not None


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
