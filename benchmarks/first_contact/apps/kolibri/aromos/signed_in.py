"""Whoever looks is signed in as the head of the school, as behind a proxy that asked for the password."""

from collections.abc import Callable

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from kolibri.core.auth.middleware import SESSION_EXEMPT

NAME = "mquintero"
BACKEND = "kolibri.core.auth.backends.FacilityUserBackend"


def signed_in(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        new = SESSION_KEY not in request.session
        if new:
            user = get_user_model().objects.get(username=NAME)
            request.session[SESSION_KEY] = user.pk
            request.session[BACKEND_SESSION_KEY] = BACKEND
            request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            get_token(request)  # a cookie that goes with it
        answered = answer(request)
        if new and hasattr(request, SESSION_EXEMPT):  # else the session would not be kept
            delattr(request, SESSION_EXEMPT)
        return answered

    return middleware
