"""Serves pretix on the loopback interface, with the built files of its package."""

import sys
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application
from django.http import Http404, HttpResponse


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_words: Any) -> None:
        pass


def main(port: int) -> None:
    app = get_wsgi_application()
    with make_server("127.0.0.1", port, lambda *words: answer(app, *words), Server, Quiet) as server:
        server.serve_forever()


def answer(app: Any, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    from django.conf import settings
    from django.views.static import serve

    path = environ["PATH_INFO"]
    for prefix, root in ((settings.STATIC_URL, settings.STATIC_ROOT), (settings.MEDIA_URL, settings.MEDIA_ROOT)):
        if path.startswith(prefix):
            try:
                found: Any = serve(WSGIRequest(environ), path.removeprefix(prefix), document_root=root)
            except Http404:
                found = HttpResponse(status=404)
            start(f"{found.status_code} {found.reason_phrase}", list(found.items()))
            return found
    return app(environ, start)


if __name__ == "__main__":
    main(int(sys.argv[1]))
