"""Commands about this machine and this installation: devices, doctor."""

import os
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from pathlib import Path
from typing import Annotated

import typer

from sextant.assembly.models import model_settings, probe_named_model, profile_of
from sextant.cli.options import JsonFlag, ModelName, Set, settings_of
from sextant.cli.output import Json, Output, boundary
from sextant.devices.browser.registry import RunningBrowser, end_browser, forget_abandoned, orphans, running_browsers
from sextant.doctor import Health, examine, examine_device
from sextant.errors import SextantError, UsageError
from sextant.journal import RunStore
from sextant.models import disclosure, open_model
from sextant.models.probe import probe_coordinates
from sextant.settings import Settings
from sextant.settings.schema import shown

__all__ = ["add_to"]

STATUS_STYLES = {"ok": "green", "warning": "yellow", "missing": "red"}


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command()(devices)
    app.command()(doctor)


def devices(
    end: Annotated[str | None, typer.Option("--end", metavar="ID", help="End this browser.")] = None,
    end_orphans: Annotated[bool, typer.Option("--end-orphans", help="End every browser that is not in use.")] = False,
    json: JsonFlag = False,
) -> None:
    """List the browsers that runs left open, or end one."""
    with boundary(json) as out:
        forget_abandoned()
        ended = [end_browser(end)] if end else []
        if end_orphans:
            ended += [end_browser(browser.id) for browser in orphans()]
        free = {browser.id for browser in orphans()}
        running = running_browsers()
        runs = _runs_of({browser.id for browser in running})
        rows: list[dict[str, Json]] = [
            _device_json(browser, browser.id in free, runs.get(browser.id, "")) for browser in running
        ]
        out.result({"devices": rows, "ended": [browser.id for browser in ended]})
        for browser in ended:
            out.say(f"ended {browser.id}, which was at {browser.url or 'no page'}")
        if not out.as_json and not ended:
            _say_devices(out, rows)


NEWEST_RUNS = 50


def _runs_of(browsers: AbstractSet[str]) -> dict[str, str]:
    """By browser, the newest run that used it, according to the journal; damaged runs are skipped."""
    if not browsers:
        return {}

    found: dict[str, str] = {}
    with suppress(SextantError):
        journal = RunStore.open(settings_of(uses=("journal",)).journal.directory)
        for run in journal.runs()[:NEWEST_RUNS]:
            if run.status in ("damaged", "unreadable", "empty"):
                continue
            with journal.read(run.run) as record:
                lease = record.leased
            if lease is not None and lease.data.get("id") in browsers:
                found.setdefault(lease.data["id"], run.run)
    return found


def _device_json(browser: "RunningBrowser", orphaned: bool, run: str) -> dict[str, Json]:
    return {
        "id": browser.id,
        "pid": browser.pid,
        "orphaned": orphaned,
        "state": browser.state,
        "run": run,
        "url": browser.url,
        "profile": browser.profile,
        "idle_seconds": round(browser.idle_seconds),
        "ends_after_idle_seconds": round(browser.lease_seconds),
    }


_STATES = {"starting": "starting", "stray": "its keeper is gone", "elsewhere": "elsewhere"}


def _say_devices(out: Output, rows: list[dict[str, Json]]) -> None:
    if not rows:
        out.say("No browser is running. `sextant run` and `sextant goto` start one when they need it.")
        return
    out.table(
        ("id", "pid", "state", "run", "idle s", "idle limit s", "page"),
        [
            (
                str(row["id"]),
                str(row["pid"]),
                _STATES.get(str(row["state"]), "not in use" if row["orphaned"] else "in use"),
                str(row["run"]),
                str(row["idle_seconds"]),
                str(row["ends_after_idle_seconds"]),
                str(row["url"]),
            )
            for row in rows
        ],
        right={"pid", "idle s", "idle limit s"},
    )
    if any(row["orphaned"] for row in rows):
        out.say("next: sextant resume RUN, or sextant devices --end ID, or --end-orphans for all that are not in use")


def doctor(
    config: Annotated[bool, typer.Option("--config", help="Show every setting with its source.")] = False,
    ground: Annotated[bool, typer.Option("--ground", help="Measure the coordinate frame of the model.")] = False,
    vision: Annotated[
        bool, typer.Option("--vision", help="Test whether the model sees pictures, and store the result.")
    ] = False,
    device: Annotated[
        str, typer.Option("--device", metavar="android:SERIAL", help="Examine a phone; `android` is the only one.")
    ] = "",
    model: ModelName = None,
    file: Annotated[Path | None, typer.Option("--config-file", metavar="FILE", help="Settings file to read.")] = None,
    assignments: Set = None,
    json: JsonFlag = False,
) -> None:
    """List what is installed, what is missing, and how to install it. Exit code 1 if a necessary part is missing."""
    with boundary(json) as out:
        uses = None if ground or vision else ()
        settings = settings_of(file, assignments, uses=uses, models__default=model)
        if config:
            _show_config(out, settings)
            return
        if ground:
            _ground(out, settings)
            return
        if vision:
            _see(out, settings)
            return

        health = examine_device(device) if device else examine(settings)
        out.result(_health_json(health))
        if not out.as_json:
            _say_health(out, health)
        raise typer.Exit(0 if health.usable else 1)


def _show_config(out: Output, settings: "Settings") -> None:

    rows = [(name, shown(name, value), str(settings.origin(name))) for name, value in settings.values()]
    out.result(
        {
            "file": str(settings.file) if settings.file else None,
            "settings": {name: {"value": value, "origin": origin} for name, value, origin in rows},
            "trusted": settings.trusted,
            "withheld": list(settings.withheld),
            "notices": list(settings.notices),
        }
    )
    if not out.as_json:
        out.table(("setting", "value", "from"), [(name, value or "(empty)", origin) for name, value, origin in rows])
        out.say(f"file: {settings.file or 'none found in this directory or above'}")
        for notice in settings.notices:
            out.say_aside(notice)


def _see(out: Output, settings: "Settings") -> None:
    """Ask the actor's model what a drawn picture shows. Sends one request, and stores the answer."""
    name = settings.models.of("actor")
    if not name:
        raise UsageError("No model was named.", "Add --model, such as --model openai:gpt-5.")
    assumed = profile_of(settings, name).vision
    _disclose(out, settings, name, "one drawn test picture")
    seen = probe_named_model(settings, name)
    out.result({"model": name, "sees": seen.sees, "reads_small": seen.small, "assumed": assumed})
    out.say(seen.message)
    if assumed is not None and assumed != seen.sees:
        out.say(f"next: set models.vision = {'yes' if seen.sees else 'no'!r}; the built-in table of models differs")
    raise typer.Exit(0 if seen.sees else 1)


def _ground(out: Output, settings: "Settings") -> None:
    """Ask the grounder, or the actor, for points with known positions. Sends a few requests."""
    name = settings.models.of("grounder") or settings.models.of("actor")
    if not name:
        raise UsageError("No model was named.", "Add --model, such as --model openai:gpt-5.")
    assumed = profile_of(settings, name).coordinates
    with closing(open_model(name, model_settings(settings))) as opened:
        _disclose(out, settings, name, "four drawn test pictures")
        result = probe_coordinates(opened)
    out.result({"model": name, "convention": result.convention, "assumed": assumed, "error": result.error})
    out.say(result.message)
    if result.convention is not None and result.convention != assumed:
        out.say(f"next: set models.coordinates = {result.convention!r}; {assumed!r} is assumed for this model")
    raise typer.Exit(0 if result.convention is not None else 1)


def _disclose(out: Output, settings: "Settings", name: str, what: str) -> None:
    """Say what is sent to the provider; the test pictures contain no user data."""
    disclosed = disclosure(name, True, settings.models.base_url, os.environ)
    if disclosed.leaves:
        out.say_aside(f"Sending {what}, and nothing else, to {disclosed.recipient}.")


def _health_json(health: "Health") -> dict[str, Json]:
    return {
        "usable": health.usable,
        "findings": [
            {"name": item.name, "standing": item.status, "found": item.found, "mend": item.fix}
            for item in health.findings
        ],
    }


def _say_health(out: Output, health: "Health") -> None:
    for item in health.findings:
        out.labelled(f"{item.status:<8}", STATUS_STYLES[item.status], f"  {item.name:<18} {item.found}")
        if item.status != "ok" and item.fix:
            out.say(f"{'':<9} mend: {item.fix}")
    lacking = [item for item in health.findings if item.status == "missing"]
    if lacking:
        out.say(f"next: {lacking[0].fix}")
    else:
        out.say('next: sextant goto web:URL "some text on the screen you want"')
