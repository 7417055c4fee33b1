"""Writes the mails of a small housing cooperative: bills, resets of a password, newsletters, minutes, tests."""

import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

OFFICE = "office@lindenhof.example"
MAILS = [
    (
        "Roofworks Ltd <billing@roofworks.example>",
        OFFICE,
        "Invoice 4468: scaffold, first week",
        "Scaffold rental, week 1.\n\nNet 640.00 EUR\nVAT 121.60 EUR\nTotal 761.60 EUR\n\nPayable within 14 days.",
    ),
    (
        "Lindenhof Accounts <no-reply@lindenhof.example>",
        "ada@lindenhof.example",
        "Your password reset code",
        "Hello Ada,\n\nyour code is 551 208. It is valid for 10 minutes.\n",
    ),
    (
        "Garden Letter <news@gardenletter.example>",
        OFFICE,
        "Garden Letter: bulbs for spring",
        "Plant tulips before the first frost.\n",
    ),
    ("QA <qa@lindenhof.example>", OFFICE, "Test 1", "Please ignore.\n"),
    ("QA <qa@lindenhof.example>", OFFICE, "Test 2", "Please ignore.\n"),
    ("QA <qa@lindenhof.example>", "bo@lindenhof.example", "Test 3", "Please ignore.\n"),
    (
        "Roofworks Ltd <billing@roofworks.example>",
        OFFICE,
        "Invoice 4471: scaffold, second week",
        "Scaffold rental, week 2.\n\nNet 545.00 EUR\nVAT 103.55 EUR\nTotal 648.55 EUR\n\nPayable within 14 days.",
    ),
    (
        "Cy Brandt <cy@lindenhof.example>",
        OFFICE,
        "Minutes of the roof meeting",
        "Present: Ada, Bo, Cy, Dee.\nDecided: the roof is repaired before November. Bo asks for a second offer.\n"
        "Next meeting: 3 December, 19:30, laundry room.\n",
    ),
    (
        "Garden Letter <news@gardenletter.example>",
        OFFICE,
        "Garden Letter: feeding birds",
        "Clean the feeder once a week.\n",
    ),
    (
        "Lindenhof Accounts <no-reply@lindenhof.example>",
        "bo@lindenhof.example",
        "Your password reset code",
        "Hello Bo,\n\nyour code is 118 640. It is valid for 10 minutes.\n",
    ),
    (
        "Dee Okafor <dee@lindenhof.example>",
        OFFICE,
        "Bicycle cellar key",
        "The key to the bicycle cellar is with the Novak family, second floor left, until Friday.\n",
    ),
    (
        "Lindenhof Accounts <no-reply@lindenhof.example>",
        "ada@lindenhof.example",
        "Your password reset code",
        "Hello Ada,\n\nyour code is 907 314. It is valid for 10 minutes.\n",
    ),
    (
        "Northpipe Water <service@northpipe.example>",
        OFFICE,
        "Water will be off on Tuesday",
        "The water is off on Tuesday from 09:00 to 11:30 because a valve is replaced.\n",
    ),
    (
        "Garden Letter <news@gardenletter.example>",
        OFFICE,
        "Garden Letter: pruning roses",
        "Prune above an outer bud.\n",
    ),
    (
        "Roofworks Ltd <billing@roofworks.example>",
        OFFICE,
        "Reminder: invoice 4468",
        "Invoice 4468 over 761.60 EUR is not paid yet. Please disregard this mail if you paid it.\n",
    ),
    (
        "Paint & Co <offers@paintco.example>",
        OFFICE,
        "Offer for the stairwell",
        "Painting of the stairwell, two coats, four floors.\nTotal 2 380.00 EUR, valid until 15 December.\n",
    ),
    (
        "Colour House <sales@colourhouse.example>",
        OFFICE,
        "Stairwell: our offer",
        "Two coats, four floors, railings included.\nTotal 2 145.00 EUR, valid until 30 November.\n",
    ),
]


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
