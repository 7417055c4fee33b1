"""Writes the wiki of a boat club: fifteen Swedish pages, some with older versions, one of them spoilt."""

import io
from datetime import UTC, datetime, timedelta

from flask import Flask
from moin import current_app, flaskg
from moin.app import before_wiki, create_app
from moin.constants.keys import ACTION_SAVE, COMMENT, CONTENTTYPE, ITEMTYPE, NAME, REV_NUMBER, TAGS

MEMBERS = [
    ("198", "Gunnar Holm"),
    ("204", "Berit Åkesson"),
    ("207", "Åke Nyström"),
    ("213", "Stina Lindqvist"),
    ("219", "Lars Öberg"),
    ("226", "Maj Sandell"),
    ("231", "Sara Lindqvist"),
    ("236", "Tore Vikström"),
]
BERTHS = {11: "198 Gunnar Holm", 12: "207 Åke Nyström", 13: "213 Stina Lindqvist", 15: "226 Maj Sandell"}
BOATS = [
    ("Havsörn", "Gunnar Holm", "3,2"),
    ("Lilla My", "Åke Nyström", "1,4"),
    ("Vinga", "Stina Lindqvist", "4,6"),
    ("Tärnan", "Maj Sandell", "1,9"),
]
PHONES = (
    "Hamnkapten: Tore Vikström, 0301-555 {}\n\nKassör: Berit Åkesson, 0301-555 28\n\nSlipvakt: Lars Öberg, 0301-555 61"
)
SPAM = "KÖP BILLIGA KLOCKOR!!! Klicka här!!!"


def listed(rows: list[str]) -> str:
    return "\n".join(f" * {row}" for row in rows)


# name, tags, its versions from the oldest on as (text, comment)
PAGES: list[tuple[str, list[str], list[tuple[str, str]]]] = [
    (
        "Start",
        [],
        [
            (
                "Välkommen till klubbens wiki.\n\n"
                + listed(
                    [
                        f"[[{name}]]"
                        for name in (
                            "Medlemmar",
                            "Bryggplatser",
                            "Båtregister",
                            "Kranlyft",
                            "Prislista",
                            "Vinterförvaring",
                            "Telefonlista",
                            "Årsmöte 2026",
                        )
                    ]
                ),
                "",
            )
        ],
    ),
    ("Medlemmar", ["klubb"], [(listed([f"{number} {name}" for number, name in MEMBERS]), "")]),
    (
        "Bryggplatser",
        ["brygga"],
        [(listed([f"Plats {number}: {BERTHS.get(number, 'ledig')}" for number in range(11, 18)]), "")],
    ),
    (
        "Båtregister",
        ["båtar"],
        [(listed([f"{boat}, ägare {owner}, vikt {weight} ton" for boat, owner, weight in BOATS]), "")],
    ),
    (
        "Kranlyft",
        ["kran"],
        [
            (
                "Höstens kranlyft:\n\n"
                + listed(
                    [
                        "Lördag 26 september, kl. 10: Lilla My",
                        "Lördag 26 september, kl. 14: Vinga",
                        "Lördag 3 oktober, kl. 9: Tärnan",
                        "Lördag 3 oktober, kl. 13: Havsörn",
                    ]
                ),
                "",
            )
        ],
    ),
    (
        "Prislista",
        ["ekonomi"],
        [
            (
                "Kranlyft efter båtens vikt:\n\n"
                + listed(["upp till 2 ton: 640 kr", "över 2 till 4 ton: 870 kr", "över 4 ton: 1 190 kr"]),
                "",
            )
        ],
    ),
    ("Vinterförvaring", ["vinter"], [("Ställningen ska märkas med båtens namn och medlemsnummer.", "")]),
    ("Vinterförvaring (utkast)", ["vinter"], [("Utkast: allt ska märkas, men hur?", "")]),
    ("Vinterförvaring 2025", ["vinter"], [("Förra vinterns platser. Sparas för bokföringen.", "")]),
    (
        "Telefonlista",
        ["klubb"],
        [
            (PHONES.format("12"), ""),
            (PHONES.format("47"), "Tore har nytt nummer"),
            (SPAM, ""),
            (f"{SPAM}\n\n{SPAM}", "klockor"),
        ],
    ),
    (
        "Årsmöte 2026",
        ["protokoll"],
        [
            (
                (
                    "Protokoll från årsmötet den 22 februari 2026.\n\n"
                    "Styrelsen föreslog arbetsdag lördagen den 24 april 2027. Många är bortresta då. "
                    "Mötet beslutade i stället lördagen den 17 april 2027, kl. 9. Åke Nyström avböjde; "
                    "ansvarig blir Maj Sandell.\n\nÅrsavgiften blir oförändrad."
                ),
                "",
            )
        ],
    ),
    ("Styrelsemöte oktober 2026", ["protokoll"], [("Grillen i klubbstugan ska lagas. Nyckel 4 saknas.", "")]),
    ("Klubbstugan", ["klubb"], [("Bokas hos Berit Åkesson. Städa efter dig!", "")]),
    ("Gästhamn", ["brygga"], [("Gäster ligger på plats 30 till 36 och betalar 180 kr per natt.", "")]),
    ("Arbetsdag 2026", ["2026", "arbetsdag"], [("Lördagen den 18 april 2026, kl. 10. Ansvarig: Lars Öberg.", "")]),
]


def write(name: str, tags: list[str], text: str, comment: str, when: datetime) -> None:
    item = current_app.storage.get_item(name_exact=name)
    meta = {
        NAME: [name],
        TAGS: tags,
        COMMENT: comment,
        CONTENTTYPE: "text/x.moin.wiki;charset=utf-8",
        ITEMTYPE: "default",
        REV_NUMBER: 1,
    }
    if item:
        meta["itemid"], meta["parentid"] = item.itemid, item.meta["revid"]
        meta[REV_NUMBER] = len(list(item.iter_revs())) + 1
    flaskg.data_mtime = int(when.timestamp())
    data = io.BytesIO(text.replace("\n", "\r\n").encode())
    item.store_revision(meta, data, action=ACTION_SAVE, remote_addr="127.0.0.1")


def main() -> None:
    app: Flask = create_app()
    with app.app_context(), app.test_request_context("/"):
        before_wiki()
        when = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
        for name, tags, versions in PAGES:
            for text, comment in versions:
                write(name, tags, text, comment, when)
                when += timedelta(days=9, hours=5)


if __name__ == "__main__":
    main()
