"""The README tells the truth: what it names is there, and what is there it names."""

import pathlib
import re

from tools import cli_docs

ROOT = pathlib.Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs").glob("*.md"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def tree():
    """The paths that the tree names, folders with a slash."""
    block = ARCHITECTURE.split("## The tree")[1].split("```")[1]
    folders, found = {0: ""}, []
    for line in block.splitlines():
        first = line.split("  ")[len(line) - len(line.lstrip()) >> 1]
        named = [word for word in first.split() if "." in word or "/" in word]
        depth = (len(line) - len(line.lstrip())) // 2
        if depth > 4:
            continue
        for name in named:
            found.append(folders[depth] + name)
            if name.endswith("/"):
                folders[depth + 1] = folders[depth] + name
    return found


def test_every_path_in_the_tree_exists():
    paths = tree()
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_module_of_the_core_is_in_the_tree():
    named = {path.rstrip("/") for path in tree()}
    core = ROOT / "debate_core"
    there = {f"debate_core/{p.name}" for p in core.glob("*.py") if p.name != "__init__.py"}
    there |= {f"debate_core/{p.name}" for p in core.iterdir() if (p / "__init__.py").exists()}
    there |= {f"pages/{p.name}" for p in (ROOT / "pages").glob("*.py") if p.name != "__init__.py"}
    assert there - named == set()


def test_each_script_and_style_of_our_own_is_listed_with_its_reason_and_nothing_else_is():
    listed = {
        name.removesuffix(".*")
        for line in ARCHITECTURE.split("## Scripts and styles of our own")[1].splitlines()
        for name in re.findall(r"`([^`]+)`", line.split("|")[1] if line.startswith("|") else "")
    }
    ours = ROOT / "pages" / "ui"
    there = {
        str(path.relative_to(ours)) for kind in ("js", "css", "html") for path in ours.rglob(f"*.{kind}")
    }
    said = {path for path in there if listed & {path, path.rpartition(".")[0]}}
    assert there - said == set()
    others = {"reporting/templates/*.css", "routes/templates/*"}
    assert {
        one for one in listed if not any(one in (path, path.rpartition(".")[0]) for path in there)
    } == others


def test_the_readme_is_short_and_leads_to_every_page():
    assert len(README.encode()) <= 7_000
    assert [page.name for page in PAGES if f"docs/{page.name}" not in README] == []


def test_the_page_of_commands_is_what_the_parser_says():
    text = cli_docs.PAGE.read_text(encoding="utf-8")
    assert text == cli_docs.page(), "python -m tools.cli_docs writes it anew"
