"""Serves a script as `streamlit run` does: `paced.py SCRIPT [OPTION …]`. A file named `pace` beside the store
says at how many characters a second what begins or goes on from then is spoken; the Lab simulates few panels."""

import contextlib
import os
import pathlib
import sys
from dataclasses import replace

from streamlit.web import cli

from debate_core.domain.config import Server
from debate_core.llm.catalogue import Access
from pages.ui import state
from pages.ui.state import address
from tests.building.facts import few_panels

as_people_read = state.access


def access(servers: tuple[Server, ...] = ()) -> Access:
    """The session's access, at the pace that the test asks for."""
    told = as_people_read(servers)
    with contextlib.suppress(FileNotFoundError):
        return replace(
            told, pace=float(pathlib.Path(os.environ["DEBATE_STORE"]).with_name("pace").read_text())
        )
    return told


if __name__ == "__main__":
    state.access, address.lab = access, few_panels
    sys.argv = ["streamlit", "run", *sys.argv[1:]]
    cli.main()
