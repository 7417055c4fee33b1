"""What a small town's volunteer watches: fourteen pages in four groups, with what they said before, prices, errors."""

import json
import random
import sys
import uuid
from pathlib import Path

CHANCE = random.Random(20260302)
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same names on every machine

from changedetectionio.store import ChangeDetectionStore  # noqa: E402 - after its names were made the same

BEGIN = 1_772_438_400  # 2 March 2026, 08:00
HOUR, DAY = 3600, 86400
GROUPS = ("Council", "Travel", "School", "Shopping")
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
# title, address, groups, what it said at each look, more
WATCHES = CONTENT["watches"]


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
