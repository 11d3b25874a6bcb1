"""`openUrl`: which addresses a host may be asked to open.

Absolute ones of four schemes, without anything that a browser, a mail program or a dialler
would read differently from what is written.
"""

from __future__ import annotations

import re
import unicodedata

from ...effects import OpenUrl, Returned
from ...errors import FunctionError
from .arguments import Arguments, Context, shown, unfit

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(.*)", re.DOTALL)
_WEB = re.compile(r"//(?:[^/?#@]*@)?(?:[^/?#@:\[\]]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?(?:[/?#].*)?")
_ESCAPED_CONTROL = re.compile(r"%(?:[01][0-9A-Fa-f]|7[Ff])")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
"""Categories of controls, of formats (they turn text round, or show nothing) and of blanks."""


def open_url(args: Arguments, context: Context) -> Returned:
    """Ask the host to open an address.

    Raises:
        FunctionError: It is none, or not one to open.
    """
    url = args.get("url")
    if not isinstance(url, str) or not url:
        raise unfit("url", "an address", url)
    wrong = _fault(url)
    if wrong:
        raise FunctionError("INVALID_ARGUMENTS", f"{wrong}: {shown(url)}")
    return Returned(None, (OpenUrl(url),))


def _fault(url: str) -> str:
    """Why an address is not one to open, or ""."""
    if "\\" in url or any(unicodedata.category(char) in _INVISIBLE for char in url):
        return "'url' holds a blank, a control character or a backslash"
    match = _SCHEME.fullmatch(url)
    if match is None:
        return "'url' must be absolute, with a scheme"
    scheme, rest = match[1].lower(), match[2]
    if scheme in {"http", "https"}:
        return "" if _WEB.fullmatch(rest) else "'url' names no host"
    if scheme not in {"mailto", "tel"}:
        return "'url' must have the scheme http, https, mailto or tel"
    if _ESCAPED_CONTROL.search(rest):
        return "'url' holds escaped control characters"
    return "" if rest.strip("/?#") else f"'url' has nothing after {scheme}:"
