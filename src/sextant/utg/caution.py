"""What an explorer leaves alone: everything that might do something rather than show something.

Judging irreversible acts is the business of `review`, whose judgement is injected. Here stands what is stricter
still: somebody who only wants to look around does not save, create, switch or download either.
"""

import re
from typing import Literal
from urllib.parse import unquote

from sextant.types.addresses import parts_of
from sextant.types.screens import Element
from sextant.utg.words import lexicon, tokens

Caution = Literal["risky", "other site", "form control", "file", "setting"]
"""In a word or two, why something is left alone."""

IRREVOCABLE = "it may do what cannot be taken back"
"""Why something is left alone that `review` warns of."""

_SAYS: tuple[tuple[str, Caution], ...] = (
    ("it is a control of a form", "form control"),
    ("it submits a form", "form control"),
    ("it leads to another site", "other site"),
    ("it is a file", "file"),
    ("it downloads something", "file"),
    ("it switches a setting", "setting"),
)

_LOOKING_SCHEMES = frozenset({"", "http", "https"})

_DOING = lexicon(
    "delete remove destroy erase purge clear trash wipe drop unlink logout signout logoff unsubscribe subscribe vote "
    "upvote downvote like unlike follow unfollow toggle switch set enable disable activate deactivate approve reject "
    "accept decline reset restart reboot shutdown stop start run trigger execute sync rebuild recheck reload resend "
    "send pay buy checkout confirm cancel archive unarchive restore rollback revert mark read unread star unstar "
    "pin unpin "
    "close terminate suspend ban discard withdraw publish unpublish impersonate hijack regenerate revoke "
    "clone duplicate move merge install uninstall upgrade"
)
"""Verbs that make an address do something when it is fetched. A telling place in the path is needed, see `_doing`."""
_NAMES = lexicon(
    "archive start stop run read set move star pin like mark merge clone sync install upgrade trigger restore "
    "follow publish subscribe vote"
)
"""Those of them that are names as often as deeds (`/archive`, `/wiki/WikiStart`): where they stand decides."""
_PAGES = lexicon("archive start read set move star install upgrade")
"""Those that are the name of a page where they stand alone at the root of the app."""
_BOOKS = frozenset({"archive", "read", "install"})
"""Those under which pages stand: `/read/chapter-one`."""
_SHOWING = lexicon(
    "sort order orderby group groupby tab view filter filters status state page tag tags q query search section type "
    "category label kind show"
)
"""Names of parameters that choose what is shown: their values are names, not deeds."""
_INSTANCE = re.compile(r"^(?:\d[\d.,:_-]*|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|.*\d{3,}.*)$", re.IGNORECASE)
_YEAR = re.compile(r"^(?:19|20)\d\d(?:-\d\d){0,2}$")
_DAY = re.compile(r"^\d{1,2}$")
_WORDS = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_DOWNLOADED = (
    "zip|gz|bz2|xz|tar|7z|rar|xlsx?|docx?|pptx?|ods|odt|epub|mobi|azw3?|db|sqlite|apk|exe|msi|deb|rpm|dmg|iso|mp3|mp4|ogg|"
    "wav|flac|webm|torrent"
)
_READ = "csv|tsv|pdf|ics|vcf|json|xml|rss|atom|opml|sql|png|jpe?g|gif|webp|svg|txt|log|bak"
_FILES = re.compile(rf"\.(?:{_DOWNLOADED}|{_READ})$", re.IGNORECASE)
_BINARIES = re.compile(rf"\.(?:{_DOWNLOADED})$", re.IGNORECASE)
"""Files of which nothing but a download is to be expected, wherever they lie."""
_VIEWERS = frozenset({"annotate", "blame", "blob", "tree"})
"""Places whose pages show a file, whatever it is called: `blob/main/prices.csv`, of a version and below a name."""
_HANDED_OUT = frozenset({"raw", "download", "inline", "attachment"})
"""Names of parameters by which such a place hands the file itself out."""
_FORMS = frozenset({"format", "fmt", "output", "export", "as", "alt", "download", "_format"})
_FILE_FORMS = lexicon("rss atom rdf csv tsv tab json jsonl xml ics pdf txt text zip xls xlsx ods yaml yml sql md raw")
"""`?format=rss` shows no screen."""
_FETCHING = frozenset({"download", "export", "dump", "backup", "feed", "rss", "atom", "raw", "opd"})

_CHANGING = lexicon(
    "save create add new apply update upload import install start stop run sync refresh reset clear accept agree "
    "allow deny join leave invite share follow like vote upvote rate enable disable connect disconnect generate "
    "duplicate copy move rename mark assign mute block report generate print download export play record scan "
    "complete finish turn ask remind notify request confirm flag unflag bookmark unbookmark favorite favourite "
    "unfavorite unfavourite react pause resume skip "
    "increase decrease increment decrement raise lower freeze unfreeze lock unlock block unblock suspend cancel "
    "增加 减少 冻结 解冻 锁定 解锁 挂失 补办 增やす 減らす sperren entsperren bloquer bloquear "
    "speichern anlegen hinzufugen erstellen ubernehmen enregistrer ajouter creer guardar anadir crear salva aggiungi "
    "salvar adicionar criar opslaan toevoegen 保存 添加 新建 追加 新規 сохранить добавить создать"
)
_THINGS = lexicon(
    "new copy record report play share rate vote star like follow read set start stop run move block scan print update "
    "leave lock mark archive export import install close upgrade trigger sync pin"
)
"""Those words that qualify or are things behind another one: `Exchange rate`, `Medical record`, `Cortisol New`."""
_ADDING = lexicon("add new create neu hinzufugen nuevo nouveau")
_FINAL = lexicon(
    "delete remove destroy erase purge wipe trash logout signout logoff unsubscribe deactivate terminate revoke close "
    "loschen entfernen abmelden ausloggen kundigen supprimer effacer deconnexion eliminar borrar salir excluir apagar "
    "sair elimina cancella esci verwijderen uitloggen afmelden удалить выити выйти 删除 刪除 移除 注销 登出 退出 削除"
)
"""First words of links that nobody who only looks follows, whatever their address says."""
_AMBIGUOUS = frozenset({"close", "sair"})
"""Those that as often begin a title: `Close to the sea`."""
_EMPTYING = frozenset({"clear", "empty", "end", "reset", "flush", "cancel", "stop", "quit"})
_WHOLE = lexicon("all every everything everybody session cart basket history data cache log queue account my this")
"""What follows such a word where it is an order and no title: `End session`, `Clear everything now`."""
_LONGEST_ORDER = 8
_SWITCHES = frozenset(
    {"checkbox", "radio", "switch", "slider", "spinbutton", "option", "menuitemcheckbox", "menuitemradio"}
)
_LANGUAGES = frozenset({"lang", "language", "locale", "theme", "timezone"})


def caution_of(risk: str) -> Caution:
    """The kind of a reason that `element_risk` or `address_risk` gave."""
    if risk.endswith("leaves the app"):
        return "other site"
    for beginning, kind in _SAYS:
        if risk.startswith(beginning):
            return kind
    return "risky"


def address_risk(href: str, app: str, label: str = "") -> str:
    """Why an address is better not fetched; empty where looking at it is harmless.

    `app` is the origin of the page it stands on; links that leave it are risky. `label` is what the link says: a
    title makes a page of `/wiki/WikiStart`, an order does not.
    """
    parts = parts_of(href)
    if parts.scheme == "javascript":
        return ""
    if parts.scheme not in _LOOKING_SCHEMES:
        return f"a {parts.scheme} link leaves the app"
    if parts.netloc and not same_origin(href, app):
        return f"it leads to another site ({parts.netloc})"
    path = unquote(parts.path)
    segments = [segment for segment in path.split("/") if segment]
    if _FILES.search(path) and not _is_shown(segments, parts.query):
        return "it is a file, not a screen"
    words = [frozenset(tokens(segment)) for segment in segments]
    if any(segment & _FETCHING and len(segment) <= 2 for segment in words):
        return "it downloads something"
    return _doing(segments, parts.query, label) or _asking(parts.query) or _switching(words)


def _is_shown(segments: list[str], query: str) -> bool:
    """Whether what is called like a file is a page that shows it: below a viewer stand a version and the file."""
    asked = {pair.partition("=")[0].casefold() for pair in query.split("&")}
    return not (_VIEWERS.isdisjoint(segments[:-2]) or asked & _HANDED_OUT or _BINARIES.search(segments[-1]))


def same_origin(href: str, app: str) -> bool:
    """Whether an absolute address belongs to the origin `app`; a relative one always does."""
    here, there = parts_of(app), parts_of(href)
    return not there.netloc or (here.scheme, here.netloc) == (there.scheme, there.netloc)


def _doing(segments: list[str], query: str, label: str) -> str:
    """The deed that a path says is done by fetching it."""
    for place, segment in enumerate(segments):
        words = tokens(segment)
        if len(words) > 2 and _orders(words):
            return f"its address says {' '.join(words[:3])!r}"
        verbs = frozenset(words) & _DOING
        if not verbs or len(words) > 2:
            continue
        if verbs <= _NAMES and _is_name(segments, place, query, label):
            continue
        return f"its address says {min(verbs)!r}"
    return ""


def _orders(words: tuple[str, ...]) -> bool:
    """Whether several words are an order: `deleteUserAccount`, `confirm-delete-order`, `signMeOut`, `clearAllCaches`.

    `how-to-delete-a-branch` is a title.
    """
    first, second, last = words[0], words[1], words[-1]
    if first in _FINAL - _AMBIGUOUS or (first in _DOING and second in _FINAL - _AMBIGUOUS):
        return True
    if first in ("sign", "log") and last in ("out", "off") and len(words) <= 4:
        return True
    return first in _EMPTYING and second in _WHOLE


def _is_name(segments: list[str], place: int, query: str, label: str) -> bool:
    """Whether a word that may be a deed names a page where it stands: `/archive/2024`, and not `/sub/archive/9`."""
    words, after, said = list(tokens(segments[place])), segments[place + 1 :], list(tokens(label))
    if _spoken(segments[place])[-1] != words[-1]:
        return True  # a plural: `runs`
    if len(words) > 1:  # qualified by what stands before it: `WikiStart`, and not `start-build`
        return words[0] not in _DOING and bool(said) and said[0] not in _DOING
    if len(said) > 1 and said[0] in _DOING:
        return False  # `Archive this`
    if words[0] == "archive" and after and _YEAR.match(after[0]) and all(map(_DAY.match, after[1:])):
        return True
    beside = [*segments[max(0, place - 1) : place], *after[:1]]
    if any(map(_INSTANCE.match, beside)) or re.search(r"(?:^|[&_])(?:id|uid|pk|no)=", query):
        return False
    if place == 0:
        return words[0] in (_BOOKS if after else _PAGES)
    return words[0] == "archive" and place == 1


def _spoken(text: str) -> list[str]:
    """The words of a segment as they stand, not stemmed."""
    return _WORDS.findall(_CAMEL.sub(" ", text).casefold()) or [""]


def _asking(query: str) -> str:
    """The deed that a query asks for, or the setting that it switches."""
    for pair in query.split("&"):
        name, _, value = unquote(pair).partition("=")
        if name.casefold() in _FORMS and value.casefold() in _FILE_FORMS:
            return "it downloads something"
        if "/" in value and (deed := _doing([part for part in value.split("/") if part], "", "")):
            return deed
        if len(asked := tokens(value)) > 2 and name.casefold() not in _SHOWING and _orders(asked):
            return f"its address says {' '.join(asked[:3])!r}"
        said = frozenset(tokens(value)) if name.casefold() in _SHOWING else frozenset[str]()
        words = frozenset((*tokens(name), *tokens(value)))
        deeds = words & _DOING
        if deeds and len(words) <= 3 and not (said and deeds <= _NAMES | {"unread"}):
            return f"its address says {min(deeds)!r}"
        if frozenset(tokens(name)) & _LANGUAGES:
            return "it switches a setting"
    return ""


def _switching(segments: list[frozenset[str]]) -> str:
    if len(segments) >= 2 and segments[-2] & _LANGUAGES:
        return "it switches a setting"
    return ""


def element_risk(element: Element, app: str) -> str:
    """Why somebody who only looks never touches an element; empty where touching it is harmless."""
    if element.role in _SWITCHES or element.affordances & {"type", "select", "upload"}:
        return "it is a control of a form"
    if element.href and not element.href.startswith("#"):
        risk = address_risk(element.href, app, element.label)
        if risk:
            return risk
        if _final(tokens(element.label)):
            return f"it says {element.label!r}"
    if element.input_type in ("submit", "image", "reset", "file"):
        return "it submits a form"
    return ""


def _final(words: tuple[str, ...]) -> bool:
    """Whether a link's label is an order that nobody who only looks follows."""
    first, second = (*words[:2], "", "")[:2]
    if len(words) > (4 if first in _AMBIGUOUS else _LONGEST_ORDER):
        return False
    return first in _FINAL or (first in _EMPTYING and second in _WHOLE)


_STEPPER = re.compile(r"^(?:more|less|fewer|increase|decrease|plus|minus|mehr|weniger)\s*:\s*\S", re.IGNORECASE)
"""A button that counts something up or down: `More: Daily goal`."""


def counts_something(label: str) -> bool:
    """Whether a label is that of a button that counts a value up or down."""
    return _STEPPER.match(label.strip()) is not None


def element_change(element: Element) -> str:
    """The word by which a button says that it changes something: touched only where the goal asks for it."""
    if element.href and not element.href.startswith(("#", "javascript:")):
        return ""
    if counts_something(element.label):
        return element.label.partition(":")[0].strip().casefold()
    return _changing(element.label or element.hint, element.role == "tab")


def _changing(label: str, tab: bool) -> str:
    """The word of a label that orders a change. Things are no orders: a plural, a word that another one qualifies."""
    words = list(tokens(label))
    if len(words) > 4 or (tab and not frozenset(words[:1]) & _ADDING):
        return ""
    if words[:1] == ["i"] and len(words) > 1:
        return "i"  # `I am going`: somebody says that they do something
    doing = frozenset(words) & (_CHANGING | _DOING)
    said = frozenset(_spoken(label))
    plural = {word for word in doing if word not in said and f"{word}s" in said}
    behind = {word for word in frozenset(words[1:]) & _THINGS if word != words[0]}
    return min(doing - plural - behind, default="")
