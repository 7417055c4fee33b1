"""Names of people from many cultures, as a phone book of a large city would hold them."""

import re
import unicodedata

from sextant.worlds.content.circle import Locale, Person
from sextant.worlds.content.phrasing import listed

_EN = """
Amara Okafor|Mateo Fernández|Priya Raghavan|Tomasz Wójcik|Leila Haddad|Jonas Lindqvist|Mei-Ling Chou|Kwame Boateng
Sofia Marchetti|Aroha Ngata|Yusuf Demir|Ingrid Solberg|Rahul Deshpande|Chiara Lombardi|Diego Salazar|Hana Kobayashi
Oleksandr Bondar|Fatima Zahra Idrissi|Liam Gallagher|Noor van Dijk|Thandiwe Mokoena|Pavel Novotný|Camille Fontaine
Sanjay Mehrotra|Élodie Marchand|Ryo Tanabe|Zanele Dube|Marek Kowalczyk|Anaïs Beaumont|Ibrahim Suleiman|Freya Halvorsen
Giorgos Papadakis|Nguyen Thi Lan|Samuel Adeyemi|Beatriz Carvalho|Arjun Nair|Katarzyna Zielińska|Omar Benali
Isla Mackenzie|Minh Duc Pham|Valentina Ríos|Henrik Aalto|Nadia Petrova|Tariq Mansoor|Wren Ashdown|Luca Bianchi
Ewa Sikorska|Malik Johnson|Aiko Matsuda|Rosa Delgado|Stefan Vogel|Abena Mensah|Clara Hoffmann|Vikram Bhatia
Ximena Torres|Declan Murphy|Zahra Rahimi|Björn Ólafsson|Deepa Krishnan|Nikolai Sorokin|Marisol Vega|Tunde Bakare
Hye-jin Park|Matthias Keller|Olivia Hartley|Gabriel Moreau|Sunita Thapa|Emeka Nwosu|Lucía Herrero|Andrzej Malinowski
Kaia Tamm|Jamal Whitaker|Sara Bergström|Duc Anh Tran|Miriam Goldstein|Ravi Subramanian|Paloma Iglesias|Finn O'Rourke
Ayşe Yıldız|Kofi Asante|Greta Lindholm|Hassan Jaber|Juliana Teixeira|Min-jun Seo|Petra Horváth|Malia Kealoha
Dmitri Volkov|Adaeze Eze|Rafael Cordeiro|Sinead Byrne|Takumi Ishida|Nomvula Khumalo|Erik Sandvik|Lakshmi Iyer
Bogdan Ionescu|Amina Diallo|Hugo Lefèvre|Teresa Quintana|Jakub Dvořák|Soraya Farhadi|Callum Fraser|Yara Khalil
Wiremu Parata|Elif Kaya|Anton Berglund|Ngozi Umeh|Gustavo Paredes|Meera Joshi|Simone Ricci|Lars Mikkelsen
Dalia Shapiro|Kenji Morimoto|Blessing Chukwu|Ana Sofia Duarte|Viktor Szabó|Tamsin Pryce|Farid Nazari
Helena Kristoffersen|Joaquín Vargas|Ritu Malhotra|Owen Prichard|Mwajuma Hamisi|Selin Aydın|Piotr Lewandowski
Zoe Karagianni|Idris Cole|Carmen Ibarra|Tenzin Dorjee|Alba Ferrer|Nils Eriksen|Shreya Banerjee|Tobias Brandt
Makena Wanjiru|Esteban Luna
"""

_ZH = """
王晓雯 wang-xiaowen|李泽宇 li-zeyu|张思远 zhang-siyuan|刘静怡 liu-jingyi|陈俊豪 chen-junhao|杨若琳 yang-ruolin
赵明哲 zhao-mingzhe|黄雨桐 huang-yutong|周子墨 zhou-zimo|吴佳宁 wu-jianing|徐浩然 xu-haoran|孙梦瑶 sun-mengyao
马天佑 ma-tianyou|朱婉清 zhu-wanqing|胡文博 hu-wenbo|郭诗涵 guo-shihan|何嘉树 he-jiashu|林若曦 lin-ruoxi
高志远 gao-zhiyuan|罗欣怡 luo-xinyi|郑凯文 zheng-kaiwen|梁雅婷 liang-yating|谢承恩 xie-chengen|宋知夏 song-zhixia
唐启航 tang-qihang|许沐晴 xu-muqing|韩东旭 han-dongxu|冯美琪 feng-meiqi|邓少杰 deng-shaojie|曹语嫣 cao-yuyan
彭立诚 peng-licheng|曾惠敏 zeng-huimin|萧景行 xiao-jingxing|田甜 tian-tian|董一鸣 dong-yiming|袁可欣 yuan-kexin
潘宇轩 pan-yuxuan|于海燕 yu-haiyan|蒋慕白 jiang-mubai|蔡依然 cai-yiran|余光耀 yu-guangyao|杜心怡 du-xinyi
叶知秋 ye-zhiqiu|程奕辰 cheng-yichen|苏曼 su-man|魏长青 wei-changqing|吕思齐 lv-siqi|丁若兰 ding-ruolan
任建国 ren-jianguo|沈星河 shen-xinghe|姚书瑶 yao-shuyao|卢国栋 lu-guodong|姜雪莹 jiang-xueying|崔博文 cui-bowen
钟灵 zhong-ling|谭耀辉 tan-yaohui|陆清扬 lu-qingyang|汪秋实 wang-qiushi|范晓彤 fan-xiaotong|金哲 jin-zhe
石磊 shi-lei|廖紫萱 liao-zixuan|贾子涵 jia-zihan|夏晚晴 xia-wanqing|韦家豪 wei-jiahao|付雅文 fu-yawen
方正阳 fang-zhengyang|白露 bai-lu|邹文静 zou-wenjing|孟繁星 meng-fanxing|熊大伟 xiong-dawei|秦语堂 qin-yutang
邱丽华 qiu-lihua|江心月 jiang-xinyue|尹航 yin-hang|薛佳慧 xue-jiahui|闫立新 yan-lixin|段誉臻 duan-yuzhen
雷雨泽 lei-yuze|侯梦洁 hou-mengjie|龙腾飞 long-tengfei|史敏 shi-min|陶然 tao-ran|黎晓峰 li-xiaofeng
贺兰心 he-lanxin|顾北辰 gu-beichen|毛颖 mao-ying|郝建平 hao-jianping|龚雪 gong-xue|邵一凡 shao-yifan
万鹏程 wan-pengcheng|钱舒雅 qian-shuya|严凯 yan-kai|覃海波 qin-haibo|欧阳澜 ouyang-lan|司徒静 situ-jing
"""

_PARTICLES = {"Nguyen", "Duc", "Minh"}
_DOUBLE = ("欧阳", "司徒")


def people(locale: Locale) -> tuple[Person, ...]:
    """Everybody there is in a language, in a fixed order; ids and names are unique."""
    return _ENGLISH if locale == "en" else _CHINESE


def slug(text: str) -> str:
    """Lower-case id of a text in Latin letters."""
    plain = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ø", "o").replace("ł", "l"))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", kept.lower()).strip("-")[:40]


def _english(name: str) -> Person:
    parts = name.split()
    given = parts[-1] if parts[0] in _PARTICLES else parts[0]
    return Person(slug(name), name, given)


def _chinese(entry: str) -> Person:
    name, ident = entry.split()
    given = name[2:] if name.startswith(_DOUBLE) else name[1:]
    return Person(ident, name, given if len(given) > 1 else name)


_ENGLISH = tuple(_english(name) for name in listed(_EN))
_CHINESE = tuple(_chinese(entry) for entry in listed(_ZH))
