"""A pretended arXiv: its feed, OAI-PMH and API servers over a list of papers that a test makes."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

MONDAY = datetime(2026, 11, 30, 9, tzinfo=UTC)


@dataclass
class Listed:
    """A paper on the pretended arXiv."""

    id: str
    title: str = "A paper about fish"
    version: int = 1
    type: str = "new"
    categories: str = "cs.LG"
    comments: str = ""
    submitted: datetime = field(default_factory=lambda: MONDAY - timedelta(days=3))
    changed: date = field(default_factory=lambda: date(2026, 11, 30))

    def entry(self, day: str) -> str:
        terms = "".join(f'<category term="{c}"/>' for c in self.categories.split())
        return (
            f"<entry><id>oai:arXiv.org:{self.id}v{self.version}</id><title>{self.title} {self.id}</title>"
            f"<summary>arXiv:{self.id}v{self.version} Announce Type: {self.type} \nAbstract: Words on {self.id}."
            "</summary>"
            f"{terms}<published>{day}T00:00:00-05:00</published><arxiv:announce_type>{self.type}</arxiv:announce_type>"
            '<dc:creator>Ann Li, Bo \\"Ost</dc:creator></entry>'
        )

    def record(self) -> str:
        versions = "".join(
            f'<version version="v{n}"><date>{self.submitted:%a, %d %b %Y %H:%M:%S} GMT</date></version>'
            for n in range(1, self.version + 1)
        )
        return (
            f"<record><header><identifier>oai:arXiv.org:{self.id}</identifier><datestamp>{self.changed}</datestamp>"
            f"</header><metadata><arXivRaw><id>{self.id}</id>{versions}<title>{self.title} {self.id}</title>"
            f"<authors>Ann Li, Bo Ost</authors><categories>{self.categories}</categories>"
            f"<comments>{self.comments}</comments><abstract>Words on {self.id}.</abstract></arXivRaw>"
            "</metadata></record>"
        )


class PlayArxiv:
    """Answers as arXiv's feed, OAI-PMH and API servers do."""

    def __init__(self) -> None:
        self.feed: list[Listed] = []
        self.day = "2026-11-30"
        self.all: list[Listed] = []
        self.page = 2_500
        self.asked: list[str] = []
        self.broken = ""
        self.expire_tokens = False

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path_qs)
        kind = request.path.split("/")[1]
        if self.broken and kind == self.broken:
            return web.Response(status=500)
        return web.Response(body=getattr(self, f"{kind}_answer")(request).encode(), content_type="text/xml")

    def atom_answer(self, request: web.Request) -> str:
        entries = "".join(paper.entry(self.day) for paper in self.feed)
        return (
            '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><title>cs.LG updates on arXiv.org</title>'
            f"<updated>{self.day}T05:00:00+00:00</updated>{entries}</feed>"
        )

    def oai_answer(self, request: web.Request) -> str:
        query = {name: values[0] for name, values in parse_qs(urlsplit(request.path_qs).query).items()}
        token = query.get("resumptionToken", "")
        if token and self.expire_tokens:
            self.expire_tokens = False
            return '<OAI-PMH><error code="badResumptionToken">expired</error></OAI-PMH>'
        first, last, start = token.split("|") if token else (query["from"], query.get("until", "9999-12-31"), "0")
        found = [p for p in self.all if first <= p.changed.isoformat() <= last]
        if not found:
            return '<OAI-PMH><error code="noRecordsMatch">nothing</error></OAI-PMH>'
        page, rest = found[int(start) : int(start) + self.page], found[int(start) + self.page :]
        token = f"{first}|{last}|{int(start) + self.page}" if rest else ""
        records = "".join(paper.record() for paper in page)
        return f"<OAI-PMH><ListRecords>{records}<resumptionToken>{token}</resumptionToken></ListRecords></OAI-PMH>"

    def api_answer(self, request: web.Request) -> str:
        wanted = request.query["id_list"].split(",")
        assert len(wanted) <= int(request.query["max_results"])
        entries = "".join(
            f"<entry><id>http://arxiv.org/abs/{p.id}v{p.version}</id><title>{p.title}</title><summary>Words</summary>"
            f"<published>2026-11-30T00:00:00Z</published></entry>"
            for p in self.all
            if p.id in wanted
        )
        return f'<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
