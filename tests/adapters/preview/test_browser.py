"""The preview looked at by a browser: nothing overflows, every button is reachable, contrast holds, light and dark."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.drawing import PLATFORMS, drawn
from adapters.slack.homes import home_view
from bot.home import home
from bot.message import Message
from tests.conftest import Chat

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
LEAST_CONTRAST = 4.5
"""Of WCAG 2.2 for text of ordinary size."""

CONTRASTS = """
() => {
  const luminance = ([r, g, b]) => {
    const part = v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const read = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const c = read(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0.99) return c;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const e of document.querySelectorAll('main *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.getClientRects().length) continue;
    const ink = luminance(read(getComputedStyle(e).color)), ground = luminance(behind(e));
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    found.push([ratio, e.textContent.trim().slice(0, 40), e.className || e.tagName]);
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


def pages(chat: Chat, platform: str) -> dict[str, str]:
    """A digest-like list, the profile and the home of a reader who has learned something, as pages."""
    for line in ("follow diffusion models", "mute biology", "today 5", "like 1", "like 2", "like 3", "save 4"):
        chat(line)
    listed, profile = chat.message("today 5"), chat.message("profile")
    sections: list[Message] = list(home(chat.context()))
    views = [home_view(tuple(sections))] if platform == "slack" else []
    return {
        "digest": drawn("Digest", platform, [listed]),
        "profile": drawn("Profile", platform, [profile]),
        "home": drawn("Home", platform, [] if views else sections, views),
    }


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_page_can_be_read_and_used(browser: Any, chat: Chat, platform: str, tmp_path: Path) -> None:
    for name, html in pages(chat, platform).items():
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        for scheme, width in (("light", 1000), ("dark", 420)):
            page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.goto(path.as_uri())
            where = (platform, name, scheme)
            assert [url for url in asked if not url.startswith("file:")] == [], where
            assert page.evaluate("document.documentElement.scrollWidth") <= width, where
            for button in page.locator("button, .button, [role=button]").all():
                box = button.bounding_box()
                assert box is not None, where
                assert box["x"] >= 0, where
                assert box["x"] + box["width"] <= width, (where, button.inner_text())
            faint = [found for found in page.evaluate(CONTRASTS) if found[0] < LEAST_CONTRAST]
            assert faint == [], where
            page.close()
