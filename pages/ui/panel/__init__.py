"""What the page Panel shows."""
