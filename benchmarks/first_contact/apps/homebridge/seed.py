"""The bridge of a holiday house: its configuration, two people, older configurations. The same on every machine."""

import json
import os
import sys
from pathlib import Path

BEGIN = 1_772_438_400  # 2 March 2026, 08:00
PEOPLE = (("claire", "Claire Fontaine", True), ("marc", "Marc Delmas", False), ("lucie", "Lucie Perrin", False))
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
CONFIG = CONTENT["config"]


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
