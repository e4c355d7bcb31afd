"""`split-decision`: every setting goes along, wherever it is started."""

import tomllib
from subprocess import CompletedProcess

import pytest

from debate_core.cli import dashboard


@pytest.fixture
def started(monkeypatch):
    """The command that the script becomes when it is called with some words."""

    def start(*words):
        seen = []
        monkeypatch.setattr(dashboard.os, "execv", lambda program, command: seen.append(command))
        monkeypatch.setattr(dashboard.sys, "argv", ["split-decision", *words])
        dashboard.run()
        return seen[0]

    return start


def test_alone_it_serves_the_app_on_this_machine_only_with_every_setting(started):
    command = started()
    assert command[1:4] == ["-m", "streamlit", "run"] and command[4].endswith("app.py")
    assert "--server.address=127.0.0.1" in command and "--client.showErrorDetails=none" in command
    settings = tomllib.loads((dashboard.ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    for section, values in settings.items():
        for name in values:
            assert any(word.startswith(f"--{section}.{name}") for word in command), (section, name)


def test_what_is_said_of_the_server_takes_the_place_of_a_setting(started):
    command = started("--server.address=0.0.0.0", "--server.port=8600")
    assert [word for word in command if word.startswith("--server.address")] == ["--server.address=0.0.0.0"]
    assert command[-1] == "--server.port=8600"


def test_installing_the_local_model_is_over_as_pip_is(monkeypatch):
    monkeypatch.setattr(dashboard.subprocess, "run", lambda command, check: CompletedProcess(command, 3))
    monkeypatch.setattr(dashboard.sys, "argv", ["split-decision", "local", "install"])
    assert dashboard.run() == 3


def test_with_a_command_it_is_the_shell(monkeypatch, capsys):
    monkeypatch.setattr(dashboard.sys, "argv", ["split-decision", "lab", "--help"])
    with pytest.raises(SystemExit) as stop:
        dashboard.run()
    usage = capsys.readouterr().out
    assert stop.value.code == 0 and "--json" in usage
    assert usage.startswith("usage: split-decision lab ")
