"""Writes the wiki of a boat club: fifteen Swedish pages, some with older versions, one of them spoilt."""

import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask
from moin import current_app, flaskg
from moin.app import before_wiki, create_app
from moin.constants.keys import ACTION_SAVE, COMMENT, CONTENTTYPE, ITEMTYPE, NAME, REV_NUMBER, TAGS

CONTENT = json.loads(Path(__file__).with_name("content.json").read_text(encoding="utf-8"))
# name, tags, its versions from the oldest on as (text, comment)
PAGES = CONTENT["pages"]


def write(name: str, tags: list[str], text: str, comment: str, when: datetime) -> None:
    item = current_app.storage.get_item(name_exact=name)
    meta = {
        NAME: [name],
        TAGS: tags,
        COMMENT: comment,
        CONTENTTYPE: "text/x.moin.wiki;charset=utf-8",
        ITEMTYPE: "default",
        REV_NUMBER: 1,
    }
    if item:
        meta["itemid"], meta["parentid"] = item.itemid, item.meta["revid"]
        meta[REV_NUMBER] = len(list(item.iter_revs())) + 1
    flaskg.data_mtime = int(when.timestamp())
    data = io.BytesIO(text.replace("\n", "\r\n").encode())
    item.store_revision(meta, data, action=ACTION_SAVE, remote_addr="127.0.0.1")


def main() -> None:
    app: Flask = create_app()
    with app.app_context(), app.test_request_context("/"):
        before_wiki()
        when = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
        for name, tags, versions in PAGES:
            for text, comment in versions:
                write(name, tags, text, comment, when)
                when += timedelta(days=9, hours=5)


if __name__ == "__main__":
    main()
