"""Judges of a debate, or reviewers of a text, as a person seats them: a row each, and a dialog to edit one."""

from collections.abc import Callable
from typing import Generic, TypeVar

import streamlit as st

from debate_core.domain.cast import MAX_JUDGES, Judge, Simulation
from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import number_text
from debate_core.domain.options import options_of
from debate_core.domain.wording import capital
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.shared.access import show_model, supports_temperature
from pages.ui.shared.widgets import ask, offer_action
from pages.ui.shared.words import escaped, show_words, showing_faults
from pages.ui.state.session import SessionValue, SettingsForm

Seat = TypeVar("Seat", bound=Judge)


class Seats(FrozenValue, Generic[Seat]):
    """Who has a seat `now`; `keep` seats others. `ask_weight`: the widgets of what is only theirs, in the dialog."""

    kind: type[Seat]
    now: tuple[Seat, ...]
    keep: Callable[[tuple[Seat, ...]], None]
    draft: Draft
    ask_weight: Callable[[SettingsForm[Seat], Seat], None] = lambda *_: None

    @property
    def kind_name(self) -> str:
        return self.kind.__name__.lower()

    @property
    def edited(self) -> SessionValue[int | None]:
        """The place of who is being edited; one past the last is a new one; None while nobody is."""
        return state.seat_edited.of(self.kind_name)

    def show_row(self, place: int, more: str = "") -> None:
        """The name, what it judges from and by which model, `more`, and what one may do with it."""
        seat, others = self.now[place], self.now[:place] + self.now[place + 1 :]
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{escaped(seat.name)}**", width="stretch")
            for label, act, given in (("Edit", self.edited.keep, place), ("Remove", self.keep, others)):
                offer_action(
                    label,
                    f"{label.lower()}_{self.kind_name}_{place}",
                    act,
                    given,
                    help=f"{label} {escaped(seat.name)}",
                )
        field = "" if seat.domain == seat.name.lower() else f"{seat.domain} · "
        takes = supports_temperature(seat.model, self.draft)
        warm = f" · temperature {number_text(seat.temperature)}" if takes else ""
        st.caption(escaped(f"{field}{more}{seat.model}{warm}"))

    def offer_another(self) -> None:
        full = len(self.now) >= MAX_JUDGES
        offer_action(
            f"Add a {self.kind_name}",
            f"add_{self.kind_name}",
            self.edited.keep,
            len(self.now),
            icon="add",
            disabled=full,
            help=f"{MAX_JUDGES} {self.kind_name}s at most." if full else None,
        )

    def show_edited(self) -> None:
        """The dialog, while somebody is being edited."""
        if (place := self.edited()) is not None:
            title = capital(self.kind_name)
            st.dialog(title, width="medium", on_dismiss=lambda: self.edited.keep(None))(self._edit)(place)

    def _edit(self, place: int) -> None:
        new = place >= len(self.now)
        seat = self.kind(name=f"New {self.kind_name}", domain="general") if new else self.now[place]
        form = SettingsForm(kind=self.kind, name=f"{self.kind_name}{place}", lasts=False)
        form.begin(seat)
        left, right = st.columns(2)
        left.text_input("Name", **form.widget("name"))
        right.selectbox(
            "Domain",
            list(dict.fromkeys(("technical", "business", "risk", "general", seat.domain))),
            accept_new_options=True,
            help="How much its domain counts depends on the topic." if self.kind is Judge else None,
            **form.widget("domain"),
        )
        show_model("Model", form.key("model"), self.draft, seat.model)
        model = form.value("model")() or ""
        if supports_temperature(model, self.draft):
            ask(form, "temperature")
        else:
            form.value("temperature").keep(seat.temperature)
            show_words(f"{model or 'This model'} takes no temperature.", quiet=True)
        for setting in options_of(self.kind):
            if setting != "temperature":
                ask(form, setting)
        self.ask_weight(form, seat)
        if is_simulated(model):
            _ask_simulation(form.part("simulation"))
        else:
            form.part("simulation").fill(seat.simulation)
        save, cancel, _ = st.columns([1, 1, 2])
        if save.button("Save", type="primary", key=f"save_{self.kind_name}", width="stretch"):
            self._save(place, form)
        if cancel.button("Cancel", key=f"cancel_{self.kind_name}", width="stretch"):
            self._close(form)

    @showing_faults()
    def _save(self, place: int, form: SettingsForm[Seat]) -> None:
        seats = (*self.now[:place], form.read(), *self.now[place + 1 :])
        before, faults = self.draft.change(panel=self.now).faults, self.draft.change(panel=seats).faults
        if len(seats) > 1 and "judges" in faults and "judges" not in before:
            raise SetUpError(faults["judges"])
        self.keep(seats)
        self._close(form)

    def _close(self, form: SettingsForm[Seat]) -> None:
        self.edited.keep(None)
        form.forget()
        st.rerun()


def _ask_simulation(form: SettingsForm[Simulation]) -> None:
    st.markdown("**How this simulated model errs**")
    st.caption("Kept with the record, to check the statistics against.")
    with st.grid(3, min_column_width=150):
        for field in options_of(Simulation):
            ask(form, field)
