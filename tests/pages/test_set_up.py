"""Set up: one click starts, what is missing is said in place, no key is kept beyond the session."""

import json
import socket

import pytest
import streamlit as st
from pydantic import ValidationError
from streamlit.testing.v1 import AppTest

from debate_core.domain.cast import BUILT_IN_JUDGES
from debate_core.domain.config import Server
from debate_core.domain.personalities import PERSONALITIES
from debate_core.domain.transcript import ONE_CLAIM, Topic, burden_words
from debate_core.examples import EXAMPLES
from debate_core.llm import provider_check
from debate_core.llm.catalogue import ROOM, addresses_text
from debate_core.llm.keys import Key
from debate_core.llm.provider_check import KnownServer, nobody_text
from debate_core.running.estimate import estimate, reading_text, too_large
from debate_core.store.record import load
from pages.ui import state
from pages.ui.draft import CUSTOM, DEFAULT, STANDARD_ROWS, SUGGESTIONS, DimensionDraft, Draft, fault_text
from pages.ui.shared.words import escaped
from pages.ui.state import setup_form as found_models
from pages.ui.state.setup_form import settings_open, settings_part
from tests.llm.servers import chat, chat_error, said, serving
from tests.pages.conftest import about, choose, enter, lack_of, settings, start, words_of

KEY = "sk-test-1234567890"
BRIEF = "Only what lasts"


def test_a_fresh_install_says_what_will_happen_and_starts_with_one_click(open_page, store):
    app = open_page("set_up")
    assert "debate?" in app.title[0].value and not app.tabs
    assert f"4 judges{about(DEFAULT.sketch())}" in words_of(app)
    assert app.button(key="use_real_models").click().run().tabs
    assert app.session_state[settings_part.key] == "Models and keys"
    assert start(app, store).topic.text == SUGGESTIONS[0]
    assert app.query_params["debate"] == store.records()[0].id


def of_tab(app):
    """What the browser's tab is given to keep."""
    return next(json.loads(one.proto.json)["drafts"] for one in app.get("bidi_component"))


def _reloaded():
    """A session's first words of a browser whose tab has kept something."""
    import streamlit as st

    from pages.ui import state

    state.take_drafts(st.session_state["tab"])
    st.text(f"{state.draft().topic.text} {state.pasted()} {state.typed_keys()}")


def test_what_is_typed_is_the_tabs_until_it_is_sent_and_no_key_or_other_persons_is(open_page, store):
    app = open_page("set_up")
    assert of_tab(app) == ""
    choose(app, set_up_topic=f"Is it {KEY}?", set_up_live_on=True)
    whole = of_tab(app)
    app.session_state["typed_keys"] = {"openai": Key(KEY)}
    assert KEY in whole and of_tab(app.run()) == ""
    choose(app, set_up_topic="Cats should vote")
    app.session_state["elsewhere_text"] = "What is too large for a tab leaves the rest there. " * 20_000
    assert set(json.loads(of_tab(app.run()))) == {"set_up"}
    start(app, store)
    assert "set_up" not in json.loads(of_tab(app))
    again = {
        "tab": whole,
        "other": whole.replace("{", '{"whose": "else", ', 1),
        "none": "",
        "odd": '{"set_up": 7}',
    }
    again["any"] = '{"elsewhere": {"elsewhere_text": "Ann: Yes.", "typed_keys": "x"}}'
    texts = {}
    for name, kept in again.items():
        reloaded = AppTest.from_function(_reloaded)
        reloaded.session_state["tab"] = kept
        texts[name] = reloaded.run().text[0].value
    usual = f"{SUGGESTIONS[0]}  {{}}"
    assert texts == dict.fromkeys(again, usual) | {
        "tab": f"Is it {KEY}?  {{}}",
        "any": f"{SUGGESTIONS[0]} Ann: Yes. {{}}",
    }


@pytest.mark.parametrize("phone", [True, False])
def test_the_samples_heading_comes_right_before_them_on_a_phone(phone, open_page, monkeypatch):
    monkeypatch.setattr(state, "narrow", lambda: phone)
    kinds = [element.type for element in open_page("set_up").main if element.type in ("header", "page_link")]
    assert kinds.index("header") == (2 if phone else 0)


def test_an_empty_topic_is_said_in_place_and_starts_nothing(open_page, store):
    app = open_page("set_up")
    enter(app, "start_debate", set_up_topic=" \u200b")
    assert Draft(topic=Topic(text="")).faults["topic"] in words_of(app)
    assert not store.records()


def test_a_topic_that_names_two_is_said_to_be_read_as_one_claim(open_page):
    app = open_page("set_up")
    assert ONE_CLAIM not in words_of(app)
    app.text_area(key="set_up_topic").set_value("Should we buy from A or from B?").run()
    assert ONE_CLAIM in words_of(app)


def test_fewer_than_two_judges_are_refused_where_they_are_chosen(open_page, store):
    app = open_page("set_up", tab="Judges")
    for _ in range(3):
        app.button(key="remove_judge_0").click().run()
    alone = Draft(panel=BUILT_IN_JUDGES[:1]).faults["judges"]
    assert alone in words_of(app)
    app.button(key="start_debate").click().run()
    assert not store.records()
    app.button(key="built_in_judges").click().run()
    assert alone not in words_of(app)


def test_a_missing_key_is_named_before_starting_and_a_typed_one_is_never_shown_again(open_page, store):
    app = open_page("set_up", tab="Format and debaters")
    app.selectbox(key="set_up_pro_model").set_value("openai:gpt-4.1-mini").run()
    assert lack_of("openai") in words_of(app)
    app.button(key="start_debate").click().run()
    assert not store.records()
    settings(app, "Models and keys").text_input(key="key_of_openai").set_value(KEY).run()
    said = words_of(app)
    assert "Key kept" in said and lack_of("openai") not in said
    assert all("sk-test" not in (field.value or "") for field in app.text_input)
    assert lack_of("openai") in words_of(app.button(key="forget_openai").click().run())


def test_what_a_model_does_not_take_is_said_and_a_personality_is_described_in_a_line(open_page):
    app = open_page("set_up", tab="Format and debaters")
    without, temperature = "simulated:standard takes no temperature", "set_up_pro_opening"
    assert words_of(app).count(without) == 1, "once, of both sides"
    assert not [one for one in app.number_input if "opening" in one.key]
    enter(app, set_up_pro_model="ollama:llama3.2", set_up_pro_personality="provocateur")
    assert [one.key for one in app.number_input if "opening" in one.key] == [temperature]
    said = words_of(app)
    assert said.count(without) == 1  # CON's
    assert PERSONALITIES["provocateur"].described in said
    assert app.number_input(key="set_up_pro_elasticity").placeholder == "the Provocateur's, 0.7"
    app.number_input(key=temperature).set_value(1.1).run()
    for model in ("simulated:standard", "ollama:llama3.2"):  # what was chosen is there again
        app.selectbox(key="set_up_pro_model").set_value(model).run()
    assert app.number_input(key=temperature).value == 1.1


def test_a_rubric_is_shown_in_plain_words_and_stored_in_those_of_its_prompts(open_page, store):
    app = open_page("set_up", tab="Rubric")
    said, asked = words_of(app), start(app, store).rubric.dimensions[3]
    assert asked.plain_question in said and asked.question not in said
    assert asked.question != asked.plain_question


def test_a_custom_rubric_gains_and_loses_rows_shows_its_sum_and_must_reach_1(open_page, store):
    app = open_page("set_up", tab="Rubric")
    choose(app, set_up_rubric="Custom")
    unnamed = Draft(rubric=CUSTOM, dimensions=(*STANDARD_ROWS, DimensionDraft())).faults["rubric"]
    assert ": 1.00" in words_of(app)
    assert unnamed in words_of(app.button(key="add_dimension").click().run())
    assert unnamed not in words_of(app.button(key="drop_4").click().run())
    assert "sum to 1.20" in words_of(app.number_input(key="set_up_row0_weight").set_value(0.5).run())
    app.button(key="start_debate").click().run()
    assert not store.records()
    app.number_input(key="set_up_row1_weight").set_value(0.1).run()
    assert dict(start(app, store).rubric.weights)["logic"] == pytest.approx(0.5)


def test_a_judge_is_edited_in_a_dialog_with_its_declared_truth(open_page):
    app = open_page("set_up", tab="Judges")
    app.button(key="edit_judge_2").click().run()
    risk = BUILT_IN_JUDGES[2]
    assert app.text_input(key="judge2_name").value == risk.name
    assert app.number_input(key="judge2_severity").value == pytest.approx(risk.simulation.severity)
    assert app.text_area(key="judge2_brief").value == risk.brief
    enter(app, judge2_brief=BRIEF, judge2_severity=2.5, judge2_logic=0.65)
    assert "Used as" in words_of(app)  # .65 + .20 + .35 + .30 = 1.5
    app.button(key="save_judge").click().run()
    judge = app.session_state["set_up_judges"][2]
    assert judge.simulation.severity == pytest.approx(2.5)
    assert judge.brief == BRIEF and BRIEF in words_of(app.run())
    assert app.session_state["being_edited_judge"] is None


def test_no_setting_is_asked_for_in_two_parts(open_page):
    parts = ("Format and debaters", "Judges", "Discussion", "Rubric", "Live judge", "Budget and seed")
    kinds = ("checkbox", "number_input", "selectbox", "slider", "text_area", "text_input", "toggle")
    pages = [open_page("set_up", tab=part) for part in parts]
    asked = [{one.key for kind in kinds for one in app.get(kind)} for app in pages]
    everywhere = set.intersection(*asked)
    own = [key for one in asked for key in one - everywhere]
    assert "set_up_seed" in own and len(own) == len(set(own))


def test_presets_fill_the_form_and_keep_the_topic(open_page, store):
    app = open_page("set_up", tab="Format and debaters")
    enter(app, set_up_topic="Dogs or cats", preset="Quick")  # In one run, as of a quick click after typing.
    assert app.text_area(key="set_up_topic").value == "Dogs or cats"
    assert app.slider(key="set_up_arguments_per_side").value == 2
    assert len(app.session_state["set_up_judges"]) == 3
    app.pills(key="preset").set_value("Full panel").run()
    assert app.slider(key="set_up_arguments_per_side").value == 4
    app.pills(key="preset").set_value("Live exchange").run()
    assert "6 turns, 4 judges and a live judge," in words_of(app)
    app.number_input(key="set_up_pro_elasticity").set_value(0.25)
    assert "analytical 5, abstract 5, " in app.text_area(key="set_up_pro_traits").placeholder
    app.text_area(key="set_up_pro_traits").set_value("formal 9, funny 3").run()
    assert "PRO's traits: expected them as in 'formal 9', got 'funny 3'" in words_of(app)
    app.button(key="start_debate").click().run()
    assert not store.records()
    app.text_area(key="set_up_pro_traits").set_value("formal 9, curious 2").run()
    assert "got 'funny 3'" not in words_of(app)
    config = start(app, store)
    assert (config.pro.traits, config.con.traits) == ("formal 9, curious 2", "")
    assert config.live is not None
    assert (config.pro.elasticity, config.con.elasticity) == (0.25, None)
    assert (config.format, config.turns) == ("exchange", 6)
    assert (config.pro.personality, config.con.personality) == ("strategist", "engineer")


def test_a_suggestion_fills_the_topic_and_my_last_is_the_newest_debate(open_page, debates, store):
    assert debates["stopped"] and debates["finished"]
    app = open_page("set_up")
    enter(app, "suggest_2", "open_settings")
    assert app.text_area(key="set_up_topic").value == SUGGESTIONS[2]
    app.pills(key="preset").set_value("My last").run()
    assert app.text_area(key="set_up_topic").value == load(store, store.records()[0].id).config.topic.text


def test_a_set_up_is_kept_by_a_name_taken_again_and_deleted_and_no_key_is_in_the_store(open_page, store):
    def save(app, name, with_topic):
        enter(app, "save_preset", preset_name=name, preset_with_topic=with_topic)

    app = open_page("set_up", tab="Models and keys")
    choose(
        app,
        set_up_servers=(Server(name="mine", base_url="http://127.0.0.1:9/v1"),),
        set_up_pro_model="openai:gpt-4.1-mini",
        set_up_topic="Cats",
    )
    app.text_input(key="key_of_openai").set_value(KEY)
    save(app, "My last", with_topic=False)
    assert "is built in" in app.error[0].value
    save(app, "Cats, *always*", with_topic=True)
    save(app, "Any topic", with_topic=False)
    app.text_area(key="set_up_topic").set_value(f"My key is {KEY}")
    save(app, "Leaky", with_topic=True)
    assert "not saved" in app.error[0].value
    assert set(store.read_notes("presets")) == {"Cats, *always*", "Any topic"}
    assert all(KEY.encode() not in file.read_bytes() for file in store.path.parent.iterdir())

    app = open_page("set_up", unfolded=[settings_open.key])
    app.pills(key="preset").set_value("Any topic").run()
    assert app.text_area(key="set_up_topic").value == SUGGESTIONS[0]
    settings(app, "Format and debaters")
    assert app.selectbox(key="set_up_pro_model").value == "openai:gpt-4.1-mini"
    assert [one.name for one in app.session_state["set_up_servers"]] == ["mine"]
    app.pills(key="preset").set_value("Cats, *always*").run()
    assert app.text_area(key="set_up_topic").value == "Cats"
    app.button(key="drop_preset_0").click().run()
    assert set(store.read_notes("presets")) == {"Cats, *always*"}


def test_a_preset_that_this_version_cannot_read_is_said_and_stays(open_page, store):
    later = json.loads(Draft().draft_json(()))
    store.note("presets", "Later", json.dumps(later | {"wings": 2}))
    app = open_page("set_up", unfolded=[settings_open.key])
    assert "preset Later: Wings" in words_of(app)
    assert "Later" in store.read_notes("presets")


def test_a_server_with_an_address_becomes_a_provider_and_none_without(open_page):
    def add(typed, url):
        name, address = (field for field in app.text_input if field.label in ("Name", "Base URL"))
        name.set_value(typed)
        address.set_value(url)
        next(b for b in app.button if b.label == "Add").click().run()

    app = open_page("set_up", tab="Models and keys")
    add("My Server", "ftp://somewhere")
    with pytest.raises(ValidationError) as refused:
        Server(name="My Server", base_url="http://a/v1")
    assert fault_text(refused.value) in words_of(app)
    assert not app.session_state["set_up_servers"]
    add("myserver", "http://127.0.0.1:8000/v1")
    assert [s.name for s in app.session_state["set_up_servers"]] == ["myserver"]
    assert "**myserver**" in words_of(app)
    app.button(key="drop_server_myserver").click().run()
    assert "**myserver**" not in words_of(app)
    next(field for field in app.selectbox if field.label == "Protocol").set_value("anthropic")
    add("claudes", "http://127.0.0.1:8000")
    assert app.session_state["set_up_servers"][0].wire == "anthropic"
    assert "Anthropic's protocol" in words_of(app)
    labels = [field.label for field in app.text_input if field.label.startswith("Key for")]
    assert not any("://" in label for label in labels)  # an address in a label would become a link
    choose(app, set_up_pro_model="claudes:m")
    assert addresses_text(["claudes:m"], app.session_state["set_up_servers"]) in words_of(app)


def test_a_wrong_name_is_put_right_where_it_is_checked_and_one_click_seats_the_model(open_page, store):
    listing = {"/v1/models": said({"data": [{"id": "m-small", "max_model_len": 4_096}]})}
    missing = chat_error(404, "The model does not exist", "model_not_found")
    with serving(missing, chat("ready"), aside=listing) as server:
        app = open_page("set_up", tab="Models and keys")
        app.session_state["set_up_servers"] = (Server(name="mine", base_url=f"{server.url}/v1"),)
        wrong = BUILT_IN_JUDGES[0].model_copy(update={"model": "mine:m-smal"})
        choose(app, set_up_judges=(wrong, *BUILT_IN_JUDGES[1:]), set_up_to_check_mine="m-smal")
        assert "price of mine:m-smal" in words_of(app)
        app.button(key="check_mine").click().run()
        assert "no model m-smal" in words_of(app) and "Model unknown" in words_of(app)
        app.button(key="instead_mine:m-small").click().run()
        assert app.session_state["set_up_judges"][0].model == "mine:m-small"
        app.button(key="check_mine").click().run()
        said_now = words_of(app)
        assert "Ready: it answered." in said_now and "Room for 4,096" in said_now
        config = Draft(panel=app.session_state["set_up_judges"], servers=app.session_state["set_up_servers"])
        large = too_large(config.config(), {"mine:m-small": 4_096})
        assert large and not [one for one in large if one not in said_now]
        app.button(key="seat_mine").click().run()
    assert {judge.model for judge in app.session_state["set_up_judges"]} == {"mine:m-small"}
    settings(app, "Judges")
    assert "All 4 judges run on mine:m-small" in words_of(app)
    assert app.button(key="mixed_panel").disabled


def test_a_mixed_panel_is_seated_with_one_click_without_the_debaters_models(open_page, store, monkeypatch):
    for provider in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{provider}_API_KEY", KEY)
    app = open_page("set_up", tab="Judges")
    choose(app, set_up_pro_model="openai:gpt-4.1-mini")
    app.button(key="mixed_panel").click().run()
    judges = [judge.model for judge in app.session_state["set_up_judges"]]
    assert judges == ["anthropic:claude-sonnet-4-5", "gemini:gemini-2.5-flash"] * 2
    said = words_of(app)
    assert "calls. About $0." in said
    settings(app, "Budget and seed")
    app.number_input(key="set_up_dollars").set_value(0.5).run()
    app.session_state["set_up_effort"] = "low"
    settings(app, "Models and keys")
    assert "or $0.50" in words_of(app)
    assert f"{ROOM['low']:,} more tokens" in words_of(app)


def test_servers_of_this_machine_are_looked_for_only_on_a_click(open_page, monkeypatch):
    listing = {"/v1/models": said({"data": [{"id": "some-model"}]})}
    with serving(chat("ready"), aside=listing) as server:
        here = KnownServer(provider="vllm", label="vLLM", base_url=f"{server.url}/v1")
        monkeypatch.setattr(found_models, "PLACES", (here,))
        monkeypatch.setattr(provider_check, "LOOK", 30.0)
        app = open_page("set_up", tab="Models and keys")
        assert server.looked == []
        app.button(key="look_for_servers").click().run()
        assert "vllm:some-model" in words_of(app)
        app.button(key="add_vllm").click().run()
    assert [one.base_url for one in app.session_state["set_up_servers"]] == [here.base_url]
    settings(app, "Format and debaters")
    assert "vllm:some-model" in app.selectbox(key="set_up_pro_model").options


def test_budget_lengths_reading_orders_and_the_models_that_sum_up_are_part_of_what_starts(open_page, store):
    app = open_page("set_up", tab="Budget and seed")
    assert app.selectbox(key="set_up_briefing_model").value == ""
    app.number_input(key="set_up_calls").set_value(50)
    app.number_input(key="set_up_caps_opening").set_value(900)
    assert "provider:model" in Draft(narrative_model="nobody").faults["summary"]
    app.selectbox(key="set_up_narrative_model").set_value("simulated:standard").run()
    assert app.session_state["set_up_reading"] == "one" and "with CON first" not in words_of(app)
    choose(app, set_up_reading="both")
    said, config = words_of(app), start(app, store)
    again = reading_text(config, estimate(config), None)
    assert about(config) in said and again in said and "with CON first" in again
    assert (config.reading, config.budget.calls) == ("both", 50)
    assert (config.caps.opening, config.caps.closing) == (900, 600)
    assert (config.briefing_model, config.narrative_model) == (None, "simulated:standard")


def test_a_free_exchange_has_turns_and_nobodys_burden_until_a_side_is_chosen_and_is_my_last(open_page, store):
    app = open_page("set_up", tab="Format and debaters")
    choose(app, set_up_format="exchange")
    assert app.slider(key="set_up_turns").value == 6
    assert "set_up_arguments_per_side" not in {slider.key for slider in app.slider}
    app.slider(key="set_up_turns").set_value(12).run()
    said = words_of(app)
    assert app.session_state["set_up_burden"] == "none"
    choose(app, set_up_burden="con")
    assert burden_words("con") in words_of(app)
    config = start(app, store)
    assert f"12 turns, 4 judges{about(config)}" in said
    assert (config.format, config.turns, config.live) == ("exchange", 12, None)
    assert config.topic.burden == "con"
    app = open_page("set_up", unfolded=[settings_open.key])
    app.pills(key="preset").set_value("My last").run()
    assert app.session_state["set_up_burden"] == "con"


def test_the_live_judge_is_folded_off_and_chosen_apart(open_page, store):
    app = open_page("set_up", tab="Live judge")
    assert "only the panel" in words_of(app)
    app.toggle(key="set_up_live_on").set_value(True).run()
    assert "nobody waits" in words_of(app)
    app.session_state["set_up_live_feedback"] = "strict"
    app.checkbox(key="set_up_live_both_orders").set_value(True)
    app.selectbox(key="set_up_live_model").set_value("openai:gpt-4.1-mini").run()
    said = words_of(app)
    assert "Each turn waits" in said and lack_of("openai") in said
    app.selectbox(key="set_up_live_model").set_value("simulated:standard").run()
    live = start(app, store).live
    assert live is not None
    assert (live.feedback, live.both_orders, live.strict_floor) == ("strict", True, False)
    app = open_page("set_up")
    choose(app, set_up_live_on=True, set_up_live_model="nonsense")
    assert "*Live judge*" in words_of(app)


def test_an_example_opens_or_replays_with_one_click(open_page):
    first = EXAMPLES[0].id
    opened, replayed = open_page("set_up"), open_page("set_up")
    opened.button(key=f"read_{first}").click().run()
    assert opened.query_params == {"debate": first}
    replayed.button(key=f"replay_{first}").click().run()
    assert replayed.query_params == {"debate": first, "at": "1"}


def test_no_server_is_called_ready_unseen(open_page):
    with socket.create_server(("127.0.0.1", 0)) as gone:
        free = gone.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        app = open_page("set_up", tab="Models and keys")
        app.session_state["set_up_servers"] = (
            Server(name="there", base_url=f"http://127.0.0.1:{port}/v1"),
            Server(name="gone", base_url=f"http://127.0.0.1:{free}/v1"),
            Server(name="far", base_url="https://models.example/v1"),
        )
        app.run()
    said = words_of(app)
    assert said.count("Something answers") >= 1 and "Not checked" in said
    assert nobody_text(f"http://127.0.0.1:{free}/v1") in said
    # only what runs on this machine without a server may be ready
    assert said.count("Ready]") <= 2


def test_a_server_of_this_machine_that_does_not_answer_is_said_before_a_start(open_page):
    with socket.create_server(("127.0.0.1", 0)) as there:
        url = f"http://127.0.0.1:{there.getsockname()[1]}/v1"
        app = open_page("set_up")
        app.session_state["set_up_servers"] = (Server(name="mine", base_url=url),)
        choose(app, set_up_pro_model="mine:m")
        assert nobody_text(url) not in words_of(app)
    st.cache_data.clear()
    assert [one.icon for one in app.run().warning if escaped(nobody_text(url)) in one.value] == [
        ":material/link_off:"
    ]
    choose(app, set_up_pro_model="simulated:standard")
    assert not app.warning


def test_settings_stand_open_once_at_the_part_that_mends_what_is_missing(open_page):
    app = open_page("set_up")
    assert not app.tabs
    choose(app, set_up_pro_model="openai:gpt-4.1-mini")
    assert app.text_input(key="key_of_openai")
    app.session_state[settings_open.key] = False
    assert not app.run().tabs
