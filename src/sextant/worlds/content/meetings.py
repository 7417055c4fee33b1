"""What people meet for, with a place of a kind that fits, in both languages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """Something that stands in a calendar. `kind` is one of `places.VENUE_KINDS`, `sort` one of `SORTS`."""

    en: str
    zh: str
    kind: str
    icon: str
    sort: str = ""


SORTS = {"work": ("work", "工作"), "family": ("family", "家人"), "friends": ("friends", "朋友")}

EVENTS = (
    Meeting("Parents' evening", "家长会", "school", "graduation-cap"),
    Meeting("Eye test", "验光", "health", "eye"),
    Meeting("Quarterly review", "季度复盘", "work", "chart-column"),
    Meeting("Choir rehearsal", "合唱排练", "music", "mic"),
    Meeting("Boiler inspection", "锅炉检修", "home", "flame"),
    Meeting("Book club", "读书会", "eat", "book-open"),
    Meeting("Dentist, check-up", "口腔复查", "health", "smile"),
    Meeting("Handover with the night team", "夜班交接", "work", "moon"),
    Meeting("Allotment meeting", "菜园会议", "garden", "sprout"),
    Meeting("Flu jab", "流感疫苗", "health", "syringe"),
    Meeting("Budget round", "预算讨论", "work", "chart-pie"),
    Meeting("Piano lesson", "钢琴课", "music", "music"),
    Meeting("House viewing", "看房", "outside", "house"),
    Meeting("Swimming gala", "游泳比赛", "swim", "waves"),
    Meeting("Visit to the archive", "参观档案馆", "read", "archive"),
    Meeting("Farewell drinks", "欢送会", "eat", "martini"),
    Meeting("First-aid refresher", "急救培训", "work", "heart-pulse"),
    Meeting("Photo shoot", "拍摄证件照", "craft", "camera"),
    Meeting("Road safety day", "交通安全日", "outside", "bike"),
    Meeting("Tax adviser", "税务咨询", "work", "calculator"),
)

INVITATIONS = (
    Meeting("Garden party", "花园聚会", "garden", "flower", "family"),
    Meeting("Sprint planning", "迭代计划会", "work", "list-checks", "work"),
    Meeting("Grandma's ninetieth", "外婆九十大寿", "eat", "cake", "family"),
    Meeting("Supplier visit", "供应商来访", "work", "handshake", "work"),
    Meeting("Board game night", "桌游之夜", "eat", "dices", "friends"),
    Meeting("Product demo", "产品演示", "work", "monitor", "work"),
    Meeting("Baby shower", "满月酒", "eat", "gift", "family"),
    Meeting("Interview panel", "面试评审", "work", "users", "work"),
    Meeting("Canoe trip", "划艇一日游", "swim", "sailboat", "friends"),
    Meeting("Safety briefing", "安全说明会", "work", "shield-check", "work"),
    Meeting("Housewarming", "乔迁宴", "home", "party-popper", "family"),
    Meeting("Karaoke", "唱歌聚会", "music", "mic", "friends"),
)

COURSES = (
    Meeting("Life drawing", "人体速写", "craft", "pencil"),
    Meeting("Bread baking", "面包烘焙", "school", "wheat"),
    Meeting("Bicycle repair", "自行车维修", "outside", "wrench"),
    Meeting("Italian for travellers", "旅行意大利语", "read", "languages"),
    Meeting("Beekeeping, first steps", "养蜂入门", "garden", "flower"),
    Meeting("Sewing a shirt", "缝一件衬衫", "craft", "scissors"),
    Meeting("Bookbinding", "手工装订", "craft", "book"),
    Meeting("Astronomy on the roof", "屋顶观星", "school", "star"),
    Meeting("Public speaking", "公开演讲", "work", "megaphone"),
    Meeting("Ukulele", "尤克里里", "music", "guitar"),
)
