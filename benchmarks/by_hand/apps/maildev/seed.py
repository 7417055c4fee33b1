"""Writes the mails of a small housing cooperative: bills, resets of a password, newsletters, minutes, tests."""

import json
import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
MAILS = CONTENT["mails"]


def main(data: Path) -> None:
    (data / "mail").mkdir(parents=True)
    sent = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
    for number, (sender, to, subject, text) in enumerate(MAILS, 1):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Date"] = sent + timedelta(hours=7 * number)
        mail["Message-ID"] = f"<{number}@lindenhof.example>"
        mail.set_content(text)
        (data / "mail" / f"mail{number:02d}.eml").write_bytes(bytes(mail))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
