"""What the page Verdict shows."""
