"""Studies of a bakery: ovens, sourdough, a route of deliveries, a forecast; some with two objectives, notes and files."""

import math
import random
import sys
import uuid
from datetime import datetime, timedelta
from pathlib import Path

CHANCE = random.Random(20250407)
uuid.uuid4 = lambda: uuid.UUID(int=CHANCE.getrandbits(128), version=4)  # the same names on every machine

import optuna  # noqa: E402
from optuna.artifacts import FileSystemArtifactStore, upload_artifact  # noqa: E402
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution  # noqa: E402
from optuna.trial import FrozenTrial, TrialState  # noqa: E402
from optuna_dashboard import save_note  # noqa: E402
from optuna_dashboard._note import save_note_with_version  # noqa: E402

DATA = Path(sys.argv[1])
BEGIN = datetime(2025, 4, 7, 6)
STORAGE = optuna.storages.RDBStorage(f"sqlite:///{DATA}/studies.db")
(DATA / "artifacts").mkdir()
FILES = FileSystemArtifactStore(str(DATA / "artifacts"))
optuna.logging.set_verbosity(optuna.logging.WARNING)

OVEN = {
    "temperature": IntDistribution(180, 260),
    "steam_seconds": IntDistribution(0, 60),
    "humidity": FloatDistribution(0.4, 0.9),
    "tray": CategoricalDistribution(["stone", "steel", "mesh"]),
}
DOUGH = {
    "hydration": FloatDistribution(0.6, 0.85),
    "salt": FloatDistribution(0.015, 0.025),
    "rise_hours": IntDistribution(4, 36),
    "flour": CategoricalDistribution(["rye", "wheat", "spelt"]),
}
ROUTE = {"vans": IntDistribution(1, 6), "start_hour": IntDistribution(3, 8), "detour_km": FloatDistribution(0.0, 25.0)}
FORECAST = {
    "learning_rate": FloatDistribution(1e-4, 1e-1, log=True),
    "layers": IntDistribution(1, 6),
    "dropout": FloatDistribution(0.0, 0.5),
    "optimizer": CategoricalDistribution(["adam", "sgd", "rmsprop"]),
}


def draw(space: dict) -> dict:
    """A value for each parameter."""
    found = {}
    for name, one in space.items():
        if isinstance(one, CategoricalDistribution):
            found[name] = CHANCE.choice(one.choices)
        elif isinstance(one, IntDistribution):
            found[name] = CHANCE.randint(one.low, one.high)
        elif one.log:
            found[name] = round(math.exp(CHANCE.uniform(math.log(one.low), math.log(one.high))), 6)
        else:
            found[name] = round(CHANCE.uniform(one.low, one.high), 4)
    return found


def oven(p: dict) -> list[float]:
    crust = 9.5 - abs(p["temperature"] - 232) / 14 - abs(p["steam_seconds"] - 22) / 25 + (p["tray"] == "stone") * 0.5
    return [round(crust - abs(p["humidity"] - 0.7), 3)]


def dough(p: dict) -> list[float]:
    taste = 6 + p["rise_hours"] / 12 - abs(p["hydration"] - 0.74) * 12 - abs(p["salt"] - 0.02) * 300
    return [round(taste + (p["flour"] == "rye") * 0.4, 3), round(1.1 + p["rise_hours"] * 0.06 + p["salt"] * 20, 3)]


def route(p: dict) -> list[float]:
    return [round(95 / p["vans"] + p["detour_km"] * 1.7 + abs(p["start_hour"] - 4) * 6, 2)]


def forecast(p: dict) -> list[float]:
    slip = abs(math.log10(p["learning_rate"]) + 2.3) * 3 + abs(p["layers"] - 3) * 0.8 + p["dropout"] * 2
    return [round(11 + slip + (p["optimizer"] == "sgd") * 1.5, 3)]


STUDIES = (
    # name, directions, names of the objectives, space, function, trials, what is known of it, what is written about it
    (
        "bread-oven", ["maximize"], ["crust score"], OVEN, oven, 30, {"owner": "Mirjam", "oven": "deck oven 2"},
        "# Crust of the white loaf\n\nThree tasters, points from 0 to 10. *Stone trays* were lent by the mill.",
    ),
    (
        "sourdough-taste-and-cost", ["maximize", "minimize"], ["taste", "cost"], DOUGH, dough, 24,
        {"owner": "Anselm", "season": "winter"},
        "# Taste against cost\n\nCost in euros a loaf. Long rises taste better, and hold the cellar.",
    ),
    (
        "delivery-route", ["minimize"], ["minutes"], ROUTE, route, 18, {"owner": "Katrin", "city": "Lübeck"},
        "# Deliveries before seven\n\nMinutes until the last shop has its bread.",
    ),
    (
        "demand-forecast", ["minimize"], ["error"], FORECAST, forecast, 26, {"owner": "Mirjam", "data": "tills 2024"},
        "# Loaves for tomorrow\n\nMean error in loaves a shop; bad starts are pruned.",
    ),
    ("croissant-lamination", ["maximize"], ["layers"], {"folds": IntDistribution(2, 5)}, None, 0, {"owner": "Anselm"}, ""),
)
TRIAL_NOTES = {
    ("bread-oven", 7): "Tray was cold at the start.",
    ("bread-oven", 12): "Steam nozzle cleaned before this one.",
    ("delivery-route", 3): "Bridge was closed, detour by the harbour.",
    ("demand-forecast", 5): "Holiday week left out of the data.",
}
FILES_OF = {
    "bread-oven": ("tasting.csv", "taster,crust,crumb\nMirjam,8,7\nAnselm,9,8\nKatrin,8,8\n"),
    "delivery-route": ("stops.csv", "stop,arrival\nHarbour,05:40\nMarket,06:10\nSchool,06:35\n"),
}

for place, (name, directions, metrics, space, function, count, attributes, note) in enumerate(STUDIES):
    study = optuna.create_study(storage=STORAGE, study_name=name, directions=directions)
    study.set_metric_names(metrics)
    for word, value in attributes.items():
        study.set_user_attr(word, value)
    if note:
        save_note(study, note)
    for number in range(count):
        params = draw(space)
        values = function(params)
        state, steps = TrialState.COMPLETE, {}
        if name == "demand-forecast":
            steps = {step: round(values[0] + 9 * math.exp(-step / 3) + CHANCE.random(), 3) for step in range(10)}
            if number % 4 == 3:
                state, steps = TrialState.PRUNED, {step: steps[step] + 4 for step in range(4)}
        if number in (9, 17) and name in ("bread-oven", "delivery-route"):
            state = TrialState.FAIL
        begun = BEGIN + timedelta(days=place, minutes=23 * number)
        ended = begun + timedelta(minutes=9, seconds=CHANCE.randrange(400))
        whole = state == TrialState.COMPLETE
        study.add_trial(
            FrozenTrial(
                number=number, state=state, value=None, values=values if whole else None, datetime_start=begun,
                datetime_complete=ended, params=params, distributions=space, intermediate_values=steps, trial_id=0,
                user_attrs={"batch": f"B{place + 1}-{number // 6 + 1}", "baker": ("Mirjam", "Anselm", "Katrin")[number % 3]},
                system_attrs={},
            )
        )
    trials = study.trials
    for number, words in ((at, text) for (of, at), text in TRIAL_NOTES.items() if of == name):
        save_note_with_version(STORAGE, study._study_id, trials[number]._trial_id, 1, words)
    for file, text in (one for of, one in FILES_OF.items() if of == name):
        (DATA / file).write_text(text)
        upload_artifact(
            artifact_store=FILES, file_path=str(DATA / file), study_or_trial=study, storage=STORAGE,
            mimetype="text/csv",
        )
        (DATA / file).unlink()
