"""Reading the files that people bring: their text, and in words what of them is not text or can't be read."""
