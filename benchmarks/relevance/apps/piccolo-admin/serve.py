"""Serves the administration on a loopback port; whoever comes without a session has that of the orchestra's leader."""

import sys

import tables as t
import uvicorn
from piccolo_admin.endpoints import FormConfig, TableConfig, create_admin
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send


def sent(request: Request, data: t.Rundbrief) -> str:  # noqa: ARG001 - what the admin calls
    """A letter that is sent to nobody."""
    return "Der Rundbrief ist verschickt."


def ill(request: Request, data: t.Krankmeldung) -> str:  # noqa: ARG001 - what the admin calls
    """Somebody is ill."""
    return "Gute Besserung!"


def admin() -> ASGIApp:
    """The administration, in German, its tables in three groups."""
    groups = {
        "Spielplan": (t.Konzert, t.Werk, t.Komponist, t.Saal),
        "Orchester": (t.Mitglied, t.Instrument),
        "Verkauf": (t.Reservierung,),
        "Verwaltung": (t.Benutzer,),
    }
    return create_admin(
        [TableConfig(table, menu_group=group) for group, tables in groups.items() for table in tables],
        forms=[
            FormConfig("Rundbrief", t.Rundbrief, sent, "Ein Brief an alle, die mitspielen."),
            FormConfig("Krankmeldung", t.Krankmeldung, ill, "Wer fehlt, und wie lange."),
        ],
        auth_table=t.Benutzer,
        session_table=t.Sitzung,
        site_name="Orchester Lindenau",
        default_language_code="de",
        auto_include_related=False,
        page_size=10,
    )


def signed_in(app: ASGIApp) -> ASGIApp:
    """The same, for whom has no session yet."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
            sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
            own = b"id=" + t.TOKEN.encode()
            cookie = sent if b"id=" in sent else b"; ".join(filter(None, (sent, own)))
            scope = {**scope, "headers": [*headers, (b"cookie", cookie)]}
        await app(scope, receive, send)

    return call


if __name__ == "__main__":
    uvicorn.run(signed_in(admin()), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
