"""The files for running it elsewhere are well-formed and name what exists."""

import configparser
import re
import shutil
import subprocess

import click
import pytest

from adapters.cli.main import cli
from tests.conftest import ROOT

UNIT = ROOT / "deploy" / "paperround.service"
CONTAINER = ROOT / "deploy" / "Containerfile"
INSTRUCTIONS = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "CMD"}


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNIT)
    return parser


def test_the_unit_has_its_sections_and_hardening() -> None:
    assert unit().sections() == ["Unit", "Service", "Install"]
    service = unit()["Service"]
    assert {"NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp", "UMask"} <= set(service)
    assert int(service["TimeoutStopSec"]) > 10


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not on this machine")
def test_systemd_finds_nothing_wrong_with_the_unit() -> None:
    done = subprocess.run(["systemd-analyze", "verify", UNIT], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "paperround" in line and "not executable" not in line] == []


def test_the_container_file_uses_known_instructions_and_copies_what_there_is() -> None:
    text = re.sub(r"\\\n", " ", CONTAINER.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} <= INSTRUCTIONS
    for line in lines:
        if line.startswith("COPY") and "--from" not in line:
            for name in line.split()[1:-1]:
                assert (ROOT / name).exists(), name


@pytest.mark.parametrize("path", [UNIT, CONTAINER], ids=lambda path: path.name)
def test_every_command_that_is_run_exists(path: object) -> None:
    text = re.sub(r'[",\[\]]', " ", path.read_text())  # type: ignore[attr-defined]
    named = {
        word
        for line in text.splitlines()
        if line.startswith(("ExecStart", "CMD", "HEALTHCHECK"))
        for word in re.findall(r"paperround\s+([a-z]+)", line)
    }
    assert named
    assert named <= set(cli.list_commands(click.Context(cli)))
