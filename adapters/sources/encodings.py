"""From bytes of unknown encoding to text: byte order mark, what the document declares, what the server says, UTF-8.

Codecs that are slow or run code on odd input are never used.
"""

import codecs
import re

_DECLARED = re.compile(rb"""\A[^>]{0,40}?<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""", re.DOTALL)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_USABLE = re.compile(
    r"utf_?-?(?:8|16|32)(?:[_-]?[lb]e)?|us-?ascii|ascii|iso[-_]?(?:8859|2022).*|latin.*|l[1-9]|cp\d+|windows[-_]\d+|"
    r"koi8.*|mac[-_]?\w+|gb\w*|hz.*|big5.*|euc.*|shift.*|sjis.*|johab|ptcp154|tis.*",
    re.IGNORECASE,
)
WESTERN = "cp1252"
FEW = 0.05
"""Share of bytes beyond ASCII up to which text of no known encoding is taken for a Western one."""


class UnknownEncoding(Exception):  # noqa: N818 - named for what was met
    """Nothing says how to read the bytes; the message is a reason without a subject."""


def decode(body: bytes, charset: str = "") -> str:
    """The text. Raises UnknownEncoding when it is not UTF-8 and nothing else is said that fits."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    if body[:4] == b"\x00<\x00?":
        return body.decode("utf-16-be", "replace")
    if body[:4] == b"<\x00?\x00":
        return body.decode("utf-16-le", "replace")
    declared = _DECLARED.match(body[:400])
    for name in (declared[1].decode("ascii") if declared else "", charset, "utf-8"):
        if name and _USABLE.fullmatch(name):
            try:
                return body.decode(name)
            except (UnicodeDecodeError, LookupError):
                continue
    if sum(byte > 127 for byte in body[:200_000]) <= FEW * len(body[:200_000]):
        return body.decode(WESTERN, "replace")
    raise UnknownEncoding("it is not UTF-8 and does not say what else it is")
