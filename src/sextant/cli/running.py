"""Commands that drive a device: run, goto, resume."""

import typer

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    del app
