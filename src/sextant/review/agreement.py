"""Whether an act that the goal asks for is about what the goal names: the same person, the same thing, the same sum."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sextant.review.acts import steady
from sextant.review.carrying import asked_by_content
from sextant.review.openers import names_only_its_deed, opens_a_form
from sextant.review.reaching import element_at, reached
from sextant.review.scope import Scope, scope_of, seen_in, value_fields
from sextant.review.seen import LONGEST_NAME, Seen
from sextant.review.vocabulary import asked_for, names_a_strict_deed, risky_word, same_deed, says_deed, wholesale
from sextant.review.wanted import Wanted, another_figure, clauses_of, figures_in, says, says_person, wanted_in
from sextant.types.actions import InputText, targets_of
from sextant.types.decisions import Decision
from sextant.types.legible import legible
from sextant.types.refs import collapse, ref_of
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["Agreement"]

_BEGINS = re.compile(
    r"(?:new|create|start|begin|compose|neue?[rsn]?|erstell\w*|nouve\w*|créer|nuev\w*|crear|nuov\w*|crea|nov[oa]|criar|"
    r"nieuwe?|нов\w*|создать)(?!\w)|新|创建|发起|写",
    re.IGNORECASE,
)
_POINTS = ".,;:!?()<>。，；：！？、（）"
_CODE = re.compile(r"[^\s;,、，；]{1,16}")
"""A value as it may stand in a picture: a short word or number."""
_PARTS = re.compile(r"[;,、，；]")
_CODES = 4
_LABEL = 3
"""Of the lines by which a field is remembered, the one that says its label."""
_RECEIVER = re.compile(
    r"(?<!\w)(?:to|recipients?|receiver|payee|an|empfänger\w*|à|destinataire|para|destinatario|a|кому|who|contact|"
    r"cc|bcc|guests?|with)(?!\w)|收件|收款|对方|联系人|宛先",
    re.IGNORECASE,
)
_FREE_WORDS = 4
"""A text of so many words is somebody's own wording; of one with fewer every word has to come from somewhere."""


class Agreement:
    """Remembers what was shown, typed and done in a run, and says where an act departs from what the goal names.

    The rule (docs/security.md): of several things of a kind, the one that the goal names; what was typed comes from
    the goal or from a screen; what the goal quotes, counts or calls by name, and no screen has shown, is in it; and
    what was asked for once is done once. A goal that names nothing is held to nothing.

    Args:
        needed: Whether anything may be allowed that has to agree; where not, nothing is remembered.
    """

    def __init__(self, needed: bool = True) -> None:
        self._needed = needed
        self._seen = Seen()
        self._typed: dict[str, str] = {}
        self._last: tuple[str, ...] = ()
        self._done: dict[str, int] = {}

    def departure(
        self,
        decision: Decision,
        screen: Screen,
        goal: str,
        word: str = "",
        asking: str = "",
        labelled: bool = False,
        attended: bool = False,
    ) -> str:
        """What about the act is not what the goal names, in a sentence; empty where nothing speaks against it.

        `word` names the deed, `asking` are the sentences of the goal that ask for it; what others name is for other
        steps. `labelled`: the label itself was allowed beforehand, so it may say more than the goal. `attended`: a
        person can be asked, and so is where something that the goal names is merely nowhere to be seen.
        """
        self._seen.look(screen)
        begins = _only_begins(decision, screen, labelled)
        typed = self._typed_in(screen.app)
        begins = begins or (not typed and opens_a_form(decision, screen, word))
        own = collapse(legible(_label(decision, screen)))
        vague = not says_deed(word, asking) or bool(_unasked(_label(decision, screen), goal))
        whole, wanted, scope = wanted_in(goal), wanted_in(asking), scope_of(decision.action, screen)
        return (
            _more_than_asked(decision, screen, goal, labelled)
            or ("" if wanted.many else self._another_of_its_kind(whole, scope, screen, own))
            or self._from_nowhere(whole, wanted, typed)
            or _empty_form(decision, screen, wanted.goal)
            or ("" if begins else self._nowhere(whole, asking, scope, screen, word, attended or vague))
            or self._again(whole, decision, screen)
        )

    def asked(self, decision: Decision, screen: Screen, goal: str, word: str) -> str:
        """The sentence of the goal that asks for the act by what it carries and where to; empty where none does."""
        self._seen.look(screen)
        typed = [text for text in self._typed_in(screen.app).values() if text]
        if not typed and not opens_a_form(decision, screen, word):
            return ""
        return asked_by_content(goal, decision.action, screen, typed, self._seen)

    def observe(self, transition: Transition) -> None:
        """Takes note of what was shown, touched, typed and done."""
        if not self._needed:
            return
        self._seen.look(transition.before)
        action, before = transition.decision.action, transition.before
        if transition.attempts and not transition.interrupt:
            targets = targets_of(action)
            if isinstance(action, InputText) and not action.secret:
                self._type(action, before)
            elif targets:
                scope = scope_of(action, before)
                self._last = (*scope.near, *scope.page) if scope.near else scope.page
            worked = transition.irreversible and transition.effectiveness == "effective"
            if worked and not _asking(transition.after):
                name = _name(transition.decision, before, self._typed_in(before.app).values())
                self._done[name] = self._done.get(name, 0) + 1
                self._last = ()  # what was done to it is done; the next act is about something of its own
                for where in self._typed_in(before.app):
                    del self._typed[where]
        self._seen.look(transition.after)

    # -- what speaks against it -------------------------------------------------------------------------------

    def _another_of_its_kind(self, wanted: Wanted, scope: Scope, screen: Screen, own: str) -> str:
        """Ada and Bob were shown side by side, the goal names Ada, and this is about Bob."""
        for texts in ([*scope.strong, *self._typed_in(screen.app).values()], self._last if scope.near else ()):
            for members in self._seen.kinds(screen.app):
                ours = [name for name in members if _is_name(name) and wanted.calls(name)]
                if not ours or any(_told(texts, name) for name in ours):
                    continue
                others = [name for name in members if name not in ours and not names_only_its_deed(own, name)]
                other = next((name for name in others if _is_name(name) and _told(texts, name)), "")
                if other and not _part_of(other, ours) and not any(says(other, one) for one in wanted.named):
                    return f"it is about {other!r}, and the task names {ours[0]!r}"
            if _named_in(texts, wanted):
                break  # what stands here is named by the task: what was touched before tells nothing more
        return ""

    def _from_nowhere(self, whole: Wanted, wanted: Wanted, typed: Mapping[str, str]) -> str:
        """What was typed stands neither in the goal nor on any screen that was shown."""
        for where, text in typed.items():
            if not text or says(whole.goal, text) or self._seen.shown(text):
                continue
            strange = self._strange(text, whole)
            figures = figures_in(" ".join(strange))
            unknown = [forms for forms in figures if not self._figure(forms, whole)]
            only_figures = bool(figures) and not any(sign.isalpha() for sign in text)
            if not strange or (only_figures and (whole.computed or not unknown)):
                continue
            if self._from_picture(text, where, whole, wanted):
                continue
            if unknown or wanted.quotations or len(text.split()) < _FREE_WORDS:
                return f"{text[:80]!r} was typed, and neither the task nor any screen says it"
        return ""

    def _nowhere(self, whole: Wanted, asking: str, scope: Scope, screen: Screen, word: str, asked: bool) -> str:
        """What every sentence that asks for the act names, and is not in it. It has to agree with one of them."""
        sentences = [wanted_in(sentence) for sentence in clauses_of(asking)] or [wanted_in(asking)]
        telling = [wanted for wanted in sentences if wanted.named or wanted.figures or wanted.many] or sentences
        if any(wanted.depends for wanted in telling):
            return ""
        strict = names_a_strict_deed(word)
        found = [self._missing(whole, wanted, scope, screen, strict, asked) for wanted in telling]
        return found[0] if all(found) else ""

    def _missing(self, whole: Wanted, wanted: Wanted, scope: Scope, screen: Screen, strict: bool, asked: bool) -> str:
        """Of what the goal quotes, names or counts, and no screen has shown, something has to be in the act.

        Names and figures that are nowhere to be seen are none the less agreed with where nothing else of their kind
        stands in their place, unless `asked`: a person can be asked, or the label is not the one that is asked for.
        """
        texts = [*scope.everything, *self._typed_in(screen.app).values()]
        near = [*scope.strong, *self._last, *self._typed_in(screen.app).values()]
        if (
            strict
            and wanted.quotations
            and not any(_told(near, name) or _within(near, name) for name in wanted.quotations)
        ):
            return f"the task names {wanted.quotations[0]!r}, and this is not about it"
        carried = [*self._typed_in(screen.app).values(), *scope.near]
        if any(_told(carried, name) for name in whole.quotations):  # or about what another sentence of the goal names
            people = [name for name in wanted.receivers if not _told(texts, name) and not self._seen.is_place(name)]
            other = people and self._somebody_else(wanted, scope, screen)
            return f"the task names {people[0]!r}, and this goes to somebody else" if other else ""
        for named in (wanted.quotations, wanted.addresses, wanted.names):
            unseen = [name for name in named if not self._seen.shown(name)]
            if not unseen or any(_told(texts, name) or _within(texts, name) for name in named):
                continue
            people = named is wanted.names
            if people and any(says_person(text, name) for text in texts for name in named):
                continue
            if not people or asked or self._somebody_else(wanted, scope, screen):
                return f"the task names {unseen[0]!r}, and nothing here says it"
        figures = [forms for text in texts for forms in figures_in(text)]
        here = {form for forms in figures for form in forms}
        unseen_figures = [forms for forms in wanted.figures if not any(map(self._seen.shown, forms))]
        if unseen_figures and all(here.isdisjoint(forms) for forms in wanted.figures):
            if not asked and not another_figure(wanted.figures, figures):
                return ""
            return f"the task says {min(unseen_figures[0])!r}, and nothing here says it"
        return ""

    def _somebody_else(self, wanted: Wanted, scope: Scope, screen: Screen) -> bool:
        """Whether something of a kind that a name may be stands in its place: a receiver, a row, one of many."""
        receivers = [
            field.value for field in value_fields(screen) if field.value.strip() and _RECEIVER.search(field.label)
        ]
        if any(not says(wanted.goal, collapse(legible(value))) for value in receivers):
            return True
        many = self._seen.many
        beside = [*scope.strong, *self._last]
        return any(text in many and _is_name(text) and not says(wanted.goal, text) for text in beside)

    def _again(self, wanted: Wanted, decision: Decision, screen: Screen) -> str:
        if wanted.many or not self._done.get(_name(decision, screen, self._typed_in(screen.app).values())):
            return ""
        here = {form for text in self._about(decision, screen) for forms in figures_in(text) for form in forms}
        counts = [forms for forms in wanted.figures if any(form.isdigit() and 1 < int(form) < 30 for form in forms)]
        if any(here.isdisjoint(forms) for forms in counts):
            return ""  # it says how often, as far as anybody can tell
        return "it was done before, and the task asks for it once"

    def _about(self, decision: Decision, screen: Screen) -> list[str]:
        return [*scope_of(decision.action, screen).everything, *self._typed_in(screen.app).values()]

    # -- what is remembered -----------------------------------------------------------------------------------

    def _typed_in(self, app: str) -> Mapping[str, str]:
        """What was typed in an app and not sent off: what is typed elsewhere goes elsewhere."""
        return {where: text for where, text in self._typed.items() if where.startswith(f"{app}\n")}

    def _type(self, action: InputText, screen: Screen) -> None:
        field = _field(action, screen)
        if field is None or field not in value_fields(screen):
            return
        where = ref_of(screen, field)
        name = f"{screen.app}\n{screen.key.id}\n{where.role}\n{where.name}\n{where.test_id}\n{where.ordinal}"
        old = self._typed.get(name, "") if action.mode == "append" else ""
        self._typed[name] = collapse(f"{old}{legible(action.text)}")

    def _figure(self, forms: frozenset[str], wanted: Wanted) -> bool:
        asked = any(not forms.isdisjoint(known) for known in wanted.figures)
        return asked or any(map(self._seen.shown, forms))

    def _from_picture(self, text: str, where: str, whole: Wanted, wanted: Wanted) -> bool:
        """Whether what no text says may have been read in a picture of what the goal names: codes, and no receiver."""
        if not self._seen.pictured or _RECEIVER.search(where.splitlines()[_LABEL]):
            return False
        strange = [part.strip() for part in _PARTS.split(text) if self._strange(part, whole)]
        known = not wanted.quotations or any(map(self._seen.shown, wanted.quotations))
        return known and len(strange) <= _CODES and all(map(_CODE.fullmatch, strange))

    def _strange(self, text: str, wanted: Wanted) -> list[str]:
        """Its words that neither stand in the goal nor were shown."""
        words = [word.strip(_POINTS) for word in text.split() if any(map(str.isalnum, word))]
        return [word for word in words if not says(wanted.goal, word) and not self._seen.shown(word)]

    def snapshot(self) -> Any:
        state = {"typed": dict(self._typed), "last": list(self._last), "done": dict(self._done)}
        return {**self._seen.snapshot(), **state}

    def restore(self, state: Any) -> None:
        self._seen.restore(state)
        self._typed = {str(name): str(text) for name, text in state["typed"].items()}
        self._last = tuple(str(text) for text in state["last"])
        self._done = {str(name): int(times) for name, times in state["done"].items()}


def _more_than_asked(decision: Decision, screen: Screen, goal: str, labelled: bool) -> str:
    """`Delete account` where a note is to be deleted, and `Send money` beside a plain `Send`."""
    targets = targets_of(decision.action)
    touched = reached(targets[0], screen) if targets else ()
    found = (_says_more(control, screen, goal, labelled and not place) for place, control in enumerate(touched))
    return next(filter(None, found), "")


def _says_more(control: Element, screen: Screen, goal: str, labelled: bool) -> str:
    label = collapse(legible(control.label))
    said = (control.text, control.hint, control.test_id.replace("-", " ").replace("_", " "), _end_of(control.href))
    for text in said if labelled else (control.label, *said):
        whole = wholesale(text, f"{goal} {label}" if labelled else goal)
        if whole:
            return f"it is about more than the task names: {whole!r}"
    if labelled:
        return ""
    word, own = risky_word(label), _unasked(label, goal)
    for other in screen.elements if word and own else ():
        said = collapse(legible(other.label))
        rival = other.affordances and seen_in(other) and said != label and _as_wanted(word, said, goal)
        if rival and _unasked(said, goal) < own:
            return f"{other.label!r} beside it says no more than the task does, and {control.label!r} does"
    return ""


def _empty_form(decision: Decision, screen: Screen, asking: str) -> str:
    """What would be sent off with nothing in a field that the goal speaks of.

    Deleting, ending and leaving take nothing along.
    """
    targets = targets_of(decision.action)
    control = element_at(targets[0], screen) if targets else None
    if control is None or names_a_strict_deed(risky_word(control.label)):
        return ""
    top, height = control.box.y, max(control.box.height, 30.0)
    near = [
        field
        for field in value_fields(screen)
        if (field.landmark, field.frame) == (control.landmark, control.frame)
        and top - 3 * height <= field.box.bottom <= control.box.bottom + height
        and "password" not in field.states
    ]
    empty = [field for field in near if any(says(asking, word) for word in _words(field.label))]
    if empty and not any(field.value for field in near):
        return f"the field {empty[0].label!r} beside it is empty, and the task has something for it"
    return ""


def _label(decision: Decision, screen: Screen) -> str:
    targets = targets_of(decision.action)
    control = element_at(targets[0], screen) if targets else None
    return "" if control is None else collapse(legible(control.label))


def _words(label: str) -> list[str]:
    plain = collapse(legible(label))
    return [word for word in plain.split() if len(word) > 3 or not word.isascii()]


def _only_begins(decision: Decision, screen: Screen, labelled: bool) -> bool:
    """`New payment`, or a label that is allowed, on a page with nothing to fill in: it opens the page that asks."""
    targets = targets_of(decision.action)
    control = element_at(targets[0], screen) if targets else None
    if control is None or value_fields(screen):
        return False
    return _BEGINS.match(control.label) is not None or (labelled and not scope_of(decision.action, screen).near)


def _as_wanted(word: str, label: str, goal: str) -> bool:
    """Whether a label names the same deed, and the goal asks for it by that name as well."""
    other = risky_word(label)
    return same_deed(word, other) and asked_for(other, label, goal)


def _end_of(address: str) -> str:
    """The last two parts of an address, which say what is done and to what."""
    return " ".join(address.partition("?")[0].rstrip("/").split("/")[-2:])


def _unasked(label: str, goal: str) -> frozenset[str]:
    """Words of a label that neither name the deed nor stand in the goal."""
    rest = label.replace(risky_word(label), " ")
    return frozenset(word for word in rest.split() if not says(collapse(goal), word))


def _is_name(text: str) -> bool:
    """Whether it may be what a thing is called: a word of two letters is a preposition, `Send` is a deed."""
    return (len(text) > 2 or not text.isascii()) and risky_word(text) != text


def _told(texts: Iterable[str], name: str) -> bool:
    return any(says(text, name) for text in texts)


def _named_in(texts: Iterable[str], wanted: Wanted) -> bool:
    return any(len(text) <= LONGEST_NAME and _is_name(text) and says(wanted.goal, text) for text in texts)


def _part_of(other: str, ours: Sequence[str]) -> bool:
    return any(says(name, other) or says(other, name) for name in ours)


def _within(texts: Iterable[str], name: str) -> bool:
    """Whether a text that was cut short, or given in other words around it, is this."""
    return any(text.endswith("…") and len(text) > 8 and name.startswith(text[:-1].strip()) for text in texts)


def _asking(screen: Screen) -> bool:
    """Whether a dialog asks something; one with a single button that names no deed, or with none, only tells."""
    if screen.modal is not None:
        return screen.modal.kind != "alert"
    inside = [one for one in screen.elements if one.landmark.startswith(("dialog", "alertdialog")) and one.affordances]
    fields = any("type" in one.affordances for one in inside)
    buttons = [one for one in inside if one.role == "button"]
    return fields or len(buttons) > 1 or any(risky_word(one.label) for one in buttons)


def _field(action: InputText, screen: Screen) -> Element | None:
    if action.target is not None:
        return element_at(action.target, screen)
    return next((element for element in screen.elements if "focused" in element.states), None)


def _name(decision: Decision, screen: Screen, typed: Iterable[str]) -> str:
    """An act with what it is about: the same twice is one act done again."""
    scope = scope_of(decision.action, screen)
    return "\n".join((screen.app, *sorted({*map(steady, scope.strong), *typed})))
