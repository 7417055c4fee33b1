"""An orchard's archive: letters, varieties and reports from visitors that four people label in five projects."""

import json
import random
import sys
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

DATA = Path(sys.argv[1])
(DATA / "studio").mkdir()
CHANCE = random.Random(20250512)
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same on every machine

import label_studio.server as server  # noqa: E402

server._setup_env()

from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0, interactive=False)

from data_manager.models import Filter, FilterGroup, View  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from organizations.models import Organization, OrganizationMember  # noqa: E402
from projects.models import Project  # noqa: E402
from tasks.models import Annotation, Prediction, Task  # noqa: E402
from users.models import User  # noqa: E402
from webhooks.models import Webhook, WebhookAction  # noqa: E402

HIDDEN = [
    f"tasks:{name}"
    for name in (
        "inner_id", "completed_at", "cancelled_annotations", "total_predictions", "annotations_results",
        "annotations_ids", "predictions_score", "predictions_model_versions", "predictions_results", "file_upload",
        "storage_filename", "created_at", "updated_at", "updated_by", "avg_lead_time", "draft_exists",
    )
]
BEGIN = datetime(2025, 5, 12, 8, tzinfo=UTC)
PASSWORD = make_password("orchard", salt="orchard")
PEOPLE = (("Edith", "Pomeroy"), ("Jonas", "Brightwell"), ("Rosalind", "Achebe"), ("Piotr", "Wilk"))
users = [
    User.objects.create(
        email=f"{first.lower()}.{last.lower()}@orchard.example", username=f"{first.lower()}{last.lower()}",
        first_name=first, last_name=last, password=PASSWORD, date_joined=BEGIN, last_activity=BEGIN,
        allow_newsletters=False,
    )
    for first, last in PEOPLE
]
house = Organization.create_organization(created_by=users[0], title="Pomeroy Orchard Archive")
for user in users:
    OrganizationMember.objects.get_or_create(organization=house, user=user)
    user.active_organization = house
    user.save()

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
PROJECTS = CONTENT["projects"]
for place, (title, about, color, config, instruction, tasks) in enumerate(PROJECTS):
    project = Project.objects.create(
        title=title, description=about, color=color, label_config=config, expert_instruction=instruction,
        show_instruction=bool(instruction), organization=house, created_by=users[0], is_published=True,
    )
    for number, (text, found) in enumerate(tasks):
        task = Task.objects.create(
            project=project, data={"text": text, "shelf": f"{'ABC'[number % 3]}{place + 1}"}, inner_id=number + 1,
            overlap=1,
        )
        if not found:
            continue
        if "Labels" in config:
            at = text.index(found)
            kind = {"Hereford": "Place", "Mr Tolley": "Person", "perry pear": "Tree"}[found]
            value = {"start": at, "end": at + len(found), "text": found, "labels": [kind]}
            result = {"from_name": "label", "to_name": "text", "type": "labels", "value": value}
        elif "Rating" in config:
            result = {"from_name": "stars", "to_name": "text", "type": "rating", "value": {"rating": found}}
        else:
            result = {"from_name": "kind", "to_name": "text", "type": "choices", "value": {"choices": [found]}}
        Annotation.objects.create(
            task=task, project=project, completed_by=users[(number + place) % 4], lead_time=12.5 + number,
            result=[{"id": f"r{place}{number}", **result}],
        )
        if place == 0:
            Prediction.objects.create(
                task=task, project=project, model_version="pomology-2", score=round(0.5 + number / 20, 2),
                result=[{"id": f"p{number}", **result}],
            )
    Task.objects.filter(project=project).update(created_at=BEGIN + timedelta(days=place))
    Annotation.objects.filter(project=project).update(
        created_at=BEGIN + timedelta(days=place + 3), updated_at=BEGIN + timedelta(days=place + 3)
    )
    project.update_tasks_states(
        maximum_annotations_changed=False, overlap_cohort_percentage_changed=False, tasks_number_changed=True
    )
    project.summary.update_data_columns(list(project.tasks.all()))
    project.summary.update_created_annotations_and_labels(list(Annotation.objects.filter(project=project)))
    Project.objects.filter(pk=project.pk).update(created_at=BEGIN + timedelta(days=place), updated_at=BEGIN)
    if not tasks:
        continue
    tabs = [("Everything", None)]
    if place == 0:
        tabs += [("Shelf B", "B1"), ("Shelf C", "C1")]
    for order, (name, shelf) in enumerate(tabs):
        group = None
        if shelf:
            group = FilterGroup.objects.create(conjunction="and")
            group.filters.add(
                Filter.objects.create(
                    index=0, column="filter:tasks:data.shelf", type="String", operator="equal", value=shelf
                )
            )
        View.objects.create(
            project=project, user=users[0], order=order, filter_group=group,
            data={"title": name, "type": "list", "target": "tasks", "hiddenColumns": {"explore": HIDDEN, "labeling": HIDDEN}},
        )
apples = Project.objects.get(title="Apple varieties")
hook = Webhook.objects.create(
    organization=house, project=apples, url="http://127.0.0.1:9/ledger", send_for_all_actions=False, is_active=False
)
WebhookAction.objects.create(webhook=hook, action="ANNOTATION_CREATED")
Webhook.objects.update(created_at=BEGIN, updated_at=BEGIN)
