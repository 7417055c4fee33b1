"""Places to go, hotels, carriers, in both languages."""

TOWNS = (
    ("Lisbon", "里斯本"),
    ("Bologna", "博洛尼亚"),
    ("Tromsø", "特罗姆瑟"),
    ("Kyoto", "京都"),
    ("Marrakesh", "马拉喀什"),
    ("Ghent", "根特"),
    ("Tbilisi", "第比利斯"),
    ("Oaxaca", "瓦哈卡"),
    ("Hanoi", "河内"),
    ("Valparaíso", "瓦尔帕莱索"),
    ("Zagreb", "萨格勒布"),
    ("Palermo", "巴勒莫"),
    ("Bergamo", "贝加莫"),
    ("Chengdu", "成都"),
    ("Cape Town", "开普敦"),
    ("Reykjavík", "雷克雅未克"),
    ("Ljubljana", "卢布尔雅那"),
    ("Montréal", "蒙特利尔"),
)

HOTELS = (
    ("Hotel Almandine", "石榴石酒店"),
    ("The Fernery", "蕨园旅舍"),
    ("Casa Brisa", "微风之家"),
    ("Pension Edelgard", "艾德加民宿"),
    ("Riad Noor", "努尔庭院旅馆"),
    ("Hotel Kastanje", "栗树酒店"),
    ("Lighthouse Rooms", "灯塔客房"),
    ("The Old Telegraph", "老电报局酒店"),
    ("Villa Serafina", "塞拉菲娜别墅"),
    ("Nordlys Lodge", "北极光木屋"),
    ("Hotel Mirabeau", "米拉波酒店"),
    ("Quayside Nine", "九号码头公寓"),
    ("Hanami Inn", "花见旅馆"),
    ("The Weaver's Loft", "织工阁楼"),
)

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
