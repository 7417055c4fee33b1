"""A page written by a model, wrapped so that it reaches nothing and gives nothing away unrendered."""

import base64
import re
import zlib

_CSP = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'"
)
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


def sealed(html: str) -> str:
    """The page in a loader: its text compressed, so that no value can be read in what is served; no network.

    The policy stays in force for what the loader writes, and what is written can only narrow it.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_CSP}">'
    rest = _DOCTYPE.sub("", html, count=1)
    body = base64.b64encode(zlib.compress(f"<!doctype html>{policy}{rest}".encode(), 9)).decode("ascii")
    return _LOADER.format(csp=_CSP, body=body)
