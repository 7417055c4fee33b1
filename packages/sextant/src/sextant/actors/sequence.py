"""`SequenceActor`: carries out the further actions of a decision step by step, without asking for each of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sextant.actors.reuse.recording import TargetMark, target_mark
from sextant.actors.reuse.repetition import aimed
from sextant.dataclass import dataclass
from sextant.elements.refs import collapse, ref_of
from sextant.prompts import action_words
from sextant.protocols import Actor
from sextant.types.actions import Action, ByPoint, InputText, targets_of
from sextant.types.decisions import THEN, Act, Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import ElementState, FieldHas, Predicate
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["SequenceActor"]

_CHOICES = frozenset(  # structural: ARIA roles
    {"checkbox", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch"}
)
_INTERRUPTED = "an interruption was dealt with in between"
_RESUMED = "the run was broken off and resumed in between"
_BETWEEN = "another action came in between"


@dataclass(frozen=True, slots=True)
class _Rest:
    """The further actions that are left, each with the marks of its targets.

    Attributes:
        brief: The brief of the decision that listed them.
        undone: The steps of a program that this decision answered are not done.
        ends: Why the list ends after these actions; empty where they are all of it.
        expected: What the decision predicts of the elements of these actions.
        carried_out: Whether the last step was of the list, and worked.
    """

    actions: tuple[tuple[Action, tuple[TargetMark, ...]], ...]
    brief: Brief
    undone: frozenset[str]
    ends: str = ""
    expected: tuple[Predicate, ...] = ()
    carried_out: bool = False


class SequenceActor:
    """Takes a decision's further actions (`Decision.then`) one after another; asks another actor for all else.

    An action of the list is taken only if the step before it was of the list and worked, nothing came in between, the
    course asks and says nothing new, and the screen is still the same one. Its targets must be there once, enabled,
    uncovered and in the same state as on the screen of the decision. Otherwise the rest is dropped, and the other actor
    decides. A resumed run begins without a rest. The decisions are reviewed and executed like any others.

    A program asks at each step whether its present step is done. If the decision with the list said no to that, the
    decisions of the list say it again; after the last one, the other actor is asked.
    """

    def __init__(self, inner: Actor) -> None:
        self._inner = inner
        self._rest: _Rest | None = None
        self._dropped = ""

    @property
    def profile(self) -> Profile:
        return self._inner.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self._dropped = self.list_end(brief.directive, brief.screen)
        rest, self._rest = self._rest, None
        if rest is not None and rest.actions and not objections and not self._dropped:
            self._rest = replace(rest, actions=rest.actions[1:], carried_out=False)
            return _next_decision(rest, brief)
        decision = self._inner.decide(brief, objections, rejected)
        marked, ends = _marked(decision.then, brief.screen)
        of_others, own = _divided(decision, [action for action, _ in marked], brief.screen)
        self._rest = _Rest(marked, brief, _undone(decision, brief.directive), ends, of_others)
        return decision if not of_others else replace(decision, expectations=own)

    def list_end(self, directive: Act, screen: Screen) -> str:
        """Why no more of the list is carried out on this screen; empty if it goes on, or the last step tells it."""
        return self._dropped if self._rest is None else _end(self._rest, directive, screen)

    def observe(self, transition: Transition) -> None:
        self._inner.observe(transition)
        rest = self._rest
        if rest is not None:
            self._dropped = _INTERRUPTED if transition.interrupt else _BETWEEN if rest.carried_out else ""
            goes_on = not self._dropped and _carried_out(transition)
            self._rest = replace(rest, carried_out=True) if goes_on else None

    def snapshot(self) -> Json:
        return self._inner.snapshot()

    def restore(self, state: Json) -> None:
        """Restores the other actor; what was left of a list is dropped."""
        self._inner.restore(state)
        self._rest, self._dropped = None, _RESUMED


def _marked(actions: Sequence[Action], screen: Screen) -> tuple[tuple[tuple[Action, tuple[TargetMark, ...]], ...], str]:
    """The actions with the marks of their targets, up to the first that nobody can take unseen, and why."""
    found: list[tuple[Action, tuple[TargetMark, ...]]] = []
    for action in actions:
        if any(isinstance(one, ByPoint) for one in targets_of(action)):
            return tuple(found), "the next one is aimed at a point, and what lies there may be something else by then"
        targets = [screen.element(one.index) for one in targets_of(action) if not isinstance(one, ByPoint)]
        marks = tuple(target_mark(screen, one) for one in targets if one is not None)
        if len(marks) < len(targets):
            return tuple(found), "the next one names an element that is not on the screen"
        if why := next(filter(None, (_against(screen, mark, allowed=True) for mark in marks)), ""):
            return tuple(found), why
        if isinstance(action, InputText) and not marks:
            return tuple(found), "the next one names no field for its text"
        found.append((action, marks))
    return tuple(found), ""


def _end(rest: _Rest, directive: Act, screen: Screen) -> str:
    """Why the list ends before its next action; empty if it goes on, or is carried out."""
    if not rest.actions:
        return rest.ends
    if not rest.carried_out:
        return _BETWEEN
    if (why := _screen_changed(screen, rest.brief.screen)) or (why := _asks_another(directive, rest)):
        return why
    return next(filter(None, (_against(screen, mark) for mark in rest.actions[0][1])), "")


def _next_decision(rest: _Rest, brief: Brief) -> Decision:
    """The next action of the list as a decision on the present screen."""
    screen, directive = brief.screen, brief.directive
    listed, marks = rest.actions[0]
    targets = [found for mark in marks if (found := _only(screen, mark)) is not None]
    action = aimed(listed, [one.index for one in targets], screen.digest)
    return Decision(
        action,
        screen.digest,
        action_words(action, screen),
        expectations=_expected(action, targets, screen, rest.expected),
        judgements=tuple(Judgement(one.id, "no") for one in directive.questions if one.leaf in rest.undone),
        actor=THEN,
    )


def _undone(decision: Decision, directive: Act) -> frozenset[str]:
    """The steps of a program of which the decision says that they are not done."""
    said = {item.question for item in decision.judgements if item.answer == "no"}
    return frozenset(question.leaf for question in directive.questions if question.leaf and question.id in said)


def _asks_another(directive: Act, rest: _Rest) -> str:
    """Why the actions may not fit any more: the course has a remark, or wants something else than as they were listed.

    A program's step that the decision did not call open is not known to be still the same.
    """
    first = rest.brief.directive
    if directive.remark:
        return "there is a remark to read first, see above"
    if directive.questions or first.questions:
        same = directive.leaf in rest.undone
        return "" if same else "your answers did not call the step that is asked about now open"
    same = (directive.instruction, directive.leaf) == (first.instruction, first.leaf)
    return "" if same else "something else is to be done now"


def _screen_changed(screen: Screen, other: Screen) -> str:
    """Why it is not the same screen with the same dialog, whatever its fields hold; empty if it is."""
    if screen.condition != "ok":
        return "the screen cannot be read as it is now"
    if screen.modal != other.modal:
        return "a dialog has closed" if screen.modal is None else "a dialog has opened"
    same = (screen.app, screen.key.id, screen.binding) == (other.app, other.key.id, other.binding)
    return "" if same else "another screen came up"


def _alike(screen: Screen, mark: TargetMark) -> list[tuple[Element, TargetMark]]:
    """The elements with that name and place, whatever their state."""
    of_role = [(one, target_mark(screen, one)) for one in screen.elements if one.role == mark.role]
    return [(one, own) for one, own in of_role if replace(own, states=mark.states) == mark]


def _only(screen: Screen, mark: TargetMark) -> Element | None:
    """The only element with that name and place, if it is in the same state."""
    alike = _alike(screen, mark)
    return alike[0][0] if len(alike) == 1 and alike[0][1] == mark else None


def _against(screen: Screen, mark: TargetMark, allowed: bool = False) -> str:
    """Why the target of the next action cannot be touched; empty if it can. `allowed`: covered or disabled as it is."""
    alike = _alike(screen, mark)
    if len(alike) != 1:
        return f"the target of the next one is {'there more than once' if alike else 'not there any more'}"
    element, own = alike[0]
    if own != mark:
        return "the target of the next one is in another state than it was"
    if allowed or not (element.visibility == "covered" or "disabled" in element.states):
        return ""
    return f"the target of the next one is {'covered' if element.visibility == 'covered' else 'disabled'}"


def _divided(
    decision: Decision, then: Sequence[Action], screen: Screen
) -> tuple[tuple[Predicate, ...], tuple[Predicate, ...]]:
    """The predictions that further actions bring about, and the others, which are about the first action.

    Further actions bring about what a field holds that they type into, and the state of a choice that they touch.
    """
    own = {*_refs(decision.action, screen)}
    typed = {ref for action in then if isinstance(action, InputText) for ref in _refs(action, screen)} - own
    touched = {ref for action in then for ref in _refs(action, screen) if ref.role in _CHOICES} - own
    of_later = tuple(
        one
        for one in decision.expectations
        if (isinstance(one, FieldHas) and one.element in typed)
        or (isinstance(one, ElementState) and one.element in touched)
    )
    return of_later, tuple(one for one in decision.expectations if one not in of_later)


def _refs(action: Action, screen: Screen) -> Iterator[ElementRef]:
    for target in targets_of(action):
        element = None if isinstance(target, ByPoint) else screen.element(target.index)
        if element is not None:
            yield ref_of(screen, element)


def _expected(
    action: Action, targets: Sequence[Element], screen: Screen, told: Sequence[Predicate]
) -> tuple[Predicate, ...]:
    """What a text should come to, and what was predicted of the targets; without either, any change is expected."""
    refs = [ref_of(screen, one) for one in targets]
    of_these = tuple(one for one in told if isinstance(one, FieldHas | ElementState) and one.element in refs)
    told_text = any(isinstance(one, FieldHas) for one in of_these)
    if told_text or not isinstance(action, InputText) or not _sets_text(action):
        return of_these
    return (*of_these, FieldHas(refs[0], action.text))


def _carried_out(transition: Transition) -> bool:
    """Whether a step worked beyond doubt, or typed what its field held already."""
    if any(effect.held and not effect.harmless for effect in transition.effects):
        return False
    holds = all(verdict.outcome == "holds" for verdict in transition.verdicts)
    if transition.effectiveness == "effective":
        return holds
    return (
        transition.effectiveness == "ineffective"
        and _holds_text(transition)
        and (holds or not transition.decision.expectations)
    )


def _holds_text(transition: Transition) -> bool:
    """Whether the step typed a text into a field that holds just this text now."""
    action, before, after = transition.decision.action, transition.before, transition.after
    if not isinstance(action, InputText) or not _sets_text(action):
        return False
    target = action.target
    element = None if target is None or isinstance(target, ByPoint) else before.element(target.index)
    found = None if element is None else _only(after, target_mark(before, element))
    return found is not None and collapse(found.value) == collapse(action.text)


def _sets_text(action: InputText) -> bool:
    """Whether the field holds just this text afterwards; a line end at its end presses Enter."""
    return not action.secret and action.mode == "replace" and not action.text.endswith("\n")
