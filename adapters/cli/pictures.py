"""The pictures of the docs, drawn from what the program itself prints. `make docs` writes them."""

import io
import tempfile
from pathlib import Path

from rich.console import Console

from adapters.cli.world import open_world
from adapters.sources.seeds import read_seeds, seed_files
from adapters.terminal.demo import LIKES, TOPICS
from adapters.terminal.render import show
from adapters.terminal.theme import THEME
from bot.ingest import ingest

WIDTH = 96
SHOWN = 3


def demo_picture() -> str:
    """The digest after the demo's follows and likes, as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False, markup=False)
    with tempfile.TemporaryDirectory() as folder, open_world(Path(folder), seed=0) as world:
        ingest(world.store, "seed", read_seeds(seed_files()), world.services.clock.now())
        lines = [*(f"follow {topic}" for topic in TOPICS), "today 5", *(f"like {n}" for n in range(1, LIKES + 1))]
        for line in lines:
            world.dispatcher.line(world.context("reader"), line)
        console.print(f"papers> today {SHOWN}", style="bold cyan")
        show(console, world.dispatcher.line(world.context("reader"), f"today {SHOWN}"))
    return console.export_svg(title="paperround", theme=THEME)


def write(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "demo.svg").write_text(demo_picture(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "docs" / "images")
