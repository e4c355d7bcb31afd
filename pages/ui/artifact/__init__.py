"""What the page Artifact shows."""
