"""Every session key and cache, typed, in one place.

A module for each thing a session is about: the address, debates, setting one up, watching one. Invariant: nothing that
matters lives here: all of it can be lost by a refresh and read again from the store or the address. Keys a person typed
live in this session only.
"""

from pages.ui.state.address import (
    Effort,
    LabAsked,
    choose,
    keep_address,
    lab_asked,
    lab_found,
    link_to,
    reset_lab,
    reset_thresholds,
    settings,
)
from pages.ui.state.debates import (
    SCREEN_PACE,
    Headline,
    access,
    argument,
    debate,
    keep_key,
    newest,
    past,
    past_report,
    people_said,
    recent,
    record,
    report_of,
    runner,
    status,
    store,
    typed_keys,
)
from pages.ui.state.revealing import close_reveal, play_reveal, reveal_plays, reveals
from pages.ui.state.reviewing import (
    Draft,
    began,
    draft_of,
    drop_draft,
    go_by,
    keep_draft,
    person,
    position,
    saved_at,
    saw,
    saw_outcomes,
    seen_where,
    waiting,
)
from pages.ui.state.setting_up import (
    NO_BURDEN,
    NO_PERSONALITY,
    add_dimension,
    answers,
    change,
    choice,
    dimension_rows,
    draft,
    drop_dimension,
    edit,
    editing,
    fill,
    kept,
    lacking,
)
from pages.ui.state.watching import (
    END,
    PACE,
    PANEL,
    SCRUBBER,
    USUAL_PACE,
    Stop,
    around,
    begin_stay,
    clock,
    drain,
    just_finished,
    live,
    look,
    look_at,
    pace,
    play,
    playing,
    refused,
    scrubbed,
    stay_is_over,
    stop,
    stops_of,
)
