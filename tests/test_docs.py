"""The docs say what is true: generated pages are as generated, every link leads somewhere."""

import re
from pathlib import Path

import pytest

from adapters.cli.documents import pages
from bot.config import Settings
from tests.conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", ["commands.md", "command-line.md", "settings.md"])
def test_a_generated_page_is_as_generated(name: str) -> None:
    assert (ROOT / "docs" / name).read_text() == pages()[name], "run `make docs`"


def test_every_setting_has_a_description() -> None:
    assert [name for name, info in Settings.model_fields.items() if not info.description] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_docs_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target
