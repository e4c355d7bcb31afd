"""The verdict on a text, why, and what to look at before relying on it; how far the reviewers agree; the files.

Knows the review as put together. Invariant: before every reviewer has answered or failed there is no verdict; an
undefined figure is shown with its reason.
"""

import json

import streamlit as st

from debate_core.artifact import MEDIA_WORDS
from debate_core.artifact_record import ArtifactRecord
from debate_core.exports.artifact import as_markdown, as_plain_values, parted_words
from debate_core.exports.numbers import with_interval
from debate_core.exports.sarif import as_sarif
from debate_core.findings.calling import CALL_WORDS, Call
from debate_core.findings.reporting import Reviewed
from debate_core.numerals import coefficient, listed, number
from debate_core.wording import capital
from pages.ui.shown.words import escaped, show_words

_COLOURS: dict[Call, str] = {"PASS": "green", "CONDITIONAL": "yellow", "FAIL": "red", "no_call": "gray"}
_MEANS: dict[Call, str] = {
    "PASS": "By the {weight}, it can be used as it stands.",
    "CONDITIONAL": "By the {weight}, it can be used once what stands under *To do* is done.",
    "FAIL": "By the {weight}, it must not be used as it stands.",
    "no_call": "The {weight} carries no verdict.",
}


def show_verdict(found: Reviewed) -> None:
    """The verdict and its reasons, or who is awaited."""
    with st.container(border=True, key="verdict_banner", gap="small"):
        if found.awaited:
            st.header("Not yet", anchor=False, icon=":material/hourglass_top:")
            answered = found.outcome.usable
            st.markdown(
                f"{answered} of {found.outcome.reviewers} reviewers have answered. No verdict is given before all have "
                "answered or failed."
            )
            return
        called = found.outcome.call
        st.header(f":{_COLOURS[called]}[{CALL_WORDS[called]}]", anchor=False)
        weight = "weight of reviewers and people" if found.seated else "reviewers' weight"
        st.markdown(_MEANS[called].format(weight=weight))
        st.markdown("\n".join(f"- {escaped(capital(one))}." for one in found.outcome.reasons))
    if found.flags:
        lines = [f"- {escaped(flag.words)}" for flag in found.flags]
        st.warning("\n".join(["**Look at these reviews yourself**", *lines]), icon=":material/flag:")


def show_agreement(found: Reviewed) -> None:
    """How alike the scores are over the dimensions, and where the reviewers part."""
    alike = found.alike
    if found.seated:
        st.caption(
            escaped(f"With {listed(found.seated)} seated beside the reviewers: all of it is with them.")
        )
    st.markdown(
        f"- **Alpha over the dimensions**: {escaped(with_interval(alike.agreement.alpha, found.those))}\n"
        f"- **Kappa**: {escaped(with_interval(alike.agreement.kappa, found.those))}\n"
        f"- **Accord** (how close they are now, not beyond chance): {coefficient(alike.accord)}"
    )
    st.markdown("**Where they part**")
    parted = [f"- {escaped(capital(parted_words(one)))}" for one in alike.parted]
    st.markdown("\n".join(parted) if parted else "On nothing by 1.5 points or more, nor on the verdict.")
    st.markdown("**Mean score by dimension**")
    low, high = found.rubric.scale.low, found.rubric.scale.high
    means = [f"- {escaped(key)}: {number(mean)}" for key, mean in alike.means.items()]
    st.markdown("\n".join(means))
    st.caption(f"{low} is worst, {high} is best.")


def show_files(record: ArtifactRecord, found: Reviewed) -> None:
    """The review as files."""
    stem = f"review-{record.id}"
    kinds = (
        ("Markdown", f"{stem}.md", "text/markdown", as_markdown(found)),
        ("JSON", f"{stem}.json", "application/json", _dumped(as_plain_values(found))),
        ("SARIF", f"{stem}.sarif", "application/sarif+json", _dumped(as_sarif(found))),
    )
    with st.container(horizontal=True, gap="small", key="downloads"):
        for label, name, mime, text in kinds:
            st.download_button(
                label,
                text,
                file_name=name,
                mime=mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"get_{label}",
            )


def _dumped(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, indent=2, allow_nan=False)


def show_about(found: Reviewed) -> None:
    """What was brought, what of it is left out, and what the reviewers were told beside it."""
    artifact = found.artifact
    with st.expander("What was brought", icon=":material/description:"):
        kind, size = capital(MEDIA_WORDS[artifact.media]), f"{len(artifact.text):,} characters"
        st.caption(f"{kind}, {len(artifact.lines):,} lines, {size}  \nSHA-256 {artifact.sha256}")
        for sentence in artifact.left_out:
            st.markdown(escaped(sentence))
        if artifact.context:
            st.markdown("**What the reviewers were told beside it**")
            show_words(artifact.context)
