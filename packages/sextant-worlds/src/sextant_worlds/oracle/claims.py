"""Proofs of completion: the visible result of the act that completed the task on the last screen.

This act is the last step that changed which requirements hold. A text that was on the screen before it proves nothing,
unless it was typed there and not yet sent. Neither does a text that every screen of that kind has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from sextant.elements.refs import collapse, ref_of, whole_words
from sextant.types.actions import Status
from sextant.types.decisions import Decision
from sextant.types.evidence import ElementState, Gone, Predicate, TextVisible
from sextant.types.screens import Element, Screen, State
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.values import full_date, money, short_date
from sextant_worlds.spec.blocks import ChoiceBlock, Switch
from sextant_worlds.spec.phone import PhoneSpec
from sextant_worlds.spec.tasks import Acted, RecordsHold, VarHolds
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

__all__ = ["CompletedDeed", "CompletionWatch", "claim"]

_SEEN = ("visible", "clipped")
_TURNED: tuple[State, ...] = ("checked", "selected", "unchecked")
_FIELDS = ("textbox", "searchbox", "spinbutton")
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class CompletedDeed:
    """The completing act: its screen, the values that it stored in the world, and the ids of the changed records."""

    before: Screen
    values: frozenset[str]
    records: frozenset[str]


@dataclass(slots=True)
class CompletionWatch:
    """Follows a run step by step, and finds a proof that it reached its goal."""

    world: World
    start: Json
    deed: CompletedDeed | None = None
    _last: Json = field(init=False)
    _met: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._last = self.start
        self._met = self._so(self.start)

    def observe_step(self, before: Screen, state: Json) -> None:
        """Records a step on a screen, and the state after it, which must not be changed later."""
        met = self._so(state)
        if met != self._met:
            values, records = _difference(self._last, state, self.world.phone)
            self.deed = CompletedDeed(before, frozenset(values), frozenset(records))
        self._met, self._last = met, state

    def proof(self, screen: Screen) -> Predicate | None:
        """The predicate on this screen that shows that the task is done; None if there is none."""
        if self.deed is None:
            return next(_standing(self.world, screen), None)
        return _proof(self.deed, screen, self.world.task.goal)

    def _so(self, state: Json) -> frozenset[str]:
        return frozenset(grade(self.world, state, "", self.start).met)


def claim(status: str, screen: Screen, proof: Predicate | None) -> Decision:
    """The final claim of a run, with its proof on this screen; without a proof, it says so."""
    if status == "infeasible":
        ended = Status("infeasible", "what is asked for is not there")
        return Decision(ended, screen.digest, "say that it cannot be done", "It cannot be done.", actor="oracle")
    done = Status("complete")
    told, shown = "Everything is done.", () if proof is None else (proof,)
    if proof is None:
        told = "Everything is done, though nothing on this screen shows it."
    return Decision(done, screen.digest, "say that it is done", told, shown, actor="oracle")


# -- what a deed changed ---------------------------------------------------------------------------------------


def _difference(old: Json, new: Json, phone: PhoneSpec) -> tuple[set[str], set[str]]:
    """The texts by which a page may show new values, and the ids of new, changed or deleted records."""
    values, records = set[str](), set[str]()
    for app, data in new["data"].items():
        for name, after in data["c"].items():
            known = {str(record["id"]): record for record in old["data"][app]["c"].get(name, ())}
            here = {str(record["id"]): record for record in after}
            for ident in known.keys() | here.keys():
                one, two = known.get(ident, {}), here.get(ident, {})
                if one != two:
                    records.add(ident)
                    fresh = [value for key, value in two.items() if key != "id" and one.get(key) != value]
                    values.update(text for value in fresh for text in _texts(value, phone))
        was = old["data"][app]["v"]
        values.update(
            text for var, value in data["v"].items() if was.get(var) != value for text in _texts(value, phone)
        )
    acts = new["acts"][len(old["acts"]) :]
    values.update(text for act in acts for value in act["fields"].values() for text in _texts(value, phone))
    if new["answer"] != old["answer"]:
        values.update(_texts(new["answer"], phone))
    return values, records


def _texts(value: object, phone: PhoneSpec) -> Iterator[str]:
    match value:
        case bool() | None:
            return
        case int():
            yield str(value)
            yield collapse(money(value, phone.currency))
        case str() if value:
            yield collapse(value)
            if len(value) == 10 and value[4] == value[7] == "-":
                yield collapse(short_date(value, phone.locale))
                yield collapse(full_date(value, phone.locale))
        case _:
            return


# -- what shows it ---------------------------------------------------------------------------------------------


def _proof(deed: CompletedDeed, screen: Screen, goal: str) -> Predicate | None:
    shown = [element for element in screen.elements if element.visibility in _SEEN]
    turned = _turned(deed, screen, shown)
    if turned is not None:
        return turned
    same_page = _page(deed.before) == _page(screen)
    ranked = sorted(
        ((_weight(deed, element, same_page), _named(goal, element.text), -at) for at, element in enumerate(shown)),
        reverse=True,
    )
    weight, _, at = ranked[0] if ranked else (0, 0, 0)
    if weight > 1:
        return TextVisible(shown[-at].text)
    gone = _gone(deed, screen) if same_page else None
    if gone is not None:
        return gone
    return TextVisible(shown[-at].text) if weight else None


def _turned(deed: CompletedDeed, screen: Screen, shown: Sequence[Element]) -> Predicate | None:
    """A switch or a choice whose state changed; of a choice, the chosen option."""
    earlier = {element.test_id: element.states for element in deed.before.elements if element.test_id}
    found = [element for element in shown if element.test_id in earlier and element.role != "tab"]
    for state in _TURNED:
        for element in found:
            if state in element.states and state not in earlier[element.test_id]:
                return ElementState(ref_of(screen, element), state)
    return None


def _weight(deed: CompletedDeed, element: Element, same_page: bool) -> int:
    """How well a text proves the act: 3 a new value, 2 text of a record or a notice, 1 a new text, 0 not at all."""
    text = collapse(element.text)
    if not text or len(text) > _LONGEST or "password" in element.states or _stands(text, deed.before):
        return 0
    if any(whole_words(value).search(text) for value in deed.values if len(value) > 1 or value == text):
        return 3
    if element.test_id == "toast" or any(element.test_id.endswith(f"-{record}") for record in deed.records):
        return 2
    return 1 if same_page else 0


def _named(goal: str, text: str) -> int:
    words = set(collapse(goal).split())
    return sum(word in words for word in set(collapse(text).split()))


def _gone(deed: CompletedDeed, screen: Screen) -> Gone | None:
    """A row of a record that has disappeared."""
    for element in deed.before.elements:
        text = element.text
        theirs = any(element.test_id.endswith(f"-{record}") for record in deed.records)
        if theirs and text and element.visibility in _SEEN and not _stands(collapse(text), screen):
            return Gone(text)
    return None


def _stands(text: str, screen: Screen) -> bool:
    """Whether the text is on the screen outside fields, also out of view."""
    return any(
        text in collapse(said)
        for element in screen.elements
        if element.role not in _FIELDS
        for said in (element.text, element.label, element.value)
        if said
    )


def _page(screen: Screen) -> tuple[str, str]:
    return screen.app, screen.title


# -- what was so from the start --------------------------------------------------------------------------------


def _standing(world: World, screen: Screen) -> Iterator[Predicate]:
    """The proofs that the goal holds already, if nothing had to be done."""
    shown = {element.test_id: element for element in screen.elements if element.visibility in _SEEN}
    for predicate in world.task.grading.expects:
        match predicate:
            case VarHolds():
                name = _widget(world, predicate)
                element = shown.get(name)
                states: list[State] = [] if element is None else [state for state in _TURNED if state in element.states]
                if element is not None and states:
                    yield ElementState(ref_of(screen, element), states[0])
            case RecordsHold():
                names = [str(cond.right) for cond in predicate.where if cond.op == "eq" and isinstance(cond.right, str)]
                rows = [element for element in shown.values() if any(name in element.text for name in names)]
                rows += [shown[ident] for ident in shown if any(ident.endswith(f"-{name}") for name in names)]
                yield from (TextVisible(row.text) for row in rows if row.text and len(row.text) <= _LONGEST)
            case Acted():
                pass
            case _:
                assert_never(predicate)


def _widget(world: World, wanted: VarHolds) -> str:
    """The test id of the control that shows a variable."""
    for page in world.app(wanted.app).pages:
        for block in page.blocks:
            if isinstance(block, Switch) and block.var == wanted.var:
                return block.id
            if isinstance(block, ChoiceBlock) and block.var == wanted.var:
                return f"{block.id}-{wanted.value}"
    return ""
