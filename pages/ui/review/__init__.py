"""What the page Review shows: the argument, the questions, and what others made of it."""
