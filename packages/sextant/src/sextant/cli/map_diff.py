"""The command `map diff`: the changes between two maps, as text or JSON."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from sextant.cli.map_reports import quoted
from sextant.cli.options import ConfigFile, JsonFlag, settings_of
from sextant.cli.output import Json, Output, boundary, counted
from sextant.dataclass import dataclass
from sextant.qa.stored_maps import find_map
from sextant.utg.comparing.difference import Difference, compare
from sextant.utg.comparing.transitions import MapTransition, TransitionChange
from sextant.utg.graph import Node
from sextant.utg.names import address_of, names_of

__all__ = ["add_to"]

_SHOWN = 12


def add_to(group: typer.Typer) -> None:
    """Adds the command to the group."""
    group.command("diff")(diff)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A file, or the target of a map.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A file, or the target of a map.", show_default=False)],
    fail: Annotated[bool, typer.Option("--fail-on-change", help="Exit code 1 if the app has changed.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Compare maps of different apps or addresses.")] = False,
    config: ConfigFile = None,
    json: JsonFlag = False,
) -> None:
    """Compare two maps of an app: screens and transitions added, removed, renamed, moved."""
    with boundary(json) as out:
        settings = settings_of(config)
        before, after = find_map(old, settings), find_map(new, settings)
        nameless = before.plain is not None or after.plain is not None  # a plain graph does not name its app
        found = compare(before.graph, after.graph, across=force or nameless)
        named = _NamedDifference(found, names_of(found.old), names_of(found.new))
        out.result(_diff_json(named))
        if not out.as_json:
            _say_difference(out, named, new)
        if fail and found.changed:
            raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _NamedDifference:
    """A difference with the names of the screens in both maps."""

    found: "Difference"
    before: Mapping[str, str]
    after: Mapping[str, str]


_SIGNS = {
    "added": ("+", "green"),
    "removed": ("-", "red"),
    "broken": ("!", "red"),
    "renamed": ("~", "yellow"),
    "relabelled": ("~", "yellow"),
    "altered": ("~", "yellow"),
    "moved": (">", "yellow"),
    "redirected": (">", "yellow"),
}


def _say_difference(out: Output, named: _NamedDifference, new: str) -> None:
    found = named.found
    screens, transitions = counted(found.same_screens, "screen"), counted(found.same_transitions, "transition")
    out.say(f"{found.new.app}: {screens} and {transitions} are the same")
    rows = [(one.change, _screen_words(named, one.change, one.old, one.new)) for one in found.screens]
    _say_rows(out, "screens", rows)
    _say_rows(out, "transitions", _grouped(named))
    for which, other, nodes, ways, names in (
        ("OLD", "NEW", found.only_old, found.untried_new, named.before),
        ("NEW", "OLD", found.only_new, found.untried_old, named.after),
    ):
        if nodes or ways:
            out.say(
                f"\nknown to {which} alone, and not tried in {other}: {counted(len(nodes), 'screen')}, "
                f"{counted(len(ways), 'transition')}"
            )
            _say_some(out, [names[node.id] for node in nodes])
    out.say()
    out.say("changed" if found.changed else "nothing has changed", style="yellow" if found.changed else "green")
    out.say(f"next: sextant map show {quoted(new)}")


def _say_rows(out: Output, head: str, rows: Sequence[tuple[str, str]]) -> None:
    if not rows:
        return
    out.say(f"\n{head}")
    wide = max(len(change) for change, _ in rows)
    for change, words in rows:
        sign, style = _SIGNS[change]
        out.labelled(f"{sign} {change:<{wide}}", style, f"  {words}")


def _say_some(out: Output, names: Sequence[str]) -> None:
    shown = ", ".join(names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    if shown:
        out.say(f"  {shown}{more}")


def _screen_words(difference: _NamedDifference, change: str, old: "Node | None", new: "Node | None") -> str:

    before = difference.before[old.id] if old is not None else ""
    after = difference.after[new.id] if new is not None else ""
    if old is None or new is None:
        one = new if old is None else old
        address = address_of(one) if one is not None else ""
        return f"{before}{after}  {address}".rstrip()
    if change == "moved" or (change == "renamed" and address_of(old) != address_of(new)):
        named = after if before == after else f"{before} -> {after}"
        return f"{named}  {address_of(old)} -> {address_of(new)}"
    if change == "renamed":
        return f"{before} -> {after}  {address_of(new)}".rstrip()
    return f"{after}  {address_of(new)}  other parts on it".replace("    ", "  ")


def _grouped(difference: _NamedDifference) -> list[tuple[str, str]]:
    """Changes in words; the same change on many screens, such as a menu entry, is one row."""
    groups: dict[tuple[str, str], list[str]] = {}
    for one in difference.found.transitions:
        source, words = _transition_words(difference, one)
        groups.setdefault((one.change, words), []).append(source)
    rows: list[tuple[str, str]] = []
    for (change, words), sources in groups.items():
        places = list(dict.fromkeys(sources))
        where = places[0] if len(places) == 1 else f"{len(places)} screens ({', '.join(places[:3])}, …)"
        rows.append((change, f"{where}: {words}"))
    return rows


def _transition_words(difference: _NamedDifference, one: "TransitionChange") -> tuple[str, str]:
    before, after = difference.before, difference.after
    old, new = one.old, one.new
    if old is not None and new is not None:
        source = after.get(new.source, new.source)
        if one.change == "relabelled":
            return source, f"{_label(old)} is now {_label(new)}, to {after.get(new.target, new.target)}"
        leads, led = after.get(new.target, new.target), before.get(old.target, old.target)
        return source, f"{_label(new)} leads to {leads}, no longer to {led}"
    transition, names = (new, after) if new is not None else (old, before)
    assert transition is not None
    words = f"{_label(transition)} to {names.get(transition.target, transition.target)}"
    if one.change == "broken":
        words += ", tried in vain"
    return ("every screen" if transition.source == "*" else names.get(transition.source, transition.source)), words


def _label(transition: "MapTransition") -> str:
    if transition.listed:
        return f"an item of a list ({transition.label!r})"
    return f"{transition.role or 'event'} {transition.label!r}"


def _diff_json(difference: _NamedDifference) -> dict[str, Json]:
    found, before, after = difference.found, difference.before, difference.after

    def screen(node: "Node | None", names: Mapping[str, str]) -> Json:

        return None if node is None else {"id": node.id, "name": names[node.id], "address": address_of(node)}

    def way(one: "MapTransition | None", names: Mapping[str, str]) -> Json:
        if one is None:
            return None
        return {
            "source": {"id": one.source, "name": names.get(one.source, one.source)},
            "target": {"id": one.target, "name": names.get(one.target, one.target)},
            "event": one.event,
            "role": one.role,
            "label": one.label,
            "listed": one.listed,
        }

    return {
        "changed": found.changed,
        "old": {"app": found.old.app, "screens": len(found.old.nodes), "transitions": len(found.old.edges)},
        "new": {"app": found.new.app, "screens": len(found.new.nodes), "transitions": len(found.new.edges)},
        "same": {"screens": found.same_screens, "transitions": found.same_transitions},
        "screens": [
            {
                "change": one.change,
                "old": screen(one.old, before),
                "new": screen(one.new, after),
                "likeness": round(one.likeness, 3),
            }
            for one in found.screens
        ],
        "transitions": [
            {"change": one.change, "old": way(one.old, before), "new": way(one.new, after)} for one in found.transitions
        ],
        "known_to_one_alone": {
            "old": {
                "screens": [screen(node, before) for node in found.only_old],
                "transitions": [way(one, before) for one in found.untried_new],
            },
            "new": {
                "screens": [screen(node, after) for node in found.only_new],
                "transitions": [way(one, after) for one in found.untried_old],
            },
        },
    }
