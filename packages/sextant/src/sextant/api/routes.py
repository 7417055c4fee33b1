"""Checks saved routes from Python."""

import time
from collections.abc import Callable
from pathlib import Path

from sextant.api.found import found_settings, say
from sextant.assembly import Hooks
from sextant.errors import UsageError
from sextant.qa.check_reports import junit_xml
from sextant.qa.checks import Checks, FileChecked, Order
from sextant.qa.route_files import find_routes
from sextant.settings import Settings

__all__ = ["check"]


def check(
    *routes: str | Path,
    device: str = "",
    base_url: str = "",
    update: bool = False,
    workers: int = 1,
    junit: str | Path | None = None,
    strict: bool = False,
    settings: Settings | None = None,
    on_done: Callable[[FileChecked], None] | None = None,
) -> tuple[FileChecked, ...]:
    """Walk saved routes again: the `verdict` of each is `exact`, `moved`, `failed` or `error`.

    Args:
        routes: Route files, or folders of them.
        device: Device to walk them on instead of the recorded one.
        base_url: Scheme, host and port where the app is served now.
        update: Rewrite the files of routes that have moved.
        workers: How many are walked at a time.
        junit: File for the results as JUnit XML.
        strict: In that file, a route that has moved counts as failed.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_done: Called after each route.

    Raises:
        UsageError: There are no such routes, `device` and `base_url` are both given, or the report cannot be written.
    """
    files = find_routes([str(route) for route in routes])
    began = time.time()
    order = Order(device, base_url, update, workers)
    checks = Checks(files, settings or found_settings(), order, on_done or (lambda _: None), Hooks(on_note=say))
    done = checks.run()
    if junit is not None:
        try:
            Path(junit).write_text(junit_xml(done, strict, began), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{str(junit)!r} cannot be written: {error.strerror}.", "Name another file.") from error
    return done
