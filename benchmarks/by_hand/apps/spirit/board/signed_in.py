"""Whoever looks is signed in as one member who moderates, as behind a proxy that asked for the password."""

from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse

USER = "ada"


def signed_in(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        request.user = get_user_model().objects.get(username=USER)
        return answer(request)

    return middleware
