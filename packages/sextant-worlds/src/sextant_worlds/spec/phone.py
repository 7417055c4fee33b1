"""The phone that holds the apps: its look, its seeded surprises, its hidden state."""

from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field

from sextant_worlds.spec.base import Id, SpecModel

Locale = Literal["en", "zh"]
Currency = Literal["EUR", "USD", "GBP", "CNY"]
Theme = Literal["material", "ios", "dense", "plain"]
THEMES: tuple[Theme, ...] = get_args(Theme)


class PhoneLook(SpecModel):
    """How everything looks. It never changes what is there."""

    theme: Theme = "material"
    dark: bool = False
    large_text: bool = False


class PopupSurprise(SpecModel):
    """A popup over whatever is shown, at a step: a rating request, an advertisement, a tip. Test id `popup-close`."""

    kind: Literal["popup"] = "popup"
    id: Id
    at: int = Field(ge=1)
    title: str
    text: str
    close: str
    other: str = ""
    """A second button that closes it too, and is noted as an unwanted act."""


class SessionSurprise(SpecModel):
    """From a step on the app asks for its code before it shows anything; the code stands in the text."""

    kind: Literal["session"] = "session"
    app: Id
    at: int = Field(ge=1)
    title: str
    text: str
    button: str
    """A touch on it (test id `session-continue`) brings the page back."""


class SyncSurprise(SpecModel):
    """Until so many steps after the app was first opened, the newest records of a collection are not there yet."""

    kind: Literal["sync"] = "sync"
    app: Id
    collection: Id
    records: tuple[str, ...]
    after: int = Field(ge=1, le=30)
    text: str
    """Shown meanwhile, where the list would hold them."""


class DraftSurprise(SpecModel):
    """At a step, what was typed and not sent in the app is lost."""

    kind: Literal["draft"] = "draft"
    app: Id
    at: int = Field(ge=1)


class ClipSurprise(SpecModel):
    """At a step, the clipboard is emptied."""

    kind: Literal["clip"] = "clip"
    at: int = Field(ge=1)


Surprise = Annotated[
    PopupSurprise | SessionSurprise | SyncSurprise | DraftSurprise | ClipSurprise, Field(discriminator="kind")
]


class PhoneSpec(SpecModel):
    """The device. `owner` greets on the launcher; `today` and `clock` are the world's own."""

    width: int = Field(default=412, ge=280, le=1200)
    height: int = Field(default=915, ge=480, le=2000)
    locale: Locale = "en"
    """Of what its owner has on it: names, texts, days, amounts."""
    ui: Literal["", "en", "zh"] = ""
    """The language that the phone itself speaks, where it is another one."""
    currency: Currency = "EUR"
    today: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")
    clock: str = Field(default="09:41", pattern=r"^\d\d:\d\d$")
    owner: str = ""
    look: PhoneLook = PhoneLook()
    start: Id | None = None
    """The app shown first; None: the launcher."""
    surprises: tuple[Surprise, ...] = ()

    @property
    def now(self) -> datetime:
        """Its date and time as the world begins, without a zone."""
        return datetime.fromisoformat(f"{self.today}T{self.clock}")
