"""Every session key and cache, typed, in one place.

A module for each thing a session is about: debates, setting one up, watching one, the lab. Invariant: nothing that
matters lives here: all of it can be lost by a refresh and read again from the store or the address. Keys a person typed
live in this session only.
"""

from pages.ui.state.debates import (
    SCREEN_PACE,
    Headline,
    access,
    argument,
    choose_settings,
    debate,
    keep_address,
    keep_key,
    newest,
    past,
    recent,
    record,
    report_of,
    runner,
    settings,
    status,
    store,
    typed_keys,
)
from pages.ui.state.lab import (
    ask_lab,
    change_lab,
    lab_choice,
    lab_found,
    lab_panels,
    lab_question,
    lab_thresholds,
    reset_lab,
)
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
    seen_where,
    waiting,
)
from pages.ui.state.setting_up import (
    DEGREES,
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
    DRAIN_SECONDS,
    PACE,
    SCRUBBER,
    USUAL_PACE,
    begin_stay,
    clock,
    drain,
    just_finished,
    live,
    look_at,
    pace,
    play,
    playing,
    scrubbed,
    stay_is_over,
    stop,
    stops,
)
