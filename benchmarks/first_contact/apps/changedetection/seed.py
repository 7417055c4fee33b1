"""What a small town's volunteer watches: fourteen pages in four groups, with what they said before, prices, errors."""

import random
import sys
import uuid

CHANCE = random.Random(20260302)
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same names on every machine

from changedetectionio.store import ChangeDetectionStore  # noqa: E402 - after its names were made the same

BEGIN = 1_772_438_400  # 2 March 2026, 08:00
HOUR, DAY = 3600, 86400
GROUPS = ("Council", "Travel", "School", "Shopping")
TIMETABLE = """Ferry timetable, {season}
Mainland to island: 07:10, 09:40, 13:00, {last}
Island to mainland: 08:20, 10:50, 14:10, 18:30
Bicycles: {bicycles}
"""
PLANNING = "Planning notices\n{lines}\nObjections go to the town hall within three weeks.\n"
MENU = "School lunch\nMonday: {monday}\nTuesday: fish fingers\nWednesday: pasta\nThursday: curry\nFriday: {friday}\n"
WATCHES = (
    # title, address, groups, what it said at each look, more
    (
        "Ferry timetable",
        "https://ferries.example/timetable",
        "Travel",
        (
            TIMETABLE.format(season="winter", last="16:15", bicycles="free"),
            TIMETABLE.format(season="winter", last="16:45", bicycles="free"),
            TIMETABLE.format(season="spring", last="17:20", bicycles="2.50 each way"),
        ),
        {"include_filters": ["#timetable"], "subtractive_selectors": ["footer"]},
    ),
    (
        "Bridge closures",
        "https://roads.example/bridge",
        "Travel,Council",
        ("Bridge open.\n", "Bridge closed on 14 March from 22:00 to 05:00.\n"),
        {"trigger_text": ["closed"], "notification_muted": True},
    ),
    ("Airport bus", "https://bus.example/line-90", "Travel", ("Line 90 runs every 30 minutes.\n",), {}),
    (
        "Planning notices",
        "https://town.example/planning",
        "Council",
        (
            PLANNING.format(lines="12 Mill Lane: a conservatory"),
            PLANNING.format(lines="12 Mill Lane: a conservatory\n3 Quay Street: a roof of solar panels"),
        ),
        {"ignore_text": ["/Page \\d+/"]},
    ),
    ("Minutes of the council", "https://town.example/minutes", "Council", ("February: the budget was agreed.\n",), {}),
    (
        "Swimming pool opening hours",
        "https://pool.example/hours",
        "Council",
        ("Open 07:00 to 20:00.\n", "Open 06:30 to 21:00. Closed on Easter Monday.\n"),
        {},
    ),
    (
        "Recycling calendar",
        "https://town.example/recycling",
        "Council",
        (),
        {"last_error": "Error - 403 (Access denied) received"},
    ),
    (
        "School lunch menu",
        "https://school.example/lunch",
        "School",
        (MENU.format(monday="soup", friday="pizza"), MENU.format(monday="lentil stew", friday="pizza")),
        {},
    ),
    (
        "Term dates",
        "https://school.example/terms",
        "School",
        ("Summer term: 20 April to 17 July.\n",),
        {"paused": True},
    ),
    (
        "Parents' evening",
        "https://school.example/parents",
        "School",
        (),
        {"last_error": "Warning, no filters were found, no change detection ran - did the page change layout?"},
    ),
    (
        "Rowing jacket",
        "https://outdoor.example/rowing-jacket",
        "Shopping",
        ("In Stock: True - Price: 89.0\n", "In Stock: True - Price: 69.0\n"),
        {
            "processor": "restock_diff",
            "restock": {"in_stock": True, "price": 69.0, "currency": "EUR", "last_price": 89.0},
        },
    ),
    (
        "Bread oven",
        "https://kitchen.example/oven",
        "Shopping",
        ("In Stock: False - Price: 349.0\n",),
        {"processor": "restock_diff", "restock": {"in_stock": False, "price": 349.0, "currency": "EUR"}},
    ),
    (
        "Second-hand piano",
        "https://market.example/pianos",
        "Shopping",
        ("Upright piano, 1961, 400\n", "Upright piano, 1961, 350\nBaby grand, 1988, 2100\n"),
        {
            "time_between_check_use_default": False,
            "time_between_check": {"weeks": 900, "days": 0, "hours": 0, "minutes": 0, "seconds": 0},
        },
    ),
    ("Recalled toys", "https://safety.example/recalls", "", ("Wooden train, lot 14: the wheels come off.\n",), {}),
)


def main(folder: str) -> None:
    """Makes the datastore in `folder`."""
    store = ChangeDetectionStore(datastore_path=folder, include_default_watches=False, version_tag="0.60.10")
    settings = store.data["settings"]
    # Nothing is fetched while it is looked at, and changes open in the same window.
    settings["requests"]["time_between_check"] = {"weeks": 900, "days": 0, "hours": 0, "minutes": 0, "seconds": 0}
    settings["application"]["ui"]["open_diff_in_new_tab"] = False
    settings["application"]["rss_access_token"] = f"{CHANCE.getrandbits(128):032x}"
    settings["application"]["api_access_token"] = f"{CHANCE.getrandbits(128):032x}"
    settings["application"]["global_ignore_text"] = ["Cookies help us"]
    settings["application"]["base_url"] = "https://watch.example"
    store.commit()
    for name in GROUPS:
        store.add_tag(name)
    for number, (title, address, groups, said, more) in enumerate(WATCHES):
        extras = {"title": title, "date_created": BEGIN + number * HOUR, **more}
        key = store.add_watch(address, tag=groups, extras=extras)
        watch = store.data["watching"][key]
        for look, text in enumerate(said):
            when = BEGIN + look * 7 * DAY + number * HOUR
            watch.save_history_blob(text, str(when), uuid.uuid4().hex)
        seen = len(said) < 2 or number % 3 == 0
        watch.update(
            {
                "last_checked": BEGIN + 21 * DAY + number * 60,
                "last_viewed": BEGIN + 30 * DAY if seen else 0,
                "check_count": 20 + number,
                "fetch_time": 0.4,
            }
        )
        watch.commit()
    for tag in settings["application"]["tags"].values():
        tag["date_created"] = BEGIN
        tag.commit()


main(sys.argv[1])
