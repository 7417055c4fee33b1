"""Goods with prices one would pay for them."""

import random
from dataclasses import dataclass

from sextant.worlds.content.circle import Currency, Locale
from sextant.worlds.content.mint import Mint
from sextant.worlds.content.phrasing import listed

_CNY = 7


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that is sold. `about` is its usual price in whole euros; `motif` what a photo of it shows.

    `grams` is what it weighs, wrapped.
    """

    category: str
    name: str
    about: int
    motif: str
    grams: tuple[int, int]


CATEGORIES: dict[Locale, dict[str, str]] = {
    "en": {
        "kitchen": "Kitchen",
        "home": "Home",
        "garden": "Garden",
        "tech": "Electronics",
        "wear": "Clothing",
        "sport": "Outdoor",
        "paper": "Stationery",
        "food": "Pantry",
    },
    "zh": {
        "kitchen": "厨房",
        "home": "家居",
        "garden": "园艺",
        "tech": "数码",
        "wear": "服饰",
        "sport": "户外",
        "paper": "文具",
        "food": "食品",
    },
}

_GOODS = {
    "kitchen": """
        Ceramic teapot;青瓷茶壶;34;teapot|Cast-iron skillet;铸铁煎锅;48;pan|Walnut chopping board;胡桃木砧板;29;board
        Pour-over coffee set;手冲咖啡套装;42;dripper|Enamel stockpot;珐琅汤锅;55;pot|Bread knife;面包刀;26;knife
        Salt cellar;盐罐;14;jar|Rolling pin;擀面杖;12;pin|Copper measuring spoons;铜量勺;18;spoon
        Glass storage jars, set of 4;玻璃密封罐四件套;24;jar|Digital kitchen scale;厨房电子秤;22;scale
        Bamboo steamer;竹蒸笼;19;steamer|Citrus press;手动榨汁器;16;press|Pepper mill;胡椒研磨器;27;mill
        Milk frother;奶泡机;31;frother|Linen tea towels;亚麻茶巾;15;towel|Mandoline slicer;多功能切片器;23;slicer
    """,
    "home": """
        Reading lamp;阅读灯;59;lamp|Wool throw blanket;羊毛盖毯;65;blanket|Oak picture frame;橡木相框;21;frame
        Beeswax candles;蜂蜡蜡烛;17;candle|Cotton bath mat;纯棉浴室垫;25;rug|Wall clock;挂钟;39;clock
        Laundry basket;脏衣篮;33;basket|Velvet cushion;丝绒抱枕;28;cushion|Folding step stool;折叠踏凳;36;stool
        Umbrella stand;雨伞架;44;stand|Paper floor lantern;纸艺落地灯;47;lantern|Jute rug;黄麻地毯;79;rug
        Brass coat hooks;黄铜挂钩;20;hook|Shoe rack;鞋架;52;rack|Duvet cover;被套;69;bed
        Door draught stopper;门缝挡风条;13;stopper
    """,
    "garden": """
        Watering can;长嘴浇水壶;27;can|Herb planter;香草种植箱;32;plant|Pruning shears;修枝剪;24;shears
        Seed collection, wild flowers;野花种子礼盒;11;flower|Bird feeder;喂鸟器;29;feeder|Garden kneeler;园艺跪垫;18;mat
        Terracotta pots, trio;红陶花盆三件套;38;plant|Compost caddy;厨余堆肥桶;26;bucket|Hand trowel;小铲子;12;trowel
        Solar path lights;太阳能庭院灯;41;pathlight|Tomato cage;番茄支架;15;cage|Rain gauge;雨量计;10;gauge
        Leaf rake;落叶耙;22;rake|Hose reel;水管卷盘;58;hose|Moss pole;苔藓柱;14;pole
        Orchid mix soil;兰花专用土;9;soil
    """,
    "tech": """
        Noise-cancelling headphones;降噪耳机;149;headphones|Mechanical keyboard;机械键盘;89;keyboard
        Bedside alarm clock;床头闹钟;35;clock|USB-C hub;USB-C 扩展坞;39;hub|Portable speaker;便携音箱;64;speaker
        E-reader cover;电子书保护套;28;tablet|Desk microphone;桌面麦克风;78;microphone
        Webcam with shutter;带盖摄像头;54;webcam
        Travel adapter;旅行转换插头;19;plug|Power bank 10,000 mAh;一万毫安充电宝;33;battery
        Smart plug;智能插座;16;plug
        Wireless mouse;无线鼠标;29;mouse|Laptop sleeve;电脑内胆包;31;sleeve|Film camera;胶片相机;119;camera
        Projector screen;投影幕布;85;screen|Cable organiser;理线收纳盒;12;cable|Digital photo frame;电子相框;72;frame
    """,
    "wear": """
        Merino jumper;美利奴羊毛衫;79;jumper|Rain jacket;防雨外套;98;jacket|Canvas tote;帆布手提袋;18;tote
        Leather belt;牛皮腰带;42;belt|Wool beanie;羊毛针织帽;22;hat|Linen shirt;亚麻衬衫;54;shirt
        Hiking socks, 3 pairs;登山袜三双装;24;socks|Silk scarf;真丝围巾;47;scarf
        Corduroy trousers;灯芯绒长裤;68;trousers
        House slippers;室内拖鞋;32;slipper|Sun hat;遮阳帽;26;hat|Denim apron;牛仔围裙;37;apron
        Trail shoes;越野跑鞋;110;shoe
        Knitted gloves;针织手套;19;gloves|Crossbody bag;斜挎包;62;bag|Quilted vest;绗缝马甲;74;vest
    """,
    "sport": """
        Yoga mat;瑜伽垫;36;mat|Two-person tent;双人帐篷;169;tent|Steel water bottle;不锈钢水壶;23;bottle
        Head torch;头灯;31;torch|Camping stove;野营炉;57;stove|Climbing chalk bag;攀岩粉袋;20;pouch
        Bicycle pump;自行车打气筒;28;pump|Bike lock;自行车锁;45;lock|Dry bag 20 l;二十升防水袋;27;drybag
        Skipping rope;跳绳;11;rope|Trekking poles;登山杖;66;poles|Picnic blanket;野餐垫;34;blanket
        Swimming goggles;泳镜;21;goggles|Table tennis set;乒乓球套装;30;racket
        Down sleeping bag;羽绒睡袋;139;sleepingbag|Compass;指南针;25;compass
    """,
    "paper": """
        Fountain pen;钢笔;38;pen|Dotted notebook;点阵笔记本;14;notebook|Watercolour box;水彩颜料盒;44;paint
        Desk calendar;台历;16;calendar|Brass ruler;黄铜尺;13;ruler|Letter paper, laid;复古信纸;12;paper
        Sketching pencils;素描铅笔套装;19;pencil|Wax seal kit;火漆印章套装;26;seal|Weekly planner;周计划本;18;notebook
        Calligraphy brush;毛笔;22;brush|Index card box;卡片收纳盒;24;box|Washi tape set;和纸胶带套装;10;tape
        Leather pencil case;牛皮笔袋;29;case|Ink, midnight blue;深夜蓝墨水;15;ink|Paper trimmer;裁纸刀;33;trimmer
    """,
    "food": """
        Single-origin espresso, 1 kg;单品意式咖啡豆一公斤;27;beans|Wildflower honey;百花蜜;12;honey
        Smoked paprika;烟熏红椒粉;6;spice|Olive oil, 3 l;三升装橄榄油;39;oil|Jasmine green tea;茉莉绿茶;14;tin
        Dark chocolate bars;黑巧克力礼盒;16;chocolate|Sourdough starter kit;天然酵母套装;18;bread
        Maple syrup;枫糖浆;13;syrup
        Basmati rice, 5 kg;五公斤香米;17;rice|Salted almonds;海盐杏仁;9;nuts|Dried porcini;干牛肝菌;15;mushroom
        Fig jam;无花果果酱;8;jam|Miso paste;味噌酱;10;paste|Pistachio cream;开心果酱;11;cream
        Oolong tin;乌龙茶罐装;21;tin
        Sea salt flakes;海盐片;7;salt
    """,
}


_GRAMS = {
    "kitchen": (420, 1900),
    "home": (500, 2400),
    "garden": (380, 1900),
    "tech": (180, 900),
    "wear": (180, 760),
    "sport": (260, 1400),
    "paper": (150, 820),
    "food": (250, 1250),
}
"""What a thing of a category may weigh, wrapped."""
_HEAVY = {
    "pan": (2100, 3300),
    "pot": (2400, 3900),
    "rice": (5050, 5400),
    "oil": (3100, 3600),
    "tent": (2300, 3400),
    "rug": (3200, 6800),
    "rack": (3100, 5600),
    "stand": (2200, 4100),
    "stool": (2400, 4300),
    "hose": (2600, 4800),
    "soil": (3900, 5600),
    "shoe": (700, 1150),
}
"""What weighs more than its like, by motif."""


def products(locale: Locale) -> tuple[Product, ...]:
    """Everything that is sold, by category, in a fixed order; names are unique."""
    return tuple(_product(category, entry, locale) for category, goods in _GOODS.items() for entry in listed(goods))


def pick_products(rng: random.Random, locale: Locale, count: int) -> tuple[Product, ...]:
    """So many different products of all categories."""
    return tuple(rng.sample(products(locale), count))


def price(product: Product, mint: Mint, rng: random.Random, currency: Currency) -> int:
    """A price of it in the smallest unit, that nothing else in the world costs."""
    about = product.about * (_CNY if currency == "CNY" else 1) * 100
    spread = rng.randint(0, 25)
    return mint.amount(about * (88 + spread // 2) // 100, about * (102 + spread) // 100)


def _product(category: str, entry: str, locale: Locale) -> Product:
    en, zh, about, motif = entry.split(";")
    return Product(category, en if locale == "en" else zh, int(about), motif, _HEAVY.get(motif, _GRAMS[category]))
