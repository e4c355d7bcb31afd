"""What many tests lean on: no case of a table is passed over, and none fails without its name."""

import pytest

from tests.each import each


def test_every_case_is_gone_through_and_each_that_fails_is_named() -> None:
    seen = []

    @each("left, right", [(1, 1), (1, 2), (3, 3), (4, 5)])
    def test(left: int, right: int) -> None:
        seen.append(left)
        assert left == right

    with pytest.raises(ExceptionGroup, match="2 of 4 cases") as failed:
        test()
    assert seen == [1, 1, 3, 4]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["with {'left': 1, 'right': 2}"],
        ["with {'left': 4, 'right': 5}"],
    ]


@each("right", [2, 4])
@each("left", [1, 3])
def test_tables_multiply_and_leave_fixtures_to_pytest(left: int, right: int, tmp_path) -> None:
    assert tmp_path.is_dir()
    assert left + right in (3, 5, 7)
