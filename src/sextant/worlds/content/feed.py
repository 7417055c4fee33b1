"""Posts, profiles and events, in both languages."""

POSTS = (
    (
        "Finally got the sourdough to rise. Third flour, same oven.",
        "面包终于发起来了，换了面粉，烤箱没换。",
        "bread",
    ),
    ("Saw a kingfisher by the weir this morning.", "今早在水坝边看到一只翠鸟。", "bird"),
    ("Does anybody have a ladder I could borrow on Sunday?", "周日有人能借我一把梯子吗？", "ladder"),
    ("The new tram line is open and it is so quiet.", "新电车线通车了，特别安静。", "tram"),
    ("Two hours of fog, then this view.", "起了两个小时的雾，然后就看到这样的景色。", "mountain"),
    ("Reading the last chapter slowly on purpose.", "最后一章故意读得很慢。", "book"),
    ("My neighbour's cat has decided that it lives here now.", "邻居家的猫决定以后住我这儿了。", "cat"),
    (
        "First rehearsal with the full brass section. Goosebumps.",
        "第一次和铜管声部合练，起鸡皮疙瘩了。",
        "trumpet",
    ),
    ("Found my grandfather's slide rule in the attic.", "在阁楼找到了爷爷的计算尺。", "ruler"),
    ("The market has apricots again.", "市场又有杏子卖了。", "apricot"),
    ("Ran the long loop without stopping. Slowly, but still.", "长环线一口气跑完了，慢是慢，但没停。", "shoe"),
    ("If you need tomato seedlings, I have forty.", "谁要番茄苗？我有四十棵。", "seedling"),
    ("The library lends out sewing machines. Who knew?", "图书馆居然可以借缝纫机，谁知道呢？", "sewing"),
    ("Night bus, window seat, good song.", "夜班车，靠窗，一首好歌。", "night"),
    ("We repainted the hallway and now everything else looks old.", "重新刷了走廊，别处都显旧了。", "door"),
    (
        "Somebody left a chess set in the park with a note: play me.",
        "公园里有人留了副棋，纸条写着：来下我。",
        "chess",
    ),
    ("Small victory: the zip works again.", "小胜利：拉链修好了。", "jacket"),
    ("My first pot that does not wobble.", "第一个不晃的陶罐。", "pottery"),
    ("Rain on the tent all night, pancakes in the morning.", "一夜雨打帐篷，早上吃松饼。", "tent"),
    ("Learning to whistle at the age of forty.", "四十岁开始学吹口哨。", "whistle"),
    ("The bakery kept the burnt loaf for me. They know.", "面包店给我留了烤焦的那条，他们懂我。", "loaf"),
    ("Swapped the car for a cargo bike a year ago today.", "一年前的今天，我把车换成了载货自行车。", "bike"),
    ("Planetarium with the kids: nobody blinked.", "带孩子去天文馆，没人舍得眨眼。", "stars"),
    ("Is it too early to put up the hammock?", "现在挂吊床是不是太早？", "hammock"),
)
"""What is said in both languages, and what the picture beside it shows."""

BIOS = (
    ("Bread, birds, brass bands.", "面包、鸟、铜管乐。"),
    ("Walks further than planned.", "总是走得比计划远。"),
    ("Repairs more than buys.", "修的比买的多。"),
    ("Amateur astronomer, professional tea drinker.", "业余天文爱好者，专业喝茶。"),
    ("Teaches maths, grows chillies.", "教数学，种辣椒。"),
    ("Mostly pictures of boats.", "主要发船的照片。"),
)

EVENTS = (
    ("Open studio night", "开放工作室之夜", "paint", "The Dye Works", "染坊"),
    ("Repair café", "修理咖啡馆", "tool", "Tram Depot", "电车库"),
    ("Courtyard cinema", "院子电影", "projector", "Number Twelve Yard", "十二号院"),
    ("Harbour swim", "港口游泳", "sea", "Pier Shed Four", "四号码头棚"),
    ("Zine fair", "独立杂志市集", "book", "Gasworks Hall", "煤气厂大厅"),
    ("Choir in the tunnel", "隧道合唱", "tunnel", "Old Rail Tunnel", "旧铁路隧道"),
    ("Lantern walk", "提灯夜行", "lantern", "Orangery Gate", "橙园大门"),
    ("Synth jam", "合成器即兴会", "synth", "Moth & Lamp", "蛾与灯"),
    ("Pickling workshop", "腌菜工作坊", "jar", "Salt Warehouse", "盐仓"),
    ("Long table supper", "长桌晚餐", "dish", "The Glass Foundry", "玻璃铸造厂"),
    ("Star party", "观星派对", "stars", "Copper Dome", "铜穹顶"),
    ("Poetry slam", "诗歌擂台", "microphone", "Cloister Stage", "回廊舞台"),
)
"""Title and venue in both languages, and what a picture of it shows."""

STATES = (
    ("Postponed", "延期"),
    ("Few places left", "名额不多"),
    ("Moved indoors", "改到室内"),
    ("Going ahead", "照常举行"),
    ("Guest list only", "仅限受邀"),
)

COMMENTS = (
    ("Lovely light.", "光线真好。"),
    ("I want to come next time!", "下次我也要去！"),
    ("Same here.", "我也是。"),
    ("How long did it take?", "花了多久？"),
    ("Well deserved.", "实至名归。"),
    ("Ha, I know that feeling.", "哈哈，懂你。"),
    ("Where is this?", "这是哪里？"),
    ("Please bring some to the office.", "带点来办公室吧。"),
)
