"""The apps of a phone: their names, and how they are started and ended."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from shlex import quote
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.app_labels import AppLabels
from sextant.devices.android.dumps import ForegroundComponent
from sextant.devices.android.packages import PhoneUser, launchers_of, packages_of, refused, users_of
from sextant.elements.refs import collapse
from sextant.text import folded
from sextant.text.legible import legible

__all__ = ["PhoneApps"]

_LAUNCHER: Final = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
_LINK: Final = re.compile(r"[a-zA-Z][\w+.-]*:(?://)?\S+")
_PACKAGE: Final = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
_COMPONENT: Final = re.compile(r"[\w.]+/[\w.$]+")
_IN_PROFILE: Final = re.compile(r"(.*\S)\s*\(([^()]+)\)")
"""A name in a profile: `Calendar (Work profile)`."""
_LONGEST_LABEL: Final = 40
"""Characters of a label in the list of names; an app with a longer one is listed by its package."""
_SECONDS: Final = 30.0


class _NoApp(Exception):  # noqa: N818 - stays in this module
    """No app can be named or opened so; the note says why."""

    def __init__(self, note: str) -> None:
        super().__init__(note)
        self.note = note


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The name of an app, split into its own name and the profile; None for the user in front."""

    name: str
    own: str
    profile: PhoneUser | None


class PhoneApps:
    """Finds apps by label, package, activity or deep link, also those of a profile such as that for work."""

    def __init__(self, adb: Adb) -> None:
        self._adb = adb
        self._launchers: dict[int | None, tuple[ForegroundComponent, ...]] = {}
        self._labels: dict[int | None, Mapping[ForegroundComponent, tuple[str, ...]]] = {}
        self.where = ""
        """The option of `am start` for the display; empty for the only one."""

    def launchers(self, profile: PhoneUser | None = None) -> tuple[ForegroundComponent, ...]:
        """The launcher activities of the user in front or of a profile; the phone is asked once for each."""
        user = profile.number if profile else None
        if user not in self._launchers:
            whose = "" if user is None else f"--user {user} "
            asked = f"cmd package query-activities {whose}--brief {_LAUNCHER}"
            found = launchers_of(self._shell(asked)) if profile is None or profile.opened else ()
            self._launchers[user] = found or tuple(
                ForegroundComponent(package, "")
                for package in packages_of(self._shell(f"pm list packages {whose}".strip()))
                if profile is None or package in self._shown
            )
        return self._launchers[user]

    @cached_property
    def _shown(self) -> frozenset[str]:
        """The packages on the home screen, on which apps of a paused profile are listed, too."""
        return frozenset((*self._labels_read.titles, *(one.package for one in self.launchers())))

    def labels(self, profile: PhoneUser | None = None) -> Mapping[ForegroundComponent, tuple[str, ...]]:
        """The labels of launcher activities, as far as the phone tells them; it is asked once for each user."""
        user = profile.number if profile else None
        if user not in self._labels:
            self._labels[user] = self._labels_read.of(self.launchers(profile), user)
        return self._labels[user]

    @cached_property
    def _labels_read(self) -> AppLabels:
        return AppLabels(self._adb, self.home)

    @cached_property
    def home(self) -> ForegroundComponent | None:
        """The home screen; None if the phone does not report it."""
        asked = "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"
        return next(iter(launchers_of(self._shell(asked))), None)

    @cached_property
    def profiles(self) -> tuple[PhoneUser, ...]:
        """The profiles of the person who owns the phone; none while another user is in front."""
        told = self._shell("am get-current-user; pm list users")
        current = next((line.strip() for line in told.splitlines() if line.strip().isdecimal()), "")
        return tuple(user for user in users_of(told) if user.is_profile) if current == "0" else ()

    def profile_in_words(self, profile: PhoneUser) -> str:
        """The name of a profile; its number if it has no name of its own."""
        alike = [user for user in self.profiles if folded(user.name) == folded(profile.name)]
        name, clear = _on_a_line(profile.name), len(alike) == 1 and not {"(", ")"} & {*profile.name}
        return name if clear and 0 < len(name) <= _LONGEST_LABEL else f"user {profile.number}"

    def names(self) -> tuple[str, ...]:
        """The names that `launch` accepts: labels, those of profiles, then package names.

        An app without a known label has the last part of its package name. Names of several apps are left out.
        """
        beside = [f"{name} ({self.profile_in_words(user)})" for user in self.profiles for name in self._called(user)]
        return (*self._called(None), *beside, *self.packages())

    def packages(self) -> tuple[str, ...]:
        """The packages on the launcher, those of profiles included."""
        return tuple(dict.fromkeys(one.package for user in (None, *self.profiles) for one in self.launchers(user)))

    def _called(self, profile: PhoneUser | None) -> list[str]:
        labels, packages = self.labels(profile), dict[str, set[str]]()
        for one in self.launchers(profile):
            packages.setdefault(_listed(labels.get(one, ())) or _last(one.package), set()).add(one.package)
        return [name for name, owners in packages.items() if len(owners) == 1]

    def launch(self, name: str, before: str, after: str) -> str:
        """Starts an app or opens a link. Returns a note if it failed, else an empty string.

        `before` and `after` are shell commands that record the injection.
        """
        try:
            command = self._command(self._split(name.strip()))
        except _NoApp as none:
            return none.note
        why = refused(self._shell(" && ".join(one for one in (before, command, after) if one)))
        return f"{name!r} was not opened: {why}" if why else ""

    def _command(self, wanted: _Wanted) -> str:
        link = f"am start{self.where} -W -a android.intent.action.VIEW -d {quote(wanted.name)}"
        if "://" in wanted.name and _LINK.fullmatch(wanted.name):
            return link
        start = f"am start{self.where} -W"
        if wanted.profile is not None:
            profile = self._opened(wanted.name, wanted.profile)
            wanted = replace(wanted, profile=profile)
            start += f" --user {profile.number}"
        if _COMPONENT.fullmatch(wanted.own):
            return f"{start} -n {quote(wanted.own)}"
        try:
            app = self._find(wanted)
        except _NoApp:
            if _LINK.fullmatch(wanted.name):
                return link
            raise
        if app.activity:
            return f"{start} {_LAUNCHER} -f 0x10200000 -n {quote(str(app))}"
        if wanted.profile is not None or self.where:
            raise _NoApp(f"{wanted.name!r} was not opened: name an activity of {app.package}; the phone lists none")
        return f"monkey -p {quote(app.package)} -c android.intent.category.LAUNCHER 1"

    def _opened(self, name: str, profile: PhoneUser) -> PhoneUser:
        """The profile in its present state.

        Raises:
            _NoApp: It is paused or locked. Only a person changes that.
        """
        told = self._shell(f"pm list users; am get-started-user-state {profile.number}")
        now = next((user for user in users_of(told) if user.number == profile.number), None)
        locked = "RUNNING_LOCKED" in told  # structural: the state of a user
        called = self.profile_in_words(profile)
        if locked or now != profile:  # then other apps are listed
            del self.profiles
            self._launchers.pop(profile.number, None)
            self._labels.pop(profile.number, None)
        if now is not None and now.opened and not locked:
            return now
        state = "is locked; a person has to unlock it" if now and now.opened else "is off; a person has to turn it on"
        raise _NoApp(f"{name!r} was not opened: the profile {called!r} {state}")

    def terminate(self, name: str, before: str, after: str) -> str:
        """Ends an app. Returns a note if it failed, else an empty string."""
        wanted = self._split(name.strip())
        try:
            app = self._find(replace(wanted, own=wanted.own.partition("/")[0]))
        except _NoApp as none:
            return none.note
        whose = wanted.profile.number if wanted.profile else "current"  # by default, Android ends it for all users
        stop = f"am force-stop --user {whose} {quote(app.package)}"
        why = refused(self._shell(" && ".join(one for one in (before, stop, after) if one)))
        return f"{name!r} was not ended: {why}" if why else ""

    # ------------------------------------------------------------------ names

    def _split(self, name: str) -> _Wanted:
        """The profile is the one that a name has at its end, or the only place of a package."""
        found = _IN_PROFILE.fullmatch(name)
        for profile in self.profiles if found else ():
            if found and folded(found[2]) in (folded(self.profile_in_words(profile)), f"user {profile.number}"):
                return _Wanted(name, found[1], profile)
        if _PACKAGE.fullmatch(name) and name not in {one.package for one in self.launchers()}:
            for profile in self.profiles:
                if name in {one.package for one in self.launchers(profile)}:
                    return _Wanted(name, name, profile)
        return _Wanted(name, name, None)

    def _find(self, wanted: _Wanted) -> ForegroundComponent:
        """The app with this package name or label, else the only one whose names contain this word.

        Raises:
            _NoApp: There is none, or the label is that of several apps.
        """
        own, launchers = wanted.own, self.launchers(wanted.profile)
        if _PACKAGE.fullmatch(own) and (exact := self._of_package(own, wanted.profile)) is not None:
            return exact
        labels = self.labels(wanted.profile)
        labelled = [one for one, known in labels.items() if folded(own) in map(folded, known)]
        if labelled:
            return self._only(wanted.name, labelled, labels)
        word = _plain(own)
        alike = word and (
            _one([app for app in launchers if _plain(_last(app.package)) == word])
            or _one([app for app in launchers if word in _words(app)])
            or _one([app for app in launchers if word in _plain(f"{app.package} {app.activity}")])
        )
        if not alike:
            raise _NoApp(f"there is no app called {wanted.name!r}; {self._known()}")
        return alike

    def _of_package(self, package: str, profile: PhoneUser | None) -> ForegroundComponent | None:
        exact = next((one for one in self.launchers(profile) if one.package == package), None)
        if exact is not None or profile is not None:
            return exact
        listed = packages_of(self._shell(f"pm list packages {quote(package)}"))
        return ForegroundComponent(package, "") if package in listed else None

    @staticmethod
    def _only(
        name: str, labelled: Sequence[ForegroundComponent], labels: Mapping[ForegroundComponent, tuple[str, ...]]
    ) -> ForegroundComponent:
        """The only one of these; the first one if all are the same app by its only label."""
        packages = list(dict.fromkeys(one.package for one in labelled))
        if len(packages) > 1:
            raise _NoApp(f"several apps are called {name!r}: {', '.join(packages)}; name one of these packages")
        if len(labelled) > 1 and len(labels[labelled[0]]) > 1:
            activities = ", ".join(map(str, labelled))
            raise _NoApp(f"{name!r} may be each of these activities: {activities}; name one of them")
        return labelled[0]

    def _known(self) -> str:
        names = self.names()
        return f"it has {', '.join(names[:20])}{' …' if len(names) > 20 else ''}" if names else "it lists none"

    def _shell(self, command: str) -> str:
        return self._adb.shell(command, _SECONDS).text


def _listed(labels: Sequence[str]) -> str:
    """The label in the list of names; empty if it is unknown, or none of several."""
    only = _on_a_line(labels[0]) if len(labels) == 1 else ""
    return only if len(only) <= _LONGEST_LABEL else ""


def _on_a_line(text: str) -> str:
    return " ".join(legible(text).split())


def _one(found: Sequence[ForegroundComponent]) -> ForegroundComponent | None:
    packages = {app.package for app in found}
    return found[0] if len(packages) == 1 else None


def _last(package: str) -> str:
    return package.rpartition(".")[2]


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", collapse(text))


def _words(app: ForegroundComponent) -> set[str]:
    """The words in its names: `deskclock` in `com.google.android.deskclock`, `calendar` in `.CalendarActivity`."""
    camel = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", ".", app.activity)
    return {_plain(word) for word in re.split(r"[.$]", f"{app.package}.{camel}") if word}
