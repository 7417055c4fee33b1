"""Seeded surprises, and pages that load late: what stands in the way without changing the task."""

import random
from collections.abc import Mapping, Sequence

from sextant_worlds.genres.base import Locale
from sextant_worlds.spec.apps import AppSpec, Page
from sextant_worlds.spec.phone import ClipSurprise, PopupSurprise, SessionSurprise, Surprise

__all__ = ["late_pages", "surprises"]

_POPUPS = {
    "en": """
        Enjoying the app?|Tell others with a few stars.|Not now|Rate it
        New: dark mode|It follows the sun if you like.|Got it|Turn it on
        20% off this week|On everything with a green tag.|Close|Show me
        Turn on notifications?|We only write when it matters.|Maybe later|Allow
        Your phone is up to date|The latest update was installed last night.|OK|What is new
        Battery tip|Lower the brightness in the evening.|Dismiss|Do it
        Try the widget|See everything on your home screen.|No, thanks|Add
        Storage is filling up|Old downloads take the most space.|Later|Clean up
    """,
    "zh": """
        喜欢这个应用吗？|给我们打几颗星吧。|以后再说|去评分
        新功能：深色模式|可以跟随日出日落。|知道了|开启
        本周八折|绿色标签商品全部参加。|关闭|看看
        开启通知？|只在重要时提醒。|暂不|允许
        系统已是最新|昨晚已安装更新。|好|更新内容
        省电提示|晚上可以调低亮度。|忽略|调低
    """,
}
_MORE_ZH = """
    试试小组件|在主屏幕上一目了然。|不了，谢谢|添加
    存储空间快满了|旧的下载占用最多。|稍后|清理
"""
"""What the last of the English ones say in Chinese."""
_SESSION = {
    "en": ("Still there?", "For your safety {app} was locked. Touch the button to go on.", "Continue"),
    "zh": ("还在吗？", "为了安全，{app}已锁定，点按按钮继续。", "继续"),
}


def surprises(
    rng: random.Random, locale: Locale, popups: int, steps: int, apps: Sequence[AppSpec]
) -> tuple[Surprise, ...]:
    """So many popups within the steps; with two or more an expired session, with any an emptied clipboard."""
    if popups == 0 or steps < 2:
        return ()
    texts = [line.split("|") for line in _lines(_POPUPS[locale])]
    rng.shuffle(texts)
    places = sorted(rng.sample(range(1, max(steps, popups + 1)), min(popups, max(steps - 1, 1))))
    found: list[Surprise] = [
        PopupSurprise(id=f"popup-{number + 1}", at=at, title=text[0], text=text[1], close=text[2], other=text[3])
        for number, (at, text) in enumerate(zip(places, texts, strict=False))
    ]
    found.append(ClipSurprise(at=rng.randint(1, steps)))
    if popups > 1 and apps:
        app = rng.choice(tuple(apps))
        title, text, button = _SESSION[locale]
        at = rng.randint(2, max(steps - 1, 2))
        found.append(
            SessionSurprise(app=app.id, at=at, title=title, text=text.replace("{app}", app.name), button=button)
        )
    return tuple(found)


def popup_texts() -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Title, text and buttons of each popup, by language."""
    en = _lines(_POPUPS["en"])
    zh = _lines(_POPUPS["zh"] + _MORE_ZH)
    return tuple({"en": tuple(one.split("|")), "zh": tuple(two.split("|"))} for one, two in zip(en, zh, strict=True))


def session_texts() -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Title, text and button of an expired session, by language; `{app}` stands for its name."""
    return (_SESSION,)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def late_pages(rng: random.Random, apps: Sequence[AppSpec], visited: Sequence[str], delay: int) -> tuple[AppSpec, ...]:
    """The apps, with a third of the visited pages (`app.page`), at least one, loading that many steps late."""
    if delay == 0 or not visited:
        return tuple(apps)
    late = set(rng.sample(list(visited), max(1, len(visited) // 3)))

    def page(app: AppSpec, found: Page) -> Page:
        return found.model_copy(update={"loads": delay}) if f"{app.id}.{found.id}" in late else found

    return tuple(
        app.model_copy(update={"pages": tuple(page(app, found) for found in app.pages)})
        if any(name.startswith(f"{app.id}.") for name in late)
        else app
        for app in apps
    )
