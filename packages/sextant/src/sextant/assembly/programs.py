"""Programs as the courses of runs: given in the settings, kept from an earlier leg, or written by a model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from typing import Any

from sextant.actors.reuse import ReusingActor
from sextant.assembly.models import check_prices, disclose, open_router
from sextant.dataclass import dataclass
from sextant.errors import BudgetSpent, MalformedOutput, ModelFault, UsageError
from sextant.journal import NOT_ACCEPTED, RunRecord, in_plain_words
from sextant.journal.entries import Note
from sextant.models import UsageLedger
from sextant.program.author import Author, Draft
from sextant.program.course import ProgramCourse
from sextant.program.goal import goal_course
from sextant.program.guide import ProgramGuide
from sextant.program.language import (
    LeafRequest,
    Machine,
    Program,
    ProgramError,
    ProgramLimits,
    ProgramStuckError,
    parse,
)
from sextant.program.language.values import whole_text
from sextant.program.overwritten import overwritten
from sextant.program.preflight import hindrance
from sextant.program.repair import Mender
from sextant.program.separate_update import Recalling, SeparateUpdateCourse
from sextant.prompts import Updater, list_screen
from sextant.protocols import Actor, ClaimKeeper, Course, Guide, Model
from sextant.review import AuthoritySource
from sextant.settings import Settings
from sextant.types.decisions import WITHOUT_FIELDS, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Task, Usage
from sextant.verification import ClaimJudge, ClaimJudgeParts

__all__ = [
    "ProgramAuthoring",
    "ProgramSetup",
    "author_of",
    "check_beginning",
    "kept_program",
    "limits_of",
    "open_program",
    "values_of",
]

WITHOUT_ANSWERS = WITHOUT_FIELDS
"""Profiles with no room for answers: a program cannot be walked with them."""


@dataclass(frozen=True, slots=True)
class ProgramAuthoring:
    """The parts for writing and updating the program of a run.

    Attributes:
        model: Writes and repairs programs; None if there is no author.
        profile: The profile of the run's actor.
        note: Records in the journal.
        say: Prints a notice for the user.
        updater: Answers the questions of a program in separate calls; None leaves them to the actor.
        kept: The program of an earlier leg; empty if its author wrote none; None if there is no earlier leg.
        judging: The parts of the judge of claims.
        apps: The apps that a program can open.
    """

    model: Model | None
    profile: Profile
    note: Callable[[str, Mapping[str, object]], None]
    say: Callable[[str], None]
    kept: str | None = None
    updater: Model | None = None
    judging: ClaimJudgeParts = field(default_factory=ClaimJudgeParts)
    apps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProgramSetup:
    """The program of a run.

    Attributes:
        given: Whether the user gave the program; otherwise a model wrote it.
        values: The values of variables that the user gave.
        separate_updates: Another model answers its questions, unless an answer is recorded.
    """

    course: ProgramCourse
    source: str
    given: bool
    values: Mapping[str, str]
    separate_updates: Callable[[Recalling | None], SeparateUpdateCourse] | None = None

    def walker(self, actor: Actor) -> Course:
        """The course for the loop. A reusing actor also recalls answers of separate calls."""
        remembers = actor if isinstance(actor, ReusingActor) else None
        return self.course if self.separate_updates is None else self.separate_updates(remembers)

    @property
    def own_words(self) -> tuple[AuthoritySource, ...]:
        """The texts of the user's own, which may authorise an act: none that a model wrote or that a screen showed.

        A model that repaired the program had read a screen. Since then, only values that the user gave count.
        """
        if not self.given:
            return _variables(self.values)
        values = self.values if self.course.repaired else self.course.machine.own_variables
        return (AuthoritySource("program", self.source), *_variables(values))

    @property
    def prefixed(self) -> str:
        """The program in the prompt of every step; empty if the prompt contains the instruction instead."""
        return "" if self.separate_updates or self.course.claimed_whole else self.source

    def guides(self, profile: Profile) -> tuple[Guide, ...]:
        """The guide that shows the program, if it has more than one step.

        Raises:
            UsageError: The actor's profile has no room for answers.
        """
        if self.course.claimed_whole:
            return ()
        if profile in WITHOUT_ANSWERS and self.separate_updates is None:
            raise UsageError(
                f"A program asks questions, and the profile {profile!r} has no room for answers.",
                "Choose another (--set models.profile=lite), or let another call answer: program.answers=separate.",
            )
        return (ProgramGuide(self.course, self.separate_updates is not None),)


def _variables(values: Mapping[str, object]) -> tuple[AuthoritySource, ...]:
    return tuple(AuthoritySource(f"variable {name}", str(value)) for name, value in values.items())


def open_program(
    task: Task, settings: Settings, ledger: ClaimKeeper, authoring: ProgramAuthoring
) -> ProgramSetup | None:
    """The program of a run; None if its goal is pursued without a program.

    Raises:
        ProgramError: The text of the settings is no program.
        UsageError: A value is given that fits no variable.
    """
    author = author_of(settings, authoring.model, authoring.say, task.answer_schema)
    given = settings.program.source
    source = given or _written(task, settings, author, authoring)
    if not source or (not given and parse(source).sole_step):
        return None  # a program of one step is its goal, which the person has said better
    program = parse(source)
    values = values_of(program, settings.program.values)
    judging = replace(authoring.judging, cites=authoring.profile not in WITHOUT_FIELDS)
    if program.sole_step and isinstance(step := Machine(program).want, LeafRequest):
        aim = replace(task, goal=settings.program.goal or step.told)
        return ProgramSetup(goal_course(aim, ledger, judging=judging), source, bool(given), values)
    judging = replace(judging, program=source)
    judge = None if given and not settings.program.goal else ClaimJudge(task, ledger, judging=judging)

    def report(line: int, why: str, changed: Program | None) -> None:
        authoring.note(
            "program-repair", {"line": line, "why": why, "source": "" if changed is None else changed.source}
        )
        authoring.say("The program was changed from this line on." if changed else "The program could not be repaired.")

    def begin(why: str) -> None:
        authoring.say(f"Repairing the program: {why} …")

    mender = Mender(author, settings.program.repairs, report, begin)
    try:
        course = ProgramCourse(task, program, ledger, values, limits_of(settings), mender, judge)
    except ProgramStuckError as error:
        raise _useless_value(error) from error
    return ProgramSetup(course, source, bool(given), values, _with_updates(course, authoring))


def check_beginning(program: Program, values: Mapping[str, str], limits: ProgramLimits) -> None:
    """Makes sure that a program can begin, with these values, before anything is opened for it.

    Raises:
        ProgramError: It cannot: it computes for ever, or what no program may.
        UsageError: A value cannot be used.
    """
    try:
        hindered = hindrance(program, values, limits)
    except ProgramStuckError as error:
        raise _useless_value(error) from error
    if hindered is not None:
        raise ProgramError(
            (hindered,),
            "This program cannot be carried out:",
            f"Mend line {hindered.line}: what is computed before the first step has to end, and to stay within the "
            "limits that docs/programs.md tells.",
        )


def _useless_value(error: ProgramStuckError) -> UsageError:
    return UsageError(f"A value is invalid: {error}.", "Give a shorter value.")


def _with_updates(
    course: ProgramCourse, authoring: ProgramAuthoring
) -> Callable[[Recalling | None], SeparateUpdateCourse] | None:
    if authoring.updater is None:
        return None

    def report(step: int, place: str, why: str) -> None:
        authoring.note(NOT_ACCEPTED, {"step": step, "place": place, "reason": why})
        authoring.say(f"After step {step}, at {place or 'the end of the program'}, not accepted: {in_plain_words(why)}")

    updater = Updater(authoring.updater)
    return lambda recalling: SeparateUpdateCourse(course, updater, _listing, report, recalling)


def _listing(screen: Screen) -> str:

    return list_screen(screen, "full")


_DISCLOSED = "the goal and the names of the apps in your settings, and nothing of any screen"


@dataclass(frozen=True, slots=True)
class WrittenProgram:
    """A program that a model wrote for a goal, with the number of tries and the usage."""

    program: Program
    source: str
    tries: int
    usage: Usage


def write_program(goal: str, settings: Settings, say: Callable[[str], None]) -> WrittenProgram:
    """A program for a goal, by the model of the author's role.

    Raises:
        UsageError: No model was named.
        MalformedOutput: The model wrote none, however often its errors were given back.
        ModelFault: A model cannot be had, or refused.
        BudgetSpent: A limit was reached.
    """
    if not settings.models.of("author"):
        raise UsageError("No model was named.", "Add --model, such as --model openai:gpt-5.")
    check_prices(settings, settings.budget, say)
    disclose(settings, False, say, _forget, ("To write the program", _DISCLOSED))
    router = open_router(settings, UsageLedger(settings.budget))
    try:
        author = author_of(settings, router.model("author"), say)
        assert author is not None
        say("Writing a program for the goal …")
        draft = author.write(goal, tuple(settings.apps))
        usage = router.ledger.usage()
    finally:
        router.close()
    if draft.program is None:
        said = "\n".join(f"  {problem}" for problem in draft.problems[:12])
        raise MalformedOutput(
            f"The author wrote no valid program in {draft.tries} attempts. Errors of the last one:\n{said}\n",
            "",
            "Simplify the goal, or use a more capable model.",
        )
    source = f"# {' '.join(goal.split())}\n{draft.program.source.strip()}\n"
    return WrittenProgram(parse(source), source, draft.tries, usage)


def _forget(kind: str, data: Mapping[str, object]) -> None:
    """There is no journal: the record of disclosures stores what was announced."""
    del kind, data


def author_of(
    settings: Settings, model: Model | None, say: Callable[[str], None], answer: Mapping[str, Any] | None = None
) -> Author | None:
    """The author that writes and repairs programs; None without a model."""
    if model is None:
        return None

    tries = settings.program.tries

    def again(attempt: int, problem: str) -> None:
        say(f"The program is invalid ({problem}); asking again, attempt {attempt} of {tries} …")

    return Author(Updater(model, role="author"), tries, limits_of(settings), _listing, again, answer)


def limits_of(settings: Settings) -> ProgramLimits:
    """How far a program may go."""
    chosen = settings.program
    return ProgramLimits(depth=chosen.depth, turns=chosen.turns, steps=chosen.steps, actions=chosen.actions)


def kept_program(record: RunRecord) -> str | None:
    """The program of an earlier leg of a run; None if none was written."""
    kept: str | None = None
    for one in record.records("note"):
        if isinstance(one.entry, Note) and one.entry.kind == "program":
            kept = str(one.entry.data.get("source", ""))
    return kept


def _written(task: Task, settings: Settings, author: Author | None, authoring: ProgramAuthoring) -> str:
    """The program from an earlier leg or from the author; empty if there is none."""
    if not settings.program.write or (authoring.profile in WITHOUT_ANSWERS and authoring.updater is None):
        return ""
    if authoring.kept is not None:
        return authoring.kept
    problem, source = "there is no model to write it", ""
    if author is not None:
        authoring.say("Writing a program for the goal …")
        try:
            draft = author.write(task.goal, authoring.apps)
        except (ModelFault, BudgetSpent) as fault:
            problem = str(fault)
        else:
            problem = _problem(draft)
            if draft.program is not None:
                source, count = draft.program.source, draft.program.leaves
                authoring.say(f"A program of {count} step{'' if count == 1 else 's'} was written for the goal.")
    authoring.note("program", {"source": source, "problem": problem})
    if not source:
        authoring.say(f"No program was written; the run continues with the goal itself: {problem}")
    return source


def _problem(draft: Draft) -> str:
    told = "; ".join(map(str, draft.problems[:3]))
    return f"after {draft.tries} tries: {told}" if told else ""


def values_of(program: Program, given: Sequence[str]) -> Mapping[str, str]:
    """Values as they are given on a command line, by variable.

    Raises:
        UsageError: One is not `name=value`, the program has no variable of that name, or it sets it before it reads it.
    """
    known = sorted(program.variables | set(program.undeclared))
    found: dict[str, str] = {}
    for text in given:
        name, parted, value = text.partition("=")
        name = name.strip()
        if not parted or not name.isidentifier():
            raise UsageError(f"{text!r} does not set a variable.", "Write it as --set name=value.")
        if whole_text(value) != value:
            raise UsageError(f"The value of {name} is not UTF-8 text.", "Give it as UTF-8.")
        if name not in known:
            free = [one for one in known if overwritten(program, one) is None]
            near = get_close_matches(name, free, n=1)
            meant = f"Did you mean {near[0]!r}? " if near else ""
            told = f"Give a value to one of these: {', '.join(free)}." if free else "Leave it out: it takes none."
            raise UsageError(f"The program has no variable {name!r}.", meant + told)
        if (line := overwritten(program, name)) is not None:
            raise UsageError(
                f"Line {line} of the program sets {name!r} before anything reads it, so the value {value!r} that was "
                "given is never used.",
                f"Remove line {line} to use the value that is given, or leave out --set {name}=….",
            )
        found[name] = value
    return found
