"""Whether a page shows that what a part of the goal wants is so, whoever brought it about.

A thing's state is said by a word for it (`Frozen`, `已读`), by how a control is set, by a number that is set there, or
by a control that takes it back: where `Turn on` is offered, it is off. Labels say nothing, nor do controls that may do
either.
"""

import re

from sextant.evidence.goals import sends_something, unquoted
from sextant.program.asked import Asked, Part, named_in, numbers_in, words_of
from sextant.program.pages import is_field
from sextant.program.saying import is_done_form, is_negation, is_order, is_put_off
from sextant.program.shown import Shown, in_view
from sextant.program.trail import Trail
from sextant.types.evidence import ElementState, FieldHas, ScreenIs, TextVisible
from sextant.types.refs import collapse
from sextant.types.screens import Screen

__all__ = ["is_so", "page_shows"]

_ADDING = words_of(["add appear stay remain"])
"""Words that ask for something to be there, which its being there answers."""
_SAYS_ON = re.compile(
    r"\bon$|^(?:ein|aktiv)\w*schalten$|^aktivieren$|\beingeschaltet$|^(?:activer|allumer|activar|encender|attiva)$|开$|开启$|打开$"
)
_SAYS_OFF = re.compile(
    r"\boff$|^(?:aus|ab)schalten$|^deaktivieren$|\bausgeschaltet$|^(?:désactiver|éteindre|desactivar|apagar|disattiva)$|关$|关闭$"
)
_TURNS = re.compile(
    r"^(?:turn|switch)\b|schalten$|^打开$"
    r"|\b(?:will|not|never|no|can|cannot|must|should|to|if|when|nicht|wird|kann)\b(?: \w+){0,3} (?:on|off)$"
)
"""Tells to turn it, or says that it is not, or not yet, so."""
_STARTS = re.compile(
    r"^(?:turn on|switch on|enable|activate|resume|start|restart|run|unpause)\b|^(?:打开|开启|启用|恢复|继续|启动)"
    r"|^(?:einschalten|aktivieren|fortsetzen|starten|activer|reprendre|activar|reanudar|attiva|riprendi)\b"
)
_TAKES_AWAY = re.compile(
    r"^(?:cancel|remove|turn off|disable|stop)\b|^(?:取消|移除|移出|关闭|停用)|^(?:entfernen|aufheben)\b|entfernen$"
)
_DELETES = re.compile(
    r"\b(?:delete|remove|erase|clear|wipe|cancel|lösche?n?|entfernen?|supprime\w*|elimina\w*|borra\w*)\b"
    r"|删除|移除|清空|清除|擦掉|取消(?=订单|预订|预约|会议)"
)
_COUNTS = re.compile(r"\d+ (?:people|persons?|users?|others|friends|members|personen|leute)\b|\d+\s*[人位]")
_EITHER = re.compile(r"\b(?:or|oder|ou|o)\b|或|/")
_TAKEN_BACK = re.compile(r"解除(.)|解(?!除)(.)|取消(.)")
_IS_IN = re.compile(r"\b(?:sure|that|ensure)\b.{0,60}?\b(?:(?:is|are) (?:in|on|among)|not get lost)\b")
_MARKS = re.compile(r"\b(?:flag|mark|make|tag|label|set|markier\w*|kennzeichne\w*)\b|标|设")
_MORE = re.compile(r"\b(?:and|then|afterwards|also|und|dann|danach|et|puis|y|luego)\b|[;；]|然后|再|接着|并|以及")
_COMING = re.compile(r"\b(?:open|go to|visit|find|look up|change my mind|changed my mind)\b[^,;.]*?(?:\band\b|;)")
_ON = frozenset({"checked", "selected", "pressed", "expanded"})
_SETTABLE = frozenset({"checked", "unchecked", "pressed"})
_SHORT = 3


def is_so(part: Part, item: Shown, trail: Trail, screen: Screen) -> bool:
    """Whether what was named shows that what this part wants is so."""
    if not all(named_in(name, item.near) or trail.dealt_with(name) for name in part.names):
        return False
    predicate, element = item.predicate, item.element
    if element is not None and trail.is_draft(screen, element) and sends_something(part.text):
        return False
    match predicate:
        case ElementState():
            return _is_set(part, item, screen)
        case FieldHas():
            return bool(collapse(predicate.value)) and named_in(collapse(predicate.value), [part.text])
        case TextVisible() | ScreenIs():
            return _says_it(part, item, screen) or (not part.off and _is_there(part, item))
        case _:
            return False


def page_shows(asked: Asked, trail: Trail, screen: Screen) -> bool:
    """Whether the page as a whole shows that the one deed which the goal asks for is so: something in view says it.

    It has to be said of the very thing: on a page that it heads, or on its line.
    """
    part = _only_deed(asked)
    if part is None or asked.every or trail.unsent(screen):
        return False
    return any(_of_thing(part, item, trail) and _plainly(part, item, screen) for item in in_view(screen))


def _only_deed(asked: Asked) -> Part | None:
    """The part that asks for the goal's only deed; None where there are several, or where that cannot be told."""
    deeds = [part for part in asked.parts if not part.limits]
    if len(deeds) != 1 or deeds[0].conditional:
        return None
    return None if _MORE.search(_COMING.sub(" ", _bare(deeds[0]))) else deeds[0]


def _of_thing(part: Part, item: Shown, trail: Trail) -> bool:
    """Whether it stands with what this part names: everything but the apps and sections that led here."""
    heads = tuple(head for head in item.heads)
    lone = item.own if item.element is not None and item.element.interactable else ()
    line = tuple(collapse(peer.label) for peer in item.peers)
    for name in part.names:
        if not (
            named_in(name, (*heads, *lone, *line, *item.own)) or (trail.is_entrance(name) and trail.dealt_with(name))
        ):
            return False
    return True


def _plainly(part: Part, item: Shown, screen: Screen) -> bool:
    """Whether it says so beyond doubt, where nobody has pointed at it."""
    if isinstance(item.predicate, ElementState):
        return bool(words_of(item.own) & words_of([part.text])) and _is_set(part, item, screen)
    short = len(item.text.split()) <= _SHORT and not item.title
    row = any(named_in(name, item.own) for name in part.names)
    return (item.offer or short or row) and _says_it(part, item, screen)


def _says_it(part: Part, item: Shown, screen: Screen) -> bool:
    """Whether a text says of the state that it is as wanted: in a word for it, as a number, or as a way back."""
    if item.element is not None and item.element.states & _SETTABLE:
        return _is_set(part, item, screen)
    if item.offer and not _is_row(part, item):
        return _takes_back(item.text, part)
    if item.element is not None and is_field(item.element):
        return False
    if _says_no_beside(item):
        return False
    own = [text for text in item.own if not (_TURNS.search(text) or is_order(text, part.text, part.names))]
    if part.off:
        return any(_SAYS_OFF.search(text) for text in own)
    if part.on and any(_SAYS_ON.search(text) for text in own):
        return True
    wanted = words_of([_bare(part)])
    said = (_without_asked(text, part) for text in own)
    return any(is_done_form(text, wanted, part.names) for text in said) or _has_value(part, item, screen)


def _says_no_beside(item: Shown) -> bool:
    """Whether it is a label, and what stands after it on its line is a no."""
    here = None if item.element is None else item.element.box
    return here is not None and any(peer.box.x > here.x and is_negation(peer.label) for peer in item.peers)


def _is_row(part: Part, item: Shown) -> bool:
    """Whether it says more of a thing than its name, as the row of a list does."""
    return any(named_in(name, item.own) and name != item.text for name in part.names)


def _without_asked(text: str, part: Part) -> str:
    """A text without words in -ing that the goal has just so: `Evening`, `Meeting` tell of no deed."""
    asked = set(re.findall(r"\w+ing\b", collapse(part.text)))
    return " ".join(word for word in text.split() if word not in asked)


def _takes_back(label: str, part: Part) -> bool:
    """Whether a control offers to take back what this part wants, which says that it is so."""
    low, goal = collapse(label), _bare(part)
    if _EITHER.search(low) or _DELETES.search(goal) or is_order(low, part.text, part.names):
        return False
    wanted = words_of([goal])
    told = words_of([low])
    if part.off:
        undone = {word[2:] for word in wanted if word.startswith("un")}
        back = {sign for found in _TAKEN_BACK.findall(goal) for sign in found if sign}
        first = next(iter(re.findall(r"[^\W\d_]+", low)), "")
        signs = low[:2] in wanted or any(sign in low[:2] for sign in back)
        begun = bool(words_of([first]) & (wanted | undone)) if first.isascii() else signs
        starts = _STARTS.search(low) is not None
        return bool(_SAYS_ON.search(low)) or (starts and bool(told & wanted)) or (begun and not _TAKES_AWAY.search(low))
    if part.on and _SAYS_OFF.search(low):
        return True
    if low.startswith(("un", "取消")) and is_done_form(label, wanted):
        return True
    return bool(part.on or part.puts) and bool(_TAKES_AWAY.search(low)) and bool(told & wanted)


def _is_set(part: Part, item: Shown, screen: Screen) -> bool:
    """Whether a control is set as wanted, and is the one that this part speaks of rather than another one."""
    predicate, states = item.predicate, frozenset[str]() if item.element is None else item.element.states
    choice = item.element is not None and item.element.role == "radio"
    wanted = words_of([part.text]) | words_of(part.names)
    about = len(words_of(item.own if choice else (*item.own, *item.beside)) & wanted)
    others = [other for other in screen.elements if other is not item.element and _is_like(other.role, item)]
    nearer = any(len(words_of([other.label]) & wanted) > about for other in others)
    on = (predicate.state in _ON) == predicate.present if isinstance(predicate, ElementState) else bool(states & _ON)
    return on != part.off and about > 0 and not nearer


def _is_like(role: str, item: Shown) -> bool:
    return item.element is not None and role == item.element.role and role in ("switch", "checkbox", "radio")


def _has_value(part: Part, item: Shown, screen: Screen) -> bool:
    """Whether it is a number that this part gives: beside a word of it, or where it is set and nowhere else."""
    given = numbers_in(_bare(part)) & numbers_in(item.text)
    if not given or item.offer or _COUNTS.search(item.text) or is_put_off(item.text, given, part.names):
        return False
    if words_of(item.beside) & (part.words | words_of(part.names)):
        return True
    set_here = sum(peer.interactable for peer in item.peers) > 1
    alike = [other for other in screen.elements if collapse(other.text) == item.text]
    return item.text in given and set_here and len(alike) == 1


def _is_there(part: Part, item: Shown) -> bool:
    """Whether being there is all that was wanted: a page that was asked for, a thing that was put somewhere, a word."""
    heads = [head for head in item.heads if not is_order(head, part.text, part.names)]
    own, left = words_of(item.own), part.words - _ADDING - words_of(heads)
    given = numbers_in(_bare(part))
    if part.words and not left and given <= numbers_in(" ".join(heads)):
        return True  # the page that was asked for is open
    if is_order(item.text, part.text, part.names) or _is_otherwise(part, item):
        return False
    if not item.offer and not left - own:
        return True
    if item.element is not None and (is_field(item.element) or item.element.states & _SETTABLE):
        return False
    if _is_placed(part, item):
        return True
    return own <= part.words and _MARKS.search(_bare(part)) is not None and _is_tag(part, item)


def _is_otherwise(part: Part, item: Shown) -> bool:
    """Whether its words say that it is not so, or not yet, or that others have it so."""
    if (part.on or part.off) and _TURNS.search(item.text):
        return True
    denied = is_put_off(item.text, part.words, part.names)
    return denied or _COUNTS.search(item.text) is not None or _says_no_beside(item)


def _is_tag(part: Part, item: Shown) -> bool:
    """Whether it is a word that stands for itself on the page of the thing, and not the word for its kind (`task`)."""
    lone = item.element is not None and not item.element.affordances and not item.title
    kinds = [found for name in part.names for found in re.findall(rf"(\w+)\W+{re.escape(name)}", part.text)]
    return lone and any(named_in(name, item.heads) for name in part.names) and not words_of(item.own) <= words_of(kinds)


def _is_placed(part: Part, item: Shown) -> bool:
    """Whether what was to be put somewhere stands there: on a page headed by a word of this part."""
    mine = [name for name in part.names if named_in(name, item.own)]
    heads = [head for head in item.heads if len(head) > 1 and not any(named_in(name, [head]) for name in mine)]
    there = any(named_in(head, [part.text]) for head in heads)
    wanted = part.puts or _IS_IN.search(_bare(part)) is not None
    return wanted and bool(mine) and there and not (item.offer and not _is_row(part, item))


def _bare(part: Part) -> str:
    """What it says besides the names that it quotes."""
    text = unquoted(part.text)
    for name in part.names:
        text = text.replace(name, " ")
    return collapse(text)
