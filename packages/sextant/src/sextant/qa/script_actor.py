"""The actor of a script: takes its steps in order, each on the one element that it names, and tells what differs."""

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from shlex import quote

from sextant.actors.element_lookup import shown
from sextant.actors.follower import Deviation, DeviationKind
from sextant.actors.reuse.repetition import aimed
from sextant.actors.walk import decision as decided
from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of, collapse, ref_of
from sextant.login.sign_in import reached
from sextant.qa.script_files import Script, ScriptStep, ScriptTarget
from sextant.types.actions import Action, InputText, Scroll, Status, Swipe, Wait
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import FieldHas, Predicate, ScreenIs
from sextant.types.screens import Affordance, Element, Screen
from sextant.types.secrets import NOTHING_TYPED
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.faces import face_of, local
from sextant.utg.files.likeness import unnumbered

__all__ = ["Risk", "ScriptActor", "elements_meant", "place_name"]

Risk = Callable[[Action, Screen], Element | None]
"""The control that an action presses, if it may not be taken back."""

_PATIENCE_SECONDS = 10.0
_WAIT_SECONDS = 2.0
_LEAST_SECONDS = 0.5
"""A wait counts for at least so much: a page that always moves ends each at once."""
_SCROLLS = 12
_TRIES = 2


def place_name(screen: Screen) -> str:
    """The name of a screen in a script: its heading, else its title, else its address, without its parameters."""
    face = face_of(screen)
    return _spaced(next(filter(None, (*face.heads[:1], face.title, _path(screen))), ""))


def _path(screen: Screen) -> str:
    """The address of a screen without its parameters, which may be secret."""
    return local(screen).partition("?")[0]


def _spaced(text: str) -> str:
    """The text with single spaces."""
    return " ".join(text.split())


def _is_on(screen: Screen, name: str) -> bool:
    """Whether a screen has that name, numbers apart: one of its headings, its title, or its address."""
    face = face_of(screen)
    names = (*face.heads, *face.headings, face.title, face.location, _path(screen))
    return any((unnumbered(one) or collapse(one)) == (unnumbered(name) or collapse(name)) for one in names if one)


def elements_meant(screen: Screen, target: ScriptTarget, can: Sequence[Affordance] = ()) -> list[Element]:
    """The elements with which all that a step says agrees; without a role, those alone that accept it (`can`)."""
    found = [one for one in screen.elements if target.element.means(screen, one)]
    if not target.element.role and can:
        found = [one for one in found if one.affordances & {*can}]
    if target.ordinal is None:
        return found
    return found[target.ordinal : target.ordinal + 1]


@dataclass(slots=True)
class _State:
    """State of the actor, JSON-able. `doing`: the last decision: a `step`, a `scroll` or a `wait`; `waited` seconds."""

    at: int = 0
    doing: str = ""
    landed: bool = True
    """Whether the screen after the last step was checked."""
    waited: float = 0.0
    scrolls: int = 0
    still: bool = False
    """Whether the last scroll had no effect."""
    tries: int = 0
    failed: str = ""
    deviations: list[Deviation] = field(default_factory=list[Deviation])


class ScriptActor:
    """An `Actor` that takes the steps of a script. It ends at the first that cannot be taken as it is written.

    A step waits up to ten seconds for its element, and scrolls down for it. A step with a `risk` is decided on as
    irreversible: the user's policy allows or refuses them.
    """

    def __init__(self, script: Script, risk: Risk) -> None:
        self._script, self._risk, self._state = script, risk, _State()
        self.end: Screen | None = None
        """The last screen."""

    @property
    def profile(self) -> Profile:
        return "action-only"

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """What differed from the script, in order."""
        return tuple(self._state.deviations)

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)

    def observe(self, transition: Transition) -> None:
        """Count a wait or a scroll, or go on to the next step."""
        state, doing = self._state, self._state.doing
        self.end, state.doing = transition.after, ""
        if transition.interrupt:
            self._deviate("relaunch", f"the app had to be brought back ({transition.interrupt})")
        elif doing == "wait":
            unchanged = transition.before.digest == transition.after.digest
            state.waited += max(transition.seconds, _WAIT_SECONDS if unchanged else _LEAST_SECONDS)
        elif doing == "scroll":
            state.scrolls += 1
            state.still = transition.effectiveness != "effective"
        elif doing == "step":
            self._taken(transition)

    def _taken(self, transition: Transition) -> None:
        """Go on after a step; one that touched nothing is tried again, unless it was refused."""
        state = self._state
        if transition.effectiveness == "refused":
            state.tries += 1
            said = "; ".join(one.message for one in transition.objections)
            if said or state.tries > _TRIES:
                self._fail("refused" if said else "missing", said or f"nothing was touched: it is {transition.cause}")
            return
        if transition.refused:
            self._fail("refused", "what it sends was refused")
            return
        notes = [note for attempt in transition.attempts for note in attempt.notes]
        untyped = next((note for note in notes if note.startswith(NOTHING_TYPED)), "")
        if untyped or any(
            isinstance(one.predicate, FieldHas) and one.outcome == "fails" for one in transition.verdicts
        ):
            self._fail("refused", untyped or "; ".join(("the field does not hold the text", *dict.fromkeys(notes))))
            return
        self._state = _State(state.at + 1, landed=False, deviations=state.deviations)

    # -- decisions

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next step on this screen, a wait or a scroll for it, or the end."""
        screen, state = brief.screen, self._state
        self.end = screen
        if rejected is not None:
            self._fail("refused", self._refusal(rejected, objections, screen))
        made = None if state.failed else self._next(screen)
        if made is not None:
            return made
        state.doing = ""
        if state.failed:
            return self._decided(screen, Status("infeasible", state.failed), "give up")
        done = "all steps were taken"
        return self._decided(screen, Status("complete", done), done, (ScreenIs(key=screen.key.id),))

    def _next(self, screen: Screen) -> Decision | None:
        """The next action; None at the end of the script, and where it has failed."""
        state, steps = self._state, self._script.steps
        if not state.landed and (waiting := self._landing(screen)) is not None:
            return waiting
        while state.at < len(steps):
            step = steps[state.at]
            if isinstance(step, ScriptStep):
                return self._act(step, screen)
            if not reached(step.until, screen):
                if state.waited < step.until.seconds:
                    return self._wait(screen, f"for {step.until.text!r}")
                return self._fail("missing", f"it did not appear within {step.until.seconds:g} s {_there(screen)}")
            state.at, state.waited = state.at + 1, 0.0
        return None

    def _landing(self, screen: Screen) -> Decision | None:
        """Check the screen after the last step; a wait where it may still become the recorded one."""
        state, step = self._state, self._script.steps[self._state.at - 1]
        if step.lands and not _is_on(screen, step.lands):
            if state.waited < _PATIENCE_SECONDS:
                return self._wait(screen, f"for {step.lands!r}")
            text = f"{step.label} was followed by {place_name(screen)!r}, not by {step.lands!r}"
            self._deviate("elsewhere", text, state.at)
        state.landed, state.waited = True, 0.0
        return None

    def _act(self, step: ScriptStep, screen: Screen) -> Decision | None:
        can: tuple[Affordance, ...] = ("type", "select") if isinstance(step.action, InputText) else ("tap",)
        targets: list[Element] = []
        for target in step.targets:
            found = elements_meant(screen, target, can)
            if len(found) != 1:
                return self._look_further(target, found, screen)
            if why := _hindrance(found[0], step.action):
                return self._wait_or_fail(screen, f"for {target}", f"{target} is {why}")
            targets += found
        text = step.action.text if isinstance(step.action, InputText) else ""
        if text and any("password" in one.states for one in targets):
            why = 'it is a password field, but the script has its text; write secret = "NAME" in place of the value'
            return self._fail("refused", why)
        action = aimed(step.action, [one.index for one in targets], screen.digest)
        self._state.doing = "step"
        expected = (FieldHas(ref_of(screen, targets[0]), text),) if text and targets else ()
        made = self._decided(screen, action, step.label, expected)
        return replace(made, irreversible=self._risk(action, screen) is not None)

    def _look_further(self, target: ScriptTarget, found: Sequence[Element], screen: Screen) -> Decision | None:
        """Wait and scroll for an element that is not there once; then the script has failed."""
        state = self._state
        more = not found and screen.modal is None and not state.still and state.scrolls < _SCROLLS
        if state.waited >= _WAIT_SECONDS and more and _scrolls(screen):
            state.doing = "scroll"
            return self._decided(screen, Scroll("down"), f"scroll for {target}")
        return self._wait_or_fail(screen, f"for {target}", _count_problem(target, found, screen))

    def _wait_or_fail(self, screen: Screen, what: str, problem: str) -> Decision | None:
        if self._state.waited < _PATIENCE_SECONDS:
            return self._wait(screen, what)
        return self._fail("missing", f"{problem} {_there(screen)}")

    def _refusal(self, rejected: Decision, objections: Sequence[Objection], screen: Screen) -> str:
        """Why the last decision was refused, and what would allow it."""
        control = self._risk(rejected.action, screen) if rejected.irreversible else None
        if control is None or not any(one.rule == "authorization" and one.ask for one in objections):
            return "; ".join(one.message for one in objections if not one.advisory)
        flag = f"--allow {quote(control.label)}" if control.label else "--irreversible allow"
        return f"it may not be taken back; if this is intended, allow it: {flag}"

    # -- bookkeeping

    def _wait(self, screen: Screen, why: str) -> Decision:
        self._state.doing = "wait"
        return self._decided(screen, Wait(_WAIT_SECONDS), f"wait {why}")

    def _decided(self, screen: Screen, action: Action, words: str, expected: tuple[Predicate, ...] = ()) -> Decision:
        number = min(self._state.at + 1, len(self._script.steps))
        why = f"Step {number} of {len(self._script.steps)} of the script."
        return decided(screen, action, words, why, expected, actor="script")

    def _fail(self, kind: DeviationKind, why: str) -> None:
        """End the script here."""
        step = self._script.steps[self._state.at]
        self._deviate(kind, f"{step.label}: {why}")
        self._state.failed = f"{step.where or f'step {self._state.at + 1}'} ({step.label}): {why}"

    def _deviate(self, kind: DeviationKind, text: str, number: int = 0) -> None:
        self._state.deviations.append(Deviation(number or self._state.at + 1, kind, text))


def _hindrance(element: Element, action: Action) -> str:
    """Why the element takes no touch now; empty if it does."""
    if isinstance(action, Scroll | Swipe):
        return ""
    return "covered" if element.visibility == "covered" else "disabled" if "disabled" in element.states else ""


def _scrolls(screen: Screen) -> bool:
    """Whether anything on the screen scrolls."""
    below = screen.observation.scroll.below > 1
    return below or any("scroll" in one.affordances for one in screen.elements)


def _there(screen: Screen) -> str:
    address = local(screen)
    return f"on {place_name(screen)!r}{f' ({readable(address)})' if address else ''}; {shown(screen)}"


def _count_problem(target: ScriptTarget, found: Sequence[Element], screen: Screen) -> str:
    if len(found) > 1:
        places = (f"in {anchor_of(screen, one)!r}" if anchor_of(screen, one) else one.role for one in found[:6])
        return f"{target} is there {len(found)} times ({', '.join(places)}): add role, anchor, test_id or ordinal;"
    label = collapse(target.element.label)
    alike = [one for one in screen.elements if label and collapse(one.label) == label]
    near = f"; there is the {alike[0].role} in {anchor_of(screen, alike[0])!r}" if len(alike) == 1 else ""
    return f"{target} is not there{near}"
