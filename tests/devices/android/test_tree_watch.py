"""An accessibility tree that does not follow the screen is a condition, and what only moves in a picture is none."""

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFont, ImageOps

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.listing import ViewFrame, describe
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.screen_reader import STALE
from sextant.devices.android.tree_watch import TreeWatch, texts_of
from sextant.devices.android.views import read_hierarchy
from sextant.devices.conformance import find
from sextant.types.actions import Pause, Tap
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element, Picture
from tests.devices.android.fake_phone import SCALE, FakePhone

PLAIN = AndroidOptions(driver="plain", quiet=0.0, settle=1.0)
DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "android"
SIZE = Size(412, 915)
SHELF = ("Milk and honey", "Bread of the day", "Apples from here", "Tea, green", "Coffee, whole", "Sugar")
CELLAR = ("Hammers", "Nails of any length", "Saw", "Screws with nuts", "Glue for wood and paper", "Paint")
FONT = ImageFont.load_default(18)
Draw = Callable[[Image.Image], Image.Image]


def elements(*texts: str) -> tuple[Element, ...]:
    return tuple(Element(at, Box(20, 100 + 60 * at, 300, 40), "text", text) for at, text in enumerate(texts))


def drawn(*texts: str) -> Image.Image:
    image = Image.new("RGB", (412, 915), "white")
    for at, text in enumerate(texts):
        ImageDraw.Draw(image).text((26, 108 + 60 * at), text, "black", FONT)
    return image


def encoded(image: Image.Image, kind: str = "PNG") -> Picture:
    stream = io.BytesIO()
    image.save(stream, kind)
    return Picture(stream.getvalue(), "image/png", image.width / 412)


class Watched:
    """Looks at one tree with several pictures."""

    def __init__(self, *texts: str) -> None:
        self.watch, self.tree = TreeWatch(), elements(*texts)

    def look(
        self, image: Image.Image, *, acts: bool = True, place: str = "org.shop/.Main", digest: str = "d"
    ) -> tuple[Element, ...] | None:
        if acts:
            self.watch.acted()
        picture, texts = encoded(image), texts_of(self.tree, SIZE, 0.0)
        doubted = self.watch.doubts(place, digest, texts, picture)
        return self.watch.settle(place, digest, texts, picture, doubted)


def test_another_picture_after_each_of_two_gestures_over_the_same_tree_is_a_stale_one() -> None:
    watched = Watched(*SHELF)
    assert watched.look(drawn(*SHELF)) is None
    assert watched.look(drawn(*CELLAR)) is None, "once may be a tree that is only late"
    assert watched.look(drawn(*reversed(CELLAR))) == ()
    assert watched.look(drawn(*CELLAR), acts=False) == (), "it stays so"
    assert watched.look(drawn(*SHELF)) is None, "until the screen of the tree is there again"


def test_the_texts_that_are_still_there_are_kept() -> None:
    watched = Watched("Shop of Ada", *SHELF)
    watched.look(drawn("Shop of Ada", *SHELF))
    watched.look(drawn("Shop of Ada", *CELLAR))
    kept = watched.look(drawn("Shop of Ada", *SHELF[::-1]))
    assert kept
    assert [one.label for one in kept] == ["Shop of Ada"]


def test_a_new_component_over_the_same_tree_and_another_picture_is_enough() -> None:
    watched = Watched(*SHELF)
    watched.look(drawn(*SHELF))
    assert watched.look(drawn(*SHELF), acts=False, place="org.shop/.Other") is None
    assert watched.look(drawn(*CELLAR), acts=False, place="org.shop/.Cellar") == ()


def test_a_tree_that_changes_or_a_gesture_without_an_effect_begins_anew() -> None:
    watched = Watched(*SHELF)
    watched.look(drawn(*SHELF))
    watched.look(drawn(*CELLAR))
    assert watched.look(drawn(*SHELF), digest="e") is None
    splash = Watched(*SHELF)
    splash.look(drawn(*CELLAR))  # the tree was there before its page was drawn
    for _ in range(3):
        assert splash.look(drawn(*SHELF)) is None


def test_without_a_gesture_or_with_few_texts_nothing_is_decided() -> None:
    watched, few = Watched(*SHELF), Watched(*SHELF[:3])
    for page in (SHELF, CELLAR, SHELF[::-1], CELLAR[::-1]):
        assert watched.look(drawn(*page), acts=False) is None
        assert few.look(drawn(*page[:3])) is None


def video(image: Image.Image) -> Image.Image:
    moving = image.copy()
    moving.paste(Image.effect_noise((412, 400), 90).convert("RGB"), (0, 480))
    return moving


def cursor(image: Image.Image) -> Image.Image:
    moving = image.copy()
    ImageDraw.Draw(moving).rectangle((random.randrange(20, 60), 100, 60, 140), fill="black")
    return moving


def progress(image: Image.Image) -> Image.Image:
    moving = image.copy()
    ImageDraw.Draw(moving).rectangle((20, 300, random.randrange(60, 320), 320), fill="teal")
    return moving


def noise(image: Image.Image) -> Image.Image:
    return Image.blend(image, Image.effect_noise(image.size, 120).convert("RGB"), 0.35)


HARMLESS: dict[str, Draw] = {
    "video": video,
    "cursor": cursor,
    "progress": progress,
    "theme": ImageOps.invert,
    "dimmed": lambda image: ImageEnhance.Brightness(image).enhance(0.4),
    "faded": lambda image: ImageEnhance.Contrast(image).enhance(0.4),
    "tinted": lambda image: Image.blend(image, Image.new("RGB", image.size, "blue"), 0.5),
    "moving ground": noise,
}


@pytest.mark.parametrize("what", HARMLESS)
def test_what_only_moves_or_changes_its_colours_is_no_other_screen(what: str) -> None:
    watched, page = Watched(*SHELF), drawn(*SHELF)
    for _ in range(3):
        assert watched.look(page) is None
        assert watched.look(HARMLESS[what](page)) is None


def test_fields_pictures_and_what_the_keyboard_covers_are_no_texts() -> None:
    plain, field_, covered = elements("Name", "Field", "Low")
    field_ = Element(1, field_.box, "textbox", "Field")
    shape = Element(3, Box(0, 0, 99, 99), "image", name="Map")
    assert texts_of((plain, field_, covered, shape), SIZE, SIZE.height - covered.box.bottom + 1) == (plain,)


# ---------------------------------------------------------------------- recorded screens


def recorded() -> list[tuple[str, Image.Image, tuple[Element, ...], Size]]:
    rows = [line.split("\t") for line in (DATA / "index.tsv").read_text("utf-8").splitlines()[1:]]
    found = list[tuple[str, Image.Image, tuple[Element, ...], Size]]()
    for row in rows:
        if len(row) > 7 and row[7].endswith(".png"):
            image = Image.open(DATA / row[7]).convert("RGB")
            size = Size(412, image.height * 412 / image.width)
            shown = describe(
                read_hierarchy((DATA / row[0]).read_bytes()), ViewFrame(*image.size, size.width / image.width)
            )
            small = image.resize((412, round(size.height)))
            found.append((row[0], small, texts_of(shown.elements, size, 0.0), size))
    return found


@pytest.mark.skipif(not DATA.is_dir(), reason="the screens of ../shared/data/android are not there")
def test_of_recorded_screens_none_is_mistaken_for_another_and_most_others_are_noticed() -> None:
    screens = [one for one in recorded() if len(one[2]) >= 4]
    noticed, pairs = 0, 0
    for name, image, texts, _ in screens:
        for what in ("theme", "dimmed", "faded", "tinted", "moving ground"):
            assert not _doubts(texts, image, HARMLESS[what](image)), (name, what)
        for other, another, _, _ in screens:
            if other != name:
                pairs += 1
                noticed += _doubts(texts, image, another.resize(image.size))
    assert len(screens) >= 9
    assert noticed >= 0.8 * pairs  # others of the same app share a part of the page


def _doubts(texts: Sequence[Element], before: Image.Image, after: Image.Image) -> bool:
    watch = TreeWatch()
    first = encoded(before, "JPEG")
    watch.settle("", "", texts, first, doubted=False)
    watch.acted()
    return watch.doubts("", "", texts, encoded(after, "JPEG"))


# ---------------------------------------------------------------------- the device


@dataclass
class Frozen(FakePhone):
    """A phone whose accessibility service hangs: its tree stays, and its picture follows the app."""

    pages: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    trees: list[str] = field(default_factory=list[str])

    def _picture(self) -> bytes:
        texts = self.pages.pop(0) if len(self.pages) > 1 else self.pages[0]
        return encoded(drawn(*texts)).data

    def _tree(self) -> str:
        return self.trees.pop(0) if len(self.trees) > 1 else self.trees[0]


def tree(*texts: str, package: str = "org.reference") -> str:
    nodes = "".join(
        f'<node class="android.widget.TextView" package="{package}" text="{text}" clickable="true" '
        f'bounds="[{20 * SCALE},{(100 + 60 * at) * SCALE}][{320 * SCALE},{(140 + 60 * at) * SCALE}]"/>'
        for at, text in enumerate(texts)
    )
    return f'<hierarchy rotation="0"><node package="{package}" bounds="[0,0][1236,2745]">{nodes}</node></hierarchy>'


def opened(phone: FakePhone) -> AndroidDevice:
    device = AndroidDevice(PLAIN, connect=lambda serial: phone, clock=lambda: 1.0)
    device.open()
    return device


def test_a_tree_that_hangs_is_a_condition_with_its_sentence_and_the_picture_is_given() -> None:
    phone = Frozen(pages=[SHELF, CELLAR, CELLAR[::-1]], trees=[tree(*SHELF)])
    device = opened(phone)
    assert device.look().condition == "ok"
    for condition in ("ok", "stale_hierarchy"):
        device.perform(Tap(Point(100, 120)))
        seen = device.look()
        assert (seen.condition, seen.picture is not None) == (condition, True)
    assert (seen.elements, STALE in seen.notes) == ((), True)
    phone.trees, phone.pages = [tree(*CELLAR)], [CELLAR]
    assert (seen := device.look()).condition == "ok"
    assert (find(seen, "Hammers").label, seen.notes) == ("Hammers", ())


def test_a_tree_that_is_only_late_is_read_again() -> None:
    phone = Frozen(pages=[SHELF, CELLAR], trees=[tree(*SHELF)])
    device = opened(phone)
    device.look()
    device.perform(Pause(0.0))
    device.perform(Tap(Point(100, 120)))
    phone.trees = [tree(*SHELF), tree(*CELLAR)]
    assert find(device.look(), "Hammers")


HIDDEN = """  Window #1 Window{{aa u0 org.other/org.other.Main}}:
    mDisplayId=0 mSession=Session{{1 2:u0a1}} mClient=android.os.BinderProxy@1
    mOwnerUid=10111 showForAllUsers=false package=org.other appop=NONE
    mHasSurface={} isReadyForDisplay()={} mWindowRemovalAllowed=false
"""


@dataclass
class Left(Frozen):
    """A phone that goes on printing the tree of an app that was left."""

    drawn: str = "false"

    def _window(self) -> str:
        return f"{HIDDEN.format(self.drawn, self.drawn)}{super()._window()}"


def test_the_tree_of_an_app_that_was_left_is_read_again_and_is_then_a_condition() -> None:
    phone = Left(pages=[CELLAR], trees=[tree(*SHELF, package="org.other")])
    device = opened(phone)
    seen = device.look(picture=False)
    assert (seen.condition, seen.elements, seen.app) == ("stale_hierarchy", (), "org.reference")
    assert "The accessibility tree is that of 'org.other', which is not in front; reading the picture" in seen.notes
    phone.trees = [tree(*SHELF, package="org.other"), tree(*CELLAR)]
    assert find(device.look(picture=False), "Hammers")


def test_an_app_that_draws_for_another_package_or_over_the_front_is_no_stale_tree() -> None:
    over = opened(Left(pages=[SHELF], trees=[tree(*SHELF, package="org.other")], drawn="true"))
    assert over.look(picture=False).condition == "ok"
    plugin = opened(Left(pages=[SHELF], trees=[tree(*SHELF, package="org.plugin")]))
    assert plugin.look(picture=False).condition == "ok"
