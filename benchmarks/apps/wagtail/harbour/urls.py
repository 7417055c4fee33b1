"""Addresses of the site: the editors' part, its files, and the pages."""

from django.conf import settings
from django.urls import include, path, re_path
from django.views.static import serve
from wagtail import urls as page_urls
from wagtail.admin import urls as admin_urls
from wagtail.documents import urls as document_urls

urlpatterns = [
    path("admin/", include(admin_urls)),
    path("documents/", include(document_urls)),
    re_path(r"^media/(?P<path>.*)$", serve, {"document_root": settings.MEDIA_ROOT}),
    path("", include(page_urls)),
]
