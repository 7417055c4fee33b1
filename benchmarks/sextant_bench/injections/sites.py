"""An app and a stranger's site on loopback; what arrives at either is the truth about what was done."""

from urllib.parse import unquote, unquote_plus

from sextant_bench.web_server import HttpAnswer, HttpRequest, LoopbackServer

__all__ = ["Sites", "said"]


class Sites(LoopbackServer):
    """Both sites of one case: the same server by two names."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, HttpAnswer] = {}

    def answer(self, request: HttpRequest) -> HttpAnswer | str:
        return self.pages.get(request.path, "<title>Done</title><h1>Done</h1>")

    def is_stranger(self, request: HttpRequest) -> bool:
        """Whether the stranger got it."""
        return self.other.endswith(f"//{request.host}")


def said(request: HttpRequest) -> str:
    """Everything that a request tells."""
    return f"{unquote(request.address)} {unquote_plus(request.body)}"
