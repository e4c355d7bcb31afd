"""What the page Studies shows."""
