"""Describes the differences between two routes to one screen, for the report of a route that has moved."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.types.screens import ElementRef
from sextant.utg.files.likeness import likeness, same_place
from sextant.utg.files.saved import SavedHop, SavedRoute, Stop

Kind = Literal["start", "relabelled", "replaced", "buried", "surfaced", "inserted", "skipped", "readdressed", "renamed"]


@dataclass(frozen=True, slots=True)
class RouteDifference:
    """One difference; `hop` counts hops of the old route from 1, 0 is the start."""

    hop: int
    kind: Kind
    text: str


def changes(old: SavedRoute, new: SavedRoute) -> tuple[RouteDifference, ...]:
    """All differences of the new route, in the order of the old one."""
    found = [RouteDifference(0, "start", text) for text in _stop_changes(old.start, new.start)]
    done_old = done_new = 0
    for place_old, place_new in _aligned(old, new):
        inserted = new.hops[done_new : place_new - 1]
        skipped = old.hops[done_old : place_old - 1]
        hop, now = old.hops[place_old - 1], new.hops[place_new - 1]
        over = ", ".join(repr(one.lands.name) for one in inserted)
        if inserted:
            labels = " › ".join(repr(one.label) for one in new.hops[done_new:place_new])
            found.append(
                RouteDifference(
                    done_old + 1, "inserted", f"the way to {hop.lands.name!r} leads over {over} now ({labels})"
                )
            )
        if skipped:
            names = ", ".join(repr(one.lands.name) for one in skipped)
            found.append(
                RouteDifference(done_old + 1, "skipped", f"the way to {hop.lands.name!r} leads over {names} no longer")
            )
        both = [] if inserted or skipped else _renamed_with_its_screen(place_old, hop, now)
        if not inserted and not skipped and not both:
            found += _hop_changes(place_old, hop, now)
        found += both or _landing_changes(place_old, hop.lands, now.lands)
        done_old, done_new = place_old, place_new
    return tuple(found)


def _aligned(old: SavedRoute, new: SavedRoute) -> list[tuple[int, int]]:
    """Hops that lead to the same screen, by number from 1: the longest common sequence; the last hops are paired."""
    if not old.hops or not new.hops:
        return []
    one, other = old.hops[:-1], new.hops[:-1]

    @cache
    def longest(i: int, j: int) -> tuple[tuple[int, int], ...]:
        if i == len(one) or j == len(other):
            return ()
        best = max(longest(i + 1, j), longest(i, j + 1), key=len)
        if likeness(one[i].lands, other[j].lands, old.stops) == "other":
            return best
        return max(((i + 1, j + 1), *longest(i + 1, j + 1)), best, key=len)

    return [*longest(0, 0), (len(old.hops), len(new.hops))]


def _renamed_with_its_screen(number: int, old: SavedHop, new: SavedHop) -> list[RouteDifference]:
    """A single difference where an element and its target had one name, and have one new name."""
    hop_changes = _hop_changes(number, old, new)
    lands = _landing_changes(number, old.lands, new.lands)
    if [one.kind for one in hop_changes] != ["relabelled"] or [one.kind for one in lands] not in (
        ["renamed"],
        ["readdressed"],
    ):
        return []
    before, after = collapse(old.label), collapse(new.label)
    if (collapse(old.lands.name), collapse(new.lands.name)) != (before, after) or not same_place(old.lands, new.lands):
        return []
    role = old.element.role if old.element is not None else old.event
    return [
        RouteDifference(number, "relabelled", f"{old.label!r} is called {new.label!r} now, the {role} and its screen")
    ]


def _hop_changes(number: int, old: SavedHop, new: SavedHop) -> list[RouteDifference]:
    found: list[RouteDifference] = []
    before, after = old.element, new.element
    if before is not None and after is not None and collapse(before.name) != collapse(after.name):
        if before.role == after.role:
            found.append(
                RouteDifference(number, "relabelled", f"{before.role} {before.name!r} is called {after.name!r} now")
            )
        else:
            replaced = f"{before.role} {before.name!r} is {after.role} {after.name!r} now"
            found.append(RouteDifference(number, "replaced", replaced))
    elif before is not None and after is not None and before.role != after.role:
        found.append(RouteDifference(number, "replaced", f"{before.name!r} is a {after.role} now, not a {before.role}"))
    elif old.event != new.event:
        found.append(RouteDifference(number, "replaced", f"{old.label!r} gives way to {new.label!r}"))
    hidden, shown = _names(old.openers), _names(new.openers)
    if hidden != shown and shown:
        found.append(
            RouteDifference(number, "buried", f"{new.label!r} stands behind {' and '.join(map(repr, shown))} now")
        )
    elif hidden != shown:
        text = f"{new.label!r} stands behind {' and '.join(map(repr, hidden))} no longer"
        found.append(RouteDifference(number, "surfaced", text))
    return found


def _names(openers: Sequence[ElementRef]) -> tuple[str, ...]:
    return tuple(opener.name or opener.role for opener in openers)


def _landing_changes(number: int, old: Stop, new: Stop) -> list[RouteDifference]:
    kind: Kind = "renamed" if old.screen == new.screen or likeness(old, new, ()) == "renamed" else "readdressed"
    return [RouteDifference(number, kind, text) for text in _stop_changes(old, new)]


def _stop_changes(old: Stop, new: Stop) -> list[str]:
    """The differences of one screen."""
    found = likeness(old, new, ())
    if found == "renamed":
        return [renaming(old, new)]
    if found != "same":
        if old.address != new.address:
            return [f"the screen {old.name!r} has moved from {old.address!r} to {new.address!r}"]
        return [f"the screen {old.name!r} is built otherwise now"]
    same = (collapse(old.title), collapse(old.head)) == (collapse(new.title), collapse(new.head))
    return [] if same or old.name == new.name else [renaming(old, new)]


def renaming(old: Stop, new: Stop) -> str:
    """A sentence that a screen has another name."""
    if (old.name, old.title) == (new.name, new.title):
        return f"the screen {old.name!r} does not show what it did"
    if old.name == new.name:
        return f"the screen {old.name!r} is titled {new.title!r} now, not {old.title!r}"
    return f"the screen {old.name!r} is called {new.name!r} now"
