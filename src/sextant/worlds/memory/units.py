"""Units of measure and currencies: what each word means, and how much of its base it is."""

# ruff: noqa: SIM905 - patterns and word lists are read a line at a time

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """Some of a dimension: `g` is a thousandth of `mass`. `dimensions` has several where the word is ambiguous."""

    dimensions: frozenset[str]
    factor: Fraction = Fraction(1)


_MONEY = {
    "EUR": "€ eur euro euros 欧元 欧",
    "USD": "$ us$ usd us_dollar us_dollars american_dollars dollar dollars buck bucks 美元 美金 刀",
    "GBP": "£ gbp british_pounds pounds_sterling pound pounds quid sterling 英镑",
    "CNY": "cny rmb yuan kuai renminbi 元 块 块钱 人民币 圆 元人民币",
    "JPY": "jpy yen 日元",
    "CHF": "chf franc francs swiss_franc swiss_francs 瑞郎 法郎",
    "HKD": "hk$ hkd 港币 港元",
    "CAD": "cad c$",
    "AUD": "aud a$",
    "INR": "₹ inr rupee rupees 卢比",
    "KRW": "₩ krw won 韩元",
}
_CENTS = {"EUR USD": "cent cents ct cts ¢ 美分 欧分", "GBP": "p pence penny 便士", "CNY": "分 分钱"}
_MEASURES: Mapping[str, str] = {
    "mass": "mg milligram 毫克=1/1000; g gram gramme gr 克=1; kg kilo kilogram 公斤 千克=1000; t tonne ton 吨=1000000;"
    "斤=500; 两重=50; lb pound-weight lbs=45359237/100000; oz ounce=45359237/1600000",
    "length": "mm millimetre millimeter 毫米=1/1000; cm centimetre centimeter 厘米 公分=1/100; m metre meter 米 公尺=1;"
    "km kilometre kilometer 公里 千米=1000; 里路=500; mile mi 英里=1609344/1000; ft foot feet 英尺=3048/10000;"
    "inch inches 英寸=254/10000",
    "volume": "ml millilitre milliliter 毫升=1/1000; cl centilitre=1/100; dl decilitre=1/10; l litre liter 升 公升=1",
    "duration": "second sec s 秒 秒钟=1; minute min mins 分钟=60; hour h hr hrs 小时 个小时 钟头 个钟头=3600;"
    "day 天=86400; week wk 周 星期 个星期 礼拜=604800; fortnight=1209600",
    "months": "month 个月 月=1; quarter-year 季度=3; year yr yrs 年 岁 周岁=12",
    "percent": "% percent per-cent pct 百分比=1",
    "celsius": "°c ℃ celsius centigrade 摄氏度=1",
    "fahrenheit": "°f ℉ fahrenheit 华氏度=1",
    "degree": "° degree deg 度=1",
    "data": "kb kilobyte=1000; mb megabyte 兆=1000000; gb gigabyte=1000000000; tb terabyte=1000000000000",
    "energy": "wh=1; kwh kilowatt-hour 千瓦时 度电=1000; mwh=1000000",
    "power": "w watt 瓦=1; kw kilowatt 千瓦=1000",
    "speed": "km/h kmh kph kmph 公里每小时=1; mph=1609344/1000000",
    "kcal": "kcal calories calorie cal 千卡 大卡 卡路里=1",
    "steps": "step 步=1",
    "pieces": "piece pc pcs item unit 件 个 只 份 枚 块儿=1",
    "people": "person people guest adult 人 位 名=1",
    "nights": "night 晚 夜=1",
    "pages": "page pg 页=1",
    "floors": "floor storey 层 楼=1",
    "points": "point pt pts 分数 积分=1",
    "stars": "star 星 颗星=1",
}


def _made() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for code, words in _MONEY.items():
        units |= {word.replace("_", " "): Unit(frozenset({code})) for word in words.split()}
    for codes, words in _CENTS.items():
        units |= {word: Unit(frozenset(codes.split()), Fraction(1, 100)) for word in words.split()}
    units |= {word: Unit(frozenset({"CNY"}), Fraction(1, 10)) for word in ("角", "毛", "毛钱", "角钱")}
    units["¥"] = units["¥"] = Unit(frozenset({"CNY", "JPY"}))
    for dimension, groups in _MEASURES.items():
        for group in groups.split(";"):
            words, factor = group.rsplit("=", 1)
            for word in words.split():
                unit = Unit(frozenset({dimension}), Fraction(factor))
                units.setdefault(word, unit)
                if len(word) > 2 and word.isascii() and word.isalpha():
                    units.setdefault(word + "s", unit)
    return units


UNITS: Mapping[str, Unit] = _made()
CURRENCIES = frozenset(_MONEY)
_ORDERED = sorted(UNITS, key=len, reverse=True)
_ALTERNATIVES = "|".join(
    re.escape(word) + (r"(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else "") for word in _ORDERED
)
AFTER = re.compile(rf"[ -]?\s*({_ALTERNATIVES})")
_BEHIND = frozenset("元 块 块钱 圆 刀 欧 欧元 美元 英镑 日元 euros dollars pounds bucks quid yuan kuai".split())
"""Currency words that stand behind the amount only."""
_MONEY_WORDS = sorted(
    (
        word
        for word, unit in UNITS.items()
        if unit.dimensions <= CURRENCIES and unit.factor == 1 and word not in _BEHIND
    ),
    key=len,
    reverse=True,
)
BEFORE = re.compile(r"(?<![a-z])(" + "|".join(re.escape(word) for word in _MONEY_WORDS) + r")\s*(?P<sign>-?)\s*$")


def money(unit: Unit | None) -> bool:
    """Whether the unit is a currency."""
    return unit is not None and unit.dimensions <= CURRENCIES


def fits(gold: Unit, noted: Unit) -> bool:
    """Whether both measure the same thing."""
    one, two = gold.dimensions, noted.dimensions
    if one & two:
        return True
    degrees = {"celsius", "fahrenheit", "degree"}
    return "degree" in one | two and one <= degrees and two <= degrees
