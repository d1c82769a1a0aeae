"""The recommender over plain records: the same classes that the bot runs, for measuring. Owns the conversion alone."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from db.models import Paper
from recommender.background import Background, make_background
from recommender.embeddings import Encode
from recommender.evidence import Evidence
from recommender.features import FeatureModel
from recommender.interest import InterestModel
from recommender.paper_features import FloatArray, PaperFeatures

Record = Mapping[str, Any]


def paper_of(record: Record) -> Paper:
    """A paper from a record with `id`, `title`, `abstract`, `authors`, `categories` and `date` (a day, or missing)."""
    day = datetime.fromisoformat(record.get("date") or "1970-01-01").replace(tzinfo=UTC)
    return Paper(
        id=record["id"],
        source="record",
        title=record["title"],
        summary="",
        abstract=record["abstract"],
        raw_title=record["title"],
        raw_abstract=record["abstract"],
        first_seen=day,
        authors=tuple(record.get("authors", ())),
        categories=tuple(record.get("categories", ())),
    )


class Replay:
    """Fit on what was seen before, then rank new papers for one reader at a time; `encode` as FeatureModel has it."""

    def __init__(self, encode: Encode | None = None) -> None:
        self.features = FeatureModel(encode=encode)
        self.background: Background
        self._kept: PaperFeatures | None = None

    def fit(self, history: Sequence[Record]) -> None:
        """Fit features and background on `history`."""
        papers = [paper_of(r) for r in history]
        self.features.fit(papers)
        self.background = make_background(self.features, papers)
        self._kept = None

    def rank(
        self, liked: Sequence[Record], candidates: Sequence[Record], keywords: str = "", disliked: Sequence[Record] = ()
    ) -> FloatArray:
        """Relevance scores, one a candidate, higher is better. `liked` is ordered oldest to newest."""
        evidence = Evidence(
            liked=tuple(paper_of(r) for r in liked),
            disliked=tuple(paper_of(r) for r in disliked),
            keywords=(keywords,) if keywords else (),
        )
        model = InterestModel().fit(self.features, self.background, evidence)
        return model.score(self.candidates(candidates))

    def candidates(self, candidates: Sequence[Record]) -> PaperFeatures:
        """The features of `candidates`, kept until other candidates are asked for."""
        ids = tuple(r["id"] for r in candidates)
        if self._kept is None or self._kept.ids != ids:
            self._kept = self.features.transform([paper_of(r) for r in candidates])
        return self._kept
