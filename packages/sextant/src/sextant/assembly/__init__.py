"""The one composition root: settings in, wired agent out."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version as version_of
from shlex import quote
from typing import TYPE_CHECKING, Any, cast

from sextant.addresses.origins import origin_of, same_origin
from sextant.assembly.devices import DEVICES, broken, open_device, origins_of
from sextant.assembly.graders import judge_of
from sextant.assembly.leftovers import device_remains
from sextant.assembly.people import AbsentPerson
from sextant.assembly.privacy import known_secrets
from sextant.assembly.run import (
    CHECKER,
    OVER,
    REOPENED,
    ActorKind,
    Harness,
    Hooks,
    Probes,
    Run,
    RunEnding,
    RunRequest,
    ending_of,
    untouched,
)
from sextant.devices.wrapper import innermost
from sextant.errors import UsageError
from sextant.journal import Privacy, RunHead, RunLog, RunStore, Start
from sextant.journal.line import Head
from sextant.journal.salvage import repair_note
from sextant.perception.marks import mask
from sextant.perception.thumbnails import halved
from sextant.protocols import Device, PackageCatalog, Person
from sextant.settings import SecretRef, Settings
from sextant.settings.credentials import offered
from sextant.settings.schema import shown
from sextant.types.decisions import PERSON
from sextant.types.devices import Lease
from sextant.types.effects import WriteMode
from sextant.types.tasks import Policy, Task

if TYPE_CHECKING:
    from sextant.assembly.wire import Wiring

__all__ = [
    "DEVICES",
    "MAX_GOAL",
    "OVER",
    "AbsentPerson",
    "ActorKind",
    "Harness",
    "Hooks",
    "Probes",
    "Run",
    "RunRequest",
    "build_run",
    "checked_goal",
    "open_device",
    "open_journal",
    "resume_run",
    "write_mode",
]

MAX_GOAL = 10_000
"""Longest goal in characters; longer ones belong into a program."""


def build_run(request: RunRequest, settings: Settings, person: Person, hooks: Hooks | None = None) -> Run:
    """A new run, its device open and its journal begun.

    Raises:
        UsageError: The goal, the device or the model cannot be used.
        DeviceUnreachable: The device cannot be opened.
    """
    hooks, settings = hooks or Hooks(), offered(settings, request.device)
    goal = checked_goal(request.goal)
    writes = write_mode(settings, request, hooks.probes)
    looking = request.actor != "model"
    if looking and settings.browser.attach:
        hooks.on_note("The profile of an attached browser cannot be copied: what the app keeps in it may change.")
    harness = request.harness
    bare = harness.device
    if bare is None:
        own = guarded(settings, request, writes)
        bare = open_device(request.device, own, clock=hooks.clock, looking=looking, keeps=not looking)
    device = hooks.probes.device(broken(bare, settings, hooks.clock))
    policy = replace(settings.policy, origins=origins_of(settings, request.device), writes=writes)
    if request.device.startswith("world:"):
        policy = replace(policy, allowed_acts=("*",))  # nothing in a world is real: what is done is graded, not asked
    if request.actor == "explorer":
        policy = replace(policy, irreversible="deny", allowed_acts=())  # exploration does nothing irreversible
    check_answer_schema(request.answer_schema)
    task = Task(goal, request.answer_schema, policy, tuple(sorted(settings.secrets)))
    try:
        opened = device.open()
        for note in opened.notes:
            hooks.on_note(note)
        seen = device.look(picture=False)
        task = _with_start_app(task, seen.app)
        if seen.facts.get("home"):  # a run that begins on a phone's home screen may use the apps that it offers
            task = _with_apps(task, device)
        ending, any_app = _ending(request, bare, hooks.probes), harness.device is not None
        wiring = _wiring()(settings, person, hooks, task, request.actor, any_app, ending)
        about = Head(harness.task, harness.seed, not person.attended, version_of("sextant"))
        recorded = {**_recorded(settings, request), **about.as_settings()}
        lease = None if request.actor == "explorer" else device.lease()  # a drawing goes on from its map
        start = Start(request.device, request.played_by or request.actor, recorded, lease)
        journal = open_journal(settings, hooks.clock)
        log = journal.begin(task, start)
        try:
            return wiring.wire(device, log, settings.budget)
        except BaseException:
            wiring.close()
            log.close()
            journal.rm(log.run)  # it never began: a mistyped model leaves no run behind
            raise
    except BaseException:
        device.close()
        raise


def _wiring() -> "type[Wiring]":
    # Half of all modules are parts of runs: commands without a run do not load them.
    from sextant.assembly.wire import Wiring

    return Wiring


def _ending(request: RunRequest, device: Device, probes: Probes) -> RunEnding:
    """The grading and the resumability of a new run.

    A walk to a screen and a check of a route are no attempts at a world's task: nobody grades them. A check is made
    anew, and a drawing goes on from its map: neither is resumed.
    """
    checks, draws = request.played_by == CHECKER, request.actor == "explorer"
    walks = request.actor == "navigator" and probes.actor is None
    judge = None if checks or draws or walks else request.harness.judge or judge_of(device)
    return RunEnding(judge, resumable=not checks and not draws)


def resume_run(run: str, settings: Settings, person: Person, hooks: Hooks | None = None) -> Run:
    """A resumed run: device found again, state restored, outcomes of open intentions decided by observation.

    Raises:
        UsageError: The run is over.
        JournalFault: There is no such run, or another process carries it on.
        NeedsPerson: Only a person can say what became of an act, or the device cannot be found again.
    """
    hooks = hooks or Hooks()
    journal = open_journal(settings, hooks.clock)
    summary = journal.show(run)
    if summary.status in OVER:
        raise UsageError(f"The run {run!r} has ended: {summary.status}.", f"Read it with: sextant replay {run}")
    if summary.actor == CHECKER:
        raise UsageError(f"The run {run!r} checked a route.", "Check it again: sextant check ROUTE")
    if summary.actor == PERSON:
        raise UsageError(f"The run {run!r} was recorded from a person.", "Record again: sextant record TARGET")
    log = journal.resume(run)
    try:
        if log.last_salvage is not None:
            hooks.on_note(repair_note(log.last_salvage))
        head = _resumable(log)
        settings = offered(settings, head.device)
        kind: ActorKind = "navigator" if head.actor == "navigator" else "model"
        lease = log.leased
        if (ended := ending_of(log)) is not None:
            log.finish(ended)
        needless = untouched(log) or ended is not None
        if needless and not device_remains(lease, crashed=summary.status == "crashed"):
            lease = None  # its device was closed, and nothing is lost
        asked = RunRequest(head.task.goal, head.device, kind)
        writes = write_mode(settings, asked, hooks.probes)
        own = guarded(settings, asked, writes)
        model = kind == "model"
        bare = open_device(head.device, own, _as_left(lease, log), hooks.clock, looking=not model, keeps=model)
        device = hooks.probes.device(broken(bare, settings, hooks.clock))
        given = settings.policy
        policy = _resumed_policy(head.task.policy, given, origins_of(settings, head.device), writes)
        ending = RunEnding(None if kind == "navigator" else judge_of(bare))
        wiring = _wiring()(settings, person, hooks, replace(head.task, policy=policy), kind, ending=ending)
    except BaseException:
        log.close()
        raise
    try:
        opened = device.open()
        for note in (f"The device was {opened.how}.", *opened.notes):
            hooks.on_note(note)
        lease = device.lease()
        if lease is not None:
            log.lease(lease)
        if opened.how != "reattached":
            log.note(REOPENED, {"how": opened.how})
        return wiring.resume(device, log, settings.budget)
    except BaseException:
        wiring.close()
        device.detach()
        log.close()
        raise


def _as_left(lease: Lease | None, log: RunLog) -> Lease | None:
    """The lease of a phone, with the component that its last step left in front: the lease is older than that."""
    last = log.last() if lease is not None and "front" in lease.data else None
    if lease is None or last is None or not (shown := last.after.observation.facts.get("component", "")):
        return lease
    return replace(lease, data={**lease.data, "front": shown.partition("+")[0]})


def _resumable(log: RunLog) -> RunHead:
    """How the run began.

    Raises:
        UsageError: Its state is not there, or it drew a map.
    """
    head, run = log.head, log.run
    if log.steps() and not log.has_state():
        raise UsageError(
            f"The run {run!r} has only a trace, not the state that a resume needs.",
            f"Read it with: sextant replay {run}. Then start a new run.",
        )
    if head.actor == "explorer":
        raise UsageError(
            f"The run {run!r} drew a map. Maps are continued, not their runs.",
            f"Continue with: sextant map {quote(head.device)}",
        )
    return head


def _resumed_policy(begun: Policy, given: Policy, origins: Sequence[str], writes: WriteMode) -> Policy:
    """The policy of a resumed run: its present settings, and the origins from before."""
    return replace(
        given,
        writes=writes,
        origins=tuple(dict.fromkeys((*begun.origins, *origins))) if begun.origins else begun.origins,
        allowed_acts=tuple(dict.fromkeys((*begun.allowed_acts, *given.allowed_acts))),
    )


def write_mode(settings: Settings, request: RunRequest, probes: Probes | None = None) -> WriteMode:
    """The mode of the write gate in a run, by its settings and its kind.

    Nothing in a world is real; with nobody to ask, writes are recorded alone; whoever only looks around writes nothing.
    An actor of one's own has nobody to ask unless an authorizer of one's own stands beside it.
    """
    writes, authorizer = settings.policy.writes, settings.models.authorizer
    if request.device.startswith("world:"):
        return "observe"
    if writes != "ask":
        return writes
    if request.played_by == CHECKER or authorizer == "none":
        return "observe"
    if request.actor != "model":
        return "deny"
    if probes is not None and probes.authorizer is not None:
        return "ask"
    played = probes is not None and probes.actor is not None
    scripted = played or settings.models.of("actor").startswith("scripted:")
    return "observe" if scripted and not authorizer else "ask"


def guarded(settings: Settings, request: RunRequest, writes: WriteMode) -> Settings:
    """The settings with the write gate in that mode. Exploration never leaves the app for another origin."""
    alone = request.actor != "model" and settings.policy.leave == "ask"
    leave = "deny" if alone else settings.policy.leave
    return replace(settings, policy=replace(settings.policy, writes=writes, leave=leave))


def open_journal(settings: Settings, clock: Callable[[], float] = time.time) -> RunStore:
    """The journal that the settings name, with secrets kept out of it and private fields painted over."""
    values = known_secrets(settings)
    root = settings.journal.directory.expanduser()
    return RunStore.open(root, clock, Privacy(values, mask, halved if settings.browser.capture_scale is None else None))


def checked_goal(goal: str, example: str = 'sextant run "open the settings" --device web:URL') -> str:
    """A goal as it is pursued; `example` is a command that has one.

    Raises:
        UsageError: It is empty or too long.
    """
    text = goal.strip()
    if not text:
        raise UsageError("The goal is empty.", f"Describe the task: {example}")
    if len(text) > MAX_GOAL:
        raise UsageError(
            f"The goal has {len(text):,} characters; the limit is {MAX_GOAL:,}.",
            "Keep the goal short and put long material where the agent can read it, in the app itself.",
        )
    return text


def _with_start_app(task: Task, app: str) -> Task:
    """The task with the app it begins in among those it may act in: a start page may have led on by itself."""
    origins = task.policy.origins
    if not app or any(same_origin(app, origin) for origin in origins):
        return task
    return replace(task, policy=replace(task.policy, origins=(*origins, origin_of(app))))


def _with_apps(task: Task, device: Device) -> Task:
    """The task with the packages on the launcher among the apps that it may act in.

    An app chooses its label itself, and may call itself `*`, `https://bank.example` or like a package.
    """
    catalog = innermost(device)
    packages = catalog.packages() if isinstance(catalog, PackageCatalog) else ()
    origins = tuple(dict.fromkeys((*task.policy.origins, *packages)))
    return replace(task, policy=replace(task.policy, origins=origins))


def check_answer_schema(schema: Mapping[str, Any] | None) -> None:
    """Refuses an invalid answer schema, and one that would load another from elsewhere.

    Raises:
        UsageError: What is wrong with it, and where.
    """
    if schema is None:
        return
    from jsonschema import Draft202012Validator, SchemaError

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        where = "/".join(str(part) for part in error.absolute_path) or "its top"
        raise UsageError(f"The answer schema is not a JSON schema: {where}: {error.message}", "Correct it.") from error
    if any(not reference.startswith("#") for reference in _references(schema)):
        raise UsageError(
            "The answer schema refers to another document, which is not supported.", "Put the definitions under $defs."
        )


def _references(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        for name, value in cast("Mapping[str, object]", node).items():
            if name == "$ref" and isinstance(value, str):
                yield value
            yield from _references(value)
    elif isinstance(node, list):
        for value in cast("list[object]", node):
            yield from _references(value)


def _recorded(settings: Settings, request: RunRequest) -> dict[str, str]:

    defaults = dict(Settings().values())
    recorded = {
        name: shown(name, value)
        for name, value in settings.values()
        if value != defaults.get(name) and not (isinstance(value, SecretRef) and value.kind == "held")
    }
    return {**recorded, "goal_characters": str(len(request.goal))}
