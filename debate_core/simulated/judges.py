"""Simulated judges and reviewers: scores from what they read, then declared severity, spread, noise and biases."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from debate_core.answers.quotes import find_quote
from debate_core.calls.artifact_review import FINDINGS_ASKED, ArtifactReview, ReviewRescore
from debate_core.calls.ask import chance
from debate_core.calls.deliberation import Deliberate
from debate_core.calls.judging import Scoring
from debate_core.domain.artifact import SEVERITIES, VERDICT, VERDICTS, Artifact, Finding, Severity, Verdict
from debate_core.domain.rubric import FALLACIES, ArgumentScores, Ballot, Fallacy, Standing
from debate_core.domain.transcript import SIDES, Argument
from debate_core.simulated.phrases import (
    FORCE,
    PHRASES,
    QUALITIES,
    RULES,
    TABLES,
    book,
    on_scale,
    quotation,
    read_argument,
    read_reply,
    render,
    reread,
    say,
    weighted_sum,
)

_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = 5.7, 5.7, 0.65  # a mean argument, where it is put, how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_SHARED = 0.93  # of the declared noise, what a judge errs by on all of an argument at once
_DIVIDES = 0.13  # how often an argument can be read in two ways, so that each judge takes one
_APART = 2.7  # how far each way lies off, in shares of a judge's usual error
_USUAL = ((1 - _DIVIDES * _APART**2) / (1 - _DIVIDES)) ** 0.5  # so that the variance over arguments is 1
_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_SLIPS = 0.015  # how often a score is a point otherwise by merely reading again

Judges = Scoring | Deliberate
Flaws = tuple[Fallacy, ...]
Other = tuple[ArgumentScores, float]  # what another judge gave an argument, and its composite


class JudgeView(NamedTuple):
    argument: Argument
    flaws: Flaws
    points: Mapping[str, int]
    composite: float
    standing: Standing


def judging(ask: Scoring, seed: int, call: str) -> dict[str, object]:
    views = [_view(ask, argument, seed, call) for argument in ask.transcript.arguments]
    rng = chance(seed, call, "notes")
    rows = [_row_of(ask, view, " ".join(_notes(ask, view, rng))) for view in views]
    return {"scores": rows, "overall": _overall_of(views, rng)}


def _view(ask: Scoring, argument: Argument, seed: int, call: str) -> JudgeView:
    declared, scale, turns = ask.judge.simulation, ask.rubric.scale, ask.transcript.turns
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", *argument.texts)
    flaws = tuple(name for name in read_argument(argument).flaws if rng.random() < declared.alertness)
    reading, force = read_argument(argument), FORCE[read_reply(argument, ask.transcript).effect]
    focus = next(
        (name for name, field in RULES["focus"].items() if field.search(ask.judge.domain)), "general"
    )
    met = {"hurt": max(0.0, force), "relief": -min(0.0, force), "fault": min(2, len(flaws)) * 1.1}
    features = {**reading.features, **met}
    qualities = {name: weighted_sum(table, features) for name, table in TABLES["qualities"].items()}
    leaning = weighted_sum(TABLES["leanings"][focus], features)
    for name, value in qualities.items():
        seen = _MIDDLE + _CONTRAST * (value + leaning - _EVEN)
        qualities[name] = min(value, 2.2) if reading.empty else seen
    qualities["mean"] = fmean(qualities.values())
    way, error = rng.choice((-1, 1)), rng.gauss(0, _USUAL)
    divided = chance(seed, "divides", *argument.texts).random() < _DIVIDES
    begins = bool(turns) and (turns[0].side == argument.side) != ask.con_first
    bias = declared.side_bias * (1 if argument.side == "pro" else -1) + declared.first_speaker_bias * begins
    shift = bias - declared.severity + declared.noise * _SHARED * (way * _APART if divided else error)
    middle, points = (scale.low + scale.high) / 2, {}
    for dimension in ask.rubric.dimensions:
        texts = (dimension.key, f"{dimension.question} {dimension.high}".lower())
        meant = (name for text in texts for name, pattern in RULES["meant"].items() if pattern.search(text))
        quality = qualities[next(meant, "mean")]
        quality = scale.low + (quality - 1) / (_POINTS - 1) * scale.width
        own_error = rng.gauss(0, declared.noise * (1 - _SHARED**2) ** 0.5)
        score = middle + declared.spread * (quality - middle) + (shift + own_error)
        points[dimension.key] = on_scale(score, scale)
    return _view_of(ask, argument, flaws, points)


def _view_of(ask: Judges, argument: Argument, flaws: Flaws, points: Mapping[str, int]) -> JudgeView:
    """How far an argument stands by its points: nothing is refuted without a refutation, nor upheld against one."""
    met, scale = read_reply(argument, ask.transcript).effect, ask.rubric.scale
    composite = _composite_of(ask, points)
    share = (composite - scale.low) / scale.width - 0.06 * max(0.0, FORCE[met])
    standing: Standing = "UPHELD" if share >= 0.62 and met != "hit" else "PARTIALLY_UPHELD"
    if share < 0.46:
        standing = "REFUTED" if share < 0.4 and met == "hit" else "UNCERTAIN"
    return JudgeView(argument, flaws, points, composite, standing)


def _composite_of(ask: Judges, points: Mapping[str, float]) -> float:
    return ask.rubric.composite(points, ask.judge.own_weights(ask.rubric))


def _row_of(ask: Judges, view: JudgeView, notes: str) -> dict[str, object]:
    scores = {d.score_name: view.points[d.key] for d in ask.rubric.dimensions}
    more = {"standing": view.standing, "fallacies": list(view.flaws), "notes": notes}
    return {"argument_id": view.argument.id, **scores, **more}


def _note(ask: Scoring, view: JudgeView, key: str, **slots: str) -> str:
    at = sum(ord(letter) + 1 for letter in ask.judge.name) + ask.transcript.arguments.index(view.argument)
    wording = PHRASES["note"][key][at % len(PHRASES["note"][key])]
    return render(wording, chance(wording), {"id": view.argument.id, **slots})


def _notes(ask: Scoring, view: JudgeView, rng: Random) -> list[str]:
    reading, answered = read_argument(view.argument), read_reply(view.argument, ask.transcript)
    if reading.empty or reading.takes_stock:
        grants = "ending_grant" if reading.of("ending:genuine_agreement") else "ending"
        return [_note(ask, view, "empty" if reading.empty else grants)]
    strong = [name for name in QUALITIES if reading.features[name] >= 0.6]
    strengths = [(name, quote) for name in strong if (quote := reading.quote(*TABLES["shown"][name]))]
    weaknesses = [(f"no_{name}", "") for name in QUALITIES if reading.features[name] < 0.2]
    if reading.features["over"] >= 0.5 and (quote := reading.quote("over:")):
        weaknesses = [("over", quote)]
    if view.flaws and (quote := quotation(reading.flaws[view.flaws[0]].text, "")):
        weaknesses = [("flaw", quote)]
    high = view.standing in ("UPHELD", "PARTIALLY_UPHELD")
    name, quote = rng.choice((high and strengths) or weaknesses or strengths or [("foreign", "")])
    name = "numbers" if name == "figure" and re.search(r"\d", quote) else name
    notes = [_note(ask, view, name, quote=quote, flaw=PHRASES["flaws"].get(next(iter(view.flaws), ""), ""))]
    if answered.quote or answered.effect in ("granted", "miss", "unanswered"):
        notes.append(_note(ask, view, answered.effect, quote=answered.quote))
    return notes


def _overall_of(views: list[JudgeView], rng: Random) -> dict[str, object]:
    totals = {side: [one.composite for one in views if one.argument.side == side] for side in SIDES}
    gap = round(fmean(totals["pro"]) - fmean(totals["con"]), 6) if all(totals.values()) else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    ranked = [one.argument for one in sorted(views, key=lambda one: one.composite)]
    finding = "There were no two arguments to compare."
    if len(ranked) > 1:
        best = ranked[-1]
        finding = say(rng, "note", "finding", id=best.id, quote=quotation(best.claim, best.id))
    return {
        **{f"{side}_total_raw": round(sum(values), 2) for side, values in totals.items()},
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": finding,
    }


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    rows, views = [], []
    for argument in ask.transcript.arguments:
        own = ask.own.entry(argument.id)
        assert own is not None, "a sheet has every argument"
        view, note, because = _look(ask, argument, own, (seed, call), rng)
        changes = [{"dimension": key, "because": words} for key, words in because.items()]
        rows.append({**_row_of(ask, view, note), "changes": changes})
        views.append((view, view.points == dict(own.scores)))
    overall = _overall_of([view for view, _ in views], rng)
    if all(same for _, same in views):
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": rows, "overall": overall}


def _look(
    ask: Deliberate, argument: Argument, own: ArgumentScores, names: tuple[int, str], rng: Random
) -> tuple[JudgeView, str, dict[str, str]]:
    scale, mine = ask.rubric.scale, _composite_of(ask, own.scores)
    slips = chance(*names, "slips", argument.id)
    again = {key: reread(int(value), scale, slips, _SLIPS) for key, value in own.scores.items()}
    seen_as = ask.planted.get(argument.id, argument.id)
    entries = [entry for peer in ask.peers if (entry := peer.sheet.entry(seen_as))]
    others = [(entry, _composite_of(ask, entry.scores)) for entry in entries]
    views = [composite for _, composite in others]
    close = len(views) > 1 and max(views) - min(views) <= _ALIKE
    new = _unseen_quotes(ask, argument, own, others, names[0])
    source, share, quote = [], 0.0, ""
    if new:
        other, quote = max(new, key=lambda one: abs(one[0][1] - mine))
        source, share = [other], ask.judge.simulation.openness
    elif ask.probe != "reasons" and close and (min(views) - mine >= _FAR or mine - max(views) >= _FAR):
        source, share = others, ask.judge.simulation.conformity
    points = dict(again)
    for key, value in again.items() if source else ():
        points[key] = round(value + share * (fmean(entry.scores[key] for entry, _ in source) - value))
    because = {key: quote for key, value in points.items() if quote and value != again[key]}
    view = _view_of(ask, argument, tuple(name for name in FALLACIES if name in (own.fallacies or ())), points)
    same, note, reading = points == dict(own.scores), own.notes or "", read_argument(argument)
    best = next((text for name in QUALITIES if (text := reading.quote(*TABLES["shown"][name]))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{quote}”", id=argument.id)
    elif not same:
        note = say(rng, "note", "higher" if view.composite > mine else "lower", id=argument.id)
    elif best and best not in note and any(abs(other - mine) >= _FAR for other in views):
        note = f"{note} {say(rng, 'note', 'held', quote=best, id=argument.id)}".strip()
    return view._replace(standing=own.standing) if same else view, note, because


def _unseen_quotes(
    ask: Deliberate, argument: Argument, own: ArgumentScores, others: Sequence[Other], seed: int
) -> list[tuple[Other, str]]:
    """What others quote that this judge had not, from those who see the argument quite differently."""
    others = () if ask.probe in ("positions", "planted") else others
    mine, words = _composite_of(ask, own.scores), "\n".join(argument.texts)
    bad = [one.text for one in read_argument(argument).of("flaw:", "over:")]
    unseen = []
    for other, quote in ((one, quote) for one in others for quote in _QUOTED.findall(one[0].notes or "")):
        sound = find_quote(quote, words) == "exact" and not any(quote in text for text in bad)
        drawn = chance(seed, ask.judge.name, "missed", argument.id, quote).random()
        far, new = abs(other[1] - mine) >= _FAR, quote not in (own.notes or "")
        if far and new and sound == (other[1] > mine) and drawn >= ask.judge.simulation.alertness:
            unseen.append((other, quote))
    return unseen


MAX_OF_A_KIND = 3
MAX_LOOKED_AT = 30  # different words of a kind that are held against the whole text
_STOP = re.compile(r"(?<=[.!?;])[ \t]+")
_MARKS = re.compile(r"[\s#>*+|-]*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")  # of headings, lists and numbered clauses
_BEST = 2.9
_WHOLE = 0.6  # how often a whole sentence is quoted, not its last part
_NEAR = 0.75  # points within which others are of one view
_REREAD_SLIPS = 0.03  # how often reading a text again moves a score


class Weakness(NamedTuple):
    """One weakness. `kind`: its entry in the book; `slots`: what it is told with; `clause`: the sentence from it on."""

    kind: Mapping[str, Any]
    slots: Mapping[str, str]
    sentence: str = ""
    clause: str = ""


def artifact_review(ask: ArtifactReview, seed: int, call: str) -> dict[str, object]:
    rng, words = chance(seed, call, "review", ask.artifact.sha256), chance(seed, call, "words")
    every = sorted(_notice(ask, rng, words), key=lambda one: SEVERITIES.index(one.severity))
    noticed, scores = every[:FINDINGS_ASKED], {}
    for key in ask.rubric.keys:
        # The best score less what was noticed on that dimension, less the severity; on the rubric's scale.
        declared, scale = ask.reviewer.simulation, ask.rubric.scale
        burden = sum(TABLES["burden"][one.severity] for one in noticed if one.dimension == key)
        points = _BEST - burden - declared.severity + rng.gauss(0, declared.noise)
        scores[key] = on_scale(scale.low + (points - 1) / 2 * scale.width, scale)
    verdict = _verdict_of([one.severity for one in noticed])
    rationale = say(words, "review", "none")
    if noticed:
        worst, grave = noticed[0], sum(one.severity == "critical" for one in noticed)
        count = "one finding" if len(noticed) == 1 else f"{len(noticed)} findings"
        more = "and it is critical" if len(noticed) == 1 else f"{grave} of them critical"
        slots = {"count": f"{count}, {more}" if grave else count, "dimension": worst.dimension}
        slots["where"] = f" in “{worst.quote}”" if 0 < len(worst.quote) <= 160 else ""
        rationale = say(words, "review", "gravest", **slots)
    remedies = dict.fromkeys(one.remediation for one in noticed if one.severity != "minor")
    return {
        "findings": [one.model_dump() for one in noticed],
        "scores": scores,
        "remediation": list(remedies)[:4],
        "rationale": rationale,
        "verdict": verdict,
        "confidence": (55 + 4 * len(noticed)) / 100 if noticed else 0.4,
    }


def _notice(ask: ArtifactReview, rng: Random, words: Random) -> Iterator[Finding]:
    reviewer, declared = ask.reviewer, ask.reviewer.simulation
    names, fields = (reviewer.domain, reviewer.name), RULES["field"].items()
    focus = next((keys for name in names for keys, field in fields if field.search(name)), "").split()
    for one in weaknesses(ask.artifact):
        dimension, rank = one.kind["dimension"], 2 - SEVERITIES.index(one.kind["severity"])
        near = dimension in focus or one.kind["severity"] == "critical"  # what nobody easily overlooks
        seen = rng.random() < (declared.alertness if near else declared.alertness * 0.5)
        felt = rank + 0.8 * declared.severity + rng.gauss(0, declared.noise) + 0.2 * near
        sure = 0.58 + 0.1 * rank + 0.12 * near + rng.gauss(0, 0.06)
        whole = rng.random() < _WHOLE
        if seen and dimension in ask.rubric.keys:
            yield Finding(
                quote=one.sentence if whole else one.clause,
                dimension=dimension,
                severity=SEVERITIES[2 - round(min(2.0, max(0.0, felt)))],
                confidence=round(min(0.97, max(0.3, sure)), 2),
                what=render(one.kind["what"], words, one.slots),
                remediation=render(one.kind["remedy"], words, one.slots),
            )


def _verdict_of(severities: Sequence[Severity]) -> Verdict:
    grave, middling = severities.count("critical"), severities.count("major")
    if grave > 2 or (grave > 1 and middling > 1):
        return "FAIL"
    return "CONDITIONAL" if grave or middling or len(severities) > 2 else "PASS"


@lru_cache(maxsize=8)
def weaknesses(artifact: Artifact) -> tuple[Weakness, ...]:
    """All that the book finds in an artifact, in its order; at most three of a kind."""
    other = "text" if artifact.media == "source" else "code"
    kinds = [kind for kind in book("weaknesses")["weakness"] if kind["in"] != other]
    return tuple(one for kind in kinds for one in islice(_weaknesses_of(kind, artifact.text), MAX_OF_A_KIND))


def _weaknesses_of(kind: Mapping[str, Any], text: str) -> Iterator[Weakness]:
    flags = re.NOFLAG if kind.get("cased") else re.IGNORECASE
    if "missing" in kind:
        if re.search(kind["about"], text, flags) and not re.search(kind["missing"], text, flags):
            yield Weakness(kind, {"hit": ""})
        return
    earlier: dict[str, re.Match[str]] = {}
    for match in re.finditer(kind["find"], text, flags):
        subject = " ".join(match["subject" if kind.get("twice") else 0].split())
        first = earlier.setdefault(subject.casefold(), match)
        slots, skips = {"hit": subject}, first is not match or len(earlier) > MAX_LOOKED_AT
        if kind.get("twice"):
            # Two periods for one and the same thing.
            slots = {"hit": subject.casefold(), "period": match["period"], "other": first["period"]}
            skips = slots["period"].casefold().rstrip("s") == slots["other"].casefold().rstrip("s")
        unless = kind.get("unless", "").replace("{hit}", re.escape(subject))
        if not skips and not (unless and re.search(unless, text, re.IGNORECASE)):
            begin, end = _sentence(text, match.start(), match.end())
            yield Weakness(kind, slots, text[begin:end], text[match.start() : end])


def _sentence(text: str, begin: int, end: int) -> tuple[int, int]:
    first, last = text[:begin].rfind("\n") + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    first = max([first, *(stop.end() for stop in _STOP.finditer(text, first, begin))])
    after = _STOP.search(text, end, last)
    last = after.start() if after else last
    marks = _MARKS.match(text, first, begin)
    first = marks.end() if marks else first
    return first, first + len(text[first:last].rstrip(" \t|*"))


def review_rescore(ask: ReviewRescore, seed: int, call: str) -> dict[str, object]:
    taken = _taken_up(ask, seed)
    findings = [*ask.own.findings, *taken][:FINDINGS_ASKED]
    because = {one.dimension: one.quote for one in taken}
    scores = {}
    for key in ask.rubric.keys:
        own, rng = ask.own.scores[key], chance(seed, call, "score", key)
        others = [peer.sheet.scores[ask.planted.get(key, key)] for peer in ask.peers]
        mean = fmean(others) if len(others) > 1 and ask.probe != "reasons" else own
        near = sum(abs(one - mean) <= _NEAR for one in others) > len(others) / 2
        if key in because:
            scores[key] = max(ask.rubric.scale.low, own - 1)
        elif near and abs(mean - own) > _NEAR and rng.random() < ask.reviewer.simulation.conformity:
            scores[key] = own + (1 if mean > own else -1)
        else:
            scores[key] = reread(own, ask.rubric.scale, rng, _REREAD_SLIPS)
    # The verdict is by the findings, and never milder than it was.
    graver = _verdict_of([one.severity for one in findings]) if taken else ask.own.verdict
    verdict = max(ask.own.verdict, graver, key=VERDICTS.index)
    if taken:
        because[VERDICT] = taken[0].quote
    moved = [key for key in ask.rubric.keys if scores[key] != ask.own.scores[key]]
    moved += [VERDICT] if verdict != ask.own.verdict else []
    rng, first = chance(seed, call, "missed"), taken[:1]
    missed = [say(rng, "review", "missed", quote=one.quote, dimension=one.dimension) for one in first]
    return {
        "findings": [one.model_dump() for one in findings],
        "scores": scores,
        "remediation": list(ask.own.remediation) or [one.remediation for one in taken if one.remediation],
        "rationale": " ".join([ask.own.rationale, *missed]),
        "verdict": verdict,
        "confidence": ask.own.confidence,
        "changes": [{"dimension": key, "because": because[key]} for key in moved if key in because],
    }


def _taken_up(ask: ReviewRescore, seed: int) -> list[Finding]:
    taken: dict[str, Finding] = {}
    peers = () if ask.probe in ("positions", "planted") else ask.peers
    for sheet, one in ((peer.sheet, one) for peer in peers for one in peer.sheet.findings):
        there = find_quote(one.quote, ask.artifact.text) == "exact"
        new = there and one.dimension not in taken and find_quote(one.quote, ask.noted) == "not_found"
        lower = sheet.scores.get(one.dimension, 0) < ask.own.scores.get(one.dimension, 0)
        drawn = chance(seed, ask.reviewer.name, "taken", one.dimension, one.quote).random()
        if new and lower and one.severity != "minor" and drawn < ask.reviewer.simulation.openness:
            taken[one.dimension] = one
    return list(taken.values())
