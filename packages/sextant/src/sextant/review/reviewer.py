"""Review of a decision before it is carried out (LongHorizonUI, equation 2; design, Executing without harm)."""

import math
import re
from collections.abc import Callable

from sextant.addresses.origins import among, origin_of
from sextant.elements.refs import called
from sextant.evidence import contradictions
from sextant.review.at_most_once import ONCE, done_before
from sextant.review.authorization import AuthoritySource, Sources, unauthorised
from sextant.review.departure import DepartureReview, about
from sextant.review.hit_test import commits, element_at, pressed, pressed_by_enter, reaches, typed_into
from sextant.review.stagnation import Stagnation
from sextant.state import PROGRESS, EventLog
from sextant.types.actions import (
    Action,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
    Swipe,
    Target,
    targets_of,
)
from sextant.types.decisions import Decision, Objection
from sextant.types.effects import WITHIN_FRAME
from sextant.types.geometry import NORMALISED
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task

_OTHER_WAY = "do it differently, or end with status infeasible"
_HANDED = "use one of these where it belongs, or hand_over"
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_OF_PAGES = frozenset({"http", "https", "about", "blob", "javascript"})
_SCRIPTS = frozenset({"javascript", "vbscript", "data", "blob", "view-source", "chrome", "devtools"})
_SETTABLE = frozenset({"combobox", "listbox", "radiogroup", "slider", "spinbutton"})  # structural: ARIA roles
_NOBODYS = ("", "about:blank", "chrome-error://chromewebdata")


class RuleReviewer:
    """Says what speaks against a decision. Hard objections veto, advisory ones inform one revision.

    Args:
        log: What the run has done (`PROGRESS` and `ONCE`).
        apps: Whether the device can open an app of that name.
        sources: The texts beside the goal that may authorise an act: the program, the values of its variables.
        whole: Where not, only the user's policy is kept to: nothing is said about targets, repeats or authorisation.
        leaving: Knows what a person said about other origins; without it, each is asked about anew.
        stagnation: How many repeats are too many.
    """

    def __init__(
        self,
        log: EventLog | None = None,
        apps: Callable[[str], bool] | None = None,
        sources: Sources = tuple,
        whole: bool = True,
        leaving: DepartureReview | None = None,
        stagnation: Stagnation | None = None,
    ) -> None:
        self._log, self._leaving = log or EventLog((PROGRESS, ONCE)), leaving
        self._stagnation = stagnation or Stagnation()
        self._knows_app, self._sources, self._whole = apps, sources, whole

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]:
        """Everything that speaks against carrying out the decision on this screen."""
        if not self._whole:
            return tuple(self._policy(decision, screen, task))
        found = [one for target in targets_of(decision.action) for one in _grounding(target, decision, screen)]
        if not found:
            found += self._policy(decision, screen, task)
            found += self._unauthorised(decision, screen, task)
        found += self._stagnation.objections(self._log[PROGRESS], decision)
        found += _impossible(decision)
        return tuple(found)

    def irreversible(self, decision: Decision, screen: Screen) -> bool:
        """Whether the decision is carried out with care: the actor calls it irreversible, or it hands in a form.

        Care means more looks before it is repeated; it never means a veto.
        """
        return (bool(decision.irreversible) and reaches(decision.action)) or _hands_in(decision.action, screen)

    @property
    def stuck(self) -> str:
        return self._stagnation.stuck(self._log[PROGRESS]) if self._whole else ""

    def _unauthorised(self, decision: Decision, screen: Screen, task: Task) -> list[Objection]:
        """What an act that reaches the app may not do again, or has no word of the user's for."""
        if not reaches(decision.action):
            return []
        sources = (AuthoritySource("goal", task.goal), *self._sources())
        found = list(done_before(self._log[ONCE], decision, screen))
        return [*found, *unauthorised(decision, screen, task.policy, sources)]

    def _policy(self, decision: Decision, screen: Screen, task: Task) -> list[Objection]:
        """What the user's policy says: where it acts, where it leads, what it opens, what it gives away."""
        action, allowed = decision.action, task.policy.origins or (screen.app,)
        found = _outside(action, screen, allowed)
        for target in targets_of(action):
            if (element := element_at(target, screen)) is not None:
                found += self._leading_out(element, allowed)
                found += [] if isinstance(action, Scroll | Swipe) else self._giving(action, element, allowed)
        if isinstance(action, KeyboardEnter | InputText) and not targets_of(action):
            field = typed_into(action, screen)
            found += [] if field is None else self._giving(action, field, allowed)
        if isinstance(action, OpenApp):
            found += self._opening(action.name, screen)
        if isinstance(action, InputText) and action.secret:
            found += self._secret(action, screen, task, allowed)
        return found

    def _leading_out(self, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """A link to another origin, unless a person has said that it may be followed."""
        if not element.href or not _leads_out(element.href, allowed):
            return []
        where = origin_of(element.href.strip())
        known = self._known(where)
        message = f"{element.label!r} leads to {where!r}, outside {', '.join(allowed)}; {_OTHER_WAY}"
        return [] if known else [Objection("policy", message, ask=known is None, leaves=about(where))]

    def _giving(self, action: Action, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """Checks touches and texts there; secrets have a separate check."""
        return [] if isinstance(action, InputText) and action.secret else self._in_frame(element, allowed)

    def _opening(self, name: str, screen: Screen) -> list[Objection]:
        """An app that is a program, that is not there, or whose address may carry something out."""
        if _scheme_of(name) in _SCRIPTS:
            found = [Objection("policy", f"{name[:60]!r} is a program and no page; {_OTHER_WAY}")]
        elif self._knows_app is not None and not self._knows_app(name):
            there = "use a name that open_app knows, or the screen"
            found = [Objection("policy", f"there is no app called {name!r} on this device; {there}")]
        else:
            found = []
        if self._leaving is not None and "://" in name:
            found += self._composed(self._leaving, name, screen)
        return found

    def _known(self, origin: str, special: str = "") -> bool | None:
        """What is known of leaving for an origin; a person's answer holds for the run."""
        return None if self._leaving is None else self._leaving.answer(origin, special)

    def _in_frame(self, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """Checks touches and texts in a frame: they go to the origin of the frame, not of the page around it."""
        owner = element.frame.split(" ")[0]
        known = self._known(owner, WITHIN_FRAME)
        if not owner or known or not _foreign(owner, allowed):
            return []
        what = "field" if "type" in element.affordances else "part of the page"
        message = f"this {what} belongs to {owner!r}, outside {', '.join(allowed)}; {_OTHER_WAY}"
        return [Objection("policy", message, ask=known is None, leaves=about(owner, WITHIN_FRAME))]

    def _composed(self, leaving: DepartureReview, address: str, screen: Screen) -> list[Objection]:
        """Checks an address that no screen shows: it may carry data of another site to its server."""
        if not leaving.carries(address, screen):
            return []
        message = (
            f"{address[:200]!r} stands neither in the goal nor on a page of {origin_of(address)}, and may carry there "
            "what another site showed; use the links and fields of its pages"
        )
        return [Objection("policy", message, ask=True)]

    def _secret(self, action: InputText, screen: Screen, task: Task, allowed: tuple[str, ...]) -> list[Objection]:
        """A secret is typed into its own origins only: of the screen, of the field's frame, of an open dialog."""
        if action.secret not in task.secrets:
            known = ", ".join(task.secrets) or "none"
            return [Objection("secret", f"there is no secret called {action.secret!r}; known: {known}; {_HANDED}")]
        field = typed_into(action, screen)
        receivers = [screen.app or "about:blank"]
        receivers += [field.frame.split(" ")[0]] if field is not None and field.frame else []
        receivers += [screen.modal.origin] if screen.modal is not None and screen.modal.origin else []
        for receiver in receivers:
            if not among(receiver, allowed, wild=False):
                message = f"the secret {action.secret!r} must not be typed into {receiver!r}; {_HANDED}"
                return [Objection("secret", message, ask=True)]
        return []


def _grounding(target: Target, decision: Decision, screen: Screen) -> list[Objection]:
    if target.screen and target.screen != screen.digest:
        return [Objection("stale", "the target was chosen on another screen; look at this one and choose again")]
    if isinstance(target, ByPoint):
        return _point_problem(target)
    if isinstance(target, ByRelative) and not (0 <= target.x <= 1 and 0 <= target.y <= 1):
        return [Objection("grounding", f"the point ({target.x}, {target.y}) is outside the element; use 0 to 1")]
    element = screen.element(target.index)
    if element is None:
        last = screen.elements[-1].index if screen.elements else None
        known = "use a point, or wait" if last is None else f"choose one of 0 to {last}"
        return [Objection("grounding", f"there is no element {target.index} on this screen; {known}")]
    return _element_problem(element, decision, screen)


def _hands_in(action: Action, screen: Screen) -> bool:
    """Whether an action presses the submit control of a form, or answers a native question."""
    match action:
        case Click() | DoubleTap() | LongPress():
            control = pressed(action.target, screen)
            return control is not None and commits(control, screen)
        case KeyboardEnter() | InputText():
            field = typed_into(action, screen)
            searches = field is not None and (field.role == "searchbox" or field.input_type == "search")
            return not searches and any(commits(control, screen) for control in pressed_by_enter(action, screen))
        case _:
            return False


def _impossible(decision: Decision) -> list[Objection]:
    """Checks for contradicting expectations: the step could never be judged successful."""
    return [
        Objection("expectation", f"{told}; expect what can come true", True)
        for told in contradictions(decision.expectations)
    ]


def _outside(action: Action, screen: Screen, allowed: tuple[str, ...]) -> list[Objection]:
    """An act in an app that is not the task's, unless it leaves that app."""
    leaves = isinstance(action, NavigateBack | NavigateHome | OpenApp)
    if leaves or not reaches(action) or not _foreign(screen.app, allowed):
        return []
    outside = f"this screen belongs to {screen.app!r}, outside {', '.join(allowed)}"
    return [Objection("policy", f"{outside}; use navigate_back or navigate_home", ask=True)]


def _point_problem(target: ByPoint) -> list[Objection]:
    inside = all(math.isfinite(value) and 0 <= value <= NORMALISED for value in (target.x, target.y))
    if inside:
        return []
    return [Objection("grounding", f"the point ({target.x}, {target.y}) is outside the screen; choose one on it")]


def _element_problem(element: Element, decision: Decision, screen: Screen) -> list[Objection]:
    kind = decision.action.kind
    if kind in ("scroll", "swipe"):
        return []
    where = f"element {element.index} ({called(screen, element)})"
    if element.visibility == "covered":
        return [Objection("grounding", f"{where} is covered by something else; close or move that first")]
    if "disabled" in element.states:
        return [
            Objection("grounding", f"{where} is disabled; fill in or choose first what it waits for, or {_OTHER_WAY}")
        ]
    settable = {"type", "select", "upload"} & element.affordances or element.role in _SETTABLE
    if kind == "input_text" and not settable:
        return [Objection("grounding", f"{where} is not a field", advisory=True)]
    return []


def _foreign(app: str, allowed: tuple[str, ...]) -> bool:
    """Whether a foreground app is none of the allowed ones.

    `*` allows any. An empty page (`about:blank`) is nobody's; a page that a program wrote, without an origin, is not
    known to be ours.
    """
    return app not in _NOBODYS and not among(app, allowed)


def _leads_out(href: str, allowed: tuple[str, ...]) -> bool:
    scheme = _scheme_of(href)
    if scheme in ("http", "https"):
        return _foreign(origin_of(href.strip()), allowed)
    return bool(scheme) and scheme not in _OF_PAGES and scheme not in map(_scheme_of, allowed)


def _scheme_of(address: str) -> str:
    found = _SCHEME.match(address)
    return "" if found is None else found[1].casefold()
