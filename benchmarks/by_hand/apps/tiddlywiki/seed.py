"""Writes the notes of a tea shop, in Chinese, and the app's Chinese language."""

import json
import sys
from pathlib import Path

INFO = {
    "description": "茶铺笔记",
    "plugins": ["tiddlywiki/tiddlyweb", "tiddlywiki/filesystem"],
    "themes": ["tiddlywiki/vanilla", "tiddlywiki/snowwhite"],
    "languages": ["zh-Hans"],
}
NOTES = [
    ("今日安排", "首页", "上午盘点货架，下午给[[清风茶厂]]打电话。\n\n相关：[[待办清单]]、[[价目表]]、[[供货商]]。"),
    ("待办清单", "首页", "* 擦洗茶具\n* 核对[[库存：红茶]]\n* 通知会员春茶到货"),
    ("价目表", "首页", "* [[西湖龙井]]\n* [[正山小种]]\n* [[凤凰单丛]]\n* [[白毫银针]]\n* [[普洱熟茶]]"),
    ("供货商", "首页", "* [[清风茶厂]]\n* [[武夷岩上]]\n* [[云海茶业]]"),
    ("西湖龙井", "茶 绿茶", "产地：杭州\n\n价格：每两 88 元\n\n库存：14 斤"),
    ("正山小种", "茶 红茶", "产地：武夷山\n\n价格：每两 65 元\n\n库存：9 斤"),
    ("凤凰单丛", "茶 乌龙", "产地：潮州\n\n价格：每两 72 元\n\n库存：11 斤"),
    ("白毫银针", "茶 白茶", "产地：福鼎\n\n价格：每两 120 元\n\n库存：3 斤"),
    ("普洱熟茶", "茶 黑茶", "产地：勐海\n\n价格：每两 45 元\n\n库存：22 斤"),
    ("库存：红茶", "库存", "正山小种 9 斤，祁门红茶 6 斤，滇红 13 斤"),
    ("库存：绿茶", "库存", "西湖龙井 14 斤，碧螺春 5 斤"),
    ("清风茶厂", "联系人", "联系人：周敏\n\n电话：0571-5550 182\n\n每周二、周五发货"),
    ("武夷岩上", "联系人", "联系人：林柏\n\n电话：0599-5550 341\n\n每月十号发货"),
    ("云海茶业", "联系人", "联系人：沈洁\n\n电话：0692-5550 775\n\n每周三发货"),
    ("旧菜单", "过期", "2024 年的菜单，不再使用。"),
    ("旧菜单备份", "过期 存档", "2024 年菜单的备份，审计要用，请保留到 2029 年。"),
    ("会员活动", "活动", "十二月六日下午三点，品茶会，名额十二人，已报名九人。"),
    ("茶艺课", "活动", "每周六上午十点，费用 150 元，教师：何青。"),
    ("设备维修", "店务", "热水机漏水，已约师傅周四上午来修。"),
    (
        "员工排班",
        "店务",
        "周一：小林\n\n周二：小陈\n\n周三：小林、阿梅\n\n周四：阿梅\n\n周五：小陈、阿梅\n\n周末：全员",
    ),
]
SYSTEM = [
    ("$:/language", "$:/languages/zh-Hans"),
    ("$:/SiteTitle", "茶铺笔记"),
    ("$:/SiteSubtitle", "小林茶铺"),
    ("$:/DefaultTiddlers", "今日安排"),
]


def main(data: Path) -> None:
    notes = data / "wiki" / "tiddlers"
    notes.mkdir(parents=True)
    (data / "wiki" / "tiddlywiki.info").write_text(json.dumps(INFO, ensure_ascii=False), encoding="utf-8")
    for number, (title, tags, text) in enumerate([*NOTES, *((name, "", text) for name, text in SYSTEM)]):
        stamp = f"202610{1 + number:02d}080000000"
        head = f"created: {stamp}\nmodified: {stamp}\ntags: {tags}\ntitle: {title}\ntype: text/vnd.tiddlywiki\n"
        (notes / f"note{number:02d}.tid").write_text(f"{head}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
