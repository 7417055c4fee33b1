"""Screens and transitions made by hand, for tests of the map."""

from sextant.types.actions import Action, ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey, ScrollExtent, Visibility
from sextant.types.transitions import Effectiveness, Transition

ORIGIN = "http://map.test"


def element(
    index: int,
    label: str,
    role: str = "link",
    href: str = "",
    landmark: str = "main",
    visibility: Visibility = "visible",
    **more: object,
) -> Element:
    made = Element(
        index=index,
        box=Box(0, 40.0 * index, 300, 40),
        role=role,
        text=label,
        name=label,
        href=href,
        landmark=landmark,
        visibility=visibility,
        affordances=frozenset[Affordance](("tap",)) if role not in ("text", "heading") else frozenset[Affordance](),
    )
    return made if not more else Element(**{**{name: getattr(made, name) for name in Element.__slots__}, **more})  # type: ignore[arg-type]


def screen(
    node: str,
    *elements: Element,
    binding: tuple[tuple[str, str], ...] = (),
    digest: str = "",
    title: str = "",
    location: str = "",
    status: str = "200",
    landmarks: tuple[str, ...] = (),
) -> Screen:
    observation = Observation(
        app=ORIGIN,
        location=location or f"{ORIGIN}/{node}",
        title=title or node,
        size=Size(400, 800),
        elements=elements,
        landmarks=landmarks or (f"heading: {title or node}",),
        scroll=ScrollExtent(below=10_000),
        facts={"http_status": status},
    )
    return Screen(ScreenKey(ORIGIN, node, node), digest or f"{node}{binding}{len(elements)}", observation, binding)


def step(
    before: Screen,
    action: Action | int,
    after: Screen,
    effectiveness: Effectiveness = "effective",
    number: int = 0,
    interrupt: str = "",
) -> Transition:
    """A transition; a bare number taps the element with that index."""
    done = Click(ByIndex(action)) if isinstance(action, int) else action
    return Transition(
        number, before, Decision(done, before.digest), after, effectiveness, interrupt=interrupt, seconds=0.25
    )
