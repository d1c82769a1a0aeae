"""What `pip install` takes into an empty environment finds its migrations, templates, holidays and seeds."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.conftest import ROOT

PARTS = ("pyproject.toml", "README.md", "LICENSE", "bot", "adapters", "recommender", "db", "seeds")


def test_the_wheel_works_in_an_environment_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in PARTS:
        part = ROOT / name
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(part, source / name, ignore=ignore) if part.is_dir() else shutil.copy(part, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    home = tmp_path / "an environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    python = home / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", "--no-deps", str(wheel)], check=True, capture_output=True)
    # Its dependencies are borrowed from here: what is tested is what the wheel itself brings.
    env = {
        **os.environ,
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "PAPERROUND_DATA_DIR": str(tmp_path / "data"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def paperround(*words: str) -> str:
        command = [str(python), str(home / "bin" / "paperround"), *words]
        return subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True, text=True).stdout

    paperround("sources", "fetch", "seeds")
    assert len(json.loads(paperround("papers", "list", "--json", "--limit", "200"))) == 95
    where = "import adapters.preview.page as p, bot.announcements as a; p.templates().get_template('page.html'); "
    program = [str(python), "-c", f"{where}print(a.known_calendar() is not None, p.__file__)"]
    done = subprocess.run(program, cwd=tmp_path, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.startswith("True")
    assert str(home) in done.stdout
