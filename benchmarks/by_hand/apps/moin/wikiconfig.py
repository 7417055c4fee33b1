"""The wiki of a boat club: in Swedish, open to everybody who reaches it, its pages in files."""

import os
from pathlib import Path

from moin.config import AclConfig, IndexStorageConfig
from moin.config.default import DefaultConfig
from moin.constants.namespaces import NAMESPACE_DEFAULT, NAMESPACE_USERPROFILES, NAMESPACE_USERS
from moin.storage import create_mapping
from moin.utils import get_xstatic_module_path_map

DATA = Path(os.environ["WIKI_DATA"])
OPEN = AclConfig(before="All:read,write,create,destroy,admin", default="", after="", hierarchic=False)


class Config(DefaultConfig):
    """No login, no mail, no lock while somebody edits."""

    wikiconfig_dir = str(Path(__file__).parent)
    instance_dir = str(DATA)
    data_dir = str(DATA / "pages")
    index_storage = IndexStorageConfig(name="FileStorage", args=(str(DATA / "index"),), kwargs={})
    wiki_local_dir = str(DATA / "local")
    template_dirs = [wiki_local_dir]  # noqa: RUF012 - as the app reads it
    serve_files = get_xstatic_module_path_map(["font_awesome", "svgedit_moin", "pygments"])
    interwikiname = "Ankaret"
    interwiki_map = {"Self": "/", interwikiname: "/"}  # noqa: RUF012 - as the app reads it
    email_tracebacks = False
    sitename = "Båtklubben Ankaret"
    timezone_default = "UTC"
    locale_default = "sv_SE"
    theme_default = "topside"
    edit_locking_policy = None
    registration_only_by_superuser = True
    default_root = "Start"
    root_mapping = {"users": "UserHome"}  # noqa: RUF012 - as the app reads it
    uri = f"stores:fs:{data_dir}/%(backend)s/%(kind)s"
    namespace_mapping, backend_mapping, acl_mapping = create_mapping(
        uri,
        {NAMESPACE_DEFAULT: "default", NAMESPACE_USERS: "users", NAMESPACE_USERPROFILES: "userprofiles"},
        {"default": uri, "users": uri, "userprofiles": uri},
        {
            NAMESPACE_DEFAULT: OPEN,
            NAMESPACE_USERS: OPEN,
            NAMESPACE_USERPROFILES: AclConfig(before="All:", default="", after="", hierarchic=False),
        },
    )


MOINCFG = Config
SECRET_KEY = "the same for every run"
SESSION_COOKIE_SAMESITE = "Lax"
