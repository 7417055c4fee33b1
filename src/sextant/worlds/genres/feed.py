"""A social feed: posts, comments, profiles, events; posting cannot be undone."""

from sextant.worlds.content.feed import BIOS, COMMENTS, EVENTS, POSTS, STATES
from sextant.worlds.genres.base import Built, Cast
from sextant.worlds.genres.feed_asks import ask_all
from sextant.worlds.genres.kit import Ask, Back, Commit, Patch, Record, Say, eq, ne, put_var, to
from sextant.worlds.genres.maker import Maker, flip, row_flip
from sextant.worlds.spec.apps import AppSpec, BarAction, Dialog, DialogButton, Page, Tab
from sextant.worlds.spec.blocks import (
    Button,
    Choice,
    FactRow,
    Facts,
    Filter,
    Heading,
    InputField,
    List,
    Option,
    PictureBlock,
    Row,
    Sort,
    Switch,
    Text,
)
from sextant.worlds.spec.effects import ClearField, Put

APP = "feed"


def build(cast: Cast) -> Built:
    """The feed and what can be asked of it."""
    m = Maker(cast, APP)
    m.name = m.pick(("Commonplace", "Hearsay", "Roundabout", "Murmur"), ("街坊", "围炉", "小广场", "回声"))
    people = _profiles(m)
    posts = _posts(m, people)
    app = AppSpec(
        id=APP,
        name=m.name,
        genre=APP,
        icon="message-circle-more",
        accent=cast.rng.choice(("pink", "violet", "orange")),
        tabs=(
            Tab(id="home", label=m.say("Home", "首页"), icon="house", page="home"),
            Tab(id="people", label=m.say("People", "用户"), icon="users", page="people"),
            Tab(id="events", label=m.say("Events", "活动"), icon="calendar-heart", page="events"),
            Tab(id="me", label=m.say("Me", "我"), icon="circle-user", page="me"),
        ),
        home="home",
        pages=(
            _home_page(m),
            _post_page(m),
            _compose_page(m),
            _people_page(m),
            _profile_page(m),
            _events_page(m),
            _event_page(m),
            _me_page(m),
        ),
        collections={
            "posts": posts,
            "comments": _comments(m, posts),
            "people": people,
            "events": _events(m),
            "plans": (),
        },
        vars={"private": False, "digest": True, "likes": True, "bio": "", "who": "everyone"},
        badge="",
    )
    ask_all(m, app)
    return m.built(app)


# -- records -------------------------------------------------------------------------------------------------------


def _profiles(m: Maker) -> tuple[Record, ...]:
    rng = m.cast.rng
    return tuple(
        {
            "id": f"u{n + 1:02d}",
            "name": person.name,
            "bio": m.say(*rng.choice(BIOS)),
            "followers": m.mint.number(1_050, 9_800),
            "joined": m.day(-330, -20),
            "invite": m.mint.code("AAA-9999"),
            "following": n in (0, 2, 5, 8),
            "mark": m.say("Following", "已关注") if n in (0, 2, 5, 8) else "",
            "quiet": n in (2, 8, 9),
        }
        for n, person in enumerate(m.people(12))
    )


def _posts(m: Maker, people: tuple[Record, ...]) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for n, (en, zh, motif) in enumerate(rng.sample(POSTS, 22)):
        author = people[n % len(people)] if n < 12 else people[n % 4]
        made.append(
            {
                "id": f"s{n + 1:02d}",
                "author": str(author["id"]),
                "name": str(author["name"]),
                "text": m.say(en, zh),
                "motif": motif,
                "day": m.plain_day(-30, -1),
                "liked": n in (3, 9),
                "saved": n in (1, 7),
                "mark": m.say("Liked", "已赞") if n in (3, 9) else "",
                "closed": n == 5,
                "sign": m.mint.code("A99-A9"),
            }
        )
    rng.shuffle(made)
    return tuple(made)


def _comments(m: Maker, posts: tuple[Record, ...]) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for post in posts:
        for said in m.some(rng.randint(1, 2), [c[0] for c in COMMENTS], [c[1] for c in COMMENTS]):
            made.append(
                {"id": f"c{len(made) + 1:02d}", "post": str(post["id"]), "text": said, "name": m.people(1)[0].name}
            )
    return tuple(made)


def _events(m: Maker) -> tuple[Record, ...]:
    known = m.cast.rng.sample(EVENTS, 12)
    states = m.some(3, [s[0] for s in STATES], [s[1] for s in STATES])
    return tuple(
        {
            "id": f"e{n + 1:02d}",
            "title": m.say(en, zh),
            "motif": f"{motif}-{n}",
            "host": m.people(1)[0].name,
            "venue": m.say(place, di),
            "day": m.day(1, 150),
            "doors": m.mint.time(15, 22),
            "price": m.price(6, 80),
            "promo": m.mint.code("AAAA99"),
            "state": states[n] if n < 3 else "",
            "poster": m.mint.code("A9A9"),
            "going": n in (4, 6, 9),
            "mark": m.say("Going", "参加") if n in (4, 6, 9) else "",
            "full": n == 7,
        }
        for n, (en, zh, motif, place, di) in enumerate(known)
    )


# -- pages ---------------------------------------------------------------------------------------------------------


def _home_page(m: Maker) -> Page:
    say = m.say
    liked = say("Liked", "已赞")
    like, unlike = row_flip(
        "like",
        "liked",
        "heart",
        (say("Like", "赞"), liked),
        (say("Take the like back", "取消赞"), ""),
    )
    return Page(
        id="home",
        title=m.name,
        blocks=(
            List(
                id="posts",
                source="posts",
                shape="tiles",
                row=Row(title="{text}", detail="{name}", badge="{mark}", lead="photo", seed="{motif}"),
                search=("name", "text"),
                search_hint=say("Search posts", "搜索动态"),
                filters=(
                    Filter(id="liked", label=say("Liked", "赞过"), where=eq("liked", True)),
                    Filter(id="saved", label=say("Bookmarked", "已收藏"), where=eq("saved", True)),
                ),
                tap=to("post"),
                actions=(like, unlike),
                empty=say("Nothing here yet.", "这里还没有内容。"),
            ),
        ),
        actions=(BarAction(id="compose", icon="square-pen", label=say("Write a post", "发动态"), do=to("compose")),),
    )


def _post_page(m: Maker) -> Page:
    say = m.say
    kept = say("Bookmarked", "已收藏")
    return Page(
        id="post",
        title="{name}",
        of="posts",
        actions=(BarAction(id="bookmark", icon="bookmark", label=say("Bookmark", "收藏"), do=flip("saved")),),
        blocks=(
            PictureBlock(id="scene", draw="photo", seed="{motif}", alt=say("Scene", "场景"), tall=190),
            Text(text="{text}"),
            Text(id="kept", text=kept, style="small", when=eq("saved", True)),
            PictureBlock(
                id="picture", draw="sign", text="{sign}", alt=say("Picture of the post", "动态配图"), tall=150
            ),
            Text(text="{day|date}", style="small"),
            Button(
                id="author", label=say("Profile of {name}", "{name}的主页"), style="link", do=to("profile", "{author}")
            ),
            Heading(text=say("Comments", "评论")),
            Text(id="closed", text=say("Comments are closed.", "评论已关闭。"), style="muted", when=eq("closed", True)),
            List(
                id="comments",
                source="comments",
                where=(eq("post", "{id}"),),
                row=Row(title="{text}", detail="{name}", lead="avatar", seed="{name}"),
                empty=say("No comments yet.", "还没有评论。"),
            ),
            InputField(id="comment", label=say("Comment", "评论"), hint=say("Say something kind", "说点好话")),
            Button(
                id="send-comment",
                label=say("Comment", "发表评论"),
                icon="send",
                do=(
                    Put(into="comments", fields={"post": "{id}", "text": "{ui:comment}", "name": m.cast.owner.name}),
                    ClearField(field="comment"),
                ),
                enabled=eq("closed", False),
            ),
        ),
    )


def _compose_page(m: Maker) -> Page:
    say = m.say
    sure = Dialog(
        id="sure",
        title=say("Publish this post?", "发布这条动态？"),
        text=say("Posts cannot be edited or deleted.", "发布后不能修改或删除。"),
        buttons=(
            DialogButton(id="cancel", label=say("Keep writing", "继续写")),
            DialogButton(
                id="publish",
                label=say("Publish", "发布"),
                style="primary",
                do=(
                    Put(
                        into="posts",
                        fields={
                            "author": "me",
                            "name": m.cast.owner.name,
                            "text": "{ui:post-text}",
                            "place": "{ui:post-place}",
                            "day": m.cast.today.isoformat(),
                            "liked": False,
                            "saved": False,
                            "mark": "",
                            "closed": False,
                            "sign": "",
                        },
                    ),
                    Commit(act="posted", fields={"text": "{ui:post-text}", "place": "{ui:post-place}"}),
                    Say(text=say("Published", "已发布")),
                    Back(),
                ),
            ),
        ),
    )
    return Page(
        id="compose",
        title=say("New post", "新动态"),
        blocks=(
            InputField(
                id="post-text", label=say("Text", "正文"), input="long", hint=say("What is going on?", "有什么新鲜事？")
            ),
            InputField(id="post-place", label=say("Place", "地点"), hint=say("Optional", "可不填")),
            Button(
                id="publish", label=say("Publish", "发布"), do=(Ask(dialog="sure"),), enabled=ne("ui:post-text", "")
            ),
        ),
        dialogs=(sure,),
    )


def _people_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="people",
        title=say("People", "用户"),
        blocks=(
            List(
                id="people",
                source="people",
                row=Row(title="{name}", detail="{bio}", badge="{mark}", lead="avatar", seed="{name}"),
                search=("name",),
                search_hint=say("Search people", "搜索用户"),
                filters=(Filter(id="following", label=say("Following", "已关注"), where=eq("following", True)),),
                sorts=(Sort(id="name", label=say("By name", "按名称"), by="name"),),
                tap=to("profile"),
            ),
        ),
    )


def _profile_page(m: Maker) -> Page:
    say = m.say
    mark = say("Following", "已关注")
    return Page(
        id="profile",
        title="{name}",
        of="people",
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed="{name}", alt=say("Portrait", "头像"), tall=112),
            Text(text="{name}", style="large"),
            Text(text="{bio}", style="muted"),
            Facts(
                rows=(
                    FactRow(id="followers", label=say("Followers", "粉丝数"), value="{followers}"),
                    FactRow(id="joined", label=say("Joined", "加入日期"), value="{joined|date}"),
                    FactRow(id="invite", label=say("Invite code", "邀请码"), value="{invite}"),
                )
            ),
            Button(
                id="follow",
                label=say("Follow", "关注"),
                icon="user-plus",
                do=(Patch(field="following", value=True), Patch(field="mark", value=mark), Say(text=mark)),
                when=eq("following", False),
            ),
            Button(
                id="unfollow",
                label=say("Unfollow", "取消关注"),
                style="plain",
                do=(
                    Patch(field="following", value=False),
                    Patch(field="mark", value=""),
                ),
                when=eq("following", True),
            ),
            Heading(text=say("Posts", "动态")),
            List(
                id="theirs",
                source="posts",
                where=(eq("author", "{id}"),),
                row=Row(title="{text}", badge="{mark}"),
                tap=to("post"),
                empty=say("No posts.", "没有动态。"),
            ),
        ),
    )


def _events_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="events",
        title=say("Events", "活动"),
        blocks=(
            List(
                id="events",
                source="events",
                row=Row(
                    title="{title}",
                    detail=say("Hosted by {host}", "{host}主办"),
                    badge="{mark}",
                    lead="photo",
                    seed="{motif}",
                ),
                shape="cards",
                search=("title",),
                search_hint=say("Search events", "搜索活动"),
                filters=(Filter(id="going", label=say("Going", "我参加的"), where=eq("going", True)),),
                sorts=(Sort(id="day", label=say("By date", "按日期"), by="day"),),
                tap=to("event"),
            ),
        ),
    )


def _event_page(m: Maker) -> Page:
    say = m.say
    mark = say("Going", "参加")
    return Page(
        id="event",
        title="{title}",
        of="events",
        blocks=(
            PictureBlock(id="poster", draw="ticket", text="{poster}", alt=say("Poster", "海报"), tall=180),
            Facts(
                rows=(
                    FactRow(id="state", label=say("Note", "通知"), value="{state}", when=ne("state", "")),
                    FactRow(id="day", label=say("Day", "日期"), value="{day|date}"),
                    FactRow(id="doors", label=say("Doors open", "入场时间"), value="{doors}"),
                    FactRow(id="venue", label=say("Venue", "场地"), value="{venue}"),
                    FactRow(id="price", label=say("Ticket", "票价"), value="{price|money}"),
                    FactRow(id="promo", label=say("Promo code", "优惠码"), value="{promo}"),
                )
            ),
            Text(id="full", text=say("Fully booked.", "名额已满。"), style="muted", when=eq("full", True)),
            Button(
                id="going",
                label=say("I am going", "我要参加"),
                icon="calendar-check",
                do=(
                    Patch(field="going", value=True),
                    Patch(field="mark", value=mark),
                    Say(text=say("See you there", "到时见")),
                ),
                when=eq("going", False),
                enabled=eq("full", False),
            ),
            Heading(text=say("Bring somebody", "带上朋友")),
            InputField(id="plan-who", label=say("Name on the list", "登记姓名")),
            InputField(id="plan-when", label=say("Arriving", "到场")),
            Button(
                id="add-plan",
                label=say("Put on the list", "加入名单"),
                style="plain",
                do=(
                    Put(into="plans", fields={"event": "{id}", "who": "{ui:plan-who}", "when": "{ui:plan-when}"}),
                    Say(text=say("On the list", "已加入名单")),
                ),
                enabled=ne("ui:plan-who", ""),
            ),
        ),
    )


def _me_page(m: Maker) -> Page:
    say = m.say
    return Page(
        id="me",
        title=say("Me", "我"),
        blocks=(
            PictureBlock(id="portrait", draw="portrait", seed=m.cast.owner.name, alt=say("Portrait", "头像"), tall=112),
            Text(text=m.cast.owner.name, style="large"),
            Facts(rows=(FactRow(id="bio", label=say("Bio", "简介"), value="{var:bio}", when=ne("var:bio", "")),)),
            InputField(id="bio-text", label=say("New bio", "新简介")),
            Button(
                id="save-bio",
                label=say("Save bio", "保存简介"),
                style="plain",
                do=(put_var("bio", "{ui:bio-text}"), ClearField(field="bio-text")),
                enabled=ne("ui:bio-text", ""),
            ),
            Heading(text=say("Privacy", "隐私")),
            Switch(id="private", label=say("Private account", "私密账号"), var="private", icon="lock"),
            Switch(id="digest", label=say("Weekly digest", "每周摘要"), var="digest", icon="mail"),
            Switch(id="likes", label=say("Show my likes", "显示我的赞"), var="likes", icon="heart"),
            Choice(
                id="who",
                label=say("Who may write to me", "谁可以给我发消息"),
                var="who",
                style="radio",
                options=(
                    Option(id="everyone", label=say("Everyone", "所有人")),
                    Option(id="followed", label=say("People I follow", "我关注的人")),
                    Option(id="nobody", label=say("Nobody", "没有人")),
                ),
            ),
        ),
    )
