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
CONTENT = json.loads(Path(__file__).with_name("packages.json").read_text(encoding="utf-8"))
PEOPLE = CONTENT["people"]
PACKAGES = CONTENT["packages"]
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
USERS = CONTENT["users"]


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
