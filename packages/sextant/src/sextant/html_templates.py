"""HTML pages from Jinja templates, which stand as `templates/*.j2` in the package of the page.

Every value is escaped. Markup is what a template says, and what code types as `Markup`: no template uses `safe`.
A name that a template does not get is an error. Indentation in a template is for its reader and is not sent.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

__all__ = ["Markup", "Templates", "escape", "isolated"]

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Templates:
    """The templates of a package.

    Args:
        package: Where `templates/` stands.
        names: What templates may use beside what they are filled with; functions are filters too.
    """

    def __init__(self, package: str, names: Mapping[str, object]) -> None:
        self._package = package
        known = {"fixed": _fixed, "short": _short, "source_hash": _source_hash, "thousands": _thousands, **names}
        environment: Any = cast("Any", Environment)(  # its tables of names are untyped
            loader=FunctionLoader(lambda name: _INDENTATION.sub("", _read(package, f"templates/{name}"))),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            extensions=["jinja2.ext.do"],
        )
        environment.globals |= known
        environment.filters |= {name: one for name, one in known.items() if callable(one)}
        environment.policies["json.dumps_kwargs"] = {
            "ensure_ascii": False,
            "separators": (",", ":"),
            "allow_nan": False,
        }
        self._environment = environment

    def fill(self, template: str, **view: object) -> Markup:
        """A template with its values put in."""
        return Markup(self._environment.get_template(template).render(view).strip())  # noqa: S704 - autoescape is on

    def macro(self, template: str, name: str) -> Callable[..., Markup]:
        """A macro of a template, to be called from code."""
        return getattr(self._environment.get_template(template).module, name)

    def asset(self, name: str) -> Markup:
        """A style sheet or script of the package, for inclusion in the page."""
        return Markup(_read(self._package, name))  # noqa: S704 - a file of the package


def isolated(escaped: Markup) -> Markup:
    """Words within a sentence whose direction of writing does not touch the sentence."""
    return Markup(f"<bdi>{escaped}</bdi>")  # noqa: S704 - escaped already


@cache
def _read(package: str, name: str) -> str:
    return (files(package) / name).read_text(encoding="utf-8")


def _source_hash(source: str) -> str:
    """What a Content-Security-Policy calls an inline style or script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"


def _fixed(number: float, digits: int = 0) -> str:
    return f"{number:.{digits}f}"


def _short(number: float) -> str:
    return f"{number:g}"


def _thousands(number: int) -> str:
    return f"{number:,}"
