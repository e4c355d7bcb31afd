"""The verdict on a text, why, and what to look at before relying on it; how far the reviewers agree; the people who
scored it by hand; what came of the reviewers reading each other; the files.

Knows the review as put together, and how it may be read. Invariant: before every reviewer has answered or failed there
is no verdict; an undefined figure is shown with its reason. What was not given blind, and what is after talk, says so
and counts only where that is said; where nobody has talked, the way to it, or why there is none.
"""

import streamlit as st

from debate_core.artifact import MEDIA_WORDS
from debate_core.artifact_record import ArtifactRecord
from debate_core.exports.artifact import as_markdown, as_plain_values, parted_words, seated_said
from debate_core.exports.numbers import with_interval
from debate_core.exports.sarif import as_sarif
from debate_core.exports.sections import in_json
from debate_core.findings.calling import CALL_WORDS, Call
from debate_core.findings.reporting import Reviewed, ReviewSettings
from debate_core.numerals import coefficient, listed, number, percent
from debate_core.options import options_of
from debate_core.wording import capital
from pages.ui.artifact.findings import NONE_ANSWERED
from pages.ui.shown.after_talk import show_after_talk
from pages.ui.shown.deliberating import WHAT
from pages.ui.shown.figures import offer_file
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped, show_words

_ONLY_DEBATES = (
    "Whether people score as models do is measured over the arguments of debates only; what people score of texts is "
    "not counted there."
)
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
        if found.simulated and not found.example:
            st.markdown(f"**{escaped(_simulated(found.simulated_said))}**")
        st.markdown(_MEANS[called].format(weight=weight))
        st.markdown("\n".join(f"- {escaped(capital(one))}." for one in found.outcome.reasons))
    if found.flags:
        lines = [f"- {escaped(flag.words)}" for flag in found.flags]
        st.warning("\n".join(["**Look at these reviews yourself**", *lines]), icon=":material/flag:")


def _simulated(said: str) -> str:
    """What the verdict is not about, where all of it is simulated, or a part."""
    if said == "simulated":
        return "Simulated: it proves nothing about this text."
    return f"{capital(said)}. What is simulated proves nothing about this text."


def show_agreement(found: Reviewed) -> None:
    """How alike the scores are over the dimensions, and where the reviewers part."""
    alike = found.alike
    if not found.outcome.usable:
        st.markdown(NONE_ANSWERED)
        return
    if found.seated:
        st.caption(
            escaped(f"With {listed(found.seated)} seated beside the reviewers: all of it is with them.")
        )
    st.markdown(
        f"- **Alpha over the dimensions**: {escaped(with_interval(alike.agreement.alpha, found.those))}\n"
        f"- **Kappa**: {escaped(with_interval(alike.agreement.kappa, found.those))}\n"
        f"- **Consensus** (how close they are now, not beyond chance): {coefficient(alike.accord)}"
    )
    st.markdown("**Where they disagree**")
    parted = [f"- {escaped(capital(parted_words(one)))}" for one in alike.parted]
    nowhere = (
        "On nothing by 1.5 points or more, nor on the verdict."
        if found.outcome.usable > 1
        else "One alone can't."
    )
    st.markdown("\n".join(parted) if parted else nowhere)
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
        ("JSON", f"{stem}.json", "application/json", in_json(as_plain_values(found))),
        ("SARIF", f"{stem}.sarif", "application/sarif+json", in_json(as_sarif(found))),
    )
    with st.container(horizontal=True, gap="small", key="downloads"):
        for label, name, mime, text in kinds:
            offer_file(label, text, name, mime, key=f"get_{label}")


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


def show_people(found: Reviewed) -> None:
    """Each person's verdict, scores and reason, and the switch that seats them; nothing where nobody scored it."""
    if not found.people:
        return
    st.markdown("**People**")
    if found.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(found.seated), of="setting")
        st.caption(seated_said(found))
    for one in found.people:
        with st.container(border=True, gap="small"):
            blind = "blind" if one.blind else "not blind"
            changed = f" · changed {one.versions - 1} times since" if one.versions > 1 else ""
            known = one.weight is not None and not found.awaited
            weight = f" · {percent(one.weight)} of the weight" if known else ""
            st.markdown(f"**{escaped(one.name)}** · {CALL_WORDS[one.verdict]} · {blind}{weight}{changed}")
            st.caption(escaped(", ".join(f"{key} {score}" for key, score in one.scores.items())))
            show_words(one.reason)
            if one.cause:
                st.caption(escaped(f"Not blind: {one.cause}."))
    st.caption(_ONLY_DEBATES)


def show_discussion(found: Reviewed, record: ArtifactRecord) -> None:
    """The whole of it; where the reviewers have not read each other, what it is and the door to it."""
    if found.talk.after_talk is None:
        st.markdown("The reviewers have not read each other.")
        st.caption(WHAT["artifact"])
    show_after_talk(found, record)
