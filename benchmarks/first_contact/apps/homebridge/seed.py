"""The bridge of a holiday house: its configuration, two people, older configurations. The same on every machine."""

import json
import os
import sys
from pathlib import Path

BEGIN = 1_772_438_400  # 2 March 2026, 08:00
PEOPLE = (("claire", "Claire Fontaine", True), ("marc", "Marc Delmas", False), ("lucie", "Lucie Perrin", False))
LIGHTS = (("Lampe du salon", 60), ("Lampe de chevet", 30), ("Guirlande de la terrasse", 100), ("Plafonnier", 80))
SHUTTERS = ("Cuisine", "Chambre bleue", "Chambre des enfants", "Bureau")
CONFIG = {
    "bridge": {
        "name": "Gîte des Tilleuls",
        "username": "0E:21:5C:7A:93:B1",
        "pin": "031-45-154",
        "bind": ["127.0.0.1"],
        "advertiser": "bonjour-hap",
    },
    "accessories": [],
    "platforms": [
        {
            "platform": "config",
            "name": "Config",
            "port": 8581,
            "host": "127.0.0.1",
            "auth": "none",
            "lang": "fr",
            "theme": "teal",
            "lightingMode": "light",
            "tempUnits": "c",
            "linux": {"shutdown": "true", "restart": "true"},
            "scheduledBackupDisable": True,
        },
        {
            "platform": "Lumieres",
            "name": "Lumières",
            "passerelle": "192.0.2.20",
            "lampes": [{"nom": name, "intensite": value} for name, value in LIGHTS],
        },
        {"platform": "Volets", "name": "Volets", "duree": 18, "fenetres": [{"nom": name} for name in SHUTTERS]},
        {
            "platform": "Piscine",
            "name": "Piscine",
            "consigne": 26,
            "filtration": "nuit",
            "_bridge": {"username": "0E:4D:10:3B:77:C2", "name": "Piscine"},
        },
    ],
    "disabledPlugins": ["homebridge-arrosage"],
}


def main(folder: Path) -> None:
    """Writes all that the bridge keeps."""
    write(folder / "config.json", CONFIG)
    write(
        folder / "auth.json",
        [
            {"id": number, "username": user, "name": name, "hashedPassword": "00", "salt": "00", "admin": admin}
            for number, (user, name, admin) in enumerate(PEOPLE, 1)
        ],
    )
    write(folder / ".uix-secrets", {"secretKey": "5f" * 40})
    for days, temperature in ((-40, 24), (-12, 25)):
        older = json.loads(json.dumps(CONFIG))
        older["platforms"][3]["consigne"] = temperature
        moment = BEGIN + days * 86400
        file = folder / "backups" / "config-backups" / f"config.json.{moment * 1000}"
        write(file, older)
        os.utime(file, (moment, moment))


def write(file: Path, what: object) -> None:
    """Writes a file of JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(what, indent=4, ensure_ascii=False), encoding="utf-8")


main(Path(sys.argv[1]))
