"""A venue of OpenReview as a source: its papers by token, in pages, with progress checked.

What was there before the venue was added is no news: it counts as seen when it became public.
"""

import json
from datetime import datetime, timedelta
from urllib.parse import urlencode

from adapters.sources.fetcher import Answer, Ask, Fetcher
from adapters.sources.openreview_notes import parse_notes, read_notes
from adapters.sources.past import as_past
from bot.errors import SourceError
from bot.ports import Batch, State
from bot.settings_sources import SourceSettings

PAGE = 1_000
PACE = timedelta(days=1)
V1_INVITATIONS = ("Blind_Submission", "Submission")


class OpenReviewVenue:
    """All papers of a venue (`NeurIPS.cc/2025/Conference`)."""

    kind = "openreview"

    def __init__(self, venue: str, fetcher: Fetcher, settings: SourceSettings) -> None:
        self.venue = venue.removeprefix("openreview:").strip()
        self.name = f"openreview:{self.venue}"
        self._fetcher = fetcher
        self._settings = settings

    async def fetch(self, state: State, now: datetime) -> Batch:
        """The next page. The state holds the query in use and how many notes are in. Raises SourceError."""
        query, offset = int(state.get("query", "0")), int(state.get("offset", "0"))
        answer = await self._ask(query, offset)
        notes = read_notes(answer.body)
        first = str(notes[0].get("id", "")) if notes else ""
        if notes and first == state.get("first"):
            raise SourceError("OpenReview gave the same page twice; it is asked again later.")
        if not notes and not offset and query < len(V1_INVITATIONS):
            return Batch(state={**state, "query": str(query + 1)}, more=True)
        records, problems = parse_notes(notes)
        if not state.get("known"):
            records = tuple(as_past(record, now) for record in records)
        offset += len(notes)
        if len(notes) == PAGE:
            going = {**state, "query": str(query), "offset": str(offset), "first": first}
            return Batch(records, problems, now.date(), state=going, more=True, done=offset)
        return Batch(records, problems, now.date(), state={"known": "yes"}, due=now + PACE, done=offset, total=offset)

    async def _ask(self, query: int, offset: int) -> Answer:
        page = {"limit": PAGE, "offset": offset, "sort": "id"}
        if query == 0:
            url = f"{self._settings.openreview_url}/notes?{urlencode({'content.venueid': self.venue, **page})}"
        else:
            invitation = f"{self.venue}/-/{V1_INVITATIONS[query - 1]}"
            url = f"{self._settings.openreview_v1_url}/notes?{urlencode({'invitation': invitation, **page})}"
        token = self._settings.openreview_token.get_secret_value()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self._fetcher.get(Ask(url, headers=headers, readable=frozenset({400, 401, 403})))
        if answer.status != 200:
            raise SourceError(_refusal(answer, bool(token)))
        return answer


def _refusal(answer: Answer, has_token: bool) -> str:
    try:
        said = json.loads(answer.body)
        reason = str(said.get("message") or said.get("name"))[:200]
    except (ValueError, AttributeError):
        reason = "no reason given"
    hint = (
        "Renew the token (setting sources.openreview_token)."
        if has_token
        else "Set a token (sources.openreview_token), or fetch a file of notes instead."
    )
    return f"OpenReview answered {answer.status} ({reason}). {hint}"
