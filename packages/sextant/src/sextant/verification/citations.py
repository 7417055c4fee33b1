"""Checks that a cited text is where the citation says, and that the run caused it. Independent of language."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.prompts.listing import line_of
from sextant.state.event_log import EventLog
from sextant.state.page_baseline import PAGES, PageAct, PageBaseline, in_field, in_state, is_field, texts_of
from sextant.state.rows import elements_spanning, row_elements
from sextant.text import bare, folded, stands_in
from sextant.types.decisions import Citation, Requirement
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    Evidence,
    FieldHas,
    Gone,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.screens import Element, Screen

__all__ = ["CitationRefused", "ClaimScreen", "Exhibit", "Exhibits", "cited_by", "exhibit", "quoted_on"]

_AROUND = 3
"""Lines of the listing around a citation that the verifier sees."""
_ROW = 12
"""Most lines of a row, those nearest to the cited one."""
_SHORT = 80
_CONTROLS = frozenset(  # structural: ARIA roles
    ("button", "menuitem", "tab", "checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio")
) | frozenset(("combobox", "textbox", "searchbox", "spinbutton", "slider"))  # structural: ARIA roles
"""Controls: their label says what can be done, not that it was done."""
_WHICH = "and the screen of a step is the one before its act"
_HELD = "what your act would have sent was held, so it has not happened; it has to be allowed first"

Screens = Callable[[int], Screen | None]
"""Returns the screen of an earlier step, if it is available."""


@dataclass(frozen=True, slots=True)
class CitationRefused:
    """Why a citation is refused, and what would be accepted."""

    why: str


@dataclass(frozen=True, slots=True)
class Exhibit:
    """An accepted citation: its text, step, row, surroundings, and how the run caused it."""

    requirement: str
    text: str
    step: int
    row: str = ""
    around: str = ""
    since: str = ""
    """The act it came after, in words; empty where none did."""
    evidence: Evidence | None = None
    offered: bool = False
    """Whether it is only the label of a control: what can be done, not that it was."""


@dataclass(frozen=True, slots=True)
class ClaimScreen:
    """The screen on which a claim is made, with the run's page baseline, which includes that screen."""

    screen: Screen
    step: int
    pages: PageBaseline
    screens: Screens = lambda step: None  # noqa: ARG005 - the seam's signature

    def at(self, step: int | None) -> Screen | None:
        """The screen of a step; by default the current one."""
        return self.screen if step is None or step == self.step else self.screens(step)


class Exhibits:
    """Checks citations during a run: the `CitationCheck` seam.

    Args:
        log: Has the baseline of the pages of the run (`PAGES`).
        screens: The screens of earlier steps, where available.
    """

    def __init__(self, log: EventLog, screens: Screens = lambda step: None) -> None:  # noqa: ARG005
        self._log, self._screens = log, screens

    def shown(self, citation: Citation, requirement: Requirement, screen: Screen, step: int) -> Evidence | None:
        found = exhibit(citation, requirement, ClaimScreen(screen, step, self._log[PAGES], self._screens))
        if isinstance(found, CitationRefused) or found.offered:
            return None
        return found.evidence or Evidence(screen.digest, step, quote=citation.quote[:200])


def quoted_on(screen: Screen, quote: str) -> Element | None:
    """The element that shows the words, the first if they span several; see `_quoted`."""
    return next(iter(_quoted(screen, quote)), None)


def _quoted(screen: Screen, quote: str) -> tuple[Element, ...]:
    """The element that shows the words, preferably in view, or the neighbours in one row that they span.

    A line of the listing may be quoted, too.
    """
    wanted = bare(quote)
    if not folded(wanted):
        return ()
    for says in (_says, _lists):
        found = [element for element in screen.elements if says(element, wanted)]
        if found:
            return (min(found, key=lambda element: element.visibility not in ("visible", "clipped")),)
    return elements_spanning(screen, wanted)


def exhibit(citation: Citation, requirement: Requirement, sight: ClaimScreen) -> Exhibit | CitationRefused:
    """Check a citation for a requirement.

    For a deed the words must be new since an act of the run; or the citation names what was touched by its step, and
    that touch sent a write. Typed text that was not sent shows no deed.

    The screen of a step is the one before its act. Words found on exactly one of the neighbouring screens instead are
    cited from there: a model may mean the screen that the act led to.
    """
    citation = _corrected_step(citation, requirement, sight)
    step = sight.step if citation.step is None else citation.step
    if not 0 <= step <= sight.step:
        return CitationRefused(f"there was no step {step} in this run; its steps are 0 to {sight.step}, {_WHICH}")
    if citation.element is not None and not citation.quote.strip():
        return _element(citation, requirement, sight, step)
    return _quote(citation, requirement, sight, step)


def shown_by(
    cited: Sequence[Citation], requirement: Requirement, sight: ClaimScreen
) -> tuple[tuple[Exhibit, ...], str]:
    """The accepted citations, and why they are not enough: all must be valid, and one must show the deed."""
    plain = plain_kind(requirement)
    found: list[Exhibit] = []
    beside: list[Exhibit] = []
    problem = ""
    for citation in cited:
        shown = exhibit(citation, requirement, sight)
        if isinstance(shown, Exhibit):
            found.append(shown)
            continue
        problem = problem or shown.why
        if isinstance(plain_exhibit := exhibit(citation, plain, sight), CitationRefused):
            return tuple(found), plain_exhibit.why
        beside.append(plain_exhibit)  # not caused by the run, but evidence all the same
    return ((*found, *beside), "") if found else ((), problem)


def plain_kind(requirement: Requirement) -> Requirement:
    """Return the requirement without the demand that an act of the run caused it."""
    return replace(requirement, kind="state" if requirement.kind == "deed" else requirement.kind)


def cited_by(verdicts: Sequence[Verdict], screen: Screen, requirement: str) -> Iterator[Citation]:
    """The expectations of a claim that hold, as citations."""
    for verdict in verdicts:
        if verdict.outcome != "holds":
            continue
        match verdict.predicate:
            case TextVisible(text=text) | ScreenIs(text=text) if text:
                yield Citation(requirement, text)
            case ElementState(element=ref) | FieldHas(element=ref):
                found = resolve(screen, ref)
                index = next((one.element for one in verdict.evidence if one.element is not None), None)
                if found is not None or index is not None:
                    yield Citation(requirement, element=index if found is None else found.index)
            case Gone(text=text, element=ref):
                yield Citation(requirement, text or ("" if ref is None else ref.name))
            case TextVisible() | ScreenIs() | Changed() | Effect():
                pass


def _corrected_step(citation: Citation, requirement: Requirement, sight: ClaimScreen) -> Citation:
    """Move a citation to the neighbouring step, where its words are on that screen alone."""
    step, quote = citation.step, bare(citation.quote)
    if step is None or not folded(quote) or _is_shown(quote, step, sight):
        return citation
    if 0 <= step <= sight.step and requirement.kind != "value" and sight.pages.vanished(step, quote) is not None:
        return citation
    near = [one for one in (step - 1, step + 1) if _is_shown(quote, one, sight)]
    return replace(citation, step=near[0], element=None) if len(near) == 1 else citation


def _is_shown(quote: str, step: int, sight: ClaimScreen) -> bool:
    if not 0 <= step <= sight.step:
        return False
    screen = sight.at(step)
    if screen is None:
        return sight.pages.shown_at(step, quote)
    return bool(_quoted(screen, quote)) or _beside(screen, quote)


def _quote(citation: Citation, requirement: Requirement, sight: ClaimScreen, step: int) -> Exhibit | CitationRefused:
    quote = bare(citation.quote)
    said, where = _short(citation.quote), _where(step, sight)
    if not folded(quote):
        return CitationRefused("a citation is empty; quote words of the screen, or name an element by its index")
    screen = sight.at(citation.step)
    named = None if screen is None or citation.element is None else screen.element(citation.element)
    says: tuple[Element, ...] = () if named is None or not _shows(named, quote) else (named,)
    says = _quoted(screen, quote) if not says and screen is not None else says
    found = next(iter(says), None)
    beside = screen is not None and _beside(screen, quote)
    if found is None and not beside and not (screen is None and sight.pages.shown_at(step, quote)):
        lost = sight.pages.vanished(step, quote)
        if lost is not None and requirement.kind != "value":
            return _gone(citation, requirement, lost, step)
        if screen is None and not sight.pages.has_screen(step):
            return CitationRefused(
                f"the screen of step {step} is not remembered any more; go there again and cite what stands"
            )
        return CitationRefused(f"{said} does not stand on {where}; quote words exactly as they stand there")
    evidence = None if screen is None else _evidence(screen, step, found, citation.quote)
    row, around = ("", "") if screen is None else _surroundings(screen, found)
    shown = Exhibit(requirement.id, citation.quote.strip(), step, row, around, evidence=evidence)
    if requirement.kind == "value":
        return shown
    if found is not None and screen is not None:
        only = _only_labels(screen, says, quote, step, sight.pages)
        stated = requirement.kind == "state" and any(_has_state(screen, one) for one in says)
        shown = replace(shown, offered=only and not stated)
    if requirement.kind == "state":
        return shown
    if found is not None and screen is not None:
        own = {text for one in says for text in texts_of(screen, one)}
        if not any(stands_in(quote, text) for text in own if not in_state(text)):
            return _as_deed(shown, sight, step, own.__contains__)  # it quotes a row, a listing line or a long text
    done = _as_deed(shown, sight, step, lambda text: not in_state(text) and stands_in(quote, text))
    lost = sight.pages.vanished(sight.step, quote) if isinstance(done, CitationRefused) and step < sight.step else None
    return done if lost is None or lost.step < step else _gone(citation, requirement, lost, step)


def _element(citation: Citation, requirement: Requirement, sight: ClaimScreen, step: int) -> Exhibit | CitationRefused:
    screen = sight.at(citation.step)
    if screen is None:
        return CitationRefused(f"the screen of step {step} is only known by its words; quote them instead of an index")
    element = None if citation.element is None else screen.element(citation.element)
    if element is None:
        return CitationRefused(
            f"there is no element [{citation.element}] on {_where(step, sight)}; name one that is listed"
        )
    text = line_of(element)
    evidence = _evidence(screen, step, element, element.label)
    shown = Exhibit(requirement.id, text, step, *_surroundings(screen, element), evidence=evidence)
    if requirement.kind != "deed":
        return shown
    own = texts_of(screen, element)
    return _as_deed(shown, sight, step, lambda text: text in own)


def _as_deed(
    shown: Exhibit, sight: ClaimScreen, step: int, matches: Callable[[str], bool]
) -> Exhibit | CitationRefused:
    """Check that a citation shows a deed: the run caused it, or it names what was touched and then sent a write."""
    acts = sight.pages.acts if step < sight.step else ()
    act = next((one for one in acts if one.step == step and one.answered), None)
    found = _caused(shown, sight, step, matches)
    if act is None or act.harmless:
        return found
    if isinstance(found, CitationRefused):
        return replace(shown, since="which then sent a write")
    return replace(found, since=f"{found.since}; step {step} then sent a write")


def _caused(shown: Exhibit, sight: ClaimScreen, step: int, matches: Callable[[str], bool]) -> Exhibit | CitationRefused:
    pages, said = sight.pages, _short(shown.text)
    acts = [act for act in pages.acts if act.step < step]
    if not acts:
        return CitationRefused(f"nothing was done in this run before {said} stood there; do what the goal asks for")
    if not pages.has_screen(step):
        return CitationRefused(
            f"the screen of step {step} is not remembered any more; go there again and cite what stands"
        )
    shown_as_text = pages.appearance(step, lambda text: not in_field(text) and matches(text))
    held = pages.appearance(step, lambda text: in_field(text) and matches(text))
    last = acts[-1]
    if shown_as_text is not None and shown_as_text.by is not None and not shown_as_text.by.shows_nothing:
        return replace(shown, since=f"new after step {shown_as_text.by.step}")
    if held is not None and held.by is not None and not held.by.shows_nothing:
        since = [act for act in acts if act.step >= held.by.step]
        if any(act.wrote for act in since) or not (last.typed or any(act.held for act in since)):
            return replace(shown, since=f"new after step {held.by.step}")
        if last.typed:
            return CitationRefused(
                f"{said} stands only in a field that you typed in last; send or save it, then cite what shows it"
            )
        return CitationRefused(_HELD)
    if last.shows_nothing or any(rise is not None and rise.by is not None for rise in (shown_as_text, held)):
        return CitationRefused(_HELD)
    if last.handed:
        return replace(shown, since=f"a person had the device in step {last.step}")
    wrote = next((act.step for act in reversed(acts) if act.answered), None)
    return CitationRefused(
        f"{said} stood there before you did anything that changed it; cite words or an element that your act changed"
        + ("" if wrote is None else f", or, if its write is what was wanted, what you touched, with step {wrote}")
    )


def _only_labels(screen: Screen, says: Sequence[Element], quote: str, step: int, pages: PageBaseline) -> bool:
    """Whether words are on a screen only as labels of controls.

    Text that the run typed, and a control's value beside its name, are content. The control touched last may show its
    result in its label, as `Follow` that turns into `Following` does.
    """
    acts = [act for act in pages.acts if act.step < step]
    if any(act.words and (stands_in(quote, act.words) or stands_in(act.words, quote)) for act in acts):
        return False
    page, x, y = acts[-1].spot if acts else ("", 0.0, 0.0)
    all_of_them = [one for one in screen.elements if _says(one, quote)] or says
    return all(
        one.role in _CONTROLS
        and stands_in(quote, one.name or one.text)
        and not (one.value and stands_in(quote, one.value))
        and not (page == screen.key.id and one.box.x <= x <= one.box.right and one.box.y <= y <= one.box.bottom)
        for one in all_of_them
    )


def _has_state(screen: Screen, control: Element) -> bool:
    """Whether a control tells how something is: it has a value, or is checked or selected, or is not."""
    return bool(control.value) or any(map(in_state, texts_of(screen, control)))


def _gone(citation: Citation, requirement: Requirement, lost: PageAct, step: int) -> Exhibit | CitationRefused:
    """Cite the disappearance of something that this page showed."""
    if lost.shows_nothing:
        return CitationRefused(_HELD)
    return Exhibit(requirement.id, f"gone: {citation.quote.strip()}", step, since=f"gone after step {lost.step}")


def _shows(element: Element, wanted: str) -> bool:
    return _says(element, wanted) or _lists(element, wanted)


def _says(element: Element, wanted: str) -> bool:
    texts = (
        (element.text, element.name) if "password" in element.states else (element.text, element.name, element.value)
    )
    return any(stands_in(wanted, text) for text in texts if text)


def _lists(element: Element, wanted: str) -> bool:
    """Whether a line of the listing was quoted, whole or in part, with its index."""
    return len(folded(wanted)) > 1 and stands_in(_unmarked(wanted), _unmarked(line_of(element)))


def _beside(screen: Screen, quote: str) -> bool:
    """Whether the title, a native dialog or a passing message shows it, which no element does."""
    message = "" if screen.modal is None else screen.modal.message
    return any(stands_in(quote, text) for text in (screen.title, message, *screen.observation.said))


def _unmarked(text: str) -> str:
    """A text without the listing's escapes of quotation marks."""
    return text.replace('\\"', '"')


def _surroundings(screen: Screen, found: Element | None) -> tuple[str, str]:
    """The lines of an element's row, and the lines around it; without an element, the first lines."""
    row = (
        () if found is None else [one for one in row_elements(found, screen) if one.label or one.value or one.markable]
    )
    inside = {one.index for one in row}
    labelled = [one for one in screen.elements if one.label]
    if found is None or not inside:
        place = next((place for place, one in enumerate(labelled) if one is found), 0)
        return "", _lines(labelled[max(0, place - _AROUND) : place + _AROUND + 1])
    first = next((place for place, one in enumerate(labelled) if one.index >= min(inside)), len(labelled))
    last = next((place for place, one in enumerate(labelled) if one.index > max(inside)), len(labelled))
    near = [*labelled[max(0, first - _AROUND) : first], *labelled[last : last + _AROUND]]
    at = next((place for place, one in enumerate(row) if one is found), 0)
    begin = max(0, min(at - _ROW // 2, len(row) - _ROW))
    return _lines(row[begin : begin + _ROW]), _lines(near)


def _lines(elements: Sequence[Element]) -> str:
    return "\n".join(map(line_of, elements))


def _evidence(screen: Screen, step: int, element: Element | None, quote: str) -> Evidence:
    if element is None:
        return Evidence(screen.digest, step, quote=quote[:200])
    named = any(stands_in(quote, text) for text in (element.text, element.name) if text)
    hidden = is_field(element) and "password" in element.states and not named
    return Evidence(screen.digest, step, element.index, element.box, "" if hidden else quote[:200])


def _where(step: int, sight: ClaimScreen) -> str:
    return "the present screen" if step == sight.step else f"the screen of step {step}, before its act"


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHORT else f"{text[: _SHORT - 1]}…")
