"""How goals ask for acts that cannot be taken back, beside naming them by the word on the button: nine languages."""

import re
from collections.abc import Mapping

from sextant.review.clauses import heads, wish_of
from sextant.review.licensing import undrafted

__all__ = ["asks_for"]

_GROUPS = r"(?:group|team|chat|channel|server|family|organi[sz]ation|community|workspace|club|conversation|room)"

_GOODS = (
    r"(?:(?!(?:of|der|des|von|for|über)(?!\w))[^\s.,;]+ ){0,3}(?:\w*tickets?|seats?|"
    r"tables?|rooms?|rides?|taxi|cab|flights?|car|bikes?|coffees?|teas?|pizzas?|"
    r"burgers?|sandwich(?:es)?|salads?|meals?|lunch|dinner|breakfast|drinks?|bottles?|packs?|pairs?|flowers|pass(?:es)?|"
    r"vouchers?|gift cards?|subscription|membership|shirts?|shoes|books?|groceries|appointments?|bookings?|box(?:es)?|"
    r"packets?|"
    r"packung(?:en)?|kisten?|flaschen?|termine?|\w*karten?|\w*fahrscheine?|"
    r"\w*plätze|\w*platz|tisch|zimmer|flug|flüge|kaffee|tee|brot|milch|blumen|bücher|buch|gutscheine?|abo|schuhe)"
)
"""What is bought where somebody gets it for somebody."""

_OWED = (
    r"(?:bills?|invoices?|debts?|dues|balance|account|tab|check|rent|fees?|fines?|payments?|charges?|sum|amount|up|it)"
)
_RENEWED = (
    r"(?:subscription|membership|plan|pass|ticket|licen[cs]e|insurance|contract|lease|loans?|card|policy|domain|permit|"
    r"passport|registration|certificate|books?|it)"
)
_LOOKS_OF_IT = r"(?:theme|language|fonts?|colou?rs?|sort|view|volume|size|layout|mode|wallpaper|brightness|name|title)"
"""Settings that are no bookings."""

_SPACED: Mapping[str, tuple[str, ...]] = {
    "send": (
        r"deliver\w*", r"(?:(?:^|[.,;:] |and |then |to |please |must |should )report)(?:ed|ing)?", "provide",
        "supply",
        r"give (?:\w+ ){1,8}to", r"present (?:\w+ ){1,6}to", r"return (?:\w+ ){1,8}to", r"drop (?:\w+ ){1,6}off",
        r"answer (?:with|by|in|on)", r"enter (?:\w+ ){1,14}(?:in|into|at|under)", "lodge", "fax", "rsvp",
        r"turn (?:\w+ ){1,8}in", r"hand (?:\w+ ){1,8}(?:in|on|back)", r"send\w*", "sent",
        "hand(?:ed|s|ing)? (?:it |them |this |that )?(?:in|over|on)", "hand in", "turn(?:ed|s)? in",
        r"fil(?:e|ed|ing) (?:\w+ ){0,40}(?:with|in|at|under)",
        "(?:should|must|has to|is to) (?:receive|get|have|know)", "expects?",
        r"message (?!s?\b|from|of|about)\w+",
        "comment", "commenting", r"respond\w*", "answer (?:the|his|her|their|this|that|to)",
        r"write quoted (?:under|below|on|as|to|in|at)",
        r"wr(?:ite|iting) (?:to|back|(?:a|an|the) (?:\w+ )?(?:message|comment|review|post|reply|mail|note))",
        r"leav(?:e|ing) (?:\w+ ){0,12}(?:message|comment|review|reply)", r"pass (?:\w+ ){0,6}on", r"let \w+ know",
        r"tell (?!me\b|us\b)\w+", r"ask (?!me\b|us\b|for\b)\w+", "invite", "inviting", "share", "sharing",
        r"e ?mail \w+",
        r"text (?!from|of|about|in|on|is)\w+", r"sage? (?!mir|uns)\w+ (?:bescheid|dass)",
        r"gib (?!mir|uns)\w+ bescheid", r"frag(?:e|en)?", r"lade? (?:\w+ ){1,6}ein",
        r"teil(?:e|en)? (?:\w+ ){1,8}mit", "notify", "inform", "mail (?:it|them|this|to)",
        "text (?:it|him|her|them)",
        "sende", r"schick\w*", "antwort(?:e|en)", "schreib(?:e|en)?", r"reich(?:e|en)? (?:\w+ ){0,6}ein",
        r"gib (?:\w+ ){0,8}ab", "envoie", "réponds", "écris", "remets", "transmets", "dépose", "envía", "manda",
        "responde", "escribe", "entrega", "comenta", "invia", "rispondi", "scrivi", "consegna", "envia",
        "escreve",
        "отправь", "ответь", "напиши", "сдай",
    ),
    "buy": (
        rf"settle (?:[^\s.,;]+ ){{0,5}}{_OWED}", "top up", rf"renew(?:ing)? (?:[^\s.,;]+ ){{0,5}}{_RENEWED}", "donate",
        r"mak(?:e|ing) (?:an? |the |me )?(?:\w+ ){0,2}(?:reservation|booking|payment|transfer|purchase)",
        "rent (?:an?|the|it|me) \\w+", "tip (?:him|her|them)", r"tip (?:the|my|our) \w+",
        r"get (?:me |us )?(?:\w+ ){1,3}(?:tickets?|seats?)",
        rf"(?:get|grab) (?:me|us) (?:an?|some|two|three|four|\d+) {_GOODS}",
        r"add (?:\w+ ){1,5}credit", "recharge",
        r"send (?:\w+ ){0,3}(?:€|\$|£|money|euros?|dollars?)",
        r"(?:send|give|transfer) [€$£¥]?\d",
        r"put [€$£¥]?\d+ on",
        r"put (?:\w+ ){1,2}(?:pounds?|euros?|dollars?) on",
        r"secure (?:me |us )?an? (?:table|seat|spot|place|ticket|room)",
        rf"(?:hole?|besorge?) (?:mir|uns) (?:eine?n?|zwei|drei|vier|\d+|das|die|den)? ?{_GOODS}",
        r"mach(?:e)? (?:mir |uns )?(?:eine?n? )(?:\w+ )?(?:termin|reservierung|buchung)",
        r"vereinbar(?:e)? (?:mir |uns )?(?:eine?n? )(?:\w+ )?termin",
        "bezahl(?:e|en)", "zahl(?:e|en)", "kauf(?:e|en)?", "bestell(?:e|en)",
        "buch(?:e|en)", "überweis(?:e|en)", "paie", "achète", "commande", "réserve", "paga", "paghi", "compra",
        "pide", "reserva", "acquista", "ordina", "prenota", "закажи", "купи", "оплати",
    ),
    "delete": (
        "get rid of", r"throw (?:\w+ ){0,6}(?:away|out)",
        r"take (?:\w+ ){1,8}out of \w+ for good", r"clear (?:out|the) (?!search|filter|selection|input|field)\w+",
        r"leere?",
        "lösch(?:e|en|t)",
        "entfern(?:e|en|t)", "supprime", "efface", "enlève", "borra", "elimina", "quita", "cancella", "rimuovi",
        "apaga", "remove", "удали", "сотри",
    ),
    "end": (
        r"cancel(?:led|ling|ing)?", r"i no longer (?:want|need) (?:the|my|this|to be)",
        r"(?:stop|quit) (?:the|my) (?:\w+ ){0,3}(?:subscription|membership|plan|contract|trial)",
        r"call (?:\w+ ){0,8}off", r"terminat(?:e|ed|ing)", r"end (?:the|my) \w+",
        "give up the",
        "kündig(?:e|en|t)", "stornier(?:e|en|t)", r"sag(?:e|en)? (?:\w+ ){0,8}ab", "annule", "résilie",
        "cancela",
        "anula", "annulla", "disdici", "отмени",
    ),
    "decide": (
        r"(?:move|send|put) (?:\w+ ){1,10}(?:to|into|in) (?:the )?archive\w*",
        r"(?:goes|go|belongs?) (?:to|into|in) (?:the )?archive", r"book (?:an? )?(?:\w+ )?(?:place|spot)",
        r"hand(?:ed|s|ing)? (?:\w+ ){0,8}over", r"takes? (?:\w+ ){0,8}for me",
        r"let (?:\w+ ){1,3}(?:receive|have|take|collect)", r"request(?:ed)?", r"appl(?:y|ying) (?:for|to)", "claim",
        r"say yes", r"ask (?:for|\w+ to) (?!me)\w+", r"accept\w*", "agree to",
        r"join\w*(?! (?:the |these |those )?(?:two |both )?(?:lists?|lines?|cells?|words?|columns?|tables?))",
        r"attend\w*(?! to(?!\w))",
        r"enrol\w*", r"sign (?:\w+ ){0,4}up", r"meld(?:e|en)? (?:\w+ ){0,10}an(?=$|[.,;:!])", r"register(?:ed)?",
        r"check (?:\w+ ){0,4}in", r"pick(?:ed)? (?:\w+ ){0,8}up",
        r"collect(?:ed)?(?! (?:\w+ ){0,2}(?:names?|information|data|details|addresses|numbers?|dates?|facts)(?!\w))",
        r"archiv(?:e|ed|ing)",
        r"put (?:\w+ ){0,8}away", r"contest\w*", r"disput\w*", "bestätig(?:e|en)", "archivier(?:e|en)",
        r"nimm (?:\w+ ){0,6}an", "accepte", "confirme", "inscris", "acepta", "confirma", "inscribe", "archiva",
        "conferma", "accetta", "подтверди", "прими",
    ),
    "rebook": (
        rf"(?:move|change|shift|switch) (?!(?:\w+ ){{0,3}}{_LOOKS_OF_IT}(?!\w))(?:\w+ ){{0,8}}(?:to|for)",
        r"reschedul\w*", r"postpon\w*", r"rebook\w*",
        r"verschieb(?:e|en|t)", r"verleg(?:e|en|t)", r"buch(?:e|en)? (?:\w+ ){0,8}um", "déplace", "décale",
        "reporte",
        "cambia", "aplaza", "sposta", "muda", "remarca", "перенеси",
    ),
    "refuse": (
        r"declin\w*", r"reject\w*", r"refus\w*", r"turn(?:ed)? (?:\w+ ){0,8}down", "say no",
        r"lehn(?:e|en) (?:\w+ ){0,8}ab", "refuse", "rechaza", "rifiuta", "recusa", "отклони",
    ),
    "leave": (
        r"(?:log|sign) (?:\w+ ){1,4}(?:out|off)", r"melde? (?:\w+ ){0,6}ab",
    ),
    "edit": (
        "set", "rename", "add", "create", "change", "update", "edit", "save", "make (?:an?|the|my|it)", "adjust",
        "enter", "fill (?:in|out)", "schedule", "choose", "select", "switch", "turn (?:on|off)", "modify",
        "register", r"sign (?:\w+ ){0,4}up", "put", "enable", "disable", "write", "correct", "replace",
        r"stell(?:e|en)?", r"setz(?:e|en)?", r"änder(?:e|n)", r"benenn(?:e|en)", r"erstell(?:e|en)?", r"leg(?:e|en)?",
        r"füg(?:e|en)?", r"speicher(?:e|n)", r"trag(?:e|en)?", r"aktualisier(?:e|en)", r"wähl(?:e|en)?",
        "crée", "ajoute", "modifie", "change", "crea", "añade", "cambia", "aggiungi", "modifica", "создай",
    ),
    "call": (r"phone (?:\w+ ){0,3}\w+", r"ring (?:\w+ ){0,3}up", "dial", r"ruf(?:e|en)? (?:\w+ ){0,4}an"),
    "part": (
        rf"(?:leav(?:e|ing)|quit|exit) (?:\w+ ){{0,4}}{_GROUPS}",
        rf"(?:take|get|remove) me (?:out of|off|from) (?:\w+ ){{0,4}}{_GROUPS}",
        r"verlass(?:e|en)? (?:\w+ ){0,4}(?:gruppe|team|chat)",
    ),
    "sell": ("sell", "verkauf(?:e|en)", "vends", "vende", "vendi", "продай"),
    "grant": (
        r"give (?:\w+ ){1,5}(?:access|rights?|permissions?)",
        r"make (?:\w+ ){1,3}(?:an? |the )?(?:admin\w*|owner|moderator)",
        "grant", r"gib (?:\w+ ){1,5}(?:zugriff|rechte|zugang)", r"mach(?:e)? (?:\w+ ){1,3}zum administrator",
    ),
    "sign": (r"sign(?! (?:in|up|out|off|on)(?!\w))", "unterschreib(?:e|en)?", "signier(?:e|en)?", "signe", "firma"),
    "vote": ("vote", r"cast (?:\w+ )?(?:vote|ballot)", r"stimm(?:e|en)? (?:\w+ ){0,8}ab", "stimm(?:e|en)? für"),
    "hang": ("hang up", r"leg(?:e)? (?:\w+ ){0,3}auf", "raccroche", "cuelga", r"end (?:the|this|my) call"),
    "publish": (
        r"(?:start|begin) (?:an?|the|my) (?:\w+ )?(?:live ?stream|stream|broadcast|live stream)",
        "go live", "tweet", "announce", "publie", "publica", "pubblica", "опубликуй", r"publish\w*",
        "post (?:a|an|it|this|that|on|to|in|about)",
        r"(?:write|create|make|share|add) (?:a|an|the) (?:\w+ )?(?:post|status|review|comment)",
        "comment", r"veröffentlich\w*", "poste", r"kommentier\w*", "publier", "publicar", "commente",
    ),
}  # fmt: skip
"""In languages that part words by spaces, as patterns of whole words."""

_JOINED: Mapping[str, tuple[str, ...]] = {
    "send": (
        "递交", "上报", "收取", "呈交", "送交", "报给", "报送", "答复", "作答", "填到", "填写", "填入",
        "输入到", "写进", "上交", "交给", "交到", "交至", "登记", "填报", "发给", "发到", "发过去",
        "回复", "评论", "留言",
        "转告",
        "发消息", "发短信", "发邮件", "发信息", "发微信", "发一封", "分享", "邀请", "转发",
        "问(?!题|卷|一?下我)", "告诉(?!我)", "告知",
        "通知(?!设置|栏|中心|权限|提醒|功能|设为|的|$|[，。；,.;])", "转给", "寄给", "寄出",
        "汇报给", "写给", "返信", "送って", "提出", "伝えて", "发一条(?:短信|消息|信息|私信)",
    ),
    "buy": (
        "转[¥￥€$\\d]", "买一", "买下", "买两", "买三", "付清", "付掉", "付给",
        r"(?:钱|款|[元块¥￥€$\d])[^，。；]{0,10}(?:转|还)给", r"(?:转|还)给[^，。；]{1,12}?(?:钱|款|[元块¥￥€$\d])",
        "缴费", "交费", "订一",
        "订购", "打款",
        "付钱",
        "充值", "充话费", "抢购", "抢[一两\\d张]", "点[一两三]?[份杯]",
        "点[一两三]?个?(?:外卖|餐|菜|套餐|披萨|汉堡|咖啡|奶茶)",
        "点外卖", "叫外卖", "买[\\d几些点张个杯]", "買って", "払って", "注文して",
        "予約して",
    ),
    "delete": (
        "删", "去掉", "清除", "扔掉", "消して", "消す",
    ),
    "end": (
        "取消", "退掉", "退订", "撤销", "作废", "キャンセル",
    ),
    "decide": (
        "交由", "代收", "代领", "申请", "请求", "由[^，。；]{1,12}领", "让[^，。；]{1,12}收", "接受",
        "同意", "报名", "参加", "签到", "归档", "确认(?!一下|是否|有没有)", "异议", "领取",
        "取件", "承認", "確認して",
    ),
    "part": ("退出(?!登录|账号|帐号)", "退群"),
    "sell": ("卖掉", "卖出", "出售", "卖了"),
    "grant": ("授权", "授予", "设为管理员"),
    "sign": ("签署", "签字", "签名"),
    "vote": ("投票", "投给", "投[一1]票"),
    "hang": ("挂断", "挂掉"),
    "call": ("打电话", "拨打", "呼叫", "电話"),
    "leave": ("退出(?:登录|账号|帐号)", "登出"),
    "edit": (
        "设置", "设[成为一个]", "改", "新建", "创建", "添加", "编辑", "更新", "保存", "填", "写", "加", "定一?个?闹钟",
    ),
    "rebook": ("改签", "改到", "改成", "改约", "改期", "变更", "変更して"),
    "refuse": (
        "拒绝", "婉拒", "谢绝", "推掉", "回绝", "断って",
    ),
    "publish": (
        "发一", "发布", "投稿", "发帖", "发表", "评论", "発信",
    ),
}  # fmt: skip
"""In those that do not."""

_SEARCH = re.compile(r"(?:search|such|look (?:up|for)|cherche|busca|cerca)|搜|查", re.IGNORECASE)
_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_FOUND = {
    concept: re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)|{'|'.join(_JOINED[concept])}", re.IGNORECASE)
    for concept, words in _SPACED.items()
}


def asks_for(concept: str, goal: str) -> bool:
    """Whether a goal asks for an act of that concept in words of its own. `yes` is asked for by any of them.

    What is confirmed has been reviewed when it was begun; a yes adds nothing to what the task wants.
    """
    wish = wish_of(undrafted(goal) if concept in ("send", "publish") else goal)
    if concept == "yes":
        return any(_finds(found, wish.bare) for found in _FOUND.values())
    if concept == "search":
        return any(_SEARCH.match(clause) for clause in wish.looks)
    found = _FOUND.get(concept)
    return found is not None and _finds(found, wish.bare)


def _finds(pattern: re.Pattern[str], text: str) -> bool:
    return any(
        (not found.group().isascii() and _SIGN.search(found.group())) or heads(text, found)
        for found in pattern.finditer(text)
    )
