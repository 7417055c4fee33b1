"""`content`: access to the content providers that servers have registered, and to Android's settings provider."""

import re
from collections.abc import Mapping, Sequence

from sextant.integrations.adb_bridge.shell.context import ContentProvider, ShellContext
from sextant.integrations.adb_bridge.shell.job import Job, Program
from sextant.integrations.adb_bridge.shell.settings_store import keep_setting

__all__ = ["CONTENT_COMMANDS", "SettingsProvider"]

Value = str | int | float | bool
USAGE = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...] [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>] [--where <WHERE>]
usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>] [--extra <BINDING> ...]
  <BINDING> binds a typed value to a column and is formatted:
  <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE> where:
  <TYPE> specifies data type such as:
  b - boolean, s - string, i - integer, l - long, f - float, d - double, n - null"""


class SettingsProvider:
    """`content://settings/system` and the other tables."""

    def __init__(self, machine: ShellContext) -> None:
        self._machine = machine

    def query(self, uri: str) -> Sequence[Mapping[str, str | None]]:
        table = self._machine.phone.settings.tables[_table(uri)]
        wanted = uri.rpartition("/")[2]
        names = [wanted] if wanted in table else [] if uri.count("/") > 3 else sorted(table)
        return [{"_id": str(number), "name": name, "value": table[name]} for number, name in enumerate(names, 1)]

    def insert(self, uri: str, values: Mapping[str, Value]) -> None:
        value = values.get("value", "")
        keep_setting(self._machine, _table(uri), str(values.get("name", "")), _plain(value))

    def delete(self, uri: str) -> None:
        self._machine.phone.settings.tables[_table(uri)].pop(uri.rpartition("/")[2], None)

    def call(self, uri: str, method: str, argument: str, extras: Mapping[str, Value]) -> str:
        if uri.rstrip("/") != "content://settings" and not uri.startswith("content://settings/"):
            raise LookupError(uri)
        verb, _, namespace = method.partition("_")
        table = self._machine.phone.settings.tables[namespace]
        if verb == "PUT":
            keep_setting(self._machine, namespace, argument, _plain(extras.get("value", "")))
            return "null"
        return f"Bundle[{{value={table.get(argument)}}}]" if argument in table else "Bundle[{value=null}]"


def _table(uri: str) -> str:
    found = re.match(r"content://settings/(\w+)", uri)
    if not found:
        raise LookupError(uri)
    return found[1]


def _plain(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _bound(text: str) -> tuple[str, Value]:
    """Parses a binding: `NAME:TYPE:VALUE`.

    Raises:
        ValueError: It has another form.
    """
    name, colon, rest = text.partition(":")
    kind, second, value = rest.partition(":")
    if not colon or not second or kind not in ("s", "b", "i", "l", "f", "d", "n") or not name:
        raise ValueError(f"Binding not well formed: {text[:200]}")
    match kind:
        case "b":
            return name, value.lower() == "true"
        case "i" | "l":
            return name, int(value[:30])
        case "f" | "d":
            return name, float(value[:60])
        case "n":
            return name, ""
        case _:
            return name, value


def _content(job: Job) -> int:
    words = list(job.args)
    given: dict[str, str] = {}
    bound: dict[str, Value] = {}
    try:
        verb = words.pop(0)
        while words:
            option = words.pop(0)
            value = words.pop(0)
            if option in ("--bind", "--extra"):
                name, held = _bound(value)
                bound[name] = held
            elif option in ("--uri", "--user", "--projection", "--where", "--sort", "--method", "--arg"):
                given[option] = value
            else:
                raise ValueError(f"Unsupported argument: {option}")
        address = given["--uri"]
    except (IndexError, KeyError):
        job.complain(f"[ERROR] Content provider URI not specified. Did you specify --uri argument?\n\n{USAGE}")
        return 1
    except ValueError as error:
        job.complain(f"[ERROR] {error}\n\n{USAGE}")
        return 1
    found = re.match(r"content://([^/?#]+)", address)
    provider = job.machine.providers.get(found[1]) if found else None
    if provider is None:
        job.complain(f"Error while accessing provider:{found[1] if found else 'null'}")
        job.complain(f"java.lang.IllegalStateException: Could not find provider: {found[1] if found else 'null'}")
        job.complain("\tat com.android.commands.content.Content$Command.execute(Content.java:530)")
        return 1
    try:
        return _carry_out(job, provider, verb, address, given, bound)
    except LookupError:
        job.complain(f"Error while accessing provider:{found[1] if found else ''}")
        job.complain(f"java.lang.IllegalArgumentException: Unknown URI: {address}")
        return 1


def _carry_out(
    job: Job, provider: ContentProvider, verb: str, address: str, given: dict[str, str], bound: dict[str, Value]
) -> int:
    match verb:
        case "query":
            rows = _where(provider.query(address), given.get("--where", ""))
            columns = [name for name in given.get("--projection", "").split(":") if name]
            for number, row in enumerate(rows):
                named = {name: row[name] for name in columns if name in row} if columns else row
                job.say(f"Row: {number} " + ", ".join(f"{k}={'NULL' if v is None else v}" for k, v in named.items()))
            if not rows:
                job.say("No result found.")
        case "insert" | "update":
            provider.insert(address, bound)
        case "delete":
            where = re.search(r"name\s*=\s*['\"]([^'\"]*)['\"]", given.get("--where", ""))
            provider.delete(f"{address}/{where[1]}" if where else address)
        case "call":
            job.say(f"Result: {provider.call(address, given.get('--method', ''), given.get('--arg', ''), bound)}")
        case "gettype":
            job.say("Result: null")
        case _:
            job.complain(f"[ERROR] Unsupported operation: {verb}\n\n{USAGE}")
            return 1
    return 0


def _where(rows: Sequence[Mapping[str, str | None]], clause: str) -> list[Mapping[str, str | None]]:
    """The rows with `COLUMN='VALUE'`; other clauses are ignored."""
    found = re.fullmatch(r"\s*(\w+)\s*=\s*['\"]?(.*?)['\"]?\s*", clause)
    return [row for row in rows if not found or row.get(found[1]) == found[2]]


CONTENT_COMMANDS: dict[str, Program] = {"content": _content}
