"""Cities, streets, shops and venues."""

from collections.abc import Mapping

from sextant.worlds.content.circle import Locale
from sextant.worlds.content.phrasing import listed

CITIES: Mapping[Locale, tuple[str, ...]] = {
    "en": listed(
        """
        Lisbon|Rotterdam|Bristol|Gothenburg|Kraków|Valencia|Leipzig|Cork|Trieste|Lyon|Tallinn
        Porto|Antwerp|Glasgow|Ljubljana|Bologna|Malmö|Turku|Graz|Bilbao|Nantes|Riga|Utrecht
        Thessaloniki|Brno|Bergen|Galway|Zaragoza|Aarhus|Basel|Leeds|Marseille|Vilnius|Tampere
        Dresden|Split
        """
    ),
    "zh": listed(
        """
        杭州|成都|苏州|厦门|青岛|昆明|南京|武汉|长沙|西安|大连|宁波|重庆|福州|珠海|无锡|合肥|济南|贵阳|桂林
        哈尔滨|泉州|洛阳|扬州|沈阳|天津|南宁|绍兴|烟台|兰州
        """
    ),
}

STREETS: Mapping[Locale, tuple[str, ...]] = {
    "en": listed(
        """
        Harbour Lane|Linden Street|Mill Road|Chestnut Avenue|Old Ferry Way|Orchard Close
        Saddler's Row|Canal Quay|Rosemary Hill|Station Parade|Weaver Street|Bakers Yard
        Juniper Walk|Foundry Street|Observatory Road|Almond Grove|Kingfisher Court
        Lantern Alley|Meadow View|Quarry Bank|Tannery Square|Windmill Drive|Church Terrace
        Fox Hollow|Silver Street|Elm Park|Cooper's Gate|Sailmaker Street
        """
    ),
    "zh": listed(
        """
        梧桐路|解放北路|文昌街|滨江大道|学院路|青年路|桂花巷|望湖路|东门大街|鼓楼西街|丹桂路|翠竹街|长安里|清河坊
        枫林路|海棠路|建设东路|南浦街|明月巷|锦绣路|紫荆路|石榴弄|云栖路|古墩路|柳浪街
        """
    ),
}

SHOPS: Mapping[Locale, tuple[str, ...]] = {
    "en": (
        "Fieldnote",
        "Larder & Loom",
        "Northbank Goods",
        "Marlow",
        "Everyday Supply",
        "Kettle & Pine",
        "Oddfellow",
        "Tidewater",
        "Haven Market",
        "Copper Lane",
    ),
    "zh": ("青禾生活", "木几良品", "拾光集", "有间铺子", "南山优选", "半亩园", "知物", "暖屋", "朝夕好物", "一方家居"),
}

VENUE_KINDS: Mapping[Locale, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "eat": listed("Café Mirador|The Copper Kettle|Museum café|Old Brewery|Bakery Levain"),
        "music": listed("Riverside Hall|Conservatory|Studio Nine"),
        "film": listed("Lighthouse Cinema|Riverside Hall"),
        "work": listed("Room Atlas|Room Juniper"),
        "school": listed("School canteen|Library, reading room"),
        "read": listed("Library, reading room"),
        "health": listed("Clinic on the square"),
        "garden": listed("Community Garden|Botanical Garden, gate 2"),
        "swim": listed("Town Baths|Rowing club"),
        "craft": listed("Pottery workshop|Studio Nine"),
        "outside": listed("Station forecourt|Botanical Garden, gate 2"),
        "home": listed("At home"),
    },
    "zh": {
        "eat": listed("半山咖啡馆|美术馆咖啡厅|老啤酒厂|老城茶馆"),
        "music": listed("河畔剧场|九号工作室"),
        "film": listed("星光影院|河畔剧场"),
        "work": listed("会议室·天山|会议室·洱海"),
        "school": listed("学校食堂|市图书馆三楼"),
        "read": listed("市图书馆三楼"),
        "health": listed("社区医院|口腔诊所"),
        "garden": listed("植物园东门|社区活动室"),
        "swim": listed("体育中心"),
        "craft": listed("陶艺坊|九号工作室"),
        "outside": listed("火车站北广场|植物园东门"),
        "home": listed("在家里"),
    },
}
"""Where one meets, by what for."""

CARRIERS: Mapping[Locale, tuple[str, ...]] = {
    "en": ("Swiftpost", "BlueVan", "Parcelo", "Northern Freight", "Quayline", "RedKite Express", "CityBike Courier"),
    "zh": ("飞燕速运", "蓝鲸快递", "同城骑士", "北辰物流", "万里达", "小马快跑", "云雀速递"),
}
