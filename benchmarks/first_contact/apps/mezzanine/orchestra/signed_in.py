"""Whoever looks is signed in as the editor of the site, and no picture is fetched from outside."""

from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse

NAME = "hveldkamp"


def signed_in(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        request.user = get_user_model().objects.get(username=NAME)
        answered = answer(request)
        answered["Content-Security-Policy"] = "img-src 'self' data:; font-src 'self' data:"  # no portraits from outside
        return answered

    return middleware
