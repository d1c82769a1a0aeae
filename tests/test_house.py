"""The house keeps its own rules: what lies at the top, how long files are, what start-up may import."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("bot", "adapters", "recommender", "db")
TOP_LEVEL = {
    *PACKAGES, "pyproject.toml", "Makefile", "seeds", "tests", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
    "LICENSE", "requirements.lock", ".ci", "deploy", "benchmarks", ".gitignore",
}  # fmt: skip
MAX_LINES = 300


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return listed.stdout.splitlines()


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_the_top_level_holds_what_the_architecture_lists_and_nothing_else() -> None:
    assert {name.split("/")[0] for name in tracked()} <= TOP_LEVEL


def test_there_is_no_init_file_under_tests() -> None:
    assert [name for name in tracked() if name.startswith("tests/") and name.endswith("__init__.py")] == []


def test_no_file_is_over_300_lines() -> None:
    assert {str(p.relative_to(ROOT)): n for p in sources() if (n := len(p.read_text().splitlines())) > MAX_LINES} == {}


def test_no_function_is_over_50_lines() -> None:
    long = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > 50:
                    long.append(f"{path.relative_to(ROOT)}: {node.name} {lines}")
    assert long == []


def test_every_module_says_what_it_owns() -> None:
    assert [str(p.relative_to(ROOT)) for p in sources() if not ast.get_docstring(ast.parse(p.read_text()))] == []


def test_the_four_names_are_ours_alone() -> None:
    found = packages_distributions()
    assert {name: set(found.get(name, [])) - {"paperround"} for name in PACKAGES} == {name: set() for name in PACKAGES}


def test_no_file_names_a_registry_or_a_machines_path() -> None:
    hosts = ["pypi" + ".org", "python" + "hosted", "npmjs" + ".org", "/wo" + "rk/", "deb" + "ian.org"]
    for name in tracked():
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".lock", ".txt", ".yml") or path.name in ("Makefile", "run"):
            text = path.read_text(encoding="utf-8")
            assert [host for host in hosts if host in text] == [], name


def test_every_locked_version_has_its_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    pins = [line for line in lock.splitlines() if "==" in line and not line.startswith(" ")]
    assert len(pins) > 50
    assert all(line.rstrip().endswith("\\") for line in pins)


def test_every_dependency_has_its_reason_written_down() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = [*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)]
    reasons = (ROOT / "docs/decisions/0002-dependencies.md").read_text()
    names = [d.split(">")[0].split("=")[0].split("<")[0].strip() for d in listed]
    assert [name for name in names if f"`{name}`" not in reasons] == []


def test_help_imports_neither_scikit_learn_nor_a_chat_sdk() -> None:
    program = (
        "import sys, contextlib, io\nfrom adapters.cli.main import cli\n"
        "with contextlib.redirect_stdout(io.StringIO()): cli.main(['--help'], standalone_mode=False)\n"
        "heavy = {'sklearn', 'scipy', 'numpy', 'discord', 'slack_bolt', 'slack_sdk', 'aiohttp', 'pydantic'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
