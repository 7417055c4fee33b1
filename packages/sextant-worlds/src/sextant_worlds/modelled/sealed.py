"""A page written by a model, wrapped so that it reaches nothing and gives nothing away unrendered."""

import base64
import re
import zlib

from sextant.errors import UsageError
from sextant.types.codec import inflated

_CSP = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'"
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{_CSP}">'
_DOCTYPE = re.compile(r"^\s*<!doctype[^>]*>", re.IGNORECASE)
_LOADER = """<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{csp}">
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><script>
(async () => {{
  const bytes = Uint8Array.from(atob("{body}"), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const text = await new Response(stream).text();
  document.open(); document.write(text); document.close();
}})();
</script></body></html>"""


_BODY = re.compile(r'Uint8Array\.from\(atob\("([A-Za-z0-9+/=]*)"\)')
_MAX_BYTES = 8_000_000


def unsealed(page: str) -> str:
    """The text that a sealed page was made of, its policy left out; any other page is as it is.

    Raises:
        UsageError: It is sealed, and cannot be opened.
    """
    found = _BODY.search(page) if page.startswith(_LOADER[:60]) else None
    if found is None:
        return page
    try:
        return inflated(base64.b64decode(found[1], validate=True), _MAX_BYTES).decode("utf-8").replace(_META, "", 1)
    except ValueError as error:
        raise UsageError(f"The sealed page cannot be opened: {error}.", "Let the model write it again.") from error


def sealed(html: str) -> str:
    """The page in a loader: its text compressed, so that no value can be read in what is served; no network.

    The policy stays in force for what the loader writes, and what is written can only narrow it.
    """
    rest = _DOCTYPE.sub("", html, count=1)
    body = base64.b64encode(zlib.compress(f"<!doctype html>{_META}{rest}".encode(), 9)).decode("ascii")
    return _LOADER.format(csp=_CSP, body=body)
