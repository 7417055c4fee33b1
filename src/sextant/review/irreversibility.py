"""Which acts cannot be taken back, told from what a touch reaches: its words, names, address, form and dialog."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sextant.review.reaching import element_at, neighbours, reached, started_on
from sextant.review.records import is_a_record
from sextant.review.vocabulary import (
    another_deed,
    leads_nowhere,
    names_a_strict_deed,
    only_consents,
    risky_address,
    risky_name,
    risky_word,
)
from sextant.types.actions import (
    Action,
    Click,
    DoubleTap,
    Drag,
    InputText,
    KeyboardEnter,
    LongPress,
    OpenApp,
    Scroll,
    Swipe,
)
from sextant.types.legible import folded, legible, mixes_scripts
from sextant.types.refs import collapse
from sextant.types.screens import Element, Modal, Screen

Level = Literal["reversible", "unknown", "irreversible"]

_SAFE = re.compile(
    r"(?<!\w)(?:search|find|filter|go|next|continue|show|view|more|log in|login|sign in|close|dismiss|back|"
    r"suchen|weiter|chercher|rechercher|suivant|buscar|siguiente|cerca|zoeken)(?!\w)|搜索|查找|下一步|筛选|检索|検索|次へ",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:no,? (?:cancel|stop|end|delete|remove|discard|leave|quit|don.t (?:keep|save|stay)) ?.*|don.t (?:keep|save).*|"
    r"ok(?:ay)?|yes|yes,? .*|sure|proceed|continue|ja|oui|sí|si|sì|sim|да|是|好|是的|确定|はい|"
    r"confirm|bestätigen|confirmer|confirmar|conferma|bevestigen|подтвердить|确认|確認|確定)[.!]?$",
    re.IGNORECASE,
)
_TOLD = re.compile(r"^(?:ok(?:ay)?|好|好的|d'accord|vale)[.!]?$", re.IGNORECASE)
_KEEPS = r"don.t (?:cancel|delete|remove|discard|send|leave|end|stop|pay|buy|block|log out|sign out)(?: .*)?"
_NO = re.compile(
    rf"^(?:no|no,? (?:thanks?|thank you|not (?:now|yet)|keep .*|go back|stay|later|{_KEEPS})|cancel|close|dismiss|back|"
    rf"go back|keep .*|not now|later|stay|{_KEEPS}|×|✕|✖|x|nein|abbrechen|"
    r"schließen|zurück|nicht jetzt|später|non|annuler|fermer|retour|cancelar|cerrar|volver|annulla|chiudi|indietro|"
    r"fechar|voltar|nee|annuleren|sluiten|terug|нет|отмена|закрыть|назад|否|不|取消|关闭|返回|稍后|暂不|不要|"
    r"いいえ|キャンセル|閉じる|戻る)[.!]?$",
    re.IGNORECASE,
)
_SLIDE = re.compile(
    r"swip|slid|drag|wisch|schieb|zieh|gliss|desliz|arrast|scorri|veeg|滑|拖|スワイプ|スライド", re.IGNORECASE
)
_BREAK = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_SEARCH_ROLES = frozenset({"searchbox", "combobox"})
_ONE_LINE = frozenset({"text", "email", "tel", "url", "number", "search", "password"})
_LONGEST_LABEL = 80
_MOST_ANSWERS = 3
"""A dialog with more buttons than these is a page of its own: not every one of them answers its question."""


@dataclass(frozen=True, slots=True)
class Irreversibility:
    """How sure it is that an act can be taken back, and what says so.

    Attributes:
        word: Names the risk, where a word does.
        others: Words that name further deeds of other kinds, where the same touch says those as well.
    """

    level: Level
    word: str = ""
    reason: str = ""
    others: tuple[str, ...] = ()


_REVERSIBLE = Irreversibility("reversible")


def looks_risky(element: Element, screen: Screen) -> bool:
    """Whether touching the element might do something that cannot be taken back: for those who only want to look."""
    return _of_element(element, screen).level != "reversible"


def irreversibility(action: Action, screen: Screen) -> Irreversibility:
    """Classifies an action on its screen (design, Executing without harm).

    `irreversible`: words, address or dialog name such an act. `unknown`: a primary button of a form, or the yes of
    a question, whose effect its words do not tell. Everything else is reversible. Where a touch could reach several
    elements, or an element says several things, the worst counts.
    """
    match action:
        case Click() | DoubleTap() | LongPress():
            return _worst(_of_element(element, screen) for element in reached(action.target, screen))
        case Drag():
            ends = [element for target in (action.start, action.end) for element in reached(target, screen)]
            return _worst([*(_of_element(element, screen) for element in ends), _of_slide(action, screen)])
        case Swipe():
            touched = () if action.target is None else reached(action.target, screen)
            return _worst([*(_of_element(element, screen) for element in touched), _of_slide(action, screen)])
        case Scroll():
            return _of_slide(action, screen)  # where nothing scrolls, a finger is drawn
        case KeyboardEnter():
            return _of_enter(screen, typed_into(action, screen))
        case InputText():
            return _of_typing(action, screen)
        case OpenApp() if deed := risky_address(action.name):
            return Irreversibility("irreversible", deed, f"its address is {action.name!r}")
        case _:
            return _REVERSIBLE


def _worst(found: Iterable[Irreversibility]) -> Irreversibility:
    ranks = {"reversible": 0, "unknown": 1, "irreversible": 2}
    every = list(found)
    worst = max(every, key=lambda item: ranks[item.level], default=_REVERSIBLE)
    words = [word for item in every if item.level == "irreversible" for word in (item.word, *item.others) if word]
    return replace(worst, others=tuple(word for word in dict.fromkeys(words) if another_deed(worst.word, word)))


def _of_element(element: Element, screen: Screen) -> Irreversibility:
    if not element.affordances or ("type" in element.affordances and element.role != "button"):
        return _REVERSIBLE
    asked = _of_answer(element, screen)
    if asked is not None and asked.level == "reversible":
        return asked
    deeds = _deeds(element, screen)
    named = [Irreversibility("irreversible", word, f"{how} is {said!r}") for word, how, said in deeds]
    if named or asked is not None:
        return _worst([*([] if asked is None else [asked]), *named])
    if _primary(element) and not _SAFE.search(folded(element.label)):
        return Irreversibility("unknown", "", "a primary button of a form")
    return _REVERSIBLE


def _deeds(element: Element, screen: Screen) -> Iterator[tuple[str, str, str]]:
    """What it names that cannot be taken back: the word, what says it, and the whole of that."""
    deed = risky_address(element.href) if element.href else ""
    if deed:
        yield deed, "its address", element.href
    for said, how in _says(element, screen):
        word = risky_word(said)
        if word and how in ("its label", "its text") and is_a_record(element, screen):
            continue
        if word and not _only_leads(element, said, word) and not only_consents(word, _texts(element, screen)):
            yield word, how, said
        elif mixes_scripts(said):
            yield "", f"letters of several scripts are mixed in {how.removeprefix('its ')}, which", said
    word = risky_name(element.test_id)
    if word and not _only_leads(element, element.label, word):
        yield word, "its name for programs", element.test_id


def _texts(element: Element, screen: Screen) -> Iterator[str]:
    """What stands in the same part of the page and is no link: a footer about privacy says nothing of a button."""
    for other in neighbours(element, screen):
        if other.role != "link":
            yield other.text or other.name


def _says(element: Element, screen: Screen) -> list[tuple[str, str]]:
    """All that an element says of itself. Of one that holds others to be touched, only its label is its own."""
    said = [(element.label, "its label")]
    further = [(element.text, "its text"), (element.hint, "its hint"), (element.value, "its value")]
    for text, how in further:
        if not text or text == element.label or len(text) > _LONGEST_LABEL:
            continue
        if how == "its text" and any(other.parent == element.index and other.affordances for other in screen.elements):
            continue
        said.append((text, how))
    return said


def _of_answer(element: Element, screen: Screen) -> Irreversibility | None:
    """The yes to a question: what the question asks decides. None where it is no such yes."""
    label = collapse(legible(element.label))
    if screen.modal is not None and screen.modal.kind == "alert":
        return _REVERSIBLE  # it tells and asks nothing; there is no other button
    if screen.modal is not None and screen.modal.kind in ("confirm", "beforeunload", "prompt"):
        return _REVERSIBLE if _NO.match(label) else _of_modal(screen.modal)
    if not element.landmark.startswith(("dialog", "alertdialog")):
        return None
    question = element.landmark.partition(":")[2] + " " + _words_of(element.landmark, screen)
    found = _of_question(question)
    if found.level == "unknown" and _TOLD.match(label) and _only_tells(element.landmark, question, screen):
        return _REVERSIBLE
    if _YES.match(label) or _YES.match(collapse(folded(element.label))):
        return found if found.level == "irreversible" or not risky_word(element.label) else None
    own = risky_word(element.label)
    if found.level == "unknown" or _NO.match(label) or (own and not another_deed(own, found.word)):
        return None
    return found if _only_asks(element.landmark, screen) else None


def _of_question(question: str) -> Irreversibility:
    word = risky_word(question)
    if word:
        return Irreversibility("irreversible", word, f"the dialog asks {collapse(question)[:200]!r}")
    return Irreversibility("unknown", "", "the yes to a question")


def _of_modal(modal: Modal) -> Irreversibility:
    """The yes of a native dialog. One that wants a text asks nothing, unless its words name a deed."""
    found = _of_question(modal.message)
    return _REVERSIBLE if modal.kind == "prompt" and found.level == "unknown" else found


def _only_tells(landmark: str, question: str, screen: Screen) -> bool:
    """Whether a dialog says something and asks nothing: no question, and nothing to say no with."""
    inside = [element for element in screen.elements if element.landmark == landmark and element.affordances]
    no = any(_NO.match(collapse(legible(element.label))) for element in inside)
    return not no and not re.search(r"[?？؟]", question)


def _only_asks(landmark: str, screen: Screen) -> bool:
    """Whether a dialog is a question with its answers: nothing to fill in, a few buttons."""
    inside = [element for element in screen.elements if element.landmark == landmark and element.affordances]
    return len(inside) <= _MOST_ANSWERS and all(element.role == "button" for element in inside)


def _words_of(landmark: str, screen: Screen) -> str:
    """What a dialog says, its buttons aside: each of those answers for itself."""
    said = [element for element in screen.elements if element.landmark == landmark and element.role != "button"]
    return " ".join(element.text or element.name for element in said)[:500]


def _only_leads(element: Element, said: str, word: str) -> bool:
    """A link that opens a page by GET (`Orders`, `Post`) or a whole headline: it leads somewhere and does nothing yet.

    Not so where it names a deed that sites do carry out by GET: deleting, ending, leaving.
    """
    if element.role != "link":
        return False
    return len(said.split()) > 4 or not (leads_nowhere(element.href) or names_a_strict_deed(word))


def _primary(element: Element) -> bool:
    return element.role == "button" and element.input_type in ("submit", "image")


def _of_slide(action: Drag | Swipe | Scroll, screen: Screen) -> Irreversibility:
    """A finger that is drawn: what says `slide to pay`, where it starts or beside, and rows that are deleted so."""
    found = slid_on(action, screen)
    return _REVERSIBLE if found is None else found[1]


def slid_on(action: Drag | Swipe | Scroll, screen: Screen) -> tuple[Element, Irreversibility] | None:
    """What says that drawing a finger does something that cannot be taken back; None where nothing does."""
    start = started_on(action, screen)
    sideways = isinstance(action, Drag) or (isinstance(action, Swipe) and action.direction in ("left", "right"))
    for element in screen.elements:
        if element.visibility not in ("visible", "clipped") or not (element in start or sideways):
            continue
        said = next((text for text in (element.label, element.text, element.hint) if _SLIDE.search(text)), "")
        word = risky_word(said) if len(said) <= 160 else ""
        if word:
            return element, Irreversibility("irreversible", word, f"the screen says {said!r}")
    return None


def _of_typing(action: InputText, screen: Screen) -> Irreversibility:
    """Typing does nothing by itself, unless the text holds the Enter key: at its end, or in a field of one line."""
    field = typed_into(action, screen)
    return _of_enter(screen, field) if _presses_enter(action, field) else _REVERSIBLE


def _presses_enter(action: InputText, field: Element | None) -> bool:
    one_line = field is not None and (field.input_type in _ONE_LINE or field.role in _SEARCH_ROLES)
    return bool(_BREAK.search(action.text) if one_line else _BREAK.search(action.text[-1:]))


def typed_into(action: InputText | KeyboardEnter, screen: Screen) -> Element | None:
    """The field that takes the keys: the one that is meant, or the one that has the focus."""
    if isinstance(action, InputText) and action.target is not None:
        return element_at(action.target, screen)
    return next((element for element in screen.elements if "focused" in element.states), None)


def pressed_by_enter(action: InputText | KeyboardEnter, screen: Screen) -> tuple[Element, ...]:
    """What the Enter key of an action would press, as `irreversibility` sees it: one button where one stands out.

    Of several the ones that may do the most harm; of these the form's own, where the field stands in a form.
    """
    focused = typed_into(action, screen)
    if isinstance(action, InputText) and not _presses_enter(action, focused):
        return ()
    if screen.modal is not None:
        answers = [element for element in screen.elements if element.source == "modal" and element.role == "button"]
        return tuple(answer for answer in answers if not _NO.match(collapse(legible(answer.label))))[:1]
    if focused is not None and "type" not in focused.affordances:
        return (focused,)
    buttons = _entered_from(focused, screen)
    found = [_of_element(button, screen) for button in buttons]
    worst = _worst(found).level
    likely = tuple(button for button, item in zip(buttons, found, strict=True) if item.level == worst)
    near = {button.index for button in (likely if focused is None else neighbours(focused, screen))}
    own = tuple(button for button in likely if button.index in near and _primary(button))
    return own[:1] or (() if worst == "reversible" else likely)


def _of_enter(screen: Screen, focused: Element | None) -> Irreversibility:
    """Enter presses the yes of a dialog, the button that has the focus, or the default button of a form."""
    if screen.modal is not None:
        asks = screen.modal.kind in ("confirm", "beforeunload", "prompt")
        return _of_modal(screen.modal) if asks else _REVERSIBLE
    if focused is not None and "type" not in focused.affordances:
        return _of_element(focused, screen)
    return _worst(_of_element(element, screen) for element in _entered_from(focused, screen))


def _entered_from(focused: Element | None, screen: Screen) -> list[Element]:
    """The buttons that Enter might press while the focus is in a field, or nowhere."""
    if focused is not None and (focused.role in _SEARCH_ROLES or focused.input_type == "search"):
        return [element for element in neighbours(focused, screen) if _primary(element)]
    return [element for element in screen.elements if element.role == "button"]
