"""What can be asked of the feed."""

from sextant.worlds.content.feed import STATES
from sextant.worlds.genres.base import Chore
from sextant.worlds.genres.kit import Record, eq, go
from sextant.worlds.genres.maker import Maker, Spot, reading
from sextant.worlds.spec.apps import AppSpec
from sextant.worlds.spec.scenario import FactKind


def ask_all(m: Maker, app: AppSpec) -> None:
    """Sources, sinks, chores, loops and the fork."""
    posts, people, events = app.collections["posts"], app.collections["people"], app.collections["events"]
    _event_sources(m, events)
    _people_sources(m, people, posts)
    _sinks(m, posts, events)
    _post_chores(m, posts)
    _people_chores(m, people, events)
    chores = _setting_chores(m)
    _loops(m, posts, people, events)
    noted = [r for r in events if r["state"]]
    states = [m.say(*state) for state in STATES]
    spot = _event(m, m.say("Note", "通知"), "note", "通知", "fact-state")
    for source in m.family("condition", "state", noted, spot, count=2, options=states):
        when = m.cast.rng.choice((source.value, states[0]))
        m.fork(source.id.removeprefix("feed-"), source, when, m.either(when), *chores)


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


def _sinks(m: Maker, posts: tuple[Record, ...], events: tuple[Record, ...]) -> None:
    open_posts = [r for r in posts if not r["closed"]]
    m.sink(
        "post",
        ("name",),
        m.goals(
            (
                "publish a post that says {0}",
                "post {0} for everybody to read",
                "write a new post with {0} as its text and publish it",
            ),
            ("发布一条内容为{0}的动态", "写一条新动态，正文是{0}，然后发布"),
        ),
        go("tab-home", "compose", ("post-text", "{0}"), "publish", "dialog-publish"),
        m.acted("posted", text="{0}"),
        "posted",
        "posts",
        once=True,
    )
    m.sink(
        "post-place",
        ("code", "name"),
        m.goals(
            (
                "publish a post with the text {0} and the place {1}",
                "post {0} and give {1} as the place",
                "write a post that reads {0}, name {1} as its place, and publish it",
            ),
            ("发布一条动态，正文是{0}，地点填{1}", "写一条正文为{0}、地点为{1}的动态并发布"),
        ),
        go("tab-home", "compose", ("post-text", "{0}"), ("post-place", "{1}"), "publish", "dialog-publish"),
        m.acted("posted", text="{0}", place="{1}"),
        "posted",
        "posts",
        once=True,
    )
    comments: tuple[tuple[str, FactKind, Record], ...] = (
        ("comment", "time", open_posts[2]),
        ("comment-price", "price", open_posts[4]),
        ("comment-date", "date", open_posts[6]),
    )
    for name, kind, row in comments:
        text = row["text"]
        m.sink(
            name,
            (kind,),
            m.goals(
                (
                    f'comment {{0}} on the post "{text}"',
                    f'answer the post "{text}" with a comment that says {{0}}',
                    f'leave {{0}} as a comment under "{text}"',
                ),
                (f"在动态“{text}”下评论{{0}}", f"给动态“{text}”留一条评论，内容为{{0}}"),
            ),
            go("tab-home", f"posts-{row['id']}", ("comment", "{0}"), "send-comment"),
            m.records("comments", eq("post", str(row["id"])), eq("text", "{0}")),
            "comments",
        )
    event = events[1]
    m.sink(
        "plan",
        ("name", "time"),
        m.goals(
            (
                f'put {{0}} on the list of the event "{event["title"]}", arriving at {{1}}',
                f'add {{0}} to the list for "{event["title"]}" with {{1}} as the arrival',
                f'enter {{0}} and the arrival {{1}} on the list of "{event["title"]}"',
            ),
            (
                f"把{{0}}加入活动“{event['title']}”的名单，到场时间填{{1}}",
                f"在活动“{event['title']}”里登记{{0}}，到场为{{1}}",
            ),
        ),
        go("tab-events", f"events-{event['id']}", ("plan-who", "{0}"), ("plan-when", "{1}"), "add-plan"),
        m.records("plans", eq("event", str(event["id"])), eq("who", "{0}"), eq("when", "{1}")),
        "plans",
    )
    m.sink(
        "bio",
        ("number",),
        m.goals(
            (
                "change your bio to {0}",
                "set {0} as the new bio of your account",
                "replace your bio by {0} and save it",
            ),
            ("把你的简介改成{0}", "将账号简介设为{0}并保存"),
        ),
        go("tab-me", ("bio-text", "{0}"), "save-bio"),
        m.var("bio", "{0}"),
        "bio",
    )


def _post_chores(m: Maker, posts: tuple[Record, ...]) -> None:
    fresh = [r for r in posts if not r["liked"] and not r["saved"] and not r["closed"]]
    liked = next(r for r in posts if r["liked"])
    for name, row, done in (("like", fresh[0], False), ("was-liked", liked, True)):
        text = row["text"]
        m.chore(
            name,
            m.goals(
                (f'like the post "{text}"', f'give the post "{text}" a like', f'see that you like the post "{text}"'),
                (f"给动态“{text}”点赞", f"赞一下“{text}”这条动态"),
            ),
            go("tab-home", *(() if done else (f"posts-{row['id']}-like",))),
            m.records("posts", eq("id", str(row["id"])), eq("liked", True)),
            *(() if done else ("posts",)),
            satisfied=done,
        )
    row = fresh[1]
    m.chore(
        "bookmark",
        m.goals(
            (
                f'bookmark the post "{row["text"]}"',
                f'add "{row["text"]}" to your bookmarks',
                f'keep "{row["text"]}" by bookmarking it',
            ),
            (f"收藏动态“{row['text']}”", f"把“{row['text']}”加入收藏"),
        ),
        go("tab-home", f"posts-{row['id']}", "bookmark"),
        m.records("posts", eq("id", str(row["id"])), eq("saved", True)),
        "posts",
    )
    row = fresh[2]
    said = m.pick(("Made my day!", "See you on Friday?", "Count me in."), ("太开心了！", "周五见？", "算我一个。"))
    m.chore(
        "say",
        m.goals(
            (
                f'comment "{said}" on the post "{row["text"]}"',
                f'write "{said}" under "{row["text"]}"',
                f'leave the comment "{said}" on "{row["text"]}"',
            ),
            (f"在动态“{row['text']}”下评论“{said}”", f"给“{row['text']}”留言“{said}”"),
        ),
        go("tab-home", f"posts-{row['id']}", ("comment", said), "send-comment"),
        m.records("comments", eq("post", str(row["id"])), eq("text", said)),
        "comments",
    )
    closed = next(r for r in posts if r["closed"])
    m.chore(
        "closed",
        m.goals(
            (
                f'comment "{said}" on the post "{closed["text"]}"',
                f'answer "{closed["text"]}" with "{said}"',
                f'leave "{said}" under the post "{closed["text"]}"',
            ),
            (f"在动态“{closed['text']}”下评论“{said}”", f"用“{said}”回复动态“{closed['text']}”"),
        ),
        go("tab-home", f"posts-{closed['id']}", "?closed"),
        (),
        impossible=m.say("Comments on that post are closed.", "那条动态的评论已关闭。"),
    )
    news = m.pick(
        ("Found a red scarf by the fountain.", "Choir tonight, doors are open."),
        ("在喷泉边捡到一条红围巾。", "今晚合唱，欢迎来听。"),
    )
    m.chore(
        "publish",
        m.goals(
            (f'publish the post "{news}"', f'post "{news}"', f'write "{news}" as a new post and publish it'),
            (f"发布动态“{news}”", f"发一条新动态，内容是“{news}”"),
        ),
        go("tab-home", "compose", ("post-text", news), "publish", "dialog-publish"),
        m.acted("posted", text=news),
        "posted",
        "posts",
        once=True,
    )


def _people_chores(m: Maker, people: tuple[Record, ...], events: tuple[Record, ...]) -> None:
    for name, row, done in (
        ("follow", next(r for r in people if not r["following"]), False),
        ("followed", next(r for r in people if r["following"]), True),
    ):
        told = row["name"]
        m.chore(
            name,
            m.goals(
                (
                    f"follow {told}",
                    f"start to follow the profile of {told}",
                    f"make {told} one of the people you follow",
                ),
                (f"关注{told}", f"把{told}加为你关注的人"),
            ),
            go("tab-people", f"people-{row['id']}", *(() if done else ("follow",))),
            m.records("people", eq("id", str(row["id"])), eq("following", True)),
            *(() if done else ("people",)),
            satisfied=done,
        )
    free = next(r for r in events if not r["going"] and not r["full"])
    full = next(r for r in events if r["full"])
    for name, row in (("going", free), ("full", full)):
        title, possible = row["title"], row is free
        m.chore(
            name,
            m.goals(
                (
                    f'say that you are going to the event "{title}"',
                    f'sign up for "{title}"',
                    f'tell that you will be at "{title}"',
                ),
                (f"报名参加活动“{title}”", f"把活动“{title}”标为参加"),
            ),
            go("tab-events", f"events-{row['id']}", "going" if possible else "?full"),
            m.records("events", eq("id", str(row["id"])), eq("going", True)) if possible else (),
            *(("events",) if possible else ()),
            impossible="" if possible else m.say("The event is fully booked.", "活动名额已满。"),
        )


def _setting_chores(m: Maker) -> tuple[Chore, Chore]:
    private = m.chore(
        "private",
        m.goals(
            ("make your account private", "turn on the switch for a private account", "switch your account to private"),
            ("把账号设为私密", "打开私密账号开关"),
        ),
        go("tab-me", "private"),
        m.var("private", True),
        "private",
    )
    who = m.chore(
        "who",
        m.goals(
            (
                "let only people you follow write to you",
                "allow messages from followed people only",
                "set who may write to you to people you follow",
            ),
            ("只允许你关注的人给你发消息", "把发消息权限设为“我关注的人”"),
        ),
        go("tab-me", "who-followed"),
        m.var("who", "followed"),
        "who",
    )
    return private, who


def _loops(m: Maker, posts: tuple[Record, ...], people: tuple[Record, ...], events: tuple[Record, ...]) -> None:
    author = people[m.cast.rng.randrange(4)]
    theirs = [r for r in posts if r["author"] == author["id"]]
    kept = sum(1 for r in posts if r["saved"] and r["author"] != author["id"])
    m.loop(
        "save-theirs",
        m.goals(
            (
                f"bookmark every post on the profile of {author['name']} that is not bookmarked yet",
                f"add all posts by {author['name']} to your bookmarks, leaving those that are there alone",
                f"see to it that each post by {author['name']} is bookmarked",
            ),
            (f"收藏{author['name']}主页上所有还没收藏的动态", f"让{author['name']}的每条动态都处于已收藏状态"),
        ),
        go("tab-people", f"people-{author['id']}"),
        "posts",
        (eq("author", str(author["id"])), eq("saved", False)),
        m.say('Bookmark "{item}"', "收藏“{item}”"),
        go("theirs-{item.id}", "bookmark", "<back"),
        "posts",
        expects=(
            m.records("posts", eq("author", str(author["id"])), eq("saved", True), count=len(theirs)),
            m.records("posts", eq("saved", True), count=len(theirs) + kept),
        ),
    )
    going = [r for r in events if r["going"]]
    m.loop(
        "sum-tickets",
        m.goals(
            (
                "add up the ticket prices of all events that you are going to",
                "work out what tickets for every event marked as going cost together",
                "find the sum of the ticket prices over each event you said you would attend",
            ),
            ("把你参加的所有活动的票价加起来", "算出每个标为参加的活动的票价总和"),
        ),
        go("tab-events", "events-filter-going"),
        "events",
        (eq("going", True),),
        m.say('Read the ticket price of "{item}"', "读取“{item}”的票价"),
        (*go("events-{item.id}"), *reading("price"), *go("<back")),
        reads="price",
        total=str(sum(int(r["price"]) for r in going)),
        where=m.say("Events > Going > each event", "活动 > 我参加的 > 每个活动"),
        place=m.place("event"),
        items=tuple(str(r["price"]) for r in going),
    )
    m.loop(
        "unfollow",
        m.goals(
            (
                "unfollow everybody",
                "stop following each person you follow",
                "take back every follow, so that you follow nobody",
            ),
            ("取消关注所有人", "把你关注的每个人都取消关注"),
        ),
        go("tab-people", "people-filter-following"),
        "people",
        (eq("following", True),),
        m.say("Unfollow {item}", "取消关注{item}"),
        go("people-{item.id}", "unfollow", "<back"),
        "people",
        expects=(m.records("people", eq("following", True), count=0),),
    )
