"""Feeds of all ages and states of repair: the right papers, or one sentence on why there are none."""

from typing import Any

import pytest
from aiohttp import web

from adapters.sources.feed import Feed, read_feed
from adapters.sources.feed_process import FeedProcess
from adapters.sources.feed_xml import FoundFeed
from adapters.sources.fetcher import Answer
from bot.errors import SourceError
from bot.ingest import ingest
from bot.ports import Record
from bot.settings_sources import SourceSettings
from db.store import Store
from tests.adapters.sources.conftest import NOW

URL = "https://journal.example/feed.xml"


async def read(body: str | bytes, charset: str = "") -> FoundFeed:
    content = body.encode() if isinstance(body, str) else body
    return await read_feed(Answer(200, URL, content, charset=charset), FeedProcess())


async def only(body: str | bytes) -> Record:
    (record,) = (await read(body)).records
    return record


def rss(item: str, head: str = '<rss version="2.0">') -> str:
    return f"<?xml version='1.0'?>{head}<channel><title>The Journal</title><item>{item}</item></channel></rss>"


async def test_an_rss_item_becomes_a_record() -> None:
    record = await only(
        rss(
            "<title>On Fish &amp;amp; Chips</title><link>/articles/1?utm_source=rss</link>"
            "<guid>tag:journal,2026:1</guid><pubDate>Mon, 30 Nov 2026 05:00:00 GMT</pubDate>"
            "<description><![CDATA[<p><b>Abstract</b></p><p>We study x&lt;y in S&amp;P 500.</p>]]></description>"
            "<dc:creator>Ann Li</dc:creator><dc:creator>Öst, Bo</dc:creator>"
            "<category>Biology</category><prism:doi>10.1234/FISH.1</prism:doi>",
            '<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/2.0/">',
        )
    )
    assert (record.title, record.abstract) == ("On Fish & Chips", "We study x<y in S&P 500.")
    assert record.authors == ("Ann Li", "Bo Öst")
    assert [name.kind for name in record.ids] == ["doi", "feed", "url"]
    assert (record.ids[0].value, record.ids[2].value) == ("10.1234/fish.1", "journal.example/articles/1")
    assert record.submitted
    assert record.submitted.isoformat() == "2026-11-30T05:00:00+00:00"
    assert (record.venue, record.categories) == ("The Journal", ("Biology",))


async def test_text_that_only_looks_like_html_is_left_alone() -> None:
    record = await only(
        rss("<title>When a&lt;b and c&gt;d</title><description>p &lt; 0.01 &amp; S&amp;P</description>")
    )
    assert (record.title, record.abstract) == ("When a<b and c>d", "p < 0.01 & S&P")


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("<author>a@b.example (Ann Li)</author>", ("Ann Li",)),
        ("<author>Ann Li, Bo Re and Cy Wu</author>", ("Ann Li", "Bo Re", "Cy Wu")),
        ("<author>&lt;a href='http://x'&gt;Ann Li&lt;/a&gt;, &lt;a href='http://y'&gt;Bo Re&lt;/a&gt;</author>",
         ("Ann Li", "Bo Re")),
        ("<author>John Public, Jr.</author>", ("John Public Jr.",)),
        ("<author>Li, Ann; Re, Bo</author>", ("Ann Li", "Bo Re")),
        ("<author></author>", ()),
        ("", ()),
    ],
)  # fmt: skip
async def test_authors_are_single_names(author: str, names: tuple[str, ...]) -> None:
    assert (await only(rss(f"<title>T</title>{author}"))).authors == names


async def test_rdf_and_rss_090_are_read() -> None:
    record = await only(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>Old</title></channel>'
        '<item rdf:about="https://journal.example/2"><title>Second</title><dc:date>2026-11-30</dc:date></item></rdf:RDF>'
    )
    assert (record.title, record.url, record.venue) == ("Second", "https://journal.example/2", "Old")


async def test_atom_in_xhtml_with_relative_links_is_read() -> None:
    record = await only(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://lab.example/blog/"><title>Lab</title><entry>'
        '<id>urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a</id><link rel="enclosure" href="x.mp3"/><link href="p/1"/>'
        '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <i>new</i> result</div></title>'
        "<author><name>Ann Li</name></author><author><name>Bo Re</name></author></entry></feed>"
    )
    assert (record.title, record.url, record.authors) == (
        "A new result",
        "https://lab.example/blog/p/1",
        ("Ann Li", "Bo Re"),
    )


async def test_an_arxiv_paper_in_a_lab_feed_has_arxivs_id() -> None:
    record = await only(rss("<title>T</title><link>https://arxiv.org/pdf/2611.00001v2</link>"))
    assert (record.ids[0].kind, record.ids[0].value) == ("arxiv", "2611.00001")


@pytest.mark.parametrize("date", ["", "soon", "Mon, 99 Foo 2026", "0000-00-00", "9999-12-31T23:59:59-23:00"])
async def test_a_missing_or_impossible_date_is_no_obstacle(date: str, store: Store) -> None:
    found = await read(rss(f"<title>A title</title><pubDate>{date}</pubDate>"))
    assert ingest(store, "feed", found.records, NOW).new == 1


async def test_changing_guids_bring_no_paper_twice(store: Store) -> None:
    for guid in ("first-guid-of-it", "second-guid-of-it"):
        found = await read(rss(f"<title>One paper</title><link>https://a.example/1</link><guid>{guid}</guid>"))
        ingest(store, "feed", found.records, NOW)
    assert store.papers.count() == 1


async def test_a_reused_guid_is_another_paper(store: Store) -> None:
    for title in ("Whales and their songs", "The folding of proteins"):
        ingest(store, "feed", (await read(rss(f"<title>{title}</title><guid>the-same-guid</guid>"))).records, NOW)
    assert store.papers.count() == 2


async def test_the_same_item_under_two_domains_is_one_paper(store: Store) -> None:
    text = "the same long words of an abstract that both sites carry and that nobody else would ever write down " * 2
    for site in ("a.example", "b.example"):
        item = f"<title>Some interesting title</title><link>https://{site}/1</link><description>{text}</description>"
        ingest(store, "feed", (await read(rss(item))).records, NOW)
    assert store.papers.count() == 1


@pytest.mark.parametrize(
    "body",
    [
        rss("<title>Caf\u00e9</title>").encode("latin-1"),
        rss("<title>Café</title>").replace("version='1.0'", "version='1.0' encoding='ISO-8859-1'").encode("latin-1"),
        rss("<title>Café</title>").replace("version='1.0'", "version='1.0' encoding='utf-16'").encode("utf-16"),
        b"\xef\xbb\xbf" + rss("<title>Café</title>").encode(),
        rss("<title>Caf&eacute;</title>").encode(),
        rss("<title>Caf\u00e9\x01</title>").encode(),
        b"\n  " + rss("<title>Café</title>").encode(),
    ],
)
async def test_encodings_wrong_and_right_are_read(body: bytes) -> None:
    assert (await only(body)).title == "Café"


async def test_the_servers_charset_counts_when_the_document_says_none() -> None:
    body = "<rss><channel><item><title>Новости науки</title></item></channel></rss>".encode("koi8-r")
    assert (await read(body, "koi8-r")).records[0].title == "Новости науки"
    with pytest.raises(SourceError, match="not UTF-8"):
        await read(body)


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (rss("<title>A & B</title>"), 1),
        (rss("<title>First</title></item><item><title>Second</title>")[:-20], 2),
        ("<rss version='2.0'><channel><itunes:x>y</itunes:x><item><title>T</title></item></channel></rss>", 1),
        ("<!DOCTYPE rss PUBLIC '-//Netscape//DTD RSS 0.91//EN' 'http://x/rss.dtd'>" + rss("<title>T</title>")[21:], 1),
        ("<rss><channel></channel></rss>", 0),
    ],
)
async def test_broken_feeds_give_what_they_have(body: str, count: int) -> None:
    assert len((await read(body)).records) == count


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<!DOCTYPE html><html><head><link rel='alternate' type='application/rss+xml' href='/rss.xml'></head></html>",
         "https://journal.example/rss.xml"),
        ("<html><body>Checking your browser</body></html>", "web page"),
        ('{"version": "https://jsonfeed.org/version/1.1"}', "JSON"),
        ("", "empty"),
        ("garbage", "neither RSS nor Atom"),
        ("<opml><body/></opml>", "<opml>"),
    ],
)  # fmt: skip
async def test_what_is_no_feed_is_refused_with_the_reason(body: str, reason: str) -> None:
    with pytest.raises(SourceError) as refused:
        await read(body)
    assert reason in str(refused.value)


async def test_5000_items_are_cut_to_the_first_500_and_said_so() -> None:
    items = "</item><item>".join(f"<title>Paper {n}</title>" for n in range(5_000))
    found = await read(rss(items))
    assert (len(found.records), found.cut, found.records[0].title) == (500, True, "Paper 0")


async def test_a_feed_is_fetched_on_condition_and_asked_again_in_an_hour(serve: Any, make_fetcher: Any) -> None:
    async def handler(request: web.Request) -> web.Response:
        if "If-None-Match" in request.headers:
            return web.Response(status=304)
        return web.Response(text=rss("<title>T</title>"), content_type="text/xml", headers={"ETag": "x"})

    async with serve(handler) as address:
        feed = Feed(address, make_fetcher(), SourceSettings(), FeedProcess())
        first = await feed.fetch({}, NOW)
        second = await feed.fetch(first.state, NOW)
    assert (len(first.records), first.title, first.day) == (1, "The Journal", NOW.date())
    assert (second.records, second.state) == ((), first.state)
    assert first.due
    assert (first.due - NOW).total_seconds() == 3600


async def test_a_refusal_names_host_and_status(serve: Any, make_fetcher: Any) -> None:
    async def handler(request: web.Request) -> web.Response:
        return web.Response(status=403, text="Just a moment...")

    async with serve(handler) as address:
        with pytest.raises(SourceError, match=r"127\.0\.0\.1 answered 403 Forbidden"):
            await Feed(address, make_fetcher(), SourceSettings(), FeedProcess()).fetch({}, NOW)
