"""Who a server is for is said once, and it doesn't start where others could reach more than that."""

import re

import pytest

from debate_core.domain.errors import SetUpError
from debate_core.domain.settings import DayLimits, Hosting, check_start, hosting, is_this_machine
from tests.each import each

SECRET = "0123456789abcdef0123456789abcdef"
TEAM = Hosting(mode="team", people=("@a.org",))


def test_a_mode_that_nobody_knows_refuses_to_start_and_says_which_there_are():
    with pytest.raises(SetUpError, match=f"desk, demo, team, got '{'x' * 40}'"):
        hosting({"SPLIT_DECISION_MODE": "x" * 41})
    assert hosting({}) == Hosting(mode="desk", trusts=False, stage=False, daily_tokens=2_000_000)
    assert hosting({"SPLIT_DECISION_TRUST_VISITORS": "1"}).trusts


@each("tokens", ["x" * 41, "1.5", "-1", "0"])
def test_a_day_has_a_whole_number_of_tokens(tokens):
    with pytest.raises(SetUpError, match=f"expected a whole number of tokens, got '{tokens[:40]}'"):
        hosting({"SPLIT_DECISION_DAILY_TOKENS": tokens})


@each(
    ("mode", "only", "limits"),
    [
        ("desk", "", None),
        ("demo", "simulated", DayLimits(at_once=1, at_once_in_all=8, a_day=10, a_day_in_all=300)),
        (
            "team",
            "providers",
            DayLimits(at_once=3, at_once_in_all=20, a_day=100, a_day_in_all=2000, tokens_a_day=7),
        ),
    ],
)
def test_each_mode_has_its_models_and_how_much_may_go_on(mode, only, limits):
    chosen = hosting({"SPLIT_DECISION_MODE": mode, "SPLIT_DECISION_DAILY_TOKENS": "7"})
    assert (chosen.only, chosen.limits) == (only, limits)


@pytest.mark.parametrize("bound", ["", "0.0.0.0", "::", "192.168.1.20", "::ffff:10.0.0.1", "debates.lan"])
def test_a_desk_starts_on_no_address_that_others_reach(bound):
    with pytest.raises(SetUpError, match="SPLIT_DECISION_MODE=demo") as refused:
        check_start(Hosting(), bound)
    assert f"others can reach {bound or 'every address of this machine'}," in str(refused.value)
    check_start(Hosting(mode="demo"), bound)
    check_start(Hosting(stage=True), bound)
    check_start(Hosting(trusts=True), bound)


def test_a_desk_starts_on_this_machine():
    for bound in ("127.0.0.1", "localhost", "::1", "127.8.8.8", "::ffff:127.0.0.1"):
        assert is_this_machine(bound)
        check_start(Hosting(), bound)


def test_a_team_needs_sign_in_and_a_list():
    for chosen, secret, words in ((Hosting(mode="team"), SECRET, "allow-list"), (TEAM, None, "sign-in")):
        with pytest.raises(SetUpError, match=words):
            check_start(chosen, "0.0.0.0", secret=secret)
    check_start(TEAM, "0.0.0.0", secret=SECRET)


@pytest.mark.parametrize("secret", ["", "a long random string", SECRET[1:]])
def test_a_team_starts_with_no_cookie_secret_that_can_be_guessed(secret):
    with pytest.raises(SetUpError, match=f"cookie_secret of {len(secret)} characters"):
        check_start(TEAM, "0.0.0.0", secret=secret)
    check_start(Hosting(mode="demo"), "0.0.0.0", secret=secret)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_team_starts_with_no_secrets_that_others_reach(tmp_path, mode):
    file, files = tmp_path / "secrets.toml", [str(tmp_path / "none.toml"), str(tmp_path / "secrets.toml")]
    file.touch()
    file.chmod(mode)
    with pytest.raises(SetUpError, match=re.escape(f"{file}, where")):
        check_start(TEAM, "0.0.0.0", secret=SECRET, files=files)
    file.chmod(0o600)
    check_start(TEAM, "0.0.0.0", secret=SECRET, files=files)


def test_a_hall_is_for_a_desk_without_a_proxy():
    for chosen, forwards in ((Hosting(mode="demo", stage=True), ""), (Hosting(stage=True), "*")):
        with pytest.raises(SetUpError, match="SPLIT_DECISION_STAGE"):
            check_start(chosen, "0.0.0.0", forwards=forwards)


def test_the_list_goes_by_whole_addresses_and_whole_domains():
    chosen = hosting({"SPLIT_DECISION_PEOPLE": "Ann@a.org, @b.org", "SPLIT_DECISION_ADMINS": "root@c.org"})
    assert all(map(chosen.admits, ("ann@a.org", "ANN@A.org", "bo@b.org", "root@c.org")))
    assert not any(
        map(chosen.admits, ("bo@a.org", "x@sub.b.org", "ann@a.org@evil.net", "@b.org", "", "b.org"))
    )
    assert chosen.administers("root@c.org") and not chosen.administers("ann@a.org")
