"""Settings of the town orchestra's site: the app's own template of them, with SQLite and files in one folder."""

import os
from pathlib import Path

from mezzanine.project_template.project_name.settings import *  # noqa: F403 - the app's own
from mezzanine.project_template.project_name.settings import MIDDLEWARE

DATA = Path(os.environ["APP_DATA"])
SECRET_KEY = NEVERCACHE_KEY = "first-contact"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA / "site.db")}}
ROOT_URLCONF = "orchestra.urls"
WSGI_APPLICATION = None
STATIC_ROOT = str(DATA / "static")
MEDIA_ROOT = str(DATA / "media")
MEDIA_URL = "/media/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
_place = "django.contrib.auth.middleware.AuthenticationMiddleware"
MIDDLEWARE = [
    name for one in MIDDLEWARE for name in ((one, "orchestra.signed_in.signed_in") if one == _place else (one,))
]
