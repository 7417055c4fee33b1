"""What the buttons and the text of a dialog say, in the words that dialogs use.

A label counts as a whole: `Close` closes, `Close account` does not. A label in a language not listed says nothing.
"""

import re
from typing import Literal

from sextant.types.refs import collapse

Saying = Literal["decline", "close", "cancel", "acknowledge", ""]
"""`decline`: an offer is turned down; `close`: it goes away; `cancel`: a question is answered with no; `acknowledge`:
it was read; empty: anything else, so something would be done."""

_DECLINE = """
    not now|no,? thanks?(?: you)?|no,? thank you|(?:maybe |remind me |ask me |do it )?later|some other time|another time
    skip(?: (?:this|for now|ad|ads|intro|tour))?|skip \\d+ ?s?|no,? maybe later|i'?m not interested|not interested
    (?:reject|decline|deny|refuse)(?: all(?: cookies)?| cookies)|only (?:necessary|essential|required)(?: cookies)?
    (?:use )?(?:necessary|essential)(?: cookies)? only|continue without accepting
    nicht jetzt|nein,? danke|(?:vielleicht |erinnere mich )?später(?: erinnern)?|überspringen|kein interesse
    alle(?: cookies)? ablehnen|nur (?:notwendige|erforderliche|essenzielle)(?: cookies)?
    pas maintenant|non,? merci|(?:peut-être )?plus tard|passer|tout refuser|continuer sans accepter
    ahora no|no,? gracias|(?:quizás )?más tarde|omitir|saltar|rechazar todo
    non ora|no,? grazie|(?:forse )?più tardi|salta|rifiuta tutto
    agora não|não,? obrigad[oa]|(?:talvez )?mais tarde|pular|recusar tudo
    niet nu|nee,? (?:bedankt|dank je)|(?:misschien )?later|overslaan|alles weigeren
    не сейчас|нет,? спасибо|(?:может быть,? )?позже|пропустить|отклонить все
    以后再说|稍后(?:再说|提醒我?|提醒)?|暂不(?:需要|开启|更新|登录|升级)?|下次(?:再说|吧)?|不了(?:[，,]?谢谢)?|不用了?(?:[，,]?谢谢)?
    残忍(?:拒绝|离开)|跳过(?:广告)?(?: ?\\d+ ?s?秒?)?|不感兴趣|全部拒绝|以後再說|稍後(?:再說)?|暫不|略過|跳過
    後で|あとで|今はしない|スキップ|いいえ、結構です|興味がない
"""
_CLOSE = """
    (?:close|dismiss|hide)(?: (?:the |this )?(?:dialog(?:ue)?|modal|pop-?up|window|message|panel|overlay|sheet|tip))?
    (?:close|dismiss|hide)(?: (?:the |this )?(?:ad(?:vert(?:isement)?)?|banner|notification|notice|offer))?
    (?:fenster |dialog |anzeige |hinweis |meldung )?(?:schließen|schliessen|ausblenden)|zu
    (?:fermer|masquer)(?: la fenêtre)?|cerrar|ocultar|chiudi|nascondi|fechar|ocultar|sluiten|verbergen|закрыть|скрыть
    (?:关闭|忽略|收起)(?:广告|弹窗|窗口|提示)?|關閉|閉じる|[x×✕✖✗⨯❌╳]
"""
_CANCEL = """
    cancel|no|never|not yet|don'?t(?: .{1,24})?|deny|keep(?: (?:it|editing|writing|my .{1,20}))?|go back|back
    stay|abort|look again|reject|decline|refuse|ignore
    abbrechen|nein|noch nicht|nicht .{1,24}|behalten|zurück|bleiben|ablehnen
    refuser|rechazar|rifiuta|recusar|weigeren|отклонить
    annuler|non|pas encore|garder|retour|cancelar|no|todavía no|volver|annulla|non ancora|indietro|não|ainda não|voltar
    annuleren|nee|nog niet|terug|отмена|нет|назад
    取消|否|不|不要|还没有?|再看看|再想想|保留.{0,6}|继续(?:写|编辑|填写|修改)|返回|不允许|禁止|拒绝|不删除|不保存|キャンセル|いいえ|戻る|許可しない
"""
_ACKNOWLEDGE = """
    ok(?:ay|ey)?|got it|understood|i (?:understand|see)|alright|all right|good to know|fine|continue|done
    verstanden|alles klar|weiter|in ordnung|fertig|gut|ok,? verstanden|(?:j'ai )?compris|d'accord|continuer
    entendido|de acuerdo|vale|continuar|ho capito|va bene|capito|continua|entendi|certo|begrepen|oké|doorgaan
    понятно|хорошо|ок
    (?:我)?(?:知道|明白|了解)了?|好(?:的|吧)?|确定|继续|完成|瞭解|わかりました|了解|次へ
"""


def _whole(lines: str) -> re.Pattern[str]:
    """Any of the alternatives, which stand in lines."""
    return re.compile(f"(?:{'|'.join(line.strip() for line in lines.strip().splitlines())})")


_SAYINGS: dict[Saying, re.Pattern[str]] = {
    "decline": _whole(_DECLINE),
    "close": _whole(_CLOSE),
    "acknowledge": _whole(_ACKNOWLEDGE),
    "cancel": _whole(_CANCEL),
}
_ENDS = " .!…\"'“”„。！"
_LONGEST = 80
"""Characters of the longest label that is a button's word."""
_CLOSING_ID = re.compile(r"(?:^|[^a-z])(?:close|dismiss|cancel|skip|not-?now|later|x)(?:$|[^a-z])")
_SURE = re.compile(
    r"(?<!\w)(?:are you sure|(?:can(?:not|'?t)|can no longer) be (?:un|re)?\w+|permanently|binding|unsaved|confirm"
    r"|sicher|rückgängig|endgültig|unwiderruflich|verbindlich|bestätigen"
    r"|êtes-vous sûr|irréversible|confirmer|seguro|irreversible|confirmar|sicuro|conferma|tem certeza|zeker|bevestig"
    r"|уверены|подтверд)"
    r"|确认|確認|确定(?:要|删|退|放|取|提)|不可(?:撤|退|更|恢|逆|改)|无法(?:撤|恢|更|退)|不能(?:撤|修|恢|退|更)|将?永久|取り消",
)
_DEED = re.compile(
    r"(?<!\w)(?:delete|remove|erase|discard|overwrite|replace|send|submit|publish|post|order|pay|buy|purchase|book"
    r"|rebook|reserve|transfer|block|unsubscribe|leave|log ?out|sign ?out|hand (?:in|over)|charged?|save changes"
    r"|archive|löschen|entfernen|verwerfen|überschreiben|ersetzen|senden|absenden|abschicken|veröffentlichen|bestellen"
    r"|bezahlen|kaufen|buchen|reservieren|überweisen|blockieren|abmelden|kündigen|stornieren|speichern"
    r"|supprimer|envoyer|publier|commander|payer|acheter|réserver|eliminar|borrar|enviar|publicar|pedir|pagar|comprar"
    r"|reservar|elimina|cancella|invia|pubblica|ordina|paga|acquista|prenota|excluir|apagar|verwijderen|verzenden"
    r"|bestellen|betalen|kopen|boeken|удалить|отправить|опубликовать|заказать|оплатить|купить)(?!\w)"
    r"|删除|刪除|移除|清空|放弃|覆盖|发送|發送|提交|发布|發佈|下单|支付|付款|购买|购買|预订|预约|转账|转赠|改签|拉黑|退出登录|注销"
    r"|削除|送信|投稿|注文|購入|予約"
)
_ERROR = re.compile(
    r"(?<!\w)(?:errors?|failed|failure|could ?n[o']t|can(?:not|'t) (?:be )?(?:saved?|sent|loaded|reached|opened)"
    r"|unable to|went wrong|invalid|not (?:valid|allowed|available|possible)|is (?:required|missing|empty)|try again"
    r"|denied|fehler|fehlgeschlagen|nicht möglich|konnte nicht|ungültig|erforderlich|erneut versuchen|nicht erlaubt"
    r"|erreur|échec|impossible|invalide|error|fallo|no se pudo|inválido|errore|impossibile|falha|erro|fout|mislukt"
    r"|ошибка|не удалось)(?!\w)"
    r"|失败|失敗|错误|錯誤|无法|無法|出错|无效|不能为空|请重试|重试|エラー|できませんでした"
)


def says(label: str) -> Saying:
    """What touching a button of that label means for the dialog it stands in."""
    text = collapse(label[: 2 * _LONGEST]).strip(_ENDS).replace("’", "'")
    if len(text) > _LONGEST:
        return ""
    for saying, words in _SAYINGS.items():
        if words.fullmatch(text):
            return saying
    return ""


def closes_by_id(test_id: str) -> bool:
    """Whether programmers named it as what closes: `popup-close`, `btn_dismiss`."""
    return _CLOSING_ID.search(test_id.casefold().replace("_", "-")) is not None


def wants_an_answer(text: str) -> bool:
    """Whether the text asks for certainty, or warns that something cannot be taken back."""
    return _SURE.search(collapse(text)) is not None


def names_a_deed(text: str) -> bool:
    """Whether the text names something that apps ask about before they do it: deleting, sending, paying."""
    return _DEED.search(collapse(text)) is not None


def tells_of_an_error(text: str) -> bool:
    """Whether the text says that something did not work."""
    return _ERROR.search(collapse(text)) is not None
