"""A bakery's models: three experiments with runs, files, models and datasets, an assistant with prompts and traces."""

import itertools
import json
import math
import os
import random
import sys
import time
import uuid
from pathlib import Path

BEGIN = 1_772_438_400  # 2 March 2026, 08:00
CHANCE = random.Random(20260302)
MOMENTS = itertools.count()
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same names and times on every machine
time.time = lambda: BEGIN + 30 * 86400 + next(MOMENTS) * 0.001
random.seed(20260302)
os.environ["LOGNAME"] = os.environ["USER"] = "ada"

import mlflow  # noqa: E402 - after names and times were made the same
from mlflow import MlflowClient  # noqa: E402
from mlflow.entities import DatasetInput, InputTag, Metric, Param, RunTag  # noqa: E402
from mlflow.entities.logged_model_status import LoggedModelStatus  # noqa: E402
from mlflow.genai.datasets import create_dataset  # noqa: E402

HOUR, DAY = 3600, 86400
EXPERIMENTS = {
    "bread-demand": "How many loaves each shop sells tomorrow.",
    "oven-faults": "Which oven will break within a week.",
    "recipe-assistant": "Answers questions of customers about recipes and allergens.",
}
CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
# experiment, name, day, status, params, last metrics
RUNS = CONTENT["runs"]
THROWN_AWAY = ("wrong-calendar", 4, "FINISHED", {"model": "forest", "trees": "50"}, {"mae": 11.9, "rmse": 16.0})
FILES = {
    "report/summary.md": "# {name}\n\nTrained on two years of sales.\n",
    "report/by_shop.csv": "shop,mae\nMill Lane,5.2\nHarbour,6.8\nStation,7.1\n",
    "features.json": json.dumps({"features": ["weekday", "rain", "holiday", "school term"]}, indent=1),
}
MODELS = CONTENT["models"]
PROMPTS = CONTENT["prompts"]
QUESTIONS = CONTENT["questions"]


def main(folder: str) -> None:
    """Makes the database and the files in `folder`."""
    data = Path(folder)
    mlflow.set_tracking_uri(f"sqlite:///{data}/mlflow.db")
    mlflow.set_registry_uri(f"sqlite:///{data}/mlflow.db")
    client = MlflowClient()
    experiments = {}
    for name, text in EXPERIMENTS.items():
        kind = "genai_development" if name == "recipe-assistant" else "custom_model_development"
        tags = {"mlflow.note.content": text, "mlflow.experimentKind": kind, "team": "bakery"}
        experiments[name] = client.create_experiment(name, f"mlflow-artifacts:/{name}", tags)
    runs, logged = {}, {}
    for experiment, name, day, status, params, metrics in RUNS:
        runs[name] = a_run(client, data, experiments[experiment], experiment, name, day, status, params, metrics)
        if status == "FINISHED" and name not in ("baseline-mean", "thresholds"):
            logged[name] = a_logged_model(client, data, experiments[experiment], experiment, name, runs[name], metrics)
    for name, (text, versions, aliases) in MODELS.items():
        client.create_registered_model(name, {"team": "bakery"}, text)
        for run in versions:
            model = logged[run]
            client.create_model_version(name, f"models:/{model}", runs[run], description=f"From {run}.", model_id=model)
        for alias, version in aliases.items():
            client.set_registered_model_alias(name, alias, str(version))
    for name, templates in PROMPTS.items():
        for number, template in enumerate(templates, 1):
            client.register_prompt(name, template, commit_message=f"Version {number}", tags={"owner": "ada"})
    client.set_prompt_alias("allergen-answer", "production", 2)
    traces(experiments["recipe-assistant"])

    for name, questions in (("allergen-questions", QUESTIONS[:3]), ("storage-questions", QUESTIONS[3:4])):
        made = create_dataset(name, experiment_id=experiments["recipe-assistant"], tags={"owner": "ada"})
        made.merge_records(
            [{"inputs": {"question": asked}, "expectations": {"answer": said}} for asked, said, _ in questions]
        )
    thrown = a_run(client, data, experiments["bread-demand"], "bread-demand", *THROWN_AWAY)
    client.delete_run(thrown)


def a_run(client, data, number, experiment, name, day, status, params, metrics) -> str:
    """A run with parameters, metrics over twenty steps, tags and files."""
    start = (BEGIN + day * DAY) * 1000
    tags = {"mlflow.user": "ada", "mlflow.source.name": f"{experiment}/train.py", "mlflow.source.type": "LOCAL"}
    tags |= {"mlflow.note.content": f"The run {name}.", "season": "winter" if day < 8 else "spring"}
    run = client.create_run(number, start, tags, name).info.run_id
    measured = []
    for key, last in metrics.items():
        for step in range(20):
            value = last * (1 + (0.8 if key in ("mae", "rmse") else -0.3) * math.exp(-step / 4))
            measured.append(Metric(key, round(value, 4), start + step * 60_000, step))
    client.log_batch(run, measured, [Param(*one) for one in params.items()], [RunTag("shop", "all")])
    frame = mlflow.data.from_numpy(_numbers(), name=f"{experiment}-sales" if "bread" in experiment else "oven-sensors")
    client.log_inputs(run, [DatasetInput(frame._to_mlflow_entity(), [InputTag("mlflow.data.context", "training")])])
    for file, text in FILES.items():
        path = data / "artifacts" / experiment / run / "artifacts" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{name}", name), encoding="utf-8")
    client.set_terminated(run, status, start + 25 * 60_000)
    return run


def _numbers():
    import numpy

    return numpy.arange(12.0).reshape(4, 3)


def a_logged_model(client, data, number, experiment, name, run, metrics) -> str:
    """The model that a run made."""
    model = client.create_logged_model(
        number, f"{name}-model", run, {"shop": "all"}, {"flavour": "sklearn"}, "regressor"
    )
    client.finalize_logged_model(model.model_id, LoggedModelStatus.READY)
    for key, value in metrics.items():
        client.log_metric(run, f"test_{key}", value, timestamp=BEGIN * 1000, step=0, model_id=model.model_id)
    path = data / "artifacts" / experiment / "models" / model.model_id / "artifacts" / "MLmodel"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"model_id: {model.model_id}\nflavors:\n  python_function:\n    loader_module: mlflow.sklearn\n")
    return model.model_id


def traces(number) -> None:
    """Questions that the assistant was asked, two of them in one conversation."""
    mlflow.set_experiment(experiment_id=number)
    for order, (asked, said, status) in enumerate(QUESTIONS):
        begun = (BEGIN + 20 * DAY + order * HOUR) * 10**9
        root = mlflow.start_span_no_context(
            "answer",
            span_type="CHAIN",
            inputs={"question": asked},
            experiment_id=number,
            start_time_ns=begun,
            metadata={"mlflow.trace.session": f"customer-{1 + order // 2}", "mlflow.trace.user": "website"},
            tags={"shop": "Harbour"},
        )
        found = mlflow.start_span_no_context(
            "look up the recipe", "RETRIEVER", root, inputs={"query": asked}, start_time_ns=begun + 10**8
        )
        found.end(outputs={"pages": 3}, end_time_ns=begun + 4 * 10**8)
        model = mlflow.start_span_no_context(
            "ask the model", "LLM", root, inputs={"prompt": asked}, start_time_ns=begun + 4 * 10**8
        )
        model.end(outputs={"text": said}, status=status, end_time_ns=begun + 14 * 10**8)
        root.end(outputs={"answer": said}, status=status, end_time_ns=begun + 15 * 10**8)
        if status == "OK":
            mlflow.log_feedback(
                trace_id=root.trace_id,
                name="helpful",
                value=order != 2,
                source=mlflow.entities.AssessmentSource("HUMAN", "ada"),
            )


main(sys.argv[1])
