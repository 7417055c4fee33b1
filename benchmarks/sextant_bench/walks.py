"""Random walks over worlds, carried out in the twin and in Chromium alike, and how the two differ."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from time import perf_counter
from typing import Any, Literal

from sextant.types.screens import Element, Observation
from sextant_bench.walkers import Walker
from sextant_worlds.content import cast
from sextant_worlds.genres import GENRES
from sextant_worlds.genres.desk import desk
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.phone import (
    ClipSurprise,
    DraftSurprise,
    PhoneLook,
    PhoneSpec,
    PopupSurprise,
    SessionSurprise,
    Surprise,
)
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["WalkComparison", "compare_walk", "differences", "walk_world", "worlds_of"]

Theme = Literal["material", "ios", "dense", "plain"]
THEMES: tuple[Theme, ...] = ("material", "ios", "dense", "plain")
BOX_TOLERANCE = 2.0
_EXACT = tuple(entry.name for entry in fields(Element) if entry.name not in ("box", "drawn"))
"""A twin paints nothing, so it cannot tell what only a drawing tells."""


def worlds_of(seeds: tuple[int, ...]) -> Iterator[World]:
    """A world a seed: themes, light and dark, languages in turn, so that 16 seeds have all of them."""
    for place, seed in enumerate(seeds):
        theme = THEMES[place % 4]
        yield walk_world(seed, "zh" if place // 8 % 2 else "en", theme, bool(place // 4 % 2), large=place % 16 == 6)


def walk_world(
    seed: int,
    locale: Literal["en", "zh"] = "en",
    theme: Theme = "material",
    dark: bool = False,
    large: bool = False,
    height: int = 915,
) -> World:
    """Apps of several genres and the desk on a phone full of surprises; nothing is asked in it."""
    rng = random.Random(f"walk {seed}")  # noqa: S311 - a walk, no secret
    there = cast(seed, locale)
    names = list(GENRES)
    rng.shuffle(names)
    apps = (*(GENRES[name](there).app for name in names), desk(there))
    zh = locale == "zh"
    surprises: tuple[Surprise, ...] = (
        PopupSurprise(
            id="rate",
            at=rng.randint(5, 60),
            title="喜欢这款应用吗？" if zh else "Enjoying this app?",
            text="花几秒钟给我们评个分吧。" if zh else "It takes ten seconds to leave a rating, and it helps a lot.",
            close="以后再说" if zh else "Not now",
            other=("去评分" if zh else "Rate it") if seed % 2 else "",
        ),
        SessionSurprise(
            app=apps[0].id,
            at=rng.randint(20, 90),
            title="登录已过期" if zh else "Your session has ended",
            text="请继续以返回刚才的页面。" if zh else "Go on to come back to where you were.",
            button="继续" if zh else "Go on",
        ),
        DraftSurprise(app=apps[1].id, at=rng.randint(30, 90)),
        ClipSurprise(at=rng.randint(30, 90)),
    )
    return World(
        id=f"walk-{seed}",
        seed=seed,
        phone=PhoneSpec(
            height=height,
            locale=locale,
            currency=there.currency,
            today=there.today.isoformat(),
            owner=there.owner.given,
            look=PhoneLook(theme=theme, dark=dark, large_text=large),
            surprises=surprises,
        ),
        apps=apps,
        task=nothing_asked("walk"),
    )


def differences(page: Observation, twin: Observation) -> list[str]:
    """What the page shows and the twin does not, or the other way round; empty where they agree."""
    found: list[str] = []
    if len(page.elements) != len(twin.elements):
        found.append(f"{len(page.elements)} elements in the page, {len(twin.elements)} in the twin")
    for one, other in zip(page.elements, twin.elements, strict=False):
        for name in _EXACT:
            mine, its = getattr(one, name), getattr(other, name)
            if mine != its:
                found.append(f"element {one.index} {one.role} {one.label[:40]!r}: {name} {mine!r} != {its!r}")
        if _apart(one, other) > BOX_TOLERANCE:
            found.append(f"element {one.index} {one.role} {one.label[:40]!r}: {one.box} != {other.box}")
    whole = ("app", "location", "title", "size", "landmarks", "scroll", "condition", "modal")
    pairs = [(name, getattr(page, name), getattr(twin, name)) for name in whole]
    pairs += [(fact, page.facts.get(fact), twin.facts.get(fact)) for fact in ("component", "instance")]
    return found + [f"{name}: {mine!r} != {its!r}" for name, mine, its in pairs if mine != its]


def _apart(one: Element, other: Element) -> float:
    """By how many pixels the boxes differ at the side where they differ most."""
    a, b = one.box, other.box
    return max(abs(a.x - b.x), abs(a.y - b.y), abs(a.right - b.right), abs(a.bottom - b.bottom))


def plain_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state without what each side keeps for itself."""
    return {name: value for name, value in state.items() if name not in ("rev", "dirty")}


@dataclass(slots=True)
class WalkComparison:
    """What a walk in both showed. Seconds are those of gesture and look, nothing else."""

    steps: int = 0
    mismatches: int = 0
    changing: int = 0
    visible: int = 0
    pages: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Every page of an app that was shown, by app and page."""
    page_seconds: float = 0.0
    twin_seconds: float = 0.0
    told: list[str] = field(default_factory=list[str])

    def note(self, what: str, found: list[str]) -> None:
        """Counts a step that differed, and keeps the first differences."""
        if found:
            self.mismatches += 1
            if len(self.told) < 40:
                self.told.append(f"{what}: {'; '.join(found[:3])}")


def compare_walk(device: ChromiumWorld, world: World, steps: int, seed: int, result: WalkComparison) -> None:
    """Walks through the world in both; half way it goes back to an earlier state once, in both."""
    twin = Twin(world)
    walker = Walker(world, random.Random(f"steps {seed}"))  # noqa: S311 - a walk, no secret
    label = f"{world.id} {world.phone.locale} {world.phone.look.theme}{' dark' if world.phone.look.dark else ''}"
    seen = twin.observation()
    result.note(f"{label} start", differences(device.look(picture=False), seen))
    held: tuple[Any, Any, Observation] | None = None
    for number in range(steps):
        if number == steps // 3:
            held = twin.snapshot(), device.state(), seen
        if number == 2 * steps // 3 and held is not None:
            twin.restore(held[0])
            device.restore(held[1])
            seen = twin.observation()
            back = differences(device.look(picture=False), seen) + differences(seen, held[2])
            result.note(f"{label} restored", back)
        gesture = walker.gesture(seen)
        began = perf_counter()
        changed = twin.perform(gesture)
        screen = twin.screen()
        middle = perf_counter()
        device.perform(gesture)
        page = device.look(picture=False)
        end = perf_counter()
        result.twin_seconds += middle - began
        result.page_seconds += end - middle
        result.steps += 1
        result.changing += changed
        seen = screen.observation
        result.visible += sum(element.visibility in ("visible", "clipped") for element in seen.elements)
        result.pages.add((twin.scene["app"], twin.scene["page"]))
        found = differences(page, seen)
        states = plain_state(device.state()), plain_state(twin.state)
        if states[0] != states[1]:
            names = [name for name in states[1] if states[0].get(name) != states[1][name]]
            found.append(f"states differ in {names}")
        result.note(f"{label} step {number} {gesture}", found)
        if found:
            device.restore(twin.snapshot())  # one difference is not to be counted at every later step
