"""Pages of arXiv's OAI-PMH server: versions, withdrawals, empty pages, errors that come with status 200."""

import pytest

from adapters.sources.arxiv_oai import TokenExpired, parse_oai
from bot.errors import SourceError
from bot.ports import Record


def page(record: str, rest: str = "") -> bytes:
    return f"<OAI-PMH><ListRecords>{record}{rest}</ListRecords></OAI-PMH>".encode()


def raw(**fields: str) -> str:
    versions = fields.pop("versions", "<version version='v1'><date>Mon, 2 Apr 2007 19:18:42 GMT</date></version>")
    inner = "".join(f"<{name.replace('_', '-')}>{value}</{name.replace('_', '-')}>" for name, value in fields.items())
    return (
        "<record><header><identifier>oai:arXiv.org:0704.0001</identifier></header><metadata><arXivRaw>"
        f"<id>0704.0001</id>{versions}<title>T</title>{inner}</arXivRaw></metadata></record>"
    )


def only(body: bytes) -> Record:
    (record,) = parse_oai(body).records
    return record


def version(number: int, kind: str = "D") -> str:
    date = "<date>Mon, 2 Apr 2007 19:18:42 GMT</date>"
    return f"<version version='v{number}'>{date}<source_type>{kind}</source_type></version>"


@pytest.mark.parametrize(
    ("versions", "comments", "withdrawn"),
    [
        (version(1) + version(2, "I"), "", True),
        (version(1, "I") + version(2), "", False),
        (version(1), "This paper has been withdrawn by the author", True),
        (version(1), "The authors withdrew it", True),
        (version(1), "12 pages, 3 figures", False),
        (version(1), "On the effects of alcohol withdrawal", False),
    ],
)
def test_a_withdrawal_is_read_from_the_last_versions_source_or_the_comments(
    versions: str, comments: str, withdrawn: bool
) -> None:
    assert only(page(raw(versions=versions, comments=comments))).withdrawn is withdrawn


def test_the_last_version_counts_and_the_first_ones_date() -> None:
    record = only(page(raw(versions=version(1) + version(2) + version(10))))
    assert record.version == 10
    assert record.submitted
    assert record.submitted.isoformat() == "2007-04-02T19:18:42+00:00"


def test_all_categories_the_doi_and_the_licence_are_kept() -> None:
    record = only(
        page(raw(categories="cs.CV cs.LG stat.ML", doi="10.1000/ABC. 10.2000/x", license="http://cc/by/4.0/"))
    )
    assert record.categories == ("cs.CV", "cs.LG", "stat.ML")
    assert record.ids[1].value == "10.1000/abc"
    assert record.licence == "http://cc/by/4.0/"


def test_an_empty_page_with_a_token_goes_on_and_one_without_ends() -> None:
    going = parse_oai(page("", "<resumptionToken completeListSize='700'>abc|2</resumptionToken>"))
    assert (going.records, going.token, going.total) == ((), "abc|2", 700)
    assert parse_oai(page("", "<resumptionToken/>")).token == ""
    assert parse_oai(page("")).token == ""


def test_nothing_new_is_no_error() -> None:
    assert parse_oai(b'<OAI-PMH><error code="noRecordsMatch">none</error></OAI-PMH>').records == ()


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (b'<OAI-PMH><error code="badResumptionToken">expired</error></OAI-PMH>', TokenExpired, "started again"),
        (b'<OAI-PMH><error code="badArgument">from is in the future</error></OAI-PMH>', SourceError, "badArgument"),
        (b"<OAI-PMH><ListIdentifiers/></OAI-PMH>", SourceError, "ListIdentifiers"),
        (b"Rate exceeded.", SourceError, "cannot be read"),
        (b"<html><body>503</body></html>", SourceError, "no OAI-PMH but <html>"),
    ],
)
def test_an_error_with_status_200_is_an_error(body: bytes, kind: type[SourceError], words: str) -> None:
    with pytest.raises(kind, match=words):
        parse_oai(body)


def test_a_deleted_or_foreign_record_is_named_and_the_others_are_kept() -> None:
    deleted = "<record><header status='deleted'><identifier>oai:arXiv.org:9</identifier></header></record>"
    found = parse_oai(page(deleted + raw() + "<record/>"))
    assert len(found.records) == 1
    assert [str(problem) for problem in found.problems] == [
        "oai:arXiv.org:9: the server says that it was deleted",
        "record 3: it has no metadata",
    ]
