"""Rooms, devices, routines, guests of a smart home, in both languages."""

ROOMS = (
    ("Living room", "客厅", "sofa"),
    ("Kitchen", "厨房", "cooking-pot"),
    ("Bedroom", "卧室", "bed-double"),
    ("Study", "书房", "lamp-desk"),
    ("Hallway", "走廊", "door-open"),
    ("Bathroom", "浴室", "bath"),
)

DEVICES = (
    ("Reading lamp", "阅读灯", "light", "lamp"),
    ("Ceiling spots", "天花射灯", "light", "lamp-ceiling"),
    ("Floor lamp", "落地灯", "light", "lamp-floor"),
    ("Shelf strip", "书架灯带", "light", "lightbulb"),
    ("Counter lights", "台面灯", "light", "lightbulb"),
    ("Pendant", "吊灯", "light", "lamp-ceiling"),
    ("Mirror light", "镜前灯", "light", "lightbulb"),
    ("Night light", "小夜灯", "light", "moon"),
    ("Stair light", "楼梯灯", "light", "lightbulb"),
    ("Record player", "唱片机", "media", "music"),
    ("Projector", "投影仪", "media", "monitor"),
    ("Kitchen radio", "厨房收音机", "media", "radio"),
    ("Dehumidifier", "除湿机", "air", "droplets"),
    ("Air purifier", "空气净化器", "air", "wind"),
    ("Desk fan", "台扇", "air", "fan"),
    ("Towel warmer", "毛巾架", "air", "thermometer"),
    ("Coffee machine", "咖啡机", "plug", "coffee"),
    ("Kettle", "电水壶", "plug", "cup-soda"),
    ("Router", "路由器", "plug", "router"),
    ("Sewing machine", "缝纫机", "plug", "plug"),
    ("Aquarium pump", "水族泵", "plug", "fish"),
    ("Robot vacuum", "扫地机器人", "plug", "robot-vacuum"),
)

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
    ("Blinds up", "升起百叶窗"),
    ("Heat the bathroom", "浴室预热"),
    ("Start the dishwasher", "启动洗碗机"),
    ("Water the balcony", "阳台浇水"),
    ("Porch light on", "打开门廊灯"),
    ("Vacuum downstairs", "楼下吸尘"),
    ("Charge the car", "给汽车充电"),
    ("Lock every door", "锁好所有门"),
    ("Fade the lights", "灯光渐暗"),
    ("Feed the fish", "喂鱼"),
)

SENSORS = (
    ("Front door", "前门"),
    ("Cellar hatch", "地窖门"),
    ("Washing machine floor", "洗衣机地面"),
    ("Balcony window", "阳台窗"),
    ("Mailbox", "信箱"),
    ("Boiler", "锅炉"),
    ("Garage", "车库"),
    ("Attic", "阁楼"),
    ("Rain barrel", "雨水桶"),
    ("Freezer", "冰柜"),
    ("Smoke alarm", "烟雾报警器"),
    ("Garden gate", "花园门"),
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
    ("January", "一月"),
    ("February", "二月"),
    ("March", "三月"),
    ("April", "四月"),
    ("May", "五月"),
    ("June", "六月"),
    ("July", "七月"),
    ("August", "八月"),
    ("September", "九月"),
    ("October", "十月"),
    ("November", "十一月"),
    ("December", "十二月"),
)
