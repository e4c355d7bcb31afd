"""A setting is declared in one line; its flag, its place in the session and its widget follow."""

import argparse

import pytest
from streamlit.testing.v1 import AppTest

from debate_core.cli import parser
from debate_core.cli.options import declare, flags
from debate_core.cli.run import config_of
from debate_core.domain.config import Choices, DebateConfig
from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import build
from debate_core.domain.options import Number, OneOf, Switch, Words, options_of, part_of
from debate_core.domain.transcript import Topic
from pages.ui.set_up.settings import PLACED
from tests.each import each
from tests.pages.conftest import choose


def page():
    """A form of a noun with a setting that no other code knows."""
    from typing import Annotated

    import streamlit as st

    from debate_core.domain.options import OneOf, Whole
    from pages.ui.draft import Draft
    from pages.ui.shared.widgets import ask
    from pages.ui.state.session import SettingsForm

    class Longer(Draft):
        pauses: Annotated[int, Whole("Pauses", "How many.", low=0, high=9)] = 1
        mood: Annotated[str | None, OneOf("Mood", options={"calm": "Calm"}, nothing="Any")] = None

    form = SettingsForm(kind=Longer, name="longer")
    form.begin(Longer())
    ask(form, "pauses")
    ask(form, "mood")
    found = form.read()
    st.text(f"{found.pauses} {found.mood} {found.pro.side} {found.live} {found.seed}")
    st.text(Longer.read(found.draft_json(())) == found)


def test_a_new_setting_has_a_widget_a_place_in_the_session_and_one_in_presets():
    app = AppTest.from_function(page, default_timeout=60).run()
    assert [text.value for text in app.text] == ["1 None pro None 0", "True"]
    pauses = app.number_input(key="longer_pauses")
    assert (pauses.label, pauses.min, pauses.max, pauses.help) == ("Pauses", 0, 9, "How many.")
    pauses.set_value(4)
    choose(app, longer_mood="calm")
    assert [text.value for text in app.text] == ["4 calm pro None 0", "True"]


def test_each_setting_of_a_debate_stands_on_set_up(open_page):
    app = open_page("set_up", tab="Budget and seed")
    shown = {field.key for field in (*app.number_input, *app.checkbox)}
    assert {f"set_up_{name}" for name in options_of(Choices) if name not in PLACED} <= shown


@pytest.mark.parametrize(("tab", "part"), [("Live judge", "live"), ("Discussion", "deliberation")])
def test_each_setting_of_the_live_judge_and_of_the_discussion_stands_on_set_up(open_page, tab, part):
    app = open_page("set_up", tab=tab)
    choose(app, **{f"set_up_{part}_on": True, "set_up_live_model": "ollama:m"})
    shown = {field.key for field in (*app.number_input, *app.checkbox, *app.segmented_control, *app.pills)}
    assert {f"set_up_{part}_{name}" for name in options_of(part_of(Choices, part))} <= shown
    choose(app, set_up_live_model="simulated:standard")  # which takes no temperature
    assert "set_up_live_temperature" not in {field.key for field in app.number_input}


def _settings(noun, *above):
    """Each setting of a noun and of its parts, by the fields that lead to it."""
    for name in noun.model_fields:
        if part := part_of(noun, name):
            yield from _settings(part, *above, name)
        elif option := options_of(noun).get(name):
            yield (*above, name), option


ON = "--topic=x --pro=ollama:m --live --deliberate --pro-personality=engineer --con-personality=engineer"
BEGINS = {"topic": "", "temperatures": "temperature-", "deliberation": "deliberate-", "caps": "cap-"}


def _word(option):
    """A value other than the usual one, as it is typed; empty for a switch."""
    match option:
        case Number():
            return f"{max(option.low, 0) + 1:g}"
        case OneOf():
            return [*option.options][-1]
        case Words(title="Traits"):
            return "formal 9"
        case Words():
            return "ollama:x" if option.hint == "provider:model" else "x"
    return ""


@each(("path", "option"), [*_settings(DebateConfig)])
def test_each_setting_of_a_debate_and_of_its_parts_reaches_it_from_a_flag_of_run(path, option):
    begins = "".join(BEGINS.get(part, f"{part}-") for part in path[:-1])
    flag, word = f"--{begins}{option.flag or path[-1]}".replace("_", "-"), _word(option)
    form = ["--format", "exchange"] if option.format == "exchange" else []
    found = config_of(parser().parse_args(["run", *ON.split(), *form, flag, *filter(None, [word])]))
    for part in path:
        found = getattr(found, part)
    taken = option.read(word) if word else True
    assert found == ((taken,) if isinstance(option, OneOf) and option.many else taken)


def test_each_setting_of_a_debate_is_a_flag_and_what_it_can_not_be_is_refused():
    command = argparse.ArgumentParser()
    declare(command, DebateConfig)
    topic = {"topic": Topic(text="x")}
    words = ["--arguments", "2", "--order", "alternating", "--seed", "7"]
    found = build(DebateConfig, topic | flags(command.parse_args(words), DebateConfig))
    assert (found.arguments_per_side, found.order, found.seed) == (2, "alternating", 7)
    assert flags(command.parse_args([]), DebateConfig) == {}
    for flag, option in options_of(DebateConfig).items():
        if isinstance(option, Switch | Words):  # nothing that can be typed is wrong
            continue
        name = f"--{option.flag or flag}".replace("_", "-")
        with pytest.raises(SetUpError, match=f"{name}: expected .*, got 'nothing such'"):
            command.parse_args([name, "nothing such"])
