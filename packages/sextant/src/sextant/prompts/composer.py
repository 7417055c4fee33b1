"""The composer: sections under a token budget; the least important ones are cut first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from sextant.prompts.failures import FAILURES, failures_here
from sextant.prompts.history import Archive, History, Spans, everything, history_fold, present_line
from sextant.prompts.listing import Place, list_screen
from sextant.prompts.prefix import Surroundings, prefix_of
from sextant.prompts.schema import FURTHER_ACTIONS, decision_schema
from sextant.prompts.text import cut
from sextant.prompts.tokens import TOKENIZER, clip, count_tokens
from sextant.protocols import Guide, GuideView
from sextant.state import REQUIREMENTS, EventLog
from sextant.text.legible import on_one_line
from sextant.types.decisions import WITHOUT_FIELDS, WITHOUT_RECALL, Act, Brief, Profile, Question, Section
from sextant.types.evidence import Claim
from sextant.types.pixels import NoPicture, size_of
from sextant.types.screens import Element, Picture, Screen
from sextant.types.tasks import Task

if TYPE_CHECKING:
    from pydantic import BaseModel

_MINIMUM = 40
"""A section cut below this many tokens is left out whole."""
_REQUIREMENT = 100
"""Characters of a requirement that are shown."""
_ROOM_TO_SAY = 30
"""Tokens kept for the names of sections that are left out."""
_REFUSED = "the next one was not accepted"


Mark = Callable[[Picture, Sequence[Element]], Picture]
"""Draws outlines and index tags on a picture (set-of-marks)."""


ListEnd = Callable[[Act, Screen], str]
"""Returns why a list of further actions ends, from the present directive and screen; empty if it goes on."""


class ClaimsView(Protocol):
    """The read-only side of a ledger."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...


class _NoClaims:
    claims: tuple[Claim, ...] = ()


class BriefComposer:
    """Composes briefs. Prefix and schema are constant for a run.

    `max_tokens` bounds the dynamic text. With `vision` the present screen's picture goes along, marked where `mark`
    is given; with `pictures` above one those of the steps before it too, as they were. `full_history` tells every step
    instead of the latest. What happened is read from `log`: a run's own, or one that is made with the composer.
    `active` gives the spans of steps that still matter, `archive` has the steps that no state holds any more.
    `list_end` tells why the further actions of the last answer end on a screen, if they do.
    """

    def __init__(
        self,
        task: Task,
        profile: Profile,
        guides: Sequence[Guide] = (),
        max_tokens: int = 6000,
        vision: bool = False,
        ledger: ClaimsView | None = None,
        mark: Mark | None = None,
        program: str = "",
        full_history: bool = False,
        pictures: int = 1,
        surroundings: Surroundings | None = None,
        log: EventLog | None = None,
        active: Callable[[], Spans] | None = None,
        archive: Archive | None = None,
        further_actions: int = FURTHER_ACTIONS,
        list_end: ListEnd | None = None,
    ) -> None:
        self._task, self._guides = task, tuple(guides)
        self._profile: Profile = profile
        self._max_tokens = max_tokens
        self._vision = vision and profile != "compact"  # whose instructions say nothing of pictures
        self._ledger: ClaimsView = ledger or _NoClaims()
        self._mark = mark
        fold = history_fold(profile, full_history)
        self.log = log or EventLog((fold, FAILURES, REQUIREMENTS))
        keep = 4 if profile == "compact" else 30
        recalls = profile not in WITHOUT_RECALL
        self._history = History(self.log, fold, keep, full_history, active or everything, archive, recalls)
        self._full_history, self._list_end = full_history, list_end
        self._window = pictures
        around = surroundings or Surroundings()
        self._in_pixels = around.points == "pixels"
        self._points = around.points if around.tells_centres(profile) else None
        self.guide_fields: Mapping[str, type[BaseModel]] = {
            guide.name: form for guide in self._guides if (form := guide.fields(profile)) is not None
        }
        self._schema = decision_schema(profile, self.guide_fields, further_actions)
        self._prefix = prefix_of(task, profile, program, self._schema, surroundings)

    @property
    def prefix(self) -> str:
        return self._prefix

    @property
    def schema(self) -> "type[BaseModel]":
        """The schema of decisions, constant for the whole run."""
        return self._schema

    def compose(
        self,
        directive: Act,
        screen: Screen,
        step: int,
        questions: Sequence[Question] = (),
    ) -> Brief:
        """The brief for one decision."""
        view = GuideView(self._task, directive, screen, self._ledger.claims, step)
        pictures = self._pictures(screen)
        sections = [*self._own(directive, screen, step, questions, pictures)]
        for guide in self._guides:
            sections += guide.sections(view)
        if not any(section.requirements and section.text for section in sections):
            sections.insert(1, self._requirements())
        fitted = fit(sections, self._max_tokens)
        return Brief(
            task=self._task,
            directive=directive,
            screen=screen,
            prefix=self._prefix,
            sections=fitted,
            schema=self._schema,
            pictures=pictures,
            step=step,
            tokens={section.name: count_tokens(section.text) for section in fitted},
            tokenizer=TOKENIZER,
            unseen=self._vision and self._window > 0 and not pictures,
        )

    def _pictures(self, screen: Screen) -> tuple[Picture, ...]:
        """The pictures of the last steps, the oldest first, then the present one; only this one has marks."""
        picture = screen.picture
        if not self._vision or not self._window or picture is None or not _is_picture(picture):
            return ()
        past = [
            replace(one, label=f"The screen before step {step.step}")
            for step in self.log.recent
            if (one := step.before.picture) is not None and _is_picture(one)
        ]
        shown = past[-(self._window - 1) :] if self._window > 1 else []
        try:
            present = picture if self._mark is None else self._mark(picture, screen.elements)
        except NoPicture:  # damaged after its header
            return ()
        return (*shown, replace(present, label="The present screen") if shown else present)

    def _about_pictures(self, screen: Screen, count: int) -> str:
        """The section about the pictures: their number, the present one, and its size if points are in its pixels."""
        picture = screen.picture
        if not count or picture is None:
            return "There is no picture of this screen. Use the list of elements."
        width, height = (side * picture.scale for side in (screen.size.width, screen.size.height))
        pixels = f", {width:.0f} x {height:.0f} pixels" if self._in_pixels else ""
        if count == 1:
            return f"The picture shows the present screen{pixels}." if pixels else ""
        return f"{count} pictures, the oldest first. The last one is the present screen{pixels}."

    def _centre_on(self, screen: Screen) -> Place | None:
        """The centres of elements in the frame of the model's points, for pictures without marks."""
        if self._points is None or screen.picture is None:
            return None
        width, height = screen.size.width, screen.size.height
        factors = {
            "pixels": (screen.picture.scale, screen.picture.scale),
            "unit": (1 / width, 1 / height),
            "thousand": (1000 / width, 1000 / height),
        }
        (across, down), digits = factors[self._points], 2 if self._points == "unit" else 0

        def place(element: Element) -> str:
            centre = element.box.centre
            if element.visibility == "offscreen" or not (0 <= centre.x <= width and 0 <= centre.y <= height):
                return ""
            return f"@ {centre.x * across:.{digits}f}, {centre.y * down:.{digits}f}"

        return place

    def _requirements(self) -> Section:
        """The requirements that the actor stated, for a profile that cites evidence for them by their ids."""
        stated = self.log[REQUIREMENTS] if "shows" in self._schema.model_fields else ()
        text = "\n".join(on_one_line(f"{one.id} ({one.kind}): {cut(one.text, _REQUIREMENT)}") for one in stated)
        return Section("Requirements", text, 88, 400, own=True, requirements=True)

    def _own(
        self, directive: Act, screen: Screen, step: int, questions: Sequence[Question], pictures: Sequence[Picture]
    ) -> list[Section]:
        compact = self._profile == "compact"
        listing = list_screen(screen, self._profile, place=self._centre_on(screen) if pictures else None)
        sections = [Section("Screen", listing, 90, untrusted=True)]
        steps, history = self._history.steps, self._history.text()
        if history:
            room = 60 if compact else None if self._full_history else 1500
            if "shows" in self._schema.model_fields:  # screens are cited by their steps
                history += f"\n{present_line(screen, step)}"
            sections.insert(0, Section("Done so far", history, 60, room, own=True, keep="tail"))
        room = 60 if compact else 1200
        sections.insert(1, Section("Recalled steps", self._history.recalled(), 93, room, own=True))
        if self._vision and self._window:
            sections.append(Section("Pictures", self._about_pictures(screen, len(pictures)), 94))
        room = 40 if compact else 300
        tried = failures_here(self.log[FAILURES], screen, compact)
        sections.append(Section("Tried here without effect", tried, 85, room, untrusted=True, keep="tail"))
        if directive.instruction and directive.instruction != self._task.goal:
            sections.append(Section("Now", directive.instruction, 95))
        # A model is asked while its list still goes on only where the next action was refused.
        why = "" if self._list_end is None else self._list_end(directive, screen) or _REFUSED
        about = "\n".join(filter(None, (directive.remark, steps.held, steps.ignored, steps.undone(why))))
        sections.append(Section("About the last step", about, 92, untrusted=True))
        sections.append(Section("Looking back", steps.retrospect.text(), 91, 600, untrusted=True))
        asked = "\n".join(f"{question.id}: {question.text}" for question in (*directive.questions, *questions))
        if asked and self._profile not in WITHOUT_FIELDS:
            sections.append(Section("Open questions", asked, 80, untrusted=True))
        return sections


def _is_picture(picture: Picture) -> bool:
    """Whether the bytes have the header of a picture, which is all that is read: providers reject other bytes."""
    try:
        size_of(picture.data)
    except NoPicture:
        return False
    return True


def fit(sections: Sequence[Section], max_tokens: int) -> tuple[Section, ...]:
    """Fits the sections into the budget: first each to its own limit, then the least important. Keeps their order.

    What a section lost says so within it; those that are left out whole are named in one of their own.
    """
    texts = [
        section.text if section.max_tokens is None else clip(section.text, section.max_tokens, section.keep)
        for section in sections
    ]
    there = [bool(text) for text in texts]
    over = sum(count_tokens(text) for text in texts) - max_tokens
    over += _ROOM_TO_SAY if over > 0 else 0
    for place in sorted(range(len(sections)), key=lambda place: sections[place].priority):
        if over <= 0:
            break
        have = count_tokens(texts[place])
        room = max(0, have - over)
        texts[place] = clip(texts[place], room, sections[place].keep) if room >= _MINIMUM else ""
        over -= have - count_tokens(texts[place])
    kept = [replace(section, text=text) for section, text in zip(sections, texts, strict=True) if text]
    gone = [section.name for section, text, was in zip(sections, texts, there, strict=True) if was and not text]
    return (*kept, Section("Left out for lack of room", ", ".join(gone), 99)) if gone else tuple(kept)
