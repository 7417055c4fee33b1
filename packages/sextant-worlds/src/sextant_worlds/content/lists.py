"""Lists that fill apps: `data/TOPIC.yaml`, in both languages. Comments in the files name the columns."""

from functools import cache
from typing import Any, TypeVar

from sextant_worlds.data_files import read
from sextant_worlds.spec.base import SpecModel
from sextant_worlds.spec.phone import Locale

__all__ = ["Bills", "Clinic", "Dishes", "Feed", "Home", "Meetings", "People", "Places", "Products", "Tasks", "Tiles"]
__all__ += ["Meeting", "Project", "Travel", "lists"]

Pair = tuple[str, str]
"""English and Chinese."""
Triple = tuple[str, str, str]
Texts = dict[Locale, tuple[str, ...]]
_Lists = TypeVar("_Lists", bound=SpecModel)


def lists(kind: type[_Lists]) -> _Lists:
    """The lists of a topic; its file is read once."""
    return _read(kind)


@cache
def _read(kind: type[SpecModel]) -> Any:
    return read(kind, "sextant_worlds.content", f"data/{kind.__name__.lower()}.yaml")


class Bills(SpecModel):
    """Who takes money, for what, and how much it usually is."""

    merchants: tuple[tuple[str, str, str, int, int, str], ...]
    sorts: dict[Locale, dict[str, str]]


class Clinic(SpecModel):
    """Doctors, tests, medicines of a clinic."""

    doctors: tuple[Pair, ...]
    departments: tuple[Triple, ...]
    visits: tuple[Triple, ...]
    labs: tuple[tuple[str, str, str, int, int, str], ...]
    drugs: tuple[tuple[str, str, str, str], ...]
    doses: dict[str, Pair]
    states: tuple[Pair, ...]
    wards: tuple[Pair, ...]


class Dishes(SpecModel):
    """Things to eat."""

    dishes: Texts


class Feed(SpecModel):
    """Posts, profiles and events."""

    posts: tuple[Triple, ...]
    bios: tuple[Pair, ...]
    events: tuple[tuple[str, str, str, str, str], ...]
    states: tuple[Pair, ...]
    comments: tuple[Pair, ...]


class Home(SpecModel):
    """Rooms, devices, routines, guests of a smart home."""

    rooms: tuple[tuple[str, str, str, str], ...]
    devices: tuple[tuple[str, str, str, str, str, int, int], ...]
    makers: tuple[Pair, ...]
    scenes: tuple[Triple, ...]
    routines: tuple[Triple, ...]
    sensors: tuple[Triple, ...]
    states: tuple[Pair, ...]
    lamps: tuple[Pair, ...]
    months: tuple[Triple, ...]


class Meeting(SpecModel):
    """Something that stands in a calendar. `kind` is one of the places' `venue_kinds`, `sort` one of the `sorts`."""

    en: str
    zh: str
    kind: str
    icon: str
    sort: str = ""


class Meetings(SpecModel):
    """What people meet for."""

    sorts: dict[str, Pair]
    events: tuple[Meeting, ...]
    invitations: tuple[Meeting, ...]
    courses: tuple[Meeting, ...]


class People(SpecModel):
    """Names of people from many cultures, as a phone book of a large city would hold them."""

    particles: frozenset[str]
    double: tuple[str, ...]
    en: tuple[str, ...]
    zh: tuple[Pair, ...]


class Places(SpecModel):
    """Cities, streets, shops and venues."""

    cities: Texts
    streets: Texts
    shops: Texts
    venue_kinds: dict[Locale, dict[str, tuple[str, ...]]]
    carriers: Texts


class Products(SpecModel):
    """Goods with prices one would pay for them."""

    categories: dict[Locale, dict[str, str]]
    goods: dict[str, tuple[tuple[str, str, int, str], ...]]
    grams: dict[str, tuple[int, int]]
    heavy: dict[str, tuple[int, int]]


class Project(SpecModel):
    """What belongs to a project: an icon, who supplies it, and one thing to do for each of the tags."""

    name: Pair
    icon: str
    supplier: Pair
    todos: tuple[Pair, ...]


class Tasks(SpecModel):
    """Projects, things to do, notes."""

    projects: tuple[Project, ...]
    tags: tuple[Pair, ...]
    notes: tuple[tuple[str, str, str, str, str, str], ...]
    ideas: tuple[tuple[str, str, str, str, str, str], ...]
    states: tuple[Pair, ...]
    colours: tuple[Pair, ...]


class Tiles(SpecModel):
    """Words on cards and names of past rounds."""

    words: tuple[Pair, ...]
    rounds: tuple[Pair, ...]


class Travel(SpecModel):
    """Places to go, hotels, carriers."""

    towns: tuple[Triple, ...]
    hotels: tuple[Triple, ...]
    carriers: tuple[Pair, ...]
    stations: tuple[Pair, ...]
    states: tuple[Pair, ...]
