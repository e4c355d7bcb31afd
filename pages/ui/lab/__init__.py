"""What the page Lab shows."""
