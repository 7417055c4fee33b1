"""Settings of the box office: those of pretix, with no mail, plain hashes and one folder for all data."""

import os

from pretix.settings import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
SITE_URL = f"http://127.0.0.1:{os.environ.get('APP_PORT', '0')}"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
HAS_MEMCACHED = HAS_REDIS = False


class _NoMigrations:
    """Tables are made from the models, as in the app's own tests: its migrations take minutes, and data start empty."""

    def __contains__(self, _app: str) -> bool:
        return True

    def __getitem__(self, _app: str) -> None:
        return None


MIGRATION_MODULES = _NoMigrations()
