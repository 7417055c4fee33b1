"""The words by which controls and notices are told: copying, pasting, handing in, a sync, being locked out."""

import re

__all__ = [
    "CLEARS",
    "CLOSES",
    "COPIED",
    "COPIES",
    "ENTERS",
    "FAILED",
    "HANDS_IN",
    "LOCKED",
    "LOGS",
    "NOTHING_TO_PASTE",
    "PASTES",
    "PENDING",
    "SAVES",
    "SETTLED",
    "SIGNED",
    "UP",
]


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


COPIES = _any(
    r"\b(?:copy|cut)\b(?! (?:of|editor|right|centre|center))", r"\bto (?:the )?clipboard\b", r"\bkopieren\b",
    r"\bausschneiden\b", r"\bcopier\b", r"\bcopiar\b", r"\bcopia\b", "复制", "剪切", "拷贝", "コピー",
)  # fmt: skip
PASTES = _any(
    r"\bpaste\b", r"\bfrom (?:the )?clipboard\b", r"\beinfügen\b", r"\bcoller\b", r"\bpegar\b", r"\bincolla\b",
    "粘贴", "貼り付け",
)  # fmt: skip
COPIED = _any(r"\bcopied\b", r"\bin (?:the )?clipboard\b", r"\bkopiert\b", r"\bcopié", r"\bcopiad", "已复制", "已拷贝")
NOTHING_TO_PASTE = _any(
    r"\bclipboard is empty\b", r"\bnothing to paste\b", r"\bzwischenablage ist leer\b", "剪贴板为空", "没有可粘贴"
)

HANDS_IN = _any(
    r"\b(?:send|submit|save|apply|post|publish|done|ok|okay|add|create|order|pay|book|confirm|finish|hand in|search|"
    r"reply|update|continue|next|sign up|register|log in|sign in|share|upload)\b",
    r"\b(?:senden|absenden|speichern|bestätigen|fertig|hinzufügen|suchen|weiter|bestellen|bezahlen)\b",
    r"\b(?:envoyer|enregistrer|valider|ajouter|rechercher|enviar|guardar|confirmar|buscar|invia|salva)\b",
    "发送", "提交", "保存", "完成", "确定", "确认", "添加", "下一步", "支付", "下单", "搜索", "发布",
)  # fmt: skip
SAVES = _any(
    r"\b(?:save|apply|sync|upload|update)\b",
    r"\bspeichern\b",
    r"\benregistrer\b",
    r"\bguardar\b",
    "保存",
    "同步",
    "上传",
)
CLEARS = _any(
    r"\b(?:clear|reset|discard|delete|remove|cancel|undo|all|none|everything|empty|start over)\b",
    r"\b(?:leeren|zurücksetzen|verwerfen|löschen|abbrechen|alle|keine)\b", r"^[×✕✖x]$",
    "清除", "清空", "重置", "取消", "全选", "删除",
)  # fmt: skip
CLOSES = _any(
    r"\b(?:close|clear|end|stop|remove|dismiss)\b", r"\bschließen\b", r"\bbeenden\b", r"\bfermer\b", "关闭", "清除", "×"
)
UP = _any(
    r"^(?:go )?(?:back|up|close|cancel|return|done)\b",
    r"^(?:zurück|schließen|retour|fermer|volver)\b",
    "^[←‹<×✕]$",
    "返回",
    "关闭",
)

PENDING = _any(
    r"\b(?:sync(?:ing|hroni[sz]ing)|saving|uploading|sending)\b", r"\bpending\b", r"\bwaiting (?:for|to)\b",
    r"\bnot yet (?:saved|synced|sent|uploaded)\b", r"\bqueued\b", r"\bwird (?:gespeichert|synchronisiert|gesendet)\b",
    "同步中", "正在同步", "正在保存", "正在上传", "正在发送", "等待同步",
)  # fmt: skip
SETTLED = _any(
    r"\b(?:saved|synced|synchroni[sz]ed|up to date|uploaded)\b",
    r"\bgespeichert\b",
    r"\benregistré",
    "已保存",
    "已同步",
    "已上传",
)
FAILED = _any(
    r"\b(?:could not|couldn.t|cannot|can.t|unable to|failed to)(?: be)? (?:saved?|sync(?:ed)?|upload(?:ed)?|sen[dt])\b",
    r"\b(?:sync(?:ing)?|saving|save|upload|sending) (?:has )?failed\b", r"^not (?:saved|synced|sent|uploaded)\b",
    r"\b(?:changes|it|this) (?:was|were) not saved\b", r"\bnicht gespeichert\b",
    "同步失败", "保存失败", "上传失败", "发送失败", "未保存",
)  # fmt: skip

LOCKED = _any(
    r"\b(?:session|login|log-in) (?:has |is )?(?:expired|ended|timed out|over|closed)\b", r"\btimed out\b",
    r"\b(?:you (?:have been|were|are) )?(?:signed|logged) out\b", r"\b(?:log|sign) ?in again\b", r"^still there\?",
    r"\b(?:is|was|has been) locked\b", r"\bre-?enter your (?:pin|password|passcode|code)\b", r"\bverify it.s you\b",
    r"\bsitzung (?:ist )?abgelaufen\b", r"\b(?:erneut|wieder) anmelden\b", r"\bgesperrt\b", r"\bsession (?:a )?expiré",
    r"\bsesión (?:ha )?(?:caducado|expirado)\b", "已过期", "已锁定", "重新登录", "还在吗", "已退出登录", "会话超时",
)  # fmt: skip
ENTERS = _any(
    r"^(?:continue|go on|resume|unlock|log ?in|sign ?in|weiter|fortfahren|anmelden|entsperren|continuer|se connecter|"
    r"continuar|iniciar sesión|proceed|ok)\b",
    "继续", "登录", "解锁",
)  # fmt: skip
LOGS = _any(
    r"\b(?:log|sign) ?(?:in|out|off)\b", r"\block (?:now|app|screen)\b", r"\bswitch account\b", r"\b(?:ab|an)melden\b",
    r"\bdéconnexion\b", r"\bcerrar sesión\b", "登录", "退出", "锁定",
)  # fmt: skip
SIGNED = _any(
    r"\b(?:log|sign) ?(?:out|off)\b", r"\bmy account\b", r"\babmelden\b", r"\bdéconnexion\b", "退出登录", "我的账户"
)
