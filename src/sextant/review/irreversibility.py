"""Which acts cannot be taken back, told from what is touched: its words, role, address, form and dialog."""

import re
from dataclasses import dataclass
from typing import Literal

from sextant.types.actions import (
    Action,
    ByPoint,
    Click,
    DoubleTap,
    Drag,
    InputText,
    KeyboardEnter,
    LongPress,
    OpenApp,
    Swipe,
    Target,
)
from sextant.types.geometry import NORMALISED, Point
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

Level = Literal["reversible", "unknown", "irreversible"]

_CONCEPTS: dict[str, tuple[str, ...]] = {
    "send": (
        "send", "resend", "reply", "forward", "submit", "post", "publish", "share publicly", "call",
        "senden", "absenden", "abschicken", "veröffentlichen", "envoyer", "publier", "enviar", "publicar", "invia",
        "pubblica", "verzenden", "отправить", "опубликовать", "发送", "發送", "提交",
        "发布", "發佈", "送信", "投稿", "公開",
    ),
    "buy": (
        "pay", "buy", "purchase", "order", "place order", "checkout", "check out", "book", "reserve", "donate", "bid",
        "subscribe", "transfer", "withdraw", "bezahlen", "zahlen", "kaufen", "bestellen", "überweisen", "buchen",
        "payer", "acheter", "commander", "réserver", "pagar", "comprar", "pedir", "transferir", "reservar", "paga",
        "acquista", "compra", "ordina", "betalen", "kopen", "bestellen", "оплатить", "купить", "заказать",
        "支付", "付款", "购买", "購買", "下单", "提交订单", "转账", "预订", "支払", "購入", "注文", "予約",
    ),
    "delete": (
        "delete", "remove", "erase", "wipe", "trash", "destroy", "purge", "empty trash", "empty bin", "discard",
        "overwrite", "uninstall", "factory reset", "reset all", "löschen", "entfernen", "verwerfen", "supprimer",
        "effacer", "eliminar", "borrar", "quitar", "elimina", "cancella", "excluir", "apagar", "remover",
        "verwijderen", "удалить", "删除", "刪除", "移除", "清空", "卸载", "削除",
    ),
    "end": (
        "cancel order", "cancel subscription", "cancel booking", "close account", "deactivate", "unsubscribe",
        "revoke", "terminate", "kündigen", "stornieren", "résilier", "annuler la commande", "darse de baja",
        "取消订单", "注销",
    ),
    "leave": (
        "log out", "logout", "sign out", "signout", "log off", "abmelden", "ausloggen", "déconnexion",
        "se déconnecter", "cerrar sesión", "esci", "sair", "uitloggen", "afmelden", "выйти", "退出登录", "登出",
        "ログアウト",
    ),
    "decide": ("approve", "merge", "archive", "confirm", "bestätigen", "confirmer", "valider", "confirmar", "conferma",
               "bevestigen", "подтвердить", "确认", "確認", "確定"),
    "stop": ("shut down", "shutdown", "restart", "reboot"),
}  # fmt: skip

_STRICT = frozenset({"delete", "leave", "end"})
"""Concepts that a link may carry out by being followed, whatever its address looks like."""

_NOUNS = frozenset({"order", "book", "post", "call", "forward", "archive", "bid", "reply", "transfer", "reserve"})
"""English words that are things as often as deeds: a goal asks for the deed only where it is used as a verb."""

_MAKING = "place make submit confirm complete finish write send share new create add re quick first"
_THINGS = re.compile(rf"^(?!(?:{'|'.join(_MAKING.split())})\b)((?:[^\W\d_]+ )+)(?:post|book)$")
"""Names that end in such a noun: `Parcel Post`, `Address Book`. Nothing is posted or booked by touching them."""

_INFLECTED = {"send": "sent", "pay": "paid", "buy": "bought", "withdraw": "withdrew"}

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_CONCEPT_OF = {word: concept for concept, words in _CONCEPTS.items() for word in words}
_SPACED = sorted((word for word in _CONCEPT_OF if not _CJK.search(word)), key=len, reverse=True)
_RISKY = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, _SPACED)) + r")(?!\w)", re.IGNORECASE)
_RISKY_CJK = sorted((word for word in _CONCEPT_OF if _CJK.search(word)), key=len, reverse=True)

_RISKY_HREF = re.compile(
    r"(?:^|[/?&=_.-])(?:delete|remove|destroy|erase|logout|log_out|log-out|signout|sign_out|sign-out|logoff|"
    r"unsubscribe|purge|deactivate)(?:$|[/?&=_.-])",
    re.IGNORECASE,
)
_SAFE = re.compile(
    r"(?<!\w)(?:search|find|filter|go|next|continue|show|view|more|log in|login|sign in|close|dismiss|back|"
    r"suchen|weiter|chercher|rechercher|suivant|buscar|siguiente|cerca|zoeken)(?!\w)|搜索|查找|下一步|筛选|检索|検索|次へ",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:ok(?:ay)?|yes|yes,? .*|sure|proceed|continue|ja|oui|sí|si|sì|sim|да|是|好|是的|确定|はい)[.!]?$",
    re.IGNORECASE,
)
_SEARCH_ROLES = frozenset({"searchbox", "combobox"})


@dataclass(frozen=True, slots=True)
class Irreversibility:
    """How sure it is that an act can be taken back, and what says so. `word` names the risk where a word does."""

    level: Level
    word: str = ""
    reason: str = ""


_REVERSIBLE = Irreversibility("reversible")


def looks_risky(element: Element, screen: Screen) -> bool:
    """Whether touching the element might do something that cannot be taken back: for those who only want to look."""
    return _of_element(element, screen).level != "reversible"


def irreversibility(action: Action, screen: Screen) -> Irreversibility:
    """Classifies an action on its screen (design, Executing without harm).

    `irreversible`: words, address or dialog name such an act. `unknown`: a primary button of a form, or the yes of
    a question, whose effect its words do not tell. Everything else is reversible.
    """
    match action:
        case Click() | DoubleTap() | LongPress():
            return _of_target(action.target, screen)
        case Drag():
            return _of_target(action.start, screen)
        case Swipe() if action.target is not None:
            return _of_target(action.target, screen)
        case KeyboardEnter():
            return _of_enter(screen)
        case InputText() if action.text.endswith("\n"):
            return _of_enter(screen)
        case OpenApp() if _RISKY_HREF.search(action.name):
            return Irreversibility("irreversible", "", f"its address is {action.name!r}")
        case _:
            return _REVERSIBLE


def element_at(target: Target, screen: Screen) -> Element | None:
    """The element a target means on its screen: by index, or the innermost interactable one under the point."""
    if not isinstance(target, ByPoint):
        return screen.element(target.index)
    point = Point(target.x / NORMALISED * screen.size.width, target.y / NORMALISED * screen.size.height)
    under = [
        element
        for element in screen.elements
        if element.box.contains(point) and element.affordances and element.visibility in ("visible", "clipped")
    ]
    return min(under, key=lambda element: element.box.area, default=None)


def risky_word(label: str) -> str:
    """The word of the label that names an irreversible act, or an empty string."""
    text = collapse(label)
    found = _RISKY.search(text)
    if found is not None:
        thing = _THINGS.match(text)
        return found.group(0) if thing is None else risky_word(thing[1])
    if _CJK.search(text):
        return next((word for word in _RISKY_CJK if word in text), "")
    return ""


def asked_for(word: str, label: str, goal: str) -> bool:
    """Whether the goal speaks of the act: of its risky word or one that means the same, in any of the languages.

    Where no word names the risk, the goal must name what is touched by its whole label.
    """
    wanted = collapse(goal)
    if not word:
        named = collapse(label)
        return bool(named) and re.search(rf"(?<!\w){re.escape(named)}(?!\w)", wanted) is not None
    concept = _CONCEPT_OF.get(collapse(word))
    same = _CONCEPTS[concept] if concept is not None else (collapse(word),)
    return any(_says(wanted, one) for one in same)


def _says(goal: str, word: str) -> bool:
    if _CJK.search(word):
        return word in goal
    stem = re.escape(word.removesuffix("e"))
    forms = [stem + r"(?:e|es|s|ed|ing|d|t|en|n|r|er|[a-z]ing|[a-z]ed)?"]
    if word in _INFLECTED:
        forms.append(_INFLECTED[word])
    said = rf"(?:{'|'.join(forms)})(?!\w)"
    if word in _NOUNS:
        as_verb = rf"(?:^|[.,;:!?]\s*|(?<!\w)(?:to|and|then|please|must|should|can|will|not)\s+){said}"
        carried_out = rf"(?<!\w)(?:place|make|submit|confirm|complete|finish|write|send)(?!\w)[^.]{{0,40}}{said}"
        return re.search(as_verb, goal) is not None or re.search(carried_out, goal) is not None
    return re.search(rf"(?<!\w){said}", goal) is not None


def _of_target(target: Target, screen: Screen) -> Irreversibility:
    element = element_at(target, screen)
    return _REVERSIBLE if element is None else _of_element(element, screen)


def _of_element(element: Element, screen: Screen) -> Irreversibility:
    if not element.affordances or ("type" in element.affordances and element.role != "button"):
        return _REVERSIBLE
    if element.href and _RISKY_HREF.search(element.href):
        return Irreversibility("irreversible", risky_word(element.label), f"its address is {element.href!r}")
    asked = _of_answer(element, screen)
    if asked is not None:
        return asked
    word = risky_word(element.label) or risky_word(element.test_id.replace("-", " ").replace("_", " "))
    if word and not _only_a_link(element, word):
        return Irreversibility("irreversible", word, f"its label is {element.label!r}")
    if _primary(element) and not _SAFE.search(element.label):
        return Irreversibility("unknown", "", "a primary button of a form")
    return _REVERSIBLE


def _of_answer(element: Element, screen: Screen) -> Irreversibility | None:
    """The yes to a question: what the question asks decides. None where it is no such yes."""
    if screen.modal is not None and screen.modal.kind == "alert":
        return _REVERSIBLE  # it tells and asks nothing; there is no other button
    native = screen.modal is not None and screen.modal.kind in ("confirm", "beforeunload")
    if screen.modal is not None and native:
        return _REVERSIBLE if not _YES.match(collapse(element.label)) else _of_question(screen.modal.message)
    if element.landmark.startswith(("dialog", "alertdialog")) and _YES.match(collapse(element.label)):
        return _of_question(element.landmark.partition(":")[2] + " " + _words_of(element.landmark, screen))
    return None


def _of_question(question: str) -> Irreversibility:
    word = risky_word(question)
    if word:
        return Irreversibility("irreversible", word, f"the dialog asks {collapse(question)[:200]!r}")
    return Irreversibility("unknown", "", "the yes to a question")


def _words_of(landmark: str, screen: Screen) -> str:
    return " ".join(element.text for element in screen.elements if element.landmark == landmark)[:500]


def _only_a_link(element: Element, word: str) -> bool:
    """A link that opens a page by GET (`Orders`, `Post`) or a whole headline: it leads somewhere and does nothing yet.

    Not so where it names a deed that sites do carry out by GET: deleting, ending, leaving.
    """
    if element.role != "link":
        return False
    if len(element.label.split()) > 4:
        return True
    leads = bool(element.href) and not element.href.startswith(("javascript:", "#"))
    return leads and _CONCEPT_OF.get(collapse(word)) not in _STRICT


def _primary(element: Element) -> bool:
    return element.role == "button" and element.input_type in ("submit", "image")


def _of_enter(screen: Screen) -> Irreversibility:
    """Enter presses the yes of a dialog, the button that has the focus, or the default button of a form."""
    if screen.modal is not None:
        return _of_question(screen.modal.message) if screen.modal.kind in ("confirm", "beforeunload") else _REVERSIBLE
    focused = next((element for element in screen.elements if "focused" in element.states), None)
    if focused is not None and "type" not in focused.affordances:
        return _of_element(focused, screen)
    if focused is not None and (focused.role in _SEARCH_ROLES or focused.input_type == "search"):
        return _REVERSIBLE
    found = [_of_element(element, screen) for element in screen.elements if element.role == "button"]
    worst = [item for item in found if item.level == "irreversible"] or [i for i in found if i.level == "unknown"]
    return worst[0] if worst else _REVERSIBLE
