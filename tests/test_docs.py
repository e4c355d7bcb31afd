"""What the documentation shows holds: links lead somewhere, commands parse, configuration reads, Python runs."""

import ast
import asyncio
import functools
import inspect
import json
import pathlib
import pkgutil
import re
import shlex
import tomllib

import pytest

from debate_core.cli import COMMANDS, parser
from debate_core.examples import record_of
from debate_core.reporting.debate import report_values
from tests.building.structured import report_for

ROOT = pathlib.Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))
PAGES = (*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("**/*.md")), *NOTEBOOKS)
OTHERS = (ROOT / "compose.yaml", *sorted(ROOT.glob("examples/*.toml")))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
BEFORE = re.compile(r"^(?:#\s+|- |run: |command: )*(?:[A-Z_]+=\S+ )*(?:\.venv/bin/|\./)?")
OURS = re.compile(r"(?:python -m debate_core|split-decision)(?= |$)")


def text_of(page):
    """The Markdown of a page; of a notebook, that of its cells."""
    text = page.read_text("utf-8")
    if page.suffix != ".ipynb":
        return text
    return "\n\n".join(
        "".join(one["source"]) for one in json.loads(text)["cells"] if one["cell_type"] == "markdown"
    )


def fences(page):
    """Language and words of each block of code."""
    return FENCE.findall(text_of(page))


def anchors(page):
    """What a link may name of a page: its headings as MkDocs and GitHub write them in an address."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.casefold()).strip().replace(" ", "-") for head in heads}


def lines(text):
    """Its lines as a shell reads them, without what stands before a command in a list, a workflow or a comment."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [BEFORE.sub("", line.strip()) for line in joined.splitlines()]


def commands():
    """Every command of ours in a block or in a sentence, and the page that shows it."""
    for page in (*PAGES, *OTHERS):
        if page.name == "cli.md":  # holds usages, and is the parser's own
            continue
        text = text_of(page)
        blocks = [words for _, words in FENCE.findall(text)] if page in PAGES else [text]
        yield from ((page.name, line) for block in blocks for line in lines(block) if OURS.match(line))
        for span in re.findall(r"`([^`]+)`", FENCE.sub("", text) if page in PAGES else ""):
            line = " ".join(span.split())
            if OURS.match(line):
                yield page.name, line


def mentions():
    """Every `report --people` of a sentence, and the page: a command with options, perhaps without what it acts on."""
    for page in PAGES:
        for span in re.findall(r"`([^`]+)`", FENCE.sub("", text_of(page))):
            if span.split()[0] in COMMANDS and " --" in span:
                yield page.name, " ".join(span.split())


def words_of(line):
    """The words that the command gets, without what the shell takes for itself."""
    words = shlex.split(OURS.sub("", line), comments=True)
    end = next((at for at, word in enumerate(words) if word in (">", "|", "&&", "||", "2>")), len(words))
    return words[:end]


def is_command(line):
    """Whether the program takes these words."""
    words = words_of(line)
    if not words or words[0].startswith("--server.") or words in (["--version"], ["local", "install"]):
        return True  # the program by its name, or what its script does itself
    try:
        parser().parse_args(words)
    except SystemExit as stop:
        return stop.code == 0
    return True


@functools.cache
def options_of(command):
    """The options of a command and of what stands below it."""
    top = [one for one in parser()._actions if hasattr(one.choices, "values")]
    below = [top[0].choices[command]]
    for one in below:
        below += [
            each
            for action in one._actions
            if isinstance(action.choices, dict)
            for each in action.choices.values()
        ]
    return {name for one in below for action in one._actions for name in action.option_strings}


def test_every_link_leads_to_a_file_and_to_a_heading_in_it():
    astray = []
    for page in PAGES:
        for link in LINK.findall(text_of(page)):
            if link.startswith(("http", "mailto:")):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                astray.append((page.name, link))
    assert astray == []


def test_every_command_is_one_that_the_program_takes(capsys):
    shown = list(commands())
    assert len(shown) > 60
    assert [one for one in shown if not is_command(one[1])] == []
    assert not is_command("python -m debate_core review FILE --fail-upon FAIL") and capsys.readouterr().err


def test_every_option_that_a_sentence_names_is_one_of_its_command():
    named = [(page, line, re.findall(r"--[a-z-]+", line)) for page, line in mentions()]
    assert len(named) > 10
    assert [one for one in named if not set(one[2]) <= options_of(one[1].split()[0])] == []


def test_every_file_and_target_that_a_command_names_is_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    missing = []
    for page in PAGES:
        for line in (line for _, block in fences(page) for line in lines(block)):
            named = re.findall(
                r"(?:-r |streamlit run |(?:judge|agree|import|run|report) (?=examples/))(\S+)", line
            )
            missing += [(page.name, name) for name in named if not (ROOT / name).exists()]
        for target in re.findall(r"(?:^|`)make (\w+)", text_of(page), re.MULTILINE):
            if not re.search(rf"^{target}:", makefile, re.MULTILINE):
                missing.append((page.name, f"make {target}"))
    assert missing == []


@pytest.mark.slow
def test_every_key_of_json_that_is_named_is_one_that_a_report_has():
    record = record_of("example-second-check")
    values = report_values(report_for(record))
    for key, words in re.findall(
        r"^\| `(\w+)` \| (.*) \|$", (DOCS / "run.md").read_text("utf-8"), re.MULTILINE
    ):
        part = values[key][0] if isinstance(values[key], list) else values[key]
        there = {*part, *part.get("alpha", {})}
        assert {*re.findall(r"`(\w+)`", words)} - there == set(), key


def test_configuration_that_is_shown_reads():
    shown = [block for page in PAGES for language, block in fences(page) if language == "toml"]
    assert shown
    for block in shown:
        tomllib.loads(block)


@functools.cache
def python_blocks():
    shown = [(page.name, block) for page in PAGES for language, block in fences(page) if language == "python"]
    return shown + [(file.name, file.read_text("utf-8")) for file in sorted(ROOT.glob("examples/*.py"))]


def test_python_that_is_shown_compiles_and_imports_only_what_is_public():
    import debate_core

    assert len(python_blocks()) > 2 and len(blocks_without_a_key()) > 1
    for page, block in python_blocks():
        compile(block, page, "exec")
        for names in re.findall(r"from debate_core import (.+)", block):
            assert set(names.split(", ")) <= set(debate_core.__all__), page


def test_every_object_whose_docstring_a_page_shows_is_where_the_page_says():
    shown = re.findall(r"^::: (\S+)$", (DOCS / "api.md").read_text("utf-8"), re.MULTILINE)
    assert len(shown) > 5 and all(pkgutil.resolve_name(name) for name in shown)


def blocks_without_a_key():
    return [one for one in python_blocks() if not re.search(r"(openai|anthropic|gemini):", one[1])]


@pytest.mark.slow
@pytest.mark.parametrize(
    "block",
    [pytest.param(block, id=f"{page}-{at}") for at, (page, block) in enumerate(blocks_without_a_key())],
)
def test_python_that_needs_no_key_runs_in_a_new_folder(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(block, {"__name__": "__main__"})


async def run_cell(source, names):
    """Run a cell as a notebook does, in the loop that runs; gives what its last line shows, or None."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    for part in (tree, last and ast.Expression(last.value)):
        if part is not None:
            mode = "exec" if part is tree else "eval"
            value = eval(compile(part, "cell", mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
            value = await value if inspect.iscoroutine(value) else value
    return value


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda one: one.stem)
def test_a_notebook_runs_from_top_to_bottom_and_holds_no_figures_of_yesterday(
    notebook, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    cells = [one for one in json.loads(notebook.read_text("utf-8"))["cells"] if one["cell_type"] == "code"]
    assert [one["outputs"] for one in cells] == [[]] * len(cells)

    async def run():
        names = {"__name__": "__main__"}
        return [await run_cell("".join(one["source"]), names) for one in cells]

    values = asyncio.run(run())
    pages = [value._repr_html_() for value in values if hasattr(value, "_repr_html_")]
    assert len(pages) > 1 and all("<" in page and "<script" not in page for page in pages)
