"""A small literature with known subjects, and what is fitted on it once."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from numpy.typing import NDArray

from db.models import Paper
from recommender.background import Background, make_background
from recommender.embeddings import Encode
from recommender.features import FeatureModel

SUBJECTS = {
    "proteins": "protein folding structure residue amino acid binding ligand docking sequence enzyme mutation backbone",
    "driving": "autonomous driving lane planning trajectory vehicle lidar road pedestrian steering traffic controller",
    "speech": "speech recognition acoustic phoneme transcription speaker audio waveform vocoder prosody dialect",
    "graphs": "graph neural node edge message passing community spectral laplacian link clustering subgraph motif",
    "climate": "climate weather forecast precipitation ocean atmosphere temperature downscaling storm rainfall drought",
}
COMMON = [
    "method",
    "model",
    "result",
    "data",
    "approach",
    "task",
    "training",
    "evaluation",
    "baseline",
    "experiment",
    "performance",
    "network",
    "learning",
]
START = datetime(2026, 1, 1, tzinfo=UTC)

Maker = Callable[..., list[Paper]]


def paper(name: str, title: str, abstract: str = "", **more: object) -> Paper:
    """A paper with the given words; the rest is plain."""
    given: dict[str, object] = {"first_seen": START, **more}
    return Paper(name, "test", title, "", abstract, title, abstract, **given)  # type: ignore[arg-type]


def write(subject: str, count: int, seed: int, start: int = 0) -> list[Paper]:
    """`count` papers about `subject`, by a small group of authors, in a category of its own."""
    rng = np.random.default_rng([seed, *subject.encode()])
    words = SUBJECTS[subject].split()
    papers = []
    for number in range(start, start + count):
        title = " ".join(rng.choice(words, 4))
        text = " ".join(rng.permutation([*rng.choice(words, 14), *rng.choice(COMMON, 12)]))
        authors = tuple(f"{subject.title()} Author{i}" for i in rng.integers(0, 40 * (1 + (count >= 1000) * 9), 2))
        papers.append(
            paper(
                f"{subject}:{number}",
                title,
                text,
                authors=authors,
                categories=(f"cs.{subject[:2].upper()}",),
                first_seen=START + timedelta(hours=number),
                key=number + 1,
            )
        )
    return papers


@pytest.fixture(scope="session")
def subjects() -> Maker:
    """Writes papers about one of SUBJECTS."""
    return write


def _fit(papers: Sequence[Paper]) -> tuple[FeatureModel, Background]:
    model = FeatureModel().fit(papers)
    return model, make_background(model, papers)


def _encode(texts: Sequence[str]) -> NDArray[np.float32]:
    """Stands for a sentence encoder: unit rows by how often each subject is spoken of."""
    counts = np.array([[0.1 + sum(w in t for w in words.split()) for words in SUBJECTS.values()] for t in texts])
    rows = counts.reshape(len(texts), len(SUBJECTS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="session")
def encode() -> Encode:
    """A sentence encoder of a few dimensions."""
    return _encode


@pytest.fixture(scope="session")
def small() -> tuple[FeatureModel, Background]:
    """A model of 200 papers: too few for a latent space."""
    return _fit([p for subject in SUBJECTS for p in write(subject, 40, seed=1, start=1000)])


@pytest.fixture(scope="session")
def large() -> tuple[FeatureModel, Background]:
    """A model of 5,000 papers, with a latent space."""
    return _fit([p for subject in SUBJECTS for p in write(subject, 1000, seed=2, start=10_000)])


@pytest.fixture(scope="session")
def make_paper() -> Callable[..., Paper]:
    """Makes a paper from an id, a title and an abstract."""
    return paper
