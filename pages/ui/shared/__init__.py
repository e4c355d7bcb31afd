"""What several pages show: words, terms, figures, the drawer, headings."""
