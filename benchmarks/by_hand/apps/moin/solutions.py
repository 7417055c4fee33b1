"""What each task asks for, done through the wiki's own forms."""

import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path

from benchmarks.by_hand.truth import tasks

WIKI = "?contenttype=text/x.moin.wiki%3Bcharset%3Dutf-8&itemtype=default&template="


def _page(address: str, path: str, form: dict[str, str] | None = None) -> str:
    body = None if form is None else urllib.parse.urlencode(form).encode()
    path = urllib.parse.quote(path, safe="/+?&=;%@")
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/{path}", body), timeout=30) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as e:
        if form is None or e.code != 404:  # 404: the form was taken, and leads to a page that is gone
            raise
        return ""


def _save(address: str, path: str, name: str, text: str, tags: str, comment: str = "") -> None:
    meta = {"meta_form_acl": "None", "meta_form_name": name, "meta_form_summary": "", "meta_form_tags": tags}
    _page(address, path, {"content_form_data_text": text, "comment": comment, **meta})


def workday(address: str, _data: Path) -> None:
    text = "Lördagen den 17 april 2027, kl. 9. Ansvarig: Maj Sandell."
    _save(address, f"+modify/Arbetsdag 2027{WIKI}", "Arbetsdag 2027", text, "arbetsdag, 2027")


def berth(address: str, _data: Path) -> None:
    text = str(tasks()["moin-berth"].changes[0].now["text"]).replace("\n", "\r\n")
    _save(address, "+modify/Bryggplatser", "Bryggplatser", text, "brygga", "Plats 14 uthyrd")


def winter(address: str, _data: Path) -> None:
    _page(address, "+rename/Vinterförvaring", {"target": "Vinterförvaring 2026-2027", "comment": ""})
    _page(address, "+delete/Vinterförvaring (utkast)", {"delete_item_comment": ""})


def phones(address: str, _data: Path) -> None:
    versions = re.findall(r'href="/(\+revert/[^"]+)"', _page(address, "+history/Telefonlista"))
    _page(address, versions[1], {"revert_item_comment": "", "comment": ""})


SOLUTIONS: dict[str, Callable[[str, Path], None]] = {
    "moin-workday": workday,
    "moin-berth": berth,
    "moin-winter": winter,
    "moin-phones": phones,
}
