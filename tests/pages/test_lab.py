"""The lab through AppTest: it needs no debate, answers at once, and its address holds what was asked."""

from tests.pages.conftest import Open, words_of


def test_it_answers_on_an_empty_store_with_the_usual_panel(open_page: Open) -> None:
    app = open_page("lab")
    assert not app.exception
    print(words_of(app))
