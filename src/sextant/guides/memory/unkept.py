"""What is not to be taken off a screen: texts that tell their reader what to do, and other people's secrets.

Words decide, in English, German, French, Spanish and Chinese. Pure functions.
"""

import re

from sextant.guides.memory.shapes import shape_of

__all__ = ["is_secret", "reads_like_an_order"]

_AWAY = (
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|rules?|prompts?|goals?|tasks?|above"
    r"|previous|prior|earlier|everything)\b"
    r"|\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w*|übergeh\w*)\b.{0,60}\b(?:\w*anweisung\w*|regeln?|vorgaben?"
    r"|befehle?|auftr[aä]g\w*|aufgaben?|alles|bisherige\w*|vorherige\w*|obige\w*)\b"
    r"|\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte)\b.{0,60}\b(?:instructions?|consignes?|règles?"
    r"|ordres?|tâches?|tout|précédent\w*)\b"
    r"|\b(?:ignor(?:a|e|ar|ad)|olvid(?:a|e|ar|ad)|descart(?:a|e|ar))\b.{0,60}\b(?:instrucci(?:ón|ones)|reglas?"
    r"|órden(?:es)?|indicaciones|tareas?|todo|anterior\w*)\b"
    r"|(?:忽略|忽视|无视|無視).{0,20}(?:指令|说明|规则|任务|以上|之前)"
)
_TOLD = (
    r"\byou (?:must|should|shall|have to|need to|are now|will now)\b|\b(?:system|developer) (?:prompt|message)\b"
    r"|\b(?:new|real|actual|true) (?:instructions?|goal|task)\b|\b(?:as|dear) (?:an? )?(?:ai|assistant|agent|model)\b"
    r"|(?:^|[>\])}])\s*[#*\[(<]*\s*(?:system|assistant|user|developer)\s*[\])>*]*\s*:"
    r"|</\s*(?:data|system|user|assistant|instructions?|context|screen|tool|prompt|document|quote|untrusted)\b[^>]{0,40}>"
    r"|<\|[^|>\n]{1,30}\|>|\[/?inst\]"
    r"|\b(?:du (?:musst|sollst)|sie (?:müssen|sollen)|neue anweisung\w*)\b"
    r"|\b(?:tu dois|vous devez|nouvelles? instructions?)\b|\b(?:debes|deb[eé]is|tienes que|nuevas? instrucci\w+)\b"
    r"|你(?:必须|应该|现在是)"
)
_FIRST = (
    r"(?:^\s*|\b(?:system|assistant|user|developer)\s*:\s*)(?:please\s+|kindly\s+|now\s+|bitte\s+)?(?:send|transfer|wire|delete|erase|approve|authori[sz]e|click|tap|submit|reply"
    r"|forward|install|visit|überweise|überweisen sie|lösche|löschen sie|genehmige|genehmigen sie|schicke|schicken sie"
    r"|transfère|transférez|virez|supprimez|approuvez|envoyez|transfiere|transfiera|elimina|elimine|borra|borre|aprueba"
    r"|apruebe|envía|envíe)\b.{8,}"
)
_ASKED = (
    r"(?:^|[.;!?])\s*(?:please|kindly)\s+(?:disable|deactivate|turn off|switch off|unlock|uninstall|remove|grant|open"
    r"|run|execute|download|wipe)\b.{4,}"
)
_DEED = (
    r"\b(?:transfer|wire|send|pay|delete|erase|remove|approve|confirm|authori[sz]e|accept|reset|share|forward"
    r"|überweis\w*|lösch\w*|genehmig\w*|bestätig\w*|schick\w*|zahl(?:e|en)|sende\w*"
    r"|transfère|transférez|transférer|virez|supprime[zr]?|approuve[zr]?|valide[zr]?|envoie|envoyez|paie|payez"
    r"|transfiere|transfiera|transferir|elimin[ae]r?|borr[ae]r?|aprueb[ae]|aprobar|env[ií][ae]r?|pag(?:a|ue|ar)"
    r"|confirm(?:a|e|ar))\b"
)
_NOW = (
    r"\b(?:(?:right )?now|immediately|right away|straight away|at once|asap|urgently|without (?:asking|delay|checking)"
    r"|sofort|jetzt|umgehend|unverzüglich|immédiatement|tout de suite|maintenant|sur-le-champ|inmediatamente|ahora"
    r"|de inmediato|enseguida)\b"
)
_ORDER = re.compile(
    rf"{_AWAY}|{_TOLD}|{_FIRST}|{_ASKED}|{_DEED}.{{0,80}}{_NOW}|{_NOW}\W+(?:\w+\W+){{0,2}}{_DEED}"
    r"|(?:立即|马上|立刻|现在|即刻).{0,20}(?:转账|汇款|支付|删除|批准|确认|发送)"
    r"|(?:转账|汇款|支付|删除|批准|发送).{0,40}(?:立即|马上|立刻|即刻)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_LONGEST = 2000

_KEYWORDS = (
    r"\b(?:pass(?:word|phrase|code|wort)s?|pwd|kenn(?:wort|wörter)|mots? de passe|contraseñas?|senha|wachtwoord"
    r"|(?:seed|recovery) phrase|(?:private|secret|api) key|geheimzahl)\b|密码|密碼|パスワード|비밀번호|пароль"
)
_CARD = (
    r"\b(?:cvv2?|cvc2?|card (?:verification|security) (?:code|number|value)|kartenprüfnummer|prüfziffer"
    r"|cryptogramme)\b|安全码"
)
_PIN = re.compile(r"\bPIN\b|^\W*pin\W*$|\b(?:[Pp]in (?:code|number)|code PIN|(?:[Cc]ard|[Yy]our|[Mm]y) pin)\b")
_SECRET = re.compile(f"{_KEYWORDS}|{_CARD}", re.IGNORECASE)
_TELLS = re.compile(rf"(?:{_KEYWORDS}|{_CARD}|\bPIN\b)\s*(?:is|ist|est|es|=|:|：|是|为)\s*\S", re.IGNORECASE)
_HARMLESS = frozenset({"amount", "date", "time"})
_DIGITS = re.compile(r"(?<![\w-])[2-6](?:[ -]?\d){12,18}(?![\w-])")


def reads_like_an_order(text: str) -> bool:
    """Whether a text, or a line of it, tells its reader what to do.

    It is read off no screen, and marked where it is noted. Line breaks tell something: a text is to be given with them.
    """
    return _ORDER.search("\n".join(text[:_LONGEST].splitlines())) is not None


def is_secret(meaning: str, value: str) -> bool:
    """Whether a value is called a password, a PIN or a card's check number, tells one, or is the number of a card."""
    called = _SECRET.search(meaning) is not None or _PIN.search(meaning) is not None
    if called and shape_of(value) not in _HARMLESS:
        return True
    return _TELLS.search(value) is not None or any(_is_card(found[0]) for found in _DIGITS.finditer(value))


def _is_card(text: str) -> bool:
    """Luhn's sum."""
    digits = [int(sign) for sign in reversed(text) if sign.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
