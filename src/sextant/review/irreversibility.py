"""Which acts cannot be taken back, told from what is touched: its words, its role, its form."""

import re
from dataclasses import dataclass
from typing import Literal

from sextant.types.actions import Action, ByPoint, Click, DoubleTap, InputText, KeyboardEnter, LongPress, Target
from sextant.types.geometry import NORMALISED, Point
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

Level = Literal["reversible", "unknown", "irreversible"]

_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "send", "pay", "buy", "purchase", "order", "checkout", "check out", "delete", "remove", "erase", "wipe",
        "submit", "confirm", "publish", "post", "transfer", "donate", "subscribe", "unsubscribe", "book", "reserve",
        "cancel order", "cancel subscription", "cancel booking", "close account", "deactivate", "discard",
        "log out", "logout", "sign out", "signout", "log off", "uninstall", "empty trash", "empty bin",
        "revoke", "merge", "archive", "approve", "factory reset", "reset all", "register",
        "reply", "forward", "call", "bid", "withdraw", "destroy", "purge", "terminate", "shut down",
        "shutdown", "restart", "reboot", "trash", "overwrite",
    ),
    "de": (
        "senden", "absenden", "abschicken", "bezahlen", "zahlen", "kaufen", "bestellen", "löschen", "entfernen",
        "bestätigen", "veröffentlichen", "überweisen", "kündigen", "abmelden", "ausloggen", "buchen", "verwerfen",
        "zurücksetzen", "stornieren",
    ),
    "fr": (
        "envoyer", "payer", "acheter", "commander", "supprimer", "effacer", "confirmer", "valider", "publier",
        "réserver", "déconnexion", "se déconnecter", "résilier", "annuler la commande", "réinitialiser",
    ),
    "es": (
        "enviar", "pagar", "comprar", "pedir", "eliminar", "borrar", "confirmar", "publicar", "transferir",
        "reservar", "cerrar sesión", "darse de baja", "restablecer", "quitar",
    ),
    "it": ("invia", "paga", "acquista", "compra", "ordina", "elimina", "cancella", "conferma", "pubblica", "esci"),
    "pt": ("enviar", "pagar", "comprar", "excluir", "apagar", "confirmar", "publicar", "sair", "remover"),
    "nl": ("verzenden", "betalen", "kopen", "bestellen", "verwijderen", "bevestigen", "uitloggen", "afmelden"),
    "zh": (
        "发送", "支付", "付款", "购买", "下单", "提交订单", "删除", "移除", "清空", "提交", "确认",
        "发布", "转账", "退出登录", "注销", "预订", "取消订单", "卸载",
        "發送", "刪除", "購買", "確認", "發佈", "登出",
    ),
    "ja": ("送信", "支払", "購入", "注文", "削除", "確定", "公開", "ログアウト", "予約", "投稿"),
    "ru": ("отправить", "оплатить", "купить", "заказать", "удалить", "подтвердить", "опубликовать", "выйти"),
}  # fmt: skip

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LATIN = sorted(
    {word for language, words in _WORDS.items() if language not in ("zh", "ja") for word in words},
    key=len,
    reverse=True,
)
_RISKY = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, _LATIN)) + r")(?!\w)", re.IGNORECASE)
_RISKY_CJK = tuple(word for language in ("zh", "ja") for word in _WORDS[language])

_RISKY_HREF = re.compile(
    r"(?:^|[/?&=_-])(?:delete|remove|destroy|logout|log_out|log-out|signout|sign_out|sign-out|logoff|unsubscribe|purge)"
    r"(?:$|[/?&=_.-])",
    re.IGNORECASE,
)
_SAFE = re.compile(
    r"(?<!\w)(?:search|find|filter|go|next|continue|show|view|more|log in|login|sign in|close|dismiss|back|"
    r"suchen|weiter|chercher|rechercher|suivant|buscar|siguiente|cerca|zoeken|搜索|查找|下一步|筛选|检索|検索|次へ)(?!\w)",
    re.IGNORECASE,
)
_SEARCH_ROLES = frozenset({"searchbox", "combobox"})


@dataclass(frozen=True, slots=True)
class Irreversibility:
    """How sure it is that an act can be taken back, and what says so."""

    level: Level
    word: str = ""
    reason: str = ""


def looks_risky(element: Element, screen: Screen) -> bool:
    """Whether touching the element might do something that cannot be taken back: for those who only want to look."""
    return _of_element(element, screen).level != "reversible"


def irreversibility(action: Action, screen: Screen) -> Irreversibility:
    """Classifies an action on its screen (design, Executing without harm).

    `irreversible`: the words of what is touched name such an act. `unknown`: a primary button of a form, whose
    effect its words do not tell. Everything else is reversible.
    """
    match action:
        case Click() | DoubleTap() | LongPress():
            element = element_at(action.target, screen)
            if element is None:
                return Irreversibility("reversible", reason="nothing that is described is touched")
            return _of_element(element, screen)
        case KeyboardEnter():
            return _of_enter(screen)
        case InputText() if action.text.endswith("\n"):
            return _of_enter(screen)
        case _:
            return Irreversibility("reversible")


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


def _of_element(element: Element, screen: Screen) -> Irreversibility:
    if not element.affordances or ("type" in element.affordances and element.role != "button"):
        return Irreversibility("reversible")
    if element.href and _RISKY_HREF.search(element.href):
        return Irreversibility("irreversible", element.label, f"its address is {element.href!r}")
    word = risky_word(element.label) or risky_word(element.test_id.replace("-", " ").replace("_", " "))
    if word and not (element.role == "link" and len(element.label.split()) > 4):
        if element.role == "link" and _plain_link(element):
            return Irreversibility("reversible", reason="a link to a page")
        return Irreversibility("irreversible", word, f"its label is {element.label!r}")
    if screen.modal is not None and screen.modal.kind == "confirm" and element.name.casefold() != "cancel":
        asked = risky_word(screen.modal.message)
        if asked:
            return Irreversibility("irreversible", asked, f"the dialog asks {screen.modal.message!r}")
    if _primary(element) and not _SAFE.search(element.label):
        return Irreversibility("unknown", element.label, "a primary button of a form")
    return Irreversibility("reversible")


def risky_word(label: str) -> str:
    """The word of the label that names an irreversible act, or an empty string."""
    text = collapse(label)
    found = _RISKY.search(text)
    if found is not None:
        return found.group(0)
    if _CJK.search(text):
        return next((word for word in _RISKY_CJK if word in text), "")
    return ""


def _plain_link(element: Element) -> bool:
    """A link that opens a page by GET: `Orders`, `Post`, `Register` lead somewhere, they do nothing yet."""
    href = element.href
    return bool(href) and not href.startswith(("javascript:", "#")) and not _RISKY_HREF.search(href)


def _primary(element: Element) -> bool:
    return element.role == "button" and element.input_type in ("submit", "image")


def _of_enter(screen: Screen) -> Irreversibility:
    focused = next((element for element in screen.elements if "focused" in element.states), None)
    if focused is None or focused.role in _SEARCH_ROLES or focused.input_type == "search":
        return Irreversibility("reversible")
    buttons = [element for element in screen.elements if _primary(element)]
    worst = [_of_element(button, screen) for button in buttons]
    return next((found for found in worst if found.level == "irreversible"), Irreversibility("reversible"))
