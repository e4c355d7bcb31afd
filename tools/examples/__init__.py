"""How the example debates are made: words written by people, conducted through the real engine.

`written/` holds the words, one TOML file an example; `source` reads them, `conduct` puts them into the form a
model would answer in and has the moderator conduct the debate. `python -m tools.examples` writes the event files.
"""
