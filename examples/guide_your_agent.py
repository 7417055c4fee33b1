"""The map beside an agent of your own, offline: a toy app, and an agent that does what the guide says or wanders.

An agent has to do three things: describe its screen (`DescribedScreen`), read the text that comes back, and report its
action. The map is drawn meanwhile; the second time the agent knows the route.
"""

import re
import tempfile
from pathlib import Path

from sextant.integrations.companion import Companion
from sextant.integrations.described_screen import DescribedElement, DescribedScreen
from sextant.types.actions import ByIndex, Click

PAGES = {
    "Home": ["News", "Shop", "Account"],
    "News": ["Home"],
    "Shop": ["Home", "Basket"],
    "Basket": ["Shop"],
    "Account": ["Home", "Orders", "Legal"],
    "Orders": ["Account"],
    "Legal": ["Account", "Privacy policy"],
    "Privacy policy": ["Legal"],
}


def look(page: str) -> DescribedScreen:
    links = tuple(DescribedElement(text, "link", box=(0, 60 * row, 400, 60)) for row, text in enumerate(PAGES[page]))
    return DescribedScreen(app="toy", address=f"/{page.lower().replace(' ', '-')}", title=page, elements=links)


def agent(words: str, page: str, tried: dict[str, int]) -> int:
    """Yours would be a model with `words` in its prompt. This one takes the advice, else the link it took least."""
    advised = re.search(r"^Next: .*?\[(\d+)\]", words, re.MULTILINE)
    if advised:
        return int(advised[1])
    return min(range(len(PAGES[page])), key=lambda row: tried.get(PAGES[page][row], 0))


def walk(goal: str, target: str, maps: Path) -> list[str]:
    page, tried, path = "Home", {"Home": 1}, ["Home"]
    with Companion.on_maps(goal, maps) as companion:
        words = companion.tell(look(page))
        while page != target and len(path) < 40:
            choice = agent(words, page, tried)
            page = PAGES[page][choice]
            tried[page] = tried.get(page, 0) + 1
            path.append(page)
            companion.did(Click(ByIndex(choice)))
            words = companion.tell(look(page))
        print(f"{len(path) - 1} steps: {' > '.join(path)}")
    return path


with tempfile.TemporaryDirectory() as folder:
    maps = Path(folder) / "maps.sqlite"
    for _ in range(2):
        walk("read the privacy policy", "Privacy policy", maps)
    with Companion.on_maps("read the privacy policy", maps) as companion:
        print(companion.tell(look("Home")))
