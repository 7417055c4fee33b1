"""The model-driven author, wired: models from the settings, pages in a sealed browser."""

import base64
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from sextant.assembly.models import disclose, open_router
from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Deadlines, Phone
from sextant.errors import UsageError
from sextant.models import UsageLedger
from sextant.settings import Settings
from sextant.types.codec import inflated
from sextant.types.geometry import Size
from sextant.types.tasks import Budget
from sextant_worlds.modelled import AuthoredTask, Roles, WorldWish, author_world
from sextant_worlds.modelled.pipeline import AuthoringEvent
from sextant_worlds.modelled.prompts import listed
from sextant_worlds.modelled.static import page_breaks, task_breaks
from sextant_worlds.rules import Break

__all__ = ["SealedPage", "WrittenWorld", "modelled_breaks", "modelled_world"]

_CSP = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'"
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{_CSP}">'
_DOCTYPE = re.compile(r"^\s*<!doctype[^>]*>", re.IGNORECASE)
_LOADER = """<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{csp}">
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><script>
(async () => {{
  const bytes = Uint8Array.from(atob("{body}"), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const text = await new Response(stream).text();
  document.open(); document.write(text); document.close();
}})();
</script></body></html>"""


_BODY = re.compile(r'Uint8Array\.from\(atob\("([A-Za-z0-9+/=]*)"\)')
_MAX_BYTES = 8_000_000


def unsealed(page: str) -> str:
    """The text that a sealed page was made of, its policy left out; any other page is as it is.

    Raises:
        UsageError: It is sealed, and cannot be opened.
    """
    found = _BODY.search(page) if page.startswith(_LOADER[:60]) else None
    if found is None:
        return page
    try:
        return inflated(base64.b64decode(found[1], validate=True), _MAX_BYTES).decode("utf-8").replace(_META, "", 1)
    except ValueError as error:
        raise UsageError(f"The sealed page cannot be opened: {error}.", "Let the model write it again.") from error


def sealed(html: str) -> str:
    """The page in a loader: its text compressed, so that no value can be read in what is served; no network.

    The policy stays in force for what the loader writes, and what is written can only narrow it.
    """
    rest = _DOCTYPE.sub("", html, count=1)
    body = base64.b64encode(zlib.compress(f"<!doctype html>{_META}{rest}".encode(), 9)).decode("ascii")
    return _LOADER.format(csp=_CSP, body=body)


_ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--js-flags=--max-old-space-size=256",
    "--block-new-web-contents",
)


class SealedPage(BrowserDevice):
    """HTML from elsewhere as a phone's page: sealed, without a network, bounded in time and memory.

    It is served from a file of its own; `close` removes it.
    """

    def __init__(self, html: str, seconds: float = 8.0) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="sextant-page-"))
        page = self._folder / "page.html"
        page.write_text(sealed(html), encoding="utf-8")
        super().__init__(
            BrowserOptions(
                url=page.as_uri(),
                phone=Phone(viewport=Size(412, 915), keyboard=False),
                chrome=Chrome(arguments=_ARGUMENTS, lease_minutes=5.0),
                limits=Deadlines(start=30.0, settle=min(6.0, seconds), look=seconds, command=seconds),
            )
        )

    def close(self) -> None:
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)


_BESIDE = "`sextant world new --model` writes NAME.html and NAME.task.json; keep them in one place."


@dataclass(frozen=True, slots=True)
class WrittenWorld:
    """An admitted world as files: `page` is sealed HTML, `task` the task as JSON, answer included."""

    page: str
    task: str
    repairs: tuple[str, ...]


def modelled_world(settings: Settings, wish: WorldWish, budget: Budget, report: Callable[[str], None]) -> WrittenWorld:
    """A world written by the models of the settings: role `author` writes and mends, role `verifier` checks and walks.

    Raises:
        WorldNotAdmittedError: It never passed.
        ModelFault: A model cannot be had, or refused.
        BudgetSpent: A limit was reached.
    """
    disclose(
        settings,
        False,
        report,
        _forget,
        ("To write the world", "what it is to be like, and what was written of it so far"),
    )
    router = open_router(settings, UsageLedger(budget))
    try:
        author, verifier = router.model("author"), router.model("verifier")
        roles = Roles(author, author, verifier, verifier, author)
        world = author_world(roles, wish, SealedPage, lambda event: report(_line(event)))
    finally:
        router.close()
    return WrittenWorld(sealed(world.html), world.task.model_dump_json(indent=1), world.trace.repairs)


def modelled_breaks(page: Path) -> tuple[Break, ...]:
    """What is wrong with a world that a model wrote, by the rules that need no model: the page with its task beside it.

    Raises:
        UsageError: A file cannot be read, or the task is none.
    """
    told = page.with_suffix(".task.json")
    try:
        task = AuthoredTask.model_validate_json(_text(told))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "task"
        raise UsageError(f"{str(told)!r} is not the task of a model: {where}: {first['msg']}", _BESIDE) from error
    return (*task_breaks(task), *page_breaks(task, unsealed(_text(page))))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(f"{str(path)!r} cannot be read: {why}.", _BESIDE) from error


def _line(event: AuthoringEvent) -> str:
    if event.breaks:
        return f"{event.stage}: {len(event.breaks)} broken\n{listed(event.breaks)}"
    return f"{event.stage}: {event.note or 'nothing wrong'}"


def _forget(kind: str, data: Mapping[str, object]) -> None:
    """There is no journal: what was told is remembered by the record of disclosures."""
    del kind, data
