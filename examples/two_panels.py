"""A script of one's own: does a second panel see the same debate as the first? `python two_panels.py` needs no key."""

from debate_core import Agreement, Debate, DebateError, agreement, debate

TOPIC = "Should schools start later?"
PANELS = {"careful": ("Ann", "Bo"), "standard": ("Cem", "Dita")}


def scores(found: Debate) -> dict[str, float]:
    frame = found.frame()
    return {
        str(argument): float(score) for argument, score in frame.groupby("argument")["score"].mean().items()
    }


def main() -> None:
    debates = {
        model: debate(TOPIC, seed=7, judges=dict.fromkeys(names, f"simulated:{model}"))
        for model, names in PANELS.items()
    }
    rows = [
        [scores(found)[argument] for argument in scores(debates["careful"])] for found in debates.values()
    ]
    together: Agreement = agreement(rows, name="Two panels")
    for model, found in debates.items():
        print(model, found.call, found.lead.value, found.lead.interval)
    print("alpha of the panels' averages:", together.alpha.value)
    together.save("panels.html")


if __name__ == "__main__":
    try:
        main()
    except DebateError as error:
        raise SystemExit(str(error)) from error
