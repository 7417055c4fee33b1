"""The parts of one run put together."""

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, assert_never

from sextant.agent import Agent, Parts
from sextant.assembly.authority import authorizer_of, in_charge, model_for
from sextant.assembly.guides import (
    GUIDES,
    GuideKit,
    OpenedMaps,
    count_up,
    known_map,
    map_name,
    open_guides,
    open_selector,
)
from sextant.assembly.models import Guiding, OpenModels, open_models, wire_model_actor
from sextant.assembly.privacy import Shield, readable_secrets, reader_of
from sextant.assembly.programs import Desk, WiredCourse, kept_program, open_program
from sextant.assembly.reuse import reusing
from sextant.assembly.run import ActorKind, Beside, Closers, Hooks, Run
from sextant.assembly.timed_person import TimedPerson
from sextant.assembly.verification import execution_of, judging_of, verifier_of
from sextant.devices.between import innermost
from sextant.errors import NeedsPerson
from sextant.evidence import ClaimLedger, Hindsight
from sextant.execution import (
    Chained,
    Dismissal,
    Executor,
    Eyes,
    InOrder,
    Interrupts,
    Intruders,
    Popups,
    Retracing,
    Rollback,
    Settlement,
    said_by_person,
    settle_intent,
)
from sextant.journal import NOT_ACCEPTED, RunLog
from sextant.perception.perceive import Perceiver
from sextant.program import RouteCourse, StopsCourse, goal_course, stops_in_words
from sextant.protocols import (
    Actor,
    Clearing,
    Course,
    Device,
    Guide,
    Journal,
    Mending,
    Model,
    Person,
    Reviewing,
    Stateful,
    TellsApps,
    TellsStanding,
    TellsTime,
)
from sextant.review import (
    AuthoritySource,
    Deliberation,
    DepartureReview,
    Once,
    Reviewer,
    Sources,
    Stagnation,
    departed,
)
from sextant.settings import Settings
from sextant.state import PageBaseline
from sextant.text import folded
from sextant.types.actions import targets_of
from sextant.types.decisions import WITHOUT_FIELDS, Decision, Profile
from sextant.types.origins import among, same_origin
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Task, Usage
from sextant.types.transitions import Transition
from sextant.utg.exclusions import element_excluded, unguarded
from sextant.utg.graph import Place
from sextant.utg.ways_back import Charted
from sextant.verification import ClaimJudgeParts, Exhibits

if TYPE_CHECKING:
    from sextant.models import ModelRouter
    from sextant.prompts import BriefComposer, Surroundings


@dataclass(slots=True)
class Wiring:
    """The parts of one run that depend on its task and actor."""

    settings: Settings
    person: Person
    hooks: Hooks
    task: Task
    kind: ActorKind
    any_app: bool = False  # only the device knows which apps there are, as where it is somebody else's
    _closers: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    _close_model: Callable[[], None] = lambda: None
    _stops: StopsCourse | None = None
    _rollback: Rollback | None = None
    _composer: "BriefComposer | None" = None
    _standing: TellsStanding | None = None
    _sources_beside: Sources = tuple
    _maps: OpenedMaps = field(init=False)

    def __post_init__(self) -> None:
        self._maps = OpenedMaps(self.settings, self.hooks.clock, self._closers.append)

    def wire(self, device: Device, log: RunLog, budget: Budget, first: Screen | None = None) -> Run:
        """Everything put together."""
        eyes = Eyes(device, Shield(Perceiver(), readable_secrets(self.settings)))
        agent = self._agent(eyes, log, budget)
        return self._run(agent, eyes, log, first)

    def take_up(self, device: Device, log: RunLog, budget: Budget, restored: bool) -> Run:
        """The same, with state restored and what was left open settled."""
        eyes = Eyes(device, Shield(Perceiver(), readable_secrets(self.settings)))
        agent = self._agent(eyes, log, budget)
        snapshots = log.snapshots()
        if snapshots:
            agent.restore(snapshots)
        if self._rollback is not None:
            self._rollback.remember(log.latest(self._rollback.keeps))
        if self._composer is not None and (before := self.settings.context.pictures - 1) > 0:
            for transition in log.latest(before, pictures=True):
                self._composer.observe(transition)
        return self._run(agent, eyes, log, self._settle(agent, eyes, log, restored))

    def _run(self, agent: Agent, eyes: Eyes, log: RunLog, first: Screen | None) -> Run:
        run = Run(agent, eyes, log, Closers(self._close_model, self.close), first)
        stops = self._stops
        if stops is not None:
            run.stops = lambda: stops.ended
        run.standing, run.map_file = self._standing, self._maps.file
        if self.kind == "model":
            preset, wanted = self.settings.context.preset, self.settings.guides.use
            run.beside = Beside("" if preset == "none" else preset, tuple(name for name in GUIDES if name in wanted))
        return run

    def close(self) -> None:
        """Frees models and maps."""
        for closer in self._closers:
            closer()
        self._closers.clear()

    def _agent(self, eyes: Eyes, log: RunLog, budget: Budget) -> Agent:
        from sextant.prompts import BriefComposer

        hooks, spent = self.hooks, log.usage()
        person = TimedPerson(self.person, hooks.clock)
        journal = hooks.probes.journal(log)
        # An explorer comes back to the same menu many times; it counts its own repeats.
        stagnation = Stagnation() if self.kind == "model" else Stagnation(told=12, limit=24)
        once, ledger, leaving = Once(), ClaimLedger(log.run), DepartureReview(self.task, person, journal)
        knows = partial(self._knows_app, eyes.device)
        reviewer = hooks.probes.reviewer(Reviewer(stagnation, once, knows, self._sources, self._reviewed, leaving))
        used: Callable[[], Usage] = Usage
        models = None
        if hooks.probes.actor is None and self.kind != "navigator":
            models = open_models(self.settings, left(budget, spent), journal, hooks.on_note)
            self._closers.append(models.close)
            self._close_model, used = models.router.close, models.ledger.usage
        rng = random.Random(f"{hooks.seed}/{log.run}/{log.steps()}")  # noqa: S311 - jitter, not secrecy
        execution = (
            execution_of(self.settings, models, hooks.probes) if self.kind == "model" else hooks.probes.execution
        )
        secret = partial(self.settings.secret, environ=os.environ)
        executor = Executor(eyes, journal, secret, person, rng, hooks.clock, execution, departed)
        stateful: dict[str, Stateful] = {"stagnation": stagnation, "once": once, "ledger": ledger, "leaving": leaving}
        stateful["hints"] = executor.hints
        clearing: list[Clearing] = [Interrupts(eyes, executor, hooks.clock)]
        if self.kind == "model" and hooks.probes.recovers and self._reviewed:
            clearing += self._recovering(executor, reviewer, eyes.device.name, stateful)
        pages = stateful["pages"] = PageBaseline()
        judging = self._judging(models, eyes.device.name, log, pages, journal)
        guiding = self._guiding(eyes.device.name, ledger, Exhibits(pages, judging.screens))
        walked = open_program(self.task, self.settings, ledger, self._desk(models, journal, log, judging))
        source = "" if walked is None else walked.prefixed
        if walked is not None:
            guiding = walked.beside(guiding)
            self._sources_beside = partial(_sources_of, walked)
        guides: tuple[Guide, ...] = ()
        picking: Model | None = None
        if hooks.probes.actor is not None:
            actor = hooks.probes.actor()
            guides = guiding(actor.profile, None)
            context = self.settings.context
            composer = BriefComposer(
                *(self.task, actor.profile, guides, context.max_tokens),
                program=source,
                full_history=context.history == "full",
                surroundings=self._surroundings(eyes.device),
            )
        elif models is None:
            picker = self._picker(left(budget, spent), journal)
            used, actor = used if picker is None else picker.ledger.usage, self._navigator(eyes.device, picker)
            composer = BriefComposer(self.task, actor.profile)
        else:
            around = self._surroundings(eyes.device)
            wired = wire_model_actor(self.task, self.settings, models, journal, ledger, around, guiding, source)
            composer, actor, guides = wired.composer, wired.actor, wired.guides
            picking = wired.selector
        if walked is not None and self.settings.program.reuse:
            actor = reusing(actor, walked.course, walked.counted)
        if self._rollback is not None:
            clearing[-1:-1] = self._mending(guides, executor, eyes, reviewer, person)
        stateful |= {"history": composer.history, "window": composer}
        self._composer = composer
        composer.history.note_in(log)
        if walked is not None:
            composer.history.follow(walked.course.active)
        stateful |= {f"guide {guide.name}": guide for guide in guides}
        judging = replace(judging, cites=actor.profile not in WITHOUT_FIELDS)
        course = self._course(ledger, eyes.device.name, picking, judging) if walked is None else walked.walker
        self._standing = course if isinstance(course, TellsStanding) else None
        writes = None
        if self.task.policy.writes == "ask":
            model = model_for(self.settings, models, hooks.probes)
            writes = authorizer_of(self.task, self._sources, model, (person, journal), stateful, judging.cites)
        decides = in_charge(innermost(eyes.device), self.kind, leaving, writes, (person, journal))

        def stepped(transition: Transition) -> None:
            count_up(guides, agent.counters, hooks.on_note)
            if (told := self._standing) is not None and not transition.interrupt and (why := told.refused()):
                journal.note(NOT_ACCEPTED, {"step": transition.step, "place": told.where(), "reason": why})
            hooks.on_step(transition)

        agent = Agent(
            Parts(
                run=log.run,
                task=self.task,
                budget=budget,
                course=course,
                actor=actor,
                composer=composer,
                asking=Hindsight(composer.history.settle),
                reviewer=reviewer,
                deliberation=Deliberation(actor, reviewer, person, journal, guides, decides),
                executor=executor,
                interrupts=InOrder(clearing),
                journal=journal,
                clock=person.working_time,
                usage=lambda: spent + used(),
                on_step=stepped,
                earlier=log.seconds(),
                stateful=stateful,
            )
        )
        return agent

    def _surroundings(self, device: Device) -> "Surroundings":
        """What the instructions of the run say of its device and its people."""
        from sextant.prompts import Surroundings

        inner = innermost(device)
        now = inner.now() if isinstance(inner, TellsTime) else None
        own = inner.apps() if isinstance(inner, TellsApps) else ()
        apps = tuple(dict.fromkeys((*own, *sorted(self.settings.apps))))
        return Surroundings(now, apps, attended=self.person.attended)

    def _judging(
        self, models: OpenModels | None, device: str, log: RunLog, pages: PageBaseline, journal: Journal
    ) -> ClaimJudgeParts:
        """What judges the claims of the run; a verifier of one's own stands beside an actor of one's own."""
        played = self.hooks.probes.verifier
        model = verifier_of(self.settings, models, device) if played is None else played()
        judging = judging_of(model, log, pages, journal.note, self.hooks.on_note)
        return replace(judging, taken=not self._reviewed)

    @property
    def _reviewed(self) -> bool:
        """Whether more than the user's policy stands between decisions, the device and the end."""
        return self.kind != "model" or self.settings.review.use == "all"

    def _sources(self) -> Sequence[AuthoritySource]:
        """The texts beside the goal that may authorise an act."""
        return self._sources_beside()

    def _desk(self, models: OpenModels | None, journal: Journal, log: RunLog, judging: ClaimJudgeParts) -> Desk:
        """Where the run's program is written, by the model of the author's role."""
        played = self.hooks.probes.author
        author = models.router.model("author") if models is not None else None if played is None else played()
        kept = kept_program(log) if self.settings.program.write else None
        profile: Profile = "full" if models is None else models.profile.decision
        counter = None
        if self.settings.program.answers == "separate":
            other = self.hooks.probes.updater
            counter = models.router.model("updater") if models is not None else None if other is None else other()
        return Desk(author, profile, journal.note, self.hooks.on_note, kept, counter, judging)

    def _guiding(self, device: str, ledger: ClaimLedger, exhibits: Exhibits) -> Guiding:
        """The guides of the settings; those with calls of their own ask the model of the updater's role."""

        def make(profile: Profile, router: "ModelRouter | None") -> tuple[Guide, ...]:
            from sextant.prompts import Updater

            probes = self.hooks.probes
            played = None if probes.updater is None else probes.updater()
            asked = played if router is None else router.model("updater")
            separate = self.settings.guides.mode == "separate" and asked is not None
            choosing = router is not None and (
                bool(self.settings.models.selector) or self.settings.guides.target == "model"
            )
            kit = GuideKit(
                *(self.task, self.settings, profile, device, ledger, exhibits, self._maps),
                updating=Updater(asked) if separate and asked is not None else None,
                selector=router.model("selector") if choosing and router is not None else None,
            )
            return probes.guides(open_guides(kit))

        return make

    def _recovering(
        self, executor: Executor, reviewer: Reviewing, device: str, stateful: dict[str, Stateful]
    ) -> list[Clearing]:
        """What acts ahead of the course where something else decides: popups closed, intruders sent off, ways back."""

        def closes(decision: Decision, screen: Screen) -> bool:
            return not self._vetoes(reviewer, decision, screen)

        popups = Popups(executor, Dismissal(closes))
        intruders = Intruders(executor, self._belongs)
        charted = Charted(known_map(self.settings, device, self.hooks.clock, self.hooks.on_note))
        rollback = self._rollback = Rollback(executor, Chained(Retracing(), charted), self._safe(reviewer))
        stateful |= {"popups": popups, "intruders": intruders, "rollback": rollback}
        return [intruders, popups, rollback]

    def _mending(
        self, guides: tuple[Guide, ...], executor: Executor, eyes: Eyes, reviewer: Reviewing, person: Person
    ) -> list[Clearing]:
        """What guides do ahead of the course about what they found."""
        safe, mending = self._safe(reviewer), (guide for guide in guides if isinstance(guide, Mending))
        made = [guide.recovering(executor, eyes.look, safe, person.attended) for guide in mending]
        return [one for one in made if one is not None]

    def _vetoes(self, reviewer: Reviewing, decision: Decision, screen: Screen) -> set[str]:
        return {item.rule for item in reviewer.objections(decision, screen, self.task) if not item.advisory}

    def _safe(self, reviewer: Reviewing) -> Callable[[Decision, Screen], bool]:
        def safe(decision: Decision, screen: Screen) -> bool:
            """What may be done again on a way back: what an explorer would touch on a device without a gate."""
            touched = [screen.element(target.index) for target in targets_of(decision.action) if target.kind != "point"]
            changing = any(
                one is None or element_excluded(one, screen.app) or unguarded(one, screen) for one in touched
            )
            free = not changing and not reviewer.irreversible(decision, screen)
            return free and not self._vetoes(reviewer, decision, screen)

        return safe

    def _course(self, ledger: ClaimLedger, device: str, picking: Model | None, judging: ClaimJudgeParts) -> Course:
        route = self.settings.route
        if not route.stops or (self.kind == "navigator" and not self._touring):
            return goal_course(self.task, ledger, place=self.kind != "model", judging=judging)
        from sextant.actors.walk import reached_before
        from sextant.assembly.route_course import MapRouting

        store = self._maps.open()
        if self.kind != "navigator":
            return RouteCourse(route.stops, MapRouting(store, open_selector(picking), map_name(device)), route.order)

        def recall(app: str, stop: str) -> Place | None:
            reached = reached_before(store.notes(app), stop)
            return None if reached is None else reached.place

        routing = MapRouting(store, open_selector(), map_name(device), recall)
        self._stops = StopsCourse(self.task, route.stops, ledger, routing, route.order)
        return self._stops

    @property
    def _touring(self) -> bool:
        """Whether the task is a walk through the stops of the settings; other walks leave them alone."""
        route = self.settings.route
        return bool(route.stops) and self.task.goal == stops_in_words(route.stops, route.order)

    def _picker(self, budget: Budget, journal: Journal) -> OpenModels | None:
        """A model that says what a walk without one looks for, where the settings name one for just that."""
        name = self.settings.models.selector
        if not name:
            return None
        alone = replace(self.settings, models=replace(self.settings.models, actor=name))
        models = open_models(alone, budget, journal, self.hooks.on_note)
        self._closers.append(models.close)
        self._close_model = models.router.close
        return models

    def _navigator(self, device: Device, picker: OpenModels | None = None) -> Actor:
        from sextant.actors.judge import ModelJudge
        from sextant.actors.navigator import Navigator, NavigatorSettings, for_next_goal
        from sextant.actors.tour import Tour
        from sextant.text.sentence_vectors import installed

        judge = None if picker is None else ModelJudge(picker.router.model("selector"))
        store, inner = self._maps.open(), innermost(device)
        reader = reader_of(inner, self.settings)
        limits, near = NavigatorSettings(by_address=self.settings.browser.by_address), installed()

        def make() -> Actor:
            return Navigator(store, unguarded, map_name(device.name), limits, reader=reader, nearness=near, judge=judge)

        return Tour(make, for_next_goal) if self._touring else make()

    def _settle(self, agent: Agent, eyes: Eyes, log: RunLog, restored: bool) -> Screen | None:
        """Settles what was begun and never committed: of each step the last attempt, since it had looked before."""
        screen: Screen | None = None
        pending = log.pending()
        last = {item.intent.step: item.intent.id for item in pending}
        for item in pending:
            intent = item.intent
            if last[intent.step] != intent.id:
                log.settle(intent.id, None, "device", "another attempt of the same step followed")
                continue
            settled = settle_intent(intent, item.before, eyes, restored)
            screen = settled.screen
            self.hooks.on_note(f"Step {intent.step}: {settled.outcome.replace('_', ' ')}, {settled.reason}.")
            transition, happened, by = self._outcome(settled, log)
            if happened and transition is not None:
                agent.take_note(transition)
            log.settle(intent.id, happened, by, settled.reason)
        return screen

    def _outcome(self, settled: Settlement, log: RunLog) -> tuple[Transition | None, bool | None, str]:
        """The step as it is told, whether it happened, and who says so."""
        match settled.outcome:
            case "happened":
                return settled.transition, True, "page"
            case "not_injected":
                return None, False, "device"
            case "unknown" if not settled.intent.irreversible:
                return None, None, "page"
            case "unknown":
                happened = self._ask_person(settled.intent.description, log)
                return said_by_person(settled), happened, "person"
            case _:
                assert_never(settled.outcome)

    def _ask_person(self, what: str, log: RunLog) -> bool:
        """A person's word on whether an act has happened. Silence is no answer, and settles nothing."""
        told = self.person.happened(what or "the last act", "The screen does not show it.")
        if told is None:
            raise NeedsPerson(
                f"Nobody can tell from the screen whether this happened: {what or 'the last act'}.",
                f"Look at the app, then resume at a terminal and say whether it did: sextant resume {log.run}",
            )
        log.permission(f"did this happen: {what}", told, "person")
        return told

    def _belongs(self, app: str) -> bool:
        return not self.task.policy.origins or among(app, self.task.policy.origins)

    def _knows_app(self, device: Device, name: str) -> bool:
        """Whether the device can open it: what it tells of itself, start pages of the settings, allowed origins."""
        inner, wanted, allowed = innermost(device), folded(name), self.task.policy.origins
        known = (*self.settings.apps, *(inner.apps() if isinstance(inner, TellsApps) else ()))
        free = self.any_app or "open_app" in self.settings.hooks or ("://" in name and among(name, allowed))
        return free or any(folded(one) == wanted for one in known) or any(same_origin(name, o) for o in allowed)


def _sources_of(walked: WiredCourse) -> tuple[AuthoritySource, ...]:
    """What of a program may authorise an act: its text, and what its variables hold that no screen had a part in."""
    values = walked.course.machine.own_variables
    return (
        AuthoritySource("program", walked.source),
        *(AuthoritySource(f"variable {name}", str(values[name])) for name in values),
    )


def left(budget: Budget, spent: Usage) -> Budget:
    """What of the token and dollar limits earlier legs left; steps and seconds are the loop's own to count."""
    tokens = None if budget.max_tokens is None else max(0, budget.max_tokens - spent.tokens)
    dollars = None if budget.max_dollars is None else max(0.0, budget.max_dollars - spent.dollars)
    return Budget(max_steps=None, max_tokens=tokens, max_dollars=dollars)
