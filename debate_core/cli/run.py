"""`run` and `resume`: conduct a debate to its end, with a progress bar on a terminal."""

import argparse
import getpass
import os
import pathlib
import secrets
import signal
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import tqdm

from debate_core.cli.inspect import print_record, refuse_settings
from debate_core.cli.options import amend, argument_of, declare, declare_list, declare_settings, flags
from debate_core.composition import runner_of
from debate_core.domain.artifact import ArtifactConfig, Reviewer
from debate_core.domain.cast import BUILT_IN_JUDGES, SIMULATED, Judge
from debate_core.domain.config import Budget, DebateConfig
from debate_core.domain.errors import SetUpError, StoreFailed, only_with
from debate_core.domain.frozen import build
from debate_core.domain.model import Server, is_simulated
from debate_core.domain.numerals import join_and
from debate_core.domain.options import options_of
from debate_core.domain.rubric import RUBRICS
from debate_core.domain.settings import RetryPolicy, store_address
from debate_core.domain.transcript import ONE_CLAIM, SIDES
from debate_core.domain.wording import IN_BATCH, quoted
from debate_core.importing.files import read_object
from debate_core.llm.catalogue import Access, addresses_text, providers, takes_temperature
from debate_core.llm.keys import Key, address_text
from debate_core.llm.prices import prices_of
from debate_core.reporting.formats import clean
from debate_core.running.estimate import ahead_text, estimate, reading_text, seats_text, size_text
from debate_core.running.runner import Runner
from debate_core.store import Store
from debate_core.store.model_record import Config
from debate_core.store.record import AnyRecord, load_any

LOOK_EVERY = 0.1
T = TypeVar("T")
BUDGET, JUDGE = "budget-", "judge-"
CONFIG_FILE = "a configuration (JSON or TOML), changed by these options"
AGAIN = ", which an import leaves out"


def declare_run(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("topic", nargs="?", help="what they debate (or --topic, or in --config)")
    declare(command, DebateConfig)
    add("--pro", metavar="MODEL", help=f"PRO's model, as provider:model (default: {SIMULATED})")
    add("--con", metavar="MODEL", help="CON's model (default: PRO's)")
    add("--config", metavar="FILE", help=CONFIG_FILE)
    declare_judging(command)


def declare_judging(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    declare_panel(command)
    add("--rubric", choices=[*RUBRICS], help="what judges score (default: Standard)")
    add("--live", metavar="MODEL", nargs="?", const="", help="judge every turn live, with this model")
    add("--deliberate", action="store_true", help="let the judges discuss")
    declare_keys(command)
    declare_settings(command)


def declare_panel(command: argparse.ArgumentParser) -> None:
    text = "a judge (repeatable; built in: Technical, Business, Risk, General). BRIEF: what it looks for"
    declare_list(command, "--judge", text, metavar="NAME[=MODEL][: BRIEF]")
    text = "the model of judges without one (default: PRO's, else the first named)"
    command.add_argument("--judge-model", metavar="MODEL", help=text)
    warmth = replace(options_of(Judge)["temperature"], title="Every judge's temperature")
    usual = Judge.model_fields["temperature"].default
    command.add_argument("--judge-temperature", **argument_of("--judge-temperature", warmth, usual))
    declare_servers(command, ", called as NAME:model (without a name: openai)")


def declare_servers(command: argparse.ArgumentParser, text: str) -> None:
    what = f"a server of OpenAI's protocol (NAME:anthropic for Anthropic's){text}"
    declare_list(command, "--base-url", what, metavar="[NAME[:anthropic]=]URL")


def declare_keys(command: argparse.ArgumentParser) -> None:
    text = "the environment variable with PROVIDER's key (repeatable); servers get only keys named so"
    declare_list(command, "--key-variable", text, metavar="PROVIDER=VARIABLE")
    leave = "send a named key to the configuration's address without asking"
    command.add_argument("--yes", action="store_true", help=leave)


def declare_resume(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    command.add_argument("--retry-failed", action="store_true", help="ask failed judges again")
    text = "have a finished debate read as a whole, where nobody has: one call, two if the panel differs"
    command.add_argument("--narrative", action="store_true", help=text)
    declare(command.add_argument_group("limits to raise"), Budget, prefix=BUDGET)
    declare_servers(command, AGAIN)
    declare_keys(command)
    declare_settings(command)


def act_run(options: argparse.Namespace) -> int:
    config = config_of(options)
    runner = runner_of(store_address(options.store))
    print(outlay_text(config), file=sys.stderr)
    return follow(runner, runner.start(config, access_of(options, config)), options)


def outlay_text(config: DebateConfig | ArtifactConfig) -> str:
    """What it will take, in calls, tokens and money, and what of it a model may have no room for; before that, what a
    topic that names two is read as."""
    prices = prices_of(config.models, config.servers)
    ahead = estimate(config, prices=prices)
    asks = [ONE_CLAIM] if isinstance(config, DebateConfig) and config.topic.names_two else []
    asks += [text for text in (seats_text(config), addresses_text(config.models, config.servers)) if text]
    notes = [reading_text(config, ahead, prices), *ahead.too_large, *_own_judges(config)]
    return "\n".join([*asks, f"about {ahead_text(ahead)} {size_text(ahead)}", *filter(None, notes)])


def _own_judges(config: DebateConfig | ArtifactConfig) -> list[str]:
    if not isinstance(config, DebateConfig):
        return []
    debaters = {model for model in (config.pro.model, config.con.model) if not is_simulated(model)}
    judges = [judge.name for judge in config.panel.judges if judge.model in debaters]
    if not judges:
        return []
    rest = "a debater and may favour its own words. Choose another with --judge-model."
    return [f"Caution: {join_and(judges)} {'judges' if len(judges) == 1 else 'judge'} on the model of {rest}"]


def act_resume(options: argparse.Namespace) -> int:
    runner = runner_of(store_address(options.store))
    record = load_any(runner.store, options.id)
    refuse_settings(record, options)
    access, budget = access_to_go_on(options, runner, record), raised_budget(options, record.budget)
    runner.resume(
        options.id, access, retry_failed=options.retry_failed, narrative=options.narrative, budget=budget
    )
    return follow(runner, options.id, options)


def config_of(options: argparse.Namespace) -> DebateConfig:
    """The config that the options and their file add up to. Raises SetUpError."""
    chosen = read_object(pathlib.Path(options.config)) if options.config else {}
    if isinstance(chosen.get("topic"), str):
        chosen["topic"] = {"text": chosen["topic"]}
    sides = [getattr(options, side) or _model_in(chosen.get(side)) for side in SIDES]
    default = next(filter(None, [*sides, *judging_models(options, chosen)]), None)
    if options.topic and options.text:
        raise SetUpError(f"expected one topic; got {options.topic!r} besides --topic")
    options.text = options.topic or options.text
    chosen = {"seed": secrets.randbelow(2**31), "narrative": True} | debate_given(options, chosen, default)
    for side, model in zip(SIDES, sides, strict=True):
        own = {"model": model or default} if model or default else {}
        if own or isinstance(chosen.get(side), dict):
            chosen[side] = {**_dict(chosen.get(side)), "side": side, **own}
    if not chosen.get("topic"):
        raise SetUpError("expected a topic in quotes after run, or in --config's file")
    panel = chosen.get("panel")
    # One that is no panel, as far as its judges go, is refused as it stands.
    takes_judges = panel is None or (isinstance(panel, dict) and isinstance(panel.get("judges", []), list))
    if options.judge or (takes_judges and (default or flags(options, Judge, JUDGE))):
        chosen["panel"] = {**_dict(panel), "judges": judges_of(options, chosen, default)}
    if options.base_url:
        chosen["servers"] = servers_of(options.base_url, chosen.get("servers"))
    return refuse_temperatures(options, build(DebateConfig, chosen))


def debate_given(options: argparse.Namespace, chosen: dict[str, Any], default: str | None) -> dict[str, Any]:
    """What is chosen of a debate, changed by what the options give. Raises SetUpError for what would change nothing."""
    if options.rubric:
        chosen = {**chosen, "rubric": options.rubric}
    if options.deliberate:
        chosen = {**chosen, "deliberation": _dict(chosen.get("deliberation"))}
    if options.live is not None:
        model = options.live or _model_in(chosen.get("live")) or default or SIMULATED
        chosen = {**chosen, "live": {**_dict(chosen.get("live")), "model": model}}
    if options.cap_live and not chosen.get("live"):
        raise only_with("--cap-live", "--live")
    return amend(options, DebateConfig, chosen)


def refuse_temperatures(options: argparse.Namespace, config: DebateConfig) -> DebateConfig:
    """The config. Raises SetUpError where a temperature is given of models that take none."""
    for name, value in vars(options).items():
        seat, temperature, _ = name.partition("_temperature")
        if temperature and value is not None:
            seats = config.panel.judges if seat == "judge" else [getattr(config, seat)]
            models = dict.fromkeys(one.model for one in seats)
            if not any(takes_temperature(model, config.servers) for model in models):
                raise SetUpError(f"--{name.replace('_', '-')}: {join_and([*models])} takes no temperature")
    return config


def judging_models(options: argparse.Namespace, chosen: dict[str, Any]) -> list[str]:
    """The models that options and file name for judges."""
    own = [_seat_named(text, "--judge").get("model") for text in options.judge]
    others = [_model_in(judge) for judge in _judges_in(chosen) or ()]
    return [name for name in (options.judge_model, *own, *others, options.live) if name]


def raised_budget(options: argparse.Namespace, now: Budget) -> Budget | None:
    """The budget with the limits that options raise; None where none is. Raises SetUpError."""
    limits = flags(options, Budget, BUDGET)
    for name, limit in limits.items():
        old = getattr(now, name)
        if old is None or limit <= old:
            limit_text = "there is no limit" if old is None else f"it is {old:,}"
            raise SetUpError(f"--budget-{name}: expected a higher limit, and {limit_text}; got {limit:,}")
    return now.model_copy(update=limits) if limits else None


def access_of(options: argparse.Namespace, config: Config) -> Access:
    try:
        who = getpass.getuser()
    except (OSError, KeyError):  # A container's user may have no name.
        who = ""
    servers = all_servers(options, config.servers)
    return Access(keys=keys_of(options, servers), servers=servers, who=who)


def access_to_go_on(options: argparse.Namespace, runner: Runner, record: AnyRecord) -> Access:
    """What a record goes on with. Raises SetUpError for a server that the workers who conduct it would not hear of."""
    access = access_of(options, record.config)
    if runner.store.remote and not {*access.servers} <= {*record.config.servers}:
        onward = f"export {record.id}, import it into a store in a file, and go on there"
        raise SetUpError(f"--base-url doesn't reach the workers who conduct it: {onward}")
    return access


def all_servers(options: argparse.Namespace, stored: Iterable[Server] = ()) -> tuple[Server, ...]:
    """Raises SetUpError."""
    servers = servers_of(getattr(options, "base_url", []), [one.model_dump() for one in stored])
    return tuple(build(Server, one, "--base-url: ") for one in servers)


def keys_of(options: argparse.Namespace, servers: tuple[Server, ...]) -> dict[str, Key]:
    """Keys for the providers and these servers, from the environment variables that were named for them. To the
    address of a server that isn't typed on this command line, one is sent only by leave. Nothing that was given is
    repeated: in haste it is the key itself."""
    keys: dict[str, Key] = {}
    typed = {_server(text)["name"] for text in getattr(options, "base_url", [])}
    known = {row.name: row for row in providers(servers)}
    for pair in options.key_variable:
        provider, equals, variable = pair.partition("=")
        if not equals or provider not in known:
            names = ", ".join(known)
            raise SetUpError(f"--key-variable: expected PROVIDER=VARIABLE, with a provider out of {names}")
        if not os.environ.get(variable):
            why = f"no such environment variable is set for {provider} (not shown: it may be the key itself)"
            raise SetUpError(f"--key-variable: {why}")
        if known[provider].typed and provider not in typed:
            _ask_leave(provider, known[provider].base_url, given=options.yes)
        keys[known[provider].key_id] = Key(os.environ[variable])
    return keys


def _ask_leave(provider: str, base_url: str, *, given: bool) -> None:
    """Say where a key would go that nobody typed here, and go on only by leave. Raises SetUpError."""
    words = f"The configuration has {provider!r} at {address_text(base_url)}. Its key goes there."
    print(words, file=sys.stderr)
    if given or (sys.stdin.isatty() and input("Send it there? [y/N] ").strip().lower() in ("y", "yes")):
        return
    raise SetUpError(f"no key was sent to {address_text(base_url)}. Add --yes to send it")


def follow(
    runner: Runner,
    name: str,
    options: argparse.Namespace,
    show: Callable[[Store, Any, argparse.Namespace], None] = print_record,
) -> int:
    """Wait until a record no longer runs here, then print what is to be shown of it; the exit status."""
    try:
        # A plain kill stops the debate as Ctrl-C does: what is under way is noted, and it can be resumed.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        print(f"{load_any(runner.store, name).kind} {name}", file=sys.stderr)
        if waits := runner.wait_text(name):
            print(waits, file=sys.stderr)
        _bar(runner, name)
    except KeyboardInterrupt:
        runner.stop(name)
    record = _look_patiently(runner.store, lambda: load_any(runner.store, name))
    if fault := runner.fault_text(name):
        print(f"broken off: {fault}\nGo on with: resume {name}", file=sys.stderr)
        return 1
    if record.progress != "finished":
        print(f"{record.progress}: {record.cause or 'not finished'}\n{_onward_text(record)}", file=sys.stderr)
        return 1
    show(runner.store, record, options)
    if record.came_to == "failed":
        causes = "; ".join(map(clean, record.judging.causes))
        print(f"failed: {causes}\nAsk them again with: resume {record.id} --retry-failed", file=sys.stderr)
        return 1
    return 0


def _onward_text(record: AnyRecord) -> str:
    if not record.out_of_budget:
        return f"Go on with: resume {record.id}"
    maximum = record.budget.calls
    limit = "tokens" if maximum is None or record.spent.calls < maximum else "calls"
    limit = "dollars" if "$" in (record.cause or "") else limit
    return f"Go on with more: resume {record.id} --budget-{limit} N\nOr read it so far: report {record.id}"


def _bar(runner: Runner, name: str) -> None:
    look = partial(_look_patiently, runner.store)
    record = look(lambda: load_any(runner.store, name))
    total = estimate(record.planned).calls
    with tqdm.tqdm(total=total, unit="call", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        while not look(lambda: runner.wait(name, LOOK_EVERY)):
            record = look(lambda: load_any(runner.store, name))
            bar.set_description(IN_BATCH if record.in_batch() else record.where_text)
            bar.update(min(total, sum(c.state == "completed" for c in record.calls.values())) - bar.n)
        ended = look(lambda: load_any(runner.store, name))
        bar.update(total - bar.n if ended.progress == "finished" else 0)


def _look_patiently(store: Store, look: Callable[[], T]) -> T:
    """What is seen, be a shared database away no longer than a provider may have us wait. Raises StoreFailed."""
    until = time.monotonic() + (RetryPolicy().longest_wait if store.remote else 0.0)
    while True:
        try:
            return look()
        except StoreFailed:
            if time.monotonic() >= until:
                raise
            time.sleep(LOOK_EVERY)


def _seat_named(text: str, flag: str) -> dict[str, str]:
    """Name, model and brief, as in `Clinician=openai:gpt-4.1: patient safety first`. Raises SetUpError."""
    seat, _, brief = text.partition(": ")
    name, equals, model = (part.strip() for part in seat.partition("="))
    if not name or (equals and not model):
        raise SetUpError(f"{flag}: expected NAME, NAME=MODEL or NAME=MODEL: BRIEF; got {quoted(text)}")
    given = {"name": name, "model": model, "brief": brief.strip()}
    return {part: words for part, words in given.items() if words}


def judges_of(options: argparse.Namespace, chosen: dict[str, Any], model: str | None) -> list[dict[str, Any]]:
    """The judges named, else the file's, else the built-in ones, with what is given for each of them; those that name
    no model with the one for all, else with `model`."""
    judges = seats_of("--judge", options.judge, _judges_in(chosen), BUILT_IN_JUDGES, options.judge_model)
    own = {"model": model} if model else {}
    return [{**own, **judge, **flags(options, Judge, JUDGE)} for judge in judges]


def seats_of(
    flag: str, named: Sequence[str], listed: object, built_in: Sequence[Judge | Reviewer], model: str | None
) -> list[dict[str, Any]]:
    """The seats that a flag names, else the file's, else the built-in ones; `model`: of those that name none."""
    usual = [one.model_dump(exclude={"model"}) for one in built_in]
    known = {one["name"].casefold(): one for one in usual}
    own = [_seat_named(text, flag) for text in named]
    seats = [(like := known.get(one["name"].casefold(), one)) | one | {"name": like["name"]} for one in own]
    seats = seats or [_dict(one) for one in (listed if isinstance(listed, list) else usual)]
    return [one | {"model": model} if model and not (own and "model" in one) else one for one in seats]


def _judges_in(chosen: dict[str, Any]) -> list[Any] | None:
    judges = _dict(chosen.get("panel")).get("judges")
    return judges if isinstance(judges, list) else None


def _model_in(seat: object) -> str | None:
    model = seat.get("model") if isinstance(seat, dict) else seat
    return model if isinstance(model, str) else None


def servers_of(typed: list[str], servers: object = None) -> list[Any]:
    """The file's servers and those typed, which take the place of one of the same name."""
    added = {one["name"]: one for one in map(_server, typed)}
    others = servers if isinstance(servers, list) else []
    return [*(one for one in others if _dict(one).get("name") not in added), *added.values()]


def _server(text: str) -> dict[str, str]:
    name, equals, url = text.partition("=")
    if not equals or "/" in name:
        name, url = "openai", text
    name, colon, wire = name.partition(":")
    if not urllib.parse.urlsplit(url).scheme:
        raise SetUpError(f"expected a base URL with http or https; got {address_text(url)!r}")
    return {"name": name, "base_url": url, **({"wire": wire} if colon else {})}


def _dict(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}
