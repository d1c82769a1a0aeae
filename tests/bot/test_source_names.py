"""What may be named as a source, and the one name it goes by."""

import pytest

from bot.errors import SourceError
from bot.source_names import canonical_name, kind_of


@pytest.mark.parametrize(
    ("given", "name", "kind"),
    [
        ("seeds", "seeds", "seed"),
        ("cs.lg", "arxiv:cs.LG", "arxiv"),
        ("arxiv:hep-th", "arxiv:hep-th", "arxiv"),
        ("https://rss.arxiv.org/rss/cs.LG", "arxiv:cs.LG", "arxiv"),
        ("<https://Journal.Example/Feed?x=1#top|Journal>", "feed:https://journal.example/Feed?x=1", "feed"),
        ("feed:http://a.example/", "feed:http://a.example/", "feed"),
        ("openreview:ICLR.cc/2026/Conference", "openreview:ICLR.cc/2026/Conference", "openreview"),
        ("https://openreview.net/group?id=ICLR.cc/2026/Conference", "openreview:ICLR.cc/2026/Conference", "openreview"),
    ],
)
def test_a_source_is_named_in_many_ways(given: str, name: str, kind: str) -> None:
    assert canonical_name(given) == name
    assert kind_of(name) == kind


@pytest.mark.parametrize(
    "given",
    ["", "two words", "foo.BAR", "ftp://a.example/", "http://a.example:8080/", "http://u:p@a.example/", "openreview:x",
     "feed:javascript:alert(1)", "https://", "/etc/passwd", "https://[::1", "https://rss.arxiv.org/rss/nope"],
)  # fmt: skip
def test_anything_else_is_refused_with_a_sentence(given: str) -> None:
    with pytest.raises(SourceError, match=r"\.$"):
        canonical_name(given)
