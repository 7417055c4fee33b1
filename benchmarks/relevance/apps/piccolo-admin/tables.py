"""The tables of a small orchestra: concerts and where they are given, works, musicians, instruments, bookings."""

import datetime
import enum
import os
from pathlib import Path

from piccolo.apps.user.tables import BaseUser
from piccolo.columns import Boolean, Date, Email, ForeignKey, Integer, Numeric, Serial, Text, Time, Varchar
from piccolo.columns.readable import Readable
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table
from piccolo_api.session_auth.tables import SessionsBase
from pydantic import BaseModel, EmailStr

DB = SQLiteEngine(path=str(Path(os.environ["APP_DATA"]) / "orchester.sqlite"))
TOKEN = "orchester"


class Sitzung(SessionsBase, tablename="sitzung", db=DB):
    """Who is signed in."""


class Benutzer(BaseUser, tablename="benutzer", db=DB):
    """Who may sign in."""


class Saal(Table, db=DB, help_text="Wo gespielt wird."):
    """A hall."""

    id: Serial
    name = Varchar()
    ort = Varchar()
    plaetze = Integer(help_text="Wie viele Leute hineinpassen.")
    barrierefrei = Boolean(default=True)

    @classmethod
    def get_readable(cls) -> Readable:
        """What stands for a row elsewhere."""
        return Readable(template="%s", columns=[cls.name])


class Komponist(Table, db=DB, help_text="Wer die Werke geschrieben hat."):
    """A composer."""

    id: Serial
    name = Varchar()
    geboren = Integer()
    land = Varchar()

    @classmethod
    def get_readable(cls) -> Readable:
        """What stands for a row elsewhere."""
        return Readable(template="%s", columns=[cls.name])


class Werk(Table, db=DB, help_text="Was gespielt wird."):
    """A work."""

    class Gattung(str, enum.Enum):  # noqa: UP042 - what the tables take
        """Its kind."""

        sinfonie = "Sinfonie"
        konzert = "Solokonzert"
        ouvertuere = "Ouvertüre"
        suite = "Suite"

    id: Serial
    titel = Varchar()
    komponist = ForeignKey(Komponist)
    gattung = Varchar(choices=Gattung)
    minuten = Integer()

    @classmethod
    def get_readable(cls) -> Readable:
        """What stands for a row elsewhere."""
        return Readable(template="%s", columns=[cls.titel])


class Konzert(Table, db=DB, help_text="Die Abende der Spielzeit."):
    """A concert."""

    id: Serial
    titel = Varchar()
    saal = ForeignKey(Saal)
    datum = Date()
    beginn = Time()
    hauptwerk = ForeignKey(Werk)
    ausverkauft = Boolean(default=False)
    ankuendigung = Text()

    @classmethod
    def get_readable(cls) -> Readable:
        """What stands for a row elsewhere."""
        return Readable(template="%s", columns=[cls.titel])


class Instrument(Table, db=DB, help_text="Was dem Orchester gehört."):
    """An instrument."""

    id: Serial
    name = Varchar()
    gruppe = Varchar()
    versicherungswert = Numeric(digits=(10, 2))


class Mitglied(Table, db=DB, help_text="Wer mitspielt."):
    """A musician."""

    id: Serial
    name = Varchar()
    stimme = Varchar()
    e_mail = Email()
    seit = Date()
    instrument = ForeignKey(Instrument)

    @classmethod
    def get_readable(cls) -> Readable:
        """What stands for a row elsewhere."""
        return Readable(template="%s", columns=[cls.name])


class Reservierung(Table, db=DB, help_text="Vorbestellte Karten."):
    """A booking."""

    id: Serial
    konzert = ForeignKey(Konzert)
    besteller = Varchar()
    karten = Integer()
    bezahlt = Boolean(default=False)


TABLES = (Benutzer, Sitzung, Saal, Komponist, Werk, Konzert, Instrument, Mitglied, Reservierung)


class Rundbrief(BaseModel):
    """What a form for a letter to all asks for."""

    betreff: str
    nachricht: str
    nur_streicher: bool = False


class Krankmeldung(BaseModel):
    """What a form of somebody who is ill asks for."""

    name: str
    e_mail: EmailStr
    von: datetime.date
    bis: datetime.date
