"""What can be asked of the feed."""

from sextant.worlds.content.lists import Feed, lists
from sextant.worlds.genres.asks import ask
from sextant.worlds.genres.kit import Record, go
from sextant.worlds.genres.maker import Maker, Spot
from sextant.worlds.spec.apps import AppSpec


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    posts, people, events = app.collections["posts"], app.collections["people"], app.collections["events"]
    _event_sources(m, events)
    _people_sources(m, people, posts)
    for section in ("sinks", "post-chores", "people-chores", "setting-chores"):
        ask(m, app, section)
    ask(m, app, "loops", author=people[m.cast.rng.randrange(4)])
    noted = [r for r in events if r["state"]]
    states = [m.say(*state) for state in lists(Feed).states]
    spot = _event(m, m.say("Note", "通知"), "note", "通知", "fact-state")
    m.value_forks(m.family("condition", "state", noted, spot, count=2, options=states), states[0], "private", "who")


def _event(m: Maker, field: str, en: str, zh: str, test_id: str, pixels: bool = False) -> Spot:
    return Spot(
        page="event",
        field=field,
        label=lambda r: m.say(f'the {en} of the event "{r["title"]}"', f"活动“{r['title']}”的{zh}"),
        where=lambda r: m.say("Events", "活动") + f" > {r['title']}",
        moves=lambda r: go("tab-events", f"events-{r['id']}"),
        test_id=test_id,
        depth=1,
        medium="pixels" if pixels else "text",
    )


def _event_sources(m: Maker, events: tuple[Record, ...]) -> None:
    say = m.say
    price = _event(m, say("Ticket", "票价"), "ticket price", "票价", "fact-price")
    m.family("price", "price", events, price, count=8, group="tickets")
    day = _event(m, say("Day", "日期"), "day", "日期", "fact-day")
    m.family("date", "day", events, day, count=6, group="event-days")
    doors = _event(m, say("Doors open", "入场时间"), "opening time of the doors", "入场时间", "fact-doors")
    m.family("time", "doors", events, doors, count=3)
    venue = _event(m, say("Venue", "场地"), "venue", "场地", "fact-venue")
    m.family("name", "venue", events, venue, count=4, options=[str(r["venue"]) for r in events])
    promo = _event(m, say("Promo code", "优惠码"), "promo code", "优惠码", "fact-promo")
    m.family("code", "promo", events, promo, count=4)
    m.family("code", "poster", events, _event(m, "", "code on the poster", "海报上的编号", "poster", True), count=3)


def _people_sources(m: Maker, people: tuple[Record, ...], posts: tuple[Record, ...]) -> None:
    say = m.say

    def profile(field: str, en: str, zh: str, test_id: str) -> Spot:
        return Spot(
            page="profile",
            field=field,
            label=lambda r: say(f"the {en} of {r['name']}", f"{r['name']}的{zh}"),
            where=lambda r: say("People", "用户") + f" > {r['name']}",
            moves=lambda r: go("tab-people", f"people-{r['id']}"),
            test_id=test_id,
            depth=1,
        )

    followers = profile(say("Followers", "粉丝数"), "number of followers", "粉丝数", "fact-followers")
    m.family("number", "followers", people, followers, count=7, group="followers")
    joined = profile(say("Joined", "加入日期"), "date of joining", "加入日期", "fact-joined")
    m.family("date", "joined", people, joined, count=3)
    by = {str(post["author"]): post for post in posts}
    deep = Spot(
        page="profile",
        field=say("Invite code", "邀请码"),
        label=lambda r: say(
            f'the invite code of the person who posted "{by[str(r["id"])]["text"]}"',
            f"发布“{by[str(r['id'])]['text']}”的人的邀请码",
        ),
        where=lambda r: say("Home > post > profile of ", "首页 > 动态 > 主页：") + str(r["name"]),
        moves=lambda r: go("tab-home", f"posts-{by[str(r['id'])]['id']}", "author"),
        test_id="fact-invite",
        depth=2,
    )
    m.family("code", "invite", people, deep, count=4)
    picture = Spot(
        page="post",
        field="",
        label=lambda r: say(
            f'the code in the picture of the post "{r["text"]}" under the profile of {r["name"]}',
            f"{r['name']}的主页中动态“{r['text']}”配图里的编号",
        ),
        where=lambda r: say("People", "用户") + f" > {r['name']} > {r['text']}",
        moves=lambda r: go("tab-people", f"people-{r['author']}", f"theirs-{r['id']}"),
        test_id="picture",
        depth=2,
        medium="pixels",
    )
    m.family("code", "sign", posts, picture, count=3)
