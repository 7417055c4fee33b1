"""Settings of the school: the app's own, and whoever looks is signed in."""

from kolibri.deployment.default.settings.base import *  # noqa: F403 - the app's own
from kolibri.deployment.default.settings.base import MIDDLEWARE

MIDDLEWARE.insert(
    MIDDLEWARE.index("kolibri.core.auth.middleware.CustomAuthenticationMiddleware") + 1, "aromos.signed_in.signed_in"
)
