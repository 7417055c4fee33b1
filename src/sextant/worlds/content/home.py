"""Rooms, devices, routines, guests of a smart home, in both languages."""

ROOMS = (
    ("Living room", "客厅", "sofa", "living"),
    ("Kitchen", "厨房", "cooking-pot", "kitchen"),
    ("Bedroom", "卧室", "bed-double", "bed"),
    ("Study", "书房", "lamp-desk", "study"),
    ("Hallway", "走廊", "door-open", "hall"),
    ("Bathroom", "浴室", "bath", "bath"),
)

DEVICES = (
    ("Reading lamp", "阅读灯", "light", "lamp", "living bed study", 116, 300),
    ("Ceiling spots", "天花射灯", "light", "lamp-ceiling", "kitchen hall bath", 116, 340),
    ("Floor lamp", "落地灯", "light", "lamp-floor", "living", 116, 300),
    ("Shelf strip", "书架灯带", "light", "lightbulb", "study living", 116, 300),
    ("Counter lights", "台面灯", "light", "lightbulb", "kitchen", 116, 340),
    ("Pendant", "吊灯", "light", "lamp-ceiling", "living kitchen", 116, 340),
    ("Mirror light", "镜前灯", "light", "lightbulb", "bath", 116, 300),
    ("Night light", "小夜灯", "light", "moon", "bed hall", 116, 300),
    ("Stair light", "楼梯灯", "light", "lightbulb", "hall", 116, 300),
    ("Record player", "唱片机", "media", "music", "living study", 116, 340),
    ("Projector", "投影仪", "media", "monitor", "living bed", 190, 480),
    ("Kitchen radio", "厨房收音机", "media", "radio", "kitchen", 116, 300),
    ("Dehumidifier", "除湿机", "air", "droplets", "bath bed", 220, 720),
    ("Air purifier", "空气净化器", "air", "wind", "bed living", 116, 340),
    ("Desk fan", "台扇", "air", "fan", "study", 116, 300),
    ("Towel warmer", "毛巾架", "air", "thermometer", "bath", 300, 900),
    ("Coffee machine", "咖啡机", "plug", "coffee", "kitchen", 1150, 1700),
    ("Kettle", "电水壶", "plug", "cup-soda", "kitchen", 1800, 2990),
    ("Router", "路由器", "plug", "router", "hall study", 116, 300),
    ("Sewing machine", "缝纫机", "plug", "shirt", "study", 116, 340),
    ("Aquarium pump", "水族泵", "plug", "fish", "living", 116, 300),
    ("Robot vacuum", "扫地机器人", "plug", "robot-vacuum", "hall", 116, 340),
)
"""Names, sort, icon, the rooms where one would have it, and the watts it may take."""

MAKERS = (
    ("Lumera", "光域"),
    ("Hestvik", "赫斯特"),
    ("Norrsken", "极光电器"),
    ("Pando", "潘多"),
    ("Quietworks", "静作"),
    ("Aldine", "奥丁"),
)

SCENES = (
    ("Good morning", "早安", "sunrise"),
    ("Film night", "观影", "film"),
    ("Away", "外出", "luggage"),
    ("Dinner", "晚餐", "utensils"),
    ("Deep work", "专注", "book-open"),
    ("Good night", "晚安", "moon"),
)

ROUTINES = (
    ("Blinds up", "升起百叶窗", "blinds"),
    ("Heat the bathroom", "浴室预热", "thermometer"),
    ("Start the dishwasher", "启动洗碗机", "utensils"),
    ("Water the balcony", "阳台浇水", "sprout"),
    ("Porch light on", "打开门廊灯", "lightbulb"),
    ("Vacuum downstairs", "楼下吸尘", "robot-vacuum"),
    ("Charge the car", "给汽车充电", "plug-zap"),
    ("Lock every door", "锁好所有门", "lock"),
    ("Fade the lights", "灯光渐暗", "sunset"),
    ("Feed the fish", "喂鱼", "fish"),
)

SENSORS = (
    ("Front door", "前门", "door-open"),
    ("Cellar hatch", "地窖门", "warehouse"),
    ("Washing machine floor", "洗衣机地面", "washing-machine"),
    ("Balcony window", "阳台窗", "blinds"),
    ("Mailbox", "信箱", "mailbox"),
    ("Boiler", "锅炉", "flame"),
    ("Garage", "车库", "car"),
    ("Attic", "阁楼", "house"),
    ("Rain barrel", "雨水桶", "cloud-rain"),
    ("Freezer", "冰柜", "refrigerator"),
    ("Smoke alarm", "烟雾报警器", "siren"),
    ("Garden gate", "花园门", "flower"),
)

STATES = (
    ("Left open", "未关"),
    ("All quiet", "一切正常"),
    ("Damp", "潮湿"),
    ("Battery low", "电量低"),
    ("Shaken", "有震动"),
)

LAMPS = (
    ("red", "红色"),
    ("blue", "蓝色"),
    ("green", "绿色"),
    ("orange", "橙色"),
    ("violet", "紫色"),
    ("pink", "粉色"),
    ("teal", "青色"),
    ("amber", "琥珀色"),
)

MONTHS = (
    ("January", "一月", "snowflake"),
    ("February", "二月", "cloud-snow"),
    ("March", "三月", "sprout"),
    ("April", "四月", "umbrella"),
    ("May", "五月", "flower"),
    ("June", "六月", "sun"),
    ("July", "七月", "waves"),
    ("August", "八月", "sunset"),
    ("September", "九月", "leaf"),
    ("October", "十月", "wind"),
    ("November", "十一月", "cloud-rain"),
    ("December", "十二月", "sparkles"),
)
