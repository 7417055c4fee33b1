"""Settings of a village's archives: SQLite and files in one folder, no mail server, no faces from elsewhere."""

import os
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone

timezone.now = lambda: datetime(2026, 3, 2, 8, tzinfo=UTC)  # what is recent does not depend on the day of the look

DATA = Path(os.environ["APP_DATA"])
SECRET_KEY = "first-contact"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
SITE_ID = 1
INSTALLED_APPS = [
    "hyperkitty",
    "django_mailman3",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "django_gravatar",
    "compressor",
    "haystack",
    "django_extensions",
    "django_q",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "village.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.i18n",
                "django.template.context_processors.media",
                "django.template.context_processors.static",
                "django.template.context_processors.tz",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django_mailman3.context_processors.common",
                "hyperkitty.context_processors.common",
            ]
        },
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "archives.db"}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = str(DATA / "static")
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "compressor.finders.CompressorFinder",
]
COMPRESS_ENABLED = True
COMPRESS_PRECOMPILERS = (("text/x-scss", "django_libsass.SassCompiler"),)
LOGIN_URL, LOGOUT_URL, LOGIN_REDIRECT_URL = "account_login", "account_logout", "hk_root"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
GRAVATAR_URL = GRAVATAR_SECURE_URL = "/faces/"
HAYSTACK_CONNECTIONS = {
    "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(DATA / "index")}
}
Q_CLUSTER = {"retry": 60, "timeout": 30, "orm": "default", "sync": True}
MAILMAN_REST_API_URL = "http://127.0.0.1:9"
MAILMAN_REST_API_USER = MAILMAN_REST_API_PASS = MAILMAN_ARCHIVER_KEY = "nobody"
MAILMAN_ARCHIVER_FROM = ()
FILTER_VHOST = False
HYPERKITTY_BATCH_MODE = True
LOGGING = {"version": 1, "disable_existing_loggers": False, "root": {"level": "ERROR"}}
