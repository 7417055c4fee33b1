"""Projects, things to do, notes, in both languages."""

PROJECTS = (
    ("Balcony garden", "阳台花园"),
    ("Move to the new flat", "搬新家"),
    ("Choir concert", "合唱音乐会"),
    ("Tax return", "报税"),
    ("Bathroom refit", "浴室翻新"),
    ("Portuguese course", "葡萄牙语课"),
    ("Nadia's birthday", "娜娜的生日会"),
    ("Bike repair", "自行车修理"),
    ("School fair", "学校义卖"),
    ("Family archive", "家庭相册整理"),
    ("Book club", "读书会"),
    ("Website relaunch", "网站改版"),
)

TODOS = (
    ("Order tiles for the shower", "订购淋浴间瓷砖"),
    ("Collect moving boxes", "领取搬家纸箱"),
    ("Water the tomatoes", "给番茄浇水"),
    ("Call the landlord about keys", "联系房东拿钥匙"),
    ("Return the library books", "归还图书馆的书"),
    ("Scan the old letters", "扫描旧信件"),
    ("Book the rehearsal room", "预订排练室"),
    ("Send the programme to print", "把节目单送去印刷"),
    ("Find the tax statements", "找出税单"),
    ("Buy seed potatoes", "买种薯"),
    ("Repair the rear brake", "修后刹车"),
    ("Learn the irregular verbs", "背不规则动词"),
    ("Bake two trays of scones", "烤两盘司康"),
    ("Ask about the loan van", "问一下借车的事"),
    ("Choose paint for the hallway", "挑选走廊的油漆"),
    ("Cancel the old internet contract", "取消旧宽带合同"),
    ("Sort the photo boxes", "整理相片盒"),
    ("Draft the invitation", "起草邀请函"),
    ("Fetch the parcel from the corner shop", "去便利店取包裹"),
    ("Read chapters four to six", "读第四到第六章"),
    ("Measure the window frames", "量窗框尺寸"),
    ("Renew the parking permit", "续办停车证"),
    ("Pay the choir fee", "交合唱团会费"),
    ("Replace the chain", "更换链条"),
    ("Write the product pages", "撰写产品页面"),
    ("Collect raffle prizes", "收集抽奖奖品"),
    ("Test the contact form", "测试联系表单"),
    ("Plant the herb boxes", "种香草箱"),
    ("Label the storage shelves", "给储物架贴标签"),
    ("Hand in the deposit slip", "提交押金单"),
)

TAGS = (("Errand", "跑腿"), ("Home", "家务"), ("Phone", "电话"), ("Desk", "案头"))

NOTES = (
    (
        "Storage locker",
        "储物柜",
        "Second floor, left of the lift. Combination {code}; turn the dial twice before you start.",
        "储物柜在二楼电梯左侧。密码是 {code}，开始前先转两圈。",
    ),
    (
        "Guest Wi-Fi at the rehearsal hall",
        "排练厅访客无线网",
        "A login for the whole season. Password {code}, letters in capitals. It works on the stage too.",
        "管理员给了我们整季的登录方式。密码 {code}，字母大写，舞台上也能用。",
    ),
    (
        "Van for the move",
        "搬家用的货车",
        "Reserved by phone. Their reference is {code}; they ask for it when we fetch the key.",
        "已电话预订，对方的编号是 {code}，取钥匙时会问。",
    ),
    (
        "Paint shade",
        "油漆色号",
        "We liked the third card best. The shade is called {code} in their fan; matt, not silk.",
        "我们最喜欢第三张色卡，色号是 {code}，要哑光的，不要丝光。",
    ),
    (
        "Seed swap",
        "种子交换",
        "Our table is by the greenhouse. Registration {code}; bring jars and a pen.",
        "我们的桌子在温室旁边。报名号 {code}，带上罐子和笔。",
    ),
    (
        "Spare key",
        "备用钥匙",
        "It hangs in the key box behind the meter. The box opens with {code}.",
        "备用钥匙在电表后面的钥匙盒里，盒子密码 {code}。",
    ),
)

IDEAS = (
    (
        "Recipe: lentil stew",
        "菜谱：扁豆炖菜",
        "Two onions, a carrot, bay leaf, plenty of vinegar at the end.",
        "两个洋葱，一根胡萝卜，月桂叶，最后多放醋。",
    ),
    (
        "Songs for the encore",
        "返场曲目",
        "Something short and warm; nobody wants another requiem.",
        "要短一点、温暖一点，没人想再听安魂曲。",
    ),
    (
        "Gift ideas",
        "礼物点子",
        "A good torch, wool socks, the atlas she keeps borrowing.",
        "好手电、羊毛袜、她总借去看的地图集。",
    ),
    (
        "Questions for the plumber",
        "问水管工的问题",
        "Is the valve reachable from below? How long is the water off?",
        "阀门能从下面够到吗？要停水多久？",
    ),
    (
        "Packing list",
        "打包清单",
        "Rain jacket, adapter, the small pot, cards, tea.",
        "雨衣、转换插头、小锅、扑克、茶。",
    ),
    (
        "Sentences to practise",
        "要练的句子",
        "Where does this road end? I would rather walk.",
        "这条路通到哪里？我宁愿走路。",
    ),
    (
        "Shelf measurements",
        "书架尺寸",
        "Long wall first, then the niche. The skirting is uneven.",
        "先量长墙，再量壁龛，踢脚线不平。",
    ),
    (
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

SUPPLIERS = (
    ("Halloran & Daughters", "海洛兰父女店"),
    ("Kopernik Workshop", "哥白尼工坊"),
    ("Bluebell Nursery", "风铃草苗圃"),
    ("Osei Brothers", "奥塞兄弟行"),
    ("Tideline Print", "潮线印务"),
    ("Castor & Beam", "卡斯特木作"),
    ("Wildmoor Supplies", "荒原物料行"),
    ("Pettigrew Hire", "佩蒂格鲁租赁"),
)
