"""The texts of popups and covers, in the languages of the apps."""

import random
from typing import Literal

from sextant.dataclass import dataclass

__all__ = ["LANGUAGES", "Language", "Offer", "OverlayWords", "words_in"]

Language = Literal["en", "zh", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "zh", "de")


@dataclass(frozen=True, slots=True)
class Offer:
    """The texts of a popup: heading, body, and two buttons that accept."""

    title: str
    text: str
    accept: str
    more: str


@dataclass(frozen=True, slots=True)
class OverlayWords:
    """The texts of one language. `later` and `close` dismiss a popup, `news` is shown on covers."""

    offers: tuple[Offer, ...]
    later: tuple[str, ...]
    close: tuple[str, ...]
    news: tuple[str, ...]

    def offer(self, rng: random.Random) -> Offer:
        return rng.choice(self.offers)


# structural: texts that injected popups show; they decide nothing
_WORDS: dict[Language, OverlayWords] = {
    "en": OverlayWords(
        (
            Offer("Enjoy it without limits", "Premium takes away all waiting.", "Start free trial", "Buy for a year"),
            Offer("Never miss a thing", "Let us tell you what is new as it happens.", "Turn on", "Turn on all"),
            Offer("How do you like the app?", "Your rating helps others find it.", "Rate five stars", "Write a review"),
            Offer("20 % off this week", "A gift for you, on everything in the store.", "Get the gift", "Tell a friend"),
        ),
        ("Not now", "Later", "Maybe later", "No thanks"),
        ("Close", "Dismiss"),
        ("Connection restored", "Battery at 20 %", "3 files downloaded", "Update available"),
    ),
    "zh": OverlayWords(
        (
            Offer("畅享会员特权", "开通会员，免去所有等待。", "免费试用", "购买年卡"),
            Offer("不错过任何消息", "开启通知，第一时间了解新动态。", "立即开启", "全部开启"),
            Offer("喜欢这个应用吗？", "您的评价能帮助更多人。", "给五星好评", "写评价"),
            Offer("本周八折优惠", "全场商品，专属礼遇。", "立即领取", "分享给好友"),
        ),
        ("以后再说", "暂不", "稍后", "不用了"),
        ("关闭",),
        ("网络已恢复", "电量剩余 20%", "已下载 3 个文件", "有可用更新"),
    ),
    "de": OverlayWords(
        (
            Offer("Ohne Grenzen genießen", "Mit Premium ohne Warten.", "Kostenlos testen", "Jahresabo kaufen"),
            Offer("Nichts mehr verpassen", "Wir melden uns, sobald es Neues gibt.", "Einschalten", "Alle einschalten"),
            Offer("Gefällt Ihnen die App?", "Ihr Urteil hilft anderen.", "Fünf Sterne geben", "Bewertung schreiben"),
            Offer("Diese Woche 20 % Rabatt", "Ein Geschenk für Sie, auf alles.", "Geschenk holen", "Weitersagen"),
        ),
        ("Nicht jetzt", "Später", "Vielleicht später", "Nein danke"),
        ("Schließen",),
        ("Verbindung wiederhergestellt", "Akku bei 20 %", "3 Dateien geladen", "Update verfügbar"),
    ),
}


def words_in(language: Language) -> OverlayWords:
    """Return the texts of that language."""
    return _WORDS[language]
