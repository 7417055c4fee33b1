"""Serves a few pages and reaches one of them in Chromium, without a model: first by exploring, then by the map."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import sextant

PAGES = {
    "/": "<h1>Bakery</h1><a href=/bread>Our bread</a> <a href=/news>What is new</a> <a href=/about>Who we are</a>",
    "/bread": "<h1>Our bread</h1><p>Rye and wheat, every morning.</p><a href=/cakes>Cakes</a> <a href=/>Home</a>",
    "/cakes": "<h1>Cakes</h1><p>On Sundays.</p><a href=/>Home</a>",
    "/news": "<h1>What is new</h1><p>A second oven.</p><a href=/>Home</a>",
    "/about": "<h1>Who we are</h1><p>Three bakers.</p><a href=/imprint>Imprint</a> <a href=/>Home</a>",
    "/imprint": "<h1>Imprint</h1><p>The Bakery, Main Street 1</p><a href=/>Home</a>",
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = PAGES.get(self.path)
        body = f"<!doctype html><title>Bakery</title><body>{page or 'Not found'}".encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing is logged."""


server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
for visit in ("first", "second"):
    episode = sextant.goto("imprint", device=f"web:http://127.0.0.1:{server.server_address[1]}/")
    print(f"{visit} visit: {episode.status} in {episode.steps} steps")
server.shutdown()
