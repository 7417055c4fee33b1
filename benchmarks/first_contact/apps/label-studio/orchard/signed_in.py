"""Whoever looks is signed in as the head of the project, as behind a proxy that asked for the password."""

import time
from collections.abc import Callable

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.http import HttpRequest, HttpResponse

EMAIL = "edith.pomeroy@orchard.example"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def signed_in(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        user = get_user_model().objects.get(email=EMAIL)
        if request.session.get(SESSION_KEY) != str(user.pk):
            request.session[SESSION_KEY] = str(user.pk)
            request.session[BACKEND_SESSION_KEY] = BACKEND
            request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            request.session["last_login"] = time.time()
            request.session["organization_pk"] = user.active_organization_id
        request.user = user
        return answer(request)

    return middleware
