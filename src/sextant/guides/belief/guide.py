"""`BeliefGuide`: predict, verify, align (AgentProg). What no screen shows, kept until one shows otherwise."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sextant.contracts import ClaimKeeper, Clearing, Executing, Updating, View
from sextant.errors import BudgetSpent, ModelFault
from sextant.guides.belief import apps, beneath, copying, filling, saying, syncing
from sextant.guides.belief.entries import Entry
from sextant.guides.belief.filling import own_of
from sextant.guides.belief.keeping import Beliefs, State
from sextant.guides.belief.looking import covered
from sextant.guides.belief.routines import PREFIX, Hands, Routines, Safe
from sextant.guides.belief.telling import Wording, lettered, sections
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["BeliefGuide", "BeliefSettings"]


@dataclass(frozen=True, slots=True)
class BeliefSettings:
    """How beliefs are kept and told.

    Attributes:
        told: False keeps them and tells nobody.
        routines: False leaves all mending to the actor.
        always: True also tells where apps were left and where back leads, as long as it holds.
        wording: Which of two wordings they are told in; they say the same.
        trusting: True leaves the evidence rule out: a model's word is believed as it stands. For comparisons.
        secrets: Names of secrets that may be typed to log in again.
    """

    told: bool = True
    routines: bool = True
    always: bool = False
    wording: Wording = "first"
    trusting: bool = False
    secrets: tuple[str, ...] = ()


class BeliefGuide:
    """A `Guide` that keeps the hidden state of an app: clipboard, drafts, choices, sessions, syncs, stacks of pages.

    Entries are made by rules from steps, and by what the actor (or, with `updating`, a model of its own) says; every
    screen verifies them without a model. One that a screen contradicts falls together with what was derived from it,
    and a named routine runs ahead of the course (`recovering`); what it cannot do is told to the actor.
    """

    def __init__(
        self,
        ledger: ClaimKeeper,
        profile: Profile = "full",
        updating: Updating | None = None,
        settings: BeliefSettings | None = None,
    ) -> None:
        self._profile: Profile = profile
        self._ledger, self._updating = ledger, updating
        self._settings = settings or BeliefSettings()
        self.beliefs = Beliefs(ledger)
        self._unseen: Transition | None = None
        """A step after which something came up over the page: what it brought about shows once that is gone."""

    @property
    def name(self) -> str:
        return "belief"

    @property
    def fallen(self) -> tuple[Entry, ...]:
        """What screens contradicted, each as `seen` at its step; the last dozen."""
        return tuple(self.beliefs.state.fallen)

    @property
    def counts(self) -> Mapping[str, int]:
        """Calls of its own without a usable answer, and what screens contradicted."""
        counters = self.beliefs.state.counters
        return {name: counters[name] for name in ("no_answer", "mismatches") if counters.get(name)}

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Deltas in the actor's decisions; none where the guide asks by itself, or the profile has no room."""
        return None if self._updating is not None else saying.fields(profile)

    def sections(self, view: View) -> Sequence[Section]:
        """What is out of sight on this screen, and what turned out otherwise."""
        self.see(view.screen)
        if not self._settings.told:
            return ()
        choices = self._settings
        return sections(self.beliefs, view.screen, self._profile, choices.wording, view.step, choices.always)

    def review(self, decision: Decision, view: View) -> Sequence[Objection]:
        """Beliefs inform; they object to nothing."""
        del decision, view
        return ()

    def recovering(
        self, executor: Executing, look: Callable[[], Screen], safe: Safe, attended: bool
    ) -> Clearing | None:
        """What mends ahead of the course; None where that is left to the actor."""
        if not self._settings.routines:
            return None
        return Routines(self, Hands(executor, look), safe, attended, self._settings.secrets)

    def clear_to(self, screen: Screen, step: int) -> bool:
        """Looks at the screen before step `step`; False where steps led to it that are not known yet."""
        if step > self.beliefs.state.next and self._unseen is None:
            return False
        self.see(screen)
        return True

    def see(self, screen: Screen) -> None:
        """Verifies what is believed on a screen that no step of the run led to; once for each."""
        state = self.beliefs.state
        if self._unseen is not None and not covered(screen):
            unseen, self._unseen = self._unseen, None
            self._take(self._uncovered(unseen, screen))
            return
        if state.seen == screen.digest:
            return
        state.seen = screen.digest
        if apps.locked(self.beliefs, screen):
            return
        apps.arrive(self.beliefs, screen)
        self._check(screen)

    def observe(self, transition: Transition) -> None:
        """Enters, ages and verifies by what the step did and showed. A routine's own steps are known already."""
        if transition.interrupt.startswith(PREFIX):
            self._count(transition)
            return
        if transition.interrupt and transition.step < self.beliefs.state.next:
            return  # a routine has gone on from where it led
        told = self._told(transition.before, transition.step)
        self._follow(transition)
        if transition.interrupt:
            return
        saying.hear(
            self.beliefs,
            transition.decision.fields.get(self.name),
            transition.before,
            told,
            self._settings.trusting,
        )
        if self._updating is not None and transition.attempts:
            self._ask(self._updating, transition)

    def mended(self, transition: Transition) -> None:
        """A routine's step, as it happens."""
        self._follow(transition)

    def _count(self, transition: Transition) -> None:
        self.beliefs.state.step, self.beliefs.state.next = transition.step, transition.step + 1

    def _follow(self, transition: Transition) -> None:
        """A step and what came up uninvited after it, as one: what it did shows when the popup is closed."""
        self._count(transition)
        unseen, self._unseen = self._unseen, None
        if unseen is not None and transition.interrupt == "popup":
            transition = replace(self._uncovered(unseen, transition.after), step=transition.step)
        elif unseen is not None:
            self._take(unseen)
        if covered(transition.after) and not covered(transition.before):
            self._unseen = transition
        else:
            self._take(transition)

    def _uncovered(self, unseen: Transition, screen: Screen) -> Transition:
        """The step with the screen that it led to. What was typed stood beneath what came up, and may be gone now."""
        filling.typed(self.beliefs, unseen)
        return replace(unseen, after=screen)

    def snapshot(self) -> Any:
        state: Any = json.loads(to_json(State, self.beliefs.state))
        return {"state": state, "unseen": beneath.kept(self._unseen)}

    def restore(self, state: Any) -> None:
        self.beliefs.state = from_json(State, json.dumps(state["state"]))
        self._unseen = beneath.taken_up(state["unseen"])
        if state["unseen"] and self._unseen is None:
            apps.forget(self.beliefs)  # what that step brought about will never be seen

    def _take(self, transition: Transition) -> None:
        beliefs, after = self.beliefs, transition.after
        state = beliefs.state
        own = own_of(transition)
        state.step = transition.step
        self.see(transition.before)
        state.seen = after.digest
        beliefs.age(transition.before.app, own.act not in ("none", "away"))
        apps.arrive(beliefs, transition.before)
        shut = apps.locked(beliefs, after, own)
        filling.follow(beliefs, transition, own)
        copying.follow(beliefs, transition)
        syncing.follow(beliefs, transition, own)
        apps.follow(beliefs, transition, own)
        if not shut:
            state.typed_secret = False
            filling.check(beliefs, after, own)
            self._check(after, beyond=True)

    def _check(self, screen: Screen, beyond: bool = False) -> None:
        if not beyond:
            filling.check(self.beliefs, screen)
        copying.check(self.beliefs, screen)
        syncing.check(self.beliefs, screen)
        saying.check(self.beliefs, screen)

    def _told(self, screen: Screen, step: int) -> tuple[Entry, ...]:
        return lettered(self.beliefs, screen, step, self._settings.always)

    def _ask(self, updating: Updating, transition: Transition) -> None:
        """A call of its own. No answer, or no usable one, leaves what is believed as it is."""
        after = transition.after
        told = self._told(after, transition.step)
        parts = saying.request(told, transition.decision.description, after)
        pictures = (after.picture,) if after.picture is not None else ()
        try:
            answer = updating.update(saying.INSTRUCTIONS, parts, saying.update_form(), pictures)
        except (ModelFault, BudgetSpent):
            answer = None
        if answer is None:
            counters = self.beliefs.state.counters
            counters["no_answer"] = counters.get("no_answer", 0) + 1
        else:
            saying.hear(self.beliefs, answer.model_dump(), after, told, self._settings.trusting)
