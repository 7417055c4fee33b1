"""Settings of the browser device, in typed groups."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sextant.types.effects import LeaveMode, WriteMode
from sextant.types.geometry import Size
from sextant.types.secrets import Binding, Credentials

PermissionPolicy = Literal["ask", "grant", "deny"] | tuple[str, ...]
"""`ask`: prompts become screens of the device. A list names what pages of the run's own origins may use."""
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
    """What the page believes it runs on."""

    viewport: Size = Size(412, 915)
    scale_factor: float = 2.0
    """Device pixels per CSS pixel, as pages see it."""
    user_agent: str = ""
    """Empty: an Android Chrome of the version that is really running."""
    locale: str = "en-US"
    timezone: str = ""
    """IANA name; empty: the machine's own."""
    clock: float | None = None
    """Unix seconds the pages' clock starts at (it then runs); None: the real time."""
    geolocation: Position | None = None
    permissions: PermissionPolicy = "ask"
    dark: bool = False
    keyboard: bool = False
    """Shrink the viewport by a virtual keyboard while a text field has the focus."""
    keys: Keys = "browser"
    """Who answers back, home, recents, launching and closing of apps: the browser with its tabs and its history, or
    the page, which is a phone of its own. It is told by an event `phone` on its document, as JSON in `detail`; a
    pause is such an event too, for its clock counts gestures, not seconds."""


@dataclass(frozen=True, slots=True)
class Chrome:
    """Which browser, and how it is run."""

    executable: str = ""
    """Path; empty: looked for on PATH, then Playwright's own."""
    headed: bool = False
    attach_url: str = ""
    """`http://` or `ws://` address of a running browser's debugging port: used, never ended."""
    attach_tab: str = ""
    """A tab of that browser, by its target id or by the beginning of its address, that is used and left as it is;
    empty: one of ours is opened in it, and closed."""
    profile_dir: Path | None = None
    """A profile that is kept; None: a new one, removed by `close`."""
    profile_copied: bool = False
    """Use a copy of the profile, removed by `close`; of what the app changes in it, only cookies go back."""
    downloads_dir: Path | None = None
    downloads: DownloadMode = "on"
    """`ask`: each is kept only once whoever decides about writes has allowed it."""
    download_bytes: int = 100_000_000
    """A download that is larger is not kept."""
    uploads_dir: Path | None = None
    """The one directory from which files may be offered to a page; None: no uploads."""
    lease_minutes: float = 30.0
    """An unattended browser ends after this long without a sign of life from its device."""
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
    """So long a write is held for whoever decides about it; then it is refused."""


@dataclass(frozen=True, slots=True)
class Capture:
    """How pictures are taken. `scale` is picture pixels per CSS pixel.

    `auto` is PNG, which keeps small letters sharp, or JPEG where that would be large (photographs, gradients).
    """

    scale: float = 1.0
    format: Literal["jpeg", "png", "webp", "auto"] = "jpeg"
    quality: int = 60


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Everything a `BrowserDevice` needs to know.

    `apps` maps names to start pages, for open_app and close_app; `origins` are the origins whose addresses may be
    opened by address, besides those of `url` and `apps`. `writes` is the mode of the write gate; what matches one of
    `allowed_requests` (`METHOD pattern`, see `RequestPattern`) passes it. `leave` is what it does with pages and frames
    of other origins. `hooks` are JavaScript by `HookName`
    (`sextant.devices.browser.hooks`), for pages that answer a phone's keys themselves. `keeps`: back, home and opening
    an address do not leave a page that keeps its screens in memory at once; they use the page's own way back, or say
    first what would be lost. `secrets` are where each secret belongs, by name; one that is missing belongs into the
    login of the start page. `credentials` answer the start page's server where it asks for a name and a password.
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
    credentials: Credentials | None = None
