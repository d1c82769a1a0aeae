"""Papers in, each once: what a source tells is kept, led to the work it is about, in one transaction a chunk.

Owns the decision new / update / copy. How a record becomes a paper is bot.normalise, how likeness is judged is
recommender.duplicates. No clock: the instant of first sight is passed in.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import batched
