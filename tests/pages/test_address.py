"""The address is the one truth: settings are read there, written there, taken along; what it can't mean is said."""

from debate_core.domain.options import read
from debate_core.library.report import ReportSettings
from debate_core.verdicts.rules import Thresholds
from tests.pages.conftest import markdown_of, part, words_of

CLASSIC = {"rules": "classic", "z_gap": "0.2"}
ANOTHER = "Read it another way"


def change_page(app, stem):
    """As the menu's links do: they name a page and nothing else."""
    app.query_params.clear()
    return app.switch_page(f"../{stem}.py").run()


def test_the_menu_takes_debate_and_settings_along(open_page, ids):
    app = open_page("verdict", ids["agreed"], tab=ANOTHER)
    app.selectbox(key="setting_rules").select("classic").run()
    app.number_input(key="threshold_z_gap").set_value(0.2).run()
    for stem in ("panel", "watch", "verdict"):
        change_page(app, stem)
        assert app.query_params == {"debate": ids["agreed"], **CLASSIC}
    assert part(app, ANOTHER).number_input(key="threshold_z_gap").value == 0.2
    change_page(app, "lab")
    assert not app.query_params
    assert "By these thresholds" not in words_of(app)


def test_an_address_that_names_a_debate_says_all_whatever_the_session_saw_before(open_page, ids):
    app = open_page("panel", ids["agreed"], **CLASSIC, tab=ANOTHER)
    assert app.selectbox(key="setting_rules").value == "classic"
    assert app.number_input(key="threshold_z_gap").value == 0.2
    # back in the browser's history
    app.query_params.clear()
    app.query_params["debate"] = ids["split"]
    app.run()
    assert app.selectbox(key="setting_rules").value == "default"
    assert app.query_params == {"debate": ids["split"]}
    assert "the usual: " not in words_of(app)


def test_an_argument_opens_on_watch_and_verdict_and_links_keep_the_settings(open_page, ids):
    app = open_page("watch", ids["agreed"], "PRO-2", **CLASSIC, calibration="zscore")
    assert "The judges' notes" in words_of(app)
    kept = {"debate": ids["agreed"], "calibration": "zscore", **CLASSIC}
    app.button(key="to_verdict").click().run()
    assert app.query_params == kept
    opens = next(button for button in app.button if (button.key or "").startswith("open_briefing-insight_"))
    opens.click().run()
    assert app.query_params == {**kept, "arg": opens.label}
    assert "The judges' notes" in words_of(app)


def test_a_bad_value_is_said_ignored_and_stays_until_it_is_changed(open_page, ids):
    bad = {"weights": "**x**", "gap_level": "7", "topic_type": "security", "at": "77"}
    app = open_page("panel", ids["agreed"], "PRO-99", **bad, tab=ANOTHER)
    refused = [*read(ReportSettings, bad).refused, *read(Thresholds, bad).refused]
    assert len(refused) == 2 and not [
        words for words in (*refused, "no argument PRO-99", "no place 77") if words not in words_of(app)
    ]
    assert len(app.warning) == 1
    assert "**x**" not in markdown_of(app)
    assert app.selectbox(key="setting_topic_type").value == "security"
    assert app.selectbox(key="setting_weights").value == "evidence"
    app.selectbox(key="setting_topic_type").select("").run()
    assert "topic_type" not in app.query_params
    app.selectbox(key="setting_weights").select("equal").run()
    assert "weights: expected" not in words_of(app)
    assert "gap_level: expected" in words_of(app)
