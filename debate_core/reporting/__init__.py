"""Reports: a subject turns facts into blocks; a renderer turns blocks into text, Markdown, HTML, JSON or CSV."""
