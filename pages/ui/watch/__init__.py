"""What the page Watch shows."""
