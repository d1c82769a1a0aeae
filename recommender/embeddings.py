"""A sentence encoder that the admin brings: a folder with `model.onnx` and `tokenizer.json`, run on one CPU thread.

Owns opening, pooling and the unit length of vectors. It must not know papers, people or where vectors are kept, and
asks no network. The libraries it needs are the extra `embeddings`, imported only when an encoder is opened.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recommender.errors import EncoderError

Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""Gives unit rows (n, e), one a text, e the same at each call."""

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
MOST_TOKENS = 256
"""What a text has beyond that is not read: encoders of sentences were trained on shorter texts still."""
BATCH = 16
FED = {"input_ids", "attention_mask", "token_type_ids"}
INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
POOLED = "sentence_embedding"
"""The usual name of an output that is pooled already. BERT's own `pooler_output` is no meaning of a sentence."""


class Encoder:
    """Texts as unit vectors. `name` tells one encoder from another: a short hash of its two files."""

    def __init__(self, folder: Path) -> None:
        """Open the encoder in `folder`. Raises EncoderError saying what is missing or not understood."""
        model, tokenizer = folder / MODEL_FILE, folder / TOKENIZER_FILE
        for path in (model, tokenizer):
            if not path.is_file():
                raise EncoderError(f"{path} is missing. An encoder is a folder with {MODEL_FILE} and {TOKENIZER_FILE}.")
        try:
            self.name = hashlib.blake2b(model.read_bytes() + tokenizer.read_bytes(), digest_size=8).hexdigest()
        except OSError as error:
            raise EncoderError(f"{folder} cannot be read: {error.strerror}. Check its permissions.") from error
        self._session = _open_session(model)
        self._tokenizer = _open_tokenizer(tokenizer)
        self._inputs = {put.name: INTEGERS.get(put.type) for put in self._session.get_inputs()}
        if not {"input_ids", "attention_mask"} <= self._inputs.keys() <= FED or None in self._inputs.values():
            raise EncoderError(
                f"{model} takes {', '.join(self._inputs)}; expected are input_ids and attention_mask "
                "(and token_type_ids) of whole numbers. Export it as a feature extractor."
            )
        self._output = _choose_output(model, self._session.get_outputs())
        self.width = self.encode(["width"]).shape[1]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows (n, e), one a text in their order."""
        rows: list[Any] = [None] * len(texts)
        by_length = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(texts), BATCH):
            batch = by_length[start : start + BATCH]
            for at, row in zip(batch, self._encode([texts[i] for i in batch]), strict=True):
                rows[at] = row
        return np.array(rows, dtype=np.float32) if rows else np.zeros((0, self.width), dtype=np.float32)

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        read = self._tokenizer.encode_batch(texts)
        given = {
            "input_ids": np.array([r.ids for r in read]),
            "attention_mask": np.array([r.attention_mask for r in read]),
            "token_type_ids": np.array([r.type_ids for r in read]),
        }
        feed = {name: given[name].astype(kind) for name, kind in self._inputs.items()}
        return unit_rows(self._session.run([self._output], feed)[0], given["attention_mask"])


def unit_rows(output: NDArray[Any], mask: NDArray[Any]) -> NDArray[np.float32]:
    """Unit rows (n, e) of a model's `output`: pooled (n, e), or by token (n, t, e), then the mean where `mask` is 1."""
    vectors = output.astype(np.float64)
    if vectors.ndim == 3:
        kept = mask[:, :, None].astype(np.float64)
        vectors = (vectors * kept).sum(1) / np.maximum(kept.sum(1), 1)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    rows: NDArray[np.float32] = (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)
    return rows


def _open_session(path: Path) -> Any:
    runtime = _import("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's errors share no class of their own
        raise EncoderError(f"{path} is no model that onnxruntime can open: {error}") from error


def _open_tokenizer(path: Path) -> Any:
    try:
        tokenizer = _import("tokenizers").Tokenizer.from_file(str(path))
    except EncoderError:
        raise
    except Exception as error:  # tokenizers raises plain Exception
        raise EncoderError(f"{path} is no tokenizer: {error}") from error
    limit = (tokenizer.truncation or {}).get("max_length", MOST_TOKENS)
    tokenizer.enable_truncation(min(limit, MOST_TOKENS))
    padding = tokenizer.padding or {}
    tokenizer.enable_padding(pad_id=padding.get("pad_id", 0), pad_token=padding.get("pad_token", "[PAD]"))
    return tokenizer


def _choose_output(path: Path, outputs: Sequence[Any]) -> str:
    ranks: dict[str, int] = {put.name: len(put.shape) for put in outputs}
    if ranks.get(POOLED) == 2:
        return POOLED
    for rank in (3, 2):
        for name, its in ranks.items():
            if its == rank:
                return name
    raise EncoderError(
        f"{path} gives {', '.join(ranks) or 'nothing'}; expected is one vector a text or a token. "
        "Export it as a feature extractor."
    )


def _import(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise EncoderError(
            f"An encoder needs {name}, which is not installed. Run pip install 'paperround[embeddings]'."
        ) from error
