"""The replay: one self-contained HTML file that can be read without JavaScript."""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.journal.briefs import ReadBrief, read_brief
from sextant.journal.candidates import candidates_of
from sextant.journal.entries import Leg, Note, Permission, SeenScreen, SettledIntention, spent_on
from sextant.journal.recovery import recovery_of, recovery_words
from sextant.journal.replay.events import Event, closing_events, event_of, render_event
from sextant.journal.replay.head import candidate_figures, head_figures
from sextant.journal.replay.markup import document
from sextant.journal.replay.pictures import fit
from sextant.journal.replay.screens import FrameSheet
from sextant.journal.replay.story import StoryStep, render_step
from sextant.journal.run_reader import RunRecord, SharedScreens
from sextant.journal.summary import NOT_ACCEPTED, summarise
from sextant.storage import write_whole
from sextant.types.tasks import Episode, Usage
from sextant.types.transitions import Transition

MAX_PICTURE_BYTES = 16 * 1024 * 1024
"""Limit of all pictures of a page together, before base64."""
MAX_READ_CHARACTERS = 4_000_000
"""Limit of all prompts of a page together; beyond it, only their tokens are shown."""


class PromptBuffer:
    """The prompts without a step so far, while a record is read."""

    def __init__(self, most: int = MAX_READ_CHARACTERS) -> None:
        self._left = most
        self._step, self._prefix = -1, ""
        self._briefs: list[ReadBrief] = []
        self.left_out = 0
        """Prompts whose text is left out for lack of space."""

    def take(self, step: int, read: ReadBrief) -> None:
        """Adds a prompt; a repeated one, after a crash, replaces the earlier ones."""
        self._briefs = [*self._briefs, self._fitted(read)] if read.revision else [self._fitted(read)]
        self._step = step

    def of(self, step: int) -> tuple[ReadBrief, ...]:
        """Removes and returns the prompts of that step."""
        if step != self._step:
            return ()
        found, self._briefs, self._step = tuple(self._briefs), [], -1
        return found

    @property
    def undecided(self) -> tuple[ReadBrief, ...]:
        """The last prompts, if no step followed."""
        return tuple(self._briefs)

    def _fitted(self, read: ReadBrief) -> ReadBrief:
        """The prompt without a static part that is known, and without its text if there is no space."""
        known, self._prefix = read.prefix == self._prefix, read.prefix
        read = replace(read, prefix="" if known else read.prefix)
        self._left -= len(read.text) + len(read.prefix)
        if self._left >= 0:
            return read
        self.left_out += 1
        return replace(read, prefix="", text="")


@dataclass(slots=True)
class _Timeline:
    """The steps and events of the run in order."""

    items: list[StoryStep | Event] = field(default_factory=list["StoryStep | Event"])
    prompts: PromptBuffer = field(default_factory=PromptBuffer)

    @property
    def steps(self) -> list[StoryStep]:
        return [item for item in self.items if isinstance(item, StoryStep)]

    def refuse(self, event: Event, note: Note) -> Event | None:
        """Marks the step whose answer was rejected; returns the event to show, None if it is already shown."""
        number, reason = note.data.get("step"), str(note.data.get("reason", ""))
        for place, item in reversed(list(enumerate(self.items))):
            if isinstance(item, StoryStep) and item.transition.step == number and not item.transition.interrupt:
                if reason in item.refused:
                    return None
                self.items[place] = replace(item, refused=(*item.refused, reason))
                anchor = event.anchor if item.refused else item.refusal_anchor
                return replace(event, anchor=anchor, step=item.anchor)
        return event


def render_replay(record: RunRecord, live: bool = False, max_picture_bytes: int = MAX_PICTURE_BYTES) -> str:
    """Renders the run as one HTML page: styles, script and pictures inline, each step with an anchor.

    Args:
        record: The run; finished, interrupted or in progress.
        live: Whether a process executes it at the moment.
        max_picture_bytes: Limit of all pictures together; beyond it they are reduced, then left out.
    """
    timeline = _timeline_of(record)
    fitted = fit(record, _wanted(record), max_picture_bytes)
    sheet = FrameSheet(record, fitted.pictures)
    body = [
        render_step(item, sheet) if isinstance(item, StoryStep) else render_event(item, sheet)
        for item in timeline.items
    ]
    summary, steps = summarise(record, live), timeline.steps
    episode = None if summary.status == "running" else record.episode
    return document(
        record=record,
        summary=summary,
        episode=episode,
        began=datetime.fromtimestamp(summary.began, UTC),
        figures=head_figures(record, summary, episode, steps),
        candidates=candidate_figures(candidates_of(episode, record.head), steps, sheet),
        recovery=recovery_words(recovery_of(step.transition for step in steps)),
        steps=steps,
        body=body,
        definitions=sheet.definitions(),
        fitted=fitted,
        unread=timeline.prompts.left_out,
        written=datetime.fromtimestamp(record.times().updated, UTC),
    )


def _timeline_of(record: RunRecord) -> _Timeline:
    timeline, shared = _Timeline(), SharedScreens(record)
    asked: list[Permission] = []
    anchors: dict[str, int] = {}
    prefix, prompts = "", timeline.prompts
    spent, requested = Usage(), Usage()
    for raw in record.raw():
        named = record.screens_of(raw)
        entry = record.decode(raw, shared=shared).entry
        match entry:
            case Transition():
                spent = spent + entry.usage
                so_far = requested if requested.requests else spent
                anchor = _anchor(entry.step, anchors)
                read = () if entry.interrupt else prompts.of(entry.step)
                timeline.items.append(
                    StoryStep(anchor, entry, named["before"], named["after"], tuple(asked), so_far, read)
                )
                asked = []
            case Permission():
                asked.append(entry)
            case Note(kind="request"):
                requested += spent_on(entry)
            case Note(kind="prefix"):
                prefix = str(entry.data.get("text", ""))
            case Note(kind="brief"):
                prompts.take(int(entry.data.get("step", -1)), read_brief(entry, prefix))
            case Leg() | Note() | SettledIntention() | Episode():
                event = event_of(raw.seq, raw.at, entry)
                if event is not None and isinstance(entry, Note) and entry.kind == NOT_ACCEPTED:
                    event = timeline.refuse(event, entry)
                if event is not None:
                    timeline.items.append(event)
            case SeenScreen() | _:
                pass
    timeline.items += closing_events(record, asked, prompts.undecided)
    return timeline


def _anchor(step: int, taken: dict[str, int]) -> str:
    name = f"step-{step}"
    taken[name] = taken.get(name, 0) + 1
    return name if taken[name] == 1 else f"{name}-{taken[name]}"


def _wanted(record: RunRecord) -> Sequence[str]:
    """The ids of the pictures in the order of the page, without duplicates."""

    def named() -> Iterator[str]:
        for raw in record.raw("transition", "saw"):
            for identity in record.screens_of(raw).values():
                row = record.stored_screen(identity)
                if row is not None and row.picture:
                    yield row.picture

    return tuple(dict.fromkeys(named()))


def write_replay(record: RunRecord, path: Path, live: bool = False) -> int:
    """Writes the page of the run to `path`, atomically and for this user only; returns its size in bytes.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        return write_whole(path, render_replay(record, live).encode(), mode=0o600)
    except OSError as error:
        raise UsageError(
            f"The replay cannot be written to {str(path)!r}: {error.strerror}.", "Name another file with --out."
        ) from error
