"""Searching the whole corpus, a million papers too: papers like one, those that phrases find, more like those picked.

A refit leaves a compact corpus beside its model (bot/refit.py); what it finds is looked up in the store and compared
exactly. Where there is none, for a small corpus or a file that cannot be used, the newest papers are searched.
"""

import logging
from collections.abc import Collection, Sequence

from bot.model_keeper import CORPUS_FOLDER, ModelKeeper, Serving
from db.models import Paper
from db.store import Store
from recommender.corpus import CompactCorpus
from recommender.corpus_files import open_corpus
from recommender.errors import ModelFileError
from recommender.form import Form
from recommender.interest import InterestModel
from recommender.onboarding import more_like, phrase_interests, taking_turns
from recommender.paper_features import PaperFeatures
from recommender.ranking import likeness, similar_papers
from recommender.weights import CORPUS_EXACT

logger = logging.getLogger(__name__)

NEWEST = 2_000
"""So many of the newest papers are searched without a compact corpus, and of those it does not have yet."""


class WholeCorpus:
    """Searches for papers that may be offered to anybody; belongs to the thread of its store."""

    def __init__(self, store: Store, models: ModelKeeper) -> None:
        self._store = store
        self._models = models
        self._opened: tuple[int, CompactCorpus] | None = None

    def similar(self, paper: Paper, count: int) -> list[Paper]:
        """The papers most like a paper, best first; never the paper itself."""
        serving = self._models.serving()
        one = serving.features.transform([paper], embed=False)
        papers, features = self._candidates([likeness(one, serving.background.negatives)], hidden=[paper.key])
        return [papers[found.index] for found in similar_papers(one, features, count)]

    def found_by(self, phrases: Sequence[str], count: int) -> list[Paper]:
        """What the phrases find, best first, the phrases taking turns."""
        serving = self._models.serving()
        interests = phrase_interests(serving.features, serving.background, phrases)
        papers, features = self._candidates([interest.form(0) for interest in interests])
        return [papers[row] for row in taking_turns(interests, features, count)]

    def more_like(self, interest: InterestModel, seen: Sequence[Paper], count: int) -> list[Paper]:
        """The best papers for an interest that are neither `seen` nor among its evidence."""
        known = [*seen, *interest.evidence.liked, *interest.evidence.disliked]
        papers, features = self._candidates([interest.form(0)], hidden=[paper.key for paper in known], embed=True)
        return [papers[row] for row in more_like(interest, features, {paper.id for paper in seen}, count)]

    def is_behind(self) -> bool:
        """Whether a saved model serves and the compact corpus lacks papers, or lacks altogether."""
        if not self._models.saved:
            return False
        return bool(self._store.papers.after(self._corpus(self._models.serving()).last_key, 1))

    def reload(self) -> None:
        """Take over what was written of the compact corpus."""
        self._opened = None

    def _candidates(
        self, forms: Sequence[Form], hidden: Collection[int] = (), *, embed: bool = False
    ) -> tuple[list[Paper], PaperFeatures]:
        """Papers among which are the best for each of the forms, but for those `hidden`, and their features.

        `embed` says whether the sentence encoder, where there is one, is wanted too: it is slow.
        """
        serving = self._models.serving()
        corpus = self._corpus(serving)
        if not len(corpus):
            papers = [paper for paper in self._store.papers.recent(NEWEST) if not paper.withdrawn]
            return papers, self._models.features(papers)
        new = [paper.key for paper in self._store.papers.after(corpus.last_key, NEWEST)]
        negatives = serving.background.negatives
        found = [corpus.shortlist(form, negatives, CORPUS_EXACT, hidden).tolist() for form in forms]
        papers = self._store.papers.offered(list(dict.fromkeys(key for keys in (*found, new) for key in keys)))
        return papers, serving.features.transform(papers, embed=embed)

    def _corpus(self, serving: Serving) -> CompactCorpus:
        """The compact corpus of the model in force; one without papers where there is none."""
        if self._opened is None or self._opened[0] != serving.generation:
            self._opened = (serving.generation, self._open(serving))
        return self._opened[1]

    def _open(self, serving: Serving) -> CompactCorpus:
        folder = self._models.path.parent / CORPUS_FOLDER
        try:
            corpus = open_corpus(folder, serving.features)
        except ModelFileError as error:
            logger.warning("%s; the newest papers alone are searched until the next refit", error)
            return CompactCorpus(serving.features, [])
        if self._models.saved and not len(corpus):
            logger.warning("%s has no corpus of the model; the newest papers alone are searched for now", folder)
        return corpus
