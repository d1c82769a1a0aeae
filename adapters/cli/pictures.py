"""The pictures of the docs, drawn from what the program itself prints and sends. `make docs` writes them."""

import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from adapters.cli.drawing import drawn
from adapters.cli.world import World, open_world
from adapters.slack import modals
from adapters.slack.homes import home_view
from adapters.sources.seeds import read_seeds, seed_files
from adapters.terminal.demo import LIKES, TOPICS
from adapters.terminal.render import show
from adapters.terminal.theme import THEME
from bot.home import home
from bot.ingest import ingest

WIDTH = 96
SHOWN = 3
READER = "reader"
PAGE_WIDTH = 760
BROWSER_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


@contextmanager
def demo_world() -> Iterator[World]:
    """A world with the seeds and the demo's reader, who has followed and liked."""
    with tempfile.TemporaryDirectory() as folder, open_world(Path(folder), seed=0) as world:
        ingest(world.store, "seed", read_seeds(seed_files()), world.services.clock.now())
        lines = [*(f"follow {topic}" for topic in TOPICS), "today 5", *(f"like {n}" for n in range(1, LIKES + 1))]
        for line in lines:
            world.dispatcher.line(world.context(READER), line)
        yield world


def demo_picture(world: World) -> str:
    """The digest after the demo's follows and likes, as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False, markup=False)
    console.print(f"papers> today {SHOWN}", style="bold cyan")
    show(console, world.dispatcher.line(world.context(READER), f"today {SHOWN}"))
    return console.export_svg(title="paperround", theme=THEME)


def preview_pages(world: World) -> dict[str, str]:
    """Pages by the name of their picture: what Slack and Discord would show of the demo's reader."""
    listed = world.dispatcher.line(world.context(READER), f"today {SHOWN}")
    form = modals.schedule_form(modals.Schedule(zone="Europe/Berlin"), modals.Origin())
    return {
        "slack-digest.png": drawn("", "slack", [listed]),
        "slack-home.png": drawn("", "slack", (), [home_view(home(world.context(READER)))]),
        "slack-schedule.png": drawn("", "slack", (), [form]),
        "discord-digest.png": drawn("", "discord", [listed]),
    }


def photograph(pages: dict[str, str], folder: Path) -> None:
    """Photograph pages with the system's Chromium; says so and leaves the pictures as they are where there is none."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("There is no Chromium here; the pictures of Slack and Discord stay as they are.")  # noqa: T201
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_FLAGS)
        for name, html in pages.items():
            path = Path(scratch) / "page.html"
            path.write_text(html, encoding="utf-8")
            page = browser.new_page(viewport={"width": PAGE_WIDTH, "height": 600}, device_scale_factor=1.5)
            page.goto(path.as_uri())
            page.locator("main").screenshot(path=folder / name)
            page.close()
        browser.close()


def write(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(exist_ok=True)
    with demo_world() as world:
        (folder / "demo.svg").write_text(demo_picture(world), encoding="utf-8")
        photograph(preview_pages(world), folder)


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2] / "docs" / "images")
