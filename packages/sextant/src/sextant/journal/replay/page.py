"""The replay: one HTML file that needs nothing but itself, and reads without JavaScript."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from sextant.errors import UsageError
from sextant.journal.briefs import ReadBrief, read_brief
from sextant.journal.candidates import candidates_of
from sextant.journal.entries import Leg, Note, Permission, Saw, SettledIntention, spent_on
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
"""All pictures of a page together, before base64."""
MAX_READ_CHARACTERS = 4_000_000
"""All texts of a page together: beyond it a step tells its tokens alone."""


class Reading:
    """What was read and not yet decided on, while a record is gone through."""

    def __init__(self, most: int = MAX_READ_CHARACTERS) -> None:
        self._left = most
        self._step, self._prefix = -1, ""
        self._briefs: list[ReadBrief] = []
        self.left_out = 0
        """Prompts whose text had no room."""

    def take(self, step: int, read: ReadBrief) -> None:
        """A prompt; one that asks anew after a crash takes the place of what was read before it."""
        self._briefs = [*self._briefs, self._fitted(read)] if read.revision else [self._fitted(read)]
        self._step = step

    def of(self, step: int) -> tuple[ReadBrief, ...]:
        """What was read for that step, which is then told; empty where nothing was."""
        if step != self._step:
            return ()
        found, self._briefs, self._step = tuple(self._briefs), [], -1
        return found

    @property
    def undecided(self) -> tuple[ReadBrief, ...]:
        """What was read last, where no step came of it."""
        return tuple(self._briefs)

    def _fitted(self, read: ReadBrief) -> ReadBrief:
        """Without the static part where that was told before, and without its text where there is no more room."""
        known, self._prefix = read.prefix == self._prefix, read.prefix
        read = replace(read, prefix="" if known else read.prefix)
        self._left -= len(read.text) + len(read.prefix)
        if self._left >= 0:
            return read
        self.left_out += 1
        return replace(read, prefix="", text="")


@dataclass(slots=True)
class _Told:
    """The run in the order in which it happened."""

    items: list[StoryStep | Event] = field(default_factory=list["StoryStep | Event"])
    reading: Reading = field(default_factory=Reading)

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
                anchor = event.anchor if item.refused else item.told_refused
                return replace(event, anchor=anchor, step=item.anchor)
        return event


def render_replay(record: RunRecord, live: bool = False, max_picture_bytes: int = MAX_PICTURE_BYTES) -> str:
    """The run as one HTML page: styles, script and pictures inline, no network, every step with an address.

    Args:
        record: The run; finished, cut off or still going on.
        live: Whether a process carries it on right now.
        max_picture_bytes: Bound on all pictures together; beyond it they are made smaller, then left out.
    """
    told = _tell(record)
    fitted = fit(record, _wanted(record), max_picture_bytes)
    sheet = FrameSheet(record, fitted.pictures)
    body = [
        render_step(item, sheet) if isinstance(item, StoryStep) else render_event(item, sheet) for item in told.items
    ]
    summary, steps = summarise(record, live), told.steps
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
        unread=told.reading.left_out,
        written=datetime.fromtimestamp(record.times().updated, UTC),
    )


def _tell(record: RunRecord) -> _Told:
    told, shared = _Told(), SharedScreens(record)
    asked: list[Permission] = []
    anchors: dict[str, int] = {}
    prefix, reading = "", told.reading
    spent, requested = Usage(), Usage()
    for raw in record.raw():
        named = record.screens_of(raw)
        entry = record.decode(raw, shared=shared).entry
        match entry:
            case Transition():
                spent = spent + entry.usage
                so_far = requested if requested.requests else spent
                anchor = _anchor(entry.step, anchors)
                read = () if entry.interrupt else reading.of(entry.step)
                told.items.append(StoryStep(anchor, entry, named["before"], named["after"], tuple(asked), so_far, read))
                asked = []
            case Permission():
                asked.append(entry)
            case Note(kind="request"):
                requested += spent_on(entry)
            case Note(kind="prefix"):
                prefix = str(entry.data.get("text", ""))
            case Note(kind="brief"):
                reading.take(int(entry.data.get("step", -1)), read_brief(entry, prefix))
            case Leg() | Note() | SettledIntention() | Episode():
                event = event_of(raw.seq, raw.at, entry)
                if event is not None and isinstance(entry, Note) and entry.kind == NOT_ACCEPTED:
                    event = told.refuse(event, entry)
                if event is not None:
                    told.items.append(event)
            case Saw() | _:
                pass
    told.items += closing_events(record, asked, reading.undecided)
    return told


def _anchor(step: int, taken: dict[str, int]) -> str:
    name = f"step-{step}"
    taken[name] = taken.get(name, 0) + 1
    return name if taken[name] == 1 else f"{name}-{taken[name]}"


def _wanted(record: RunRecord) -> Sequence[str]:
    """Pictures in the order in which the page needs them, each once."""

    def named() -> Iterator[str]:
        for raw in record.raw("transition", "saw"):
            for identity in record.screens_of(raw).values():
                row = record.stored_screen(identity)
                if row is not None and row.picture:
                    yield row.picture

    return tuple(dict.fromkeys(named()))


def write_replay(record: RunRecord, path: Path, live: bool = False) -> int:
    """Writes the run's page to `path`, whole or not at all, for the user alone; gives its size in bytes.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        return write_whole(path, render_replay(record, live).encode(), mode=0o600)
    except OSError as error:
        raise UsageError(
            f"The replay cannot be written to {str(path)!r}: {error.strerror}.", "Name another file with --out."
        ) from error
