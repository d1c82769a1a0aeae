"""Whatever a server or a file says, the readers give records or one kind of error."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.sources.arxiv_api import parse_entries
from adapters.sources.arxiv_feed import parse_feed
from adapters.sources.arxiv_mail import parse_mail
from adapters.sources.arxiv_oai import parse_oai
from adapters.sources.openreview_notes import parse_notes, read_notes
from adapters.sources.opml import parse_opml
from bot.errors import SourceError

pieces = st.sampled_from(
    ["<OAI-PMH>", "<ListRecords>", "<record>", "<header>", "<metadata>", "<arXivRaw>", "<version version='vx'>", "<id>",
     "</record>", "2501.01234", "</id>", "<resumptionToken completeListSize='-1'>", "<error code=''>", "<feed>", "&x;",
     "<entry>", "<published>", "<opml><body>", "<outline xmlUrl='http://['/>", "<outline>", "oai:arXiv.org:2501.0123",
     "\0", "</"]
)  # fmt: skip
bodies = st.one_of(
    st.binary(max_size=200),
    st.lists(pieces | st.text(max_size=10), max_size=25).map(lambda parts: "".join(parts).encode(errors="replace")),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["id", "forum", "content", "title", "abstract", "authors", "value", "venueid",
                                       "tcdate", "odate", "ddate", "venue", "license"]), inner, max_size=6),
    max_leaves=20,
)  # fmt: skip


@given(body=bodies)
@settings(max_examples=200, deadline=None)
def test_no_answer_raises_anything_but_a_source_error(body: bytes) -> None:
    for reader in (parse_oai, parse_entries, lambda given: parse_feed(given, "cs.LG"), parse_opml, read_notes):
        with contextlib.suppress(SourceError):
            reader(body)
    parse_mail(body.decode("utf-8", "replace"))


@given(note=st.dictionaries(st.sampled_from(["id", "forum", "content", "cdate", "ddate", "invitation"]), values))
@settings(max_examples=200, deadline=None)
def test_no_note_raises(note: dict[str, object]) -> None:
    records, problems = parse_notes([note])
    assert len(records) + len(problems) == 1


@pytest.mark.parametrize(
    "attack",
    ["<a>" * 1_000_000, "<OAI-PMH>" + "<record/>" * 400_000, "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
)
def test_an_attack_on_a_trusted_reader_is_a_sentence_too(attack: str) -> None:
    with pytest.raises(SourceError):
        parse_oai(attack.encode())
