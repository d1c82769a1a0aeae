"""A category of arXiv as a source: the daily feed, the days missed and the changes, the past of a new category."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from urllib.parse import urlencode

from adapters.sources.arxiv_feed import FeedDay, parse_feed
from adapters.sources.arxiv_memory import (
    FIRST_TRIES,
    WINDOW,
    Memory,
    Step,
    begun,
    changes_until,
    due,
    next_step,
    pause,
    read_memory,
)
from adapters.sources.arxiv_oai import OaiPage, TokenExpired, parse_oai
from adapters.sources.fetcher import ARXIV, Ask, Fetcher
from bot.announcements import Calendar, eastern_day, known_calendar, out_at
from bot.arxiv_categories import belongs, category, oai_set
from bot.errors import SourceError
from bot.ports import Batch, Record, State
from bot.settings_sources import SourceSettings

NEW_FOR_DAYS = 21
"""A first version older than this is no late paper but an old one that changed: moderation takes days, not weeks."""


class ArxivCategory:
    """One category (`cs.LG`) or archive (`cs`)."""

    kind = "arxiv"

    def __init__(
        self, given: str, fetcher: Fetcher, settings: SourceSettings, calendar: Calendar | None = None
    ) -> None:
        self.category = category(given)
        self.name = f"arxiv:{self.category}"
        self._fetcher = fetcher
        self._settings = settings
        self._calendar = calendar or known_calendar()

    async def fetch(self, state: State, now: datetime) -> Batch:
        """Does the most urgent thing and says whether more is to be done. Raises SourceError, SourceBusy."""
        memory = read_memory(state)
        if memory.fresh:
            memory = begun(now, self._settings.backfill_days, self._calendar)
        step = next_step(memory, now, self._calendar)
        if step is Step.DAILY:
            return await self._daily(memory, now)
        if step is Step.CHANGES:
            return await self._changes(memory, now)
        if step is Step.PAST:
            return await self._past(memory, now)
        return self._batch(memory, now)

    def _batch(self, memory: Memory, now: datetime, records: Iterable[Record] = (), **told: object) -> Batch:
        more = next_step(memory, now, self._calendar) is not Step.NOTHING
        when = None if more else due(memory, now, self._calendar)
        batch = Batch(records=tuple(records), state=memory.as_state(), more=more, due=when)
        return replace(batch, **told)  # type: ignore[arg-type]

    async def _daily(self, memory: Memory, now: datetime) -> Batch:
        expected = self._calendar.expected(now)
        answer = await self._fetcher.get(
            Ask(
                f"{self._settings.arxiv_feed_url}{self.category}",
                validators={"etag": memory.etag, "modified": memory.modified},
                turn=ARXIV,
                readable=frozenset({400}),
            )
        )
        if answer.unchanged:
            return self._batch(*self._vain(memory, now, expected), note="the feed has not changed since the last batch")
        found = parse_feed(
            answer.body,
            self.category,
            cross_lists=self._settings.arxiv_cross_lists,
            replacements=self._settings.arxiv_replacements,
        )
        if answer.status != 200:
            raise SourceError(f"arXiv refused the feed of {self.category} (status {answer.status}).")
        fault = _fault(found, memory, expected)
        if fault:
            return self._batch(*self._vain(memory, now, expected), found.records, note=fault, problems=found.problems)
        gap = memory.day is not None and self._calendar.following(memory.day) < expected
        memory = replace(
            memory,
            day=expected,
            digest=_digest(found),
            tries=0,
            retry=None,
            missed=memory.missed or gap or not found.complete,
            etag=answer.validators.get("etag", ""),
            modified=answer.validators.get("modified", ""),
        )
        return self._batch(memory, now, found.records, day=expected, complete=found.complete, problems=found.problems)

    def _vain(self, memory: Memory, now: datetime, expected: date) -> tuple[Memory, datetime]:
        """After a feed without the expected batch: try again later, and by OAI-PMH when that goes on for a while."""
        tries = memory.tries + 1
        return replace(memory, tries=tries, retry=now + pause(tries), missed=tries == FIRST_TRIES), now

    async def _changes(self, memory: Memory, now: datetime) -> Batch:
        until = changes_until(now)
        start = memory.changes_from or min(day for day in (memory.changes_day, memory.day, until) if day is not None)
        try:
            page = await self._page(start, None, memory.changes_token)
        except TokenExpired:
            if not memory.changes_token:
                raise
            return self._batch(replace(memory, changes_from=start, changes_token=""), now)
        records = [self._as_change(record, now) for record in self._ours(page.records)]
        if page.token:
            going = replace(memory, changes_from=start, changes_token=page.token, missed=False)
            return self._batch(going, now, records, problems=page.problems)
        memory = replace(memory, changes_from=None, changes_token="", changes_day=until, missed=False)
        expected = self._calendar.expected(now)
        if memory.day is not None and memory.day >= expected:
            return self._batch(memory, now, records, problems=page.problems)
        if eastern_day(now) > expected:
            memory = replace(memory, day=expected, tries=0, retry=None)
        elif memory.tries < FIRST_TRIES or all(record.only_updates for record in records):
            return self._batch(memory, now, records, problems=page.problems)
        return self._batch(memory, now, records, problems=page.problems, day=expected)

    async def _past(self, memory: Memory, now: datetime) -> Batch:
        first, until = memory.past_from, memory.past_until
        assert first is not None
        assert until is not None
        start = max(first, until - WINDOW)
        try:
            page = await self._page(start, min(until, eastern_day(now)), memory.past_token)
        except TokenExpired:
            if not memory.past_token:
                raise
            return self._batch(replace(memory, past_token=""), now)
        records = [self._as_past(record, now) for record in self._ours(page.records) if _since(record, first)]
        room = self._settings.backfill_papers - memory.past_count
        records = records[: max(room, 0)]
        count = memory.past_count + len(records)
        memory = replace(memory, past_token=page.token, past_count=count)
        if not page.token:
            memory = replace(memory, past_until=start - timedelta(days=1))
        if count >= self._settings.backfill_papers or (not page.token and start <= first):
            memory = replace(memory, past_from=None, past_until=None, past_token="")
        days = (eastern_day(now) - first).days
        left = 0 if memory.past_until is None else max((memory.past_until - first).days, 0)
        return self._batch(memory, now, records, problems=page.problems, done=max(days - left, 0), total=days)

    async def _page(self, start: date, until: date | None, token: str) -> OaiPage:
        query = {"verb": "ListRecords"}
        if token:
            query["resumptionToken"] = token
        else:
            query |= {"metadataPrefix": "arXivRaw", "set": oai_set(self.category), "from": start.isoformat()}
            query |= {"until": until.isoformat()} if until else {}
        answer = await self._fetcher.get(Ask(f"{self._settings.arxiv_oai_url}?{urlencode(query)}", turn=ARXIV))
        page = parse_oai(answer.body)
        if token and page.token == token:
            raise SourceError("arXiv's OAI-PMH server gave the same page twice; the list is started again later.")
        return page

    def _ours(self, records: Iterable[Record]) -> Iterable[Record]:
        return (r for r in records if self._settings.arxiv_cross_lists or belongs(r.categories, self.category))

    def _as_change(self, record: Record, now: datetime) -> Record:
        """A late or missed paper is new; an older one only matters where it is held."""
        is_new = _since(record, eastern_day(now) - timedelta(days=NEW_FOR_DAYS)) and record.version == 1
        return replace(record, only_updates=not (is_new or self._settings.arxiv_replacements))

    def _as_past(self, record: Record, now: datetime) -> Record:
        """A paper from before the category was added counts as seen when arXiv announced it."""
        if record.submitted is None:
            return replace(record, only_updates=True)
        day = self._calendar.batch_of(record.submitted)
        return replace(record, announced=day, first_seen=min(out_at(day), now))


def _since(record: Record, day: date) -> bool:
    return record.submitted is not None and record.submitted.date() >= day


def _fault(found: FeedDay, memory: Memory, expected: date) -> str:
    """Why a feed does not hold the expected batch; empty when it does."""
    if not found.records and not found.problems:
        return f"the feed is empty, though {expected} should have a batch"
    if found.day is not None and found.day < expected:
        return f"the feed still shows the batch of {found.day}"
    if memory.digest and memory.digest == _digest(found):
        return "the feed shows the last batch again under a new date"
    return ""


def _digest(found: FeedDay) -> str:
    ids = sorted(f"{record.ids[0].value}v{record.version}" for record in found.records)
    return hashlib.sha256(" ".join(ids).encode()).hexdigest()[:16]
