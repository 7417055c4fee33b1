"""The relay that counts requests which may write: it changes nothing, and misses none."""

import http.client

from sextant_bench.request_tap import tapped
from sextant_bench.web_server import HttpRequest, LoopbackServer


class Echo(LoopbackServer):
    def answer(self, request: HttpRequest) -> str:
        told = f"posted {request.body} to" if request.method == "POST" else "got"
        return f"{told} {request.path}"


def test_unsafe_requests_are_counted_and_everything_is_passed_on() -> None:
    with Echo() as server, tapped(server.url) as tap:
        connection = http.client.HTTPConnection(tap.address.partition("://")[2], timeout=10)
        answers: list[str] = []
        for method, path, body in (
            ("GET", "/a?x=1", None),
            ("POST", "/b", "x" * 200_000),
            ("POST", "/c", "GET /d HTTP/1.1\r\n\r\n"),
            ("GET", "/e", None),
        ):
            connection.request(method, path, body)
            answers.append(connection.getresponse().read().decode())
        connection.close()
        assert answers[0] == "got /a"
        assert answers[1] == f"posted {'x' * 200_000} to /b"
        assert answers[3] == "got /e"
        assert tap.taken() == ["POST /b", "POST /c"]
        assert tap.taken() == []
