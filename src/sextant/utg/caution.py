"""What an explorer leaves alone: everything that might do something rather than show something.

Judging irreversible acts is the business of `review`, whose judgement is injected. Here stands what is stricter
still: somebody who only wants to look around does not save, create, switch or download either.
"""

import re
from typing import Literal
from urllib.parse import unquote, urlsplit

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

_FILES = re.compile(
    r"\.(?:zip|gz|bz2|xz|tar|7z|rar|csv|tsv|xlsx?|docx?|pptx?|ods|odt|pdf|epub|mobi|azw3?|ics|vcf|json|xml|rss|atom|"
    r"opml|sql|db|sqlite|apk|exe|msi|deb|rpm|dmg|iso|mp3|mp4|ogg|wav|flac|webm|png|jpe?g|gif|webp|svg|txt|log|bak|"
    r"torrent)$",
    re.IGNORECASE,
)
_FETCHING = frozenset({"download", "export", "dump", "backup", "feed", "rss", "atom", "raw", "opd"})

_CHANGING = lexicon(
    "save create add new apply update upload import install start stop run sync refresh reset clear accept agree "
    "allow deny join leave invite share follow like vote upvote rate enable disable connect disconnect generate "
    "duplicate copy move rename mark assign mute block report generate print download export play record scan "
    "increase decrease increment decrement raise lower freeze unfreeze lock unlock block unblock suspend cancel "
    "增加 减少 冻结 解冻 锁定 解锁 挂失 补办 增やす 減らす sperren entsperren bloquer bloquear "
    "speichern anlegen hinzufugen erstellen ubernehmen enregistrer ajouter creer guardar anadir crear salva aggiungi "
    "salvar adicionar criar opslaan toevoegen 保存 添加 新建 追加 新規 сохранить добавить создать"
)
_FINAL = lexicon(
    "delete remove destroy erase purge wipe trash logout signout logoff unsubscribe deactivate terminate revoke close "
    "loschen entfernen abmelden ausloggen kundigen supprimer effacer deconnexion eliminar borrar salir excluir apagar "
    "sair elimina cancella esci verwijderen uitloggen afmelden удалить выити выйти 删除 刪除 移除 注销 登出 退出 削除"
)
"""First words of links that nobody who only looks follows, whatever their address says."""
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


def address_risk(href: str, app: str) -> str:
    """Why an address is better not fetched; empty where looking at it is harmless.

    `app` is the origin of the page it stands on; links that leave it are risky.
    """
    parts = urlsplit(href)
    if parts.scheme == "javascript":
        return ""
    if parts.scheme not in _LOOKING_SCHEMES:
        return f"a {parts.scheme} link leaves the app"
    if parts.netloc and not same_origin(href, app):
        return f"it leads to another site ({parts.netloc})"
    path = unquote(parts.path)
    if _FILES.search(path):
        return "it is a file, not a screen"
    words = [frozenset(tokens(segment)) for segment in path.split("/") if segment]
    if any(segment & _FETCHING and len(segment) <= 2 for segment in words):
        return "it downloads something"
    return _doing(words, parts.query)


def same_origin(href: str, app: str) -> bool:
    """Whether an absolute address belongs to the origin `app`; a relative one always does."""
    here, there = urlsplit(app), urlsplit(href)
    return not there.netloc or (here.scheme, here.netloc) == (there.scheme, there.netloc)


def _doing(segments: list[frozenset[str]], query: str) -> str:
    for segment in segments:
        verbs = segment & _DOING
        if verbs and len(segment) <= 2 and not segment <= {"setting", "set", "start", "read", "move"}:
            return f"its address says {min(verbs)!r}"
    for pair in query.split("&"):
        name, _, value = unquote(pair).partition("=")
        words = frozenset((*tokens(name), *tokens(value)))
        if words & _DOING and len(words) <= 3:
            return f"its address says {min(words & _DOING)!r}"
        if frozenset(tokens(name)) & _LANGUAGES:
            return "it switches a setting"
    if segments and len(segments) >= 2 and segments[-2] & _LANGUAGES:
        return "it switches a setting"
    return ""


def element_risk(element: Element, app: str) -> str:
    """Why somebody who only looks never touches an element; empty where touching it is harmless."""
    if element.role in _SWITCHES or element.affordances & {"type", "select", "upload"}:
        return "it is a control of a form"
    if element.href and not element.href.startswith("#"):
        risk = address_risk(element.href, app)
        if risk:
            return risk
        if frozenset(tokens(element.label)[:1]) & _FINAL and len(tokens(element.label)) <= 4:
            return f"it says {element.label!r}"
    if element.input_type in ("submit", "image", "reset", "file"):
        return "it submits a form"
    return ""


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
    words = tokens(element.label) or tokens(element.hint)
    doing = frozenset(words) & (_CHANGING | _DOING)
    return min(doing) if doing and len(words) <= 4 else ""
