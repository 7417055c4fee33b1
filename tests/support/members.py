"""A site behind a login, whose session gets a new token with every page: the old one is worth nothing from then on."""

from collections.abc import Mapping
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs

from tests.support.counting import CountingSite

EMAIL, PASSWORD = "ada@example.org", "correct horse battery"
HEAD = "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>"
INSIDE = {
    "/": "<title>Harbour</title><h1>Welcome, Ada</h1><a href=/boats>Boats</a>",
    "/boats": "<title>Boats</title><h1>Boats</h1><p>Nine boats in the harbour<p><a href=/>Harbour</a>",
}
LOGIN = """<title>Harbour</title><h1>Members only</h1><nav><a href=/about>Sign in</a></nav>
    <form method=post action=/login><p><input aria-label=Email name=email>
    <p><input type=password aria-label=Password name=password><p>{told}<p style="height:{height}px">
    <button>Sign in</button></form>"""


class MembersSite(CountingSite):
    """Signed in with `EMAIL` and `PASSWORD`; `height` is how many pixels lie above the button of the form."""

    def __init__(self, height: int = 20) -> None:
        self.height, self.token = height, 0
        self.handed_in: list[Mapping[str, list[str]]] = []
        """What was handed in at the login."""
        super().__init__()

    def sign_in(self) -> str:
        """Begins a session; gives its cookie."""
        self.token += 1
        return f"session=t{self.token}; Path=/"

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self.asked[f"{method} {handler.path}"] += 1
        if method == "POST":
            body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0)).decode()
            self.handed_in.append(parse_qs(body))
            right = self.handed_in[-1] == {"email": [EMAIL], "password": [PASSWORD]}
            if right:
                self._reply(handler, 303, {"Location": "/", "Set-Cookie": self.sign_in()})
            else:
                typed = self.handed_in[-1].get("password", [""])[0]
                told = f"Nobody has the password {typed}"
                self._reply(handler, 200, {}, LOGIN.format(told=told, height=self.height))
            return
        page = INSIDE.get(handler.path)
        if page is None:
            self._reply(handler, 404, {}, "<title>Nothing</title><h1>Nothing here</h1>")
            return
        cookies = SimpleCookie(handler.headers.get("Cookie", ""))
        held = cookies["session"].value if "session" in cookies else ""
        if self.token and held == f"t{self.token}":
            self._reply(handler, 200, {"Set-Cookie": self.sign_in()}, page)
        else:
            self._reply(handler, 200, {}, LOGIN.format(told="", height=self.height))

    def _reply(self, handler: BaseHTTPRequestHandler, status: int, heads: Mapping[str, str], page: str = "") -> None:
        body = (HEAD + page).encode()
        handler.send_response(status)
        for name, value in {**heads, "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
