"""The parts of a run: one function per seam. Each is created once, on first use, and never changed."""

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property, partial

from sextant.actors.sequence import SequenceActor
from sextant.addresses.origins import among, same_origin
from sextant.agent import Agent
from sextant.assembly.authority import authorizer_of, install_authorities, model_for
from sextant.assembly.maps import OpenedMaps, known_map
from sextant.assembly.models import OpenModels, Past, composer_of, model_actor, open_models
from sextant.assembly.people import TimedPerson
from sextant.assembly.privacy import RedactingPerceiver, known_secrets, reader_of
from sextant.assembly.programs import ProgramAuthoring, ProgramSetup, kept_program, open_program
from sextant.assembly.reuse import reusing
from sextant.assembly.run import ActorKind, Hooks, RunEnding, StepWatch
from sextant.assembly.run_folds import run_folds
from sextant.assembly.secret_places import secret_check
from sextant.assembly.tours import stops_in_words
from sextant.assembly.verification import execution_of, judging_of, verifier_of
from sextant.dataclass import dataclass
from sextant.devices.wrapper import innermost
from sextant.evidence import ClaimLedger, Hindsight
from sextant.execution import (
    CombinedRecovery,
    ForeignAppHandler,
    HistoryRecovery,
    OutageHandler,
    PopupHandler,
    PopupPolicy,
    Rollback,
    ScreenObserver,
    SecretCheck,
    StepExecutor,
)
from sextant.journal import RunLog
from sextant.parts import Parts, RunSetting
from sextant.perception.perceive import Perceiver
from sextant.program import RouteCourse, StopsCourse, goal_course
from sextant.program.route import Routing
from sextant.prompts import BriefComposer, Surroundings, Updater
from sextant.protocols import (
    Actor,
    AppCatalog,
    Course,
    Device,
    DeviceClock,
    GatedDevice,
    Guide,
    InterruptHandler,
    Journal,
    Model,
    Person,
    Questions,
    Review,
    Reviewer,
    RoutineGuide,
)
from sextant.review import (
    Authorities,
    DecisionReview,
    DepartureReview,
    RuleReviewer,
    Sources,
    Stagnation,
    changed_context,
)
from sextant.settings import Settings
from sextant.state import EventLog
from sextant.text import folded
from sextant.types.actions import targets_of
from sextant.types.decisions import WITHOUT_FIELDS, Act, Decision, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Task, Usage
from sextant.utg.exclusions import element_excluded, unguarded
from sextant.utg.map_recovery import MapRecovery
from sextant.verification import ClaimJudgeParts, Exhibits

__all__ = ["RunPlan", "Seams", "remaining_budget"]


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The input of a run, besides its device and journal.

    `any_app`: only the device knows which apps there are, as where it is somebody else's.
    """

    settings: Settings
    person: Person
    hooks: Hooks
    task: Task
    kind: ActorKind
    any_app: bool = False
    ending: RunEnding = field(default_factory=RunEnding)


class Seams:
    """The parts of one run. `closing` collects the functions that release resources."""

    def __init__(
        self, plan: RunPlan, device: Device, log: RunLog, budget: Budget, closing: Callable[[Callable[[], None]], None]
    ) -> None:
        self._settings, self._hooks, self._task, self._any_app = plan.settings, plan.hooks, plan.task, plan.any_app
        self._kind: ActorKind = plan.kind
        self._device, self._run, self._budget, self._closing = device, log, budget, closing
        self._person = TimedPerson(plan.person, plan.hooks.clock)
        self._journal: Journal = plan.hooks.probes.journal(log)
        self._spent = log.usage()
        self.maps = OpenedMaps(plan.settings, plan.hooks.clock, closing)

    @cached_property
    def agent(self) -> Agent:
        """The loop with all parts."""
        models, spent = self._models or self._picker, self._spent
        used: Callable[[], Usage] = Usage if models is None else models.ledger.usage
        clock, run = self._person.working_time, self._run
        setting = RunSetting(run.run, self._task, self._budget, clock, lambda: spent + used(), run.seconds())
        return Agent(
            Parts(
                setting=setting,
                log=self.log,
                interrupts=self._interrupts,
                course=self.course,
                questions=self._questions,
                composer=self._composer,
                actor=self._actor,
                review=self._review,
                executor=self._executor,
                guides=self._guides,
                journal=self._journal,
                watch=StepWatch(self._guides, self._hooks),
            )
        )

    @cached_property
    def observer(self) -> ScreenObserver:
        """The device as it is seen, without what must not be shown."""
        return ScreenObserver(self._device, RedactingPerceiver(Perceiver(), known_secrets(self._settings)))

    @cached_property
    def log(self) -> EventLog:
        """The event log of the run, with all folds."""
        return EventLog(run_folds(self._profile, full=self._settings.context.history == "full"))

    # -- who decides

    @cached_property
    def _models(self) -> OpenModels | None:
        """The models of the run; None without a model actor."""
        if self._hooks.probes.actor is not None or self._kind == "navigator":
            return None
        models = open_models(
            self._settings, remaining_budget(self._budget, self._spent), self._journal, self._hooks.on_note
        )
        self._closing(models.close)
        return models

    @cached_property
    def _picker(self) -> OpenModels | None:
        """The models for choosing targets in a run without a model actor; None if the settings name none."""
        name = self._settings.models.selector
        if not name or self._hooks.probes.actor is not None or self._kind != "navigator":
            return None
        alone = replace(self._settings, models=replace(self._settings.models, actor=name))
        models = open_models(alone, remaining_budget(self._budget, self._spent), self._journal, self._hooks.on_note)
        self._closing(models.close)
        return models

    @property
    def close_model(self) -> Callable[[], None]:
        """Ends the model request in progress, from any thread."""
        models = self._models or self._picker
        return (lambda: None) if models is None else models.router.close

    @cached_property
    def _own(self) -> Actor | None:
        """The actor without a model; None for a model actor."""
        if self._hooks.probes.actor is not None:
            return self._hooks.probes.actor()
        return self._navigator() if self._models is None else None

    @property
    def _profile(self) -> Profile:
        if self._own is not None:
            return self._own.profile
        return "full" if self._models is None else self._models.profile.decision

    @cached_property
    def _actor(self) -> Actor:
        """The actor, asked only for steps that did not run twice in the same way."""
        walked, actor = self._walked, self._listing
        return actor if walked is None or not self._settings.program.reuse else reusing(actor, walked.course)

    @cached_property
    def _listing(self) -> SequenceActor:
        """The actor, asked only for steps that it did not list before."""
        actor = self._own
        if actor is None:
            assert self._models is not None
            actor = model_actor(self._settings, self._models, self._journal, self._composer)
        return SequenceActor(actor)

    def _list_end(self, directive: Act, screen: Screen) -> str:
        return self._listing.list_end(directive, screen)

    def _navigator(self) -> Actor:
        from sextant.assembly.navigation import navigator  # runs with a model have none

        picker, reader = self._picker, reader_of(innermost(self._device), self._settings)
        model = None if picker is None else picker.router.model("selector")
        return navigator(self._settings, self.maps, self._device.name, reader, model, touring=self._touring)

    # -- what is to be done, and when it is done

    @cached_property
    def course(self) -> Course:
        """The course of the run."""
        if self._walked is None:
            return (
                self.stops
                or self._route
                or goal_course(self._task, self._ledger, place=self._kind != "model", judging=self._judging)
            )
        return self._walked.walker(self._actor)

    @cached_property
    def _walked(self) -> ProgramSetup | None:
        """The program of the run; None if it follows none."""
        return open_program(self._task, self._settings, self._ledger, self._program_authoring)

    @property
    def _program_authoring(self) -> ProgramAuthoring:
        """The parts for writing the program of the run."""
        models, probes, own = self._models, self._hooks.probes, self._settings.program
        played = None if probes.author is None else probes.author()
        author = played if models is None else models.router.model("author")
        kept = kept_program(self._run) if own.write else None
        updater = self._updater_model if own.answers == "separate" else None
        profile: Profile = "full" if models is None else models.profile.decision
        told = (self._journal.note, self._hooks.on_note)
        return ProgramAuthoring(author, profile, *told, kept, updater, self._judging, self._apps)

    @cached_property
    def stops(self) -> StopsCourse | None:
        """The course through the stops of the settings, for an actor that searches by itself."""
        route = self._settings.route
        if self._kind != "navigator" or not self._touring or self._walked is not None:
            return None
        routing = self._routing(recalls=True)
        return StopsCourse(self._task, route.stops, self._ledger, routing, route.order)

    @property
    def _route(self) -> RouteCourse | None:
        """The course along a planned route through the stops of the settings."""
        route, models = self._settings.route, self._models
        if not route.stops or self._kind == "navigator":
            return None
        picks = models is not None and bool(self._settings.models.selector)
        picking = models.router.model("selector") if models is not None and picks else None
        routing = self._routing(picking)
        return RouteCourse(route.stops, routing, route.order)

    def _routing(self, picking: Model | None = None, *, recalls: bool = False) -> Routing:
        from sextant.assembly.navigation import routing_of  # few runs have stops

        return routing_of(self.maps.open(), self._device.name, picking, recalls=recalls, gated=self._gated)

    @property
    def _gated(self) -> bool:
        """Whether the device has a write gate, so that maps know which ways write."""
        return isinstance(innermost(self._device), GatedDevice)

    @property
    def _touring(self) -> bool:
        """Whether the run visits the stops of the settings."""
        route = self._settings.route
        return bool(route.stops) and self._task.goal == stops_in_words(route.stops, route.order)

    @cached_property
    def _judging(self) -> ClaimJudgeParts:
        """The judge of the run's claims; a caller with an own actor may pass an own verifier."""
        played, hooks = self._hooks.probes.verifier, self._hooks
        model = verifier_of(self._settings, self._models, self._device.name) if played is None else played()
        judging = judging_of(model, self._run, self.log, self._journal.note, hooks.on_note)
        return replace(judging, taken=not self._reviewed, cites=self._profile not in WITHOUT_FIELDS)

    @cached_property
    def _ledger(self) -> ClaimLedger:
        return ClaimLedger(self.log)

    @cached_property
    def _questions(self) -> Questions:
        return Hindsight(self.log)

    # -- what is known beside it

    @cached_property
    def _guides(self) -> tuple[Guide, ...]:
        """The guide of the program, then the guides of the settings."""
        if self._own is not None and self._hooks.probes.actor is None:
            return ()
        guides = self._hooks.probes.guides(self._guides_in_use if self._settings.guides.use else ())
        return guides if self._walked is None else (*self._walked.guides(self._profile), *guides)

    @property
    def _guides_in_use(self) -> tuple[Guide, ...]:
        """The guides of the settings; their own calls use the model of the role `updater`."""
        from sextant.assembly.guides import GuideKit, open_guides  # many runs use none

        settings, models = self._settings, self._models
        asked = self._updater_model if settings.guides.mode == "separate" else None
        choosing = models is not None and (bool(settings.models.selector) or settings.guides.target == "model")
        exhibits = Exhibits(self.log, self._judging.screens)
        kit = GuideKit(
            *(self._task, settings, self._profile, self._device.name, self._ledger, exhibits, self.maps),
            updating=None if asked is None else Updater(asked),
            selector=models.router.model("selector") if choosing and models is not None else None,
            gated=self._gated,
        )
        return open_guides(kit)

    @cached_property
    def _updater_model(self) -> Model | None:
        """The updater of guides and programs in separate calls."""
        if self._models is not None:
            return self._models.router.model("updater")
        played = self._hooks.probes.updater
        return None if played is None else played()

    @cached_property
    def _composer(self) -> BriefComposer:
        """The composer of the briefs."""
        walked = self._walked
        program = "" if walked is None else walked.prefixed
        active = None if walked is None else walked.course.active
        return composer_of(
            self._task,
            self._settings,
            self._models,
            self._profile,
            self._guides,
            Past(self.log, active, self._run, self._ledger, self._list_end),
            self._surroundings,
            program,
        )

    @property
    def _surroundings(self) -> Surroundings | None:
        """The facts about device and person in the instructions; empty in a run without a model."""
        if self._own is not None and self._hooks.probes.actor is None:
            return None
        inner = innermost(self._device)
        now = inner.now() if isinstance(inner, DeviceClock) else None
        return Surroundings(now, self._apps, attended=self._person.attended)

    @property
    def _apps(self) -> tuple[str, ...]:
        """The names of the apps that can be opened: the device's, and those of the settings."""
        inner = innermost(self._device)
        own = inner.apps() if isinstance(inner, AppCatalog) else ()
        return tuple(dict.fromkeys((*own, *sorted(self._settings.apps))))

    # -- who may object, and who allows

    @cached_property
    def _reviewer(self) -> Reviewer:
        # An explorer comes back to the same menu many times; it counts its own repeats.
        stagnation = Stagnation() if self._kind == "model" else Stagnation(object_at=12, limit=24)
        knows = partial(self._knows_app, self._device)
        own = RuleReviewer(self.log, knows, self._sources, self._reviewed, self._leaving, stagnation)
        return self._hooks.probes.reviewer(own)

    @cached_property
    def _review(self) -> Review:
        return DecisionReview(self._reviewer, self._person, self._journal, self._guides, self._authorities)

    @cached_property
    def _leaving(self) -> DepartureReview:
        return DepartureReview(self._task, self._person, self._journal)

    @cached_property
    def _authorities(self) -> Authorities:
        """The authorities for held requests."""
        writes = None
        if self._task.policy.writes == "ask":
            model = model_for(self._settings, self._models, self._hooks.probes)
            asked = (self._person, self._journal)
            cites, hold = self._profile not in WITHOUT_FIELDS, self._settings.models.hold_seconds
            writes = authorizer_of(self._task, self._sources, model, asked, cites, hold)
        inner = innermost(self._device)
        return install_authorities(inner, self._kind, self._leaving, writes)

    @property
    def _reviewed(self) -> bool:
        """Whether checks beyond the user's policy are active."""
        return self._kind != "model" or self._settings.review.use == "all"

    @property
    def _sources(self) -> Sources:
        """The texts besides the goal that may authorise an act: the user's own in a program and its variables."""
        walked = self._walked
        return tuple if walked is None else lambda: walked.own_words

    # -- what acts

    @cached_property
    def _executor(self) -> StepExecutor:
        hooks, models = self._hooks, self._models
        rng = random.Random(f"{hooks.seed}/{self._run.run}/{self._run.steps()}")  # noqa: S311 - jitter, not secrecy
        played = hooks.probes.execution
        execution = execution_of(self._settings, models, hooks.probes) if self._kind == "model" else played
        secret = partial(self._settings.secret, environ=os.environ)
        asked = (self.observer, self._journal, secret, self._person, rng, hooks.clock)
        return StepExecutor(*asked, execution, changed_context, self.log, self._secret_check)

    @property
    def _secret_check(self) -> SecretCheck:
        bindings = {name: reference.binding for name, reference in self._settings.secrets.items()}
        asked, look = (self._person, self._journal), partial(self.observer.look, picture=False)
        return secret_check(innermost(self._device), self._task.policy.origins, bindings, asked, look)

    @cached_property
    def _interrupts(self) -> Sequence[InterruptHandler]:
        """The interrupt handlers. A run without a model has only the one for an app that is gone."""
        log, executor = self.log, self._executor
        outage = OutageHandler(self.observer, executor, log, self._hooks.clock)
        if self._kind != "model" or not self._hooks.probes.recovers or not self._reviewed:
            return (outage,)
        known = known_map(self._settings, self._device.name, self._hooks.clock, self._hooks.on_note)
        made = (
            one.recovering(executor, self.observer.look, self._is_safe, self._person.attended)
            for one in self._guides
            if isinstance(one, RoutineGuide)
        )
        return (
            outage,
            ForeignAppHandler(executor, log, self._belongs),
            PopupHandler(executor, PopupPolicy(log, self._passes)),
            *(one for one in made if one is not None),
            Rollback(executor, log, CombinedRecovery(HistoryRecovery(), MapRecovery(known)), self._is_safe),
        )

    def _passes(self, decision: Decision, screen: Screen) -> bool:
        """Whether review has no objections."""
        return all(item.advisory for item in self._reviewer.objections(decision, screen, self._task))

    def _is_safe(self, decision: Decision, screen: Screen) -> bool:
        """Whether a touch may be repeated on a path back, by the rules of the explorer without a write gate."""
        touched = [screen.element(target.index) for target in targets_of(decision.action) if target.kind != "point"]
        changing = any(one is None or element_excluded(one, screen.app) or unguarded(one, screen) for one in touched)
        free = not changing and not self._reviewer.irreversible(decision, screen)
        return free and self._passes(decision, screen)

    def _belongs(self, app: str) -> bool:
        return not self._task.policy.origins or among(app, self._task.policy.origins)

    def _knows_app(self, device: Device, name: str) -> bool:
        """Whether the device can open an app: by its own list, the start pages, or the allowed origins."""
        inner, wanted, allowed = innermost(device), folded(name), self._task.policy.origins
        known = (*self._settings.apps, *(inner.apps() if isinstance(inner, AppCatalog) else ()))
        free = self._any_app or "open_app" in self._settings.hooks or ("://" in name and among(name, allowed))
        return free or any(folded(one) == wanted for one in known) or any(same_origin(name, o) for o in allowed)


def remaining_budget(budget: Budget, spent: Usage) -> Budget:
    """The budget without the tokens and dollars of earlier legs; the loop itself counts steps and seconds."""
    tokens = None if budget.max_tokens is None else max(0, budget.max_tokens - spent.tokens)
    dollars = None if budget.max_dollars is None else max(0.0, budget.max_dollars - spent.dollars)
    return Budget(max_steps=None, max_tokens=tokens, max_dollars=dollars)
