"""Makes five feeds about a small harbour, one of them empty, and a database that has read some of them."""

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.sax.saxutils import escape

from reader import make_reader

START = datetime(2026, 1, 4, 6, 0, tzinfo=UTC)

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
HARBOUR = CONTENT["harbour"]
LAMPS = [
    ("Lamp three burns again", "A new wick was all it took."),
    ("How the light turns", "Listen to the keeper."),
    ("Oil has become dear", "We burn less on clear nights."),
]
RECIPES = [("Soup of the pilots", "Fish, leek and patience.")]


def item(number: int, title: str, text: str, author: str, sound: bool) -> str:
    """An entry of a feed, each an hour after the one before."""
    when = (START + timedelta(hours=number)).strftime("%a, %d %b %Y %H:%M:%S +0000")
    enclosure = '<enclosure url="http://files.example/light.mp3" length="1200" type="audio/mpeg"/>' if sound else ""
    return (
        f"<item><title>{escape(title)}</title><guid isPermaLink='false'>{number}</guid><author>{author}</author>"
        f"<link>http://news.example/{number}</link><description>{escape(text)}</description>"
        f"<pubDate>{when}</pubDate>{enclosure}</item>"
    )


def feed(path: Path, title: str, about: str, entries: list[tuple[str, str]], first: int, author: str) -> None:
    """Writes a feed."""
    written = [
        item(first + at, name, text, author, sound=name.startswith("How")) for at, (name, text) in enumerate(entries)
    ]
    path.write_text(
        f"<?xml version='1.0'?><rss version='2.0'><channel><title>{title}</title><link>http://news.example/</link>"
        f"<description>{about}</description>{''.join(written)}</channel></rss>",
        encoding="utf-8",
    )


def main(data: Path) -> None:
    """Feeds, then what somebody has done with them."""
    feeds = data / "feeds"
    feeds.mkdir(parents=True)
    days = [(f"Tides of day {day}", f"High at {day % 12 + 1}, low at {(day + 6) % 12 + 1}.") for day in range(1, 81)]
    feed(feeds / "harbour.xml", "Harbour news", "What happens at the quay.", HARBOUR, 100, "Ada")
    feed(feeds / "lamps.xml", "Lamps of the pier", "Lights and those who keep them.", LAMPS, 200, "Cy")
    feed(feeds / "tides.xml", "Tides", "High and low water.", days, 0, "Bo")
    feed(feeds / "quiet.xml", "A quiet feed", "Nothing yet.", [], 0, "Dee")
    feed(feeds / "recipes.xml", "Recipes of the pilots", "What is cooked on board.", RECIPES, 300, "Dee")
    with make_reader(str(data / "reader.sqlite"), feed_root=str(feeds)) as reader:
        for name in ("harbour.xml", "lamps.xml", "tides.xml", "quiet.xml", "gone.xml"):
            reader.add_feed(name)
        for _ in reader.update_feeds_iter():
            pass
        reader.set_feed_user_title("quiet.xml", "The quiet one")
        for number in ("100", "101", "103"):
            reader.mark_entry_as_read(("harbour.xml", number))
        reader.mark_entry_as_important(("harbour.xml", "102"))
        reader.mark_entry_as_important(("lamps.xml", "201"))
        reader.disable_feed_updates("lamps.xml")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
