"""A social feed: posts, comments, profiles, events; posting cannot be undone."""

from sextant_worlds.content.lists import Feed, lists
from sextant_worlds.genres.app_builder import AppBuilder
from sextant_worlds.genres.asks import ask
from sextant_worlds.genres.base import Built, Cast
from sextant_worlds.spec.apps import AppSpec, Record

APP = "feed"


def build(cast: Cast) -> Built:
    """The feed and what can be asked of it."""
    m = AppBuilder(cast, APP)
    m.named()
    people = _profiles(m)
    posts = _posts(m, people)
    app = m.spec(
        m.accent(),
        m.face(),
        {
            "posts": posts,
            "comments": _comments(m, posts),
            "people": people,
            "events": _events(m),
            "plans": (),
        },
        {},
    )
    _ask_all(m, app)
    return m.built(app)


def _ask_all(m: AppBuilder, app: AppSpec) -> None:
    posts, people = app.collections["posts"], app.collections["people"]
    ask(m, app, "event-sources")
    by = {post["author"]: post for post in posts}
    authors = [person | {"post": by[person["id"]]["id"], "posted": by[person["id"]]["text"]} for person in people]
    ask(m, app, "people-sources", authors=authors)
    for section in ("sinks", "post-chores", "people-chores", "setting-chores"):
        ask(m, app, section)
    ask(m, app, "loops", author=people[m.cast.rng.randrange(4)])
    states = [m.say(*state) for state in lists(Feed).states]
    m.state_forks(ask(m, app, "conditions", states=states), states[0], "private", "who")


# -- records -------------------------------------------------------------------------------------------------------


def _profiles(m: AppBuilder) -> tuple[Record, ...]:
    rng = m.cast.rng
    return tuple(
        {
            "id": f"u{n + 1:02d}",
            "name": person.name,
            "bio": m.say(*rng.choice(lists(Feed).bios)),
            "followers": m.mint.number(1_050, 9_800),
            "joined": m.day(-330, -20),
            "invite": m.mint.code("AAA-9999"),
            "following": n in (0, 2, 5, 8),
            "mark": m.say("Following", "已关注") if n in (0, 2, 5, 8) else "",
            "quiet": n in (2, 8, 9),
        }
        for n, person in enumerate(m.people(12))
    )


def _posts(m: AppBuilder, people: tuple[Record, ...]) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for n, (en, zh, motif) in enumerate(rng.sample(lists(Feed).posts, 22)):
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


def _comments(m: AppBuilder, posts: tuple[Record, ...]) -> tuple[Record, ...]:
    rng = m.cast.rng
    made: list[Record] = []
    for post in posts:
        for said in m.some(
            rng.randint(1, 2), [c[0] for c in lists(Feed).comments], [c[1] for c in lists(Feed).comments]
        ):
            made.append(
                {"id": f"c{len(made) + 1:02d}", "post": str(post["id"]), "text": said, "name": m.people(1)[0].name}
            )
    return tuple(made)


def _events(m: AppBuilder) -> tuple[Record, ...]:
    known = m.cast.rng.sample(lists(Feed).events, 12)
    states = m.some(3, [s[0] for s in lists(Feed).states], [s[1] for s in lists(Feed).states])
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
