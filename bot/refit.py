"""Fitting the feature model and keeping the compact corpus: in a worker process, while the old ones serve."""

import logging
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.context import Services
from bot.core import Core
from bot.heavy import Heavy
from bot.model_keeper import CORPUS_FOLDER, FIT_AT_ONCE, MODEL_NAME, PREVIOUS_NAME
from db.store import Store, open_store
from recommender.background import make_background, save_background
from recommender.corpus_files import BATCH, background_path, extend_corpus, open_corpus, remove_corpus, remove_others
from recommender.errors import ModelFileError
from recommender.features import FeatureModel
from recommender.paper_features import PaperFeatures
from recommender.weights import BACKGROUND_SIZE

logger = logging.getLogger(__name__)

FIT_MOST = 50_000
"""The model is fitted on so many of the newest papers: more make it no better, and a fit's memory stays bounded."""
FITTED_TO = "model fitted to"
"""The fact that holds the last paper's key at the time of the fit."""


def fit_model(folder: Path) -> int:
    """Fit on the newest papers of a data folder, transform all of them into a compact corpus, and put all in place.

    The model goes last, so that what belongs to it is there before it serves. Returns how many papers it was fitted on.
    Opens the database for itself, so that it can run in another process.
    """
    store = open_store(folder)
    try:
        last = store.papers.last_key()
        papers = store.papers.recent(FIT_MOST)
        fitted = FeatureModel().fit(papers)
        background = make_background(fitted, papers[:BACKGROUND_SIZE])
        save_background(background_path(folder / CORPUS_FOLDER, fitted), background)
        del papers, background
        _extend(store, folder, fitted)
        if (folder / MODEL_NAME).exists():
            shutil.copyfile(folder / MODEL_NAME, folder / PREVIOUS_NAME)
        fitted.save(folder / MODEL_NAME)
        store.set_fact(FITTED_TO, str(last))
        remove_others(folder / CORPUS_FOLDER, fitted)
        return fitted.papers
    finally:
        store.close()


def extend_saved(folder: Path) -> None:
    """Add to the saved model's compact corpus the papers of a data folder that it lacks; made anew if it is broken.

    Raises ModelFileError when there is no readable model.
    """
    store = open_store(folder)
    try:
        _extend(store, folder, FeatureModel.load(folder / MODEL_NAME))
    finally:
        store.close()


def _extend(store: Store, data_folder: Path, model: FeatureModel) -> None:
    folder = data_folder / CORPUS_FOLDER
    try:
        last = open_corpus(folder, model).last_key
    except ModelFileError as error:
        logger.warning("%s; it is written anew", error)
        remove_corpus(folder, model)
        last = 0
    extend_corpus(folder, model, _batches(store, model, last))


def _batches(store: Store, model: FeatureModel, last: int) -> Iterator[PaperFeatures]:
    while papers := store.papers.after(last, BATCH):
        yield model.transform(papers, embed=False)
        last = papers[-1].key


def needs_refit(services: Services) -> bool:
    """Whether enough papers came in since the model was fitted; small corpora are fitted whenever they change."""
    store, models = services.store, services.recommendations.models
    last = store.papers.last_key()
    if last <= FIT_AT_ONCE or store.papers.count() <= FIT_AT_ONCE:
        return False
    if not models.saved:
        return True
    come = last - int(store.fact(FITTED_TO) or 0)
    return come >= services.settings.operation.refit_share * max(models.serving().features.papers, 1)


class Refit:
    """The refit job."""

    def __init__(self, core: Core, heavy: Heavy, services: Callable[[Store], Services]) -> None:
        self._core = core
        self._heavy = heavy
        self._services = services

    async def run(self) -> None:
        """Refit where it is due, else add new papers to the compact corpus; and let the new files serve.

        So does a model that was fitted from the command line meanwhile.
        """
        folder = await self._core(lambda store: store.path.parent)
        await self._core(self._take_over)
        if await self._core(lambda store: needs_refit(self._services(store))):
            await self._heavy(_Fit(folder))
            await self._core(self._take_over)
        elif await self._core(lambda store: self._services(store).recommendations.corpus.is_behind()):
            await self._heavy(_Extend(folder))
            await self._core(lambda store: self._services(store).recommendations.corpus.reload())

    def _take_over(self, store: Store) -> None:
        models = self._services(store).recommendations.models
        if models.is_replaced():
            models.reload()


@dataclass(frozen=True, slots=True)
class _Fit:
    """`fit_model` with its folder, as something that can be sent to another process."""

    folder: Path

    def __call__(self) -> int:
        return fit_model(self.folder)


@dataclass(frozen=True, slots=True)
class _Extend:
    """`extend_saved` with its folder, as something that can be sent to another process."""

    folder: Path

    def __call__(self) -> None:
        extend_saved(self.folder)
