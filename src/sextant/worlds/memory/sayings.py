"""Free text: the content words of what was said, with plain synonyms; numbers and negation have to agree."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Iterable, Mapping

from sextant.worlds.memory.notation import is_chinese, numbered
from sextant.worlds.memory.standing import Label, negated

_STOP = frozenset(
    "a an the is are was were be been being am it its it's this that these those there here and or but so then to of in "
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
    "before prior", "after following", "early earlier", "late later", "quick fast rapid", "quiet silent quietly silence", "ill sick unwell", "speak talk", "tell inform notify let-know",
    "ask request", "mend repair fix", "throw discard bin", "shut close", "open", "switch turn", "off", "on", "wear", "dress", "code password pin passcode",
    "key keys", "ground bottom", "floor storey level", "reception frontdesk desk", "porter concierge doorman caretaker janitor", "knock rap", "bell doorbell buzzer", "ring sound",
    "cupboard cabinet closet wardrobe", "drawer", "shelf rack", "mug cup", "plant flower pot flowerpot", "pot", "cash coins money notes", "card", "pay", "spicy hot chilli chili", "nut nuts peanut", "allergy allergic",
    "gluten", "milk dairy", "without no free minus", "meat", "vegetarian veggie meatless", "breakfast", "dinner supper", "lunch", "evening night", "noon midday", "sign signature signed",
    "contact reach", "send mail post ship", "receive get", "reply respond answer", "water irrigate", "feed", "cat kitty", "dog hound", "left lefthand", "right righthand", "middle centre center",
    "corner", "upstairs above", "downstairs below", "mat doormat rug", "wait hold", "table desk", "seat chair", "window", "train rail", "platform track", "luggage baggage bags suitcase bag",
    "refrigerator fridge", "freezer", "oven cooker", "kettle", "tap faucet", "wall", "staircase stairs steps stairway", "basement cellar", "attic loft", "mailbox letterbox postbox", "hallway corridor hall", "each every", "twice two 2 double",
    "once one 1", "third 3 three 3rd", "second 2nd two", "first 1st", "fourth 4th four", "fifth 5th five", "daily day", "weekly week", "monthly month", "colleague coworker", "boss manager", "assistant", "mum mother mom", "dad father",
    "empty clear", "full", "warm", "cold cool chilled", "swap exchange trade", "change alter switch", "give hand pass", "guest visitor", "return back", "avoid dont not never", "need require want", "show present", "bag sack", "beige cream", "grey gray", "purple violet", "trousers pants", "jumper sweater pullover", "fragile breakable delicate", "careful carefully gently",
)  # fmt: skip
_ZH_SYNONYMS: tuple[str, ...] = (
    "放在 放到 放 搁 置于 搁在 留在 存放 摆", "门口 门前 大门口", "包裹 快递 邮件", "旁边 边上 旁 隔壁 附近 一旁", "后面 背后 后边 之后 后", "前面 前边 前", "下面 底下 下边 下方 下", "上面 上边 上方 上",
    "里面 里边 内 里", "外面 外边 外", "打电话 致电 拨打 电话", "不要 别 勿 请勿 不用 不 无", "邻居 隔壁", "花盆 盆栽", "按门铃 门铃", "敲门", "前台 接待处 服务台", "保安 门卫", "物业 管理处", "电梯", "左边 左侧 左", "右边 右侧 右",
    "辣 辛辣", "葱 香菜", "过敏", "周末", "提前 预先 事先", "带 携带 带上 拿 取 领取", "雨伞 伞", "钥匙", "垫子 地垫 脚垫", "鞋柜 柜子 橱柜 柜", "冰箱 冰柜", "楼梯 楼道", "阳台", "车库", "地下室", "晚上 夜里 晚", "早上 上午 早", "下午 午后", "告诉 通知 告知", "联系 找", "妈妈 母亲", "爸爸 父亲", "停车 泊车", "结账 付款 支付 付", "自行车 单车", "电脑 计算机", "手机 电话", "照片 图片 相片", "红色 红", "蓝色 蓝", "绿色 绿", "黄色 黄", "黑色 黑", "白色 白", "买 购买", "关 关闭 关上", "开 打开", "喂 喂养", "浇水 浇", "倒垃圾 垃圾", "寄 邮寄 寄出 发", "房间 屋 屋子", "医院 诊所", "餐厅 饭店 餐馆", "孩子 小孩 儿童", "轻 轻轻 小心", "便宜 低价", "安静 静",
)  # fmt: skip
_ZH_STOP = "的了请在是把给和与着吗呢吧我你他她它们会要将被就到也都很这那个记住备注于从并所以并且或者又得地一"
_GENERIC = frozenset(
    "street road st avenue squar plac room entranc door meet go leav put bring call ask us tak".split()
)
"""Stems that say nothing alone."""
_NOT = re.compile(
    r"\bnot?\b|n't\b|\bnever\b|\bwithout\b|\bnone\b|\bnothing\b|\bavoid\b|\bexcept\b|\bno-one\b|\bnobody\b|\bdont\b|-free\b|不|别(?!的|人|墅)|勿|没|无(?!线|人机)|未|免"
)
_NEGATIVE = frozenset(
    "not no never without none nothing dont don't isn't doesn't won't can't cannot avoid except nobody free".split()
)


def _groups(lines: Iterable[str]) -> Mapping[str, frozenset[str]]:
    out: dict[str, set[str]] = {}
    for line in lines:
        words = line.split()
        for word in words:
            out.setdefault(_stem(word), set()).update(_stem(other) for other in words)
    return {word: frozenset(others) for word, others in out.items()}


def _stem(word: str) -> str:
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
        ("es", ""),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


_SAME = _groups(_SYNONYMS)


def compare_text(gold: str, memory: str) -> Label:
    """How much of what was said the note holds."""
    goal, text = numbered(_tags(gold)), numbered(_tags(memory))
    if is_chinese(goal):
        return _chinese(goal, text)
    wanted, noted = stems(goal), stems(text)
    if not wanted:
        return "complete" if goal and goal in text else "none"
    if _titled(gold):
        return _title(wanted, text)
    found = [word for word in wanted if _holds(word, noted)]
    if all(word in _GENERIC for word in found) and len(found) < len(wanted):
        return "none"
    if len(wanted) <= 3 and any(_contradicted(word, wanted, noted) for word in wanted):
        return "none"
    near = " , ".join(part for part in _clauses(text) if any(_holds(word, stems(part)) for word in wanted))
    return _judged(len(found) / len(wanted), goal, near, len(found))


def _tags(text: str) -> str:
    """Words written together with inner capitals, apart: `#LanternFestival`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)


def _clauses(text: str) -> list[str]:
    return re.split(r"[,.;:!?()\n]|\bbut\b", text)


def _titled(gold: str) -> bool:
    """Whether it is a title: all its longer words begin with a capital."""
    words = [word for word in re.findall(r"[A-Za-z']+", gold) if len(word) > 3]
    return len(words) >= 2 and not re.search(r"\d", gold) and all(word[0].isupper() for word in words)


def _title(wanted: list[str], text: str) -> Label:
    """A title is one thing: whole, with a word lost, or another one."""
    words = [
        _stem(word.removesuffix("'s")) for word in re.findall(r"\d+|[a-z]+(?:'[a-z]+)?", text) if word not in _STOP
    ]
    if any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1)):
        return "none" if negated(text[: text.find(wanted[0])]) else "complete"
    held = [word for word in wanted if word in words]
    return "partial" if len(held) >= max(2, len(wanted) - 1) and len(words) <= len(wanted) else "none"


_RIVALS: tuple[frozenset[str], ...] = tuple(
    frozenset(_stem(word) for word in line.split())
    for line in (
        "north south east west", "left right", "before after", "inside outside", "upstairs downstairs", "behind front", "under above",
        "first second third fourth fifth", "morning afternoon evening night", "monday tuesday wednesday thursday friday saturday sunday",
        "red green blue yellow black white grey brown pink purple orange", "open close", "on off", "hot cold", "big small", "front back side",
        "cash card", "odd even", "dog cat", "top bottom middle", "husband wife", "brother sister", "son daughter", "mother father", "vegan vegetarian",
    )
)  # fmt: skip


def _contradicted(word: str, wanted: list[str], noted: list[str]) -> bool:
    return word not in noted and any(
        word in group and any(other in group and other not in wanted for other in noted) for group in _RIVALS
    )


def stems(text: str) -> list[str]:
    """The content words of a text, stemmed, each once."""
    words = re.findall(r"\d+(?:[.:]\d+)*(?:st|nd|rd|th)?|[a-z]+(?:'[a-z]+)?", text)
    return list(
        dict.fromkeys(_stem(word.removesuffix("'s")) for word in words if word not in _STOP and word not in _NEGATIVE)
    )


def _holds(word: str, noted: list[str]) -> bool:
    same = _SAME.get(word, frozenset()) | {word}
    if same & set(noted):
        return True
    return len(word) >= 5 and any(
        re.fullmatch(rf"{word}(?:al|y|ion|ment|ation)|", other)
        or (len(other) >= 5 and re.fullmatch(rf"{other}(?:al|y|ion|ment|ation)", word))
        for other in noted
    )


def _judged(share: float, goal: str, text: str, count: int) -> Label:
    if count == 0:
        return "none"
    if bool(_NOT.search(goal)) != bool(_NOT.search(text)):
        return "none"
    if share >= 0.99:
        return "complete"
    return "partial" if share >= 0.25 else "none"


def _chinese(goal: str, text: str) -> Label:
    wanted, done = goal, text
    for group in _ZH_SYNONYMS:
        words = sorted(group.split(), key=len, reverse=True)
        for word in words:
            wanted, done = wanted.replace(word, words[-1]), done.replace(word, words[-1])
    title = re.search("《(.+?)》", wanted)
    if title:
        return "complete" if title[1] in done and not negated(done[: done.find(title[1])]) else "none"
    units = re.findall(r"\d+(?:[.:]\d+)*|[a-z]+|[\u4e00-\u9fff]", wanted)
    units = [unit for unit in dict.fromkeys(units) if unit not in _ZH_STOP and not _NOT.fullmatch(unit)]
    if not units:
        return "complete" if goal in text else "none"
    found = [unit for unit in units if unit in done]
    near = ",".join(part for part in re.split(r"[,.;:!?()\n。]", done) if any(unit in part for unit in units))
    share = len(found) / len(units)
    if share < 0.85 and not _shared_run(wanted, done):
        return "none"
    return _judged(share if share < 0.85 else 1.0, wanted, near, len(found))


def _shared_run(goal: str, text: str) -> bool:
    """Whether a number, a Latin word, or two characters in a row that are no stop words stand in both."""
    if any(unit in text for unit in re.findall(r"\d+|[a-z]{2,}", goal)):
        return True
    pairs = (goal[at : at + 2] for at in range(len(goal) - 1))
    return any(pair in text and not any(c in _ZH_STOP for c in pair) and is_chinese(pair) for pair in pairs)
