"""Signs in to an app, by a person or a recipe, in a profile that later runs use."""

import os
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import assert_never
from urllib.parse import urlsplit

from sextant.actors.element_lookup import shown
from sextant.addresses.origins import origin_of_page, same_origin
from sextant.assembly.devices import open_device, origins_of
from sextant.assembly.leftovers import end_idle
from sextant.assembly.privacy import RedactingPerceiver, known_secrets
from sextant.dataclass import dataclass
from sextant.elements.refs import anchor_of
from sextant.errors import DeviceLost, LoginFailed, NeedsPerson, UsageError
from sextant.evidence import held
from sextant.execution import ScreenObserver
from sextant.execution.target import Aim, AimContext, Rung, aim
from sextant.login.recipes import Fill, Recipe, RecipeStep, Touch, Until
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device, HandoverDevice, Person, SecretKeeper
from sextant.settings import Settings
from sextant.settings.credentials import without_credentials
from sextant.types.actions import ByIndex, Click, InputText, Pause, ScrollBy
from sextant.types.evidence import TextVisible
from sextant.types.screens import Affordance, Element, Screen
from sextant.types.secrets import NOTHING_TYPED, SecretUse

__all__ = ["LoginEnd", "confirmed_by_recipe", "has_display", "log_in", "reached"]

_PATIENCE_SECONDS = 10.0
"""Longest wait for an element to appear and become free."""
_BETWEEN_LOOKS = 0.3
_NAMED_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class LoginEnd:
    """Whether the app, opened again, shows a password field, and which."""

    profile: Path
    asked: bool
    field: str


def has_display(environ: Mapping[str, str]) -> bool:
    """Whether a window can be shown."""
    return sys.platform == "darwin" or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def log_in(
    url: str,
    settings: Settings,
    person: Person,
    recipe: Recipe | None = None,
    on_note: Callable[[str], None] = lambda text: None,  # noqa: ARG005
) -> LoginEnd:
    """Open the app with the profile of the settings, let the person or the recipe sign in, and close the browser.

    Only the profile is stored: there is no run. At the end the app is opened once more, as a later run would, to see
    whether it still asks for a login.

    Raises:
        UsageError: No profile is named, or the recipe refers to a missing secret.
        NeedsPerson: Nobody is there to sign in, or the person did not.
        LoginFailed: A step of the recipe could not be executed.
        ProfileLocked: A run in progress uses the profile.
    """
    profile, url = _profile_of(settings), without_credentials(url)
    secrets = {} if recipe is None else recipe.secrets(os.environ)
    if recipe is None and not person.attended:
        raise NeedsPerson(
            "A person must sign in, but there is no terminal.", "Run it at a terminal, or give --recipe FILE."
        )
    known = known_secrets(settings)
    for name, value in secrets.items():
        known.learn(name, value)
    perceive = RedactingPerceiver(Perceiver(), known)
    for ended in end_idle(profile, settings):
        on_note(f"Ended the browser {ended!r}, which an ended run had left on this profile.")
    headed = settings.browser.headed or (recipe is None and has_display(os.environ))
    device = _device(url, settings, headed)
    origins = origins_of(settings, device.name)
    if isinstance(device, SecretKeeper):
        device.confirm_secrets(partial(confirmed_by_recipe, origins))
    try:
        device.open()
        if recipe is None:
            _by_hand(device, url, person)
        else:
            observer = ScreenObserver(device, perceive)
            _ByRecipe(observer, origins, secrets, on_note).carry_out(recipe)
    finally:
        device.close()
    again = _device(url, settings, settings.browser.headed)
    try:
        again.open()
        screen = perceive(again.look(picture=False))
    finally:
        again.close()
    field = next((one for one in screen.elements if "password" in one.states), None)
    return LoginEnd(profile, field is not None, "" if field is None else field.label)


def _profile_of(settings: Settings) -> Path:
    if settings.browser.profile is None:
        raise UsageError("A login is stored in a profile, but no profile was named.", "Name a directory: --profile DIR")
    if settings.browser.attach:
        raise UsageError(
            "browser.attach uses a browser with its own profile.",
            "Sign in there, or omit it: --set browser.attach=",
        )
    return settings.browser.profile.resolve()


def _device(url: str, settings: Settings, headed: bool) -> Device:
    browser, policy = (
        replace(settings.browser, headed=headed),
        replace(settings.policy, writes="observe", leave="allow"),
    )
    return open_device(f"web:{url}", replace(settings, browser=browser, policy=policy))


def _by_hand(device: Device, url: str, person: Person) -> None:
    """Hand the browser over to the person. Closing its window counts as done if the person says so."""
    if not isinstance(device, HandoverDevice):
        raise UsageError(f"{device.name!r} cannot be handed over.", "Give the address of a web app.")
    given: bool | None = None
    try:
        with device.hand_over(f"Sign in at {url}") as request:
            given = person.take_over(request)
    except DeviceLost:
        if given is None:
            raise
    if not given:
        raise NeedsPerson("The login was interrupted.", "The profile contains everything up to that point.")


def confirmed_by_recipe(origins: Sequence[str], use: SecretUse) -> bool:
    """Allow a secret of the recipe, which the user wrote, into any field on the login's own origins, into no other."""
    return any(origin_of_page(use.origin) == origin_of_page(origin) for origin in origins)


class _ByRecipe:
    """Executes a recipe on an open device. Each touch is injected once."""

    def __init__(
        self,
        observer: ScreenObserver,
        origins: Sequence[str],
        secrets: Mapping[str, str],
        on_note: Callable[[str], None],
    ) -> None:
        self._observer, self._origins, self._secrets, self._on_note = observer, origins, secrets, on_note

    def carry_out(self, recipe: Recipe) -> None:
        """Execute all steps in order.

        Raises:
            LoginFailed: A step cannot be executed; the message names it and describes the screen.
        """
        for place, step in enumerate(recipe.steps, 1):
            self._do(step, f"{recipe.name}, step {place}")
            self._on_note(f"{place}  {step}")

    def _do(self, step: RecipeStep, where: str) -> None:
        match step:
            case Fill() | Touch():
                done = self._observer.device.perform(self._aimed(step, where).gesture)
                if refused := next((note for note in done.notes if note.startswith(NOTHING_TYPED)), ""):
                    raise LoginFailed(f"{where}: {refused}.", "Correct the step.")
            case Until():
                self._wait(step, where)
            case _:
                assert_never(step)

    def _aimed(self, step: Fill | Touch, where: str) -> Aim:
        """Wait for the one matching element, scroll to it, and return the gesture."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            screen = self._observer.look(picture=False)
            found = _matching(screen, step)
            element = found[0] if len(found) == 1 else None
            problem = _count_problem(screen, step, found)
            if element is not None and element.visibility == "offscreen":
                self._observer.device.perform(ScrollBy("up" if element.box.y < 0 else "down"))
                problem = f"{element.label!r} cannot be scrolled to"
            elif element is not None:
                aimed = self._aim(step, screen, element, where)
                if isinstance(aimed, Aim):
                    return aimed
                problem = aimed
            if time.monotonic() > deadline:
                there = shown(screen, _NAMED_AT_MOST)
                raise LoginFailed(
                    f"{where}: {problem}. The screen is {screen.title!r} at {screen.location}; {there}.",
                    "Correct the step, or add one before it.",
                )
            self._observer.device.perform(Pause(_BETWEEN_LOOKS))

    def _aim(self, step: Fill | Touch, screen: Screen, element: Element, where: str) -> Aim | str:
        """The gesture, or why the element cannot be touched now."""
        text, target = "", ByIndex(element.index)
        action: Click | InputText = Click(target)
        if isinstance(step, Fill):
            self._check_field(step, screen, element, where)
            text = step.value if step.secret is None else self._secrets[str(step.secret)]
            action = InputText(target=target, secret="" if step.secret is None else str(step.secret))
        aimed = aim(action, Rung("index"), AimContext(screen, screen, random.Random(0)), text)  # noqa: S311 - no point is drawn
        if isinstance(aimed, Aim):
            return aimed
        return f"{element.label!r} cannot be touched" if aimed is None else aimed.reason

    def _check_field(self, step: Fill, screen: Screen, element: Element, where: str) -> None:
        """Refuse a field of an origin that is not allowed, and a password written in the recipe."""
        receivers = [screen.app, *([element.frame.split(" ")[0]] if element.frame else [])]
        for receiver in receivers:
            if not any(same_origin(receiver, origin) for origin in self._origins):
                raise LoginFailed(
                    f"{where}: the field {element.label!r} belongs to {receiver!r}, not to the app.",
                    f"If this is intended: --origin {quote(receiver)}",
                )
        if step.secret is None and "password" in element.states:
            raise LoginFailed(
                f"{where}: {element.label!r} is a password field, but the recipe contains its value.",
                'Refer to it: secret = "env:APP_PASSWORD"',
            )

    def _wait(self, step: Until, where: str) -> None:
        deadline = time.monotonic() + step.seconds
        while True:
            screen = self._observer.look(picture=False)
            if reached(step, screen):
                return
            if time.monotonic() > deadline:
                raise LoginFailed(
                    f"{where}: {step.text!r} did not appear within {step.seconds:g} s. The screen is {screen.title!r} "
                    f"at {screen.location}; {shown(screen, _NAMED_AT_MOST)}.",
                    "Check the steps before it, or wait for something else.",
                )
            self._observer.device.perform(Pause(_BETWEEN_LOOKS))


def _matching(screen: Screen, step: Fill | Touch) -> list[Element]:
    """The elements of that name that accept the step, preferably those in view."""
    named, can = (step.field, _TYPE) if isinstance(step, Fill) else (step.element, _TAP)
    found = [one for one in screen.elements if can in one.affordances and named.means(screen, one)]
    return [one for one in found if one.visibility in ("visible", "clipped")] or found


_TYPE: Affordance = "type"
_TAP: Affordance = "tap"


def _count_problem(screen: Screen, step: Fill | Touch, found: Sequence[Element]) -> str:
    if len(found) > 1:
        each = (f"{one.role} in {anchor_of(screen, one)!r}" if anchor_of(screen, one) else one.role for one in found)
        return f"{found[0].label!r} is there {len(found)} times ({', '.join(each)}): add role or anchor to the step"
    if isinstance(step, Fill):
        return f"there is no field named {step.field.label!r}"
    return f"there is nothing called {step.element.label!r} that can be touched"


def reached(until: Until, screen: Screen) -> bool:
    """Whether a screen shows the text, or is at the address, that a step waits for."""
    if until.is_address:
        return _is_at(screen.location, until.text)
    return held(TextVisible(until.text), screen).outcome == "holds"


def _is_at(location: str, wanted: str) -> bool:
    """Whether the page is at an address; parts that `wanted` leaves out (origin, query, fragment) are ignored."""
    here, there = urlsplit(location), urlsplit(wanted)
    if there.netloc and not same_origin(location, wanted):
        return False
    compared = [(here.query, there.query), (here.fragment, there.fragment)]
    return (here.path or "/") == (there.path or "/") and all(want in ("", is_) for is_, want in compared)
