"""Settings of the conference: the app's own, in German, with SQLite and files in one folder, no mail, no network."""

import os
from pathlib import Path

from pretalx.settings import *  # noqa: F403 - the app's own
from pretalx.settings import INSTALLED_APPS, MIDDLEWARE

DATA = Path(os.environ["APP_DATA"])
INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "whitenoise.runserver_nostatic"]
MIDDLEWARE = [one for one in MIDDLEWARE if not one.startswith("whitenoise.")]
MIDDLEWARE.insert(
    MIDDLEWARE.index("django.contrib.auth.middleware.AuthenticationMiddleware") + 1, "kueste.signed_in.signed_in"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATICFILES_DIRS = [*STATICFILES_DIRS, DATA / "editor"]  # noqa: F405
STATIC_ROOT = DATA / "static"  # where the app looks for the list of what npm has built
LOCALE_PATHS = (DATA / "locale",)
CSRF_COOKIE_SECURE = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
