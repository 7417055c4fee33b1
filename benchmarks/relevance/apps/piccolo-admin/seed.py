"""Makes the database of a small orchestra: a season of twelve concerts, who plays, and who has booked."""

import datetime
import json
from decimal import Decimal
from pathlib import Path

import tables as t
from piccolo.utils.sync import run_sync

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
SAELE = CONTENT["saele"]
KOMPONISTEN = CONTENT["komponisten"]
WERKE = CONTENT["werke"]
KONZERTE = CONTENT["konzerte"]
INSTRUMENTE = CONTENT["instrumente"]
STIMMEN = ("Violine", "Viola", "Violoncello", "Kontrabass", "Flöte", "Oboe", "Klarinette", "Fagott", "Horn", "Posaune")
NAMEN = (
    "Anna Vogel", "Bruno Keil", "Carla Nowak", "Dirk Saalfeld", "Elif Aydin", "Frieda Holm", "Georg Ritter",
    "Hanna Lorenz", "Ivo Petrov", "Jule Sander", "Karl Wiese", "Lena Fuchs", "Malte Brandt", "Nora Engel",
    "Otto Lindner", "Paula Graf", "Quirin Moser", "Rosa Winkler", "Sven Albers", "Tilda Haas",
)  # fmt: skip


async def fill() -> None:
    """Tables, then rows."""
    for table in t.TABLES:
        await table.create_table(if_not_exists=True)
    await t.Benutzer.create_user(
        "leitung", "taktstock", admin=True, superuser=True, active=True, email="leitung@orchester.example"
    )
    await t.Benutzer.create_user("kasse", "abendkasse", admin=True, active=True, email="kasse@orchester.example")
    far = datetime.datetime(2099, 1, 1)  # noqa: DTZ001 - as the app keeps it
    await t.Sitzung(token=t.TOKEN, user_id=1, expiry_date=far, max_expiry_date=far).save()
    for name, ort, plaetze, frei in SAELE:
        await t.Saal(name=name, ort=ort, plaetze=plaetze, barrierefrei=frei).save()
    for name, geboren, land in KOMPONISTEN:
        await t.Komponist(name=name, geboren=geboren, land=land).save()
    for titel, komponist, gattung, minuten in WERKE:
        await t.Werk(titel=titel, komponist=komponist, gattung=gattung, minuten=minuten).save()
    for titel, saal, tag, stunde, werk, voll, text in KONZERTE:
        await t.Konzert(
            titel=titel, saal=saal, datum=datetime.date(*tag), beginn=datetime.time(stunde), hauptwerk=werk,
            ausverkauft=voll, ankuendigung=text,
        ).save()  # fmt: skip
    for name, gruppe, wert in INSTRUMENTE:
        await t.Instrument(name=name, gruppe=gruppe, versicherungswert=Decimal(wert)).save()
    for number, name in enumerate(NAMEN):
        mail = f"{name.split()[0].lower()}@orchester.example"
        seit = datetime.date(2008 + number % 15, 1 + number % 12, 1)
        await t.Mitglied(
            name=name, stimme=STIMMEN[number % 10], e_mail=mail, seit=seit, instrument=1 + number % 8
        ).save()
    for number in range(40):
        await t.Reservierung(
            konzert=1 + number * 5 % 12, besteller=NAMEN[number * 3 % 20], karten=1 + number % 4, bezahlt=number % 3 > 0
        ).save()


if __name__ == "__main__":
    run_sync(fill())
