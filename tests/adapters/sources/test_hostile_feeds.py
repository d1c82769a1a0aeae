"""Hostile feeds: none is waited for longer than three seconds, none grows our process, none raises but a sentence."""

import asyncio
import contextlib
import resource
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.sources.encodings import UnknownEncoding
from adapters.sources.feed import read_feed
from adapters.sources.feed_process import FeedProcess, Unreadable
from adapters.sources.feed_xml import NotAFeed, parse_feed
from adapters.sources.fetcher import Answer
from adapters.sources.xml_reader import BadXml
from bot.errors import SourceError

MEGABYTES_OF_GROWTH = 50
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "' + "a" * 1_000 + '">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(8))
    + "]><rss><channel><title>&i;</title></channel></rss>"
)  # fmt: skip
HOSTILE = {
    "attributes": "<rss><channel><item " + " ".join(f'a{n}="1"' for n in range(50_000)) + "/></channel></rss>",
    "attributes, broken": "<rss><channel><item " + " ".join(f'a{n}="1"' for n in range(50_000)) + "></channel>",
    "items": "<rss><channel>" + "<item><title>x</title></item>" * 100_000 + "</channel></rss>",
    "items, broken": "<rss><channel>&oops" + "<item><title>x</title></item>" * 100_000,
    "depth": "<rss>" * 40_000,
    "depth in an item": "<rss><channel><item><title>" + "<b>" * 90_000,
    "laughs": BOMB,
    "external": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><rss><channel><title>&e;</title></channel></rss>',
    "empty tags": "<rss><channel>" + "<a/>" * 1_000_000 + "</channel></rss>",
    "one text": "<rss><channel><item><title>" + "x" * 4_900_000 + "</title></item></channel></rss>",
    "one html": "<rss><item><title>t</title><description>" + "&lt;p" * 800_000 + "</description></item></rss>",
    "ampersands": "<rss><channel><title>" + "&" * 4_000_000,
    "comment": "<!--" + "-" * 4_000_000,
    "names": "<rss><channel><item><title>t</title><author>" + "(a," * 900_000 + "</author></item></channel></rss>",
    "entities": "<rss><channel><item><title>" + "&nbsp;" * 700_000 + "</title></item></channel></rss>",
}  # fmt: skip


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def survives(body: bytes, process: FeedProcess) -> float:
    started = time.monotonic()
    with contextlib.suppress(SourceError):
        await read_feed(Answer(200, "https://evil.example/feed", body[:5_000_000]), process)
    return time.monotonic() - started


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_known_attack_costs_little(name: str) -> None:
    await survives(b"<rss><channel/></rss>", FeedProcess())
    before = megabytes()
    assert await survives(HOSTILE[name].encode(), FeedProcess()) < 6
    assert megabytes() - before < MEGABYTES_OF_GROWTH


@pytest.mark.prove
@pytest.mark.parametrize("name", HOSTILE)
def test_the_safe_reading_alone_ends_within_a_second(name: str) -> None:
    started = time.monotonic()
    with contextlib.suppress(BadXml, NotAFeed):
        parse_feed(HOSTILE[name].encode()[:5_000_000], "https://evil.example/feed")
    assert time.monotonic() - started < 1.5


async def test_a_child_that_takes_too_long_is_killed() -> None:
    with pytest.raises(Unreadable, match="longer than"):
        await FeedProcess().parse(b"<rss", "https://evil.example/feed", wait=0.01)


pieces = st.sampled_from(
    ["<rss>", "</rss>", "<channel>", "<item>", "</item>", "<entry>", "<title>", "</title>", "<link>",
     "<!DOCTYPE x [", "]>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&x;", "&#0;",
     "&#xD800;", "<?xml version='1.0' encoding='idna'?>",
     "<?xml version='1.0' encoding='utf-16'?>", "<a:b xmlns:a=''>", "<feed xmlns='http://www.w3.org/2005/Atom'>", "\0",
     "<link href='http://[::1'/>", "<guid>", "<dc:creator>", "<pubDate>", "9999999999", "xml:base='//['", "<p>"]
)  # fmt: skip
hostile = st.one_of(
    st.binary(max_size=300),
    st.lists(pieces | st.text(max_size=20), max_size=40).map(lambda parts: "".join(parts).encode("utf-8", "replace")),
    st.tuples(st.lists(pieces, max_size=15), st.binary(max_size=40)).map(
        lambda pair: (
            b"<rss><channel><item>" + "".join(pair[0]).encode("utf-8", "replace") + pair[1] + b"</item></channel></rss>"
        )
    ),
)


def run_many(bodies: list[bytes]) -> None:
    async def main() -> None:
        process = FeedProcess()
        for body in bodies:
            assert await survives(body, process) < 3.5

    asyncio.run(main())


@given(body=hostile)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_bytes_raise_anything_but_a_reason_in_the_safe_reading(body: bytes) -> None:
    with contextlib.suppress(BadXml, NotAFeed, UnknownEncoding):
        parse_feed(body, "https://evil.example/feed")


@given(body=hostile)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_some_hostile_feeds_survive_the_whole_way(body: bytes) -> None:
    run_many([body])


@pytest.mark.prove
def test_2000_hostile_feeds_are_waited_for_three_seconds_at_most_and_grow_nothing() -> None:
    bodies: list[bytes] = []

    @given(body=hostile)
    @settings(max_examples=2_000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def collect(body: bytes) -> None:
        bodies.append(body)

    collect()
    run_many(bodies[:10])
    before = megabytes()
    run_many(bodies)
    assert len(bodies) >= 2_000
    assert megabytes() - before < MEGABYTES_OF_GROWTH
