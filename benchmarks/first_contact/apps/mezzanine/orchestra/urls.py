"""The app's own addresses, as its template of a project has them, and the files that were uploaded."""

from django.conf import settings
from django.urls import re_path
from django.views.static import serve
from mezzanine.project_template.project_name.urls import handler404, handler500, urlpatterns

__all__ = ["handler404", "handler500", "urlpatterns"]

urlpatterns = [re_path(r"^media/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}), *urlpatterns]
