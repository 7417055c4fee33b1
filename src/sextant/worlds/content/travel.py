"""Places to go, hotels, carriers, in both languages."""

TOWNS = (
    ("Lisbon", "里斯本", "city"),
    ("Bologna", "博洛尼亚", "city"),
    ("Tromsø", "特罗姆瑟", "mountain"),
    ("Kyoto", "京都", "temple"),
    ("Marrakesh", "马拉喀什", "desert"),
    ("Ghent", "根特", "canal"),
    ("Tbilisi", "第比利斯", "mountain"),
    ("Oaxaca", "瓦哈卡", "desert"),
    ("Hanoi", "河内", "temple"),
    ("Valparaíso", "瓦尔帕莱索", "harbour"),
    ("Zagreb", "萨格勒布", "city"),
    ("Palermo", "巴勒莫", "sea"),
    ("Bergamo", "贝加莫", "mountain"),
    ("Chengdu", "成都", "temple"),
    ("Cape Town", "开普敦", "mountain"),
    ("Reykjavík", "雷克雅未克", "harbour"),
    ("Ljubljana", "卢布尔雅那", "canal"),
    ("Montréal", "蒙特利尔", "city"),
)
"""Names in both languages, and what one sees there."""

HOTELS = (
    ("Hotel Almandine", "石榴石酒店", "Zagreb|Bologna"),
    ("The Fernery", "蕨园旅舍", "Ghent|Cape Town"),
    ("Casa Brisa", "微风之家", "Oaxaca|Lisbon"),
    ("Pension Edelgard", "艾德加民宿", "Ljubljana"),
    ("Riad Noor", "努尔庭院旅馆", "Marrakesh"),
    ("Hotel Kastanje", "栗树酒店", "Bergamo|Zagreb"),
    ("Lighthouse Rooms", "灯塔客房", "Reykjavík|Valparaíso"),
    ("The Old Telegraph", "老电报局酒店", "Tbilisi|Montréal"),
    ("Villa Serafina", "塞拉菲娜别墅", "Palermo|Bergamo"),
    ("Nordlys Lodge", "北极光木屋", "Tromsø|Reykjavík"),
    ("Hotel Mirabeau", "米拉波酒店", "Montréal|Ghent"),
    ("Quayside Nine", "九号码头公寓", "Cape Town|Valparaíso"),
    ("Hanami Inn", "花见旅馆", "Kyoto"),
    ("The Weaver's Loft", "织工阁楼", "Ghent|Hanoi"),
)
"""Names in both languages, and the towns (by English name) where it may stand."""

CARRIERS = (
    ("Aurelia Air", "奥蕾航空"),
    ("Northwind", "北风航空"),
    ("Celesta", "星弦航空"),
    ("Pelican Airways", "鹈鹕航空"),
    ("Meridian", "子午航空"),
)

STATIONS = (
    ("Central Station", "中央火车站"),
    ("Airport", "机场"),
    ("North Station", "北站"),
    ("Harbour", "港口"),
    ("Old Town", "老城站"),
    ("Exhibition Park", "会展中心"),
    ("University", "大学城"),
    ("West Gate", "西门站"),
    ("Riverside", "滨河站"),
    ("Botanical Garden", "植物园站"),
)

STATES = (
    ("Delayed", "延误"),
    ("On time", "准点"),
    ("Gate changed", "登机口变更"),
    ("Boarding early", "提前登机"),
    ("Crew arriving", "机组到场中"),
)
