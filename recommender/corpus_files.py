"""A compact corpus on disk: a file for each block, mapped into memory when opened. Owns their names and their growth.

The files of a model carry its fingerprint, so that no corpus is ever searched with another model's numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from pathlib import Path

from recommender.corpus import BLOCK, Block, CompactCorpus, join_blocks, make_block
from recommender.errors import ModelFileError
from recommender.feature_file import map_record, save_record
from recommender.features import FeatureModel
from recommender.paper_features import PaperFeatures

VERSION = 1
"""Of the saved form; raised whenever its meaning changes."""
BATCH = 5_000
"""Papers transformed together: some 60 MB meanwhile."""


def open_corpus(folder: Path, model: FeatureModel) -> CompactCorpus:
    """The corpus that `model` made in `folder`; without papers where there is none.

    Raises ModelFileError when a file cannot be used.
    """
    return CompactCorpus(model, [_open(path) for path in _files(folder, model)])


def extend_corpus(folder: Path, model: FeatureModel, batches: Iterable[PaperFeatures]) -> None:
    """Append papers, from 1 to BATCH at a time, to the corpus that `model` made in `folder`; begun where there is none.

    Takes the memory of one block, however many papers there are. Raises ModelFileError when the last file cannot be
    used; then nothing is changed.
    """
    number = len(_files(folder, model))
    blocks: list[Block] = []
    if number and len(last := _open(_path(folder, model, number - 1))) + BATCH <= BLOCK:
        number, blocks = number - 1, [last]
    for batch in batches:
        blocks.append(make_block(model, batch))
        if sum(map(len, blocks)) + BATCH > BLOCK:
            _save(_path(folder, model, number), blocks)
            number, blocks = number + 1, []
    if blocks:
        _save(_path(folder, model, number), blocks)


def background_path(folder: Path, model: FeatureModel) -> Path:
    """Where the background that belongs to `model` is kept, beside its corpus."""
    return folder / f"{model.fingerprint()}-background.npy"


def remove_corpus(folder: Path, model: FeatureModel) -> None:
    """Delete the corpus that `model` made in `folder`. An open one can still be searched."""
    for path in _files(folder, model):
        path.unlink(missing_ok=True)


def remove_others(folder: Path, model: FeatureModel) -> None:
    """Delete what models other than `model`, and writers that were killed, left in `folder`.

    What is open can still be used.
    """
    for path in folder.iterdir():
        if not path.name.startswith(model.fingerprint()) or path.suffix != ".npy":
            path.unlink(missing_ok=True)


def _files(folder: Path, model: FeatureModel) -> list[Path]:
    return sorted(folder.glob(f"{model.fingerprint()}-[0-9]*.npy"))


def _path(folder: Path, model: FeatureModel, number: int) -> Path:
    return folder / f"{model.fingerprint()}-{number:05d}.npy"


def _save(path: Path, blocks: Sequence[Block]) -> None:
    block = join_blocks(blocks)
    save_record(path, VERSION, {field.name: getattr(block, field.name) for field in fields(Block)})


def _open(path: Path) -> Block:
    arrays = map_record(path, VERSION)
    try:
        return Block(**arrays)
    except TypeError as error:
        raise ModelFileError(f"{path} is no block of a corpus ({error})") from error
