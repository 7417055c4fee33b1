"""States in common words of both languages: by dimension, by value, how each is said."""

# ruff: noqa: E501 - patterns are read a line at a time

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

_BE = r"(?:is|are|was|were|be|been|it's|that's|turned|switched|switch|set to|still|now|toggled?|kept|stays?|left|remains?|stand[s]?|put|=|:|->|goes|back|currently|toggle is)"

STATES: Mapping[str, Mapping[str, str]] = {
    "power": {
        "on": rf"{_BE}\s*\"?on\b(?! (?:the|my|time|sale|hold|mon|tue|wed|thu|fri|sat|sun|\d|offer|its|schedule|track|a\b|way))|^\W*on\W*$|\bon\W*$|\bon(?=[,;.)])|\bswitched on\b|\bturned on\b|\benabled\b|\bactivated\b|\bactive\b|\brunning\b|\bpowered\b|\blit\b|(?:已|是|正|被)?(?:打开|开启|启用|激活|开着|开了|亮着)|(?<![离召公打展])开(?=$|[，。；,.)）的])|运行中|正在运行|亮(?=$|[，。])",
        "off": r"\boff\b(?! (?:the|season|sale|course))|\bdisabled\b|\bdeactivated\b|\binactive\b|\bswitched off\b|\bturned off\b|\bnot running\b|\bunlit\b|\bdark\b|关闭|关着|关了|关掉|停用|未(?:开启|启用|打开|激活)|已关|(?<![有相无海机开])关(?=$|[，。；,.)）的])|熄灭|禁用|没开",
    },
    "open": {
        "open": r"\bopen(?:ed)?\b(?!ing)(?! (?:at|from|the)\b)|\bunlocked and open\b|\bopen for business\b|\bwide open\b|营业中?|开放|开门|开着|打开|敞开|开业|正在营业|开着门",
        "closed": r"\bclosed?\b(?! (?:to|by)\b)(?<!close)|\bshut\b|\bclosed down\b|\bshut down\b|停业|打烊|歇业|关门|关闭|休息|关着|未(?:开放|营业|开门)|暂停营业|已关|不营业|没开",
    },
    "stock": {
        "in": r"(?<!not )(?<!longer )\bin stock\b|\bavailable\b|\bstill (?:has|have|had)\b|\bcan (?:still )?(?:get|buy|order|book) (?:one|it|them|some)\b|还能(?:买|订|约)|\bon the shelf\b|\bin supply\b|\bstock: ?(?:yes|ok|[1-9]\d*)\b|\b[1-9]\d* (?:\w+ )?(?:left|remaining|in stock)\b|还?剩(?:余|下)?\s*[1-9一二两三四五六七八九十]|有货|现货|有库存|可购买|库存充足|可用|有售|有空位?",
        "out": r"\bout of stock\b|\bsold out\b|\bunavailable\b|\bnone left\b|\b(?:no|0) (?:\w+ ){0,2}(?:left|remaining)\b|\bleft: ?0\b|\bstock: ?(?:no|none|0)\b|\bran out\b|\bno longer (?:in stock|available)\b|\bno stock\b|\bno longer sold\b|\bgone\b|\bbackordered\b|缺货|无货|售罄|卖完|断货|没有?货|卖光|无库存|已售完|脱销|不可用|没有库存|没有?了",
    },
    "timing": {
        "late": r"\bdelay(?:ed|s)\b(?! (?:policy|policies|are|is possible|rules|insurance))|\b(?:running|is|are|was) late\b|\blate\b|\bbehind schedule\b|\bpostponed\b|\boverdue\b|\bpushed back\b|\bput back\b|\b(?:a|with|has|have|some) delay\b|\bheld up\b|延误|晚点|延迟|推迟|误点|迟到|逾期|延期|晚了",
        "ontime": r"\bon[- ]time\b|\bon schedule\b|\bpunctual(?:ly)?\b|\bas (?:planned|scheduled)\b|\bon track\b|\bno delays?\b|\bwithout (?:a )?delay\b|准点|准时|正点|按时|如期|按计划|未延误",
        "early": r"\bearly\b|\bahead of schedule\b|\bbrought forward\b|提前|提早",
    },
    "going": {
        "cancelled": r"\b(?:trip|event|match|game|meeting|party|show|tour|concert|flight|class|lesson|deal|wedding|dinner) is off\b|\bcancell?ed\b|\bcall(?:ed)? off\b|\bscrapped\b|\bwon't take place\b|\bnot happening\b|\bannulled\b|\bdropped\b|取消|作废|不办了|撤销",
        "confirmed": r"\bconfirmed\b|\bgoing ahead\b|\btakes? place\b|\bstill on\b|\bdefinite\b|\bis happening\b|(?<!未)(?<!待)(?<!没)已?确认(?!中)|已确定|照常",
        "unconfirmed": r"\bunconfirmed\b|\bpending\b|\bawaiting\b|\btentative\b|\bnot (?:yet )?confirmed\b|\bto be confirmed\b|\btbc\b|\bwaiting\b|\bon hold\b|\bunder review\b|\bin review\b|待确认|待定|未确认|没确认|待审|审核中|待处理|等待|尚未确认|搁置",
        "approved": r"\bapproved\b|\baccepted\b|\bgranted\b|\bauthori[sz]ed\b|\bgreen[- ]?(?:lit|light)\b|\bgo[- ]ahead\b|\bthumbs up\b|\bsigned off\b|\bagreed\b|\bgot the go-ahead\b|\bsaid yes\b|\bgave (?:it )?(?:the|a) (?:ok|nod)\b|\bcleared\b|批准|通过|同意|核准|接受|获准",
        "rejected": r"\brejected\b|\bdeclined\b|\brefused\b|\bdenied\b|\bturned down\b|\bsaid no\b|\bdisapproved\b|拒绝|驳回|未通过|不同意|被拒|否决|未批准|没通过|不批",
        "rescheduled": r"\brescheduled\b|改期|改时间",
        "done": r"\bdone\b|\bcomplete[d]?\b|\bfinished\b|\bsettled\b|\bresolved\b|\bfulfilled\b|\bticked off\b|\bfixed\b|已?完成|做完|已办|办好|结束|解决|搞定|处理完",
        "undone": r"\bincomplete\b|\bunfinished\b|\bnot (?:yet )?(?:done|finished|complete[d]?)\b|\bto do\b|\boutstanding\b|\bunresolved\b|\bstill open\b|未完成|没做|待办|没完成|未结束|未解决|尚未完成",
        "progress": r"\bin progress\b|\bongoing\b|\bunder way\b|\bunderway\b|\bbeing (?:worked|processed|prepared)\b|\bprocessing\b|\bpreparing\b|进行中|处理中|正在处理|办理中|准备中|备货",
        "failed": r"\bfailed\b|\bunsuccessful\b|\bdid not (?:work|succeed)\b|\berror\b|失败|未成功|出错",
        "succeeded": r"\bsucce(?:eded|ssful)\b|\bpassed\b|\bworked\b|成功",
    },
    "payment": {
        "paid": r"(?<!un)\bpaid\b(?! (?:\w+ ){0,2}?(?:attention|heed|visits?|tribute|homage|respects?|compliments?|lip service)\b)|\bpayment (?:received|made|done|complete[d]?|went through)\b|\bsettled\b|\bhas been paid\b|已付款?|已支付|付清|付过|已结清|支付成功|付了|已缴|缴清",
        "unpaid": r"\bunpaid\b|\bnot (?:yet )?(?:been )?paid\b|\bpayment (?:due|outstanding|pending|open)\b|\bowing\b|\bowed\b|\boutstanding\b|\bawaiting payment\b|\bstill to (?:be )?pa(?:y|id)\b|\bdue\b|未付|未支付|待付|没付|待支付|欠款|未结清|还没付|未缴|待缴|尚未支付",
        "refunded": r"\brefunded\b|\bmoney (?:was )?(?:returned|back)\b|\breimbursed\b|退款|已退",
        "partly": r"\bpart(?:ly|ially|-)[ -]?paid\b|部分付",
    },
    "parcel": {
        "delivered": r"\bdelivered\b|\barrived\b|\bhanded over\b|\breceived\b|\bdropped off\b|\blanded\b|送达|签收|已到|收到|到货|已送|投递成功|抵达|到达|妥投",
        "transit": r"\bin transit\b|\bon (?:its|the) way\b|\ben route\b|\bunder way\b|\btravell?ing\b|\bbeing (?:shipped|transported|delivered)\b|运输中|在途|在路上|途中|运送中|配送中|派送中|派件",
        "out": r"\bout for delivery\b|\bwith the (?:courier|driver)\b|派送中|正在派送|派件中|配送中",
        "shipped": r"\bshipped\b|\bdispatched\b|\bdespatched\b|\bsent(?: out| off)?\b|\bposted\b|\bmailed\b|\bdeparted\b|\bleft\b|已?发货|寄出|发出|已寄|出发|起飞|离开",
        "unshipped": r"\bnot (?:yet )?(?:shipped|dispatched|sent)\b|\bunshipped\b|\bunsent\b|\bstill in the warehouse\b|未发货|待发货|没发货|未寄",
        "returned": r"\breturn(?:ed|ing)\b|\bsent back\b|退回|退货|已退",
        "ready": r"\bready\b|\bwaiting to be (?:picked up|collected)\b|\bto be collected\b|\bawaiting (?:pick-?up|collection)\b|\bcan be (?:picked up|collected)\b|可取|待取|已备好|准备好|可以取|就绪|可自提|待自提",
        "collected": r"\bpicked up\b|\bcollected\b|已取|取走|领取|取件|拿走",
        "lost": r"\blost\b|\bmissing\b|丢失|遗失|不见",
        "boarding": r"\bboarding\b(?! pass)|登机(?!牌|口)",
    },
    "lock": {
        "locked": r"\blocked\b|\bbolted\b|\bblocked\b|已?上锁|锁着|锁上|已锁|锁住|锁了|锁定|冻结",
        "unlocked": r"\bunlocked\b|\bnot locked\b|\bunbolted\b|\bunblocked\b|未锁|没锁|解锁|未上锁|没上锁|开锁",
    },
    "level": {
        "full": r"\bnot (?:a|one) (?:single )?\w+ (?:left|free|available)\b|\bfull(?:y (?:booked|charged|occupied))?\b|\bbooked (?:up|out)\b|\bno (?:\w+ )?(?:space|rooms?|seats?|places?|tables?|tickets?|slots?|beds?|spots?|vacanc(?:y|ies)) (?:left|free|available)?|\bno vacanc(?:y|ies)\b|\bno free (?:seats?|places?)\b|满|客满|已满|约满|满员|订满",
        "empty": r"\bempty\b|\bvacant\b|\bdepleted\b|\bdead\b|\bnothing (?:in|inside|left)\b|\bunoccupied\b|空着|空的|没电|空(?=$|[，。闲])|空置|无人|耗尽",
        "occupied": r"\boccupied\b|\btaken\b|\bin use\b|\bengaged\b|\breserved\b|\bbusy\b|\bbooked\b|占用|有人|使用中|已预订|被占|忙",
        "free": r"(?<![-\w])free\b(?! of charge)|\bvacant\b|\bunoccupied\b|\bavailable\b|\bunbooked\b|\bnobody in\b|空闲|空着|无人|可用|没人|有空|空位",
        "low": r"\blow\b|\brunning out\b|\balmost empty\b|电量低|低电|电量不足|不足|偏低|低(?=$|[，。])",
        "high": r"\bhigh\b|偏高|高(?=$|[，。])",
    },
    "read": {
        "read": r"(?<!un)\bread\b|\bseen\b|\bopened\b|已读|看过|读过",
        "unread": r"\bunread\b|\bnot (?:yet )?(?:been )?(?:read|opened|seen)\b|\bunopened\b|\bunseen\b|未读|没读|没看",
    },
    "link": {
        "connected": r"(?<!dis)\bconnected\b|\bonline\b|\blinked\b|\bpaired\b|\breachable\b|\bhas (?:a )?(?:signal|connection)\b|(?:已|在)?(?:连接|在线|连上|联网|配对|上线)(?!不|断)|已连",
        "disconnected": r"\bdisconnected\b|\boffline\b|\bnot connected\b|\bunpaired\b|\bno (?:connection|signal)\b|\bunreachable\b|\bunplugged\b|断开|离线|未连接|没连|掉线|断线|断网|未联网|下线|不在线",
    },
    "traffic": {
        "jammed": r"\bcongest\w+|\btraffic jam\w*|\bheavy traffic\b|拥堵|堵车|塞车|堵(?=$|[，。了死着])", "flowing": r"\b(?:light|clear|no) traffic\b|\bflowing\b|畅通|通畅|不堵",
    },
    "play": {
        "playing": r"(?<!not )\bplaying\b|\bresumed\b|播放中|正在播放|继续播放", "paused": r"\bpaused?\b|\bsuspended\b|\bon pause\b|暂停|中止",
        "stopped": r"\bstopped\b|已停止|停止播放",
    },
    "publish": {
        "draft": r"\bdrafts?\b|\bunpublished\b|\bnot (?:yet )?published\b|草稿|未发布|没发布",
        "published": r"(?<!un)\bpublished\b|\bwent live\b|\bis live\b|已发布|发布了|已上线",
    },
    "theme": {
        "dark": r"\b(?:dark|night)[- ](?:mode|theme)\b|\b(?:mode|theme):? (?:is )?dark\b|深色|暗色|夜间模式|暗黑", "light": r"\b(?:light|day)[- ](?:mode|theme)\b|\b(?:mode|theme):? (?:is )?light\b|浅色|亮色|日间模式",
    },
    "proof": {
        "verified": r"(?<!un)\bverified\b|\bauthenticated\b|已验证|已认证|验证通过", "unverified": r"\bunverified\b|\bnot (?:yet )?verified\b|未验证|未认证|待验证",
    },
    "sync": {
        "synced": r"(?<!un)\bsync(?:ed|hronised|hronized)\b|\bup to date\b|\bbacked up\b|已同步|已备份|同步完成", "unsynced": r"\bunsynced\b|\bnot (?:yet )?synced\b|\bsync pending\b|未同步|待同步|未备份",
    },
    "charge": {
        "charging": r"(?<!not )\bcharging\b|\bplugged in\b|\bon charge\b|充电中|正在充电|在充电",
        "charged": r"\b(?:fully )?charged\b|充满|满电",
    },
    "sound": {
        "muted": r"\bmuted?\b|\bsilent\b|\bsilenced\b|\bsound (?:is )?off\b|\bno sound\b|静音|无声|消音|没有?声音|免打扰",
        "loud": r"\bunmuted\b|\bringing\b|\bsound (?:is )?on\b|\baudible\b|\bloud\b|有声|未静音|响铃|取消静音",
    },
    "valid": {
        "valid": r"(?<!in)\bvalid\b|\bin force\b|\bgood until\b|\bstill good\b|有效(?!期)|生效|未过期|在有效期",
        "expired": r"\bexpired\b|\binvalid\b|\blapsed\b|\bout of date\b|\brun out\b|\bran out\b|\bno longer valid\b|\bnot valid\b|过期|失效|无效|到期|已过有效期",
    },
    "there": {
        "present": r"\bpresent\b|\bat home\b|\bhome\b|\bthere\b|\bin attendance\b|\battending\b|\bcoming\b|\bin the (?:room|office)\b|出席|在场|在家|到场|到了|参加|在(?=$|[，。])|会来",
        "absent": r"\b(?:did(?:n\'t| not)|has(?:n\'t| not)) (?:come|c[ao]me|show(?:n)?|attend(?:ed)?|turn(?:ed)? up)\b|\bno-show\b|\babsent\b|\baway\b|\bnot (?:there|home|in|present|coming)\b|\bmissing\b|\bout of (?:office|the office)\b|\bon leave\b|缺席|不在|没来|外出|未到|请假|缺勤|不来|不参加",
    },
    "weather": {
        "rain": r"\brain(?:y|ing|s)?\b|\bshowers?\b|\bwet\b|\bdrizzl\w+|下雨|有雨|雨天|小雨|大雨|阵雨|雨",
        "sun": r"\bsun(?:ny|shine)?\b|\bclear (?:sky|skies)?\b|\bfine\b|\bbright\b|晴",
        "cloud": r"\bcloud(?:y|ed|s)?\b|\bovercast\b|\bgr[ae]y sk\w+|阴|多云",
        "snow": r"\bsnow(?:y|ing|s)?\b|雪",
        "fog": r"\bfog(?:gy)?\b|\bmist(?:y)?\b|雾",
        "wind": r"\bwind(?:y)?\b|\bstormy?\b|\bgale\b|大风|有风|风暴",
        "dry": r"\bdry\b|干燥|无雨",
    },
    "heat": {
        "hot": r"\bhot\b|\bwarm\b|\bheated\b|热|暖",
        "cold": r"\bcold\b|\bchilly\b|\bcool(?:ed)?\b|\bfrozen\b|\bfreezing\b|冷|凉|冰",
    },
    "colour": {
        "red": r"\bred\b|\bscarlet\b|红", "green": r"\bgreen\b|绿", "blue": r"\bblue\b|蓝", "yellow": r"\byellow\b|\bamber\b|黄",
        "orange": r"\borange\b|橙", "black": r"\bblack\b|黑", "white": r"\bwhite\b|白", "grey": r"\bgr[ae]y\b|灰",
        "purple": r"\bpurple\b|\bviolet\b|紫", "pink": r"\bpink\b|粉", "brown": r"\bbrown\b|棕|褐",
    },
    "truth": {
        "yes": r"[✓✔☑✅]|\b(?:allowed|permitted|welcome|possible)\b|允许|可以|^\W*(?:yes|y|yep|yeah|true|correct)\b|\b(?:is|was|answer(?: is)?|said|says|=|:) ?(?:yes|true)\b|^\W*(?:是|对|是的|真|有)\W*$|是真|为真",
        "no": r"[✗✘☒❌]|\b(?:(?:not |dis)(?:allowed|permitted|possible)|forbidden|prohibited|banned)\b|不允许|不可以|禁止|^\W*(?:no|nope|false)\W*$|\b(?:is|was|answer(?: is)?|said|says|=|:) ?(?:no|false)\b|^\W*(?:否|不|不是|假|没有|无)\W*$|为假",
    },
    "work": {
        "working": r"\bworking\b|\bworks\b|\boperational\b|\bin (?:working )?order\b|\bfunction(?:al|ing|s)\b|\bfixed\b|\brepaired\b|\bintact\b|\bfine\b|\bok(?:ay)?\b|正常|可用|完好|修好|能用|没问题|无损",
        "broken": r"\bbroken\b|\bout of (?:order|service)\b|\bfaulty\b|\bdefective\b|\bdamaged\b|\bnot working\b|\bdown\b|\bdoesn't work\b|\bmalfunction\w*|\bkaput\b|故障|坏了?|损坏|停机|破损|失灵|不能用|维修(?![好完费])|有问题|停用",
    },
    "safe": {
        "safe": r"\bsafe\b|\bsecure[d]?\b|安全", "unsafe": r"\bunsafe\b|\bdangerous\b|\bhazardous\b|危险|不安全",
    },
    "price": {
        "free": r"(?<![-\w])free(?: of charge)?\b|\bno charge\b|\bcosts? nothing\b|\b(?:no|without|zero) (?:cost|fee|charge)s?\b|\bfor nothing\b|\bcomplimentary\b|\bgratis\b|\bincluded\b|免费|不收费|不要钱|包含",
        "charged": r"\bcharged for\b|\bfor a fee\b|\bcosts? extra\b|\bextra charge\b|\bnot included\b|\bpayable\b|收费|另付|不含|要钱|付费",
    },
    "window": {
        "refundable": r"(?<!non-)(?<!non )\brefundable\b|可退", "nonrefundable": r"\bnon[- ]?refundable\b|\bno refunds?\b|不可退|不能退|不退",
    },
    "pub": {
        "public": r"\bpublic\b|公开", "private": r"\bprivate\b|\bhidden\b|\bconfidential\b|私密|私人|不公开|隐藏",
    },
    "diet": {
        "vegetarian": r"\bvegetarian\b|\bveggie\b|\bmeat-?free\b|\bmeatless\b|素食?", "vegan": r"\bvegan\b|\bplant-based\b|纯素|全素",
        "meat": r"\bnon-vegetarian\b|\bcontains meat\b|\bwith meat\b|荤",
    },
    "size": {"big": r"\b(?:big|large)\b|大号", "small": r"\b(?:small|little)\b|小号", "medium": r"\bmedium\b|中号"},
    "registered": {
        "in": r"\b(?:registered|enrolled|signed up|checked in|logged in|signed in|subscribed|booked)\b|已?(?:注册|报名|登记|登录|值机|入住|预订|订阅|预约)",
        "out": r"\b(?:unregistered|not registered|logged out|signed out|checked out|unsubscribed|not booked)\b|未(?:注册|报名|登记|登录|值机|预订|预约)|退房|退订|没报名|没预约|已退出",
    },
}  # fmt: skip
"""By dimension, by value: how it is said, as patterns over folded text."""


@cache
def _patterns() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    return {name: {value: re.compile(said) for value, said in values.items()} for name, values in STATES.items()}


@dataclass(frozen=True, slots=True)
class State:
    """A value of a dimension, where a text says it."""

    dimension: str
    value: str
    start: int
    end: int


@lru_cache(maxsize=1024)
def states_in(text: str) -> tuple[State, ...]:
    """Every state a folded text says; a word inside a longer saying of its dimension counts only there."""
    found: list[State] = []
    for dimension, values in _patterns().items():
        own = [
            State(dimension, value, match.start(), match.end())
            for value, pattern in values.items()
            for match in pattern.finditer(text)
        ]
        found += [
            item
            for item in own
            if not any(
                other is not item
                and other.start <= item.start
                and item.end <= other.end
                and other.end - other.start > item.end - item.start
                for other in own
            )
        ]
    return tuple(sorted(found, key=lambda item: (item.start, item.end)))
