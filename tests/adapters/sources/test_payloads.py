"""Real payloads, whole: the right papers or a clear reason, nothing lost, no exception."""

from pathlib import Path

import pytest

from adapters.sources.encodings import decode
from adapters.sources.files import FileSource, read_file
from adapters.sources.opml import parse_opml
from bot.errors import SourceError
from bot.ingest import ingest
from db.store import Store
from tests.adapters.sources.conftest import NOW
from tests.conftest import SHARED

SAMPLES = SHARED / "data" / "samples"
READ = ("arxiv_abs", "arxiv_atom", "arxiv_oai", "arxiv_rss", "bibtex", "csl", "feeds_broken", "openreview", "ris")
LATER = ("biorxiv", "crossref", "dblp", "http", "openalex", "pubmed", "s2", "zotero")

COUNTS = {
    "arxiv_abs/listing_q-fin_new.txt": 16,
    "arxiv_abs/1607.08199.abs": 1,
    "arxiv_atom/query_100_entries.xml": 100,
    "arxiv_atom/title_is_0.xml": 1,
    "arxiv_atom/unknown_id_empty_feed.xml": 0,
    "arxiv_oai/arXivRaw_503_records.xml": 503,
    "arxiv_oai/ads_arxiv_multi_20230125.xml": 3,
    "arxiv_rss/atom_478_entries.xml": 478,
    "arxiv_rss/rss_cs_40_items.xml": 40,
    "arxiv_rss/rss_empty_day.xml": 0,
    "bibtex/endnote_no_key.bib": 1,
    "bibtex/jabref_encoding-utf-16BE-with-header.bib": 1,
    "bibtex/mendeley.bib": 512,
    "bibtex/string_concat.bib": 1,
    "csl/Pandoc_LaTeX_SCHOMD_Citation_Export.csl.json": 4,
    "feeds_broken/reader_relative.atom": 1,
    "openreview/aistats2025_title_abstract_keywords.jsonl": 583,
    "openreview/v2_search_notes_regml2025.json": 1,
    "ris/rispy_example_wos.ris": 2,
    "ris/rispy_example_urls.ris": 4,
}
REASONS = {
    "arxiv_abs/0509037.abs": "empty",
    "arxiv_atom/malformed_id_HTTP400_error_entry.xml": "incorrect id format for abc",
    "arxiv_oai/error_idDoesNotExist_HTTP200.xml": "idDoesNotExist",
    "arxiv_oai/identifiers.xml": "ListIdentifiers",
    "arxiv_rss/rss_error_bad_category_HTTP400.xml": "Bad subject class",
    "arxiv_rss/rss_archive_path_slip_html.html": "web page",
    "feeds_broken/koi8r.xml": "not UTF-8",
    "feeds_broken/reader_invalid.json": "neither references",
}


def payloads(*folders: str) -> list[str]:
    files = [path for folder in folders for path in sorted((SAMPLES / folder).glob("*"))]
    return [str(path.relative_to(SAMPLES)) for path in files] or ["missing"]


def sample(name: str) -> Path:
    if name == "missing":
        pytest.skip(f"{SAMPLES} is not there")
    return SAMPLES / name


@pytest.mark.parametrize("name", payloads(*READ))
async def test_a_payload_gives_papers_or_a_clear_reason_and_loses_nothing(name: str, store: Store) -> None:
    source, reason = FileSource(sample(name)), ""
    try:
        batch = await source.fetch({}, NOW)
    except SourceError as error:
        reason = str(error)
    assert REASONS.get(name, "") in reason
    if reason:
        assert name not in COUNTS
        assert reason.startswith(Path(name).name)
        assert reason.endswith(".")
        return
    assert len(batch.records) == COUNTS.get(name, len(batch.records))
    taken = ingest(store, source.kind, batch.records, NOW)
    assert taken.total == len(batch.records)
    assert taken.skipped + taken.cut == len(taken.problems) + sum(record.only_updates for record in batch.records)
    assert taken.new + taken.merged + taken.updated + taken.unchanged + taken.skipped == len(batch.records)


@pytest.mark.parametrize("name", payloads(*LATER))
def test_a_service_that_is_no_source_yet_is_refused_with_one_sentence(name: str) -> None:
    with pytest.raises(SourceError) as refused:
        read_file(sample(name).read_bytes(), Path(name).name)
    assert str(refused.value).startswith(f"{Path(name).name}: ")
    assert str(refused.value).count(". ") == 0


@pytest.mark.parametrize(
    ("name", "feeds", "problems"),
    [
        ("opml/freshrss_default.opml", 1, 0),
        ("opml/miniflux_02.opml", 2, 0),
        ("opml/miniflux_03.opml", 2, 0),
        ("opml/miniflux_05.opml", 3, 0),
    ],
)
def test_a_list_of_feeds_gives_its_feeds_with_their_folders(name: str, feeds: int, problems: int) -> None:
    if not SAMPLES.is_dir():
        pytest.skip(f"{SAMPLES} is not there")
    found, wrong = parse_opml((SAMPLES / name).read_bytes())
    assert (len(found), len(wrong)) == (feeds, problems)
    assert all(feed.name.startswith("feed:http") for feed in found)
    if name.endswith("05.opml"):
        assert found[0].folders == ("My Feeds", "Some Category")


def test_garbage_is_no_list_of_feeds() -> None:
    with pytest.raises(SourceError, match="OPML cannot be read"):
        parse_opml(b"garbage")


def test_no_arxiv_record_of_the_large_list_is_changed_on_the_way(store: Store) -> None:
    path = sample(payloads("arxiv_oai")[0]).parent / "arXivRaw_503_records.xml"
    records = read_file(path.read_bytes(), path.name).records
    ingest(store, "arxiv", records, NOW)
    assert store.papers.count() == 503
    withdrawn = [record for record in records if record.withdrawn]
    assert len(withdrawn) == 6
    assert max(len(record.authors) for record in records) > 500
    assert all(store.papers.by_name(record.ids[0]) for record in records)
    named = [paper for paper in store.papers.recent() for author in paper.authors if "\\" in author]
    assert named == []


def test_every_record_of_the_daily_feed_says_what_its_bytes_say() -> None:
    path = sample(payloads("arxiv_rss")[0]).parent / "atom_478_entries.xml"
    records = read_file(path.read_bytes(), path.name).records
    text = decode(path.read_bytes()).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    assert all(record.abstract[-60:] in text for record in records)
    assert all(record.authors for record in records)
