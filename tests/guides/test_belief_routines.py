"""What a run does of itself about a belief that turned out otherwise, with something changed behind it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sextant.assembly import Hooks, Probes, open_journal
from sextant.assembly.wire import Wiring
from sextant.elements.refs import ref_of
from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide
from sextant.journal import Start
from sextant.settings import GuideChoices, JournalSettings, Settings
from sextant.types.actions import ByIndex, Click, InputText, Status, Wait
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import FieldHas, Verdict
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Budget, Episode, Policy, Task
from sextant.types.transitions import Transition
from sextant_bench.belief.beds import Bed, bed_of
from sextant_bench.belief.episode import action_of
from sextant_bench.belief.phone import names_of
from sextant_bench.belief.walks import Change, Move, Walk
from sextant_bench.stage import AskedClock, KeptDevice
from tests.support.runs import NOBODY
from tests.support.screens import element, screen

NAMES = names_of(3)


@dataclass
class Mover:
    """Makes moves one after another, each as soon as what it names is in sight; then says that it is done."""

    moves: Sequence[Move]
    before: Callable[[int], None]
    profile: Profile = "full"
    heard: list[str] = field(default_factory=list[str])

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        self.heard.append("\n".join(section.text for section in brief.sections if "elieved" in section.name))
        if not self.moves:
            return Decision(Status("complete"), brief.screen.digest)
        action = action_of(self.moves[0], brief.screen)
        if action is None:
            return Decision(Wait(1.0), brief.screen.digest)
        self.before(len(self.moves))
        self.moves = self.moves[1:]
        return Decision(action, brief.screen.digest, action.kind)

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json:
        return None

    def restore(self, state: Json) -> None: ...


@dataclass
class Ran:
    episode: Episode
    steps: list[Transition]
    heard: list[str]
    bed: Bed

    @property
    def routines(self) -> list[str]:
        return [step.interrupt for step in self.steps if step.interrupt.startswith("belief: ")]


def run(
    root: Path,
    moves: Sequence[Move],
    change: Change,
    left: int,
) -> Ran:
    """A run of these moves; `change` happens just before the move with which so many are left."""
    walk = Walk(3, "stack", tuple(moves), bed="phone")
    there = bed_of(walk)
    steps: list[Transition] = []
    done: set[Change] = set()

    def before(remaining: int) -> None:
        if remaining == left and change not in done:
            done.add(change)
            there.change(change)

    mover = Mover(moves, before)
    settings = Settings(
        guides=GuideChoices(("belief",)),
        budget=Budget(max_steps=40),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(root / "runs"),
        apps={NAMES.source: "source", NAMES.target: "target"},
    )
    hooks = Hooks(on_step=steps.append, clock=AskedClock(), probes=Probes(actor=lambda: mover))
    kept = KeptDevice(there.device)
    task = Task("fill in the form", policy=settings.policy)
    log = open_journal(settings, hooks.clock).begin(task, Start(kept.name, "model", {}, None))
    episode = Wiring(settings, NOBODY, hooks, task, "model").wire(kept, log, settings.budget).go()
    return Ran(episode, steps, mover.heard, there)


def tap(label: str) -> Move:
    return Move("tap", label)


def opens(app: str) -> Move:
    return Move("open", app)


WAIT = Move("wait")
FORM = (opens(NAMES.target), tap("New entry"))


def test_a_lost_draft_is_looked_at_again_and_then_told(tmp_path: Path) -> None:
    moves = (*FORM, Move("type", NAMES.fields[0], "Hello"), opens(NAMES.source), opens(NAMES.target), WAIT)
    ran = run(tmp_path, moves, "drafts-lost", 2)
    assert ran.routines == ["belief: look again"]
    assert any(f'field "{NAMES.fields[0]}"' in heard and "[lost" in heard for heard in ran.heard)


def test_an_app_that_began_anew_is_led_back_to_its_page(tmp_path: Path) -> None:
    moves = (opens(NAMES.target), tap("Places"), tap("North gate"), opens(NAMES.source), opens(NAMES.target), WAIT)
    ran = run(tmp_path, moves, "app-killed", 2)
    assert ran.routines == ["belief: reopen", "belief: reopen"]
    last = next(step for step in reversed(ran.steps) if step.interrupt)
    assert last.after.title == "North gate"


def test_where_nothing_changes_no_routine_runs(tmp_path: Path) -> None:
    copying = (opens(NAMES.source), tap(NAMES.records[0]), tap(NAMES.copy))
    moves = (*copying, *FORM, tap(NAMES.paste), tap(NAMES.options[1]), opens(NAMES.source), opens(NAMES.target), WAIT)
    assert run(tmp_path, moves, "", 99).routines == []


# -- on screens made by hand ------------------------------------------------------------------------------------------


@dataclass
class Done:
    """An executor that does nothing but show the next screen."""

    screens: list[Screen]
    decisions: list[Decision] = field(default_factory=list[Decision])

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition:
        self.decisions.append(decision)
        after = self.screens.pop(0) if self.screens else screen
        return Transition(step, screen, decision, after, "effective", irreversible=irreversible, interrupt=interrupt)


INSIDE = screen(
    element(0, "heading", "Inbox"), element(1, "button", "Write"), title="Inbox", app="app:mail", key="inbox"
)


def test_a_page_that_loses_the_same_again_and_again_costs_a_bounded_number_of_steps() -> None:
    def form(value: str, look: int) -> Screen:
        field_ = element(0, "textbox", "Message", value=value, states=("editable",))
        return screen(field_, title="Mail", app="app:mail", key="form", look=look)

    guide = BeliefGuide(ClaimLedger())
    done = Done([])
    routines = guide.recovering(done, lambda: INSIDE, lambda decision, screen: True, False)
    assert routines is not None
    for number in range(200):
        typed = Decision(Wait(), "", actor="model")
        guide.see(form("Hello", number))
        guide.observe(_typed(number, form("", number), form(f"Hello {number}", number)))
        guide.observe(replace(Transition(number, form("x", 0), typed, form("", number), "none"), step=number))
        routines.clear(form("", number), number + 1)
    assert len(done.decisions) <= 40


def _typed(step: int, before: Screen, after: Screen) -> Transition:
    from sextant.types.actions import Tap
    from sextant.types.geometry import Point
    from sextant.types.transitions import Attempt

    attempt = Attempt("i", Tap(Point(1, 1)), element=ref_of(before, before.elements[0]))
    decision = Decision(InputText("Hello", ByIndex(0)), before.digest)
    return Transition(step, before, decision, after, "effective", (attempt,))


CODES = screen(element(0, "text", "QX-4471"), element(1, "button", "Copy"), title="Codes", app="app:notes", key="codes")


def test_a_lost_clipboard_is_copied_again_where_it_came_from_if_that_is_safe() -> None:
    for safe in (True, False):
        guide = BeliefGuide(ClaimLedger())
        field_ = element(0, "textbox", "Code", states=("editable",))
        empty = screen(field_, element(1, "button", "Paste"), title="Mail", app="app:mail", key="form")
        copying = Decision(Click(ByIndex(1)), CODES.digest, fields={"belief": {"clipboard": "QX-4471"}})
        guide.observe(Transition(0, CODES, copying, CODES, "effective"))
        wanted = Verdict(FieldHas(ref_of(empty, field_), "QX-4471"), "fails", "it is empty")
        pasting = Decision(Click(ByIndex(1)), empty.digest)
        guide.observe(Transition(1, empty, pasting, empty, "ineffective", verdicts=(wanted,)))
        assert [one.kind for one in guide.fallen] == ["clipboard"]
        done = Done([])
        routines = guide.recovering(done, lambda: CODES, lambda decision, screen, safe=safe: safe, False)
        assert routines is not None
        assert routines.clear(empty, 2).steps == (), "its page is not in front"
        cleared = routines.clear(CODES, 2)
        assert {step.interrupt for step in cleared.steps} == ({"belief: re-copy"} if safe else set())
