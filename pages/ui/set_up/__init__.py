"""What the page Set up shows."""
