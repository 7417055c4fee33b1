"""The command `login`: signs in to an app once, for later runs."""

import sys
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from sextant.assembly import AbsentPerson
from sextant.cli.interrupt import Interrupt
from sextant.cli.options import JsonFlag, apart
from sextant.cli.output import boundary
from sextant.cli.person import TerminalPerson
from sextant.cli.setting_options import Given, takes
from sextant.errors import SextantError
from sextant.login.recipes import load_recipe
from sextant.login.sign_in import log_in

__all__ = ["add_to"]

STILL_ASKED = 1


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(login)


@takes("headed", "profile", "origin")
def login(
    url: Annotated[
        str,
        typer.Argument(metavar="URL", help="Address of the app, such as http://localhost:8000.", callback=apart),
    ],
    given: Given,
    recipe: Annotated[
        Path | None,
        typer.Option("--recipe", metavar="FILE", help="Login steps (TOML) that replace the person, for CI."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Sign in to an app once. Later commands with the same --profile use the session."""
    with boundary(json) as out:
        settings, steps = given.settings(), None if recipe is None else load_recipe(recipe)
        address, interrupt = url.removeprefix("web:"), Interrupt()
        at_terminal = sys.stdin is not None and sys.stdin.isatty()
        person = TerminalPerson(out, interrupt) if at_terminal else AbsentPerson()
        with interrupt.watching(), interrupt.breaking():
            try:
                end = log_in(address, settings, person, steps, out.say)
            except SextantError:
                if interrupt.requested:
                    raise KeyboardInterrupt from None
                raise
        profile = f"--profile {quote(str(settings.browser.profile))}"
        command = (
            f"sextant login {quote(address)} {profile}"
            if end.asked
            else f"sextant goto {quote(f'web:{address}')} TEXT {profile}"
        )
        code = STILL_ASKED if end.asked else 0
        out.result({"url": address, **asdict(end), "profile": str(end.profile), "exit_code": code, "next": command})
        if end.asked:
            field = f" ({end.field!r})" if end.field else ""
            out.say(f"not signed in: {address} still shows a password field{field}", style="red")
        else:
            out.say(
                f"signed in: {address} shows no password field; the session is stored in {end.profile}", style="green"
            )
        out.say(f"next: {command}")
        raise typer.Exit(code)
