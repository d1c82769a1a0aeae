"""The serving feature model, its background and the features of papers: loaded, fitted when small, kept in memory.

A large corpus is fitted elsewhere (a worker process, by schedule) and taken over with `reload`; until then, and where
the saved model cannot be read, one fitted on the newest papers serves.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.encoding import open_encoder
from db.models import Paper
from db.store import Store
from recommender.background import Background, load_background, make_background
from recommender.corpus_files import background_path
from recommender.embeddings import Encode
from recommender.errors import ModelFileError
from recommender.features import FeatureModel
from recommender.paper_features import PaperFeatures, join
from recommender.weights import BACKGROUND_SIZE

logger = logging.getLogger(__name__)

MODEL_NAME = "model.npz"
PREVIOUS_NAME = "model.before.npz"
"""The model that served before the last refit, kept to be compared with."""
CORPUS_FOLDER = "corpus"
"""What else a refit leaves: the compact corpus and the background of its model."""
FIT_AT_ONCE = 2_000
"""Up to so many papers a fit takes about a second, and is done whenever papers came in."""
MAX_KEPT = 60_000


@dataclass(frozen=True, slots=True)
class Serving:
    """What rankings are made with; `generation` grows with every change of model."""

    features: FeatureModel
    background: Background
    generation: int


class ModelKeeper:
    """Gives the serving model and the features of papers; belongs to the thread of its store."""

    def __init__(self, store: Store, folder: Path, name: str = MODEL_NAME, encoder_folder: Path | None = None) -> None:
        self._store = store
        self._encoder_folder = encoder_folder
        self.path = folder / name
        self._fixed = name != MODEL_NAME
        self._serving: Serving | None = None
        self._saved = False
        self._read = 0
        self._last_key = 0
        self._kept: PaperFeatures | None = None
        self._rows: dict[tuple[int, int], int] = {}

    def serving(self) -> Serving:
        """The model in force: the saved one, or one fitted now on the newest papers while few or nothing is saved."""
        if self._serving is None:
            self._serving = self._load()
        if self._serving is None or self._outgrown(self._serving):
            papers = self._store.papers.recent(FIT_AT_ONCE)
            self._take(FeatureModel(encode=self._encode).fit(papers), papers)
        assert self._serving is not None
        return self._serving

    @property
    def saved(self) -> bool:
        """Whether the model in force is one that a refit has saved."""
        self.serving()
        return self._saved

    def is_replaced(self) -> bool:
        """Whether another process has written a model file since this one was read."""
        self.serving()
        return not self._fixed and self._written() != self._read

    def reload(self) -> None:
        """Take over the model file that a refit has written."""
        self._serving = self._load() or self._serving
        self._forget_features()

    def features(self, papers: Sequence[Paper]) -> PaperFeatures:
        """Features of these papers in their order; each version of a paper is transformed once."""
        serving = self.serving()
        if len(self._rows) > MAX_KEPT:
            self._forget_features()
        new = list({(p.key, p.version): p for p in papers if (p.key, p.version) not in self._rows}.values())
        if new or self._kept is None:
            added = serving.features.transform(new)
            self._kept = added if self._kept is None else join([self._kept, added])
            for paper in new:
                self._rows[paper.key, paper.version] = len(self._rows)
        return self._kept.take([self._rows[p.key, p.version] for p in papers])

    @property
    def encodes(self) -> bool:
        """Whether papers are encoded here; opens the encoder."""
        return self._encode is not None

    @cached_property
    def _encode(self) -> Encode | None:
        """The admin's encoder, opened at first use: start-up and commands that rank nothing do not wait for it."""
        return open_encoder(self._store, self._encoder_folder)

    def _written(self) -> int:
        """When the model file was written, in nanoseconds; 0 where there is none."""
        return self.path.stat().st_mtime_ns if self.path.exists() else 0

    def _load(self) -> Serving | None:
        self._read = self._written()
        if not self._read:
            return None
        try:
            model = FeatureModel.load(self.path)
            model.encode = self._encode
        except ModelFileError as error:
            logger.warning("%s; fitting a new one", error)
            return None
        self._saved = True
        return Serving(model, self._background(model), self._next())

    def _background(self, model: FeatureModel) -> Background:
        """The one that a refit has saved; where there is none it is made, which takes seconds for a large corpus."""
        path = background_path(self.path.parent / CORPUS_FOLDER, model)
        try:
            if path.exists():
                return load_background(path, model, self._store.papers.many)
        except ModelFileError as error:
            logger.warning("%s; making another", error)
        return make_background(model, self._store.papers.recent(BACKGROUND_SIZE))

    def _outgrown(self, serving: Serving) -> bool:
        """Whether papers have come to a small corpus since its model was fitted; counted when there is a new one."""
        last = self._store.papers.last_key()
        if self._fixed or last == self._last_key:
            return False
        self._last_key = last
        count = self._store.papers.count()
        return count <= FIT_AT_ONCE and count != serving.features.papers

    def _take(self, model: FeatureModel, papers: Sequence[Paper]) -> None:
        self._saved = False
        self._serving = Serving(model, make_background(model, papers), self._next())
        self._forget_features()

    def _next(self) -> int:
        return 1 + (self._serving.generation if self._serving else 0)

    def _forget_features(self) -> None:
        self._kept, self._rows = None, {}
