"""The archives, the pages of accounts, and a face for everybody."""

import datetime
from types import SimpleNamespace

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from hyperkitty.lib import view_helpers
from hyperkitty.views import mlist, thread


class Moment(datetime.datetime):
    """What the lists of months go by: always the day of the settings."""

    @classmethod
    def now(cls, tz=None):
        """Eight in the morning."""
        return cls(2026, 3, 2, 8, tzinfo=tz)


class Day(datetime.date):
    """What the ages of threads go by."""

    @classmethod
    def today(cls):
        """The day of the settings."""
        return cls(2026, 3, 2)


for module in (view_helpers, mlist, thread):
    module.datetime = SimpleNamespace(**{**vars(datetime), "datetime": Moment, "date": Day})

FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="#{0}"/>'
    '<circle cx="40" cy="32" r="14" fill="#fff"/><path d="M12 76a28 26 0 0 1 56 0z" fill="#fff"/></svg>'
)


def face(_request: HttpRequest, name: str) -> HttpResponse:
    """A picture whose colour is all that tells one person from another."""
    return HttpResponse(FACE.format(name[:6]), content_type="image/svg+xml")


urlpatterns = [
    path("faces/avatar/<str:name>", face),
    path("", include("hyperkitty.urls")),
    path("", include("django_mailman3.urls")),
    path("accounts/", include("allauth.urls")),
]
