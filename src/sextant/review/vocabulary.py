"""The words of acts that cannot be taken back, in ten languages: in labels, names for programs, addresses and goals."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from urllib.parse import unquote

from sextant.review.asking import asks_for
from sextant.review.clauses import heads, wish_of
from sextant.review.naming import clears_a_view, names_a_thing, ordered, orders_in
from sextant.types.legible import folded, legible
from sextant.types.refs import collapse

__all__ = [
    "another_deed",
    "asked_for",
    "leads_nowhere",
    "names_a_sending",
    "names_a_strict_deed",
    "only_consents",
    "risky_address",
    "risky_name",
    "risky_word",
    "same_deed",
    "says_deed",
    "wholesale",
]

_CANCELLED = "order subscription booking appointment visit reservation trip flight ticket membership plan meeting event"

_CONCEPTS: dict[str, tuple[str, ...]] = {
    "send": (
        "send", "resend", "reply", "forward", "submit", "hand in", "senden", "absenden", "abschicken",
        "einreichen", "envoyer", "enviar", "invia", "verzenden", "отправить", "发送", "發送", "提交", "送信",
        "verschicken", "abgeben", "转发", "群发",
    ),
    "publish": (
        "post", "publish", "share publicly", "veröffentlichen", "publier", "publicar", "pubblica", "опубликовать",
        "发布", "發佈", "投稿", "公開",
        "live gehen", "beitrag teilen", "发表", "开始直播", "设为公开",
    ),
    "buy": (
        "pay", "buy", "purchase", "order", "place order", "checkout", "check out", "book", "reserve",
        "donate", "bid", "subscribe", "transfer", "withdraw", "bezahlen", "zahlen", "kaufen", "bestellen", "überweisen",
        "buchen", "spenden", "payer", "acheter", "commander", "réserver", "pagar", "comprar", "pedir",
        "transferir", "reservar", "paga", "acquista", "compra", "ordina", "betalen", "kopen", "оплатить", "купить",
        "заказать", "支付", "付款", "购买", "購買", "下单", "提交订单", "转账", "转赠", "汇款", "充值", "结算",
        "预订", "预约", "支払", "購入", "注文", "予約",
        "gebot abgeben", "打赏", "发红包",
    ),
    "delete": (
        "delete", "remove", "erase", "wipe", "trash", "destroy", "purge", "empty trash", "empty bin", "move to bin",
        "discard", "overwrite", "uninstall", "factory reset", "reset all", "löschen", "entfernen", "verwerfen",
        "supprimer", "effacer", "eliminar", "borrar", "quitar", "elimina", "cancella", "excluir", "apagar", "remover",
        "verwijderen", "удалить", "删除", "刪除", "移除", "清空", "卸载", "削除",
        "papierkorb leeren", "werkseinstellungen", "deinstallieren", "nicht speichern", "désinstaller", "desinstalar",
        "disinstalla", "清除数据", "清除记录", "格式化", "不保存",
    ),
    "end": (
        *(f"cancel {what}" for what in _CANCELLED.split()), "close account", "deactivate", "unsubscribe", "block user",
        "block contact", "revoke", "terminate", "kündigen", "stornieren", "absagen", "blockieren", "résilier",
        "annuler la commande", "darse de baja", "取消订单", "取消预约", "取消就诊", "取消订阅", "取消行程", "撤销访问",
        "注销", "拉黑", "退订", "auflösen", "举报并屏蔽",
    ),
    "leave": (
        "log out", "logout", "sign out", "signout", "log off", "abmelden", "ausloggen", "déconnexion",
        "se déconnecter", "cerrar sesión", "esci", "sair", "uitloggen", "afmelden", "выйти", "退出登录", "登出",
        "ログアウト",
    ),
    "decide": (
        "approve", "merge", "archive", "confirm", "bestätigen", "confirmer", "valider", "confirmar", "conferma",
        "bevestigen", "подтвердить", "确认", "確認", "確定", "accept invitation", "dispute payment",
        "einladung annehmen", "接受邀请", "报名", "签到", "异议", "补办", "freigeben",
    ),
    "rebook": ("rebook", "umbuchen", "改签"),
    "refuse": ("decline invitation", "einladung ablehnen", "婉拒", "谢绝"),
    "call": ("call",),
    "part": ("gruppe verlassen", "team verlassen", "chat verlassen", "quitter le groupe", "salir del grupo", "退出群"),
    "sell": ("verkaufen", "vendre", "vender", "продать", "卖出", "出售"),
    "grant": ("vollzugriff", "zugriff erlauben", "immer erlauben", "zum administrator", "始终允许"),
    "sign": ("unterschreiben", "signieren", "signer", "firmar", "подписать", "签署"),
    "vote": ("abstimmen", "voter", "votar", "проголосовать", "投票"),
    "hang": ("auflegen", "raccrocher", "colgar", "挂断"),
    "stop": ("shut down", "shutdown", "restart", "reboot"),
}  # fmt: skip

_WHOLE: dict[str, str] = {
    "hang up": "hang",
    "block": "end", "ban": "end", "enrol": "decide", "enroll": "decide", "check in": "decide", "hand over": "decide",
    "collected": "decide", "dispute": "decide", "wire": "buy", "unfriend": "end", "reject": "refuse",
    "accept": "decide", "decline": "refuse", "annehmen": "decide", "ablehnen": "refuse", "accepter": "decide",
    "aceptar": "decide", "accetta": "decide", "rechazar": "refuse", "refuser": "refuse", "申请": "decide",
    "接受": "decide", "拒绝": "refuse", "已取件": "decide", "屏蔽": "end", "➤": "send", "📤": "send", "📨": "send",
    "💳": "buy", "💸": "buy", "🗑": "delete", "🚮": "delete", "⌫": "delete",
}  # fmt: skip
"""Words and signs that say so only where they are all that a label says."""

_CONSENT = frozenset({"accept", "decline", "reject", "annehmen", "ablehnen", "accepter", "aceptar", "accetta",
                      "rechazar", "refuser", "接受", "拒绝"})  # fmt: skip
_OF_CONSENT = re.compile(
    r"cookie|gdpr|consent|privacy|terms of|datenschutz|nutzungsbedingungen|einwilligung|confidentialité|privacidad|"
    r"隐私|条款|同意书",
    re.IGNORECASE,
)

_YES = ("confirm", "bestätigen", "confirmer", "valider", "confirmar", "conferma", "bevestigen", "подтвердить", "确认",
        "確認", "確定")  # fmt: skip
"""Words that say yes to what was begun before."""
_AGREEING = frozenset({*_YES, *map(folded, _YES)})
"""The same as names for programs write them, too."""

_STRICT = frozenset({"delete", "leave", "end", "part"})
"""Concepts that a link may carry out by being followed, whatever its address looks like."""

_WHOLES = (
    "account", "accounts", "profile", "everything", "all", "all data", "history", "subscription", "membership",
    "device", "konto", "profil", "alles", "alle", "verlauf", "mitgliedschaft", "gerät", "compte", "tout", "cuenta",
    "todo", "perfil", "tutto", "conta", "tudo", "аккаунт", "всё", "все", "账号", "账户", "帳號", "全部", "所有", "资料",
    "アカウント", "すべて",
)  # fmt: skip
"""What a deed is about where it is about more than any one thing."""

_SAVING = frozenset({"save", "create", "confirm", "set", "register", "submit", "speichern", "erstellen", "bestätigen",
                     "absenden", "保存", "创建", "确认", "确定", "提交"})  # fmt: skip
"""Labels under which a form is sent that edits or creates something."""
_PAYING = frozenset({"pay", "transfer", "donate", "withdraw", "bezahlen", "zahlen", "überweisen", "spenden", "payer",
                     "pagar", "transferir", "paga", "betalen",
                     "оплатить", "支付", "付款", "转账", "汇款", "支払"})  # fmt: skip
"""Words for handing over money. Who wants something reserved has not said so."""
_RESERVES = re.compile(
    r"(?<!\w)(?:book(?:ed|ing)?|reserv(?:e|ed|ing)|buche?n?|reserviere?n?|réserve[rz]?|reserva[r]?|prenota|забронируй)(?!\w)"
    r"|预订|预约|订一|予約",
    re.IGNORECASE,
)
_SENDING = frozenset({"submit", "absenden", "提交"})

_MAKING = "place make submit confirm complete finish write send share new create add re quick first"
_THINGS = re.compile(rf"^(?!(?:{'|'.join(_MAKING.split())})\b)((?:[^\W\d_]+ )+)(?:post|book)(?: \d+)?$")
"""Names that end in such a noun: `Parcel Post`, `Address Book`. Nothing is posted or booked by touching them."""

_NAMED = frozenset({"archive", "book", "post"})
_NOUNS = frozenset(
    {"order", "post", "book", "transfer", "archive", "call", "bid", "checkout", "pay", "purchase", "转账", "付款",
     "支付", "充值", "结算", "预订", "预约", "购买", "購買", "汇款", "报名", "签到", "申请",
     "注文", "予約", "支払", "購入"}
)  # fmt: skip
"""Words of deeds that are things as well, or tell of which kind one is: `Order history`, `付款方式`."""
_RECORDED = re.compile(r" (?:histor(?:y|ies)|dates?|polic(?:y|ies)|limits?)|(?:记录|历史|日期|时间|限额)")
"""What nobody sends or merges: behind any word of a deed these are called after it."""
_QUALIFIED = re.compile(rf"(?<!\w)(?!(?:{'|'.join(_MAKING.split())}|to|and|or|please|now|then)\b)[^\W\d_]+ $")
"""A word before such a noun says which one it is: `Family archive`."""

_INFLECTED = {"send": "sent", "pay": "paid", "buy": "bought", "withdraw": "withdrew"}

_ALWAYS = ("delete", "remove", "destroy", "erase", "wipe", "purge", "logout", "signout", "logoff", "unsubscribe",
           "deactivate")  # fmt: skip
_ADDRESSED = (*_ALWAYS, "pay", "buy", "purchase", "send", "submit", "publish", "checkout", "donate", "withdraw",
              "transfer", "approve", "merge", "uninstall", "shutdown", "reboot")  # fmt: skip
_DOES = re.compile(r"(?:^|[?&;])(?:action|act|do|cmd|command|op|operation|method|_method|task)=([^&;]*)", re.IGNORECASE)

_QUOTED = re.compile(r"[\"“„«「]([^\"“”„«»「」]{2,80})[\"”“»」]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_WRITTEN = {word: concept for concept, words in _CONCEPTS.items() for word in words} | _WHOLE
_CONCEPT_OF = {bare: concept for word, concept in _WRITTEN.items() if (bare := folded(word)).isascii()} | _WRITTEN
_IN_TEXT = [word for word in _CONCEPT_OF if word not in _WHOLE]
_SPACED = sorted((word for word in _IN_TEXT if not _CJK.search(word)), key=len, reverse=True)
_RISKY = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, _SPACED)) + r")(?!\w)", re.IGNORECASE)
_ANYWHERE = sorted((word for word in _IN_TEXT if _CJK.search(word)), key=len, reverse=True)
_DRAWN = str.maketrans("013457@$|", "oleastasl")


@lru_cache(maxsize=8192)
def risky_word(label: str) -> str:
    """The word of the label that names an irreversible act, or an empty string; also where it is disguised."""
    plain = collapse(legible(label))
    found = _risky(plain)
    if found:
        return found
    looks = collapse(folded(label))
    return (_risky(looks) if looks != plain else "") or _risky(_spelt(looks))


def risky_name(name: str) -> str:
    """The same of a name that programs use: `btn-delete_account`, `payNow`."""
    return risky_word(re.sub(r"[-_.:/#]+", " ", folded(name)))


def risky_address(address: str) -> str:
    """The deed that an address names, or an empty string: as a part of its path, or as what its query says to do.

    Deleting, ending and leaving count wherever they stand. Other deeds count where the address also says with what,
    since `/pay` alone may be the page that asks.
    """
    plain = folded(unquote(unquote(address)))
    if plain.casefold().startswith(("javascript:", "vbscript:")):
        return _deed(plain.partition(":")[2], _ADDRESSED)
    page, _, place = plain.partition("#")
    path, asks, query = page.partition("?")
    query += f" {place}" if place.startswith(("/", "!/")) else ""
    told = next((deed for found in _DOES.finditer(asks + query) if (deed := _deed(found[1], _ADDRESSED))), "")
    if told:
        return told
    always = _deed(re.sub(r"^[a-z]+://[^/]*", "", path) + " " + query, _ALWAYS)
    if always or not asks:
        return always
    return _deed(path.rstrip("/").rpartition("/")[2], _ADDRESSED)


def leads_nowhere(address: str) -> bool:
    """Whether following the address opens no page: a script, or a place on the same page."""
    return not address or address.casefold().lstrip().startswith(("javascript:", "#"))


def names_a_strict_deed(word: str) -> bool:
    """Whether the word names what sites do carry out by GET: deleting, ending, leaving."""
    return _concept(word) in _STRICT


def names_a_sending(word: str) -> bool:
    """Whether the word names handing something over that was typed, or making it known: no payment, nothing strict."""
    return _concept(word) in ("send", "publish")


def asked_for(word: str, label: str, goal: str) -> bool:
    """Whether the goal speaks of the act: of its risky word or one that means the same, in any of the languages.

    Where no word names the risk, the goal must name what is touched by its whole label.
    """
    if collapse(word) in _PAYING:
        goal = _RESERVES.sub("…", goal)
    wish = wish_of(goal)
    if _called_so(word, label, wish.said):
        return True
    named = collapse(legible(label))
    if named in _SAVING and (asks_for("edit", goal) or (named in _SENDING and asks_for("search", goal))):
        return True
    if named.startswith(("go to ", "proceed to ", "continue to ")) and word and collapse(word) in wish.said:
        return True
    if not word:
        return bool(named) and re.search(rf"(?<!\w){re.escape(named)}(?!\w)", wish.said) is not None
    concept = _concept(word)
    if collapse(word) in _YES:
        return asks_for("yes", goal) or any(_says(wish.bare, one) for one in _IN_TEXT)
    if concept and asks_for(concept, goal):
        return True
    if collapse(word) in _WHOLE:
        return _says(wish.bare, collapse(word))
    if any(heads(wish.bare, found) for found in orders_in(wish.bare, collapse(word))):
        return True
    same = _CONCEPTS.get(concept) or (collapse(word),)
    return any(_says(wish.bare, one) for one in same)


def says_deed(word: str, goal: str) -> bool:
    """Whether the goal asks for the act by this very word, and not by one that means the same."""
    return bool(word) and _says(wish_of(goal).bare, collapse(word))


def another_deed(word: str, other: str) -> bool:
    """Whether a second word names a deed of another kind, one that costs something: `Send` is no name for deleting."""
    kind = _concept(other)
    return kind != _concept(word) and (kind in _STRICT or kind == "buy")


def _concept(word: str) -> str:
    """The kind of the deed that a risky word names; empty where it names none."""
    plain = collapse(word)
    return _CONCEPT_OF.get(plain) or ordered(plain)[1]


def only_consents(word: str, around: Iterable[str]) -> bool:
    """Whether accepting or declining is about cookies or terms, by what stands around: that commits to nothing."""
    return collapse(word) in _CONSENT and any(_OF_CONSENT.search(text) for text in around)


def same_deed(word: str, other: str) -> bool:
    """Whether two risky words name deeds of one kind."""
    return bool(other) and (_concept(word) or word) == (_concept(other) or other)


def wholesale(label: str, goal: str) -> str:
    """The word by which a label speaks of everything there is, where the goal does not; else an empty string."""
    said, wanted = collapse(folded(label)), collapse(goal)
    return next((word for word in _WHOLES if _says_whole(said, word) and not _says_whole(wanted, word)), "")


def _says_whole(text: str, word: str) -> bool:
    return word in text if _CJK.search(word) else re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _called_so(word: str, label: str, goal: str) -> bool:
    """Whether the word belongs to a name that the goal quotes and the label says: the project `Book club`."""
    said, named = collapse(label), _QUOTED.findall(goal)
    return any(word and collapse(word) in name and name in said for name in named)


def _risky(text: str) -> str:
    """The risky word of a collapsed text; one that only says yes where none says to what."""
    if text.rstrip("!.…") in _WHOLE:
        return text.rstrip("!.…")
    if clears_a_view(text):
        return ""
    said: list[str] = []
    for found in _RISKY.finditer(text):
        thing = _THINGS.match(text)
        if thing is not None:
            return risky_word(thing[1])
        if not (found.group(0) in _NAMED and _QUALIFIED.search(text[: found.start()])) and _does(text, found):
            said.append(found.group(0))
    joined = (found for word in _ANYWHERE for found in re.finditer(word, text) if _does(text, found))
    said += [found.group() for found in joined]
    deed = next((word for word in said if word not in _AGREEING), "")
    return deed or ordered(text)[0] or next(iter(said), "")


def _does(text: str, found: re.Match[str]) -> bool:
    """Whether the word that was found says what is done, and not of what kind a thing is."""
    concept = _concept(found.group())
    verb = concept in _STRICT or (found.group() not in _NOUNS and not _RECORDED.fullmatch(text[found.end() :]))
    return not names_a_thing(text, *found.span(), verb, concept in ("buy", "decide"))


def _spelt(text: str) -> str:
    """Digits and signs that stand for letters inside of words, as letters: `de1ete`."""
    parts = text.split()
    mixed = [sum(sign.isalpha() for sign in part) > len(part) / 2 for part in parts]
    return " ".join(part.translate(_DRAWN) if drawn else part for part, drawn in zip(parts, mixed, strict=True))


def _deed(text: str, deeds: Sequence[str]) -> str:
    """The first of the deeds that is a word of the text, which may be a name for programs."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold()
    joined = re.sub(r"\b(log|sign)[ _-](out|off)\b", r"\1\2", words)
    return next((deed for deed in deeds if re.search(rf"(?<![a-z]){deed}(?![a-z])", joined)), "")


def _says(goal: str, word: str) -> bool:
    if _CJK.search(word):
        return word in goal
    return any(heads(goal, found) for found in _forms_of(word).finditer(goal))


@lru_cache(maxsize=1024)
def _forms_of(word: str) -> re.Pattern[str]:
    stem = re.escape(word.removesuffix("e"))
    forms = [stem + r"(?:e|es|s|ed|ing|d|t|en|n|r|er|[a-z]ing|[a-z]ed)?"]
    if word in _INFLECTED:
        forms.append(_INFLECTED[word])
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)")
