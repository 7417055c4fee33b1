"""The phone of the walks: somewhere to copy from, a form to fill in, an app that may lock itself."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World

__all__ = ["Names", "names_of", "phone_of"]

_FILE = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
_NAMES: Mapping[str, list[Any]] = _FILE["names"]
_APPS = json.dumps(_FILE["apps"], ensure_ascii=False)
"""Both apps; words in guillemets stand for what the phone of a seed has there."""


@dataclass(frozen=True, slots=True)
class Names:
    """What things are called on the phone of a seed."""

    source: str
    target: str
    records: tuple[str, ...]
    fact: str
    value: str
    other: str
    copy: str
    toast: str
    paste: str
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    group: str
    options: tuple[str, ...]
    switch: str
    save: str
    lock: tuple[str, str, str]
    popup: tuple[str, str, str, str]


def names_of(seed: int) -> Names:
    """Drawn from the seed alone."""
    rng = random.Random(f"belief names {seed}")  # noqa: S311 - a drawing of names, no secret
    fact, shape = rng.choice(_NAMES["facts"])

    def value() -> str:
        letters = "".join(rng.choice("ABCDEFGHKMNPRSTUVWXYZ") for _ in range(2))
        return shape.format(a=letters, n=rng.randint(1000, 9999), m=rng.randint(100, 999))

    group, options = rng.choice(_NAMES["groups"])
    target = rng.choice(_NAMES["targets"])
    title, text, button = rng.choice(_NAMES["locks"])
    fields = rng.sample(_NAMES["fields"], 3)
    return Names(
        source=rng.choice(_NAMES["sources"]),
        target=target,
        records=tuple(rng.sample(_NAMES["records"], 3)),
        fact=fact,
        value=value(),
        other=value(),
        copy=rng.choice(_NAMES["copies"]).format(fact=fact.lower()),
        toast=rng.choice(_NAMES["toasts"]).format(fact=fact),
        paste=rng.choice(_NAMES["pastes"]),
        fields=tuple(fields),
        texts=tuple(rng.sample(_NAMES["texts"], 3)),
        group=group,
        options=tuple(options),
        switch=rng.choice(_NAMES["switches"]),
        save=rng.choice(_NAMES["saves"]),
        lock=(title.format(app=target), text.format(app=target), button),
        popup=tuple(rng.choice(_NAMES["popups"])),
    )


def phone_of(seed: int, popup: int = 0, late: int = 0) -> World:
    """The phone of a seed. `popup`: the step at which one comes up, 0 for none; `late`: how long pages take.

    Its target app has let its owner in already (`session/target/1` counts as seen once a walk begins).
    """
    names = names_of(seed)
    surprises: list[dict[str, Any]] = [
        {"kind": "session", "app": "target", "at": 1} | dict(zip(("title", "text", "button"), names.lock, strict=True))
    ]
    if popup:
        said = dict(zip(("title", "text", "close", "other"), names.popup, strict=True))
        surprises.append({"kind": "popup", "id": "offer", "at": popup} | said)
    look = {"theme": ("material", "ios", "dense", "plain")[seed % 4]}
    return World.model_validate(
        {
            "version": 1,
            "id": f"belief-{seed}",
            "seed": seed,
            "phone": {"today": "2026-03-14", "owner": "Ada", "surprises": surprises, "look": look},
            "apps": _apps(names, late),
            "task": nothing_asked("belief").model_dump(mode="json"),
        }
    )


def _apps(names: Names, late: int) -> list[dict[str, Any]]:
    """Somewhere to copy from, and the form."""
    words = {name: getattr(names, name) for name in ("source", "target", "fact", "value", "other", "copy", "toast")}
    words |= {"paste": names.paste, "group": names.group, "switch": names.switch, "save": names.save}
    words["style"] = ("chips", "radio")[len(names.target) % 2]
    for one, several in (("record", names.records), ("field", names.fields), ("option", names.options)):
        words |= {f"{one}{place}": word for place, word in enumerate(several)}
    text = _APPS.replace('"«late»"', str(late))
    for name, word in words.items():
        text = text.replace(f"«{name}»", json.dumps(word, ensure_ascii=False)[1:-1])
    source, target = json.loads(text)
    if not names.toast:
        copied = next(block for page in source["pages"] for block in page["blocks"] if block.get("id") == "copy")
        del copied["do"][1]
    return [source, target]
