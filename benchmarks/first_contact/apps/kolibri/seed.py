"""A rural school: two channels of documents and exercises, three classes with lessons, quizzes and what came of them."""

import hashlib
import io
import json
import os
import random
import sys
import uuid
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

DATA = Path(sys.argv[1])
os.environ["KOLIBRI_HOME"] = str(DATA)
CHANCE = random.Random(20250310)
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same addresses on every machine

from kolibri.utils.main import initialize  # noqa: E402

initialize()

from django.contrib.auth.hashers import make_password  # noqa: E402
from kolibri.core.auth.models import Classroom, Facility, FacilityDataset, FacilityUser, LearnerGroup  # noqa: E402
from kolibri.core.bookmarks.models import Bookmark  # noqa: E402
from kolibri.core.content.models import (  # noqa: E402
    AssessmentMetaData,
    ChannelMetadata,
    ContentNode,
    File,
    Language,
    LocalFile,
)
from kolibri.core.content.utils import annotation, paths  # noqa: E402
from kolibri.core.content.utils.search import annotate_label_bitmasks  # noqa: E402
from kolibri.core.device.models import ContentCacheKey, DevicePermissions, DeviceSettings  # noqa: E402
from kolibri.core.device.utils import provision_device  # noqa: E402
from kolibri.core.exams.models import DraftExam, Exam, ExamAssignment  # noqa: E402
from kolibri.core.lessons.models import Lesson, LessonAssignment  # noqa: E402
from kolibri.core.logger.models import (  # noqa: E402
    AttemptLog,
    ContentSessionLog,
    ContentSummaryLog,
    MasteryLog,
)
from kolibri.core.notifications.models import LearnerProgressNotification  # noqa: E402
from le_utils.constants.labels import learning_activities, levels, subjects  # noqa: E402
from morango.models import Certificate  # noqa: E402

BEGIN = datetime(2025, 3, 10, 9, tzinfo=UTC)
PASSWORD = make_password("aromos", salt="aromos")


def key(*words: object) -> str:
    return hashlib.md5("/".join(str(word) for word in words).encode(), usedforsecurity=False).hexdigest()


# -- what is read and practised -------------------------------------------------------------------------------------

# of each channel: its topics with their subject, and of each the documents and exercises with their level
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
CHANNELS = CONTENT["channels"]


def pdf(title: str, text: str, pages: int) -> bytes:
    """A document of a few pages, each with its title and a line."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    for page in range(pages):
        words = (f"{title} ({page + 1})", text, "Escuela Rural Los Aromos")
        lines = [word.encode("cp1252", "replace").replace(b"(", rb"\(").replace(b")", rb"\)") for word in words]
        stream = b"BT /F1 22 Tf 60 740 Td 30 TL " + b" ".join(b"(" + line + b") Tj T*" for line in lines) + b" ET"
        kids.append(b"%d 0 R" % (len(objects) + 1))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 << "
            b"/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>"
            % (len(objects) + 2)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, b" ".join(kids))
    out = io.BytesIO(b"")
    out.write(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def perseus(questions: list[tuple[str, list[str]]], ids: list[str]) -> bytes:
    """An exercise: questions with one right answer of three, the first."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:

        def add(name: str, value: object) -> None:
            archive.writestr(zipfile.ZipInfo(name, (2025, 3, 1, 0, 0, 0)), json.dumps(value, sort_keys=True))

        add("exercise.json", {"all_assessment_items": ids, "assessment_mapping": dict.fromkeys(ids, "perseus_question")})
        for item, (question, answers) in zip(ids, questions, strict=True):
            choices = [{"content": answer, "correct": number == 0} for number, answer in enumerate(answers)]
            options = {"choices": choices[1:] + choices[:1], "randomize": False, "multipleSelect": False}
            radio = {"type": "radio", "graded": True, "options": options, "version": {"major": 1, "minor": 0}}
            body = {"content": f"{question}\n\n[[\u2603 radio 1]]", "images": {}, "widgets": {"radio 1": radio}}
            add(f"{item}.json", {"question": body, "answerArea": {}, "hints": [], "itemDataVersion": {"major": 0, "minor": 1}})
    return out.getvalue()


def keep(node: ContentNode, body: bytes, extension: str, preset: str) -> None:
    checksum = hashlib.md5(body, usedforsecurity=False).hexdigest()
    place = Path(paths.get_content_storage_file_path(f"{checksum}.{extension}"))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(body)
    local, _ = LocalFile.objects.get_or_create(
        id=checksum, defaults={"extension": extension, "file_size": len(body), "available": True}
    )
    File.objects.create(id=key(node.id, preset), local_file=local, contentnode=node, preset=preset, priority=1)


NODES: dict[str, ContentNode] = {}
ITEMS: dict[str, list[str]] = {}


def channel(name: str, about: str, author: str, topics: list) -> str:
    number = key("channel", name)
    shared = {
        "channel_id": number, "available": True, "author": author, "license_name": "CC BY", "license_owner": author,
        "lang_id": "es",
    }
    root = ContentNode.objects.create(
        id=number, content_id=key("content", name), title=name, description=about, kind="topic", **shared
    )
    ChannelMetadata.objects.create(
        id=number, name=name, description=about, author=author, version=4, root=root, min_schema_version="5",
        last_updated=BEGIN - timedelta(days=30),
    )
    for place, (title, summary, subject, parts) in enumerate(topics):
        topic = ContentNode.objects.create(
            id=key(number, title), content_id=key("content", number, title), parent=root, title=title,
            description=summary, kind="topic", sort_order=place, **shared,
        )
        for order, (kind, what, text, level, more) in enumerate(parts):
            exercise = kind == "exercise"
            node = ContentNode.objects.create(
                id=key(number, title, what), content_id=key("content", number, title, what), parent=topic, title=what,
                description=text, kind="exercise" if exercise else "document", sort_order=order, grade_levels=getattr(levels, level),
                categories=getattr(subjects, subject), duration=300 + 60 * order,
                learning_activities=learning_activities.PRACTICE if exercise else learning_activities.READ, **shared,
            )
            if exercise:
                ids = [key(what, question) for question, _ in more]
                keep(node, perseus(more, ids), "perseus", "exercise")
                AssessmentMetaData.objects.create(
                    id=key("assessment", node.id), contentnode=node, assessment_item_ids=ids,
                    number_of_assessments=len(ids), randomize=False, is_manipulable=True,
                    mastery_model={"type": "m_of_n", "m": 3, "n": 4},
                )
                ITEMS[what] = ids
            else:
                keep(node, pdf(what, text, more), "pdf", "document")
            NODES[what] = node
    return number


Language.objects.get_or_create(
    id="es", defaults={"lang_code": "es", "lang_name": "Español", "lang_direction": "ltr"}
)
for one in CHANNELS:
    made = channel(*one)
    nodes = ContentNode.objects.filter(channel_id=made)
    annotate_label_bitmasks(nodes)
    annotation.recurse_annotation_up_tree(made)
    annotation.set_channel_metadata_fields(made, public=False)
    annotation.set_channel_ancestors(made)
    annotate_label_bitmasks(nodes)
ContentCacheKey.update_cache_key()
NODES = {title: ContentNode.objects.get(id=node.id) for title, node in NODES.items()}

# -- who learns and who teaches -------------------------------------------------------------------------------------

dataset = FacilityDataset(
    preset="formal", learner_can_edit_username=False, learner_can_edit_name=False, learner_can_sign_up=False,
    learner_can_login_with_no_password=False, learner_can_edit_password=True, registered=False,
)
Certificate.calculate_uuid = lambda _self: key("Escuela Rural Los Aromos")  # its key is a new one each time
dataset.save()
facility = Facility.objects.create(name="Escuela Rural Los Aromos", dataset=dataset)


def person(username: str, name: str, number: str = "", born: str = "", gender: str = "") -> FacilityUser:
    user = FacilityUser.objects.create(
        username=username, full_name=name, password=PASSWORD, facility=facility, id_number=number or "",
        birth_year=born or "NOT_SPECIFIED", gender=gender or "NOT_SPECIFIED",
        date_joined=BEGIN - timedelta(days=20),
    )
    return user


head = person("mquintero", "Marisol Quintero", "D-01")
provision_device(
    device_name="Servidor de la biblioteca", language_id="es-419", default_facility=facility, allow_guest_access=False
)
DevicePermissions.objects.create(user=head, is_superuser=True, can_manage_content=True)
facility.add_admin(head)
COACHES = [
    person("tbarrios", "Tomás Barrios", "D-02", "1984", "MALE"),
    person("ealarcon", "Elvira Alarcón", "D-03", "1991", "FEMALE"),
    person("jpainen", "Juana Painén", "D-04", "1977", "FEMALE"),
]
facility.add_coach(COACHES[2])
LEARNERS = (
    ("Tercero básico", 1, ("Agustina Vera", "Bastián Rojas", "Catalina Huenchul", "Diego Sandoval", "Emilia Toro", "Felipe Cárcamo")),
    ("Quinto básico", 0, ("Gabriela Nahuel", "Héctor Muñoz", "Isidora Pino", "Joaquín Lagos", "Karina Soto", "Lautaro Mella", "Millaray Curín")),
    ("Taller de huerto", 2, ()),
)
CLASSES: dict[str, Classroom] = {}
PEOPLE: dict[str, FacilityUser] = {}
for room, coach, names in LEARNERS:
    classroom = Classroom.objects.create(name=room, parent=facility)
    CLASSES[room] = classroom
    classroom.add_coach(COACHES[coach])
    for place, name in enumerate(names):
        first, last = name.lower().translate(str.maketrans("áéíóúñ", "aeioun")).split()
        gender = "FEMALE" if first[-1] in "ay" else "MALE"
        user = person(first[0] + last, name, f"A-{len(PEOPLE) + 11}", str(2014 + 2 * coach), gender)
        PEOPLE[name] = user
        classroom.add_member(user)
for name in ("Nicolás Oyarzo", "Olivia Pacheco"):  # in no class
    PEOPLE[name] = person({"Nicolás Oyarzo": "noyarzo", "Olivia Pacheco": "opacheco"}[name], name, f"A-{len(PEOPLE) + 11}", "2014")
garden = CLASSES["Taller de huerto"]
for name in ("Catalina Huenchul", "Diego Sandoval", "Karina Soto", "Lautaro Mella"):
    garden.add_member(PEOPLE[name])
fifth, third = CLASSES["Quinto básico"], CLASSES["Tercero básico"]
GROUPS: dict[str, LearnerGroup] = {}
for name, classroom, members in (
    ("Los cóndores", fifth, ("Gabriela Nahuel", "Joaquín Lagos", "Karina Soto")),
    ("Los pudúes", fifth, ("Héctor Muñoz", "Isidora Pino", "Lautaro Mella")),
    ("Grupo de la ventana", third, ("Agustina Vera", "Bastián Rojas")),
):
    GROUPS[name] = LearnerGroup.objects.create(name=name, parent=classroom)
    for member in members:
        GROUPS[name].add_learner(PEOPLE[member])

# -- lessons, quizzes -------------------------------------------------------------------------------------

LESSONS = CONTENT["lessons"]
for room, title, about, active, parts, group in LESSONS:
    resources = [
        {"contentnode_id": NODES[part].id, "content_id": NODES[part].content_id, "channel_id": NODES[part].channel_id}
        for part in parts
    ]
    lesson = Lesson.objects.create(
        title=title, description=about, resources=resources, is_active=active, collection=CLASSES[room],
        created_by=head, date_created=BEGIN,
    )
    LessonAssignment.objects.create(lesson=lesson, collection=GROUPS[group] if group else CLASSES[room], assigned_by=head)


def questions(*titles: str) -> list[dict]:
    return [
        {
            "exercise_id": NODES[title].id, "question_id": item, "title": title, "counter_in_exercise": number,
            "item": f"{NODES[title].id}:{item}",
        }
        for title in titles
        for number, item in enumerate(ITEMS[title], 1)
    ]


def sections(*parts: tuple[str, tuple[str, ...]]) -> list[dict]:
    return [
        {
            "section_id": key("section", title, *titles), "section_title": title, "description": "",
            "question_count": len(questions(*titles)), "learners_see_fixed_order": True, "questions": questions(*titles),
            "resource_pool": [],
        }
        for title, titles in parts
    ]


QUIZZES = CONTENT["quizzes"]
WHO = {room: [PEOPLE[name] for name in names] for room, _, names in LEARNERS}
for room, title, parts, active, closed, results in QUIZZES:
    exam = Exam.objects.create(
        title=title, question_sources=sections(*parts), collection=CLASSES[room], creator=head, active=active,
        date_created=BEGIN + timedelta(days=3), date_activated=BEGIN + timedelta(days=4) if active else None,
        archive=closed, date_archived=BEGIN + timedelta(days=6) if closed else None, learners_see_fixed_order=True,
    )
    ExamAssignment.objects.create(exam=exam, collection=CLASSES[room], assigned_by=head)
    asked = exam.get_questions()
    for user, share in zip(WHO[room], results, strict=False):
        then = BEGIN + timedelta(days=5, minutes=7 * len(user.full_name))
        done = share > 0.3
        until = then + timedelta(minutes=25)
        shared = {"user": user, "start_timestamp": then, "end_timestamp": until, "time_spent": 1500.0}
        content = {"content_id": exam.id, "channel_id": None, "kind": "quiz", "progress": 1.0 if done else 0.0}
        summary = ContentSummaryLog.objects.create(completion_timestamp=until if done else None, **shared, **content)
        session = ContentSessionLog.objects.create(**shared, **content)
        mastery = MasteryLog.objects.create(
            summarylog=summary, mastery_criterion={"type": "quiz", "coach_assigned": True}, mastery_level=-1,
            complete=done, completion_timestamp=until if done else None, **shared,
        )
        for number, question in enumerate(asked if done else asked[:2]):
            right = number < round(share * len(asked))
            begun = then + timedelta(minutes=number)
            AttemptLog.objects.create(
                masterylog=mastery, sessionlog=session, user=user, item=question["item"], start_timestamp=begun,
                end_timestamp=begun + timedelta(minutes=1), completion_timestamp=begun + timedelta(minutes=1),
                time_spent=40.0 + number, complete=True, correct=1.0 if right else 0.0, answer={}, simple_answer="",
            )
        if done:
            LearnerProgressNotification.objects.create(
                notification_object="Quiz", notification_event="Completed", user_id=user.id,
                classroom_id=CLASSES[room].id, assignment_collections=[CLASSES[room].id], quiz_id=exam.id,
                quiz_num_correct=round(share * len(asked)), quiz_num_answered=len(asked), timestamp=until,
            )
DraftExam.objects.create(
    title="Prueba de junio (borrador)", question_sources=sections(("Todo", ("Comparar fracciones", "Estados del agua"))),
    collection=fifth, creator=head, assignments=[fifth.id], learner_ids=[],
)


def worked(user: FacilityUser, title: str, progress: float, day: int, rights: tuple[bool, ...] = ()) -> None:
    """What somebody did with a document or an exercise."""
    node = NODES[title]
    then = BEGIN + timedelta(days=day, minutes=11 * len(user.full_name))
    until = then + timedelta(minutes=12)
    shared = {
        "user": user, "content_id": node.content_id, "channel_id": node.channel_id, "start_timestamp": then,
        "end_timestamp": until, "time_spent": 420.0 + 30 * len(title), "progress": progress, "kind": node.kind,
    }
    summary = ContentSummaryLog.objects.create(completion_timestamp=until if progress >= 1 else None, **shared)
    session = ContentSessionLog.objects.create(**shared)
    if node.kind != "exercise":
        return
    mastery = MasteryLog.objects.create(
        user=user, summarylog=summary, mastery_criterion={"type": "m_of_n", "m": 3, "n": 4}, start_timestamp=then,
        end_timestamp=until, completion_timestamp=until if progress >= 1 else None, mastery_level=1,
        complete=progress >= 1, time_spent=400.0,
    )
    for number, right in enumerate(rights):
        AttemptLog.objects.create(
            masterylog=mastery, sessionlog=session, user=user, item=ITEMS[title][number % len(ITEMS[title])],
            start_timestamp=then + timedelta(minutes=number), end_timestamp=then + timedelta(minutes=number + 1),
            completion_timestamp=then + timedelta(minutes=number + 1), time_spent=35.0, complete=True,
            correct=1.0 if right else 0.0, answer={}, simple_answer="",
        )


for place, user in enumerate(WHO["Quinto básico"]):
    if place < 6:
        worked(user, "Fracciones con una torta", (1.0, 1.0, 0.5, 1.0, 1.0, 0.3)[place], 1)
    if place < 5:
        rights = ((True,) * 4, (True, False, True, True), (False, False, True, False), (True, False, False, False), (True,) * 3)[place]
        worked(user, "Comparar fracciones", 1.0 if sum(rights) >= 3 else 0.3, 2, rights)
    if place in (0, 3):
        worked(user, "El ciclo del agua", 1.0, 3)
for place, user in enumerate(WHO["Tercero básico"]):
    if place < 5:
        worked(user, "Germinar porotos en algodón", (1.0, 0.5, 1.0, 1.0, 0.2)[place], 1)
    if place < 3:
        rights = ((True,) * 4, (False, True, False, False), (True, True, False, True))[place]
        worked(user, "Partes de la planta", 1.0 if sum(rights) >= 3 else 0.3, 2, rights)
worked(head, "Diario de la luna", 0.4, 8)
worked(head, "Leer la hora", 0.3, 8, (True,))
for title in ("Un reloj de sol en el patio", "Insectos del huerto"):
    Bookmark.objects.create(
        user=head, contentnode_id=NODES[title].id, content_id=NODES[title].content_id,
        channel_id=NODES[title].channel_id, created=BEGIN - timedelta(days=len(title)),
    )
DeviceSettings.objects.update(language_id="es-419")
