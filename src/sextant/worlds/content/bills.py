"""Who takes money, for what, and how much it usually is."""

from collections.abc import Mapping
from dataclasses import dataclass

from sextant.worlds.content.circle import Locale
from sextant.worlds.content.phrasing import listed


@dataclass(frozen=True, slots=True)
class Merchant:
    """Somebody who is paid. `low` and `high` in whole euros; `sort` is `food`, `travel`, `house`, `fun` or `income`."""

    name: str
    sort: str
    low: int
    high: int
    icon: str


_MERCHANTS: Mapping[Locale, str] = {
    "en": """
        Greengrocer Halim;food;8;44|Harbour Bakery;food;4;19|Corner Deli;food;7;31|Saturday Market;food;12;58
        Noodle House Ming;food;11;46|Café Mirador;food;5;22|Fishmonger Brand;food;14;49|Cheese Cellar;food;9;38
        City Trams;travel;6;49|North Line Rail;travel;18;130|Blue Taxi;travel;9;41|Park & Ride East;travel;5;18
        Wheelwright Cycles;travel;15;160|Ferry Terminal;travel;12;74|Fuel Stop Bypass;travel;30;84
        Municipal Waterworks;house;24;88|Sunfield Energy;house;48;170|Hearth Insurance;house;19;96
        Loft & Sons Hardware;house;8;130|Lumen Fibre;house;29;59|Chimney Sweep Ortiz;house;55;120
        Linen Laundry;house;9;34
        Lighthouse Cinema;fun;9;36|Riverside Theatre;fun;22;95|Paper Moon Books;fun;8;62|Climbing Hall;fun;11;48
        Botanical Garden;fun;6;24|Vinyl Cave;fun;14;77|Pottery Workshop;fun;25;90|Town Baths;fun;5;21
        Salary, Weaver & Co;income;1900;3400|Tax office, refund;income;120;640|Flea market sales;income;25;180
        Rent from the garage;income;60;110
    """,
    "zh": """
        老张菜铺;food;8;44|海港面包房;food;4;19|街角熟食店;food;7;31|周末集市;food;12;58|明记面馆;food;11;46
        半山咖啡馆;food;5;22|渔家海鲜;food;14;49|山间奶酪铺;food;9;38|城市地铁;travel;6;49|北线铁路;travel;18;130
        蓝色出租;travel;9;41|东站停车场;travel;5;18|轮匠自行车;travel;15;160|轮渡码头;travel;12;74
        环城加油站;travel;30;84
        自来水公司;house;24;88|向阳电力;house;48;170|安居保险;house;19;96|鲁班五金;house;8;130|极光宽带;house;29;59
        清洗油烟机;house;55;120|净衣洗衣店;house;9;34|星光影院;fun;9;36|河畔剧场;fun;22;95|纸月书店;fun;8;62
        攀岩馆;fun;11;48|植物园;fun;6;24|黑胶唱片行;fun;14;77|陶艺坊;fun;25;90|市民泳池;fun;5;21
        工资·织造公司;income;1900;3400|税务局退税;income;120;640|旧货出售;income;25;180|车库租金;income;60;110
    """,
}

_ICONS = listed(
    """
    apple|wheat|sandwich|shopping-basket|soup|coffee|fish|store|tram-front|train-front|car|bus-front|bike|ship|fuel
    droplets|zap|shield-check|hammer|wifi|flame|shirt
    film|ticket|book-open|mountain|flower|music|palette|waves|briefcase|landmark|tag|warehouse
    """
)
"""In the order of the merchants, which is the same in both languages."""

SORTS: Mapping[Locale, Mapping[str, str]] = {
    "en": {"food": "Food", "travel": "Transport", "house": "Household", "fun": "Leisure", "income": "Income"},
    "zh": {"food": "餐饮", "travel": "交通", "house": "家用", "fun": "休闲", "income": "收入"},
}


def merchants(locale: Locale) -> tuple[Merchant, ...]:
    """Everybody who takes or pays money, in a fixed order; names are unique."""
    made: list[Merchant] = []
    for entry in listed(_MERCHANTS[locale]):
        name, sort, low, high = entry.split(";")
        made.append(Merchant(name, sort, int(low), int(high), _ICONS[len(made)]))
    return tuple(made)
