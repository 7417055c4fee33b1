"""Projects, things to do, notes, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    """What belongs to a project: an icon, who supplies it, and one thing to do for each of `TAGS`."""

    name: tuple[str, str]
    icon: str
    supplier: tuple[str, str]
    todos: tuple[tuple[str, str], ...]


PROJECTS = (
    Project(
        ("Balcony garden", "阳台花园"),
        "sprout",
        ("Bluebell Nursery", "风铃草苗圃"),
        (
            ("Buy seed potatoes", "买种薯"),
            ("Water the tomatoes", "给番茄浇水"),
            ("Ask when the roses arrive", "问玫瑰什么时候到货"),
            ("Draw the planting plan", "画种植图"),
        ),
    ),
    Project(
        ("Move to the new flat", "搬新家"),
        "truck",
        ("Pettigrew Hire", "佩蒂格鲁租赁"),
        (
            ("Collect moving boxes", "领取搬家纸箱"),
            ("Label the storage shelves", "给储物架贴标签"),
            ("Call the landlord about keys", "联系房东拿钥匙"),
            ("Hand in the deposit slip", "提交押金单"),
        ),
    ),
    Project(
        ("Choir concert", "合唱音乐会"),
        "music",
        ("Tideline Print", "潮线印务"),
        (
            ("Pay the choir fee", "交合唱团会费"),
            ("Iron the black shirts", "烫好黑衬衫"),
            ("Book the rehearsal room", "预订排练室"),
            ("Send the programme to print", "把节目单送去印刷"),
        ),
    ),
    Project(
        ("Tax return", "报税"),
        "calculator",
        ("Kopernik Advisers", "哥白尼税务所"),
        (
            ("Post the signed form", "寄出签好的表格"),
            ("Find the tax statements", "找出税单"),
            ("Ask for more time", "申请延期"),
            ("Add up the travel costs", "汇总差旅费"),
        ),
    ),
    Project(
        ("Bathroom refit", "浴室翻新"),
        "bath",
        ("Halloran & Daughters", "海洛兰父女店"),
        (
            ("Fetch the tap from the shop", "去店里取水龙头"),
            ("Measure the window frames", "量窗框尺寸"),
            ("Order tiles for the shower", "订购淋浴间瓷砖"),
            ("Compare the three offers", "比较三份报价"),
        ),
    ),
    Project(
        ("Portuguese course", "葡萄牙语课"),
        "languages",
        ("Lingua Lapa", "拉帕语言坊"),
        (
            ("Buy the exercise book", "买练习册"),
            ("Read chapters four to six", "读第四到第六章"),
            ("Ring Beatriz to practise", "给外教打电话练口语"),
            ("Learn the irregular verbs", "背不规则动词"),
        ),
    ),
    Project(
        ("Ida's birthday", "娜娜的生日会"),
        "cake",
        ("Marzipan & Moss", "杏仁甜品屋"),
        (
            ("Collect the cake", "取蛋糕"),
            ("Hang up the lanterns", "挂灯笼"),
            ("Ask who brings the chairs", "问谁带椅子"),
            ("Draft the invitation", "起草邀请函"),
        ),
    ),
    Project(
        ("Bike repair", "自行车修理"),
        "bike",
        ("Osei Brothers", "奥塞兄弟行"),
        (
            ("Pick up the new chain", "取新链条"),
            ("Repair the rear brake", "修后刹车"),
            ("Ask about the loan bike", "问一下借车的事"),
            ("Look up the tyre size", "查轮胎尺寸"),
        ),
    ),
    Project(
        ("School fair", "学校义卖"),
        "graduation-cap",
        ("Wildmoor Supplies", "荒原物料行"),
        (
            ("Collect raffle prizes", "收集抽奖奖品"),
            ("Bake two trays of scones", "烤两盘司康"),
            ("Ask for the tent", "借帐篷"),
            ("Write the price list", "写价目表"),
        ),
    ),
    Project(
        ("Family archive", "家庭相册整理"),
        "images",
        ("Castor & Beam", "卡斯特相框"),
        (
            ("Have the film developed", "送胶卷去冲洗"),
            ("Sort the photo boxes", "整理相片盒"),
            ("Ask Aunt May for names", "问姑妈照片里是谁"),
            ("Scan the old letters", "扫描旧信件"),
        ),
    ),
    Project(
        ("Book club", "读书会"),
        "book-open",
        ("Paper Lantern Books", "纸灯笼书店"),
        (
            ("Return the library books", "归还图书馆的书"),
            ("Set up the reading corner", "布置阅读角"),
            ("Reserve the corner table", "预订角落那桌"),
            ("Note down three questions", "写下三个问题"),
        ),
    ),
    Project(
        ("Website relaunch", "网站改版"),
        "globe",
        ("Foxglove Studio", "指顶花工作室"),
        (
            ("Take photos of the workshop", "拍工作室的照片"),
            ("Set up the old laptop", "装好旧笔记本电脑"),
            ("Speak to the host", "联系服务商"),
            ("Write the product pages", "撰写产品页面"),
        ),
    ),
)

TAGS = (("Errand", "跑腿"), ("Home", "家务"), ("Phone", "电话"), ("Desk", "办公"))

NOTES = (
    (
        "locker",
        "lock-keyhole",
        "Storage locker",
        "储物柜",
        "Second floor, left of the lift. Combination {code}; turn the dial twice before you start.",
        "储物柜在二楼电梯左侧。密码是 {code}，开始前先转两圈。",
    ),
    (
        "router",
        "wifi",
        "Guest Wi-Fi at the rehearsal hall",
        "排练厅访客无线网",
        "A login for the whole season. Password {code}, letters in capitals. It works on the stage too.",
        "管理员给了我们整季的登录方式。密码 {code}，字母大写，舞台上也能用。",
    ),
    (
        "van",
        "truck",
        "Van for the move",
        "搬家用的货车",
        "Reserved by phone. Their reference is {code}; they ask for it when we fetch the key.",
        "已电话预订，对方的编号是 {code}，取钥匙时会问。",
    ),
    (
        "paint",
        "palette",
        "Paint shade",
        "油漆色号",
        "We liked the third card best. The shade is called {code} in their fan; matt, not silk.",
        "我们最喜欢第三张色卡，色号是 {code}，要哑光的，不要丝光。",
    ),
    (
        "seeds",
        "sprout",
        "Seed swap",
        "种子交换",
        "Our table is by the greenhouse. Registration {code}; bring jars and a pen.",
        "我们的桌子在温室旁边。报名号 {code}，带上罐子和笔。",
    ),
    (
        "key",
        "key-round",
        "Spare key",
        "备用钥匙",
        "It hangs in the key box behind the meter. The box opens with {code}.",
        "备用钥匙在电表后面的钥匙盒里，盒子密码 {code}。",
    ),
)

IDEAS = (
    (
        "soup",
        "soup",
        "Recipe: lentil stew",
        "菜谱：扁豆炖菜",
        "Two onions, a carrot, bay leaf, plenty of vinegar at the end.",
        "两个洋葱，一根胡萝卜，月桂叶，最后多放醋。",
    ),
    (
        "music",
        "music",
        "Songs for the encore",
        "返场曲目",
        "Something short and warm; nobody wants another requiem.",
        "要短一点、温暖一点，没人想再听安魂曲。",
    ),
    (
        "gift",
        "gift",
        "Gift ideas",
        "礼物点子",
        "A good torch, wool socks, the atlas she keeps borrowing.",
        "好手电、羊毛袜、她总借去看的地图集。",
    ),
    (
        "tap",
        "wrench",
        "Questions for the plumber",
        "问水管工的问题",
        "Is the valve reachable from below? How long is the water off?",
        "阀门能从下面够到吗？要停水多久？",
    ),
    (
        "luggage",
        "luggage",
        "Packing list",
        "打包清单",
        "Rain jacket, adapter, the small pot, cards, tea.",
        "雨衣、转换插头、小锅、扑克、茶。",
    ),
    (
        "notebook",
        "languages",
        "Sentences to practise",
        "要练的句子",
        "Where does this road end? I would rather walk.",
        "这条路通到哪里？我宁愿走路。",
    ),
    (
        "ruler",
        "ruler",
        "Shelf measurements",
        "书架尺寸",
        "Long wall first, then the niche. The skirting is uneven.",
        "先量长墙，再量壁龛，踢脚线不平。",
    ),
    (
        "garden",
        "sprout",
        "Plans for the plot",
        "菜园计划",
        "Beans behind, lettuce in front, leave room for the bench.",
        "豆子在后，生菜在前，给长凳留地方。",
    ),
)

STATES = (
    ("At risk", "有风险"),
    ("On track", "进展顺利"),
    ("On hold", "暂停"),
    ("Waiting for approval", "等待批准"),
    ("Nearly finished", "接近完成"),
)

COLOURS = (
    ("red", "红色"),
    ("blue", "蓝色"),
    ("green", "绿色"),
    ("orange", "橙色"),
    ("violet", "紫色"),
    ("pink", "粉色"),
    ("teal", "青色"),
    ("amber", "琥珀色"),
)
