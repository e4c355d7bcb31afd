"""A study's file: what it comes to, and what is refused."""

import json
import tomllib

import pytest

from debate_core.domain.cast import Judge, Panel
from debate_core.domain.config import Caps, DebateConfig
from debate_core.domain.errors import SetUpError
from debate_core.study import design
from debate_core.study.design import (
    Study,
    cells,
    counted_cells,
    default_topics,
    plan_study,
    read_study,
    study_ahead,
    toml_text,
)
from tests.building.studied import CAREFUL, HASTY, PANEL, TOPICS, study_of

FILE = {"name": "x", "topics": ["A is so"], "pairs": [[CAREFUL, HASTY]]}


def written(tmp_path, name="study.json", /, **changes):
    path = tmp_path / name
    path.write_text(json.dumps({**FILE, **changes}), encoding="utf-8")
    return path


def test_every_topic_side_panel_and_reading_is_a_debate_and_panels_share_the_speeches():
    judges = [{"name": name, "domain": "general"} for name in ("Ada", "Bo")]
    panels = [{"name": "two", "judges": judges}, {"name": "two more", "judges": judges}]
    found = cells(study_of(panels=panels))
    assert len(found) == 3 * 2 * 2 * 2
    bought = [cell for cell in found if cell.source is None]
    assert len(bought) == 6
    assert {cell.source_id for cell in found} == {cell.id for cell in bought}
    assert [cell.ahead.calls for cell in found[:4]] == [9, 3, 3, 3]  # 6 speeches, 2 judges, a briefing


def test_ids_are_the_same_every_time_and_differ_where_anything_does():
    first, again = cells(study_of()), cells(study_of())
    assert [cell.id for cell in first] == [cell.id for cell in again]
    assert len({cell.id for cell in first}) == len(first)
    more = cells(study_of(topics=(*TOPICS, "One more")))
    assert {cell.id for cell in first} < {cell.id for cell in more}
    assert not {c.id for c in first} & {c.id for c in cells(study_of(base={"arguments_per_side": 2}))}


def test_each_side_of_a_study_keeps_the_traits_that_its_base_gives_it():
    own = {"pro": {"personality": "engineer", "traits": "formal 9"}}
    found = cells(study_of(base=own))
    assert {(cell.swapped, cell.config.pro.traits, cell.config.con.traits) for cell in found} == {
        (False, "formal 9", ""),
        (True, "formal 9", ""),
    }
    none = cells(study_of(base={"pro": {**own["pro"], "traits": ""}}))
    assert [cell.id for cell in none] == [
        c.id for c in cells(study_of(base={"pro": {"personality": "engineer"}}))
    ]
    assert not {cell.id for cell in none} & {cell.id for cell in found}


def test_a_setting_that_comes_later_changes_no_id_where_it_is_as_it_was_without_it(monkeypatch):
    """Else who goes on with a study would buy all of its debates again."""

    class LaterJudge(Judge):
        mood: str = "calm"

    class LaterPanel(Panel):
        judges: tuple[LaterJudge, ...] = ()

    class LaterCaps(Caps):
        mood: int = 5

    class Later(DebateConfig):
        mood: str = "calm"
        panel: LaterPanel
        caps: LaterCaps = LaterCaps()

    def ids(**base):
        return [cell.id for cell in cells(study_of(base={"panel": PANEL, **base}))]

    before = ids()
    monkeypatch.setattr(design, "DebateConfig", Later)
    assert ids() == before == ids(mood="calm", caps={"mood": 5})
    stern = [{**judge, "mood": "stern"} for judge in PANEL["judges"]]
    for changed in ({"mood": "stern"}, {"caps": {"mood": 6}}, {"panel": {"judges": stern}}):
        assert not {*ids(**changed)} & {*before}


def test_the_seed_follows_from_topic_pair_and_repeat_so_that_swaps_and_panels_are_paired():
    found = cells(study_of(repeats=2))
    seeds = {}
    for cell in found:
        seeds.setdefault((cell.topic, cell.repeat, cell.reading), set()).add(cell.config.seed)
    assert all(len(one) == 1 for one in seeds.values())
    assert len({min(one) for one in seeds.values()}) == len(seeds) == 12


def test_a_model_against_itself_has_no_sides_to_swap():
    assert len(cells(study_of(pairs=[(CAREFUL, CAREFUL)], readings=1))) == 3


def test_topics_come_from_a_csv_as_they_stand_there(tmp_path):
    rows = ["topic,background,burden", '"No, not yet: wait?",because,con', "No,,", "1.10,,"]
    (tmp_path / "t.csv").write_text("\n".join(rows), encoding="utf-8")
    found = read_study(written(tmp_path, topics="t.csv"))
    assert [topic.text for topic in found.topics] == ["No, not yet: wait?", "No", "1.10"]
    assert found.topics[0].background == "because"
    first = {"text": "No, not yet: wait?", "background": "because", "burden": "con"}
    assert default_topics(str(tmp_path / "t.csv"))[0] == first


def test_a_line_without_a_topic_is_named(tmp_path):
    (tmp_path / "t.csv").write_text("topic,burden\nA,pro\n,con\n", encoding="utf-8")
    with pytest.raises(SetUpError, match=r"t\.csv, row 3"):
        read_study(written(tmp_path, topics="t.csv"))
    for columns in ("background", "topic,other"):
        (tmp_path / "t.csv").write_text(f"{columns}\nA,B\n", encoding="utf-8")
        with pytest.raises(SetUpError, match="or topic alone"):
            read_study(written(tmp_path, topics="t.csv"))


BEYOND = {
    "name": ("", "x" * 81),
    "topics": ([],),
    "most_debates": (0,),
    "debates_at_once": (0, 61),
    "repeats": (0, 1001),
    "readings": (0, 101),
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        *(({name: value}, name) for name, values in BEYOND.items() for value in values),
        ({"pairs": []}, "pairs"),
        ({"topics": ["A", "A"]}, "topics: expected each once; got 'A' twice"),
        ({"pairs": [[CAREFUL, HASTY], [HASTY, CAREFUL]]}, "pairs: expected each once"),
        ({"base": {"topic": {"text": "B"}}}, "base: expected nothing that the study sets itself; got topic"),
        ({"base": {"turns": 99}}, "turns"),
        ({"repeat": 2}, "repeat"),
        ({"topics": "nowhere.csv"}, "can't be read"),
        ({"limits": {"openai": {"calls": 0}}}, "limits.openai.calls"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path, changes, words):
    with pytest.raises(SetUpError, match=words):
        read_study(written(tmp_path, **changes))


def test_yaml_is_refused_and_says_why_and_broken_toml_says_where(tmp_path):
    with pytest.raises(SetUpError, match="a TOML or JSON file"):
        read_study(written(tmp_path, "study.yaml"))
    (tmp_path / "study.toml").write_text("name =\n", encoding="utf-8")
    with pytest.raises(SetUpError, match=r"it goes wrong \(at line 1, column 7\)$"):
        read_study(tmp_path / "study.toml")


def test_kin_is_who_trained_a_model_whoever_serves_it_unless_the_study_says_otherwise():
    study = study_of(families={"ollama:llama3.2:3b": "local"})
    assert study.family("openrouter:openai/gpt-5") == study.family("openai:gpt-4.1") == "gpt"
    assert study.family("ollama:qwen3") != study.family("ollama:gemma3")
    assert study.family("ollama:llama3.2:3b") == "local"


def test_a_study_of_too_many_debates_is_refused_before_any_is_built_and_the_limit_can_be_set(tmp_path):
    huge = {"repeats": 1000, "readings": 100, "swap": False}
    with pytest.raises(SetUpError, match=r"100,000 debates, and the limit is 20,000.*most_debates"):
        read_study(written(tmp_path, **huge))
    assert read_study(written(tmp_path, **huge, most_debates=100_000)).debates == 100_000


@pytest.mark.slow
def test_what_a_study_takes_is_counted_without_building_every_debate():
    judges = [{"name": name, "domain": "general"} for name in ("Ada", "Bo")]
    panels = [{"name": name, "judges": judges} for name in ("one", "two")]
    small = study_of(topics=TOPICS[:1], panels=panels, repeats=2, readings=3)
    every = cells(small)
    assert (small.debates, small.spoken) == (len(every), sum(cell.source is None for cell in every))
    assert sum(times for times, _ in counted_cells(small)) == len(every)
    for figure in ("calls", "calls_most", "tokens_typical", "tokens_most"):
        assert getattr(study_ahead(small), figure) == sum(getattr(cell.ahead, figure) for cell in every), (
            figure
        )
    large = study_of(repeats=1000, readings=100, most_debates=10**6)
    assert len(list(counted_cells(large))) == len(list(counted_cells(study_of(repeats=1, readings=2))))


def test_a_study_from_before_wordings_had_numbers_finds_its_debates_with_the_first_in_its_base():
    judges = [{"name": "A", "domain": "a"}, {"name": "B", "domain": "risk", "brief": "b"}]
    chosen = {"name": "s", "topics": ["One topic"], "pairs": [[CAREFUL, HASTY]]}
    study = Study.model_validate(
        {**chosen, "panels": [{"name": "p", "judges": judges}], "base": {"wording": 1}}
    )
    assert [cell.id for cell in cells(study)] == ["7a43a3e70ea2", "90cced63c03a"]  # as made then
    talks = study.model_copy(update={"base": {"wording": 1, "deliberation": {"rounds": 2}}})
    assert [cell.id for cell in cells(talks)] == ["3eb0706634db", "2b9e3c3bf667"]


def test_a_plan_pairs_each_two_models_and_its_file_reads_as_the_same_plan():
    topics = ['Quotes " and \\ and \x7f', {"text": "B is so", "background": "Two\nlines"}]
    judges = [{"name": name, "domain": "general", "model": HASTY} for name in ("Ada", "Bo")]
    base = {"panel": {"judges": judges}}
    study = plan_study(
        "Ünder", topics, [CAREFUL, HASTY, "simulated:standard"], base=base, budget={"dollars": 2.5}
    )
    assert (len(study.pairs), study.debates) == (3, 12)
    text = toml_text(study)
    assert Study.model_validate(tomllib.loads(text)) == study
    # a line for each of name, topics, pairs, base and budget, and one more for each further topic or pair
    assert 'name = "Ünder"' in text and len(text.splitlines()) == 5 + 1 + 2
    assert plan_study("alone", ["A is so"], [HASTY]).pairs == ((HASTY, HASTY),)


def test_built_in_topics_are_taken_in_order_and_never_fewer_than_asked_for():
    assert default_topics("1") == default_topics("3")[:1]
    assert (
        default_topics("3") == default_topics("24")[:3]
        and len({one["text"] for one in default_topics("24")}) == 24
    )
    for asked in ("0", "25"):
        with pytest.raises(SetUpError, match="from 1 to 24"):
            default_topics(asked)


def test_a_debate_is_stopped_at_three_times_its_estimate_of_money_only_where_that_is_asked_for():
    model = "openai:gpt-4.1-mini"
    cell = cells(study_of(pairs=[(model, model)]))[0]
    typical = cell.ahead.cost_typical
    assert typical and cell.limit(in_money=False).dollars is None
    assert cell.limit(in_money=True).dollars == round(3 * typical, 4)
