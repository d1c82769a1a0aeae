"""The map of one's papers as a picture. matplotlib is an extra; without it there is no picture and the bot says so."""

import importlib.util
import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.message import File
from recommender.paper_map import PaperMap

WIDTH_INCHES, HEIGHT_INCHES, DOTS = 7.2, 4.6, 150
INK, PAPER, DOT, QUIET = "#1d2430", "#ffffff", "#4c78d0", "#8a93a3"


def can_draw() -> bool:
    """Whether the extra `pictures` is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def picture(found: PaperMap, titles: Sequence[str], description: str) -> File:
    """The map as a PNG: a dot a paper, numbered as in the list under it, and the words that name the regions."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH_INCHES, HEIGHT_INCHES), dpi=DOTS, facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.03, 0.03, 0.94, 0.94))
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.2, 1.2), xticks=[], yticks=[])
    for edge in axes.spines.values():
        edge.set_visible(False)
    axes.scatter(found.points[:, 0], found.points[:, 1], s=54, color=DOT, alpha=0.75, linewidths=0, zorder=2)
    for number, (x, y) in enumerate(found.points, start=1):
        axes.annotate(str(number), (x, y), (0, 7), textcoords="offset points", ha="center", fontsize=7, color=QUIET)
    for word, x, y in _apart(found.labels, found.points):
        axes.text(x, y, word, ha="center", va="center", fontsize=10.5, color=INK, zorder=3, parse_math=False)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return File("map.png", out.getvalue(), "image/png", f"{description} {'; '.join(titles)}"[:1_000])


def _apart(labels: Sequence[tuple[str, float, float]], points: NDArray[np.float64]) -> list[tuple[str, float, float]]:
    """The labels moved up or down until they lie on no dot and on no other label, the strongest moved the least."""
    placed = [("000", float(x), float(y) + 0.03) for x, y in points]
    for word, x, y in labels:
        x = max(-1.0, min(1.0, x))
        steps = [y + sign * step * 0.05 for step in range(40) for sign in (1, -1)]
        free = next((at for at in steps if abs(at) <= 1.1 and not _covered(word, x, at, placed)), y)
        placed.append((word, x, free))
    return placed[len(points) :]


def _covered(word: str, x: float, y: float, placed: Sequence[tuple[str, float, float]]) -> bool:
    return any(abs(y - b) < 0.11 and abs(x - a) < 0.02 * (len(word) + len(other)) for other, a, b in placed)
