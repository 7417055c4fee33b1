"""Words of free texts: stop words, synonyms, rivals, phrases of one meaning, and a small dictionary of both languages."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Iterable, Mapping

STOP = frozenset(
    "mr mrs ms miss case a an the is are was were be been being am it its it's this that these those there here and or but so then to of in "
    "on at by for with from into onto as if i you he she they we me him her them us my your his their our do does did "
    "has have had will would shall should can could may might must please just also very really some any one ones "
    "who which what where when how than too up down out over again only about get got let lets i'll you'll he'll "
    "she'll they'll note noted remember says said think maybe probably thing always kindly required require requires needed need needs necessary".split()
)
_SYNONYMS: tuple[str, ...] = (
    "leave put place drop deposit lay set store keep", "bring take carry fetch collect pick grab get", "call phone ring telephone dial",
    "door doorway entrance entry", "gate gateway", "flat apartment", "lift elevator", "garage carport", "garden yard backyard", "beside next near nearby alongside adjacent close by",
    "behind back rear", "front ahead", "under beneath below underneath", "above over top", "inside within indoors interior", "outside outdoors exterior",
    "parcel package packet box shipment delivery", "neighbour neighbor", "street road st rd", "avenue ave", "square sq", "apartment apt flat", "number no nr", "sofa couch settee", "bin dustbin trash rubbish garbage waste",
    "buy purchase get", "big large huge", "small little tiny", "begin start", "end finish stop", "child children kid", "doctor physician gp", "car vehicle auto",
    "shop store", "bike bicycle cycle", "picture photo image photograph", "photo snapshot", "meet meeting appointment", "email mail", "film movie", "holiday vacation",
    "before prior", "after following past", "early earlier", "late later", "quick fast rapid", "quiet silent quietly silence", "ill sick unwell", "speak talk", "tell inform notify let-know",
    "ask request", "mend repair fix", "throw discard bin", "shut close", "open", "switch turn", "off", "on", "wear", "dress", "code password pin passcode",
    "key keys", "clothes clothing garments", "shoes footwear boots", "hat cap", "jacket coat", "glasses spectacles", "mobile cellphone smartphone", "laptop notebook computer", "charger adapter", "cable cord lead", "bill invoice", "receipt",
    "document file paper form", "signature sign", "license licence", "id identification", "fee charge cost price", "discount reduction rebate", "free complimentary gratis", "cheap inexpensive affordable", "expensive costly dear", "forbidden prohibited banned",
    "allowed permitted ok", "heating heater radiator", "lamp light", "tv television telly", "radio", "fence railing", "path trail track way", "bridge", "river stream", "hill slope", "forest woods wood", "lake pond", "beach shore seaside", "sea ocean",
    "town city", "village", "station stop", "bus coach", "plane flight aircraft", "taxi cab", "ship boat ferry", "bicycle cycle", "pavement sidewalk", "motorway highway freeway", "roundabout", "petrol gas fuel", "boot trunk", "queue line", "row line", "biscuit cookie",
    "crisps chips", "sweets candy", "aubergine eggplant", "courgette zucchini", "starter appetizer", "main", "dessert pudding", "soda pop softdrink", "juice", "wine", "beer", "soup broth", "salad greens", "chicken poultry", "beef", "pork", "fish seafood", "prawn shrimp",
    "rice", "noodles pasta", "bread loaf", "cheese", "butter", "onion", "garlic", "lemon", "apple", "sauce dressing", "fork cutlery", "knife", "spoon", "plate dish", "bowl", "glass tumbler", "bottle flask", "tin can", "jar", "towel", "blanket quilt", "pillow cushion",
    "bed", "bath bathtub", "shower", "toilet bathroom loo restroom wc lavatory", "kitchen", "lounge livingroom", "bedroom", "office study", "roof", "balcony terrace patio", "hedge bush", "tree", "flowers roses bouquet", "lily", "grass lawn", "dirty muddy", "clean tidy",
    "heavy", "fast express", "correct right proper", "wrong incorrect", "important urgent", "polite kind friendly", "dangerous unsafe", "finish complete", "help assist", "choose select pick", "order request", "join attend", "cancel annul", "confirm verify check", "submit send hand",
    "deadline due", "weekday workday", "gift present", "party celebration", "birthday", "wedding", "exam test", "lesson class course", "teacher instructor tutor", "pupil student", "nurse", "police", "ambulance", "fire", "medicine drug medication pills tablets", "dose", "pharmacy chemist drugstore",
    "hospital clinic", "dentist", "appointment slot", "hurry rush", "wash rinse", "iron", "clean wipe scrub", "loud noisy", "bright", "dark", "wide broad", "narrow", "tall high", "short brief", "near close", "far distant", "begin commence", "purchase", "inform tell notify", "talk discuss",
    "reply answer", "question query", "guest visitor", "owner landlord host", "tenant renter", "lorry truck", "wallet purse", "handbag bag", "tap faucet", "torch flashlight", "battery batteries", "plug socket outlet", "screen display monitor", "button key switch", "page sheet", "colour color", "metre meter", "centre center",
    "ground bottom", "floor storey level", "reception frontdesk counter", "porter concierge doorman caretaker janitor", "knock rap", "bell doorbell buzzer", "atm cashpoint", "asap soon immediately urgently", "aisle gangway", "large big", "wifi wlan internet", "hours time", "ring sound",
    "cupboard cabinet closet wardrobe", "drawer", "shelf rack", "mug cup", "plant flower pot flowerpot", "pot", "cash coins money notes", "card", "pay", "spicy hot chilli chili", "nut nuts peanut", "allergy allergic",
    "gluten", "milk dairy", "without no free minus", "meat", "vegetarian veggie meatless", "breakfast", "dinner supper", "lunch", "evening night", "noon midday", "sign signature signed",
    "contact reach", "send mail post ship", "receive get", "reply respond answer", "water irrigate", "feed food", "cat kitty", "dog hound", "left lefthand", "right righthand", "middle centre center",
    "corner", "upstairs above", "downstairs below", "mat doormat rug", "wait hold", "table desk", "seat chair", "window", "train rail", "platform track", "luggage baggage bags suitcase bag",
    "refrigerator fridge refrigerated refrigerate chill chilled", "kilo kg kilogram", "litre liter l", "gram g", "hour h", "minute min", "metre meter m", "kilometre kilometer km", "freezer", "oven cooker", "kettle", "tap faucet", "wall", "staircase stairs steps stairway", "basement cellar", "attic loft", "mailbox letterbox postbox", "hallway corridor hall", "each every", "twice two 2 double",
    "once one 1", "third 3 three 3rd", "second 2nd 2 two", "first 1st", "fourth 4th 4 four", "fifth 5th 5 five", "daily day", "weekly week", "monthly month", "colleague coworker", "boss manager", "assistant", "mum mother mom", "dad father",
    "empty clear", "full", "warm", "cold cool chilled", "swap exchange trade", "change alter switch new", "give hand pass", "guest visitor", "return back", "avoid dont not never", "need require want", "show present", "bag sack", "beige cream", "grey gray", "purple violet", "trousers pants", "jumper sweater pullover", "care careful caution beware", "enter entrance entry", "fragile breakable delicate", "careful carefully gently",
)  # fmt: skip
ZH_SYNONYMS: tuple[str, ...] = (
    "放在 放到 放 搁 置于 搁在 留在 存放 摆", "门口 门前 大门口", "包裹 快递 邮件", "旁边 边上 旁 隔壁 附近 一旁", "后面 背后 后边 之后 后", "前面 前边 前", "下面 底下 下边 下方 下", "上面 上边 上方 上",
    "里面 里边 内 里", "外面 外边 外", "打电话 致电 拨打 电话", "不要 别 勿 请勿 不用 不 无", "邻居 隔壁", "花盆 盆栽", "按门铃 门铃", "敲门", "前台 接待处 服务台", "保安 门卫", "物业 管理处", "电梯", "左边 左侧 左", "右边 右侧 右",
    "辣 辛辣", "葱 香菜", "过敏", "周末", "提前 预先 事先", "带 携带 带上 拿 取 领取", "雨伞 伞", "钥匙", "垫子 地垫 脚垫", "鞋柜 柜子 橱柜 柜", "冰箱 冰柜", "楼梯 楼道", "楼 层", "阳台", "车库", "地下室", "晚上 夜里 晚", "早上 上午 早", "下午 午后", "告诉 通知 告知", "联系 找", "妈妈 母亲", "爸爸 父亲", "停车 泊车", "靠近 附近 近", "拥堵 堵车 堵", "结账 付款 支付 付", "自行车 单车", "电脑 计算机", "手机 电话", "照片 图片 相片", "红色 红", "蓝色 蓝", "绿色 绿", "黄色 黄", "黑色 黑", "白色 白", "买 购买", "关 关闭 关上", "开 打开", "喂 喂养", "浇水 浇", "倒垃圾 垃圾", "寄 邮寄 寄出 发", "房间 屋 屋子", "粉红 粉", "深 暗", "浅 淡", "窗户 窗子 窗", "寄存 存放 存", "供应 提供", "医院 诊所", "餐厅 饭店 餐馆", "孩子 小孩 儿童", "轻 轻轻 小心", "便宜 低价", "安静 静", "禁止 不准 不许 不可 不能 严禁 不得", "大人 成人", "小孩子 小朋友", "洗手间 卫生间 厕所 洗手 WC", "出租车 打车 的士", "地铁 轨交", "公交 公交车 巴士", "超市 商店", "每周 每星期", "周 星期 礼拜", "需要 要", "发送 发", "取件 取货 取", "送货 送 配送", "交给 交 递给 给", "提交 交", "衣服 衣物", "正装 西装", "密码 口令", "地址 住址", "电话号码 电话", "不吃 忌口", "冰块 冰", "可以 允许 准许 可",
)  # fmt: skip


def _groups(lines: Iterable[str]) -> Mapping[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for line in lines:
        words = line.split()
        for word in words:
            out.setdefault(stem(word), set()).update(stem(other) for other in words)
    return {word: frozenset(others) for word, others in out.items()}


_IRREGULAR: Mapping[str, str] = {
    pair.split("=")[0]: pair.split("=")[1]
    for pair in "taking=take taken=take took=take making=make made=make coming=come came=come giving=give gave=give given=give using=use used=use "
    "having=have riding=ride writing=write written=write brought=bring bought=buy sent=send paid=pay kept=keep met=meet told=tell rang=ring rung=ring "
    "went=go gone=go children=child kids=kid feet=foot knives=knife shelves=shelf leaves=leave got=get spoke=speak ate=eat drank=drink wore=wear "
    "hidden=hide hung=hang held=hold shut=shut found=find sold=sell closing=close closed=close hiding=hide".split()
}


def stem(word: str) -> str:
    """The word without its common endings."""
    word = _IRREGULAR.get(word, word)
    if not word.isascii() or len(word) <= 3:
        return word
    for ending, put in (
        ("ies", "y"),
        ("ied", "y"),
        ("sses", "ss"),
        ("ing", ""),
        ("edly", ""),
        ("ed", ""),
        ("ly", ""),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("oes", "o"),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + put
            if ending in ("ing", "ed") and re.fullmatch(r"[^aeiou][aeiou][^aeiouxwy]", word):
                word += "e"
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


SAME = _groups(_SYNONYMS)
"""By stem, the stems of the same meaning."""

_DIRECTIONS = (
    "north south east west", "left right", "before after", "inside outside", "upstairs downstairs", "behind front back side", "under above",
    "open close", "on off", "top bottom middle", "odd even", "activate deactivate", "push pull", "lock unlock", "more less", "alone together", "clockwise anticlockwise", "up down", "entrance exit", "with without", "arrive depart leave", "morning afternoon evening night",
)  # fmt: skip
_CHOICES = (
    "first second third fourth fifth sixth", "1st 2nd 3rd 4th 5th 6th", "monday tuesday wednesday thursday friday saturday sunday",
    "red green blue yellow black white grey brown pink purple orange amber silver gold turquoise beige", "hot cold warm", "big small medium large", "cash card",
    "dog cat bird", "husband wife", "brother sister", "son daughter", "mother father", "vegan vegetarian", "january february march april may june july august september october november december",
    "breakfast lunch dinner", "twice once thrice", "sugar salt", "tea coffee", "aisle window", "bus train plane taxi",
)  # fmt: skip


def _rivals(lines: Iterable[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(stem(word) for word in line.split()) for line in lines)


DIRECTIONS = _rivals(_DIRECTIONS)
"""Stems of which one turned into another turns what is said round."""
CHOICES = _rivals(_CHOICES)
"""Stems of which one stands in the place of another."""

WEAK = frozenset(
    stem(word)
    for word in (
        "leave put place drop bring take be need use come go make get have want set give hand keep see find please ask meet meeting "
        "call remember let know must should located location address item thing called sure turn way people person someone available hour "
        "time number title name everyone side area place good nice today there here stay seem say like next beside near nearby also beforehand via through contain contains "
        "moved changed given marked made based kind sort type colour color"
    ).split()
)
"""Stems that may be left out: what is said can be told without them."""
GENERIC = WEAK | frozenset(
    stem(word)
    for word in "street road st avenue square place room entrance door platform floor seat flat house gate lane drive court way close row hill path "
    "boulevard building block unit apartment".split()
)
"""Stems that hold nothing alone."""

VERBS = (
    frozenset(
        stem(word)
        for word in (
            "ring knock wait turn open close lock unlock press push pull buy pay send return collect deliver check confirm cancel book reserve print sign "
            "write read scan show wear eat drink cook heat boil water feed walk clean wash wipe empty fill move carry park drive ride board change switch "
            "charge plug unplug install update delete share save copy pack wrap store hold cover hang fold mix add remove order choose select enter exit "
            "follow cross stop start begin finish visit attend join speak talk tell listen watch look hide report submit answer reply accept bend handle "
            "forward attach borrow lend repair fix throw recycle sort count measure weigh cut serve drop stay sit stand"
        ).split()
    )
    - WEAK
)
"""What is to be done; it goes without saying where the rest of its clause is held and nothing else is to be done."""

_PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), put)
    for pattern, put in (
        (r"out of (?:order|service)|not working|doesn't work|does not work|broken down|defective|faulty|kaput", "broken"),
        (r"two times|2 times|2x|x2", "twice"), (r"three times|thrice|3x", "3 times"), (r"cash ?(?:point|machine)s?|atms?", "atm"),
        (r"front desk|reception(?: desk)?", "reception"), (r"next to|close to|close by|right by|nearby", "beside"), (r"in front of", "front"), (r"pick(?:ed|s|ing)? up", "collect"),
        (r"let (\w+) know", r"inform \1"), (r"on top of", "above"), (r"as soon as possible|asap|right away|at once|straight away", "immediately"),
        (r"ground level", "ground floor"), (r"(?:turn|switch|put)(?:ed|ing|s)? ((?:the |all |your )?(?:\w+ ){0,2})off", r"deactivate \1"), (r"(?:turn|switch|put)(?:ed|ing|s)? ((?:the |all |your )?(?:\w+ ){0,2})on(?= the| [a-z]+ing|$|[,.;])", r"activate \1"),
        (r"(?:once )?(?:every|each|a|per) day", "daily"), (r"(?:once )?(?:every|each|a|per) week", "weekly"), (r"(?:once )?(?:every|each|a|per) month", "monthly"), (r"(?:once )?(?:every|each|a|per) year", "yearly"),
        (r"prior to", "before"), (r"half[- ]price|half off|50 ?% (?:off|discount)", "halfprice"), (r"instead of|rather than", "not"), (r"half an?(?= (?!hour))", "0.5"), (r"quarter of an?", "0.25"), (r"first(?=\s*(?:$|[,.;!]))|in advance|ahead of time|beforehand", "beforehand"), (r"at the (?:back|rear) of", "behind"), (r"to the (left|right) of", r"\1"), (r"look after|take care of|mind", "watch"), (r"get rid of|throw (?:away|out)", "discard"),
        (r"fill(?:ed)? (?:in|out|up)", "fill"), (r"drop off|hand over", "deliver"), (r"wake(?:s)? up", "wake"), (r"find out", "learn"), (r"half an hour|30 ?min(?:utes)?", "30 minutes"), (r"kids?", "child"), (r"asap", "immediately"),
        (r"no later than|until|till|at the latest", "by"),
        (r"(\w+)[- ]free(?! of)", r"no \1 ."), (r"free of (\w+)", r"no \1"), (r"refrain from|avoid|skip|omit|leave out|hold the", "no"), (r"unless", "except"),
        (r"(?:no|nr|number)\.? ?(?=\d)", ""), (r"every (mon|tues|wednes|thurs|fri|satur|sun)day", r"\1day"),
        (r"(mon|tues|wednes|thurs|fri|satur|sun)days", r"\1day"), (r"mon", "monday"), (r"tues?", "tuesday"), (r"weds?", "wednesday"), (r"thu(?:rs?)?", "thursday"), (r"fri", "friday"),
        (r"noon|midday", "12:00"), (r"midnight", "00:00"), (r"mins?", "minutes"), (r"hrs?", "hours"), (r"w/o", "without"), (r"w/", "with"),
        (r"pls|plz", "please"), (r"tel|ph", "phone"), (r"&|\+", "and"), (r"bldg", "building"), (r"rm", "room"), (r"fl", "floor"), (r"pkg", "package"), (r"appt", "appointment"), (r"dept", "department"),
    )
)  # fmt: skip
_CLOCK = re.compile(r"(?<![\d:.])(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?")


def _hour(found: re.Match[str]) -> str:
    hour = int(found[1]) % 12 + (12 if found[3] == "p" else 0)
    return f"{hour:02d}:{found[2] or '00'}"


def told(text: str) -> str:
    """A text in plain digits, with phrases of one meaning in one form and times on the 24-hour clock."""
    text = _CLOCK.sub(_hour, text)
    text = re.sub(r"(?<![\d:.])(\d):(\d\d)(?!\d)", r"0\1:\2", text)
    for pattern, put in _PHRASES:
        text = pattern.sub(put, text)
    return text


_PAIRS = (
    "red 红色 green 绿色 blue 蓝色 yellow 黄色 black 黑色 white 白色 grey 灰色 pink 粉色 purple 紫色 orange 橙色 brown 棕色 amber 琥珀色 gold 金色 silver 银色 beige 米色 turquoise 青色 "
    "left 左 right 右 east 东 west 西 south 南 north 北 up 上 down 下 door 门 gate 大门 window 窗 key 钥匙 parcel 包裹 package 包裹 umbrella 雨伞 coffee 咖啡 tea 茶 milk 牛奶 water 水 sugar 糖 "
    "seat 座位 floor 楼 room 房间 reception 前台 elevator 电梯 lift 电梯 stairs 楼梯 neighbour 邻居 neighbor 邻居 doorbell 门铃 bell 铃 passport 护照 photo 照片 photos 照片 cat 猫 dog 狗 "
    "book 书 books 书 ticket 票 bus 公交 train 火车 station 站 library 图书馆 hospital 医院 school 学校 park 公园 bank 银行 hotel 酒店 restaurant 餐厅 shop 商店 large 大 small 小 hot 热 cold 冷 "
    "ice 冰 spicy 辣 coriander 香菜 onion 葱 peanut 花生 peanuts 花生 nuts 坚果 allergic 过敏 allergy 过敏 not 不 no 不 without 不 monday 周一 tuesday 周二 wednesday 周三 thursday 周四 friday 周五 saturday 周六 sunday 周日"
).split()
_ZH_OF: Mapping[str, str] = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_EN_OF: Mapping[str, str] = {zh: en for en, zh in reversed(list(_ZH_OF.items()))}


def in_chinese(text: str) -> str:
    """An English text with the words of the small dictionary in Chinese."""
    return re.sub(r"[a-z]+", lambda found: _ZH_OF.get(found.group(), found.group()), text)


def in_english(text: str) -> str:
    """A Chinese text with the words of the small dictionary in English."""
    for zh in sorted(_EN_OF, key=len, reverse=True):
        if zh in text:
            text = text.replace(zh, f" {_EN_OF[zh]} ")
    return re.sub(r"不要|不|别|勿|没", " not ", text)
