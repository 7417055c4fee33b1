"""Other spellings of a name: transliterations, usual abbreviations, Chinese characters in pinyin."""

# ruff: noqa: E501, SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Mapping

from sextant.worlds.memory.notation import folded, plain

_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ñ": "n"}
_SHORT: Mapping[str, str] = {
    pair.split("=")[0]: pair.split("=")[1]
    for pair in "brothers=bros company=co limited=ltd incorporated=inc corporation=corp saint=st street=st road=rd avenue=ave "
    "international=intl and=& mount=mt association=assoc department=dept hotel=htl centre=center theatre=theater "
    "one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 first=1st second=2nd third=3rd "
    "junior=jr senior=sr university=univ apartment=apt building=bldg market=mkt garage=gar laboratory=lab doctor=dr".split()
}
_PINYIN_LINES = (
    "wang 王汪旺望|li 李丽莉力黎立利理礼励|zhang 张章彰|liu 刘柳留|chen 陈晨辰臣沉|yang 杨洋阳扬|zhao 赵兆钊|huang 黄凰|zhou 周舟州|wu 吴武伍午|xu 徐许旭绪|"
    "sun 孙|hu 胡虎|zhu 朱竹珠祝筑|gao 高|lin 林琳霖麟临|he 何贺赫荷和河|guo 郭国果|ma 马玛|luo 罗洛骆|liang 梁亮良|song 宋松颂|zheng 郑正政峥|xie 谢|han 韩涵寒翰晗含|"
    "tang 唐汤|feng 冯峰风丰枫锋凤|yu 于余宇雨玉瑜煜郁愉羽语裕俞虞钰|dong 董东冬栋|xiao 萧肖晓小筱笑孝|cheng 程成诚城澄|cao 曹|yuan 袁远源媛元园渊圆|deng 邓|fu 傅福富甫|shen 沈申慎|"
    "zeng 曾增|peng 彭鹏朋|lv 吕|su 苏素|lu 卢陆鲁路露璐|jiang 蒋江姜疆|cai 蔡才彩|jia 贾佳嘉家加|ding 丁|wei 魏伟薇炜维威卫巍玮韦为微唯|xue 薛雪学|ye 叶烨业|yan 阎颜严燕岩妍艳彦焱言延炎|"
    "pan 潘|du 杜|dai 戴岱|xia 夏霞|zhong 钟仲忠|tian 田天甜恬|ren 任仁|fan 范樊凡帆|fang 方芳房|shi 石史施诗世时士|yao 姚瑶尧遥耀|tan 谭潭|liao 廖|zou 邹|xiong 熊雄|jin 金锦进晋瑾津|"
    "hao 郝浩皓昊豪|kong 孔|bai 白柏|cui 崔翠|kang 康|mao 毛茂|qiu 邱秋丘|qin 秦琴勤沁芹|gu 顾古谷|hou 侯|shao 邵|meng 孟梦蒙萌|long 龙隆|wan 万婉|duan 段|lei 雷磊蕾|qian 钱倩千谦|yin 尹殷音银|"
    "yi 易一怡依仪义逸艺宜亦毅|chang 常昌长|qiao 乔桥|lai 赖|gong 龚公宫|wen 文温雯闻|pang 庞|lan 兰蓝岚澜|tao 陶涛|hong 洪红宏虹鸿弘|zhai 翟|an 安|ni 倪妮|niu 牛|ji 季纪吉基继|ge 葛歌格|you 尤友佑悠|"
    "bi 毕碧|nie 聂|cong 丛聪|jiao 焦娇|xiang 向翔祥香湘|liu 柳|xing 邢星兴行杏|si 思司|guang 光广|ming 明鸣铭茗|xuan 轩萱宣璇暄|zi 子紫梓|jing 静婧敬晶景京菁靖璟|min 敏民闵旻|na 娜|"
    "fei 飞菲霏|hui 慧辉惠晖会卉|ying 英颖莹樱盈影|ping 平萍|gang 刚钢|qiang 强|jun 军俊君骏峻均|jie 杰洁婕|juan 娟|xin 新欣鑫心馨昕|bo 波博|chao 超|bin 斌彬宾|kai 凯开|yong 勇永|"
    "hua 华花桦|qing 青清庆晴卿|mei 梅美媚|hai 海|shan 山珊杉|shu 舒书淑|rui 瑞睿蕊锐|ze 泽|han 涵|ya 雅亚|lian 莲连|zhi 志智芝之|tong 桐彤童通|yue 月悦岳越|ran 然冉|ning 宁|jian 建健剑|"
    "dan 丹|ling 玲灵凌|rong 荣蓉容|ou 欧|yun 云芸韵|chun 春纯|sheng 生胜盛|qi 琪琦奇祺齐启|ke 科可柯克|nan 南楠|bei 北贝|kun 坤昆|peng 鹏|sha 莎|shuang 双爽|hang 航杭|lang 朗|man 曼|mo 默墨莫|"
    "nuo 诺|ai 爱艾|rou 柔|ru 如茹|jue 珏|run 润|shuai 帅|ting 婷庭|xi 曦希西熙喜溪|xun 勋迅|you 悠|yuan 媛|zhen 珍真振震|zhuo 卓|zhe 哲|chuan 川传|chu 楚|da 达大|de 德|en 恩|gui 桂贵|"
    "bao 宝|biao 彪|cheng 诚|dong 东|duo 朵|er 尔|ga 嘎|gen 根|heng 恒|huan 欢|kui 奎|le 乐|mu 慕木|pei 佩培|pu 浦|qu 曲屈|ruo 若|sai 赛|sen 森|shun 顺|tai 泰|wo 沃|ying 瑛|zhan 展詹|zong 宗"
)
_PINYIN: Mapping[str, str] = {
    sign: line.split(" ")[0] for line in reversed(_PINYIN_LINES.split("|")) for sign in line.split(" ")[1]
}


def pinyin(surname: str, given: str) -> list[str]:
    """A Chinese name in Latin letters: surname, given name; empty where a character is not known."""
    sounds = [[_PINYIN.get(sign, "") for sign in part] for part in (surname, given)]
    return ["".join(part) for part in sounds] if all(all(part) for part in sounds) else []


def bare(text: str) -> str:
    """`folded`, and letters that are not just accented ones as those they are written with."""
    return folded(text).translate(_LETTERS)


def spellings(part: str) -> list[str]:
    """Other ways to write a word of a name, as patterns over `bare` text."""
    raw = plain(part).casefold()
    found: list[str] = []
    spelt = "".join(_UMLAUTS.get(sign, sign) for sign in raw)
    if spelt != raw:
        found.append(re.escape(bare(spelt)))
    closed = re.sub(r"ae|oe|ue", lambda m: m.group()[0], bare(raw))
    if closed != bare(raw):
        found.append(re.escape(closed))
    if "'" in raw:
        found.append(r"['\s]?".join(re.escape(bare(piece)) for piece in raw.split("'")))
    word = bare(raw)
    for long, short in _SHORT.items():
        if word == long:
            found.append(re.escape(short) + r"\.?")
        elif word == short:
            found.append(re.escape(long))
    return found
