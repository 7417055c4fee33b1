"""Review of a decision before it is carried out (LongHorizonUI, equation 2; design, Executing without harm)."""

import math
import re
from collections.abc import Callable

from sextant.addresses.origins import among, origin_of
from sextant.addresses.parts import has_user_info
from sextant.elements.refs import called
from sextant.review.at_most_once import OPEN_ACTS, repeat_objections
from sextant.review.authorization import AuthoritySource, Sources, authorization_objections
from sextant.review.departure import DepartureReview, answer_key
from sextant.review.hit_test import commits, element_at, pressed, pressed_by_enter, reached, reaches, typed_into
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

_REMEDY = "do it differently, or end with status infeasible"
_INSTEAD = "use one of these where it belongs, or hand_over"
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_OF_PAGES = frozenset({"http", "https", "about", "blob", "javascript"})
_SCRIPTS = frozenset({"javascript", "vbscript", "data", "blob", "view-source", "chrome", "devtools"})
_SETTABLE = frozenset({"combobox", "listbox", "radiogroup", "slider", "spinbutton"})  # structural: ARIA roles
_WITHOUT_ORIGIN = ("", "about:blank", "chrome-error://chromewebdata")


class RuleReviewer:
    """Objects to decisions by rules. Hard objections veto; advisory ones only inform one revision.

    Args:
        log: The event log, with the folds `PROGRESS` and `OPEN_ACTS`.
        apps: Whether the device can open an app of that name.
        sources: Returns the texts besides the goal that may authorise an act: of a program, those of the user.
        whole: Whether all rules apply; otherwise only the user's policy, without targets, repeats and authorisation.
        leaving: Has the answers of a person about other origins; None asks about each one again.
        stagnation: The limits of repeats.
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
        self._log, self._leaving = log or EventLog((PROGRESS, OPEN_ACTS)), leaving
        self._stagnation = stagnation or Stagnation()
        self._knows_app, self._sources, self._whole = apps, sources, whole

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]:
        """All objections to executing the decision on this screen."""
        if not self._whole:
            return tuple(self._policy_objections(decision, screen, task))
        found = [one for target in targets_of(decision.action) for one in _target_objections(target, decision, screen)]
        if not found:
            found += self._policy_objections(decision, screen, task)
            found += self._act_objections(decision, screen, task)
        found += self._stagnation.objections(self._log[PROGRESS], decision)
        return tuple(found)

    def irreversible(self, decision: Decision, screen: Screen) -> bool:
        """Whether the decision is irreversible: the actor calls it so, or it submits a form.

        An irreversible decision is repeated more carefully, but never vetoed for this.
        """
        return (bool(decision.irreversible) and reaches(decision.action)) or _submits_form(decision.action, screen)

    @property
    def stuck(self) -> str:
        return self._stagnation.stuck(self._log[PROGRESS]) if self._whole else ""

    def _act_objections(self, decision: Decision, screen: Screen, task: Task) -> list[Objection]:
        """Objections to repeating an act with an unknown outcome, and to acts without authorisation."""
        if not reaches(decision.action):
            return []
        sources = (AuthoritySource("goal", task.goal), *self._sources())
        found = list(repeat_objections(self._log[OPEN_ACTS], decision, screen))
        return [*found, *authorization_objections(decision, screen, task.policy, sources)]

    def _policy_objections(self, decision: Decision, screen: Screen, task: Task) -> list[Objection]:
        """Objections by the user's policy: on apps, links, opened addresses, frames and secrets."""
        action, allowed = decision.action, task.policy.origins or (screen.app,)
        found = _outside_objections(action, screen, allowed)
        for element in _touched(action, screen):
            own = self._link_objections(element, allowed)
            own += [] if isinstance(action, Scroll | Swipe) else self._touch_objections(action, element, allowed)
            found += [objection for objection in own if objection not in found]
        if isinstance(action, KeyboardEnter | InputText) and not targets_of(action):
            field = typed_into(action, screen)
            found += [] if field is None else self._touch_objections(action, field, allowed)
        if isinstance(action, OpenApp):
            found += self._open_objections(action.name, screen)
        if isinstance(action, InputText) and action.secret:
            found += self._secret_objections(action, screen, task, allowed)
        return found

    def _link_objections(self, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """Objects to a link to another origin, unless a person has allowed it."""
        if not element.href or not _leads_out(element.href, allowed):
            return []
        where = origin_of(element.href.strip())
        known = self._leave_answer(where)
        message = f"{element.label!r} leads to {where!r}, outside {', '.join(allowed)}; {_REMEDY}"
        return [] if known else [Objection("policy", message, ask=known is None, leaves=answer_key(where))]

    def _touch_objections(self, action: Action, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """Objects to touches and texts in frames of other origins; secrets have a separate check."""
        return [] if isinstance(action, InputText) and action.secret else self._frame_objections(element, allowed)

    def _open_objections(self, name: str, screen: Screen) -> list[Objection]:
        """Objects to opening a script, an unknown app, or an address that may carry data to another site."""
        if _scheme_of(name) in _SCRIPTS:
            found = [Objection("policy", f"{name[:60]!r} is a program and no page; {_REMEDY}")]
        elif self._knows_app is not None and not self._knows_app(name):
            there = "use a name that open_app knows, or the screen"
            found = [Objection("policy", f"there is no app called {name!r} on this device; {there}")]
        else:
            found = []
        if self._leaving is not None and "://" in name:
            found += self._address_objections(self._leaving, name, screen)
        return found

    def _leave_answer(self, origin: str, special: str = "") -> bool | None:
        """Whether leaving for an origin is allowed; None if nobody has decided yet."""
        return None if self._leaving is None else self._leaving.answer(origin, special)

    def _frame_objections(self, element: Element, allowed: tuple[str, ...]) -> list[Objection]:
        """Objects to an element in a frame of another origin, which receives touches and texts."""
        owner = element.frame.split(" ")[0]
        known = self._leave_answer(owner, WITHIN_FRAME)
        if not owner or known or not _foreign(owner, allowed):
            return []
        what = "field" if "type" in element.affordances else "part of the page"
        message = f"this {what} belongs to {owner!r}, outside {', '.join(allowed)}; {_REMEDY}"
        return [Objection("policy", message, ask=known is None, leaves=answer_key(owner, WITHIN_FRAME))]

    def _address_objections(self, leaving: DepartureReview, address: str, screen: Screen) -> list[Objection]:
        """Objects to an address that no screen shows, because it may carry data of another site to its server."""
        if not leaving.may_carry_data(address, screen):
            return []
        where = f"{address[:200]!r} stands neither in the goal nor on a page of {origin_of(address)}"
        message = f"{where}, and may carry there what another site showed; use the links and fields of its pages"
        if has_user_info(address):
            message = f"{where}, and has a user name or password, which may carry data there; leave that out"
        return [Objection("policy", message, ask=True)]

    def _secret_objections(
        self, action: InputText, screen: Screen, task: Task, allowed: tuple[str, ...]
    ) -> list[Objection]:
        """Objects to a secret if the origin of the screen, of the field's frame or of an open dialog is foreign."""
        if action.secret not in task.secrets:
            known = ", ".join(task.secrets) or "none"
            return [Objection("secret", f"there is no secret called {action.secret!r}; known: {known}; {_INSTEAD}")]
        field = typed_into(action, screen)
        receivers = [screen.app or "about:blank"]
        receivers += [field.frame.split(" ")[0]] if field is not None and field.frame else []
        receivers += [screen.modal.origin] if screen.modal is not None and screen.modal.origin else []
        for receiver in receivers:
            if not among(receiver, allowed, wild=False):
                message = f"the secret {action.secret!r} must not be typed into {receiver!r}; {_INSTEAD}"
                return [Objection("secret", message, ask=True)]
        return []


def _target_objections(target: Target, decision: Decision, screen: Screen) -> list[Objection]:
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


def _touched(action: Action, screen: Screen) -> list[Element]:
    """The targets of an action, and the controls within or over them that take its touches."""
    found: list[Element] = []
    for target in targets_of(action):
        both = (element_at(target, screen), reached(action, target, screen))
        found += [element for element in dict.fromkeys(both) if element is not None and element not in found]
    return found


def _submits_form(action: Action, screen: Screen) -> bool:
    """Whether an action presses the submit control of a form, or answers a native dialog."""
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


def _outside_objections(action: Action, screen: Screen, allowed: tuple[str, ...]) -> list[Objection]:
    """Objects to an act in a foreign app, unless it leaves that app."""
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
        return [Objection("grounding", f"{where} is disabled; fill in or choose first what it waits for, or {_REMEDY}")]
    settable = {"type", "select", "upload"} & element.affordances or element.role in _SETTABLE
    if kind == "input_text" and not settable:
        return [Objection("grounding", f"{where} is not a field", advisory=True)]
    return []


def _foreign(app: str, allowed: tuple[str, ...]) -> bool:
    """Whether an app is none of the allowed ones.

    `*` allows any. An empty page (`about:blank`) is never foreign; a script-written page without an origin is.
    """
    return app not in _WITHOUT_ORIGIN and not among(app, allowed)


def _leads_out(href: str, allowed: tuple[str, ...]) -> bool:
    scheme = _scheme_of(href)
    if scheme in ("http", "https"):
        return _foreign(origin_of(href.strip()), allowed)
    return bool(scheme) and scheme not in _OF_PAGES and scheme not in map(_scheme_of, allowed)


def _scheme_of(address: str) -> str:
    found = _SCHEME.match(address)
    return "" if found is None else found[1].casefold()
