"""Makes the database of a small orchestra: a season of twelve concerts, who plays, and who has booked."""

import datetime
from decimal import Decimal

import tables as t
from piccolo.utils.sync import run_sync

SAELE = (
    ("Stadthalle", "Lindenau", 820, True),
    ("Alte Schmiede", "Lindenau", 140, False),
    ("Marienkirche", "Erlbach", 390, True),
    ("Freilichtbühne am See", "Seewalde", 1200, True),
)
KOMPONISTEN = (
    ("Ludwig van Beethoven", 1770, "Deutschland"),
    ("Antonín Dvořák", 1841, "Böhmen"),
    ("Fanny Hensel", 1805, "Deutschland"),
    ("Edvard Grieg", 1843, "Norwegen"),
    ("Louise Farrenc", 1804, "Frankreich"),
    ("Jean Sibelius", 1865, "Finnland"),
)
WERKE = (
    ("Sinfonie Nr. 7 in A-Dur", 1, "Sinfonie", 40),
    ("Aus der Neuen Welt", 2, "Sinfonie", 45),
    ("Ouvertüre in C-Dur", 3, "Ouvertüre", 10),
    ("Klavierkonzert in a-Moll", 4, "Solokonzert", 30),
    ("Sinfonie Nr. 3 in g-Moll", 5, "Sinfonie", 33),
    ("Karelia-Suite", 6, "Suite", 17),
    ("Violinkonzert in d-Moll", 6, "Solokonzert", 32),
    ("Peer-Gynt-Suite Nr. 1", 4, "Suite", 15),
    ("Egmont-Ouvertüre", 1, "Ouvertüre", 9),
)
KONZERTE = (
    ("Neujahrskonzert", 1, (2026, 1, 1), 17, 9, True, "Mit Sekt in der Pause."),
    ("Winterreise nach Norden", 3, (2026, 1, 25), 19, 7, False, "Sibelius bei Kerzenlicht."),
    ("Familienkonzert: Peer Gynt", 1, (2026, 2, 15), 11, 8, False, "Für Kinder ab sechs Jahren."),
    ("Frauen der Romantik", 2, (2026, 3, 8), 19, 5, True, "Hensel und Farrenc."),
    ("Passionskonzert", 3, (2026, 3, 29), 18, 3, False, "Eintritt frei, Spenden erbeten."),
    ("Frühlingserwachen", 1, (2026, 4, 19), 19, 4, False, "Mit der Pianistin Ida Brandt."),
    ("Neue Welt", 1, (2026, 5, 17), 19, 2, False, "Dvořák und ein Gast aus Prag."),
    ("Nacht der Blechbläser", 2, (2026, 6, 6), 21, 6, False, "Draußen, falls es nicht regnet."),
    ("Sommernacht am See", 4, (2026, 7, 11), 20, 1, True, "Picknick erlaubt."),
    ("Kehraus", 4, (2026, 7, 25), 20, 6, False, "Das letzte Konzert vor den Ferien."),
    ("Erntekonzert", 3, (2026, 10, 4), 17, 8, False, "Mit dem Kirchenchor."),
    ("Adventssingen", 3, (2026, 12, 6), 16, 3, False, "Alle singen mit."),
)
INSTRUMENTE = (
    ("Kontrabass mit fünf Saiten", "Streicher", 18500),
    ("Pauken, vier Kessel", "Schlagwerk", 24000),
    ("Celesta", "Tasten", 31000),
    ("Bassklarinette", "Holz", 9800),
    ("Kontrafagott", "Holz", 27500),
    ("Wagnertuba", "Blech", 7200),
    ("Große Trommel", "Schlagwerk", 2600),
    ("Konzertflügel", "Tasten", 98000),
)
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
