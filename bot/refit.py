"""Fitting the feature model on the whole corpus: in a worker process, while the old model serves."""

import shutil
from collections.abc import Callable
from pathlib import Path

from bot.context import Services
from bot.core import Core
from bot.heavy import Heavy
from bot.model_keeper import FIT_AT_ONCE, MODEL_NAME, PREVIOUS_NAME
from db.store import Store, open_store
from recommender.features import FeatureModel


def fit_model(folder: Path) -> int:
    """Fit on all papers of a data folder and put the model file in place; returns how many papers there were.

    Opens the database for itself, so that it can run in another process.
    """
    store = open_store(folder)
    try:
        papers = store.papers.recent()
        fitted = FeatureModel().fit(papers)
        if (folder / MODEL_NAME).exists():
            shutil.copyfile(folder / MODEL_NAME, folder / PREVIOUS_NAME)
        fitted.save(folder / MODEL_NAME)
        return len(papers)
    finally:
        store.close()


def needs_refit(services: Services) -> bool:
    """Whether enough papers came in since the model was fitted; small corpora are fitted whenever they change."""
    count = services.store.papers.count()
    if count <= FIT_AT_ONCE:
        return False
    fitted = services.recommendations.models.serving().features.papers
    return count - fitted >= services.settings.operation.refit_share * max(fitted, 1)


class Refit:
    """The refit job."""

    def __init__(self, core: Core, heavy: Heavy, services: Callable[[Store], Services]) -> None:
        self._core = core
        self._heavy = heavy
        self._services = services

    async def run(self) -> None:
        """Refit where it is due, and let the new model serve."""
        if not await self._core(lambda store: needs_refit(self._services(store))):
            return
        folder = await self._core(lambda store: store.path.parent)
        await self._heavy(_Fit(folder))
        await self._core(lambda store: self._services(store).recommendations.models.reload())


class _Fit:
    """`fit_model` with its folder, as something that can be sent to another process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self) -> int:
        return fit_model(self._folder)
