"""A conference about coasts and the sea in June 2026: proposals, speakers, reviews, a schedule, mails, questions."""

import json
import random
import secrets
import sys
import uuid
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

DATA = Path(sys.argv[1])
BERLIN = timedelta(hours=2)  # in summer
BEGIN = datetime(2026, 6, 4, tzinfo=UTC) - BERLIN  # the first day, midnight in Berlin
CHANCE = random.Random(20260604)
MOMENTS = count()
secrets.choice = CHANCE.choice  # the same codes, names and times on every machine
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)

from babel.messages.mofile import write_mo  # noqa: E402
from babel.messages.pofile import read_po  # noqa: E402
from django.utils import timezone  # noqa: E402

timezone.now = lambda: datetime(2026, 3, 2, 8, tzinfo=UTC) + timedelta(minutes=7 * next(MOMENTS))


def translations() -> None:
    """Makes of translations as text what Django reads, and a stand-in of the editor that only npm can build."""
    import importlib.util

    package = Path(importlib.util.find_spec("pretalx").origin).parent
    with (package / "locale/de_DE/LC_MESSAGES/django.po").open("rb") as text:
        catalogue = read_po(text, locale="de")
    folder = DATA / "locale/de/LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "django.mo").open("wb") as out:
        write_mo(out, catalogue)
    for name in ("editor", "static"):
        (DATA / name).mkdir()
    (DATA / "editor/schedule-editor.js").write_text("")
    manifest = {"src/main.js": {"file": "schedule-editor.js"}}
    (DATA / "static/pretalx-manifest.json").write_text(json.dumps(manifest))


CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
TRACKS = CONTENT["tracks"]
TYPES = (("Workshop", 90), ("Kurzvortrag", 15), ("Podium", 60))
ROOMS = CONTENT["rooms"]
TAGS = CONTENT["tags"]
PEOPLE = CONTENT["people"]
TALKS = CONTENT["talks"]
# talk, day, hour, minute, room
PLACES = CONTENT["places"]
REVIEWS = CONTENT["reviews"]
COMMENTS = (
    (12, "Rammt der Windpark da noch?"),
    (4, "Wer stellt die Gummistiefel?"),
    (4, "Die Herberge hat zwanzig Paar."),
)
LINKS = (
    (5, "https://flut.example/modell", "Das Modell als Tabelle"),
    (1, "https://gras.example/karte", "Karte der Seegraswiesen"),
)
# question, variant, for, options, help
QUESTIONS = CONTENT["questions"]
FEEDBACK = CONTENT["feedback"]
# subject, text, to, sent (days after 1 April) or nothing
MAILS = CONTENT["mails"]


def main() -> None:
    """Makes the database in the folder."""
    translations()

    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import translation
    from django_scopes import scope, scopes_disabled

    call_command("migrate", verbosity=0)
    translation.activate("de")
    with scopes_disabled():
        event, me, reviewers, speakers = frame()
    with scope(event=event):
        parts = conference(event, speakers)
        talks = proposals(event, me, speakers, *parts)
        opinions(event, talks, reviewers, speakers)
        notices(event, speakers, *parts[:2])


def frame():
    """The organiser, its teams and two events: this year's, and last year's with next to nothing."""
    from pretalx.event.models import Event, Organiser, Team, TeamInvite
    from pretalx.person.models import User

    def person(name, email):
        return User.objects.create_user(name=name, email=email, password="deich", locale="de", timezone="Europe/Berlin")

    me = person("Wiebke Harms", "wiebke.harms@kuestentage.example")
    reviewers = [
        person("Lasse Thomsen", "lasse.thomsen@kuestentage.example"),
        person("Birte Carstens", "birte.carstens@kuestentage.example"),
    ]
    people = [person(name, f"gast{number:02}@post.example") for number, (name, _) in enumerate(PEOPLE, 1)]
    organiser = Organiser.objects.create(name="Verein Küstentage", slug="kuestenverein")
    rights = ("can_create_events", "can_change_teams", "can_change_organiser_settings", "can_change_event_settings")
    everything = dict.fromkeys((*rights, "can_change_submissions"), True)
    team = Team.objects.create(organiser=organiser, name="Orga-Kreis", all_events=True, **everything)
    team.members.add(me)
    jury = Team.objects.create(organiser=organiser, name="Programmbeirat", all_events=True, is_reviewer=True)
    jury.members.add(me, *reviewers)
    door = Team.objects.create(
        organiser=organiser, name="Helferinnen am Einlass", all_events=True, can_change_submissions=True
    )
    door.members.add(reviewers[1])
    TeamInvite.objects.create(team=door, email="fiete@post.example")
    common = {
        "organiser": organiser,
        "is_public": True,
        "timezone": "Europe/Berlin",
        "email": "programm@kuestentage.example",
        "locale": "de",
        "locale_array": "de",
        "content_locale_array": "de",
    }
    for name, slug, begin in (
        ("Küstentage 2025", "kuestentage-2025", date(2025, 6, 12)),
        ("Küstentage 2026", "kuestentage", date(2026, 6, 4)),
    ):
        event = Event.objects.create(
            name=name, slug=slug, date_from=begin, date_to=begin + timedelta(days=2), primary_color="#00629b", **common
        )
        event.build_initial_data()
    return event, me, reviewers, people


def conference(event, speakers):
    """The call for proposals, tracks, types, rooms, tags and who speaks."""
    from pretalx.person.models import SpeakerProfile
    from pretalx.schedule.models import Room
    from pretalx.submission.models import SubmissionType, Tag, Track

    event.landing_page_text = "Drei Tage über Deiche, Watt und Meer."
    event.save()
    event.cfp.headline = "Was bewegt die Küste?"
    event.cfp.text = "Reicht bis Ende März ein, gern auch auf Platt."
    event.cfp.deadline = datetime(2026, 3, 31, 21, 59, tzinfo=UTC)
    event.cfp.fields["track"] = {"visibility": "required"}
    event.cfp.save()
    tracks = [
        Track.objects.create(event=event, name=name, color=color, description=text, position=number)
        for number, (name, color, text) in enumerate(TRACKS)
    ]
    types = {"Vortrag": event.cfp.default_type}
    types["Vortrag"].name = "Vortrag"
    types["Vortrag"].save()
    for name, minutes in TYPES:
        types[name] = SubmissionType.objects.create(event=event, name=name, default_duration=minutes)
    rooms = [
        Room.objects.create(
            event=event,
            name=name,
            capacity=seats,
            description=text,
            speaker_info=info,
            position=number,
            guid=uuid.uuid4(),
        )
        for number, (name, seats, text, info) in enumerate(ROOMS)
    ]
    tags = [
        Tag.objects.create(event=event, tag=tag, color=color, description=text, is_public=public)
        for tag, color, text, public in TAGS
    ]
    for user, (name, text) in zip(speakers, PEOPLE, strict=True):
        notes = "Kommt erst am Freitag." if name == "Ole Lornsen" else None
        here = name in ("Insa Claussen", "Elke Boysen")
        SpeakerProfile.objects.create(user=user, event=event, biography=text, internal_notes=notes, has_arrived=here)
    return tracks, types, rooms, tags


def proposals(event, me, speakers, tracks, types, rooms, tags):
    """The proposals, and the schedule that was released."""
    from pretalx.submission.models import Submission

    talks = []
    for title, who, kind, track, state, marks, abstract in TALKS:
        talk = Submission.objects.create(
            event=event,
            title=title,
            submission_type=types[kind],
            track=tracks[track],
            state=state,
            abstract=abstract,
            description=f"{abstract} Danach ist Zeit für Fragen.",
            content_locale="de",
            do_not_record=title == "Wenn der Pager geht",
            is_featured=title in ("Nachts auf der Außenweser", "Klimadeich: breiter statt höher"),
        )
        talk.speakers.set([speakers[one] for one in who])
        talk.tags.set([tags[one] for one in marks])
        talk.log_action("pretalx.submission.create", person=speakers[who[0]])
        if state in ("accepted", "confirmed", "rejected"):
            talk.log_action(f"pretalx.submission.{'reject' if state == 'rejected' else 'accept'}", person=me, orga=True)
        talks.append(talk)
    for number, state in ((16, "accepted"), (18, "rejected")):
        talks[number].pending_state = state
        talks[number].save()
    for talk in talks:
        talk.update_talk_slots()
    for number, day, hour, minute, room in PLACES:
        talk = talks[number]
        slot = talk.slots.get(schedule=event.wip_schedule)
        slot.start = BEGIN + timedelta(days=day, hours=hour, minutes=minute)
        slot.end = slot.start + timedelta(minutes=talk.get_duration())
        slot.room = rooms[room]
        slot.save()
    event.wip_schedule.freeze("1.0 Ebbe", user=me, notify_speakers=False, comment="Der erste Plan.")
    return talks


def opinions(event, talks, reviewers, speakers) -> None:
    """What reviewers, speakers and the audience have said."""
    from pretalx.submission.models import Feedback, Resource, Review, SubmissionComment

    yes = {score.value: score for score in event.score_categories.first().scores.all()}
    for number, who, score, text in REVIEWS:
        review = Review.objects.create(submission=talks[number], user=reviewers[who], text=text)
        review.scores.add(yes[score])
        review.save()
    for number, text in COMMENTS:
        SubmissionComment.objects.create(submission=talks[number], user=reviewers[number % 2], text=text)
    for number, link, text in LINKS:
        Resource.objects.create(submission=talks[number], link=link, description=text)
    questions(event, talks, speakers)
    for number, who, text in FEEDBACK:
        Feedback.objects.create(talk=talks[number], speaker=None if who is None else speakers[who], review=text)


def notices(event, speakers, tracks, types) -> None:
    """What speakers are told, codes for those who are late, mails."""
    from pretalx.mail.models import MailTemplate, QueuedMail
    from pretalx.person.models import SpeakerInformation
    from pretalx.submission.models import SubmitterAccessCode

    for title, text, group in (
        ("Anreise und Fähre", "Die letzte Fähre geht um 18:40 Uhr.", "confirmed"),
        ("Folien und Technik", "Bitte als PDF, Format 16:9.", "accepted"),
        ("Packliste fürs Watt", "Gummistiefel, Windjacke, Sonnencreme.", "submitters"),
    ):
        SpeakerInformation.objects.create(event=event, title=title, text=text, target_group=group)
    for code, track, kind, uses, redeemed, notes in (
        ("NACHZUEGLER", None, None, 3, 1, "Für alle, die es verschwitzt haben."),
        ("PODIUM26", None, "Podium", 5, 2, "Nur für eingeladene Runden."),
        ("JUGENDFORSCHT", 1, None, 10, 0, "Schule am Meer."),
    ):
        SubmitterAccessCode.objects.create(
            event=event,
            code=code,
            track=None if track is None else tracks[track],
            submission_type=types.get(kind),
            maximum_uses=uses,
            redeemed=redeemed,
            internal_notes=notes,
        )
    MailTemplate.objects.create(
        event=event, subject="Einladung zum Helferfest", text="Moin {name}, am Samstag gibt es Krabbenbrot."
    )
    for subject, text, to, sent in MAILS:
        mail = QueuedMail.objects.create(
            event=event,
            subject=subject,
            text=text,
            locale="de",
            sent=None if sent is None else datetime(2026, 4, 1, 9, tzinfo=UTC) + timedelta(days=sent),
        )
        mail.to_users.add(speakers[to])


def questions(event, talks, speakers) -> None:
    """What is asked of speakers, of proposals and of reviewers, and some answers."""
    from pretalx.submission.models import Answer, AnswerOption, Question

    for position, (text, variant, target, options, note) in enumerate(QUESTIONS):
        question = Question.objects.create(
            event=event, question=text, variant=variant, target=target, help_text=note, position=position
        )
        made = [
            AnswerOption.objects.create(question=question, answer=one, position=number)
            for number, one in enumerate(options)
        ]
        if target == "speaker":
            for number, speaker in enumerate(speakers[:12]):
                answer = Answer.objects.create(
                    question=question,
                    person=speaker,
                    answer=str(made[number % len(made)].answer) if made else str(number % 3 != 0),
                )
                if made:
                    answer.options.add(made[number % len(made)])
        elif target == "submission":
            for number, talk in enumerate(talks[:6]):
                brought = ("Laptop", "Zwei Körbe", "Mikroskop")[number % 3]
                said = str(number % 2 == 0) if variant == "boolean" else brought
                Answer.objects.create(question=question, submission=talk, answer=said)


main()
