"""How apps say that a deed is done, or that it is not, and which controls do deeds: in the words of several languages.

A text in a language not listed says nothing, so it confirms nothing.
"""

import re
from collections.abc import Iterable

from sextant.evidence.denials import FAILURES, WIDE_FAILURES
from sextant.program.asked import words_of
from sextant.types.refs import collapse

__all__ = ["commits", "confirms", "denies", "ended_otherwise", "kin"]

_CONFIRMS = re.compile(
    r"\b(?:success(?:ful(?:ly)?)?|thank(?:s| you)|congratulations|confirmed|confirmation|completed?|accepted"
    r"|received|sent|submitted|placed|booked|reserved|scheduled|ordered|purchased|paid|transferred|saved|published"
    r"|registered|subscribed|(?:signed|logged) (?:in|up)|on (?:its|the|their) way|all (?:set|done)|good to go"
    r"|you(?:['’]re| are) in|welcome (?:back|aboard)|done|see you (?:soon|then|there|on|at))\b"
    r"|\b(?:erfolgreich|danke?|glückwunsch|bestätigt|bestätigung|ausgeführt|abgeschlossen|erledigt|gesendet|versendet"
    r"|verschickt|gebucht|reserviert|bestellt|gekauft|bezahlt|überwiesen|gespeichert|angemeldet|registriert|eingegangen"
    r"|unterwegs|willkommen zurück|geschafft)\b"
    r"|\b(?:merci|réussie?|confirmée?|effectuée?|envoyée?|enregistrée?|réservée?|payée?|en (?:route|chemin)"
    r"|gracias|éxito|confirmad[oa]|realizad[oa]|enviad[oa]|reservad[oa]|pagad[oa]|en camino|bienvenid[oa] de nuevo"
    r"|grazie|riuscit[oa]|confermat[oa]|inviat[oa]|prenotat[oa]|obrigad[oa]|sucesso|concluíd[oa]"
    r"|bedankt|gelukt|bevestigd|verzonden|спасибо|успешно|подтвержд[её]н[ао]?|отправлен[ао]?)\b"
    r"|成功|完成|已(?!有|经)|感谢|感謝|谢谢|謝謝|恭喜|欢迎回来|歡迎回來|正在路上|完了|ありがとう|しました|완료|감사"
)
_FAILS = re.compile(
    rf"\b(?:{FAILURES}|unsuccessful(?:ly)?|(?:could|can|did|was|were|is|are|has|have)(?: ?not|n['’]t)"
    r"|cannot|invalid|incorrect|wrong|denied|insufficient|expired|unavailable"
    r"|try again|went wrong|sorry|oops|sold out|out of stock|pending|not (?:yet|enough))\b"
    r"|fehler|fehlgeschlagen|\b(?:nicht|kein[e]?|leider|ungültig\w*|falsch\w*|abgelehnt|abgelaufen|erneut|ausstehend"
    r"|ausverkauft|unzureichend\w*|gescheitert)\b"
    r"|\b(?:échec|échoué\w*|erreur|impossible|refusée?|désolée?|en attente|error|fallid[oa]|rechazad[oa]|pendiente"
    r"|errore|fallit[oa]|rifiutat[oa]|falhou|erro|recusad[oa]|mislukt|fout|ошибка|не удалось|отклонен[ао]?)\b"
    rf"|{WIDE_FAILURES}|无效|不足|未能|尚未|无法|不能|重试|重新输入|待处理|抱歉|售罄|できません|エラー|실패|오류"
)
_OTHERWISE = re.compile(
    r"\b(?:discard(?:ed)?|cancell?ed|revers(?:ed|al)|revoked|aborted|reverted|rejected|declined|deleted|removed|queued"
    r"|outbox|on hold|no connection|too (?:long|many|large)|(?:saved|kept) as (?:a )?draft)\b"
    r"|\b(?:storniert|abgebrochen|verworfen|zurückgezogen|gelöscht|entfernt|annulé\w*|supprimé\w*|cancelad[oa]"
    r"|eliminad[oa]|annullat[oa])\b"
)
"""What came of it instead. Said of the page (`Outbox`, `Deleted items`) it is no failure."""
_NOT = re.compile(
    r"\b(?:not|no|never|un\w+ed|to be|before|once|when|if|until|must|please)\b|\b(?:bitte|wenn|noch)\b|[未没請请]"
)
_COMMITS = re.compile(
    r"\b(?:ok(?:ay)?|yes|confirm|submit|send|save|pay|buy|order|checkout|check out|purchase|book|reserve|place|finish"
    r"|done|continue|next|apply|accept|agree|join|subscribe|register|sign (?:in|up)|log ?in|transfer|post|publish|share"
    r"|create|complete|schedule|donate|upload|swipe to \w+)\b"
    r"|\b(?:ja|bestätigen|absenden|senden|abschicken|speichern|zahlen|bezahlen|kaufen|bestellen|buchen|reservieren"
    r"|anmelden|einloggen|registrieren|abonnieren|überweisen|ausführen|weiter|fertig|abschließen|veröffentlichen)\b"
    r"|\b(?:oui|confirmer|envoyer|valider|payer|acheter|commander|réserver|connexion|continuer|terminer|sí|confirmar"
    r"|enviar|pagar|comprar|pedir|reservar|entrar|continuar|guardar|conferma|invia|paga|acquista|ordina|prenota|accedi"
    r"|bevestigen|verzenden|betalen|bestellen|купить|оплатить|отправить|подтвердить|войти)\b"
    r"|确认|確認|确定|提交|发送|保存|支付|付款|购买|下单|预订|预约|登录|注册|转账|完成|同意|继续|下一步|发布|送信|購入|予約|확인|결제"
)
_LEAST = 5
"""Shorter words are kin to too many others."""


def confirms(text: str) -> bool:
    """Whether a text says, as apps do, that something was done; a question, an order or a condition does not."""
    low = collapse(text)
    if low.endswith(("?", "？")) or _NOT.search(low) or denies([low]):
        return False
    return bool(_CONFIRMS.search(low))


def denies(texts: Iterable[str], asked: frozenset[str] = frozenset()) -> str:
    """The first of some texts that says that something went wrong or is still open; empty where none does.

    What the goal itself asks for (`decline the offer`) is no failure.
    """
    for text in texts:
        found = (words_of([match[0]]) for match in _FAILS.finditer(collapse(text)))
        if any(not (words and words <= asked) for words in found):
            return text
    return ""


def ended_otherwise(text: str, asked: frozenset[str]) -> bool:
    """Whether a text says of a deed that it failed, or that something else came of it than the goal asks for."""
    found = (words_of([match[0]]) for match in _OTHERWISE.finditer(collapse(text)))
    return bool(denies([text], asked)) or any(not (words and words <= asked) for words in found)


def commits(label: str, goal: str) -> bool:
    """Whether a control's label says that touching it does something: in such words, or in words of the goal itself.

    Words are compared as they stand: `Orders` leads to a list and orders nothing.
    """
    low = collapse(label)
    if _COMMITS.search(low):
        return True
    told = set(re.findall(r"[^\W\d_]{3,}", low)) & set(re.findall(r"[^\W\d_]{3,}", collapse(goal)))
    return bool(words_of(told))


def kin(asked: frozenset[str], texts: Iterable[str]) -> bool:
    """Whether texts hold a word of the goal, or one that is made of it: `Überweisung`, `anmelden` (`melde dich an`)."""
    told = words_of(texts)
    return any(
        wanted == word or (min(len(wanted), len(word)) >= _LEAST and (wanted in word or wanted[:7] == word[:7]))
        for wanted in asked
        for word in told
    )
