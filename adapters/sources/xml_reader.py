"""XML from outside as a tree: no document type, no entities, and bounded in elements, depth and items.

Owns safety of XML only; what the elements mean is for the readers of each format.
"""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder

MAX_ELEMENTS = 150_000
MAX_DEPTH = 100
MAX_ATTRIBUTES = 200


class BadXml(Exception):  # noqa: N818 - named for what was met
    """The bytes are no XML that we read; the message says why, without the name of the source."""


class TooMuchXml(BadXml):
    """Well-formed so far, but more of it than is read: no other reader should try."""


class _EnoughError(Exception):
    """As many items as were asked for are in."""


class _BoundedTree:
    """Builds the tree and keeps count."""

    def __init__(self, items: frozenset[str], most_items: int) -> None:
        self._builder = TreeBuilder()
        self._items = items
        self._left = most_items
        self._elements = 0
        self._open: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise TooMuchXml(f"it has more than {MAX_ELEMENTS:,} elements")
        if len(self._open) >= MAX_DEPTH:
            raise TooMuchXml(f"its elements are nested more than {MAX_DEPTH} deep")
        if len(attributes) > MAX_ATTRIBUTES:
            raise TooMuchXml(f"an element has more than {MAX_ATTRIBUTES} attributes")
        self._open.append(tag)
        self._builder.start(tag, attributes)

    def end(self, tag: str) -> None:
        self._builder.end(tag)
        self._open.pop()
        if local(tag) in self._items:
            self._left -= 1
            if self._left == 0:
                raise _EnoughError

    def data(self, text: str) -> None:
        self._builder.data(text)

    def close(self) -> Any:
        return self._builder.close()

    def close_early(self) -> Element:
        """The tree as far as it was built."""
        for tag in reversed(self._open):
            self._builder.end(tag)
        return self._builder.close()


def read_xml(
    body: bytes, *, encoding: str | None = None, items: frozenset[str] = frozenset(), most_items: int = 0
) -> tuple[Element, bool]:
    """The tree, and whether reading stopped after `most_items` elements named in `items` (0: never).

    `encoding` overrules the document's own word. Raises BadXml with the reason.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    target = _BoundedTree(items, most_items)
    parser = DefusedXMLParser(target=target, encoding=encoding, forbid_dtd=True)
    try:
        parser.feed(body)
        return parser.close(), False
    except _EnoughError:
        return target.close_early(), True
    except ParseError as error:
        raise BadXml(f"it is no well-formed XML ({error})") from error
    except DefusedXmlException as error:
        raise BadXml("it declares a document type or entities, which are not read") from error
    except (ValueError, LookupError) as error:
        raise BadXml(f"its encoding is not known ({error})") from error


def local(tag: str) -> str:
    """An element's name without its namespace."""
    return tag.rpartition("}")[2]


def namespace(tag: str) -> str:
    """An element's namespace, empty when it has none."""
    return tag[1:].partition("}")[0] if tag.startswith("{") else ""


def child(parent: Element, name: str) -> Element | None:
    """The first child of this local name, whatever its namespace."""
    return next(children(parent, name), None)


def children(parent: Element, name: str) -> Iterator[Element]:
    """The children of this local name, whatever their namespace."""
    return (element for element in parent if local(element.tag) == name)


def text_of(parent: Element, name: str) -> str:
    """All text inside the first child of this name, stripped; empty when there is none."""
    found = child(parent, name)
    return "".join(found.itertext()).strip() if found is not None else ""


def texts_of(parent: Element, name: str) -> list[str]:
    """The texts of all children of this name, the empty ones left out."""
    found = ("".join(element.itertext()).strip() for element in children(parent, name))
    return [text for text in found if text]
