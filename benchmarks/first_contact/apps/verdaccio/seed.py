"""A pottery's own registry: packages with readmes, versions, tags and dependencies, as the app keeps them."""

import base64
import gzip
import hashlib
import io
import json
import shutil
import sys
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

BEGIN = datetime(2025, 9, 1, 8, tzinfo=UTC)
PEOPLE = {
    "ines": {"name": "Ines Valdez", "email": "ines@kiln.example"},
    "tomas": {"name": "Tomas Brandt", "email": "tomas@kiln.example"},
    "yuki": {"name": "Yuki Morita", "email": "yuki@kiln.example"},
    "olu": {"name": "Olu Adeyemi", "email": "olu@kiln.example"},
}
PACKAGES = (
    # name, description, who, licence, keywords, versions with days, more tags, dependencies, development, more
    (
        "@kiln/glaze",
        "Mixes recipes for glazes from oxides",
        "ines",
        "MIT",
        ("glaze", "recipe", "oxide"),
        (("1.0.0", 0), ("1.1.0", 21), ("1.2.3", 60), ("2.0.0", 120), ("2.1.0", 170), ("3.0.0-beta.1", 182)),
        {"latest": "2.1.0", "beta": "3.0.0-beta.1", "legacy": "1.2.3"},
        {"@kiln/oxides": "^1.4.0", "@kiln/units": "^2.0.0", "round-grams": "^0.3.0"},
        {"wheel-test": "^4.0.0"},
        {"engines": {"node": ">=18"}, "homepage": "https://glaze.kiln.example"},
    ),
    (
        "@kiln/oxides",
        "Table of oxides with their weights and colours",
        "ines",
        "MIT",
        ("oxide", "chemistry", "data"),
        (("1.3.0", 5), ("1.4.0", 40), ("1.4.1", 111)),
        {},
        {},
        {"wheel-test": "^4.0.0"},
        {},
    ),
    (
        "@kiln/units",
        "Converts cones, degrees and grams",
        "tomas",
        "ISC",
        ("units", "temperature", "cone"),
        (("1.0.0", 2), ("2.0.0", 30), ("2.0.1", 95)),
        {},
        {},
        {"wheel-test": "^4.0.0"},
        {"engines": {"node": ">=16"}},
    ),
    (
        "@kiln/firing-curve",
        "Draws how hot an oven is over a night",
        "yuki",
        "Apache-2.0",
        ("chart", "temperature", "firing"),
        (("0.8.0", 12), ("0.9.0", 50), ("1.0.0", 140), ("1.0.1", 150)),
        {"next": "1.0.1", "latest": "1.0.0"},
        {"@kiln/units": "^2.0.0", "@kiln/oven-link": "~0.6.1"},
        {"wheel-test": "^4.0.0", "@kiln/storybook": "^5.1.0"},
        {"peerDependencies": {"shelf-ui": ">=3"}},
    ),
    (
        "@kiln/oven-link",
        "Reads the controller of an oven by its serial line",
        "yuki",
        "Apache-2.0",
        ("oven", "serial", "controller"),
        (("0.5.0", 10), ("0.6.0", 33), ("0.6.1", 70), ("0.6.2", 71)),
        {},
        {"@kiln/units": "^2.0.0"},
        {"wheel-test": "^4.0.0"},
        {"optionalDependencies": {"smoke-alarm": "^1.0.0"}},
    ),
    (
        "@kiln/storybook",
        "Every part of the shop's window in one book",
        "olu",
        "MIT",
        ("ui", "documentation"),
        (("5.0.0", 44), ("5.1.0", 90)),
        {},
        {"shelf-ui": "^3.2.0"},
        {},
        {},
    ),
    (
        "shelf-ui",
        "Buttons, shelves and price tags for the shop",
        "olu",
        "MIT",
        ("ui", "react", "shop"),
        (("2.9.0", 3), ("3.0.0", 48), ("3.1.0", 77), ("3.2.0", 133), ("3.2.1", 160)),
        {"latest": "3.2.1", "lts": "2.9.0"},
        {"price-tag": "^1.1.0"},
        {"wheel-test": "^4.0.0"},
        {"engines": {"node": ">=20", "npm": ">=10"}},
    ),
    (
        "price-tag",
        "Writes a price as people of a country do",
        "olu",
        "BSD-3-Clause",
        ("price", "currency", "i18n"),
        (("1.0.0", 8), ("1.1.0", 61)),
        {},
        {"round-grams": "^0.3.0"},
        {},
        {},
    ),
    (
        "round-grams",
        "Rounds weights so that they still add up",
        "tomas",
        "ISC",
        ("math", "rounding"),
        (("0.2.0", 1), ("0.3.0", 25)),
        {},
        {},
        {"wheel-test": "^4.0.0"},
        {},
    ),
    (
        "wheel-test",
        "Runs tests and tells which pot cracked",
        "tomas",
        "MIT",
        ("test", "runner", "cli"),
        (("3.0.0", 0), ("4.0.0", 15), ("4.1.0", 88)),
        {},
        {"crackle-report": "^1.0.0"},
        {},
        {"bin": {"wheel": "index.js"}},
    ),
    (
        "crackle-report",
        "Reports of failed tests as a page",
        "yuki",
        "MIT",
        ("test", "report"),
        (("1.0.0", 14), ("1.0.2", 66)),
        {},
        {},
        {},
        {},
    ),
    (
        "smoke-alarm",
        "Rings when a chimney is blocked",
        "yuki",
        "GPL-3.0-or-later",
        ("alarm", "safety"),
        (("0.9.0", 19), ("1.0.0", 52)),
        {},
        {"@kiln/oven-link": "^0.6.0"},
        {},
        {},
    ),
    (
        "clay-order",
        "Orders clay before it runs out",
        "ines",
        "UNLICENSED",
        ("shop", "stock", "cli"),
        (("1.0.0", 28), ("1.0.1", 29)),
        {},
        {"@kiln/units": "^1.0.0", "price-tag": "^1.0.0"},
        {},
        {"deprecated": "Use stock-room instead."},
    ),
    (
        "stock-room",
        "Counts what lies in the store",
        "ines",
        "MIT",
        ("shop", "stock"),
        (("0.1.0", 156), ("0.2.0", 178)),
        {},
        {"price-tag": "^1.1.0", "shelf-ui": "^3.2.0"},
        {"wheel-test": "^4.1.0", "@kiln/storybook": "^5.1.0"},
        {},
    ),
)
README = """# {name}

{description}.

## Install

```bash
npm install {name}
```

## Use

```js
import {{ start }} from "{name}";
start();
```

## Changes

{changes}

## Who to ask

{who} answers on weekdays. Licence: {licence}.
"""
USERS = {"ines": "terracotta", "tomas": "porcelain"}


def main(folder: Path) -> None:
    """Writes the configuration, those who may publish, and all packages."""
    shutil.copy(Path(__file__).with_name("config.yaml"), folder / "config.yaml")
    hashes = (
        f"{user}:{{SHA}}{base64.b64encode(hashlib.sha1(word.encode()).digest()).decode()}:autocreated 2025-09-01"
        for user, word in USERS.items()
    )
    (folder / "htpasswd").write_text("\n".join(hashes) + "\n")
    storage = folder / "storage"
    for one in PACKAGES:
        package(storage, *one)
    names = [one[0] for one in PACKAGES]
    (storage / ".verdaccio-db.json").write_text(
        json.dumps({"list": names, "secret": "0123456789abcdef0123456789abcdef"})
    )


def package(storage, name, description, who, licence, keywords, versions, tags, needs, tests, more) -> None:
    """Writes one package: what is known of it, and a tarball for each version."""
    folder = storage / name
    folder.mkdir(parents=True)
    short = name.split("/")[-1]
    person = PEOPLE[who]
    manifests, times, attachments, files = {}, {}, {}, {}
    for number, (version, days) in enumerate(versions):
        when = (BEGIN + timedelta(days=days, hours=number)).isoformat().replace("+00:00", ".000Z")
        changes = "\n".join(f"- {past}: {note(index)}" for index, (past, _) in enumerate(versions[: number + 1]))
        readme = README.format(name=name, description=description, changes=changes, who=person["name"], licence=licence)
        manifest = {
            "name": name,
            "version": version,
            "description": description,
            "author": person,
            "license": licence,
            "keywords": list(keywords),
            "main": "index.js",
            "repository": {"type": "git", "url": f"https://code.kiln.example/{short}"},
            "bugs": {"url": f"https://code.kiln.example/{short}/issues"},
            "dependencies": needs if number else {},
            "devDependencies": tests,
            **{key: value for key, value in more.items() if key != "deprecated" or number == 0},
        }
        ball = tarball(manifest, readme)
        file = f"{short}-{version}.tgz"
        (folder / file).write_bytes(ball)
        shasum = hashlib.sha1(ball).hexdigest()
        manifests[version] = {
            **manifest,
            "_id": f"{name}@{version}",
            "_nodeVersion": "20.11.0",
            "_npmVersion": "10.2.4",
            "_npmUser": person,
            "maintainers": [person],
            "contributors": [PEOPLE[other] for other in ("tomas", "olu") if other != who],
            "readme": readme,
            "readmeFilename": "README.md",
            "dist": {
                "integrity": "sha512-" + base64.b64encode(hashlib.sha512(ball).digest()).decode(),
                "shasum": shasum,
                "tarball": f"http://127.0.0.1/{name}/-/{file}",
                "fileCount": 3,
                "unpackedSize": 1200 + 37 * len(readme),
            },
        }
        times[version] = when
        attachments[file] = {"shasum": shasum, "version": version}
        files[version] = readme
    newest = tags.get("latest", versions[-1][0])
    first, last = times[versions[0][0]], max(times.values())
    (folder / "package.json").write_text(
        json.dumps(
            {
                "_id": name,
                "name": name,
                "versions": manifests,
                "time": {"created": first, "modified": last, **times},
                "users": {},
                "dist-tags": {"latest": newest, **tags},
                "_uplinks": {},
                "_distfiles": {},
                "_attachments": attachments,
                "_rev": f"{len(versions)}-{hashlib.md5(name.encode()).hexdigest()[:16]}",
                "readme": files[newest],
            },
            indent=1,
        )
    )


def note(number: int) -> str:
    """What was new in a version."""
    notes = (
        "first of all",
        "faster by half",
        "mends the count of rests",
        "new names for everything",
        "less to install",
    )
    return notes[number % len(notes)]


def tarball(manifest, readme: str) -> bytes:
    """A package as npm packs it, the same bytes every time."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        texts = {
            "package.json": json.dumps(manifest, indent=2),
            "README.md": readme,
            "index.js": "export const start = 1;\n",
        }
        for path, text in texts.items():
            raw = text.encode()
            info = tarfile.TarInfo(f"package/{path}")
            info.size, info.mtime, info.mode = len(raw), int(BEGIN.timestamp()), 0o644
            tar.addfile(info, io.BytesIO(raw))
    return gzip.compress(plain.getvalue(), mtime=0)


main(Path(sys.argv[1]))
