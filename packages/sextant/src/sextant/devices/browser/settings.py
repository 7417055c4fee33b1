"""The settings of the browser device, in typed groups."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.types.effects import LeaveMode, WriteMode
from sextant.types.geometry import Size
from sextant.types.requests import RequestPattern
from sextant.types.secrets import Binding, Credentials

PermissionPolicy = Literal["ask", "grant", "deny"] | tuple[str, ...]
"""`ask`: prompts become screens of the device. A list names permissions for the run's own origins."""
DownloadMode = Literal["off", "ask", "on"]
Keys = Literal["browser", "page"]


@dataclass(frozen=True, slots=True)
class Position:
    """A place on earth: degrees, accuracy in metres."""

    latitude: float
    longitude: float
    accuracy: float = 20.0


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone that the page sees."""

    viewport: Size = Size(412, 915)
    scale_factor: float = 2.0
    """Device pixels per CSS pixel, as pages see it."""
    user_agent: str = ""
    """Empty: an Android Chrome of the version that really runs."""
    locale: str = "en-US"
    timezone: str = ""
    """IANA name; empty: the machine's own."""
    clock: float | None = None
    """Unix seconds at which the pages' clock starts (it then runs); None: the real time."""
    geolocation: Position | None = None
    permissions: PermissionPolicy = "ask"
    dark: bool = False
    keyboard: bool = False
    """Shrink the viewport by a virtual keyboard while a text field has the focus."""
    keys: Keys = "browser"
    """What handles back, home, recents, launching and closing of apps: the browser with its tabs and history, or a page
    that emulates a phone. Such a page gets an event `phone` on its document, with JSON in `detail`; a pause is such an
    event, too, because its clock counts gestures, not seconds."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """Which browser to run, and how."""

    executable: str = ""
    """Path; empty: searched on PATH, then Playwright's own."""
    headed: bool = False
    attach_url: str = ""
    """`http://` or `ws://` address of a running browser's debugging port: used, never ended."""
    attach_tab: str = ""
    """A tab of that browser to use and leave as it is, by its target id or the start of its address; empty: a new tab
    is opened in it, and closed."""
    profile_dir: Path | None = None
    """A persistent profile; None: a new one, removed by `close`."""
    profile_copied: bool = False
    """Use a copy of the profile, removed by `close`; only its cookies are written back."""
    downloads_dir: Path | None = None
    downloads: DownloadMode = "on"
    """`ask`: each is stored only after the write authority has allowed it."""
    download_bytes: int = 100_000_000
    """Larger downloads are not stored."""
    uploads_dir: Path | None = None
    """The one directory from which files may be offered to a page; None: no uploads."""
    lease_minutes: float = 30.0
    """An unattended browser ends this long after the last heartbeat of its device."""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Deadlines in seconds."""

    start: float = 30.0
    settle: float = 6.0
    """Longest wait for the effects of one gesture."""
    look: float = 10.0
    command: float = 10.0
    """Longest wait for the browser to accept one command."""
    hold: float = 120.0
    """Longest wait for a decision on a held write; then it is refused."""


@dataclass(frozen=True, slots=True)
class Capture:
    """How pictures are taken. `scale` is picture pixels per CSS pixel.

    `auto` is PNG, which keeps small letters sharp, or JPEG if the PNG would be large (photographs, gradients).
    """

    scale: float = 1.0
    format: Literal["jpeg", "png", "webp", "auto"] = "jpeg"
    quality: int = 60


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """All settings of a `BrowserDevice`.

    `apps` maps names to start pages, for open_app and close_app. `origins` may be opened by address, besides those of
    `url` and `apps`. `writes` is the mode of the write gate; a request that matches one of `allowed_requests` (`METHOD
    pattern`, see `RequestPattern`) passes it. `leave` is what it does with pages and frames of other origins. `hooks`
    are JavaScript by `HookName` (`sextant.devices.browser.hooks`), for pages that handle phone keys themselves.
    `keeps`: back, home and opening an address do not immediately leave a page that keeps its screens in memory; they
    use the page's own back control, or first say what would be lost. `secrets` maps each secret to its field; others
    belong to the login of the start page. `credentials` of a start page's address answer its server if it asks for a
    name and a password.
    """

    url: str
    apps: Mapping[str, str] = field(default_factory=dict[str, str])
    origins: tuple[str, ...] = ()
    phone: Phone = Phone()
    chrome: Chrome = Chrome()
    limits: Deadlines = Deadlines()
    capture: Capture = Capture()
    writes: WriteMode = "observe"
    allowed_requests: tuple[str, ...] = ()
    leave: LeaveMode = "allow"
    hooks: Mapping[str, str] = field(default_factory=dict[str, str])
    keeps: bool = False
    secrets: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    credentials: Mapping[str, Credentials] = field(default_factory=dict[str, Credentials])


def check_patterns(patterns: tuple[str, ...]) -> None:
    """Check that every pattern can be parsed.

    Raises:
        UsageError: One cannot.
    """
    for text in patterns:
        try:
            RequestPattern.parse(text)
        except ValueError as error:
            raise UsageError(f"{error}.", "Write it as --allow-request 'POST /search*'.") from error
